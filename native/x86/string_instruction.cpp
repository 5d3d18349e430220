#include "x86/string_instruction.h"

#include <array>
#include <cstdint>

#include "base/guarded_copy.h"

namespace heaptwin::x86 {
namespace {

// The longest in use: operand size, rep, rex, opcode.
constexpr size_t kLongest = 4;

bool IsRepeat(uint8_t byte) noexcept { return byte == 0xf2 || byte == 0xf3; }

bool IsOtherPrefix(uint8_t byte) noexcept {
  return byte == 0x66 || byte == 0x67 || (byte & 0xf0) == 0x40;
}

bool IsCopyOrFill(uint8_t opcode) noexcept {
  return opcode == 0xa4 || opcode == 0xa5 || opcode == 0xaa || opcode == 0xab;
}

}  // namespace

bool AtRepeatedCopyOrFill(const Registers& registers) noexcept {
  std::array<uint8_t, kLongest> code;
  if (!base::GuardedCopy(code.data(), registers.ip, code.size())) return false;
  bool repeated = false;
  for (const uint8_t byte : code) {
    if (IsCopyOrFill(byte)) return repeated;
    if (!IsRepeat(byte) && !IsOtherPrefix(byte)) return false;
    repeated = repeated || IsRepeat(byte);
  }
  return false;
}

}  // namespace heaptwin::x86
