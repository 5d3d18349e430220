#include "owner_watch.h"

#include <signal.h>

#include <cerrno>
#include <string>

#include "proc_stat.h"

namespace heaptwin::agent {
namespace {

constexpr const char* kEnded = "ended";

// In clock ticks since boot; kEnded for a zombie; empty if it cannot be read.
std::string StartTime(pid_t pid) {
  const auto fields = ProcStatFields("/proc/" + std::to_string(pid) + "/stat");
  constexpr size_t kState = ProcStatIndex(3);
  constexpr size_t kStartTime = ProcStatIndex(22);
  if (fields.size() <= kStartTime) return {};
  const std::string& state = fields[kState];
  return state == "Z" || state == "X" ? kEnded : fields[kStartTime];
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
