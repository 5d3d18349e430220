#pragma once

#include <atomic>
#include <cstdint>

namespace heaptwin::perf {

// Coverage of an access sampler, over all threads. Samplers answer only for some of their
// interrupts, and not for a random subset: the ratio is part of the result.
struct SamplingCounters {
  std::atomic<uint64_t> samples{0};   // interrupts taken
  std::atomic<uint64_t> answered{0};  // interrupts that gave an AccessSample
};

}  // namespace heaptwin::perf
