#pragma once

#include <atomic>
#include <cstdint>

namespace heaptwin::watch {

// What the watchpoints of all threads did.
struct WatchCounters {
  std::atomic<uint64_t> armed{0};  // successful Arm calls; re-arming after a write is not one
  std::atomic<uint64_t> traps{0};  // hits, writes included
  std::atomic<int> last_error{0};  // errno of the last refused debug register; 0: none was
};

}  // namespace heaptwin::watch
