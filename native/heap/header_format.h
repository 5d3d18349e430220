#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heaptwin::heap {

enum class ElementKind : uint8_t {
  kBoolean,
  kByte,
  kChar,
  kShort,
  kInt,
  kFloat,
  kLong,
  kDouble,
  kReference,
  kCount
};

// Where this VM keeps what in an object's header. Facts, learned and verified by the caller before
// anything is read by them.
struct HeaderFormat {
  // Compact headers (JDK 24+): the class is the top 22 bits of the 8-byte mark word, and the two
  // fields below are ignored.
  bool compact_headers = false;
  uint32_t class_word_offset = 8;
  uint32_t class_word_size = 4;  // bytes: 4 with compressed class pointers, else 8
  uint32_t array_length_offset = 12;
  // Offset of element 0, by ElementKind (they differ without compressed class pointers on some
  // JDKs).
  std::array<uint32_t, static_cast<size_t>(ElementKind::kCount)> array_base_offset{
      16, 16, 16, 16, 16, 16, 16, 16, 16};
  uint32_t reference_size = 4;  // bytes: 4 with compressed oops, else 8
  uint32_t object_alignment = 8;

  // Bytes of an object that ReadClassWord needs: 8, 12 or 16.
  size_t ClassWordEnd() const noexcept;
  // `header` holds at least ClassWordEnd() bytes copied from the object's start.
  uint64_t ReadClassWord(const void* header) const noexcept;
  // Bytes; 1, 2, 4 or 8.
  uint32_t ElementSize(ElementKind kind) const noexcept;
};

}  // namespace heaptwin::heap
