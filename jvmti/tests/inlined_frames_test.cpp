#include "inlined_frames.h"

#include <gtest/gtest.h>

#include <map>

namespace heaptwin::agent {
namespace {

using Frame = MemoryStack::Frame;

// Methods are small numbers, and so are the addresses of compiled frames: 1,000 and up.
jvmtiFrameInfo Seen(uint64_t method, jlocation location) {
  return {reinterpret_cast<jmethodID>(method), location};
}

Frame Interpreted(uint64_t method, int64_t bci) { return {~method, bci}; }

class InlinedFramesTest : public ::testing::Test {
 protected:
  // A compiled frame made for a method.
  Frame Compiled(uint64_t pc, uint64_t method) {
    made_for_[pc] = method;
    return {pc, /*compile id*/ 1};
  }
  void Learn(const std::vector<Frame>& frames, const std::vector<jvmtiFrameInfo>& seen) {
    inlined_.Learn(frames, seen, [&](const Frame& frame) { return made_for_[frame.method]; });
  }
  // Methods and locations of JVMTI's account; empty if there is none.
  std::vector<std::pair<uint64_t, jlocation>> Compose(const std::vector<Frame>& frames,
                                                      size_t room = MemoryStack::kMost) {
    std::vector<jvmtiFrameInfo> out(room);
    const auto count = inlined_.Compose(frames, out);
    std::vector<std::pair<uint64_t, jlocation>> composed;
    for (size_t i = 0; count && i < *count; ++i) {
      composed.emplace_back(reinterpret_cast<uint64_t>(out[i].method), out[i].location);
    }
    return composed;
  }

  InlinedFrames inlined_;
  std::map<uint64_t, uint64_t> made_for_;
};

using Stack = std::vector<std::pair<uint64_t, jlocation>>;

TEST_F(InlinedFramesTest, InterpretedFramesSpeakForThemselves) {
  EXPECT_EQ(Compose({Interpreted(5, 7), Interpreted(6, -1)}), (Stack{{5, 7}, {6, -1}}));
}

TEST_F(InlinedFramesTest, ACompiledFrameIsUnknownUntilItIsLearnt) {
  const Frame frame = Compiled(1000, 6);
  EXPECT_TRUE(Compose({frame}).empty());
  Learn({frame}, {Seen(5, 1), Seen(6, 2)});
  EXPECT_EQ(Compose({frame}), (Stack{{5, 1}, {6, 2}}));
}

TEST_F(InlinedFramesTest, FramesEndWithTheMethodTheyWereMadeFor) {
  const Frame upper = Compiled(1000, 6);
  const Frame lower = Compiled(2000, 8);
  Learn({upper, lower}, {Seen(5, 1), Seen(6, 2), Seen(7, 3), Seen(8, 4)});
  EXPECT_EQ(Compose({lower, upper}), (Stack{{7, 3}, {8, 4}, {5, 1}, {6, 2}}));
}

TEST_F(InlinedFramesTest, WhatCanBeDividedInTwoWaysIsNotLearnt) {
  // Method 6 ends the upper frame at the first or at the second place: the other one may be
  // inlined into method 8.
  const Frame upper = Compiled(1000, 6);
  const Frame lower = Compiled(2000, 8);
  Learn({upper, lower}, {Seen(6, 1), Seen(6, 2), Seen(8, 4)});
  EXPECT_TRUE(Compose({upper}).empty());
  EXPECT_TRUE(Compose({lower}).empty());
}

TEST_F(InlinedFramesTest, KnownFramesDecideWhatWasAmbiguous) {
  const Frame upper = Compiled(1000, 6);
  const Frame lower = Compiled(2000, 8);
  Learn({lower, Interpreted(9, 1)}, {Seen(8, 4), Seen(9, 1)});
  Learn({upper, lower}, {Seen(6, 1), Seen(6, 2), Seen(8, 4)});
  EXPECT_EQ(Compose({upper}), (Stack{{6, 1}, {6, 2}}));
}

TEST_F(InlinedFramesTest, OneAmbiguousPairDoesNotKeepOthersFromBeingLearnt) {
  const Frame top = Compiled(3000, 3);
  const Frame upper = Compiled(1000, 6);
  const Frame lower = Compiled(2000, 8);
  Learn({top, upper, lower}, {Seen(2, 9), Seen(3, 9), Seen(6, 1), Seen(6, 2), Seen(8, 4)});
  EXPECT_EQ(Compose({top}), (Stack{{2, 9}, {3, 9}}));
  EXPECT_TRUE(Compose({upper}).empty());
}

TEST_F(InlinedFramesTest, AnAccountThatDoesNotFitTeachesNothing) {
  const Frame frame = Compiled(1000, 6);
  Learn({frame, Interpreted(9, 1)}, {Seen(5, 1), Seen(6, 2), Seen(9, 2)});
  EXPECT_TRUE(Compose({frame}).empty()) << "the interpreted frame stands elsewhere";
  Learn({frame}, {Seen(6, 2), Seen(7, 3)});
  EXPECT_TRUE(Compose({frame}).empty()) << "ends with another method";
}

TEST_F(InlinedFramesTest, TheSameAddressCompiledAnewIsAnotherFrame) {
  const Frame frame = Compiled(1000, 6);
  Learn({frame}, {Seen(6, 2)});
  EXPECT_TRUE(Compose({{frame.method, frame.bci + 1}}).empty());
}

TEST_F(InlinedFramesTest, StopsWhereThereIsNoRoom) {
  const Frame frame = Compiled(1000, 6);
  Learn({frame}, {Seen(4, 1), Seen(5, 1), Seen(6, 2)});
  EXPECT_EQ(Compose({Interpreted(9, 1), frame}, 3), (Stack{{9, 1}, {4, 1}, {5, 1}}));
}

}  // namespace
}  // namespace heaptwin::agent
