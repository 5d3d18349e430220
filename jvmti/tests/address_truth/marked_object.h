#pragma once

#include <jni.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "heap/header_format.h"

namespace heaptwin::address_truth {

// The Java class with one field: `long mark`.
struct MarkedClass {
  jclass java_class = nullptr;
  jmethodID constructor = nullptr;
  jfieldID mark = nullptr;
};

enum class Kind : uint8_t { kInstance, kSmallArray, kLargeArray, kCount };

// What one reading found at an address.
struct Reading {
  uint64_t mark_word = 0;
  uint64_t class_word = 0;
  uint64_t first = 0;  // the field, or the first element
  uint64_t last = 0;   // the field, or the last element
};

// A Java object that carries its own identity, and a count that goes up by every write through JNI:
// whoever reads an older copy of the object, or another object, finds a wrong mark. Held by a
// strong global reference. One thread.
class MarkedObject {
 public:
  // An element count whose array is larger than half of G1's smallest region.
  static constexpr jsize kLargeElements = 80'000;
  static constexpr jsize kSmallElements = 6;

  MarkedObject(Kind kind, const MarkedClass& marked_class) : kind_(kind), class_(marked_class) {}

  Kind kind() const { return kind_; }
  jobject reference() const { return reference_; }
  uint64_t mark() const { return mark_; }
  // Forgets the object and makes another. False if the heap is full.
  bool Renew(JNIEnv* jni, uint64_t identity);
  // Writes the next mark into the object.
  void Remark(JNIEnv* jni);
  void Release(JNIEnv* jni);

  // Copies what lies at `address`, which may be anything. Nullopt if it cannot be read.
  static std::optional<Reading> ReadAt(uint64_t address, Kind kind,
                                       const heap::HeaderFormat& format);
  // Whether two marks are of one object, whatever their counts.
  static bool SameIdentity(uint64_t left, uint64_t right) { return left >> 24 == right >> 24; }
  // Whether the collector has moved the object away from where it was read.
  static bool Forwarded(const Reading& reading) { return (reading.mark_word & 3) == 3; }

 private:
  const Kind kind_;
  const MarkedClass& class_;
  jobject reference_ = nullptr;
  uint64_t mark_ = 0;  // identity << 24 | count
};

}  // namespace heaptwin::address_truth
