#include "x86/look_ahead.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <vector>

namespace heaptwin::x86 {
namespace {

using Code = std::vector<uint8_t>;

// Code as it lies in memory; the page behind it cannot be read.
class LookAheadTest : public testing::Test {
 protected:
  LookAheadTest() {
    page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    pages_ = static_cast<uint8_t*>(
        mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::memset(pages_, 0xcc, page_);
    mprotect(pages_ + page_, page_, PROT_NONE);
    for (size_t i = 0; i < registers_.general.size(); ++i) registers_.general[i] = (i + 1) << 32;
  }
  ~LookAheadTest() override { munmap(pages_, 2 * page_); }

  LookAheadEnd Run(const Code& code) {
    std::memcpy(pages_, code.data(), code.size());
    registers_.ip = reinterpret_cast<uint64_t>(pages_);
    return LookAhead(registers_, &access_);
  }
  uint64_t& Register(int number) { return registers_.general[static_cast<size_t>(number)]; }

  uint8_t* pages_;
  size_t page_;
  Registers registers_;
  UpcomingAccess access_{};
};

TEST_F(LookAheadTest, TakesTheOperandAtTheInstructionItself) {
  ASSERT_EQ(Run({0x48, 0x8b, 0x43, 0x08}), LookAheadEnd::kFound);  // mov rax,[rbx+8]
  EXPECT_EQ(access_.ip, registers_.ip);
  EXPECT_EQ(access_.address, Register(kRbx) + 8);
  EXPECT_EQ(access_.base_register, Register(kRbx));
}

TEST_F(LookAheadTest, GoesOnPastInstructionsThatTouchNoData) {
  // lea rax,[rcx]; push rax; mov rdx,[rsp+8]; mov ecx,[rbx]
  ASSERT_EQ(Run({0x48, 0x8d, 0x01, 0x50, 0x48, 0x8b, 0x54, 0x24, 0x08, 0x8b, 0x0b}),
            LookAheadEnd::kFound);
  EXPECT_EQ(access_.ip, registers_.ip + 9);
  EXPECT_EQ(access_.address, Register(kRbx));
  EXPECT_EQ(access_.operand.size, 4);
}

TEST_F(LookAheadTest, StopsWhereTheAddressWasComputedOnTheWay) {
  EXPECT_EQ(Run({0x48, 0x01, 0xcb, 0x8b, 0x03}),
            LookAheadEnd::kClobbered);  // add rbx,rcx; mov eax,[rbx]
  EXPECT_EQ(Run({0x48, 0x01, 0xd9, 0x8b, 0x04, 0x8b}),
            LookAheadEnd::kClobbered);  // add rcx,rbx; mov eax,[rbx+rcx*4]
  // pop rbx; mov eax,[rbx]
  EXPECT_EQ(Run({0x5b, 0x8b, 0x03}), LookAheadEnd::kClobbered);
}

TEST_F(LookAheadTest, StopsAtBranchesCallsAndSystemCalls) {
  EXPECT_EQ(Run({0x75, 0x02, 0x8b, 0x03}), LookAheadEnd::kBlockEnd);        // jne; mov eax,[rbx]
  EXPECT_EQ(Run({0xc3, 0x8b, 0x03}), LookAheadEnd::kBlockEnd);              // ret
  EXPECT_EQ(Run({0x0f, 0x05, 0x8b, 0x03}), LookAheadEnd::kBlockEnd);        // syscall
  EXPECT_EQ(Run({0xe8, 0, 0, 0, 0, 0x8b, 0x03}), LookAheadEnd::kBlockEnd);  // call
}

TEST_F(LookAheadTest, ABranchThroughMemoryIsItselfAnAccess) {
  ASSERT_EQ(Run({0xff, 0x50, 0x30}), LookAheadEnd::kFound);  // call [rax+0x30]
  EXPECT_EQ(access_.address, Register(kRax) + 0x30);
}

TEST_F(LookAheadTest, DoesNotStepOverAnAccessItCannotCompute) {
  // mov rax,fs:[0x28]; mov ecx,[rbx]
  EXPECT_EQ(Run({0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0, 0x8b, 0x0b}),
            LookAheadEnd::kUndecodable);
}

TEST_F(LookAheadTest, PassesOverFrameSlotsOnlyWhileRbpIsAFramePointer) {
  const Code code = {0x48, 0x89, 0x45, 0xf8, 0x8b, 0x0b};  // mov [rbp-8],rax; mov ecx,[rbx]
  Register(kRsp) = 0x7fff00000000;
  Register(kRbp) = Register(kRsp) + 0x40;
  ASSERT_EQ(Run(code), LookAheadEnd::kFound);
  EXPECT_EQ(access_.address, Register(kRbx));

  Register(kRbp) = 0x600000000;  // an object, in compiled code
  ASSERT_EQ(Run(code), LookAheadEnd::kFound);
  EXPECT_EQ(access_.address, 0x600000000u - 8);
}

TEST_F(LookAheadTest, ARepeatedStringInstructionAccessesOnlyIfItRepeats) {
  const Code code = {0xf3, 0x48, 0xab, 0x8b, 0x03};  // rep stosq; mov eax,[rbx]
  Register(kRcx) = 3;
  ASSERT_EQ(Run(code), LookAheadEnd::kFound);
  EXPECT_EQ(access_.address, Register(kRdi));
  Register(kRcx) = 0;
  ASSERT_EQ(Run(code), LookAheadEnd::kFound);
  EXPECT_EQ(access_.address, Register(kRbx));
}

TEST_F(LookAheadTest, LooksOnlySoFar) {
  const Code code(100, 0x90);  // nop
  EXPECT_EQ(Run(code), LookAheadEnd::kTooFar);
}

TEST_F(LookAheadTest, ReadsCodeUpToTheEndOfWhatIsMapped) {
  uint8_t* last = pages_ + page_ - 2;
  last[0] = 0x8b;  // mov eax,[rbx]
  last[1] = 0x03;
  registers_.ip = reinterpret_cast<uint64_t>(last);
  ASSERT_EQ(LookAhead(registers_, &access_), LookAheadEnd::kFound);
  EXPECT_EQ(access_.address, Register(kRbx));
  registers_.ip = reinterpret_cast<uint64_t>(pages_ + page_);
  EXPECT_EQ(LookAhead(registers_, &access_), LookAheadEnd::kCodeUnreadable);
}

TEST_F(LookAheadTest, RefusesInvalidCode) { EXPECT_EQ(Run({0x06}), LookAheadEnd::kUndecodable); }

}  // namespace
}  // namespace heaptwin::x86
