#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "evidence/profile_facts.h"
#include "probe_rates.h"
#include "site.h"

namespace heaptwin::agent {

// What became of each site that was ever chosen: the numbers it has with the Java agent, and what
// the VM's sampler saw of it before and while it was probed, so that a probe that makes objects
// appear is noticed. Thread-safe.
class ProbedSites {
 public:
  using Totals = evidence::ProfileFacts::SiteTotals;

  // A number that no site has now, longest unused first: code that still runs may hit old ones.
  // Nullopt if all are taken.
  std::optional<int> TakeNumber();

  void Placed(size_t site, const Site& what, int number, const Totals& so_far);
  void NotPlaced(size_t site, const Site& what, const std::string& why, const Totals& so_far);
  // Accounts for the time since the last placing or update.
  void Update(size_t site, const Totals& so_far, uint64_t registered);
  void Removed(size_t site);

  std::map<size_t, int> Placed() const;  // the numbers of the sites that are probed now
  bool Failed(size_t site) const;
  std::vector<evidence::ProfileFacts::ProbedSite> Describe() const;

 private:
  struct Record {
    Site site;
    std::string state;
    std::optional<int> number;
    Totals before;
    Totals at_placing;
    std::optional<Totals> during;  // of earlier placings
    std::optional<Totals> lately;  // of this one
    uint64_t registered_before = 0;
    uint64_t registered = 0;
  };
  static Totals Sum(const Totals& left, const Totals& right);
  Record& RecordOf(size_t site, const Site& what, const Totals& so_far);

  mutable std::mutex mutex_;
  std::map<size_t, Record> records_;
  std::array<bool, ProbeRates::kMostSites> taken_{};
  int next_number_ = 0;
};

}  // namespace heaptwin::agent
