#pragma once

#include <optional>
#include <string>

namespace heaptwin::selftest {

// Each returns nullopt if the facility works on the calling thread, else one line "what; remedy".

// Arms a debug register on own words in turn, touches them, and expects one record per touch; then
// checks that a watch of an earlier epoch yields none.
std::optional<std::string> CheckWatchpoints();
// Samples a loop over an own array and expects addresses inside it.
std::optional<std::string> CheckClockSampler();
// Copies readable and unreadable memory.
std::optional<std::string> CheckGuardedCopy();

}  // namespace heaptwin::selftest
