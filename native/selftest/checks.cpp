#include "selftest/checks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>

#include "base/clock.h"
#include "base/guarded_copy.h"
#include "probes/probe_session.h"
#include "probes/thread_probes.h"
#include "selftest/fixed_epoch.h"

namespace heaptwin::selftest {
namespace {

constexpr int kTouches = 100;
constexpr int64_t kSamplingNanos = 20'000'000;  // CPU time
constexpr uint64_t kSamplePeriod = 500'000;     // nanoseconds: about 40 samples

// Everything a self-test needs to probe its own thread.
struct Bench {
  perf::RealKernel kernel;
  FixedEpoch epochs;
  base::LossCounters losses;
  perf::Capabilities capabilities = perf::ProbeCapabilities();
  probes::ProbeSession session;
  perf::OpenFailure failure;
  std::unique_ptr<probes::ThreadProbes> probes;

  explicit Bench(const probes::ProbeOptions& options)
      : session(kernel, epochs, losses, options, capabilities),
        probes(session.Attach(gettid(), &failure)) {}
};

std::string Line(const std::string& what, const std::string& remedy) {
  return what + "; " + remedy;
}

std::string Describe(const perf::OpenFailure& failure) {
  return Line(failure.what, failure.remedy);
}

std::string ArmFailure(const Bench& bench) {
  const auto failure = bench.session.WatchFailure();
  return failure
             ? Describe(*failure)
             : Line("a watchpoint could not be armed", "please report it with the kernel version");
}

// Touches `word` under a watchpoint; nullopt if exactly one use was recorded with its value.
std::optional<std::string> TouchOnce(Bench& bench, volatile uint64_t* word) {
  const auto address = reinterpret_cast<uintptr_t>(word);
  if (bench.probes->Arm({address, 8, address, bench.epochs.Current(), 0}) !=
      watch::ArmResult::kArmed) {
    return ArmFailure(bench);
  }
  const uint64_t value = *word;
  watch::TrapRecord record;
  if (!bench.probes->NextTrap(&record) || record.address != address || record.value != value) {
    return Line(
        "an armed watchpoint did not report the access",
        "this virtual machine or kernel does not deliver debug exceptions: record with watch=off");
  }
  return std::nullopt;
}

std::optional<std::string> StaleWatchIsSilent(Bench& bench, volatile uint64_t* word) {
  const auto address = reinterpret_cast<uintptr_t>(word);
  if (bench.probes->Arm({address, 8, address, bench.epochs.Current(), 0}) !=
      watch::ArmResult::kArmed) {
    return ArmFailure(bench);
  }
  bench.epochs.Set(bench.epochs.Current() + 1);
  (void)*word;
  watch::TrapRecord record;
  if (!bench.probes->NextTrap(&record)) return std::nullopt;
  return Line("a watchpoint of an earlier epoch was reported",
              "this is a defect, please report it");
}

bool IsIn(uint64_t address, const void* begin, size_t size) {
  return address - reinterpret_cast<uintptr_t>(begin) < size;
}

}  // namespace

std::optional<std::string> CheckWatchpoints() {
  probes::ProbeOptions options;
  options.access = false;
  options.traps_per_second = 1'000'000;
  Bench bench(options);
  if (bench.probes == nullptr) return Describe(bench.failure);
  std::array<volatile uint64_t, 8> words{};
  for (int i = 0; i < kTouches; ++i) {
    auto& word = words[static_cast<size_t>(i) % words.size()];
    word = static_cast<uint64_t>(i);
    if (auto problem = TouchOnce(bench, &word)) return problem;
  }
  return StaleWatchIsSilent(bench, &words[0]);
}

std::optional<std::string> CheckClockSampler() {
  probes::ProbeOptions options;
  options.access_period_nanos = kSamplePeriod;
  Bench bench(options);
  if (bench.probes == nullptr) return Describe(bench.failure);
  static std::array<volatile uint64_t, 512> array;
  const int64_t end = base::ThreadCpuNanos() + kSamplingNanos;
  while (base::ThreadCpuNanos() < end) {
    for (int round = 0; round < 100; ++round) {
      for (auto& element : array) element = element + 1;
    }
  }
  bench.probes->Close();
  int inside = 0;
  perf::AccessSample sample;
  while (bench.probes->NextAccess(&sample)) {
    if (IsIn(sample.address, &array, sizeof array)) ++inside;
  }
  if (inside > 0) return std::nullopt;
  if (bench.session.sampling_counters().samples.load() == 0) {
    return Line("the clock sampler's event opened but never fired", "record with access=off");
  }
  return Line("the clock sampler fired but found no access of a known loop",
              "record with access=off");
}

std::optional<std::string> CheckGuardedCopy() {
  if (!base::GuardedCopyAvailable()) {
    return Line("process_vm_readv is refused", "allow it in the container's seccomp profile");
  }
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void* hidden = mmap(nullptr, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (hidden == MAP_FAILED) return Line("no memory for the test", "free memory");
  uint64_t copy = 0;
  const bool read = base::GuardedCopy(&copy, reinterpret_cast<uintptr_t>(hidden), sizeof copy);
  munmap(hidden, page);
  if (!read) return std::nullopt;
  return Line("a protected page was read", "this is a defect, please report it");
}

}  // namespace heaptwin::selftest
