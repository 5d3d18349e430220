#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <vector>

#include "x86/decoder.h"

namespace heaptwin::x86 {
namespace {

// Loads and stores as compiled Java code has them: field, array element, lock prefix, vector.
const std::array<std::vector<uint8_t>, 8> kCode = {{
    {0x48, 0x8b, 0x43, 0x08},                       // mov rax,[rbx+8]
    {0x89, 0x54, 0x8b, 0xf0},                       // mov [rbx+rcx*4-16],edx
    {0x83, 0x06, 0x01},                             // add dword ptr [rsi],1
    {0x43, 0x80, 0x3c, 0xcc, 0x00},                 // cmp byte ptr [r12+r9*8],0
    {0x41, 0x0f, 0xb7, 0x45, 0x00},                 // movzx eax,word ptr [r13]
    {0x48, 0x8b, 0x05, 0x00, 0x01, 0x00, 0x00},     // mov rax,[rip+0x100]
    {0xf0, 0x48, 0x0f, 0xb1, 0x0f},                 // lock cmpxchg [rdi],rcx
    {0xc5, 0xfe, 0x6f, 0x84, 0x8e, 0x10, 0, 0, 0},  // vmovdqu ymm0,[rsi+rcx*4+0x10]
}};

// From an instruction's bytes to the address it uses, as in a signal handler.
void OperandDecode(benchmark::State& state) {
  Registers registers;
  registers.general.fill(0x1000);
  registers.ip = 0x400000;
  size_t next = 0;
  for (auto _ : state) {
    const auto instruction = Decode(kCode[next++ % kCode.size()]);
    if (!instruction || instruction->access != Access::kMemory) {
      state.SkipWithError("an instruction was not decoded");
      break;
    }
    benchmark::DoNotOptimize(
        EffectiveAddress(instruction->operand, registers, registers.ip + instruction->length));
  }
}
BENCHMARK(OperandDecode);

}  // namespace
}  // namespace heaptwin::x86
