#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "evidence/events.h"
#include "heap/ids.h"

namespace heaptwin::agent {

// The objects that the VM's sampler registered last on one thread. A probe stands behind the
// constructor and meets such an object a moment later; it must not be registered again. Within one
// epoch the recording knows it by its address, but after a collection it lies elsewhere.
class SampledLately {
 public:
  void Remember(const evidence::Allocation& allocation);
  // Whether the object, met in epoch `stamp`, may be one that was sampled in an earlier epoch. Says
  // so once for each sampled object: at worst one object too many is not registered.
  bool MayBeFromEarlierEpoch(heap::ClassId class_id, uint64_t size, uint64_t stamp);

 private:
  struct Entry {
    uint64_t stamp = 0;
    uint64_t size = 0;
    heap::ClassId class_id{};
    bool used = false;
  };
  // Constructors nest: the object of the outer one was sampled before those of the inner ones.
  static constexpr size_t kDepth = 8;

  std::array<Entry, kDepth> entries_{};
  size_t next_ = 0;
};

}  // namespace heaptwin::agent
