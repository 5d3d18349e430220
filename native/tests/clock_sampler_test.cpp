#include "perf/clock_sampler.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "probes/probe_session.h"
#include "probes/thread_probes.h"
#include "selftest/fixed_epoch.h"

namespace heaptwin::perf {
namespace {

constexpr size_t kElements = 4096;

// Loads of 8 bytes from one array, eight in a row: this sampler looks ahead only up to the next
// branch, and an interrupt lands behind the load that took the time.
void ReadArray(const uint64_t* array, int64_t nanos) {
  const int64_t end = base::ThreadCpuNanos() + nanos;
  while (base::ThreadCpuNanos() < end) {
    for (int round = 0; round < 20; ++round) {
      uint64_t sum = 0;
      uint64_t i = 0;
      __asm__ volatile(
          "1: addq (%[array],%[i],8), %[sum]\n"
          "addq 8(%[array],%[i],8), %[sum]\n"
          "addq 16(%[array],%[i],8), %[sum]\n"
          "addq 24(%[array],%[i],8), %[sum]\n"
          "addq 32(%[array],%[i],8), %[sum]\n"
          "addq 40(%[array],%[i],8), %[sum]\n"
          "addq 48(%[array],%[i],8), %[sum]\n"
          "addq 56(%[array],%[i],8), %[sum]\n"
          "addq $8, %[i]\n"
          "cmpq %[end], %[i]\n"
          "jb 1b\n"
          : [sum] "+r"(sum), [i] "+r"(i)
          : [array] "r"(array), [end] "r"(kElements)
          : "memory", "cc");
    }
  }
}

class ClockSamplerTest : public testing::TestWithParam<bool> {
 protected:
  ClockSamplerTest() {
    capabilities_ = ProbeCapabilities();
    capabilities_.sigtrap_safe = capabilities_.sigtrap_safe && GetParam();
    options_.access_period_nanos = 200'000;
    for (size_t i = 0; i < kElements; ++i) array_[i] = 0x1000 + i;
  }
  uint64_t Begin() const { return reinterpret_cast<uint64_t>(array_.data()); }
  bool Inside(const AccessSample& sample) const { return sample.address - Begin() < kElements * 8; }

  // Samples this thread while it reads the array.
  std::vector<AccessSample> Sample(const probes::ProbeOptions& options) {
    session_ =
        std::make_unique<probes::ProbeSession>(kernel_, epochs_, losses_, options, capabilities_);
    const auto probes = session_->Attach(gettid());
    EXPECT_NE(probes, nullptr);
    std::vector<AccessSample> samples;
    for (int i = 0; i < 20 && probes; ++i) {
      ReadArray(array_.data(), 5'000'000);
      probes->Drain([&](const AccessSample& sample) { samples.push_back(sample); },
                    [](const watch::TrapRecord&) {});
    }
    return samples;
  }

  RealKernel kernel_;
  selftest::FixedEpoch epochs_;
  base::LossCounters losses_;
  Capabilities capabilities_;
  probes::ProbeOptions options_;
  std::vector<uint64_t> array_ = std::vector<uint64_t>(kElements);
  std::unique_ptr<probes::ProbeSession> session_;
};

INSTANTIATE_TEST_SUITE_P(Delivery, ClockSamplerTest, testing::Values(true, false),
                         [](const auto& info) { return info.param ? "Sigtrap" : "Signal"; });

TEST_P(ClockSamplerTest, FindsAddressAndValueOfAKnownLoop) {
  const auto samples = Sample(options_);
  size_t inside = 0;
  for (const AccessSample& sample : samples) {
    if (!Inside(sample)) continue;
    ++inside;
    ASSERT_EQ((sample.address - Begin()) % 8, 0u);
    EXPECT_EQ(sample.value, 0x1000 + (sample.address - Begin()) / 8);
    EXPECT_EQ(sample.size, 8);
    EXPECT_FALSE(sample.is_write);
    EXPECT_EQ(sample.base_register, Begin());
    ASSERT_TRUE(sample.header_valid);
    EXPECT_EQ(std::memcmp(sample.header, array_.data(), sizeof sample.header), 0);
    EXPECT_EQ(sample.epoch, 1u);
  }
  // 100 ms of CPU time at a mean of 0.2 ms, nearly all of it in the loop.
  EXPECT_GT(inside, 100u);
  // A sampler that did not randomise its period, or had a wrong index, would see few elements.
  std::vector<bool> seen(kElements);
  for (const AccessSample& sample : samples) {
    if (Inside(sample)) seen[(sample.address - Begin()) / 8] = true;
  }
  EXPECT_GT(std::count(seen.begin(), seen.end(), true), static_cast<long>(inside) / 2);
}

TEST_P(ClockSamplerTest, EveryInterruptIsAnsweredOrALoss) {
  const auto samples = Sample(options_);
  const SamplingCounters& counters = session_->sampling_counters();
  EXPECT_GT(counters.samples.load(), 0u);
  EXPECT_EQ(counters.answered.load(), samples.size() + losses_.Get(base::Loss::kRingFull));
  EXPECT_EQ(counters.samples.load(),
            counters.answered.load() + losses_.Get(base::Loss::kUndecodable) +
                losses_.Get(base::Loss::kCodeUnreadable) +
                losses_.Get(base::Loss::kValueUnreadable) + losses_.Get(base::Loss::kStaleEpoch));
}

TEST_P(ClockSamplerTest, SamplesDuringACollectionAreStale) {
  epochs_.Set(0);
  EXPECT_TRUE(Sample(options_).empty());
  EXPECT_GT(losses_.Get(base::Loss::kStaleEpoch), 0u);
  EXPECT_EQ(session_->sampling_counters().answered.load(), 0u);
}

TEST_P(ClockSamplerTest, NamesItselfAndItsBias) {
  const probes::ProbeSession on(kernel_, epochs_, losses_, options_, capabilities_);
  EXPECT_STREQ(on.AccessSamplerName(), ClockSampler::kName);
  EXPECT_NE(on.AccessSamplerBias(), nullptr);
  options_.access = false;
  const probes::ProbeSession off(kernel_, epochs_, losses_, options_, capabilities_);
  EXPECT_EQ(off.AccessSamplerName(), nullptr);
}

}  // namespace
}  // namespace heaptwin::perf
