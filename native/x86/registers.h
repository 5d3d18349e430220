#pragma once

#include <ucontext.h>

#include <array>
#include <cstdint>

namespace heaptwin::x86 {

// Numbers of the general registers as the hardware encodes them; r8..r15 are 8..15.
enum RegisterNumber : int8_t {
  kNoRegister = -1,
  kRax = 0,
  kRcx = 1,
  kRdx = 2,
  kRbx = 3,
  kRsp = 4,
  kRbp = 5,
  kRsi = 6,
  kRdi = 7,
};

// What an operand's address can depend on. Smaller than Zydis' register context (2 KB), because it
// lives on signal frames.
struct Registers {
  std::array<uint64_t, 16> general{};  // by RegisterNumber
  uint64_t ip = 0;

  // Of a general register; 0 for kNoRegister, so that a base or index that is not there adds
  // nothing.
  uint64_t Value(int8_t number) const noexcept {
    return number == kNoRegister ? 0 : general[static_cast<uint8_t>(number)];
  }
};

// Of the interrupted code. Async-signal-safe.
Registers RegistersOf(const ucontext_t& context) noexcept;

}  // namespace heaptwin::x86
