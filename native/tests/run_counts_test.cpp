#include "evidence/run_counts.h"

#include <gtest/gtest.h>

namespace heaptwin::evidence {
namespace {

TEST(RunLengthsTest, CountsByOctave) {
  RunLengths lengths;
  ++lengths.Of(1).started;
  ++lengths.Of(64).started;
  ++lengths.Of(127).started;
  ++lengths.Of(127).dropped;
  ++lengths.Of(128).started;
  ASSERT_EQ(lengths.by_octave().size(), 8u);
  EXPECT_EQ(lengths.by_octave()[6].started, 2u);
  EXPECT_EQ(lengths.by_octave()[6].dropped, 1u);
  EXPECT_EQ(lengths.by_octave()[7].started, 1u);
  EXPECT_EQ(lengths.Total().started, 4u);
}

}  // namespace
}  // namespace heaptwin::evidence
