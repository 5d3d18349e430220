#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <queue>
#include <vector>

#include "heap/ids.h"

namespace heaptwin::evidence {

// Registered objects of a context that were asked after their first collection. When two
// collections came before the question, a dead object is counted as dead by the first: the profile
// cannot say more.
struct SurvivalCounts {
  uint64_t survived = 0;
  uint64_t died = 0;
};

// Which objects' liveness to ask for, and when: after their 1st, 2nd, 4th, 8th ... collection,
// because an object that survived many collections will probably survive the next, and asking costs
// a JNI call. Not thread-safe.
class SurvivalAgenda {
 public:
  void ObjectRegistered(heap::ObjectId object, uint64_t collections);
  // Forgets the longest waiting first appointments whose object is gone, at most `most`. Called at
  // every registration this bounds them where no collection comes for hours.
  template <typename IsGone>
  void ForgetGone(size_t most, IsGone is_gone) {
    for (; most > 0 && !first_.empty() && is_gone(first_.front().object); --most) {
      first_.pop_front();
    }
  }
  // The object was alive after `age` collections, now that `collections` finished.
  void ObjectSurvived(heap::ObjectId object, uint64_t age, uint64_t collections);
  // Up to `max_objects` that are due, first collections first. Each is returned once and comes back
  // only by ObjectSurvived.
  std::vector<heap::ObjectId> TakeDue(uint64_t collections, size_t max_objects);
  size_t size() const { return first_.size() + later_.size(); }

 private:
  struct Appointment {
    uint64_t due;  // collections finished
    heap::ObjectId object;
    bool operator>(const Appointment& other) const { return due > other.due; }
  };

  std::deque<Appointment> first_;  // in order of registration, so by due time
  std::priority_queue<Appointment, std::vector<Appointment>, std::greater<>> later_;
};

}  // namespace heaptwin::evidence
