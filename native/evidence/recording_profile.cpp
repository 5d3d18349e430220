// The profile: copied from the recording context by context, so that the mutex is held briefly, and
// serialised without it.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/version.h"
#include "evidence/atomic_gzip_file.h"
#include "evidence/exhaustive_json.h"
#include "evidence/profile_json.h"
#include "evidence/recording_state.h"

namespace heaptwin::evidence {
namespace {

using nlohmann::json;

constexpr const char* kSchema = "heaptwin-profile/1";
constexpr size_t kFramesPerLock = 1024;

// Names come from the target and need not be valid UTF-8.
std::string Dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

// Reads the state piece by piece. While the target runs the pieces are from slightly different
// moments; after FinishEvidence they agree. Contexts are read before the tables that they point
// into, so no index dangles.
class Recording::ProfileReader {
 public:
  explicit ProfileReader(const State& state) : state_(state) {}

  size_t Contexts() const {
    const std::lock_guard lock(state_.mutex);
    return state_.contexts.size();
  }

  json Context(size_t index) {
    const heap::ContextId id{static_cast<uint32_t>(index)};
    AllocationContext context;
    bool pooled = false;
    std::optional<ExhaustiveTotals> exhaustive;
    {
      const std::lock_guard lock(state_.mutex);
      context = state_.contexts.at(id);
      pooled = state_.classes.at(context.class_id).Pooled();
      if (state_.exhaustive != nullptr) exhaustive = state_.exhaustive->counts.Of(id);
    }
    json result = ContextJson(context, pooled, epochs_);
    result["exhaustive"] = exhaustive ? ExhaustiveJson(*exhaustive) : json(nullptr);
    return result;
  }

  // Everything but the contexts.
  json Rest(const ProfileFacts& facts) const {
    return {
        {"schema", kSchema},
        {"agent", {{"version", base::kVersion}}},
        {"target", TargetJson(facts.target)},
        {"recording", RecordingJson(facts.recording)},
        {"sources", SourcesJson(facts, CopyCounts(), state_.options)},
        {"losses", LossesJson(state_.losses)},
        {"collections", {{"count", facts.collections.count}, {"silent", facts.collections.silent}}},
        {"cost", CostJson(facts.cost)},
        {"threads", Threads()},
        {"sites", Sites()},
        {"classes", Classes()},
        {"frames", Frames()}};
  }

 private:
  Counts CopyCounts() const {
    const std::lock_guard lock(state_.mutex);
    return state_.counts;
  }

  json Threads() const {
    json result = json::array();
    for (uint32_t i = 0;; ++i) {
      ThreadRecord thread;
      {
        const std::lock_guard lock(state_.mutex);
        if (i >= state_.threads.all().size()) return result;
        thread = state_.threads.all()[i];
      }
      result.push_back(ThreadJson(i, thread));
    }
  }

  // Of an exhaustive recording.
  json Sites() const {
    if (state_.exhaustive == nullptr) return nullptr;
    json result = json::array();
    for (size_t i = 0;; ++i) {
      ExhaustiveSites::Site site;
      ExhaustiveTotals totals;
      {
        const std::lock_guard lock(state_.mutex);
        if (i >= state_.exhaustive->sites.size()) return result;
        site = state_.exhaustive->sites.at(i);
        totals = state_.exhaustive->sites.Of(i);
      }
      const bool known = site.frame != ExhaustiveSites::kNoFrame;
      result.push_back({{"class", heap::Index(site.class_id)},
                        {"frame", known ? json(site.frame) : json(nullptr)},
                        {"exhaustive", ExhaustiveJson(totals)}});
    }
  }

  json Classes() const {
    json result = json::array();
    for (size_t i = 0;; ++i) {
      ClassRecord record;
      {
        const std::lock_guard lock(state_.mutex);
        if (i >= state_.classes.all().size()) return result;
        const ClassRecord& source = state_.classes.all()[i];
        record.name = source.name;
        record.has_references = source.has_references;
        record.minimum_size = source.minimum_size;
        record.fields = source.fields;
      }
      result.push_back(ClassJson(record));
    }
  }

  json Frames() const {
    json result = json::array();
    while (true) {
      const std::lock_guard lock(state_.mutex);
      const auto& frames = state_.contexts.frames();
      const size_t start = result.size();
      const size_t end = std::min(frames.size(), start + kFramesPerLock);
      if (start == end) return result;
      for (size_t i = start; i < end; ++i) result.push_back(frames[i]);
    }
  }

  const State& state_;
  EpochNumbers epochs_;
};

json Recording::Profile(const ProfileFacts& facts) const {
  ProfileReader reader(*state_);
  json contexts = json::array();
  const size_t count = reader.Contexts();
  for (size_t i = 0; i < count; ++i) contexts.push_back(reader.Context(i));
  json profile = reader.Rest(facts);
  profile["contexts"] = std::move(contexts);
  return profile;
}

std::optional<std::string> Recording::WriteProfile(const std::string& path,
                                                   const ProfileFacts& facts) const {
  AtomicGzipFile file(path);
  if (auto error = file.Open()) return error;
  // Context by context: the whole profile as a JSON tree would be many times the recording.
  ProfileReader reader(*state_);
  if (auto error = file.Write("{\"contexts\":[")) return error;
  const size_t count = reader.Contexts();
  for (size_t i = 0; i < count; ++i) {
    if (auto error = file.Write((i == 0 ? "\n" : ",\n") + Dump(reader.Context(i)))) return error;
  }
  // The rest is a JSON object of its own; its opening brace gives way to a comma.
  if (auto error = file.Write("],\n" + Dump(reader.Rest(facts)).substr(1) + "\n")) return error;
  return file.Commit();
}

}  // namespace heaptwin::evidence
