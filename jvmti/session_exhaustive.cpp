// The end of an exhaustive recording.
#include "session.h"

namespace heaptwin::agent {

void Session::ReadTheLiving() {
  jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, nullptr);
  allocations_->AwaitQuiet();
  if (layouts_ != nullptr) jvmti_->ForceGarbageCollection();
}

}  // namespace heaptwin::agent
