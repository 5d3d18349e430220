#include "watch_armer.h"

#include "base/clock.h"

namespace heaptwin::agent {

void WatchArmer::Arm(ThreadState& thread, const evidence::WatchRequest& request) {
  watch::ArmResult result = watch::ArmResult::kClosed;
  if (thread.probes != nullptr && enabled_) {
    watch::Arming arming{};
    arming.address = request.address;
    arming.length = request.length;
    arming.object = static_cast<uint64_t>(request.object);
    arming.epoch = request.stamp;
    arming.origin = static_cast<uint8_t>(request.origin);
    arming.offset = request.offset;
    arming.reserve = request.reserve;
    const int64_t began = base::NowNanos();
    result = thread.probes->Arm(arming);
    cost_.Add(static_cast<uint64_t>(base::NowNanos() - began));
  }
  if (result != watch::ArmResult::kArmed) recording_.WatchNotArmed(request.object);
}

}  // namespace heaptwin::agent
