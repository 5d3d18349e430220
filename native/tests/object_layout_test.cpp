#include "heap/object_layout.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "heap/header_format.h"

namespace heaptwin::heap {
namespace {

TEST(HeaderFormat, ReadsTheClassWordOfEachFormat) {
  std::array<uint8_t, 16> header{};
  const uint64_t words[] = {0x0123456789abcdefULL, 0x1122334455667788ULL};
  std::memcpy(header.data(), words, sizeof words);
  HeaderFormat format;
  EXPECT_EQ(format.ReadClassWord(header.data()), 0x55667788u);
  format.class_word_size = 8;
  EXPECT_EQ(format.ReadClassWord(header.data()), 0x1122334455667788u);
  EXPECT_EQ(format.ClassWordEnd(), 16u);
  format.compact_headers = true;
  EXPECT_EQ(format.ReadClassWord(header.data()), 0x0123456789abcdefULL >> 42);
  EXPECT_EQ(format.ClassWordEnd(), 8u);
}

TEST(ObjectLayout, MergesFieldsAndLeavesPaddingOut) {
  const Field fields[] = {{24, 8, false}, {12, 4, true}, {16, 2, false}, {18, 1, false}};
  const auto layout = ObjectLayout::ForInstances({}, ClassId{3}, 77, fields, 32);
  ASSERT_NE(layout, nullptr);
  ASSERT_EQ(layout->ranges().size(), 2u);
  EXPECT_EQ(layout->ranges()[0].offset, 12u);
  EXPECT_EQ(layout->ranges()[0].length, 7u);
  EXPECT_EQ(layout->ranges()[1].offset, 24u);
  EXPECT_TRUE(layout->has_references());
  EXPECT_EQ(layout->field_count(), 4u);
  EXPECT_EQ(layout->ContentBytesOfSize(32), 15u);
  EXPECT_FALSE(layout->PieceAt(8, 32).has_value()) << "header";
  EXPECT_FALSE(layout->PieceAt(20, 32).has_value()) << "padding";
  EXPECT_EQ(layout->PieceAt(14, 32)->offset, 12u);
  EXPECT_EQ(layout->PieceOfContentByte(7, 32)->offset, 24u);
}

TEST(ObjectLayout, RefusesFactsThatCannotBeTrue) {
  const Field in_header[] = {{8, 4, false}};
  const Field overlapping[] = {{12, 4, false}, {14, 2, false}};
  const Field beyond[] = {{16, 8, false}};
  const Field odd[] = {{12, 3, false}};
  EXPECT_EQ(ObjectLayout::ForInstances({}, ClassId{}, 1, in_header, 16), nullptr);
  EXPECT_EQ(ObjectLayout::ForInstances({}, ClassId{}, 1, overlapping, 16), nullptr);
  EXPECT_EQ(ObjectLayout::ForInstances({}, ClassId{}, 1, beyond, 16), nullptr);
  EXPECT_EQ(ObjectLayout::ForInstances({}, ClassId{}, 1, odd, 16), nullptr);
}

TEST(ObjectLayout, ChecksAnArraysLengthAgainstItsSize) {
  const auto layout = ObjectLayout::ForArrays({}, ClassId{}, 5, ElementKind::kShort);
  std::array<uint8_t, 16> header{};
  const uint32_t length = 5;
  std::memcpy(header.data() + 12, &length, sizeof length);
  EXPECT_TRUE(layout->SizeIsPlausible(header.data(), 32)) << "16 + 10, aligned to 8";
  EXPECT_FALSE(layout->SizeIsPlausible(header.data(), 24));
  EXPECT_FALSE(layout->SizeIsPlausible(header.data(), 40));
  EXPECT_EQ(layout->ContentBytes(header.data()), 10u);
  EXPECT_EQ(layout->PieceAt(19, 32)->offset, 18u);
  EXPECT_FALSE(layout->PieceAt(32, 32).has_value());
  EXPECT_FALSE(layout->has_references());
  EXPECT_EQ(layout->field_count(), std::nullopt);
}

}  // namespace
}  // namespace heaptwin::heap
