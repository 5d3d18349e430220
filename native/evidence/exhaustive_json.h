#pragma once

#include <nlohmann/json.hpp>

#include "evidence/exhaustive_counts.h"

namespace heaptwin::evidence {

// "exhaustive" of a context, docs/profile-format.md.
nlohmann::json ExhaustiveJson(const ExhaustiveTotals& totals);

}  // namespace heaptwin::evidence
