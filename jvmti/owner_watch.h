#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace heaptwin::agent {

// Tells when the process that asked for a recording is gone, so that a recording whose command was
// killed ends by itself. The start time guards against a reused pid. A process in another pid
// namespace cannot be seen; then it never counts as gone.
class OwnerWatch {
 public:
  explicit OwnerWatch(std::optional<pid_t> owner);
  bool Gone() const;

 private:
  std::optional<pid_t> owner_;
  std::string start_time_;  // empty: was not visible at the start
};

}  // namespace heaptwin::agent
