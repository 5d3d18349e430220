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

std::string Hexadecimal(const heap::Fingerprint& fingerprint) {
  char text[33];
  std::snprintf(text, sizeof text, "%016" PRIx64 "%016" PRIx64, fingerprint.high, fingerprint.low);
  return text;
}

// Numbers groups of equal content in order of appearance.
class Groups {
 public:
  explicit Groups(bool pooled) : pooled_(pooled) {}

  size_t NumberOf(const ContentEvent& event) {
    const Key key{event.fingerprint.high, event.fingerprint.low, event.size,
                  pooled_ ? 0 : event.stamp};
    const auto [place, is_new] = numbers_.try_emplace(key, numbers_.size());
    if (is_new) {
      if (event.all_zero) zero_.push_back(place->second);
      fingerprints_.push_back(Hexadecimal(event.fingerprint));
    }
    return place->second;
  }
  const std::vector<size_t>& zero() const { return zero_; }
  const std::vector<std::string>& fingerprints() const { return fingerprints_; }

 private:
  using Key = std::tuple<uint64_t, uint64_t, uint64_t, uint64_t>;

  bool pooled_;
  std::map<Key, size_t> numbers_;
  std::vector<size_t> zero_;
  std::vector<std::string> fingerprints_;
};

json RunJson(const Run& run, EpochNumbers& epochs) {
  const bool one_size = run.sizes.size() == 1;
  return {{"thread", heap::Index(run.thread)},
          {"epoch", epochs.Of(run.stamp)},
          {"step", static_cast<size_t>(run.step)},
          {"size", one_size ? json(run.sizes.front()) : json(nullptr)},
          {"sizes", one_size ? json(nullptr) : json(run.sizes)},
          {"distances", run.distances}};
}

json EntryJson(const Contents& contents, uint64_t inspected, const char* interval_name, bool pooled,
               EpochNumbers& epochs) {
  if (inspected == 0) return json::array();
  Groups groups(pooled);
  json group = json::array();
  json size = json::array();
  json interval = json::array();
  json epoch = json::array();
  for (const ContentEvent& event : InOrderOfAllocation(contents)) {
    group.push_back(groups.NumberOf(event));
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
                {"zeroGroups", groups.zero()},
                {"fingerprints", groups.fingerprints()}};
  json content = json::array();
  content.push_back(std::move(entry));
  return content;
}

}  // namespace

json ContentJson(const ContextEvidence& evidence, bool pooled, EpochNumbers& epochs) {
  return EntryJson(evidence.contents, evidence.inspected, "interval", pooled, epochs);
}

json ProbedContentJson(const ContextEvidence& evidence, bool pooled, EpochNumbers& epochs) {
  return EntryJson(evidence.probed.contents, evidence.probed.inspected, "period", pooled, epochs);
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

json RunsJson(const ContextEvidence& evidence, EpochNumbers& epochs) {
  json runs = json::array();
  for (const auto& reservoir : evidence.runs) {
    for (const auto& entry : reservoir.entries()) runs.push_back(RunJson(entry.item, epochs));
  }
  return runs;
}

}  // namespace heaptwin::evidence
