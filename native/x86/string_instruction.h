#pragma once

#include "x86/registers.h"

namespace heaptwin::x86 {

// Whether the interrupted thread is at a repeated copy or fill (rep movs, rep stos), which is
// interrupted again and again until it is done. Async-signal-safe.
bool AtRepeatedCopyOrFill(const Registers& registers) noexcept;

}  // namespace heaptwin::x86
