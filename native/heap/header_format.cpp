#include "heap/header_format.h"

#include <cstring>

namespace heaptwin::heap {
namespace {

// JEP 450: the class pointer occupies the upper 22 bits of the mark word.
constexpr unsigned kCompactClassShift = 42;

}  // namespace

size_t HeaderFormat::ClassWordEnd() const noexcept {
  return compact_headers ? sizeof(uint64_t) : size_t{class_word_offset} + class_word_size;
}

uint64_t HeaderFormat::ReadClassWord(const void* header) const noexcept {
  const auto* bytes = static_cast<const uint8_t*>(header);
  uint64_t word = 0;
  if (compact_headers) {
    std::memcpy(&word, bytes, sizeof word);
    return word >> kCompactClassShift;
  }
  // x86-64 is little-endian: a 4-byte word lands in the low half.
  std::memcpy(&word, bytes + class_word_offset, class_word_size == 8 ? 8 : 4);
  return word;
}

uint32_t HeaderFormat::ElementSize(ElementKind kind) const noexcept {
  switch (kind) {
    case ElementKind::kBoolean:
    case ElementKind::kByte:
      return 1;
    case ElementKind::kChar:
    case ElementKind::kShort:
      return 2;
    case ElementKind::kInt:
    case ElementKind::kFloat:
      return 4;
    case ElementKind::kLong:
    case ElementKind::kDouble:
      return 8;
    case ElementKind::kReference:
      return reference_size;
    case ElementKind::kCount:
      break;
  }
  return 1;
}

}  // namespace heaptwin::heap
