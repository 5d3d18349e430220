#include "evidence/allocation_totals.h"

#include <algorithm>
#include <cmath>

namespace heaptwin::evidence {

void WeightedTotal::Add(double amount, double inclusion_probability) {
  const double weight = amount / inclusion_probability;
  total += weight;
  variance += weight * weight * (1 - inclusion_probability);
  largest_weight = std::max(largest_weight, weight);
}

double InclusionProbability(uint64_t size, double interval) {
  if (interval <= 0) return 1;
  return -std::expm1(-static_cast<double>(size) / interval);
}

void AllocationTotals::Add(uint64_t size, double interval) {
  if (size == 0) return;  // no object: its weight would be infinite
  const double probability = InclusionProbability(size, interval);
  ++(interval > 0 ? samples : burst_samples);
  bytes.Add(static_cast<double>(size), probability);
  objects.Add(1, probability);
  largest_interval = std::max(largest_interval, interval);
}

void AllocationTotals::AddCounted(uint64_t count, uint64_t size) {
  burst_samples += count;
  bytes.total += static_cast<double>(size);
  objects.total += static_cast<double>(count);
}

void ThreadSet::Add(heap::ThreadIndex thread) {
  const auto index = static_cast<uint32_t>(thread);
  const auto place = std::lower_bound(threads_.begin(), threads_.end(), index);
  if (place == threads_.end() || *place != index) threads_.insert(place, index);
}

}  // namespace heaptwin::evidence
