#include "evidence/profile_json.h"

#include <optional>

#include "evidence/content_json.h"

namespace heaptwin::evidence {
namespace {

using nlohmann::json;

template <typename Value>
json OrNull(const std::optional<Value>& value) {
  return value ? json(*value) : json(nullptr);
}

json TotalJson(const WeightedTotal& total) {
  return {{"total", total.total},
          {"variance", total.variance},
          {"largestWeight", total.largest_weight}};
}

json AllocationJson(const ContextEvidence& evidence) {
  const AllocationTotals& totals = evidence.allocation;
  return {{"samples", totals.samples},
          {"burstSamples", totals.burst_samples},
          {"bytes", TotalJson(totals.bytes)},
          {"objects", TotalJson(totals.objects)},
          {"largestInterval", totals.largest_interval},
          {"threads", evidence.threads.threads()}};
}

json AccessesJson(const OffsetCounts& accesses) {
  json offsets = json::array();
  for (const auto& [offset, count] : accesses.counts()) offsets.push_back({offset, count});
  return {{"samples", accesses.total()}, {"offsets", std::move(offsets)}};
}

json MatchJson(const MatchCounts& counts) {
  return {{"match", counts.match}, {"mismatch", counts.mismatch}};
}

json ComparisonsJson(const ComparisonCounts& counts) {
  const auto by = [&](OffsetOrigin origin) {
    return counts.by_origin[static_cast<size_t>(origin)];
  };
  return {{"identical", MatchJson(counts.identical)},
          {"different", MatchJson(counts.different)},
          {"unknown", MatchJson(counts.unknown)},
          {"differentSize", counts.different_size},
          {"offsetSource",
           {{"context", by(OffsetOrigin::kContext)},
            {"class", by(OffsetOrigin::kClass)},
            {"uniform", by(OffsetOrigin::kUniform)}}}};
}

json LadderJson(const std::vector<ProfileFacts::LadderStep>& ladder) {
  json result = json::array();
  for (const auto& step : ladder) {
    result.push_back({{"planned", step.planned},
                      {"oneContext", step.one_context},
                      {"bursts", step.bursts},
                      {"objects", step.objects}});
  }
  return result;
}

json AccessSourceJson(const ProfileFacts::AccessSource& access, const Counts& counts) {
  return {{"kind", access.kind},
          {"name", access.name},
          {"bias", OrNull(access.bias)},
          {"reason", OrNull(access.reason)},
          {"periodNanos", access.period_nanos},
          {"samples", access.samples},
          {"answered", access.answered},
          {"mapped", counts.mapped_accesses}};
}

json ContentSourceJson(const ProfileFacts::ContentSource& content, const Counts& counts,
                       const RecordingOptions& options) {
  return {{"available", content.available},
          {"reason", OrNull(content.reason)},
          {"inspections", counts.inspections},
          {"objects", counts.inspected_stopped},
          {"pauseNanos",
           {{"total", counts.pause_nanos_total},
            {"largest", counts.pause_nanos_largest},
            {"budget", options.pause_budget.count()}}},
          {"betweenCollections", counts.inspected_running}};
}

json SiteTotalsJson(const std::optional<ProfileFacts::SiteTotals>& totals) {
  if (!totals) return nullptr;
  return {
      {"nanos", totals->nanos}, {"samples", totals->samples}, {"bytes", TotalJson(totals->bytes)}};
}

json ProbeSourceJson(const ProfileFacts::ProbeSource& probes, const Counts& counts) {
  json sites = json::array();
  for (const ProfileFacts::ProbedSite& site : probes.sites) {
    sites.push_back({{"site", site.name},
                     {"allocated", site.allocated},
                     {"nativeCallee", OrNull(site.native_callee)},
                     {"state", site.state},
                     {"placedNanos", site.placed_nanos},
                     {"registered", site.registered},
                     {"before", SiteTotalsJson(site.before)},
                     {"during", SiteTotalsJson(site.during)}});
  }
  return {{"mode", probes.mode},
          {"kind", probes.kind},
          {"reason", OrNull(probes.reason)},
          {"registered", counts.probed},
          {"sites", std::move(sites)}};
}

// Null where no probe registered anything.
json ProbedJson(const ContextEvidence& evidence, bool pooled, EpochNumbers& epochs) {
  if (evidence.probed.registered == 0) return nullptr;
  return {{"registered", evidence.probed.registered},
          {"content", ProbedContentJson(evidence, pooled, epochs)}};
}

}  // namespace

uint32_t EpochNumbers::Of(uint64_t stamp) {
  return numbers_.try_emplace(stamp, static_cast<uint32_t>(numbers_.size())).first->second;
}

json TargetJson(const ProfileFacts::Target& target) {
  return {{"pid", target.pid},
          {"javaVersion", target.java_version},
          {"vmName", target.vm_name},
          {"command", OrNull(target.command)},
          {"collector", target.collector},
          {"compressedOops", target.compressed_oops},
          {"compressedClassPointers", target.compressed_class_pointers},
          {"compactHeaders", target.compact_headers},
          {"objectAlignment", target.object_alignment},
          {"processors", target.processors}};
}

json RecordingJson(const ProfileFacts::Time& time) {
  return {{"startMillis", time.start_millis},
          {"durationNanos", time.duration_nanos},
          {"end", time.end},
          {"exhaustive", time.exhaustive}};
}

json CostJson(const ProfileFacts::Cost& cost) {
  const auto spent = [](const ProfileFacts::Spent& part) -> json {
    return {{"count", part.count}, {"nanos", part.nanos}};
  };
  return {{"registrations", spent(cost.registrations)},
          {"burstObjects", spent(cost.burst_objects)},
          {"armings", spent(cost.armings)},
          {"probedObjects", spent(cost.probed_objects)},
          {"probedRunObjects", spent(cost.probed_run_objects)},
          {"drainNanos", cost.drain_nanos},
          {"stacks",
           {{"known", cost.stacks_known},
            {"composed", cost.stacks_composed},
            {"walked", cost.stacks_walked}}}};
}

json SourcesJson(const ProfileFacts& facts, const Counts& counts, const RecordingOptions& options) {
  const auto& allocation = facts.allocation;
  const auto& watchpoints = facts.watchpoints;
  return {{"allocation",
           {{"kind", allocation.kind},
            {"smallestInterval", allocation.smallest_interval},
            {"largestInterval", allocation.largest_interval},
            {"lastInterval", allocation.last_interval},
            {"bursts", counts.bursts},
            {"burstObjects", counts.burst_objects},
            {"runs", counts.runs},
            {"runObjects", counts.run_objects},
            {"ladder", LadderJson(allocation.ladder)}}},
          {"access", AccessSourceJson(facts.access, counts)},
          {"watchpoints",
           {{"kind", watchpoints.kind},
            {"reason", OrNull(watchpoints.reason)},
            {"slotsPerThread", watchpoints.slots_per_thread},
            {"armed", watchpoints.armed},
            {"traps", watchpoints.traps},
            {"stringSlowdown", OrNull(watchpoints.string_slowdown)},
            {"stringNanos", watchpoints.string_nanos}}},
          {"content", ContentSourceJson(facts.content, counts, options)},
          {"probes", ProbeSourceJson(facts.probes, counts)}};
}

json LossesJson(const base::LossCounters& losses) {
  json result = json::object();
  for (size_t i = 0; i < static_cast<size_t>(base::Loss::kCount); ++i) {
    const auto loss = static_cast<base::Loss>(i);
    if (const uint64_t count = losses.Get(loss); count != 0) result[base::LossName(loss)] = count;
  }
  return result;
}

json ThreadJson(uint32_t index, const ThreadRecord& thread) {
  return {{"id", index},
          {"name", thread.name},
          {"samples", thread.totals.samples},
          {"bytes", thread.totals.bytes.total},
          {"bytesVariance", thread.totals.bytes.variance},
          {"largestWeight", thread.totals.bytes.largest_weight},
          {"allocatedBytes", OrNull(thread.allocated_bytes)}};
}

json ClassJson(const ClassRecord& record) {
  return {{"name", record.name},
          {"hasReferences", OrNull(record.has_references)},
          {"minimumSize", OrNull(record.minimum_size)},
          {"fields", OrNull(record.fields)}};
}

json RereadingJson(const RereadingCounts& counts) {
  if (counts.objects == 0) return nullptr;
  return {{"objects", counts.objects}, {"changed", counts.changed}};
}

json ContextJson(const AllocationContext& context, bool pooled, EpochNumbers& epochs) {
  const ContextEvidence& evidence = context.evidence;
  const RunCounts runs = evidence.run_lengths.Total();
  ContentGroups groups(pooled);
  json content = ContentJson(evidence, groups, epochs);
  RunsJson described = DescribeRuns(evidence, groups, epochs);
  return {{"class", heap::Index(context.class_id)},
          {"frames", context.frames},
          {"truncated", context.truncated},
          {"allocation", AllocationJson(evidence)},
          {"accesses", AccessesJson(evidence.accesses)},
          {"comparisons", ComparisonsJson(evidence.comparisons)},
          {"content", std::move(content)},
          {"probed", ProbedJson(evidence, pooled, epochs)},
          {"runs", std::move(described.runs)},
          {"runContents", std::move(described.contents)},
          {"runSteps", RunStepsJson(evidence)},
          {"runsStarted", runs.started},
          {"runsDropped", runs.dropped},
          {"runsCut", runs.cut},
          {"runLengths", RunLengthsJson(evidence.run_lengths)},
          {"survival",
           {{"met", evidence.survival.survived + evidence.survival.died},
            {"survived", evidence.survival.survived},
            {"died", evidence.survival.died}}},
          {"rereading", RereadingJson(evidence.reread)}};
}

}  // namespace heaptwin::evidence
