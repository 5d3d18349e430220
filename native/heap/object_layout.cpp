#include "heap/object_layout.h"

#include <algorithm>
#include <cstring>

namespace heaptwin::heap {
namespace {

uint64_t AlignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// Whether sorted fields lie behind the header, within the object, and apart from each other.
bool FieldsAreSound(std::span<const Field> fields, uint64_t header_end, uint64_t instance_size) {
  uint64_t end = header_end;
  for (const Field& field : fields) {
    const bool size_known =
        field.size == 1 || field.size == 2 || field.size == 4 || field.size == 8;
    if (!size_known || field.offset < end) return false;
    end = uint64_t{field.offset} + field.size;
  }
  return end <= instance_size;
}

std::vector<ByteRange> Merge(std::span<const Field> fields) {
  std::vector<ByteRange> ranges;
  for (const Field& field : fields) {
    if (!ranges.empty() && ranges.back().offset + ranges.back().length == field.offset) {
      ranges.back().length += field.size;
    } else {
      ranges.push_back({field.offset, field.size});
    }
  }
  return ranges;
}

}  // namespace

std::shared_ptr<const ObjectLayout> ObjectLayout::ForInstances(const HeaderFormat& format,
                                                               ClassId class_id,
                                                               uint64_t class_word,
                                                               std::span<const Field> fields,
                                                               uint64_t instance_size) {
  std::vector<Field> sorted(fields.begin(), fields.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const Field& a, const Field& b) { return a.offset < b.offset; });
  if (!FieldsAreSound(sorted, format.ClassWordEnd(), instance_size)) return nullptr;

  std::shared_ptr<ObjectLayout> layout(new ObjectLayout);
  layout->format_ = format;
  layout->class_id_ = class_id;
  layout->class_word_ = class_word;
  layout->minimum_size_ = instance_size;
  layout->header_bytes_ = format.ClassWordEnd();
  layout->ranges_ = Merge(sorted);
  for (const Field& field : sorted) {
    layout->instance_content_bytes_ += field.size;
    if (field.is_reference) layout->reference_offsets_.push_back(field.offset);
  }
  layout->has_references_ = !layout->reference_offsets_.empty();
  layout->fields_ = std::move(sorted);
  return layout;
}

std::shared_ptr<const ObjectLayout> ObjectLayout::ForArrays(const HeaderFormat& format,
                                                            ClassId class_id, uint64_t class_word,
                                                            ElementKind elements) {
  std::shared_ptr<ObjectLayout> layout(new ObjectLayout);
  layout->format_ = format;
  layout->class_id_ = class_id;
  layout->class_word_ = class_word;
  layout->is_array_ = true;
  layout->has_references_ = elements == ElementKind::kReference;
  layout->element_size_ = format.ElementSize(elements);
  layout->array_base_ = format.array_base_offset[static_cast<size_t>(elements)];
  layout->minimum_size_ = AlignUp(layout->array_base_, format.object_alignment);
  layout->header_bytes_ =
      std::max<size_t>(format.ClassWordEnd(), size_t{format.array_length_offset} + 4);
  return layout;
}

std::optional<uint32_t> ObjectLayout::field_count() const {
  if (is_array_) return std::nullopt;
  return static_cast<uint32_t>(fields_.size());
}

uint32_t ObjectLayout::ReadLength(const void* header) const noexcept {
  uint32_t length = 0;
  std::memcpy(&length, static_cast<const uint8_t*>(header) + format_.array_length_offset,
              sizeof length);
  return length;
}

uint64_t ObjectLayout::ContentBytes(const void* header) const noexcept {
  return is_array_ ? uint64_t{ReadLength(header)} * element_size_ : instance_content_bytes_;
}

bool ObjectLayout::SizeIsPlausible(const void* header, uint64_t size) const noexcept {
  if (!is_array_) return size == minimum_size_;
  return AlignUp(array_base_ + ContentBytes(header), format_.object_alignment) == size;
}

uint64_t ObjectLayout::ContentBytesOfSize(uint64_t size) const noexcept {
  if (!is_array_) return instance_content_bytes_;
  return size > array_base_ ? size - array_base_ : 0;
}

std::optional<ByteRange> ObjectLayout::PieceAt(uint64_t offset, uint64_t size) const noexcept {
  if (is_array_) {
    if (offset < array_base_ || offset >= size) return std::nullopt;
    const uint64_t start = offset - (offset - array_base_) % element_size_;
    if (start + element_size_ > size) return std::nullopt;
    return ByteRange{start, element_size_};
  }
  for (const Field& field : fields_) {
    if (offset < field.offset) break;
    if (offset < uint64_t{field.offset} + field.size) return ByteRange{field.offset, field.size};
  }
  return std::nullopt;
}

std::optional<ByteRange> ObjectLayout::PieceOfContentByte(uint64_t index,
                                                          uint64_t size) const noexcept {
  if (is_array_) return PieceAt(array_base_ + index, size);
  for (const Field& field : fields_) {
    if (index < field.size) return ByteRange{field.offset, field.size};
    index -= field.size;
  }
  return std::nullopt;
}

}  // namespace heaptwin::heap
