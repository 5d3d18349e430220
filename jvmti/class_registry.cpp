#include "class_registry.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/guarded_copy.h"
#include "jni_scope.h"

namespace heaptwin::agent {
namespace {

// Programs that generate classes do so for ever. Beyond this many allocations of further classes
// are lost (Loss::kClassUnknown).
constexpr size_t kMostClasses = 32768;

const char* PrimitiveName(char descriptor) {
  switch (descriptor) {
    case 'Z':
      return "boolean";
    case 'B':
      return "byte";
    case 'C':
      return "char";
    case 'S':
      return "short";
    case 'I':
      return "int";
    case 'J':
      return "long";
    case 'F':
      return "float";
    case 'D':
      return "double";
    default:
      return "void";
  }
}

}  // namespace

std::string ReadableClassName(const std::string& signature) {
  const size_t dimensions = signature.find_first_not_of('[');
  if (dimensions == std::string::npos) return signature;
  std::string name;
  if (signature[dimensions] == 'L') {
    name = signature.substr(dimensions + 1, signature.size() - dimensions - 2);
    std::replace(name.begin(), name.end(), '/', '.');
  } else {
    name = PrimitiveName(signature[dimensions]);
  }
  for (size_t i = 0; i < dimensions; ++i) name += "[]";
  return name;
}

ClassRegistry::ClassRegistry(jvmtiEnv* jvmti, evidence::Recording& recording)
    : jvmti_(jvmti), recording_(recording) {}

KnownClass* ClassRegistry::Of(JNIEnv* jni, jclass mirror) {
  jint hash = 0;
  if (jvmti_->GetObjectHashCode(mirror, &hash) != JVMTI_ERROR_NONE) return nullptr;
  KnownClass* found = Find(jni, mirror, hash);
  return found != nullptr ? found : Add(jni, mirror, hash);
}

KnownClass* ClassRegistry::Find(JNIEnv* jni, jclass mirror, jint hash) {
  constexpr size_t kMostCollisions = 8;
  std::array<KnownClass*, kMostCollisions> candidates{};
  size_t count = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto entry = by_identity_hash_.find(hash);
    if (entry == by_identity_hash_.end()) return nullptr;
    count = std::min(entry->second.size(), kMostCollisions);
    std::copy_n(entry->second.end() - static_cast<std::ptrdiff_t>(count), count,
                candidates.begin());
  }
  for (size_t i = 0; i < count; ++i) {
    if (jni->IsSameObject(candidates[i]->mirror, mirror)) return candidates[i];
  }
  return nullptr;
}

KnownClass* ClassRegistry::Add(JNIEnv* jni, jclass mirror, jint hash) {
  const std::lock_guard adding(adding_);
  // Another thread may have met the class at the same time; two entries would split its contexts.
  if (KnownClass* found = Find(jni, mirror, hash)) return found;
  {
    const std::lock_guard lock(mutex_);
    if (classes_.size() >= kMostClasses) return nullptr;
  }
  char* signature = nullptr;
  if (jvmti_->GetClassSignature(mirror, &signature, nullptr) != JVMTI_ERROR_NONE) return nullptr;
  const std::string text(signature);
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(signature));
  const jweak weak = jni->NewWeakGlobalRef(mirror);
  if (weak == nullptr) {
    ClearException(jni);
    return nullptr;
  }
  const heap::ClassId id = recording_.AddClass(ReadableClassName(text));
  const std::lock_guard lock(mutex_);
  KnownClass& added = classes_.emplace_back();
  added.id = id;
  added.mirror = weak;
  added.signature = text;
  by_identity_hash_[hash].push_back(&added);
  return &added;
}

void ClassRegistry::NoteInstance(KnownClass& known, const RawAddress& where, uint64_t size,
                                 const heap::HeaderFormat& format, const heap::GcEpoch& epoch) {
  if (known.class_word.load(std::memory_order_relaxed) != 0) return;
  std::array<uint8_t, 16> header{};
  if (!base::GuardedCopy(header.data(), where.address, format.ClassWordEnd())) return;
  if (epoch.Current() != where.stamp) return;
  known.instance_size.store(size, std::memory_order_relaxed);
  uint64_t unknown = 0;
  if (!known.class_word.compare_exchange_strong(unknown, format.ReadClassWord(header.data())))
    return;
  const std::lock_guard lock(mutex_);
  unlearned_.push_back(&known);
}

std::vector<KnownClass*> ClassRegistry::TakeUnlearned() {
  const std::lock_guard lock(mutex_);
  return std::exchange(unlearned_, {});
}

void ClassRegistry::DropUnloaded(JNIEnv* jni) {
  size_t count = 0;
  {
    const std::lock_guard lock(mutex_);
    count = classes_.size();
  }
  for (size_t i = 0; i < count; ++i) {
    KnownClass* known = nullptr;
    {
      const std::lock_guard lock(mutex_);
      known = &classes_[i];
    }
    if (!known->has_layout || !jni->IsSameObject(known->mirror, nullptr)) continue;
    recording_.SetLayout(known->id, nullptr);
    known->has_layout = false;
  }
}

void ClassRegistry::Release(JNIEnv* jni) {
  for (KnownClass& known : classes_) {
    if (known.mirror != nullptr) jni->DeleteWeakGlobalRef(std::exchange(known.mirror, nullptr));
  }
}

}  // namespace heaptwin::agent
