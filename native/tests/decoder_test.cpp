#include "x86/decoder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace heaptwin::x86 {
namespace {

using Code = std::vector<uint8_t>;

// Registers that make every sum tell its terms apart.
Registers DistinctRegisters() {
  Registers registers;
  for (size_t i = 0; i < registers.general.size(); ++i)
    registers.general[i] = (i + 1) << 32 | (i + 1) << 8;
  registers.ip = 0x400000;
  return registers;
}

constexpr uint64_t R(int number) {
  const auto n = static_cast<uint64_t>(number) + 1;
  return n << 32 | n << 8;
}

struct MemoryCase {
  const char* text;  // the instruction as GNU as was given it
  Code code;
  uint64_t address;
  uint16_t size;
  bool reads;
  bool writes;
};

// Addresses, sizes and directions follow from the instruction's text (Intel SDM volume 2), not from
// a decoder.
const std::vector<MemoryCase>& MemoryCases() {
  static const std::vector<MemoryCase> cases = {
      {"mov rax,[rbx+8]", {0x48, 0x8b, 0x43, 0x08}, R(kRbx) + 8, 8, true, false},
      {"mov [rbx+rcx*4-16],edx",
       {0x89, 0x54, 0x8b, 0xf0},
       R(kRbx) + 4 * R(kRcx) - 16,
       4,
       false,
       true},
      {"add dword ptr [rsi],1", {0x83, 0x06, 0x01}, R(kRsi), 4, true, true},
      {"cmp byte ptr [r12+r9*8],0",
       {0x43, 0x80, 0x3c, 0xcc, 0x00},
       R(12) + 8 * R(9),
       1,
       true,
       false},
      {"movzx eax,word ptr [r13]", {0x41, 0x0f, 0xb7, 0x45, 0x00}, R(13), 2, true, false},
      {"mov rax,[rip+0x100]",
       {0x48, 0x8b, 0x05, 0x00, 0x01, 0x00, 0x00},
       0x400000 + 7 + 0x100,
       8,
       true,
       false},
      {"mov eax,[ebx+ecx]", {0x67, 0x8b, 0x04, 0x0b}, 0x400 + 0x200, 4, true, false},
      {"movabs rax,[0x1122334455667788]",
       {0x48, 0xa1, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11},
       0x1122334455667788,
       8,
       true,
       false},
      {"vmovdqu ymm0,[rdi]", {0xc5, 0xfe, 0x6f, 0x07}, R(kRdi), 32, true, false},
      {"vmovdqu64 zmm1,[rdi+64]",
       {0x62, 0xf1, 0xfe, 0x48, 0x6f, 0x4f, 0x01},
       R(kRdi) + 64,
       64,
       true,
       false},
      {"movsd xmm0,[r8+16]", {0xf2, 0x41, 0x0f, 0x10, 0x40, 0x10}, R(8) + 16, 8, true, false},
      {"vmovaps [r15+0x200],xmm3",
       {0xc4, 0xc1, 0x78, 0x29, 0x9f, 0x00, 0x02, 0x00, 0x00},
       R(15) + 0x200,
       16,
       false,
       true},
      {"lock cmpxchg [rdi],rcx", {0xf0, 0x48, 0x0f, 0xb1, 0x0f}, R(kRdi), 8, true, true},
      {"xchg [rax],rbx", {0x48, 0x87, 0x18}, R(kRax), 8, true, true},
      {"dec dword ptr [r15]", {0x41, 0xff, 0x0f}, R(15), 4, true, true},
      {"setne byte ptr [rbx]", {0x0f, 0x95, 0x03}, R(kRbx), 1, false, true},
      {"cmove rax,[rdx]", {0x48, 0x0f, 0x44, 0x02}, R(kRdx), 8, true, false},
      {"bt qword ptr [rax],3", {0x48, 0x0f, 0xba, 0x20, 0x03}, R(kRax), 8, true, false},
      {"mov r10d,[r12+rax*8+0xc]",
       {0x45, 0x8b, 0x54, 0xc4, 0x0c},
       R(12) + 8 * R(kRax) + 0xc,
       4,
       true,
       false},
      {"mov [rbp-8],rax", {0x48, 0x89, 0x45, 0xf8}, R(kRbp) - 8, 8, false, true},
      {"call [rax+0x30]", {0xff, 0x50, 0x30}, R(kRax) + 0x30, 8, true, false},
      {"jmp [rax]", {0xff, 0x20}, R(kRax), 8, true, false},
      {"push [rax]", {0xff, 0x30}, R(kRax), 8, true, false},
      {"movsq", {0x48, 0xa5}, R(kRdi), 8, false, true},
      {"scasb", {0xae}, R(kRdi), 1, true, false},
      {"rep stosq", {0xf3, 0x48, 0xab}, R(kRdi), 8, false, true},
  };
  return cases;
}

TEST(Decoder, FindsOperandSizeAndDirection) {
  for (const MemoryCase& c : MemoryCases()) {
    SCOPED_TRACE(c.text);
    const auto instruction = Decode(c.code);
    ASSERT_TRUE(instruction);
    EXPECT_EQ(instruction->length, c.code.size());
    ASSERT_EQ(instruction->access, Access::kMemory);
    const Registers registers = DistinctRegisters();
    EXPECT_EQ(EffectiveAddress(instruction->operand, registers, registers.ip + instruction->length),
              c.address);
    EXPECT_EQ(instruction->operand.size, c.size);
    EXPECT_EQ(instruction->operand.reads, c.reads);
    EXPECT_EQ(instruction->operand.writes, c.writes);
  }
}

struct OtherCase {
  const char* text;
  Code code;
  Access access;
};

TEST(Decoder, SkipsWhatIsNoAccessToData) {
  const OtherCase cases[] = {
      {"lea rax,[rbx+8]", {0x48, 0x8d, 0x43, 0x08}, Access::kNone},
      {"nop dword ptr [rax+rax]", {0x0f, 0x1f, 0x04, 0x00}, Access::kNone},
      {"prefetcht0 [rax]", {0x0f, 0x18, 0x08}, Access::kNone},
      {"prefetchw [rax]", {0x0f, 0x0d, 0x08}, Access::kNone},
      {"clflush [rax]", {0x0f, 0xae, 0x38}, Access::kNone},
      {"clflushopt [rax]", {0x66, 0x0f, 0xae, 0x38}, Access::kNone},
      {"add rax,rbx", {0x48, 0x01, 0xd8}, Access::kNone},
      {"mov rax,[rsp+8]", {0x48, 0x8b, 0x44, 0x24, 0x08}, Access::kStack},
      {"mov [rsp+rcx*8],rax", {0x48, 0x89, 0x04, 0xcc}, Access::kStack},
      {"push rax", {0x50}, Access::kStack},
      {"pop rcx", {0x59}, Access::kStack},
      {"leave", {0xc9}, Access::kStack},
      {"ret", {0xc3}, Access::kStack},
      {"call .+5", {0xe8, 0x00, 0x00, 0x00, 0x00}, Access::kStack},
      {"mov rax,fs:[0x28]",
       {0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0x00, 0x00, 0x00},
       Access::kUnsupported},
      {"mov rax,gs:[rbx]", {0x65, 0x48, 0x8b, 0x03}, Access::kUnsupported},
      {"vpgatherdd ymm0,[rax+ymm1*4],ymm2",
       {0xc4, 0xe2, 0x6d, 0x90, 0x04, 0x88},
       Access::kUnsupported},
      {"vmovdqu32 zmm0{k1},[rax]", {0x62, 0xf1, 0x7e, 0x49, 0x6f, 0x00}, Access::kUnsupported},
      {"vpmaskmovd ymm0,ymm1,[rax]", {0xc4, 0xe2, 0x75, 0x8c, 0x00}, Access::kUnsupported},
      {"bt [rax],rcx", {0x48, 0x0f, 0xa3, 0x08}, Access::kUnsupported},
      {"xlatb", {0xd7}, Access::kUnsupported},
      {"fxsave [rax]", {0x0f, 0xae, 0x00}, Access::kUnsupported},
  };
  for (const OtherCase& c : cases) {
    SCOPED_TRACE(c.text);
    const auto instruction = Decode(c.code);
    ASSERT_TRUE(instruction);
    EXPECT_EQ(instruction->length, c.code.size());
    EXPECT_EQ(static_cast<int>(instruction->access), static_cast<int>(c.access));
  }
}

TEST(Decoder, KnowsWhereStraightLineCodeEnds) {
  const std::vector<Code> ends = {{0xff, 0x50, 0x30}, {0xff, 0x20}, {0xc3}, {0xe8, 0, 0, 0, 0},
                                  {0x75, 0x02},       {0x0f, 0x05}, {0xcc}, {0xf4},
                                  {0x0f, 0x0b}};
  for (const Code& code : ends) EXPECT_TRUE(Decode(code)->ends_block) << static_cast<int>(code[0]);
  const std::vector<Code> goes_on = {{0x48, 0x8b, 0x43, 0x08}, {0x50}, {0xf3, 0xa4}, {0x0f, 0xa2}};
  for (const Code& code : goes_on)
    EXPECT_FALSE(Decode(code)->ends_block) << static_cast<int>(code[0]);
}

TEST(Decoder, NamesWrittenRegistersAlsoImpliedAndPartialOnes) {
  const auto bit = [](int number) { return static_cast<uint16_t>(1u << number); };
  EXPECT_EQ(Decode(Code{0x48, 0x01, 0xd8})->written, bit(kRax));              // add rax,rbx
  EXPECT_EQ(Decode(Code{0x48, 0xf7, 0xe1})->written, bit(kRax) | bit(kRdx));  // mul rcx
  EXPECT_EQ(Decode(Code{0x0f, 0xa2})->written,
            bit(kRax) | bit(kRbx) | bit(kRcx) | bit(kRdx));                 // cpuid
  EXPECT_EQ(Decode(Code{0x45, 0x8b, 0x54, 0xc4, 0x0c})->written, bit(10));  // mov r10d,[...]
  EXPECT_EQ(Decode(Code{0x50})->written, bit(kRsp));                        // push rax
  EXPECT_EQ(Decode(Code{0xf3, 0xa4})->written, bit(kRsi) | bit(kRdi) | bit(kRcx));  // rep movsb
  EXPECT_EQ(Decode(Code{0x8a, 0x23})->written, bit(kRax));                          // mov ah,[rbx]
  EXPECT_EQ(Decode(Code{0x89, 0x54, 0x8b, 0xf0})->written, 0);                      // mov [...],edx
}

TEST(Decoder, MarksRepeatedStringInstructions) {
  EXPECT_TRUE(Decode(Code{0xf3, 0xa4})->repeated);
  EXPECT_FALSE(Decode(Code{0x48, 0xa5})->repeated);
}

TEST(Decoder, RefusesCutOffAndInvalidCode) {
  EXPECT_FALSE(Decode(Code{0x48, 0x8b}));
  EXPECT_FALSE(Decode(Code{}));
  EXPECT_FALSE(Decode(Code{0x06}));  // push es: not in 64-bit mode
}

}  // namespace
}  // namespace heaptwin::x86
