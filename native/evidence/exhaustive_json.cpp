#include "evidence/exhaustive_json.h"

#include <algorithm>

namespace heaptwin::evidence {
namespace {

using nlohmann::json;

// Windows that no thread's objects fill say nothing more.
json CurveJson(const ExhaustiveTotals& totals) {
  json windows = json::array();
  json objects = json::array();
  json bytes = json::array();
  uint64_t objects_so_far = 0;
  uint64_t bytes_so_far = 0;
  for (size_t i = 0; i < ExhaustiveTotals::kWindows; ++i) {
    const uint64_t window = uint64_t{1} << i;
    if (window >= std::max<uint64_t>(totals.longest_sequence, 2)) break;
    objects_so_far += totals.curve_objects[i];
    bytes_so_far += totals.curve_bytes[i];
    windows.push_back(window);
    objects.push_back(objects_so_far);
    bytes.push_back(bytes_so_far);
  }
  return {{"windows", windows},
          {"objects", objects},
          {"bytes", bytes},
          {"unknown", totals.curve_gaps},
          {"unknownBytes", totals.curve_gap_bytes},
          {"longestSequence", totals.longest_sequence}};
}

json WithinEpochIdentity(const ExhaustiveTotals& totals) {
  if (totals.objects_in_epochs == 0) return nullptr;
  return totals.identity_within_epochs / static_cast<double>(totals.objects_in_epochs);
}

json GroupSizesJson(const ExhaustiveTotals& totals) {
  json sizes = json::array();
  for (size_t i = 0; i < ExhaustiveTotals::kSizeClasses; ++i) {
    if (totals.group_sizes[i] != 0) sizes.push_back({uint64_t{1} << i, totals.group_sizes[i]});
  }
  return sizes;
}

}  // namespace

json ExhaustiveJson(const ExhaustiveTotals& totals) {
  return {
      {"scope", totals.within_epochs ? "epoch" : "recording"},
      {"objects", totals.objects},
      {"bytes", totals.bytes},
      {"grouped", totals.grouped},
      {"groupedBytes", totals.grouped_bytes},
      {"distinct", totals.distinct},
      {"distinctBytes", totals.distinct_bytes},
      {"largestGroup", totals.largest_objects},
      {"largestGroupBytes", totals.largest_bytes},
      {"pairs", totals.pairs},
      {"identicalPairs", totals.identical_pairs},
      {"withinEpochIdentity", WithinEpochIdentity(totals)},
      {"groupSizes", GroupSizesJson(totals)},
      {"zeroObjects", totals.zero_objects},
      {"zeroBytes", totals.zero_bytes},
      {"curve", CurveJson(totals)},
      {"agreement",
       {{"different", totals.agreement.different},
        {"identical", totals.agreement.identical},
        {"sum", totals.agreement.agreement}}},
      {"lost",
       {{"dropped", totals.dropped}, {"unread", totals.unread}, {"ungrouped", totals.ungrouped}}}};
}

}  // namespace heaptwin::evidence
