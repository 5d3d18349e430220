#include "probe_rates.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace heaptwin::agent {
namespace {

constexpr uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
constexpr double kUsualWindowNanos = 1e8;
// Bounded steps of the period: one window says little about the next.
constexpr double kSteepest = 4;

}  // namespace

ProbeRates::ProbeRates(double target_per_second, uint64_t seed)
    : target_(target_per_second), affordable_(target_per_second), random_(seed) {}

// SplitMix64 with its one word of state shared by all threads.
uint64_t ProbeRates::NextRandom() {
  return base::Random(random_.fetch_add(kGolden, std::memory_order_relaxed)).Next();
}

int32_t ProbeRates::Draw(int site) {
  const double period = Period(site);
  if (period <= 1) return 1;
  const double unit = static_cast<double>((NextRandom() >> 11) + 1) * 0x1.0p-53;  // (0, 1]
  const double gap = 1 + std::floor(std::log(unit) / std::log1p(-1 / period));
  constexpr double kLongest = 2e9;  // below kOff
  return static_cast<int32_t>(std::min(gap, kLongest));
}

void ProbeRates::Open(int site, double objects_per_second) {
  SiteRate& rate = At(site);
  rate.objects_per_second = objects_per_second;
  rate.in_window.store(0, std::memory_order_relaxed);
  rate.passed.store(0, std::memory_order_relaxed);
  const double share = std::max(FairShare(std::min(target_, affordable_)), 1.0);
  SetCrowd(rate, share, kUsualWindowNanos);
  rate.period.store(std::clamp(objects_per_second / share, 1.0, kLargestPeriod),
                    std::memory_order_relaxed);
  rate.open.store(true, std::memory_order_release);
}

double ProbeRates::Count(int site) {
  SiteRate& rate = At(site);
  const double period = rate.period.load(std::memory_order_relaxed);
  rate.passed.fetch_add(static_cast<uint64_t>(std::llround(period)), std::memory_order_relaxed);
  const uint64_t taken = rate.in_window.fetch_add(1, std::memory_order_relaxed) + 1;
  if (taken % rate.crowd.load(std::memory_order_relaxed) == 0) {
    rate.period.store(std::min(period * kSteepest, kLargestPeriod), std::memory_order_relaxed);
  }
  return period;
}

// Four times what a window should bring: chance alone does not reach it.
void ProbeRates::SetCrowd(SiteRate& rate, double share, double window_nanos) {
  constexpr double kLeast = 20;
  const double crowd = std::max(4 * share * window_nanos * 1e-9, kLeast);
  rate.crowd.store(static_cast<uint64_t>(crowd), std::memory_order_relaxed);
}

void ProbeRates::Close(int site) { At(site).open.store(false, std::memory_order_release); }

// The share s with sum over the open sites of min(rate, s) = budget; unlimited if all sites
// together stay below the budget.
double ProbeRates::FairShare(double budget) const {
  std::vector<double> rates;
  for (const SiteRate& site : sites_) {
    if (site.open.load(std::memory_order_relaxed)) rates.push_back(site.objects_per_second);
  }
  if (rates.empty()) return budget;
  std::sort(rates.begin(), rates.end());
  double left = budget;
  for (size_t i = 0; i < rates.size(); ++i) {
    const double share = left / static_cast<double>(rates.size() - i);
    if (rates[i] >= share) return share;
    left -= rates[i];
  }
  return budget;
}

bool ProbeRates::MoveTo(SiteRate& rate, double wanted) {
  const double now = rate.period.load(std::memory_order_relaxed);
  const double factor = std::clamp(wanted / now, 1 / kSteepest, kSteepest);
  const double period = std::clamp(now * factor, 1.0, kLargestPeriod);
  if (period > 0.8 * now && period < 1.25 * now && (period > 1 || now <= 1)) return false;
  rate.period.store(period, std::memory_order_relaxed);
  return true;
}

std::vector<int> ProbeRates::Tick(uint64_t now_nanos) {
  const uint64_t elapsed = now_nanos - window_start_;
  const bool first = window_start_ == 0;
  window_start_ = now_nanos;
  std::vector<int> changed;
  if (first || elapsed == 0) return changed;
  constexpr double kWeight = 0.3;
  for (SiteRate& site : sites_) {
    if (!site.open.load(std::memory_order_relaxed)) continue;
    site.in_window.store(0, std::memory_order_relaxed);
    const auto passed = static_cast<double>(site.passed.exchange(0, std::memory_order_relaxed));
    const double seen = passed * 1e9 / static_cast<double>(elapsed);
    site.objects_per_second = (1 - kWeight) * site.objects_per_second + kWeight * seen;
  }
  const double share = std::max(FairShare(std::min(target_, affordable_)), 0.1);
  for (int i = 0; i < kMostSites; ++i) {
    SiteRate& site = At(i);
    if (!site.open.load(std::memory_order_relaxed)) continue;
    SetCrowd(site, share, static_cast<double>(elapsed));
    if (MoveTo(site, std::max(site.objects_per_second / share, 1.0))) changed.push_back(i);
  }
  return changed;
}

}  // namespace heaptwin::agent
