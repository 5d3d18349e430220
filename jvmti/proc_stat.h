#pragma once

#include <string>
#include <vector>

namespace heaptwin::agent {

// The fields of a stat file of proc(5) after the command's name, which may hold anything: the first
// is the third of the manual, the state. Empty if the file cannot be read.
std::vector<std::string> ProcStatFields(const std::string& path);

// Where in them the manual's field of that number stands.
constexpr size_t ProcStatIndex(size_t field) { return field - 3; }

}  // namespace heaptwin::agent
