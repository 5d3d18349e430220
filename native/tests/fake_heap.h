#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "heap/header_format.h"
#include "heap/object_layout.h"

namespace heaptwin::test {

// A "heap" of byte arrays laid out by a header format that the test chose: 8 bytes mark, 4 bytes
// class word, 4 bytes array length. What an object contains is known by construction.
class FakeHeap {
 public:
  explicit FakeHeap(size_t bytes = 1 << 20) : memory_(bytes / 8) {}

  // An object of `size` bytes (multiple of 8) with the class word; the rest is zero.
  uint64_t Allocate(uint64_t size, uint32_t class_word) {
    auto* start = reinterpret_cast<uint8_t*>(memory_.data()) + used_;
    used_ += size;
    std::memset(start, 0, size);
    const uint64_t mark = 1;
    std::memcpy(start, &mark, sizeof mark);
    std::memcpy(start + 8, &class_word, sizeof class_word);
    return reinterpret_cast<uint64_t>(start);
  }
  // A byte array, length `length`.
  uint64_t AllocateBytes(uint32_t length, uint32_t class_word) {
    const uint64_t address = Allocate(ArraySize(length), class_word);
    Write(address, 12, length);
    return address;
  }
  static uint64_t ArraySize(uint32_t length) { return (16 + uint64_t{length} + 7) / 8 * 8; }

  template <typename Value>
  static void Write(uint64_t address, uint64_t offset, Value value) {
    std::memcpy(reinterpret_cast<void*>(address + offset), &value, sizeof value);
  }

 private:
  std::vector<uint64_t> memory_;
  size_t used_ = 0;
};

// A class with int fields at 12 and 16, padding at 20..24: 24 bytes.
inline std::shared_ptr<const heap::ObjectLayout> TwoIntLayout(heap::ClassId id,
                                                              uint32_t class_word) {
  const heap::Field fields[] = {{12, 4, false}, {16, 4, false}};
  return heap::ObjectLayout::ForInstances(heap::HeaderFormat{}, id, class_word, fields, 24);
}
// A class with a reference at 12 and an int at 16: 24 bytes.
inline std::shared_ptr<const heap::ObjectLayout> ReferenceLayout(heap::ClassId id,
                                                                 uint32_t class_word) {
  const heap::Field fields[] = {{12, 4, true}, {16, 4, false}};
  return heap::ObjectLayout::ForInstances(heap::HeaderFormat{}, id, class_word, fields, 24);
}

}  // namespace heaptwin::test
