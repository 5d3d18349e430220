#pragma once

namespace heaptwin::base {

// Version of the agent and of the profiles it writes; the analysis prints it beside its own.
inline constexpr const char* kVersion = "0.1.0";

}  // namespace heaptwin::base
