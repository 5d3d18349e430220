#include "evidence/survival.h"

#include <algorithm>

namespace heaptwin::evidence {

void SurvivalAgenda::ObjectRegistered(heap::ObjectId object, uint64_t collections) {
  first_.push_back({collections + 1, object});
}

void SurvivalAgenda::ObjectSurvived(heap::ObjectId object, uint64_t age, uint64_t collections) {
  later_.push({collections + std::max<uint64_t>(age, 1), object});
}

std::vector<heap::ObjectId> SurvivalAgenda::TakeDue(uint64_t collections, size_t max_objects) {
  std::vector<heap::ObjectId> due;
  while (due.size() < max_objects && !first_.empty() && first_.front().due <= collections) {
    due.push_back(first_.front().object);
    first_.pop_front();
  }
  while (due.size() < max_objects && !later_.empty() && later_.top().due <= collections) {
    due.push_back(later_.top().object);
    later_.pop();
  }
  return due;
}

}  // namespace heaptwin::evidence
