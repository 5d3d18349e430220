#include "evidence/content_json.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace heaptwin::evidence {
namespace {

using nlohmann::json;

using Contents = PriorityReservoir<ContentEvent>;

std::vector<ContentEvent> InOrderOfAllocation(const Contents& contents) {
  std::vector<ContentEvent> events;
  events.reserve(contents.entries().size());
  for (const auto& entry : contents.entries()) events.push_back(entry.item);
  std::sort(events.begin(), events.end(),
            [](const ContentEvent& a, const ContentEvent& b) { return a.order < b.order; });
  return events;
}

std::string Hexadecimal(uint64_t content) {
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, content);
  return text;
}

std::string Hexadecimal(const heap::Fingerprint& fingerprint) {
  return Hexadecimal(fingerprint.high) + Hexadecimal(fingerprint.low);
}

const char* ScopeName(uint32_t sequence) {
  if (sequence == RunPlace::kBurst) return "thread";
  return sequence == RunPlace::kChosenContext ? "context" : "site";
}

json RunJson(const Run& run, ContentGroups& groups, EpochNumbers& epochs) {
  const bool one_size = run.sizes.size() == 1;
  json group = json::array();
  for (size_t i = 0; i < run.contents.size(); ++i) {
    group.push_back(groups.NumberOf(run.contents[i], run.sizes[one_size ? 0 : i], run.stamp));
  }
  return {{"thread", heap::Index(run.thread)},
          {"epoch", epochs.Of(run.stamp)},
          {"burst", run.burst},
          {"scope", ScopeName(run.sequence)},
          {"step", static_cast<size_t>(run.step)},
          {"size", one_size ? json(run.sizes.front()) : json(nullptr)},
          {"sizes", one_size ? json(nullptr) : json(run.sizes)},
          {"distances", run.distances},
          {"positions", run.positions},
          {"group", std::move(group)}};
}

// A content's full fingerprint and whether it is blank, by the number of its group.
class Described {
 public:
  void Add(size_t number, const ContentEvent& event) {
    if (number < fingerprints_.size()) return;
    if (event.all_zero) zero_.push_back(number);
    fingerprints_.push_back(Hexadecimal(event.fingerprint));
  }
  const std::vector<size_t>& zero() const { return zero_; }
  const std::vector<std::string>& fingerprints() const { return fingerprints_; }

 private:
  std::vector<size_t> zero_;
  std::vector<std::string> fingerprints_;
};

json EntryJson(const Contents& contents, uint64_t inspected, const char* interval_name,
               ContentGroups& groups, EpochNumbers& epochs) {
  if (inspected == 0) return json::array();
  const bool pooled = groups.pooled();
  Described described;
  json group = json::array();
  json size = json::array();
  json interval = json::array();
  json epoch = json::array();
  const std::vector<ContentEvent> events = InOrderOfAllocation(contents);
  for (const ContentEvent& event : events) {
    if (event.all_zero) groups.AddBlank(event.fingerprint.low, event.size);
  }
  for (const ContentEvent& event : events) {
    const size_t number = groups.NumberOf(event.fingerprint.low, event.size, event.stamp);
    described.Add(number, event);
    group.push_back(number);
    size.push_back(event.size);
    interval.push_back(event.interval);
    if (!pooled) epoch.push_back(epochs.Of(event.stamp));
  }
  json entry = {{"depth", 0},
                {"pooled", pooled},
                {"inspected", inspected},
                {"group", std::move(group)},
                {"size", std::move(size)},
                {interval_name, std::move(interval)},
                {"epoch", pooled ? json(nullptr) : std::move(epoch)},
                {"zeroGroups", described.zero()},
                {"fingerprints", described.fingerprints()}};
  json content = json::array();
  content.push_back(std::move(entry));
  return content;
}

}  // namespace

size_t ContentGroups::NumberOf(uint64_t content, uint64_t size, uint64_t stamp) {
  const bool one_epoch = !pooled_ && !blank_.contains({content, size});
  const auto [place, is_new] =
      numbers_.try_emplace({content, size, one_epoch ? stamp : 0}, numbers_.size());
  if (is_new) contents_.push_back(content);
  return place->second;
}

json ContentJson(const ContextEvidence& evidence, ContentGroups& groups, EpochNumbers& epochs) {
  return EntryJson(evidence.contents, evidence.inspected, "interval", groups, epochs);
}

json ProbedContentJson(const ContextEvidence& evidence, bool pooled, EpochNumbers& epochs) {
  ContentGroups groups(pooled);
  return EntryJson(evidence.probed.contents, evidence.probed.inspected, "period", groups, epochs);
}

json RunLengthsJson(const RunLengths& lengths) {
  json result = json::array();
  for (size_t octave = 0; octave < lengths.by_octave().size(); ++octave) {
    const RunCounts& counts = lengths.by_octave()[octave];
    if (counts.started == 0) continue;
    result.push_back({{"from", uint64_t{1} << octave},
                      {"started", counts.started},
                      {"cut", counts.cut},
                      {"dropped", counts.dropped}});
  }
  return result;
}

RunsJson DescribeRuns(const ContextEvidence& evidence, ContentGroups& groups,
                      EpochNumbers& epochs) {
  const size_t described = groups.contents().size();
  json runs = json::array();
  for (const auto& reservoir : evidence.runs) {
    for (const auto& entry : reservoir.entries()) {
      runs.push_back(RunJson(entry.item, groups, epochs));
    }
  }
  json contents = json::array();
  for (size_t number = described; number < groups.contents().size(); ++number) {
    contents.push_back(Hexadecimal(groups.contents()[number]));
  }
  return {std::move(runs), std::move(contents)};
}

json RunStepsJson(const ContextEvidence& evidence) {
  json steps = json::array();
  for (size_t step = 0; step < kRunSteps; ++step) {
    const RunStepCounts& counts = evidence.run_steps[step];
    if (counts.started == 0) continue;
    steps.push_back({{"step", step},
                     {"started", counts.started},
                     {"dropped", counts.dropped},
                     {"bytes", counts.bytes},
                     {"readBytes", counts.read_bytes}});
  }
  return steps;
}

}  // namespace heaptwin::evidence
