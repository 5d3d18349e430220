#include "released_handles.h"

#include <utility>

namespace heaptwin::agent {

void ReleasedHandles::Add(const std::vector<heap::WeakHandle>& handles) {
  waiting_.insert(waiting_.end(), handles.begin(), handles.end());
}

std::vector<heap::WeakHandle> ReleasedHandles::TakeExcess() {
  if (waiting_.size() <= kMost) return {};
  const size_t excess = waiting_.size() - kMost;
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(excess);
  std::vector<heap::WeakHandle> oldest(waiting_.begin(), end);
  waiting_.erase(waiting_.begin(), end);
  next_ = next_ > excess ? next_ - excess : 0;
  return oldest;
}

std::vector<heap::WeakHandle> ReleasedHandles::TakeAll() {
  next_ = 0;
  return std::exchange(waiting_, {});
}

}  // namespace heaptwin::agent
