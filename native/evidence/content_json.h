#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "evidence/context_evidence.h"
#include "evidence/profile_json.h"

namespace heaptwin::evidence {

// Numbers contents of one context in order of appearance: equal content and size, and the same
// epoch unless contents are `pooled` or blank, is one group.
class ContentGroups {
 public:
  explicit ContentGroups(bool pooled) : pooled_(pooled) {}

  bool pooled() const { return pooled_; }
  // Declares a content to be blank: it holds no reference. Before any NumberOf.
  void AddBlank(uint64_t content, uint64_t size) { blank_.emplace(content, size); }
  // `content`: the low half of the fingerprint.
  size_t NumberOf(uint64_t content, uint64_t size, uint64_t stamp);
  // By number.
  const std::vector<uint64_t>& contents() const { return contents_; }

 private:
  bool pooled_;
  std::set<std::pair<uint64_t, uint64_t>> blank_;
  std::map<std::tuple<uint64_t, uint64_t, uint64_t>, size_t> numbers_;
  std::vector<uint64_t> contents_;
};

// "content" of a context: an array with the entry for depth 0, empty if nothing was inspected. To
// be called with new `groups`, before DescribeRuns: what is described there comes first.
nlohmann::json ContentJson(const ContextEvidence& evidence, ContentGroups& groups,
                           EpochNumbers& epochs);
// "runLengths" of a context.
nlohmann::json RunLengthsJson(const RunLengths& lengths);
// "content" of a context's "probed": as ContentJson, of the objects that probes registered, with
// "period" in the place of "interval".
nlohmann::json ProbedContentJson(const ContextEvidence& evidence, bool pooled,
                                 EpochNumbers& epochs);
// "runs" and "runContents" of a context; their groups go on where those of "content" end.
struct RunsJson {
  nlohmann::json runs;
  nlohmann::json contents;  // of the numbers that "content" has not described
};
RunsJson DescribeRuns(const ContextEvidence& evidence, ContentGroups& groups, EpochNumbers& epochs);
// "runSteps" of a context.
nlohmann::json RunStepsJson(const ContextEvidence& evidence);

}  // namespace heaptwin::evidence
