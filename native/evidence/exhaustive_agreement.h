#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/random.h"
#include "evidence/exhaustive_counts.h"
#include "evidence/exhaustive_log.h"
#include "heap/object_layout.h"

namespace heaptwin::evidence {

// How much of two objects of equal size agrees: content bytes in fields (or elements) that are
// equal, over all content bytes; 0 without content. The copies hold header and content.
double Agreement(const heap::ObjectLayout& layout, const uint8_t* one, const uint8_t* other);

// Draws random pairs of each context's objects during one inspection and compares them field by
// field, for the chance alpha that a field of two different objects agrees. Not thread-safe.
class ExhaustiveAgreement {
 public:
  explicit ExhaustiveAgreement(uint64_t seed) : random_(seed) {}

  void BeginInspection();
  // An object of this inspection that was read. It stays where it is until Finish.
  void Offer(const ExhaustiveObject& object);

  // Compares the pairs that were drawn while the JVM is still stopped: `layout_of(context)` may be
  // null.
  template <typename LayoutOf>
  void Finish(LayoutOf layout_of, ExhaustiveCounts& counts) {
    for (const uint32_t context : contexts_) {
      const heap::ObjectLayout* layout = layout_of(context);
      if (layout != nullptr)
        Compare(drawn_[context], *layout, counts.AgreementOf(heap::ContextId{context}));
    }
  }

 private:
  static constexpr size_t kDrawn = 16;
  // Larger ones would make the inspection long; they are left out.
  static constexpr uint64_t kLargest = uint64_t{64} * 1024;  // bytes

  struct Drawn {
    uint64_t offered = 0;
    std::array<const ExhaustiveObject*, kDrawn> objects{};
  };

  void Compare(Drawn& drawn, const heap::ObjectLayout& layout, AgreementSums& sums);
  bool ComparePair(const ExhaustiveObject& one, const ExhaustiveObject& other,
                   const heap::ObjectLayout& layout, AgreementSums& sums);

  base::Random random_;
  std::vector<Drawn> drawn_;        // by context
  std::vector<uint32_t> contexts_;  // with objects in this inspection
  std::array<std::vector<uint8_t>, 2> copies_;
};

}  // namespace heaptwin::evidence
