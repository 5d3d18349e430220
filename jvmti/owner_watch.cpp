#include "owner_watch.h"

#include <signal.h>

#include <cerrno>
#include <fstream>
#include <sstream>

namespace heaptwin::agent {
namespace {

constexpr const char* kEnded = "ended";

// Field 22 of /proc/<pid>/stat, in clock ticks since boot; kEnded for a zombie; empty if it cannot
// be read.
std::string StartTime(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return {};
  // The second field, the command, may contain spaces and parentheses; the last ')' ends it.
  const size_t end = line.rfind(')');
  if (end == std::string::npos) return {};
  std::istringstream fields(line.substr(end + 1));
  constexpr int kFieldsBefore = 19;
  std::string field;
  fields >> field;
  if (field == "Z" || field == "X") return kEnded;
  for (int i = 0; i < kFieldsBefore; ++i) fields >> field;
  return field;
}

}  // namespace

OwnerWatch::OwnerWatch(std::optional<pid_t> owner) : owner_(owner) {
  if (owner_) start_time_ = StartTime(*owner_);
}

bool OwnerWatch::Gone() const {
  if (!owner_ || start_time_.empty()) return false;
  const std::string start_time = StartTime(*owner_);
  // Unreadable need not mean gone: the application may have run out of descriptors. A zombie says
  // that it is one.
  if (start_time.empty()) return kill(*owner_, 0) != 0 && errno == ESRCH;
  return start_time != start_time_;
}

}  // namespace heaptwin::agent
