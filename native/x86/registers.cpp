#include "x86/registers.h"

namespace heaptwin::x86 {

Registers RegistersOf(const ucontext_t& context) noexcept {
  static constexpr std::array<int, 16> kOrder = {
      REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  Registers registers;
  for (size_t i = 0; i < kOrder.size(); ++i) {
    registers.general[i] = static_cast<uint64_t>(context.uc_mcontext.gregs[kOrder[i]]);
  }
  registers.ip = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
  return registers;
}

}  // namespace heaptwin::x86
