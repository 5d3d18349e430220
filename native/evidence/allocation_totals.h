#pragma once

#include <cstdint>
#include <vector>

#include "heap/ids.h"

namespace heaptwin::evidence {

// Inverse-probability total of a Poisson sample: y = sum W, v = sum W^2 (1 - pi), W = x / pi
// (Horvitz & Thompson 1952; the variance estimate for independent inclusions, Saerndal, Swensson &
// Wretman 1992, 3.2).
struct WeightedTotal {
  double total = 0;
  double variance = 0;
  double largest_weight = 0;

  void Add(double amount, double inclusion_probability);
};

// Probability that an object of `size` bytes is sampled when the gap to the next sample is
// exponential with mean `interval` bytes: 1 - exp(-size / interval); 1 for interval 0, where
// everything is sampled.
double InclusionProbability(uint64_t size, double interval);

// What was allocated, by the weights of the samples.
struct AllocationTotals {
  uint64_t samples = 0;        // drawn under a positive interval
  uint64_t burst_samples = 0;  // seen in bursts, weight 1
  WeightedTotal bytes;
  WeightedTotal objects;
  double largest_interval = 0;

  void Add(uint64_t size, double interval);
  // Objects counted without sampling, of `size` bytes together.
  void AddCounted(uint64_t count, uint64_t size);
};

// The threads that allocated somewhere, ascending.
class ThreadSet {
 public:
  void Add(heap::ThreadIndex thread);
  const std::vector<uint32_t>& threads() const { return threads_; }

 private:
  std::vector<uint32_t> threads_;
};

}  // namespace heaptwin::evidence
