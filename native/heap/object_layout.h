#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "heap/header_format.h"
#include "heap/ids.h"

namespace heaptwin::heap {

struct Field {
  uint32_t offset;  // bytes from the object's start
  uint32_t size;    // bytes: 1, 2, 4 or 8
  bool is_reference;
};

struct ByteRange {
  uint64_t offset;  // bytes from the object's start
  uint64_t length;  // bytes
};

// What is content in the objects of one class: instance fields (inherited ones included) or array
// elements; header and padding are not. Immutable and shared between threads.
class ObjectLayout {
 public:
  // `instance_size` in bytes, padding included. nullptr if a field lies inside the header or beyond
  // the size, or two overlap: then the facts are wrong and nothing may be read by them.
  static std::shared_ptr<const ObjectLayout> ForInstances(const HeaderFormat& format,
                                                          ClassId class_id, uint64_t class_word,
                                                          std::span<const Field> fields,
                                                          uint64_t instance_size);
  static std::shared_ptr<const ObjectLayout> ForArrays(const HeaderFormat& format, ClassId class_id,
                                                       uint64_t class_word, ElementKind elements);

  ClassId class_id() const { return class_id_; }
  uint64_t class_word() const { return class_word_; }
  const HeaderFormat& format() const { return format_; }
  bool is_array() const { return is_array_; }
  // False for instances without reference fields and for primitive arrays.
  bool has_references() const { return has_references_; }
  // Bytes: of every instance, or of an array of length 0.
  uint64_t minimum_size() const { return minimum_size_; }
  // Instance fields; nullopt for arrays.
  std::optional<uint32_t> field_count() const;
  // Instance fields by offset; empty for arrays.
  std::span<const Field> fields() const { return fields_; }
  // Sorted, merged content ranges of an instance; empty for arrays.
  std::span<const ByteRange> ranges() const { return ranges_; }
  // Offsets of an instance's reference fields, ascending.
  std::span<const uint32_t> reference_offsets() const { return reference_offsets_; }
  uint32_t element_size() const { return element_size_; }
  uint32_t array_base() const { return array_base_; }

  // Whether an object of `size` bytes whose header copy is `header` (HeaderBytes() of it) can be of
  // this class: instances have one size, and an array's length must give exactly its size.
  bool SizeIsPlausible(const void* header, uint64_t size) const noexcept;
  // Bytes of an object's start that the checks need; every object is at least that long.
  size_t HeaderBytes() const noexcept { return header_bytes_; }
  // Elements by the header copy; arrays only.
  uint32_t ReadLength(const void* header) const noexcept;
  // Content bytes of an object of `size` bytes whose header copy is `header`.
  uint64_t ContentBytes(const void* header) const noexcept;
  // The field or element that holds the byte at `offset` of an object of `size` bytes; nullopt if
  // that byte is header or (in instances) padding.
  std::optional<ByteRange> PieceAt(uint64_t offset, uint64_t size) const noexcept;
  // The field or element that holds the `index`-th content byte, index below the content bytes of
  // an object of `size` bytes (for arrays: below ContentBytesOfSize(size)).
  std::optional<ByteRange> PieceOfContentByte(uint64_t index, uint64_t size) const noexcept;
  // Bytes; for arrays the elements' bytes plus the padding behind them.
  uint64_t ContentBytesOfSize(uint64_t size) const noexcept;

 private:
  ObjectLayout() = default;

  HeaderFormat format_;
  ClassId class_id_{};
  uint64_t class_word_ = 0;
  bool is_array_ = false;
  bool has_references_ = false;
  uint64_t minimum_size_ = 0;
  uint32_t element_size_ = 0;
  uint32_t array_base_ = 0;
  size_t header_bytes_ = 0;
  uint64_t instance_content_bytes_ = 0;
  std::vector<Field> fields_;  // by offset
  std::vector<ByteRange> ranges_;
  std::vector<uint32_t> reference_offsets_;
};

}  // namespace heaptwin::heap
