#include "evidence/exhaustive_agreement.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/guarded_copy.h"

namespace heaptwin::evidence {

double Agreement(const heap::ObjectLayout& layout, const uint8_t* one, const uint8_t* other) {
  const uint64_t content = layout.ContentBytes(one);
  if (content == 0) return 0;
  uint64_t equal = 0;
  const auto compare = [&](uint64_t offset, uint64_t length) {
    if (std::memcmp(one + offset, other + offset, length) == 0) equal += length;
  };
  if (layout.is_array()) {
    for (uint64_t at = 0; at < content; at += layout.element_size()) {
      compare(layout.array_base() + at, layout.element_size());
    }
  } else {
    for (const heap::Field& field : layout.fields()) compare(field.offset, field.size);
  }
  return static_cast<double>(equal) / static_cast<double>(content);
}

void ExhaustiveAgreement::BeginInspection() {
  for (const uint32_t context : contexts_) drawn_[context] = {};
  contexts_.clear();
}

void ExhaustiveAgreement::Offer(const ExhaustiveObject& object) {
  if (object.Size() > kLargest) return;
  if (object.context >= drawn_.size()) drawn_.resize(object.context + 1);
  Drawn& drawn = drawn_[object.context];
  if (drawn.offered++ == 0) contexts_.push_back(object.context);
  // Vitter's algorithm R.
  const uint64_t place = drawn.offered <= kDrawn ? drawn.offered - 1 : random_.Below(drawn.offered);
  if (place < kDrawn) drawn.objects[place] = &object;
}

void ExhaustiveAgreement::Compare(Drawn& drawn, const heap::ObjectLayout& layout,
                                  AgreementSums& sums) {
  const size_t count = std::min<uint64_t>(drawn.offered, kDrawn);
  // Places in the reservoir tell something about the order; a pair must not.
  for (size_t i = 1; i < count; ++i) {
    std::swap(drawn.objects[i], drawn.objects[random_.Below(i + 1)]);
  }
  for (size_t i = 0; i + 1 < count; i += 2) {
    ComparePair(*drawn.objects[i], *drawn.objects[i + 1], layout, sums);
  }
}

bool ExhaustiveAgreement::ComparePair(const ExhaustiveObject& one, const ExhaustiveObject& other,
                                      const heap::ObjectLayout& layout, AgreementSums& sums) {
  if (one.size_words != other.size_words) {
    // As in comparisons by watchpoints: different, and no word of it agrees.
    ++sums.different;
    return true;
  }
  if (one.fingerprint == other.fingerprint) {
    ++sums.identical;
    return true;
  }
  const ExhaustiveObject* const objects[] = {&one, &other};
  for (size_t i = 0; i < 2; ++i) {
    copies_[i].resize(std::max<size_t>(objects[i]->Size(), layout.HeaderBytes()));
    if (!base::GuardedCopy(copies_[i].data(), objects[i]->address, objects[i]->Size()))
      return false;
  }
  ++sums.different;
  sums.agreement += Agreement(layout, copies_[0].data(), copies_[1].data());
  return true;
}

}  // namespace heaptwin::evidence
