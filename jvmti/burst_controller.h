#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <random>

namespace heaptwin::agent {

// Decides when a burst begins and ends. During a burst the VM samples every allocation, so that
// runs of consecutive objects are seen. A burst begins after a random (geometric) number of
// registrations, so its place is random in the program's allocation and not tied to a clock or a
// collection; it ends after a number of objects, or when it lasts too long.
//
// A pure controller: it decides, the caller tells the VM. Thread-safe.
class BurstController {
 public:
  struct Limits {
    uint64_t objects = 2000;              // per burst
    uint64_t longest_nanos = 50'000'000;  // of one burst
    double registrations_between = 1000;  // mean
  };

  BurstController(const Limits& limits, bool enabled, uint64_t seed);

  // A registration outside a burst. True if a burst begins now.
  bool OnRegistration(uint64_t now_nanos);
  // An object of a burst. True if the burst ends with it.
  bool OnBurstObject();
  // True if a burst ends because it lasted too long.
  bool Tick(uint64_t now_nanos);
  // The mean number of registrations between bursts follows the rate, for about one burst a second.
  void SetRegistrationsBetween(double mean);
  // No burst begins before this time: the last one has to be paid for first. A beginning that falls
  // into the time is drawn anew, so that bursts still begin at random places.
  void WaitUntil(uint64_t nanos) { not_before_.store(nanos, std::memory_order_relaxed); }

  bool active() const { return remaining_.load(std::memory_order_relaxed) > 0; }

 private:
  uint64_t DrawGap();

  const Limits limits_;
  const bool enabled_;
  std::atomic<int64_t> remaining_{0};  // objects left in the burst; 0: none is active
  std::atomic<uint64_t> began_nanos_{0};
  std::atomic<int64_t> until_next_{0};
  std::atomic<uint64_t> not_before_{0};
  std::mutex mutex_;  // guards the two below
  std::mt19937_64 random_;
  double mean_;
};

}  // namespace heaptwin::agent
