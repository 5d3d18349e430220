#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace heaptwin::agent {

// How many objects of each probed site are passed over between two registered ones. The gap is
// geometric: every object is taken with probability 1 / period, whatever was taken before, so
// contents that repeat with a period of their own are not met in step, and a gap may be drawn anew
// at any time. Each site's period follows its rate of allocation so that all sites together
// register the target number of objects per second, shared fairly: a site that allocates less than
// its share is taken whole, the others share the rest equally. A site that suddenly allocates a
// thousand times as much is passed over more at once, not only when the next window begins.
//
// A pure controller. Draw, Period and Count: any thread, lock-free. The others: one thread.
class ProbeRates {
 public:
  static constexpr int kMostSites = 256;
  static constexpr int32_t kOff = INT32_MAX;  // the countdown of a site that is not probed
  static constexpr double kLargestPeriod = 1e8;

  ProbeRates(double target_per_second, uint64_t seed);

  void Open(int site, double objects_per_second);
  void Close(int site);
  bool IsOpen(int site) const { return At(site).open.load(std::memory_order_acquire); }

  // Objects that one registered object stands for, at least 1.
  double Period(int site) const { return At(site).period.load(std::memory_order_relaxed); }
  // The next gap: objects up to and including the next one to register.
  int32_t Draw(int site);
  // An object was taken. Returns how many it stands for: the period before this call.
  double Count(int site);

  // No more registrations per second than this, whatever the target: what the budget pays for.
  void LimitTo(double per_second) { affordable_ = per_second; }
  // Every 100 ms or so. The sites whose period changed: their countdowns are to be drawn anew.
  std::vector<int> Tick(uint64_t now_nanos);

 private:
  struct SiteRate {
    std::atomic<bool> open{false};
    std::atomic<double> period{1};
    std::atomic<uint64_t> in_window{0};  // taken
    std::atomic<uint64_t> passed{0};     // that those stand for
    std::atomic<uint64_t> crowd{20};     // so many taken in a window, and the period is raised
    double objects_per_second = 0;       // smoothed; Tick's thread only
  };

  const SiteRate& At(int site) const { return sites_[static_cast<size_t>(site)]; }
  SiteRate& At(int site) { return sites_[static_cast<size_t>(site)]; }
  double FairShare(double budget) const;
  bool MoveTo(SiteRate& rate, double wanted);
  static void SetCrowd(SiteRate& rate, double share, double window_nanos);
  uint64_t NextRandom();

  const double target_;
  double affordable_;
  uint64_t window_start_ = 0;
  std::atomic<uint64_t> random_;
  std::array<SiteRate, kMostSites> sites_;
};

}  // namespace heaptwin::agent
