#include "probed_sites.h"

#include <algorithm>

namespace heaptwin::agent {
namespace {

using Totals = ProbedSites::Totals;

// What came on top of `earlier`.
Totals Since(const Totals& earlier, const Totals& now) {
  Totals rest;
  rest.nanos = now.nanos - std::min(now.nanos, earlier.nanos);
  rest.samples = now.samples - std::min(now.samples, earlier.samples);
  rest.bytes.total = std::max(0.0, now.bytes.total - earlier.bytes.total);
  rest.bytes.variance = std::max(0.0, now.bytes.variance - earlier.bytes.variance);
  rest.bytes.largest_weight = now.bytes.largest_weight;
  return rest;
}

}  // namespace

Totals ProbedSites::Sum(const Totals& left, const Totals& right) {
  Totals sum;
  sum.nanos = left.nanos + right.nanos;
  sum.samples = left.samples + right.samples;
  sum.bytes.total = left.bytes.total + right.bytes.total;
  sum.bytes.variance = left.bytes.variance + right.bytes.variance;
  sum.bytes.largest_weight = std::max(left.bytes.largest_weight, right.bytes.largest_weight);
  return sum;
}

std::optional<int> ProbedSites::TakeNumber() {
  const std::lock_guard lock(mutex_);
  for (int i = 0; i < ProbeRates::kMostSites; ++i) {
    const int number = (next_number_ + i) % ProbeRates::kMostSites;
    if (taken_[static_cast<size_t>(number)]) continue;
    taken_[static_cast<size_t>(number)] = true;
    next_number_ = number + 1;
    return number;
  }
  return std::nullopt;
}

ProbedSites::Record& ProbedSites::RecordOf(size_t site, const Site& what, const Totals& so_far) {
  const auto [place, is_new] = records_.try_emplace(site);
  Record& record = place->second;
  if (is_new) {
    record.site = what;
    record.before = so_far;
  }
  return record;
}

void ProbedSites::Placed(size_t site, const Site& what, int number, const Totals& so_far) {
  const std::lock_guard lock(mutex_);
  Record& record = RecordOf(site, what, so_far);
  record.state = "placed";
  record.number = number;
  record.at_placing = so_far;
}

void ProbedSites::NotPlaced(size_t site, const Site& what, const std::string& why,
                            const Totals& so_far) {
  const std::lock_guard lock(mutex_);
  RecordOf(site, what, so_far).state = why;
}

void ProbedSites::Update(size_t site, const Totals& so_far, uint64_t registered) {
  const std::lock_guard lock(mutex_);
  const auto known = records_.find(site);
  if (known == records_.end()) return;
  known->second.lately = Since(known->second.at_placing, so_far);
  known->second.registered = registered;
}

void ProbedSites::Removed(size_t site) {
  const std::lock_guard lock(mutex_);
  const auto known = records_.find(site);
  if (known == records_.end() || !known->second.number) return;
  Record& record = known->second;
  taken_[static_cast<size_t>(*record.number)] = false;
  record.number.reset();
  record.state = "removed";
  if (record.lately) {
    record.during = record.during ? Sum(*record.during, *record.lately) : *record.lately;
  }
  record.lately.reset();
  record.registered_before += record.registered;
  record.registered = 0;
}

std::map<size_t, int> ProbedSites::Placed() const {
  const std::lock_guard lock(mutex_);
  std::map<size_t, int> placed;
  for (const auto& [site, record] : records_) {
    if (record.number) placed.emplace(site, *record.number);
  }
  return placed;
}

bool ProbedSites::Failed(size_t site) const {
  const std::lock_guard lock(mutex_);
  const auto known = records_.find(site);
  return known != records_.end() && !known->second.number && known->second.state != "removed";
}

std::vector<evidence::ProfileFacts::ProbedSite> ProbedSites::Describe() const {
  const std::lock_guard lock(mutex_);
  std::vector<evidence::ProfileFacts::ProbedSite> sites;
  for (const auto& [number, record] : records_) {
    evidence::ProfileFacts::ProbedSite site;
    site.name = record.site.Name();
    site.allocated = record.site.allocated;
    if (!record.site.native_callee.empty()) site.native_callee = record.site.native_callee;
    site.state = record.state;
    site.placed_nanos = record.at_placing.nanos;
    site.registered = record.registered_before + record.registered;
    site.before = record.before;
    if (record.during && record.lately) {
      site.during = Sum(*record.during, *record.lately);
    } else {
      site.during = record.during ? record.during : record.lately;
    }
    sites.push_back(std::move(site));
  }
  return sites;
}

}  // namespace heaptwin::agent
