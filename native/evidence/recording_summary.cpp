// What the recording knows so far, for those who decide where to look closer.
#include <algorithm>
#include <set>
#include <tuple>

#include "evidence/recording_state.h"

namespace heaptwin::evidence {
namespace {

// Contexts looked at per holding of the mutex.
constexpr size_t kChunk = 256;

// Visits the runs in which an object could equal one before it.
template <typename Visit>
void ForEachRun(const ContextEvidence& evidence, Visit visit) {
  for (const auto& step : evidence.runs) {
    for (const auto& entry : step.entries()) {
      if (entry.item.distances.size() >= 2) visit(entry.item);
    }
  }
}

// Objects that equal one before them, within an epoch unless contents are `pooled`.
uint64_t Repeated(const std::vector<ContentEvent>& events, bool pooled) {
  std::set<std::tuple<uint64_t, uint64_t, uint64_t, uint64_t>> seen;
  for (const ContentEvent& event : events) {
    seen.insert(
        {event.fingerprint.low, event.fingerprint.high, event.size, pooled ? 0 : event.stamp});
  }
  return events.size() - seen.size();
}

std::vector<ContentEvent> Copy(const PriorityReservoir<ContentEvent>& contents) {
  std::vector<ContentEvent> events;
  for (const auto& entry : contents.entries()) events.push_back(entry.item);
  return events;
}

}  // namespace

std::vector<ContextSummary> Recording::ContextSummaries() const {
  const State& state = *state_;
  std::vector<ContextSummary> summaries;
  for (bool more = true; more;) {
    const std::lock_guard lock(state.mutex);
    const size_t end = std::min(state.contexts.size(), summaries.size() + kChunk);
    for (size_t i = summaries.size(); i < end; ++i) {
      const heap::ContextId context{static_cast<uint32_t>(i)};
      const ContextEvidence& evidence = state.contexts.at(context).evidence;
      uint64_t count = 0;
      ForEachRun(evidence, [&](const Run&) { ++count; });
      summaries.push_back({context, evidence.allocation, evidence.probed.registered, count,
                           evidence.accesses.total()});
    }
    more = summaries.size() < state.contexts.size();
  }
  return summaries;
}

ReplicaSummary Recording::Replicas(heap::ContextId context) const {
  const State& state = *state_;
  ReplicaSummary summary;
  std::vector<ContentEvent> sampled;
  std::vector<ContentEvent> probed;
  bool pooled = false;
  {
    const std::lock_guard lock(state.mutex);
    const AllocationContext& source = state.contexts.at(context);
    pooled = state.classes.at(source.class_id).Pooled();
    sampled = Copy(source.evidence.contents);
    probed = Copy(source.evidence.probed.contents);
    ForEachRun(source.evidence, [&](const Run& run) {
      summary.run_objects += run.distances.size();
      summary.run_repeats += static_cast<uint64_t>(std::count_if(
          run.distances.begin(), run.distances.end(), [](uint32_t d) { return d != 0; }));
    });
  }
  summary.contents = sampled.size() + probed.size();
  summary.repeated = Repeated(sampled, pooled) + Repeated(probed, pooled);
  return summary;
}

}  // namespace heaptwin::evidence
