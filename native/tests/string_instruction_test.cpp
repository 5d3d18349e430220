#include "x86/string_instruction.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace heaptwin::x86 {
namespace {

bool At(std::vector<uint8_t> code) {
  code.resize(16, 0x90);
  Registers registers;
  registers.ip = reinterpret_cast<uintptr_t>(code.data());
  return AtRepeatedCopyOrFill(registers);
}

TEST(StringInstructionTest, KnowsRepeatedCopiesAndFills) {
  EXPECT_TRUE(At({0xf3, 0xa4}));              // rep movsb
  EXPECT_TRUE(At({0xf3, 0x48, 0xa5}));        // rep movsq
  EXPECT_TRUE(At({0xf3, 0xaa}));              // rep stosb
  EXPECT_TRUE(At({0xf3, 0x48, 0xab}));        // rep stosq
  EXPECT_TRUE(At({0x66, 0xf3, 0xab}));        // rep stosw
  EXPECT_TRUE(At({0xf3, 0x66, 0x41, 0xa5}));  // prefixes in another order
}

TEST(StringInstructionTest, NothingElse) {
  EXPECT_FALSE(At({0xa4}));                    // movsb, once
  EXPECT_FALSE(At({0x48, 0xab}));              // stosq, once
  EXPECT_FALSE(At({0xf3, 0xa6}));              // repe cmpsb: not slowed
  EXPECT_FALSE(At({0xf3, 0x0f, 0x6f, 0xa4}));  // movdqu, whose operand byte is a4
  EXPECT_FALSE(At({0xf3, 0xc3}));              // rep ret
  EXPECT_FALSE(At({0x90, 0xf3, 0xa4}));
}

TEST(StringInstructionTest, UnreadableCodeIsNone) {
  Registers registers;
  registers.ip = 8;
  EXPECT_FALSE(AtRepeatedCopyOrFill(registers));
}

}  // namespace
}  // namespace heaptwin::x86
