#include "evidence/burst_runs.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "evidence/burst_buffers.h"

namespace heaptwin::evidence {
namespace {

using heap::ContentState;
using heap::ContextId;
using heap::ThreadIndex;

BurstObject Object(uint64_t content, uint64_t size = 24, uint64_t stamp = 1, uint32_t context = 0) {
  BurstObject object;
  object.address = 8;
  object.stamp = stamp;
  object.size = size;
  object.context = ContextId{context};
  object.fingerprint = {content, 1};
  object.content = ContentState::kRead;
  return object;
}

bool Began(BurstBuffers::Appended appended) { return appended == BurstBuffers::Appended::kBegan; }

std::vector<SplitRun> Split(std::span<const BurstObject> burst, bool has_references = false) {
  return SplitBurst(ThreadIndex{1}, burst, false, [&](ContextId) { return has_references; });
}

TEST(BurstRuns, DistancesEqualThoseOfASearchBackwards) {
  base::Random random(5);
  std::vector<BurstObject> objects;
  for (int i = 0; i < 2000; ++i) {
    objects.push_back(Object(random.Below(300), 16 + 8 * random.Below(2)));
  }
  const auto distances = DistancesToLastEqual(objects);
  ASSERT_EQ(distances.size(), objects.size());
  for (size_t i = 0; i < objects.size(); ++i) {
    uint32_t expected = 0;
    for (size_t j = i; j-- > 0;) {
      if (objects[j].fingerprint == objects[i].fingerprint && objects[j].size == objects[i].size) {
        expected = static_cast<uint32_t>(i - j);
        break;
      }
    }
    ASSERT_EQ(distances[i], expected) << "object " << i;
  }
}

TEST(BurstRuns, EachContextHasItsOwnRun) {
  const BurstObject burst[] = {Object(1, 24, 1, 0), Object(1, 24, 1, 7), Object(1, 24, 1, 0),
                               Object(2, 24, 1, 7), Object(1, 24, 1, 7)};
  const auto runs = Split(burst);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].context, ContextId{0});
  EXPECT_EQ(runs[0].run.distances, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(runs[1].run.distances, (std::vector<uint32_t>{0, 0, 2}));
  EXPECT_EQ(runs[0].run.positions, (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(runs[1].run.positions, (std::vector<uint32_t>{1, 3, 4}));
  EXPECT_EQ(runs[1].run.thread, ThreadIndex{1});
  EXPECT_FALSE(runs[1].cut);
}

TEST(BurstRuns, AnUnreadObjectCutsTheRun) {
  BurstObject burst[] = {Object(1), Object(1), Object(1), Object(1), Object(1)};
  burst[0].content = burst[3].content = ContentState::kLost;
  const auto runs = Split(burst);
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_TRUE(runs[0].cut);
  EXPECT_EQ(runs[0].run.distances, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(runs[0].run.positions, (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(runs[0].bytes, 5 * 24u);
  EXPECT_EQ(runs[0].read_bytes, 2 * 24u);
}

TEST(BurstRuns, NothingReadIsDropped) {
  BurstObject burst[] = {Object(1), Object(1)};
  for (BurstObject& object : burst) object.content = ContentState::kLost;
  const auto runs = Split(burst);
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_TRUE(runs[0].Dropped());
}

TEST(BurstRuns, AnEpochChangeCutsOnlyWhereReferencesAreCompared) {
  const BurstObject burst[] = {Object(1, 24, 1), Object(1, 24, 1), Object(1, 24, 2)};
  EXPECT_EQ(Split(burst, true)[0].run.distances.size(), 2u);
  EXPECT_TRUE(Split(burst, true)[0].cut);
  EXPECT_EQ(Split(burst, false)[0].run.distances.size(), 3u);
  EXPECT_FALSE(Split(burst, false)[0].cut);
}

TEST(BurstRuns, SizesAreGivenPerObjectOnlyWhereTheyDiffer) {
  const BurstObject equal[] = {Object(1, 24), Object(2, 24)};
  const BurstObject mixed[] = {Object(1, 24), Object(1, 32)};
  EXPECT_EQ(Split(equal)[0].run.sizes, (std::vector<uint64_t>{24}));
  EXPECT_EQ(Split(mixed)[0].run.sizes, (std::vector<uint64_t>{24, 32}));
  EXPECT_EQ(Split(mixed)[0].run.distances, (std::vector<uint32_t>{0, 0}));
}

TEST(BurstBuffers, KeepsThreadsApartAndEndsBursts) {
  BurstBuffers buffers(100);
  EXPECT_TRUE(Began(buffers.Append({ThreadIndex{0}}, RunStep::kShort, Object(1), 0)));
  EXPECT_TRUE(Began(buffers.Append({ThreadIndex{3}}, RunStep::kShort, Object(1), 0)));
  EXPECT_FALSE(Began(buffers.Append({ThreadIndex{0}}, RunStep::kShort, Object(2), 0)));
  EXPECT_TRUE(buffers.TakeFinished().empty()) << "still open";
  buffers.End({ThreadIndex{0}});
  auto finished = buffers.TakeFinished();
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished[0]->objects.size(), 2u);
  EXPECT_TRUE(Began(buffers.Append({ThreadIndex{0}}, RunStep::kShort, Object(1), 0)))
      << "a new burst";
}

TEST(BurstBuffers, SequencesOfOneThreadDoNotMix) {
  BurstBuffers buffers(100);
  const RunPlace burst = {ThreadIndex{0}, RunPlace::kBurst};
  const RunPlace probe = {ThreadIndex{0}, RunPlace::kFirstProbe + 4};
  EXPECT_TRUE(Began(buffers.Append(burst, RunStep::kShort, Object(1), 0)));
  EXPECT_TRUE(Began(buffers.Append(probe, RunStep::kMedium, Object(2), 0)));
  EXPECT_FALSE(Began(buffers.Append(burst, RunStep::kShort, Object(1), 0)));
  buffers.End(probe);
  auto finished = buffers.TakeFinished();
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished[0]->step, RunStep::kMedium);
  EXPECT_EQ(finished[0]->objects.size(), 1u);
  EXPECT_TRUE(Began(buffers.Append(probe, RunStep::kShort, Object(2), 0)));
  buffers.EndAll(ThreadIndex{0});
  EXPECT_EQ(buffers.TakeFinished().size(), 2u);
}

TEST(BurstBuffers, TheBoundCutsABurst) {
  BurstBuffers buffers(2);
  for (int i = 0; i < 3; ++i) buffers.Append({ThreadIndex{0}}, RunStep::kShort, Object(1), 0);
  buffers.End({ThreadIndex{0}});
  auto finished = buffers.TakeFinished();
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished[0]->objects.size(), 2u);
  EXPECT_TRUE(finished[0]->cut);
  buffers.Append({ThreadIndex{0}}, RunStep::kShort, Object(1), 0);
  buffers.End({ThreadIndex{0}});
  EXPECT_EQ(buffers.TakeFinished().at(0)->objects.size(), 1u) << "the room was given back";
}

TEST(BurstBuffers, AnUnreadObjectIsLostWithItsEpoch) {
  BurstBuffers buffers(100);
  BurstObject unread = Object(1, 24, 2);
  unread.content = ContentState::kUnread;
  buffers.Append({ThreadIndex{0}}, RunStep::kShort, unread, 0);
  buffers.End({ThreadIndex{0}});
  EXPECT_TRUE(buffers.TakeFinished().empty());
  buffers.CloseEpochsBefore(1);
  EXPECT_TRUE(buffers.TakeFinished().empty()) << "its epoch began after the one asked for";
  buffers.CloseEpochsBefore(2);
  EXPECT_TRUE(buffers.TakeFinished().empty()) << "its epoch is still current";
  buffers.CloseEpochsBefore(3);
  auto finished = buffers.TakeFinished();
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished[0]->objects[0].content, ContentState::kLost);
}

TEST(BurstBuffers, ABurstThatACollectionEndedDoesNotResumeInTheMiddle) {
  BurstBuffers buffers(100);
  buffers.Append({ThreadIndex{0}}, RunStep::kShort, Object(1, 24, 1), 0);
  buffers.CloseEpochsBefore(2);
  buffers.Append({ThreadIndex{0}}, RunStep::kShort, Object(1, 24, 2), 0);
  auto finished = buffers.TakeFinished();
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_TRUE(finished[0]->cut);
  EXPECT_FALSE(Began(buffers.Append({ThreadIndex{0}}, RunStep::kShort, Object(1, 24, 2), 0)));
  buffers.End({ThreadIndex{0}});
  EXPECT_TRUE(Began(buffers.Append({ThreadIndex{0}}, RunStep::kShort, Object(1, 24, 2), 0)));
}

}  // namespace
}  // namespace heaptwin::evidence
