#pragma once

#include <string_view>

namespace heaptwin::agent {

// Address of a local symbol of the shared library that holds `address_in_library`. The dynamic
// linker knows exported symbols only; the others are in the file's own table, if it was not
// stripped. Reads the file: not for hot paths. Nullptr if there is no such symbol.
const void* FindLocalSymbol(const void* address_in_library, std::string_view name);

}  // namespace heaptwin::agent
