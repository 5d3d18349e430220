#include "evidence/allocation_totals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace heaptwin::evidence {
namespace {

// 20,000 objects of known sizes, sampled independently with pi = 1 - exp(-s/m): 400 repetitions.
// The mean of the estimate must be the truth within five standard errors of its exact variance, sum
// x^2 (1-pi)/pi, and the estimated variance must average to that.
TEST(AllocationTotals, TotalsAreUnbiasedAndTheirVarianceIsRight) {
  constexpr double kInterval = 4096;
  constexpr int kRepetitions = 400;
  base::Random random(11);
  std::vector<uint64_t> sizes;
  double bytes = 0;
  double bytes_variance = 0;
  double objects_variance = 0;
  for (int i = 0; i < 20000; ++i) {
    sizes.push_back(16 * (1 + random.Below(i % 100 == 0 ? 4000 : 20)));
    const double size = static_cast<double>(sizes.back());
    const double probability = 1 - std::exp(-size / kInterval);
    bytes += size;
    bytes_variance += size * size * (1 - probability) / probability;
    objects_variance += (1 - probability) / probability;
  }
  double mean_bytes = 0;
  double mean_objects = 0;
  double mean_variance = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    AllocationTotals totals;
    for (const uint64_t size : sizes) {
      if (random.Chance(1 - std::exp(-static_cast<double>(size) / kInterval))) {
        totals.Add(size, kInterval);
      }
    }
    mean_bytes += totals.bytes.total / kRepetitions;
    mean_objects += totals.objects.total / kRepetitions;
    mean_variance += totals.bytes.variance / kRepetitions;
  }
  EXPECT_NEAR(mean_bytes, bytes, 5 * std::sqrt(bytes_variance / kRepetitions));
  EXPECT_NEAR(mean_objects, 20000, 5 * std::sqrt(objects_variance / kRepetitions));
  EXPECT_NEAR(mean_variance / bytes_variance, 1, 0.05);
}

TEST(AllocationTotals, BurstObjectsCountAsThemselves) {
  AllocationTotals totals;
  totals.Add(24, 0);
  totals.Add(40, 0);
  EXPECT_EQ(totals.samples, 0u);
  EXPECT_EQ(totals.burst_samples, 2u);
  EXPECT_DOUBLE_EQ(totals.bytes.total, 64);
  EXPECT_DOUBLE_EQ(totals.objects.total, 2);
  EXPECT_DOUBLE_EQ(totals.bytes.variance, 0);
  EXPECT_DOUBLE_EQ(totals.bytes.largest_weight, 40);
}

TEST(AllocationTotals, AnObjectOfNoSizeHasNoWeight) {
  AllocationTotals totals;
  totals.Add(0, 1024);
  EXPECT_EQ(totals.samples, 0u);
  EXPECT_DOUBLE_EQ(totals.objects.total, 0);
}

TEST(ThreadSet, KeepsEachThreadOnceInOrder) {
  ThreadSet set;
  for (const uint32_t thread : {4u, 1u, 4u, 2u, 1u}) set.Add(heap::ThreadIndex{thread});
  EXPECT_EQ(set.threads(), (std::vector<uint32_t>{1, 2, 4}));
}

}  // namespace
}  // namespace heaptwin::evidence
