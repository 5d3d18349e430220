#include "x86/look_ahead.h"

#include <array>
#include <span>

#include "base/guarded_copy.h"

namespace heaptwin::x86 {
namespace {

constexpr uint64_t kPage = 4096;
constexpr uint64_t kRedZone = 128;  // below rsp, System V ABI
constexpr uint64_t kFrameReach = 1
                                 << 20;  // rbp-based operands this far above rsp belong to a frame

// Copies up to kLookAheadBytes from `ip`, less where the next page is unreadable; returns how many.
size_t CopyCode(uint64_t ip, std::array<uint8_t, kLookAheadBytes>* code) noexcept {
  if (base::GuardedCopy(code->data(), ip, code->size())) return code->size();
  const size_t to_page_end = static_cast<size_t>(kPage - ip % kPage);
  if (to_page_end >= code->size()) return 0;
  return base::GuardedCopy(code->data(), ip, to_page_end) ? to_page_end : 0;
}

bool Depends(int8_t register_number, uint16_t written) noexcept {
  return register_number != kNoRegister && (written >> register_number & 1) != 0;
}

bool IsClobbered(const Instruction& instruction, uint16_t written) noexcept {
  return Depends(instruction.operand.base, written) ||
         Depends(instruction.operand.index, written) ||
         (instruction.repeated && Depends(kRcx, written));
}

bool IsFrameAccess(const MemoryOperand& operand, uint64_t address,
                   const Registers& registers) noexcept {
  if (operand.base != kRbp) return false;
  // One comparison for both ends: below the red zone the difference wraps around.
  return address - (registers.general[kRsp] - kRedZone) < kRedZone + kFrameReach;
}

}  // namespace

LookAheadEnd LookAhead(const Registers& registers, UpcomingAccess* access) noexcept {
  std::array<uint8_t, kLookAheadBytes> code;
  const size_t available = CopyCode(registers.ip, &code);
  if (available == 0) return LookAheadEnd::kCodeUnreadable;

  size_t offset = 0;
  uint16_t written = 0;
  for (int i = 0; i < kLookAheadInstructions && offset < available; ++i) {
    const auto instruction =
        Decode(std::span<const uint8_t>(code).subspan(offset, available - offset));
    if (!instruction) return i == 0 ? LookAheadEnd::kUndecodable : LookAheadEnd::kTooFar;
    if (instruction->access == Access::kUnsupported) return LookAheadEnd::kUndecodable;
    if (instruction->access == Access::kMemory) {
      if (IsClobbered(*instruction, written)) return LookAheadEnd::kClobbered;
      const MemoryOperand& operand = instruction->operand;
      const uint64_t ip = registers.ip + offset;
      const uint64_t address = EffectiveAddress(operand, registers, ip + instruction->length);
      const bool happens = !instruction->repeated || registers.general[kRcx] != 0;
      if (happens && !IsFrameAccess(operand, address, registers)) {
        *access = {ip, address, registers.Value(operand.base), operand};
        return LookAheadEnd::kFound;
      }
    }
    if (instruction->ends_block) return LookAheadEnd::kBlockEnd;
    written |= instruction->written;
    offset += instruction->length;
  }
  return LookAheadEnd::kTooFar;
}

}  // namespace heaptwin::x86
