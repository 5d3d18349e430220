#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "x86/registers.h"

namespace heaptwin::x86 {

// One explicit or string memory operand.
struct MemoryOperand {
  int8_t base = kNoRegister;
  int8_t index = kNoRegister;
  uint8_t scale = 0;
  bool ip_relative = false;
  bool narrow_address = false;  // 67h: the address is computed in 32 bits
  bool reads = false;
  bool writes = false;
  uint16_t size = 0;  // bytes, 1..64
  int64_t displacement = 0;
};

enum class Access : uint8_t {
  kNone,         // touches no memory, or only what is not data: LEA, NOP, prefetch, cache control
  kMemory,       // `operand` is accessed
  kStack,        // only rsp-based operands: spills, push, pop, the return address
  kUnsupported,  // accesses memory at an address or under a condition that is not computed here:
                 // FS/GS, gather, masks, bit strings
};

struct Instruction {
  uint8_t length = 0;  // bytes
  Access access = Access::kNone;
  bool ends_block =
      false;  // control does not simply go on behind it: branch, call, return, system call, trap
  bool repeated = false;  // rep-prefixed: accesses only if rcx is not 0
  uint16_t written = 0;   // bit r: general register r is written, in whole or in part
  MemoryOperand operand;  // if access is kMemory
};

// The instruction that `code` begins with, in 64-bit mode; nullopt if it is none or is cut off. Of
// several memory operands the first that is not on the stack is taken. Async-signal-safe, no
// allocation, about 2 KB of stack.
std::optional<Instruction> Decode(std::span<const uint8_t> code) noexcept;

// Where `operand` of an instruction that ends at `next_ip` points.
uint64_t EffectiveAddress(const MemoryOperand& operand, const Registers& registers,
                          uint64_t next_ip) noexcept;

}  // namespace heaptwin::x86
