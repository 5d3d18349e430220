#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/loss.h"
#include "evidence/class_table.h"
#include "evidence/context_store.h"
#include "evidence/events.h"
#include "evidence/profile_facts.h"
#include "evidence/recording_options.h"
#include "evidence/thread_table.h"

namespace heaptwin::evidence {

// The pieces of docs/profile-format.md as JSON, each from a copy of the recording's state. Any
// thread.

// Epoch stamps to the profile's dense numbers, in order of first use.
class EpochNumbers {
 public:
  uint32_t Of(uint64_t stamp);

 private:
  std::unordered_map<uint64_t, uint32_t> numbers_;
};

nlohmann::json TargetJson(const ProfileFacts::Target& target);
nlohmann::json RecordingJson(const ProfileFacts::Time& time);
nlohmann::json CostJson(const ProfileFacts::Cost& cost);
nlohmann::json SourcesJson(const ProfileFacts& facts, const Counts& counts,
                           const RecordingOptions& options);
nlohmann::json LossesJson(const base::LossCounters& losses);
nlohmann::json ThreadJson(uint32_t index, const ThreadRecord& thread);
nlohmann::json ClassJson(const ClassRecord& record);
// `pooled`: the class's contents compare across epochs.
nlohmann::json ContextJson(const AllocationContext& context, bool pooled, EpochNumbers& epochs);

}  // namespace heaptwin::evidence
