#include "focus_policy.h"

#include <algorithm>
#include <utility>

namespace heaptwin::agent {
namespace {

// A site that is being probed keeps its place unless another is clearly worth more: each change
// costs two retransformations.
constexpr double kLoyalty = 1.5;

double Share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

bool FocusPolicy::IsDull(const SiteFacts& site) {
  return site.runs >= kEnoughRuns && site.run_repeats == 0 && site.contents_repeated == 0 &&
         site.contents > 1;
}

double FocusPolicy::Worth(const SiteFacts& site, double all_bytes) {
  if (site.runs < kEnoughRuns) return site.bytes_high;
  const double repeated = std::max(Share(site.contents_repeated, site.contents),
                                   Share(site.run_repeats, site.run_objects));
  return repeated * std::max(site.bytes_high, site.access_share * all_bytes);
}

std::set<size_t> FocusPolicy::Choose(const std::vector<SiteFacts>& sites) const {
  double all_bytes = 0;
  for (const SiteFacts& site : sites) all_bytes += site.bytes_high;
  std::vector<std::pair<double, size_t>> order;
  for (const SiteFacts& site : sites) {
    // What no sampler saw on the heap may exist only because a probe would keep it alive.
    if (!site.may_be_probed || site.samples == 0 || IsDull(site)) continue;
    const double worth = Worth(site, all_bytes);
    if (worth > 0) order.emplace_back(site.probed ? kLoyalty * worth : worth, site.number);
  }
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::set<size_t> chosen;
  for (const auto& [worth, number] : order) {
    if (chosen.size() == most_sites_) break;
    chosen.insert(number);
  }
  return chosen;
}

}  // namespace heaptwin::agent
