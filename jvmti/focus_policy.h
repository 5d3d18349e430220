#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace heaptwin::agent {

// What is known of one allocation site, over all its contexts.
struct SiteFacts {
  size_t number = 0;      // names the site
  uint64_t samples = 0;   // real heap objects that the VM's sampler saw there, bursts included
  double bytes_high = 0;  // allocated, upper end
  uint64_t runs = 0;      // of consecutive objects, read
  uint64_t contents = 0;  // objects read
  uint64_t contents_repeated = 0;
  uint64_t run_objects = 0;
  uint64_t run_repeats = 0;
  double access_share = 0;    // of all access samples in registered objects
  bool probed = false;        // now
  bool may_be_probed = true;  // patterns allow it, and no try has failed
};

// Chooses the sites to look at closely: first those that may hold most, by allocated bytes, until
// they have shown a curve; then those that hold replicas, or are accessed most. A site that has a
// curve and shows nothing is dull and leaves its place to others. Pure.
class FocusPolicy {
 public:
  // The bound from runs needs ten of them.
  static constexpr uint64_t kEnoughRuns = 12;

  explicit FocusPolicy(size_t most_sites) : most_sites_(most_sites) {}

  // Numbers of the sites to probe from now on.
  std::set<size_t> Choose(const std::vector<SiteFacts>& sites) const;

  static bool IsDull(const SiteFacts& site);
  // Bytes that the site may hold (while unknown) or is seen to hold (then) of replicas.
  static double Worth(const SiteFacts& site, double all_bytes);

 private:
  const size_t most_sites_;
};

}  // namespace heaptwin::agent
