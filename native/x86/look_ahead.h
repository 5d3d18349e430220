#pragma once

#include <cstdint>

#include "x86/decoder.h"
#include "x86/registers.h"

namespace heaptwin::x86 {

enum class LookAheadEnd : uint8_t {
  kFound,
  kCodeUnreadable,  // the bytes at the interrupted ip could not be copied
  kUndecodable,     // no instruction, or a memory access whose address is not computed here
  kBlockEnd,        // a branch, call, return or system call came first
  kClobbered,       // the next access depends on a register that was written on the way to it
  kTooFar,          // no access within the instructions or bytes looked at
};

// An access that the interrupted thread is about to make.
struct UpcomingAccess {
  uint64_t ip;             // of the accessing instruction
  uint64_t address;        // effective address
  uint64_t base_register;  // value of the operand's base register; 0 if it has none
  MemoryOperand operand;
};

inline constexpr int kLookAheadInstructions = 16;
inline constexpr size_t kLookAheadBytes = 64;

// The first memory access at, or straight after, registers.ip: follows no branch, emulates nothing,
// and stops where it would have to guess. Accesses to the stack are passed over: rsp-based ones,
// and rbp-based ones that land just above rsp. The code is copied with base::GuardedCopy, because
// JIT-compiled code can be freed meanwhile. Async-signal-safe, about 4 KB of stack.
LookAheadEnd LookAhead(const Registers& registers, UpcomingAccess* access) noexcept;

}  // namespace heaptwin::x86
