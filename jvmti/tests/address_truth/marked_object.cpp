#include "marked_object.h"

#include <cstring>

#include "base/guarded_copy.h"

namespace heaptwin::address_truth {
namespace {

constexpr unsigned kCountBits = 24;
// A lone long lies behind the header and its padding; so does element 0 behind the length. The
// first readings, made before any collection, would fail if it were otherwise.
constexpr size_t kContentOffset = 16;

jsize Elements(Kind kind) {
  return kind == Kind::kLargeArray ? MarkedObject::kLargeElements : MarkedObject::kSmallElements;
}

}  // namespace

bool MarkedObject::Renew(JNIEnv* jni, uint64_t identity) {
  Release(jni);
  const jobject made = kind_ == Kind::kInstance
                           ? jni->NewObject(class_.java_class, class_.constructor)
                           : jni->NewLongArray(Elements(kind_));
  if (jni->ExceptionCheck()) jni->ExceptionClear();
  if (made == nullptr) return false;
  reference_ = jni->NewGlobalRef(made);
  jni->DeleteLocalRef(made);
  mark_ = identity << kCountBits;
  Remark(jni);
  return true;
}

void MarkedObject::Remark(JNIEnv* jni) {
  ++mark_;
  const auto value = static_cast<jlong>(mark_);
  if (kind_ == Kind::kInstance) {
    jni->SetLongField(reference_, class_.mark, value);
  } else {
    const auto array = static_cast<jlongArray>(reference_);
    jni->SetLongArrayRegion(array, 0, 1, &value);
    jni->SetLongArrayRegion(array, Elements(kind_) - 1, 1, &value);
  }
}

void MarkedObject::Release(JNIEnv* jni) {
  if (reference_ != nullptr) jni->DeleteGlobalRef(reference_);
  reference_ = nullptr;
}

std::optional<Reading> MarkedObject::ReadAt(uint64_t address, Kind kind,
                                            const heap::HeaderFormat& format) {
  std::array<uint8_t, kContentOffset + sizeof(uint64_t)> bytes{};
  if (!base::GuardedCopy(bytes.data(), address, bytes.size())) return std::nullopt;
  Reading reading;
  std::memcpy(&reading.mark_word, bytes.data(), sizeof reading.mark_word);
  std::memcpy(&reading.first, bytes.data() + kContentOffset, sizeof reading.first);
  reading.class_word = format.ReadClassWord(bytes.data());
  reading.last = reading.first;
  if (kind == Kind::kInstance) return reading;
  const uint64_t last = address + kContentOffset + sizeof(uint64_t) * (Elements(kind) - 1);
  if (!base::GuardedCopy(&reading.last, last, sizeof reading.last)) return std::nullopt;
  return reading;
}

}  // namespace heaptwin::address_truth
