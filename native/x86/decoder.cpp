#include "x86/decoder.h"

#include <Zydis/Zydis.h>

namespace heaptwin::x86 {
namespace {

constexpr uint16_t kLargestOperand =
    64;  // bytes: one AVX-512 register; beyond are state images (fxsave, xsave)

int8_t GeneralRegister(ZydisRegister name) noexcept {
  const ZydisRegister wide = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, name);
  if (ZydisRegisterGetClass(wide) != ZYDIS_REGCLASS_GPR64) return kNoRegister;
  return ZydisRegisterGetId(wide);
}

bool EndsBlock(const ZydisDecodedInstruction& instruction) noexcept {
  switch (instruction.meta.category) {
    case ZYDIS_CATEGORY_CALL:
    case ZYDIS_CATEGORY_COND_BR:
    case ZYDIS_CATEGORY_UNCOND_BR:
    case ZYDIS_CATEGORY_RET:
    case ZYDIS_CATEGORY_INTERRUPT:
    case ZYDIS_CATEGORY_SYSCALL:
    case ZYDIS_CATEGORY_SYSRET:
    case ZYDIS_CATEGORY_SYSTEM:
      return true;
    default:
      break;
  }
  switch (instruction.mnemonic) {
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_UD2:
      return true;
    default:
      return instruction.meta.branch_type != ZYDIS_BRANCH_TYPE_NONE;
  }
}

// Memory operands of these name an address without loading or storing data there.
bool TouchesNoData(const ZydisDecodedInstruction& instruction) noexcept {
  switch (instruction.meta.category) {
    case ZYDIS_CATEGORY_NOP:
    case ZYDIS_CATEGORY_WIDENOP:
    case ZYDIS_CATEGORY_PREFETCH:
    case ZYDIS_CATEGORY_PREFETCHWT1:
    case ZYDIS_CATEGORY_CLDEMOTE:
    case ZYDIS_CATEGORY_CLFLUSHOPT:
    case ZYDIS_CATEGORY_CLWB:
      return true;
    default:
      return instruction.mnemonic == ZYDIS_MNEMONIC_CLFLUSH;
  }
}

// Whether the address, or whether there is an access at all, depends on more than base, index and
// displacement.
bool AccessIsConditional(const ZydisDecodedInstruction& instruction,
                         const ZydisDecodedOperand* operands) noexcept {
  if (instruction.avx.mask.reg != ZYDIS_REGISTER_NONE &&
      instruction.avx.mask.reg != ZYDIS_REGISTER_K0) {
    return true;
  }
  switch (instruction.mnemonic) {
    case ZYDIS_MNEMONIC_MASKMOVDQU:
    case ZYDIS_MNEMONIC_MASKMOVQ:
    case ZYDIS_MNEMONIC_VMASKMOVDQU:
    case ZYDIS_MNEMONIC_VMASKMOVPD:
    case ZYDIS_MNEMONIC_VMASKMOVPS:
    case ZYDIS_MNEMONIC_VPMASKMOVD:
    case ZYDIS_MNEMONIC_VPMASKMOVQ:
    case ZYDIS_MNEMONIC_XLAT:
      return true;
    case ZYDIS_MNEMONIC_BT:
    case ZYDIS_MNEMONIC_BTC:
    case ZYDIS_MNEMONIC_BTR:
    case ZYDIS_MNEMONIC_BTS:
      // The bit offset in a register reaches far beyond the operand.
      return operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER;
    default:
      return false;
  }
}

MemoryOperand Translate(const ZydisDecodedOperand& operand, uint8_t address_width) noexcept {
  const ZydisDecodedOperandMem& mem = operand.mem;
  MemoryOperand result;
  result.ip_relative = mem.base == ZYDIS_REGISTER_RIP || mem.base == ZYDIS_REGISTER_EIP;
  if (!result.ip_relative) result.base = GeneralRegister(mem.base);
  result.index = GeneralRegister(mem.index);
  result.scale = mem.scale;
  result.narrow_address = address_width == 32;
  result.reads = (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
  result.writes = (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
  result.size = static_cast<uint16_t>(operand.size / 8);
  result.displacement = mem.disp.has_displacement ? mem.disp.value : 0;
  return result;
}

Access Classify(const ZydisDecodedOperand& operand) noexcept {
  const ZydisDecodedOperandMem& mem = operand.mem;
  if (mem.type == ZYDIS_MEMOP_TYPE_AGEN) return Access::kNone;
  if ((operand.actions & (ZYDIS_OPERAND_ACTION_MASK_READ | ZYDIS_OPERAND_ACTION_MASK_WRITE)) == 0) {
    return Access::kNone;
  }
  if (mem.type != ZYDIS_MEMOP_TYPE_MEM) return Access::kUnsupported;
  if (mem.segment == ZYDIS_REGISTER_FS || mem.segment == ZYDIS_REGISTER_GS) {
    return Access::kUnsupported;
  }
  const int8_t base = GeneralRegister(mem.base);
  if (base == kRsp) return Access::kStack;
  // `leave` reads its saved frame pointer through rbp.
  if (operand.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN && base == kRbp) return Access::kStack;
  const uint16_t size = static_cast<uint16_t>(operand.size / 8);
  return size == 0 || size > kLargestOperand ? Access::kUnsupported : Access::kMemory;
}

void DescribeAccess(const ZydisDecodedInstruction& raw, const ZydisDecodedOperand* operands,
                    Instruction* result) noexcept {
  if (TouchesNoData(raw)) return;
  for (uint8_t i = 0; i < raw.operand_count; ++i) {
    if (operands[i].type != ZYDIS_OPERAND_TYPE_MEMORY) continue;
    const Access access = Classify(operands[i]);
    if (access == Access::kNone) continue;
    result->access = access;
    if (access == Access::kStack) continue;
    if (access == Access::kMemory) result->operand = Translate(operands[i], raw.address_width);
    break;
  }
  if (result->access == Access::kMemory && AccessIsConditional(raw, operands)) {
    result->access = Access::kUnsupported;
  }
}

uint16_t WrittenRegisters(const ZydisDecodedInstruction& raw,
                          const ZydisDecodedOperand* operands) noexcept {
  uint16_t written = 0;
  for (uint8_t i = 0; i < raw.operand_count; ++i) {
    if (operands[i].type != ZYDIS_OPERAND_TYPE_REGISTER) continue;
    if ((operands[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) == 0) continue;
    const int8_t number = GeneralRegister(operands[i].reg.value);
    if (number != kNoRegister) written |= static_cast<uint16_t>(1u << number);
  }
  return written;
}

}  // namespace

std::optional<Instruction> Decode(std::span<const uint8_t> code) noexcept {
  // Two small fields: cheaper to set up per call than to share safely with signal handlers.
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  ZydisDecodedInstruction raw;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code.data(), code.size(), &raw, operands))) {
    return std::nullopt;
  }
  Instruction result;
  result.length = raw.length;
  result.ends_block = EndsBlock(raw);
  constexpr ZydisInstructionAttributes kRepeats =
      ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE;
  result.repeated = (raw.attributes & kRepeats) != 0;
  result.written = WrittenRegisters(raw, operands);
  DescribeAccess(raw, operands, &result);
  return result;
}

uint64_t EffectiveAddress(const MemoryOperand& operand, const Registers& registers,
                          uint64_t next_ip) noexcept {
  uint64_t address = static_cast<uint64_t>(operand.displacement);
  if (operand.ip_relative) address += next_ip;
  address += registers.Value(operand.base) + registers.Value(operand.index) * operand.scale;
  return operand.narrow_address ? static_cast<uint32_t>(address) : address;
}

}  // namespace heaptwin::x86
