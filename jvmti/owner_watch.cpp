#include "owner_watch.h"

#include <fstream>
#include <sstream>

namespace heaptwin::agent {
namespace {

// Field 22 of /proc/<pid>/stat, in clock ticks since boot; empty if there is no such process.
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
  if (field == "Z" || field == "X") return {};
  for (int i = 0; i < kFieldsBefore; ++i) fields >> field;
  return field;
}

}  // namespace

OwnerWatch::OwnerWatch(std::optional<pid_t> owner) : owner_(owner) {
  if (owner_) start_time_ = StartTime(*owner_);
}

bool OwnerWatch::Gone() const {
  return owner_ && !start_time_.empty() && StartTime(*owner_) != start_time_;
}

}  // namespace heaptwin::agent
