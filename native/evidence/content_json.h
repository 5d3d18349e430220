#pragma once

#include <nlohmann/json.hpp>

#include "evidence/context_evidence.h"
#include "evidence/profile_json.h"

namespace heaptwin::evidence {

// "content" of a context: an array with the entry for depth 0, empty if nothing was inspected.
// Equal fingerprint and size, and the same epoch unless `pooled`, is one group; groups are numbered
// by their first object.
nlohmann::json ContentJson(const ContextEvidence& evidence, bool pooled, EpochNumbers& epochs);
// "runLengths" of a context.
nlohmann::json RunLengthsJson(const RunLengths& lengths);
// "content" of a context's "probed": as ContentJson, of the objects that probes registered, with
// "period" in the place of "interval".
nlohmann::json ProbedContentJson(const ContextEvidence& evidence, bool pooled,
                                 EpochNumbers& epochs);
// "runs" of a context.
nlohmann::json RunsJson(const ContextEvidence& evidence, EpochNumbers& epochs);

}  // namespace heaptwin::evidence
