#include "heap/inspector.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <atomic>
#include <thread>

#include "tests/fake_heap.h"

namespace heaptwin::heap {
namespace {

using test::FakeHeap;
using test::TwoIntLayout;

constexpr uint32_t kClassWord = 0x1234;
constexpr uint64_t kStamp = 9;

PauseBudget Ample() { return PauseBudget(std::chrono::seconds(100)); }

// An epoch that the test can end after a given number of readings of it.
class ScriptedEpoch final : public base::EpochSource {
 public:
  explicit ScriptedEpoch(int readings_before_change = 1 << 30) : left_(readings_before_change) {}
  uint64_t Current() const noexcept override { return left_-- > 0 ? kStamp : kStamp + 1; }

 private:
  mutable int left_;
};

class InspectorTest : public testing::Test {
 protected:
  uint64_t NewPair(uint32_t first, uint32_t second) {
    const uint64_t address = heap_.Allocate(24, kClassWord);
    FakeHeap::Write(address, 12, first);
    FakeHeap::Write(address, 16, second);
    return address;
  }
  ReadingResult Read(uint64_t address, uint64_t size, const ObjectLayout& layout) {
    const Reading reading{address, size, &layout};
    ReadingResult result;
    inspector_.InspectStopped({&reading, 1}, {&result, 1}, Ample());
    return result;
  }
  ReadingResult ReadPair(uint64_t address) { return Read(address, 24, *layout_); }

  FakeHeap heap_;
  Inspector inspector_{ContentHasher::WithSeed(1), 1 << 16};
  std::shared_ptr<const ObjectLayout> layout_ = TwoIntLayout(ClassId{0}, kClassWord);
};

TEST_F(InspectorTest, OnlyContentBytesMakeTheFingerprint) {
  const uint64_t object = NewPair(1, 2);
  const ReadingResult before = ReadPair(object);
  ASSERT_TRUE(before.read);
  for (uint64_t offset = 0; offset < 24; ++offset) {
    const bool is_class_word = offset >= 8 && offset < 12;
    if (is_class_word) continue;
    auto* byte = reinterpret_cast<uint8_t*>(object + offset);
    *byte ^= 0x40;
    const ReadingResult changed = ReadPair(object);
    *byte ^= 0x40;
    ASSERT_TRUE(changed.read);
    const bool is_content = offset >= 12 && offset < 20;
    EXPECT_EQ(changed.fingerprint != before.fingerprint, is_content) << "offset " << offset;
  }
}

TEST_F(InspectorTest, EqualContentsHaveEqualFingerprintsAndZerosAreTagged) {
  EXPECT_EQ(ReadPair(NewPair(5, 6)).fingerprint, ReadPair(NewPair(5, 6)).fingerprint);
  EXPECT_NE(ReadPair(NewPair(5, 6)).fingerprint, ReadPair(NewPair(6, 5)).fingerprint);
  EXPECT_TRUE(ReadPair(NewPair(0, 0)).all_zero);
  EXPECT_FALSE(ReadPair(NewPair(0, 1)).all_zero);
  EXPECT_FALSE(ReadPair(NewPair(0x01000000, 0)).all_zero);
}

TEST_F(InspectorTest, AnotherSecretGivesOtherFingerprints) {
  const uint8_t content[] = {1, 2, 3, 4};
  EXPECT_NE(ContentHasher::WithSeed(1).Hash(content), ContentHasher::WithSeed(2).Hash(content));
  EXPECT_NE(ContentHasher::WithRandomSecret().Hash(content),
            ContentHasher::WithRandomSecret().Hash(content));
}

TEST_F(InspectorTest, ContentAroundAGapIsHashedWithoutTheGap) {
  const Field fields[] = {{12, 1, false}, {16, 8, false}};
  const auto layout = ObjectLayout::ForInstances({}, ClassId{0}, kClassWord, fields, 24);
  const uint64_t object = heap_.Allocate(24, kClassWord);
  FakeHeap::Write<uint8_t>(object, 12, 1);
  FakeHeap::Write<uint64_t>(object, 16, 2);
  const auto before = Read(object, 24, *layout).fingerprint;
  FakeHeap::Write<uint8_t>(object, 14, 0xff);
  EXPECT_EQ(Read(object, 24, *layout).fingerprint, before);
  FakeHeap::Write<uint8_t>(object, 23, 0xff);
  EXPECT_NE(Read(object, 24, *layout).fingerprint, before);
}

TEST_F(InspectorTest, AnArraysPaddingIsNotContent) {
  const auto layout = ObjectLayout::ForArrays({}, ClassId{0}, kClassWord, ElementKind::kByte);
  const uint64_t array = heap_.AllocateBytes(5, kClassWord);
  const auto before = Read(array, 24, *layout);
  ASSERT_TRUE(before.read);
  FakeHeap::Write<uint8_t>(array, 21, 0xff);
  EXPECT_EQ(Read(array, 24, *layout).fingerprint, before.fingerprint);
  FakeHeap::Write<uint8_t>(array, 20, 0xff);
  EXPECT_NE(Read(array, 24, *layout).fingerprint, before.fingerprint);
}

TEST_F(InspectorTest, ObjectsWithoutContentAreAllEqualAndNotZero) {
  const auto layout = ObjectLayout::ForInstances({}, ClassId{0}, kClassWord, {}, 16);
  const auto first = Read(heap_.Allocate(16, kClassWord), 16, *layout);
  const auto second = Read(heap_.Allocate(16, kClassWord), 16, *layout);
  ASSERT_TRUE(first.read);
  EXPECT_EQ(first.fingerprint, second.fingerprint);
  EXPECT_FALSE(first.all_zero);
}

TEST_F(InspectorTest, NamesWhyAnObjectWasNotRead) {
  const uint64_t other_class = heap_.Allocate(24, kClassWord + 1);
  EXPECT_EQ(ReadPair(other_class).loss, base::Loss::kClassWordMismatch);
  EXPECT_FALSE(ReadPair(other_class).read);
  EXPECT_EQ(Read(NewPair(1, 2), 32, *layout_).loss, base::Loss::kClassWordMismatch);

  const auto bytes = ObjectLayout::ForArrays({}, ClassId{0}, kClassWord, ElementKind::kByte);
  const uint64_t wrong_length = heap_.AllocateBytes(5, kClassWord);
  FakeHeap::Write<uint32_t>(wrong_length, 12, 1000);
  EXPECT_EQ(Read(wrong_length, 24, *bytes).loss, base::Loss::kClassWordMismatch);
  const uint64_t large = heap_.AllocateBytes(100000, kClassWord);
  EXPECT_EQ(Read(large, FakeHeap::ArraySize(100000), *bytes).loss, base::Loss::kContentTooLarge);

  void* unreadable = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(unreadable, MAP_FAILED);
  EXPECT_EQ(ReadPair(reinterpret_cast<uint64_t>(unreadable)).loss, base::Loss::kContentUnreadable);
  munmap(unreadable, 4096);
}

TEST_F(InspectorTest, AnUnreadableObjectDoesNotHideTheOthersOfItsBatch) {
  const uint64_t good = NewPair(1, 2);
  const Reading readings[] = {
      {good, 24, layout_.get()}, {8, 24, layout_.get()}, {good, 24, layout_.get()}};
  ReadingResult results[3];
  EXPECT_EQ(inspector_.InspectStopped(readings, results, Ample()), 3u);
  EXPECT_TRUE(results[0].read);
  EXPECT_FALSE(results[1].read);
  EXPECT_TRUE(results[2].read);
}

TEST_F(InspectorTest, StopsWhereTheBudgetEnds) {
  std::vector<Reading> readings(1000, Reading{NewPair(1, 2), 24, layout_.get()});
  std::vector<ReadingResult> results(1000);
  EXPECT_EQ(inspector_.InspectStopped(readings, results, PauseBudget(std::chrono::nanoseconds(0))),
            0u);
  EXPECT_FALSE(results[0].read);
  EXPECT_EQ(results[0].loss, base::Loss::kPauseBudget);
}

TEST_F(InspectorTest, AnObjectDearerThanTheWholeBudgetIsPassedOver) {
  const auto bytes = ObjectLayout::ForArrays({}, ClassId{0}, kClassWord, ElementKind::kByte);
  // By its estimate, 60 KB cost more than any 10 us; the clock has no say in that.
  const uint64_t large = heap_.AllocateBytes(60000, kClassWord);
  const Reading readings[] = {{large, FakeHeap::ArraySize(60000), bytes.get()}};
  ReadingResult results[1];
  EXPECT_EQ(
      inspector_.InspectStopped(readings, results, PauseBudget(std::chrono::microseconds(10))), 1u);
  EXPECT_FALSE(results[0].read);
  EXPECT_EQ(results[0].loss, base::Loss::kPauseBudget);
}

TEST_F(InspectorTest, RunningReadingNeedsOneEpochAndSteadyContent) {
  const uint64_t object = NewPair(1, 2);
  const Reading reading{object, 24, layout_.get()};
  ReadingResult result;
  inspector_.InspectRunning({&reading, 1}, {&result, 1}, ScriptedEpoch(), kStamp);
  ASSERT_TRUE(result.read);
  EXPECT_EQ(result.fingerprint, ReadPair(object).fingerprint);

  inspector_.InspectRunning({&reading, 1}, {&result, 1}, ScriptedEpoch(1), kStamp);
  EXPECT_FALSE(result.read) << "the epoch changed while copying";
  EXPECT_EQ(result.loss, base::Loss::kStaleEpoch);
  inspector_.InspectRunning({&reading, 1}, {&result, 1}, ScriptedEpoch(0), kStamp);
  EXPECT_FALSE(result.read) << "the epoch had changed before";
}

TEST_F(InspectorTest, ContentThatChangesBetweenTheCopiesIsNotKept) {
  const auto bytes = ObjectLayout::ForArrays({}, ClassId{0}, kClassWord, ElementKind::kByte);
  const uint64_t array = heap_.AllocateBytes(60000, kClassWord);
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    std::atomic_ref<uint64_t> word(*reinterpret_cast<uint64_t*>(array + 30016));
    while (!stop.load()) word.fetch_add(1);
  });
  const Reading reading{array, FakeHeap::ArraySize(60000), bytes.get()};
  ReadingResult result;
  // The writer may be scheduled away during both copies; it cannot be every time.
  int attempts = 0;
  do {
    inspector_.InspectRunning({&reading, 1}, {&result, 1}, ScriptedEpoch(), kStamp);
  } while (result.read && ++attempts < 100000);
  stop = true;
  writer.join();
  EXPECT_FALSE(result.read);
  EXPECT_EQ(result.loss, base::Loss::kContentChanged);
}

}  // namespace
}  // namespace heaptwin::heap
