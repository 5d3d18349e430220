#include "layout_learner.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

#include "address_reader.h"
#include "base/guarded_copy.h"
#include "jni_scope.h"

namespace heaptwin::agent {
namespace {

using heap::ElementKind;

constexpr std::array<std::pair<ElementKind, const char*>, 9> kArrays = {
    {{ElementKind::kBoolean, "[Z"},
     {ElementKind::kByte, "[B"},
     {ElementKind::kChar, "[C"},
     {ElementKind::kShort, "[S"},
     {ElementKind::kInt, "[I"},
     {ElementKind::kFloat, "[F"},
     {ElementKind::kLong, "[J"},
     {ElementKind::kDouble, "[D"},
     {ElementKind::kReference, "[Ljava/lang/Object;"}}};

ElementKind KindOf(const std::string& array_signature) {
  for (const auto& [kind, signature] : kArrays) {
    if (array_signature == signature) return kind;
  }
  return ElementKind::kReference;
}

// Classes in whose objects the VM keeps fields that JVMTI does not show. Equal in what is shown is
// not equal.
bool HasInjectedFields(std::string_view signature) {
  // Nothing that exit() would destroy while the drain thread still uses it.
  static constexpr std::array<std::string_view, 8> kClasses = {
      "Ljava/lang/Class;",
      "Ljava/lang/ClassLoader;",
      "Ljava/lang/Module;",
      "Ljava/lang/StackFrameInfo;",
      "Ljava/lang/Thread;",
      "Ljava/lang/invoke/MemberName;",
      "Ljava/lang/invoke/ResolvedMethodName;",
      "Ljava/lang/invoke/MethodHandleNatives$CallSiteContext;"};
  return std::find(kClasses.begin(), kClasses.end(), signature) != kClasses.end();
}

uint32_t FieldSize(char descriptor, uint32_t reference_size) {
  switch (descriptor) {
    case 'Z':
    case 'B':
      return 1;
    case 'C':
    case 'S':
      return 2;
    case 'I':
    case 'F':
      return 4;
    case 'J':
    case 'D':
      return 8;
    default:
      return reference_size;
  }
}

class JvmtiString {
 public:
  explicit JvmtiString(jvmtiEnv* jvmti) : jvmti_(jvmti) {}
  ~JvmtiString() { jvmti_->Deallocate(reinterpret_cast<unsigned char*>(text_)); }
  JvmtiString(const JvmtiString&) = delete;
  JvmtiString& operator=(const JvmtiString&) = delete;
  char** out() { return &text_; }
  const char* get() const { return text_; }

 private:
  jvmtiEnv* jvmti_;
  char* text_ = nullptr;
};

}  // namespace

std::unique_ptr<LayoutLearner> LayoutLearner::Create(jvmtiEnv* jvmti, JNIEnv* jni,
                                                     const VmFacts& facts,
                                                     const heap::GcEpoch& epoch,
                                                     std::string& reason) {
  const LocalFrame frame(jni, 64);
  std::unique_ptr<LayoutLearner> learner(new LayoutLearner(jvmti, epoch));
  if (!base::GuardedCopyAvailable()) {
    reason = "process_vm_readv is forbidden; allow it in the seccomp profile";
  } else if (!learner->FindUnsafe(jni) || !learner->LearnHeader(jni, facts)) {
    reason = "this VM does not tell its object layout";
  } else if (!learner->Verify(jni)) {
    reason = "the object layout that this VM tells did not stand the check on test objects";
  } else {
    return learner;
  }
  learner->Release(jni);
  return nullptr;
}

void LayoutLearner::Release(JNIEnv* jni) {
  if (unsafe_class_ != nullptr) jni->DeleteGlobalRef(std::exchange(unsafe_class_, nullptr));
  if (unsafe_ != nullptr) jni->DeleteGlobalRef(std::exchange(unsafe_, nullptr));
}

bool LayoutLearner::FindUnsafe(JNIEnv* jni) {
  const jclass unsafe_class = jni->FindClass("jdk/internal/misc/Unsafe");
  if (ClearException(jni) || unsafe_class == nullptr) return false;
  const jmethodID get =
      jni->GetStaticMethodID(unsafe_class, "getUnsafe", "()Ljdk/internal/misc/Unsafe;");
  if (ClearException(jni)) return false;
  const jobject unsafe = jni->CallStaticObjectMethod(unsafe_class, get);
  if (ClearException(jni) || unsafe == nullptr) return false;
  object_field_offset_ =
      jni->GetMethodID(unsafe_class, "objectFieldOffset", "(Ljava/lang/Class;Ljava/lang/String;)J");
  if (ClearException(jni)) return false;
  unsafe_class_ = static_cast<jclass>(jni->NewGlobalRef(unsafe_class));
  unsafe_ = jni->NewGlobalRef(unsafe);
  return true;
}

std::optional<uint32_t> LayoutLearner::ArrayFact(JNIEnv* jni, jmethodID method,
                                                 const char* signature, jclass array) const {
  if (method == nullptr) return std::nullopt;
  const bool is_long = signature[std::strlen(signature) - 1] == 'J';
  const int64_t value = is_long ? jni->CallLongMethod(unsafe_, method, array)
                                : jni->CallIntMethod(unsafe_, method, array);
  if (ClearException(jni) || value < 0 || value > 64) return std::nullopt;
  return static_cast<uint32_t>(value);
}

bool LayoutLearner::LearnHeader(JNIEnv* jni, const VmFacts& facts) {
  format_.compact_headers = facts.compact_headers;
  format_.class_word_offset = 8;
  format_.class_word_size = facts.compressed_class_pointers ? 4 : 8;
  format_.object_alignment = facts.object_alignment;
  format_.array_length_offset =
      facts.compact_headers ? 8 : format_.class_word_offset + format_.class_word_size;
  // arrayBaseOffset returns int on JDK 17 and long on JDK 25.
  const char* base_signature = "(Ljava/lang/Class;)I";
  jmethodID base = jni->GetMethodID(unsafe_class_, "arrayBaseOffset", base_signature);
  if (ClearException(jni) || base == nullptr) {
    base_signature = "(Ljava/lang/Class;)J";
    base = jni->GetMethodID(unsafe_class_, "arrayBaseOffset", base_signature);
    if (ClearException(jni)) return false;
  }
  const char* scale_signature = "(Ljava/lang/Class;)I";
  const jmethodID scale = jni->GetMethodID(unsafe_class_, "arrayIndexScale", scale_signature);
  if (ClearException(jni)) return false;
  for (const auto& [kind, signature] : kArrays) {
    const jclass array = jni->FindClass(signature);
    if (ClearException(jni)) return false;
    const auto offset = ArrayFact(jni, base, base_signature, array);
    const auto size = ArrayFact(jni, scale, scale_signature, array);
    if (!offset || !size) return false;
    format_.array_base_offset[static_cast<size_t>(kind)] = *offset;
    if (kind == ElementKind::kReference) format_.reference_size = *size;
  }
  return true;
}

std::shared_ptr<const heap::ObjectLayout> LayoutLearner::Learn(JNIEnv* jni,
                                                               const KnownClass& known) const {
  const LocalFrame frame(jni, 64);
  const uint64_t class_word = known.class_word.load();
  if (known.is_array()) {
    return heap::ObjectLayout::ForArrays(format_, known.id, class_word, KindOf(known.signature));
  }
  // The local reference keeps the class loaded while it is examined.
  auto declaring = static_cast<jclass>(jni->NewLocalRef(known.mirror));
  std::vector<heap::Field> fields;
  while (declaring != nullptr) {
    JvmtiString signature(jvmti_);
    if (jvmti_->GetClassSignature(declaring, signature.out(), nullptr) != JVMTI_ERROR_NONE ||
        HasInjectedFields(signature.get()) || !AppendFields(jni, declaring, fields)) {
      return nullptr;
    }
    declaring = jni->GetSuperclass(declaring);
  }
  std::sort(fields.begin(), fields.end(),
            [](const heap::Field& a, const heap::Field& b) { return a.offset < b.offset; });
  return heap::ObjectLayout::ForInstances(format_, known.id, class_word, fields,
                                          known.instance_size.load());
}

bool LayoutLearner::AppendFields(JNIEnv* jni, jclass declaring,
                                 std::vector<heap::Field>& fields) const {
  jint count = 0;
  jfieldID* ids = nullptr;
  if (jvmti_->GetClassFields(declaring, &count, &ids) != JVMTI_ERROR_NONE) return false;
  std::set<std::string> names;
  bool complete = true;
  for (jint i = 0; i < count && complete; ++i) {
    constexpr jint kStatic = 0x0008;
    jint modifiers = 0;
    JvmtiString name(jvmti_);
    JvmtiString signature(jvmti_);
    complete = jvmti_->GetFieldModifiers(declaring, ids[i], &modifiers) == JVMTI_ERROR_NONE &&
               jvmti_->GetFieldName(declaring, ids[i], name.out(), signature.out(), nullptr) ==
                   JVMTI_ERROR_NONE;
    if (!complete) break;
    // Obfuscators give several fields one name and different types; Unsafe looks up by name only.
    complete = names.insert(name.get()).second;
    if (!complete || (modifiers & kStatic) != 0) continue;
    const auto field = FieldOf(jni, declaring, name.get(), signature.get()[0]);
    complete = field.has_value();
    if (field) fields.push_back(*field);
  }
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(ids));
  return complete;
}

std::optional<heap::Field> LayoutLearner::FieldOf(JNIEnv* jni, jclass declaring,
                                                  const std::string& name, char descriptor) const {
  const jstring java_name = jni->NewStringUTF(name.c_str());
  if (ClearException(jni) || java_name == nullptr) return std::nullopt;
  const jlong offset = jni->CallLongMethod(unsafe_, object_field_offset_, declaring, java_name);
  const bool failed = ClearException(jni);
  jni->DeleteLocalRef(java_name);
  if (failed || offset <= 0 || offset > UINT32_MAX) return std::nullopt;
  return heap::Field{static_cast<uint32_t>(offset), FieldSize(descriptor, format_.reference_size),
                     descriptor == 'L' || descriptor == '['};
}

bool LayoutLearner::CopyObject(JNIEnv* jni, jobject object, uint8_t* bytes, size_t size) const {
  constexpr int kAttempts = 8;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto where = ReadAddress(jni, object, epoch_);
    if (where && base::GuardedCopy(bytes, where->address, size) &&
        epoch_.Current() == where->stamp) {
      return true;
    }
  }
  return false;
}

// Three tries: a collection in the middle of one may spoil it, wrong facts spoil all.
bool LayoutLearner::Verify(JNIEnv* jni) const {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (VerifyArray(jni) && VerifyInstance(jni)) return true;
  }
  return false;
}

// A long[] of known elements: class word stable, length and elements where the format says.
bool LayoutLearner::VerifyArray(JNIEnv* jni) const {
  constexpr std::array<jlong, 3> kElements = {0x0123456789abcdefLL, -2, 0x5a5a5a5a5a5a5a5aLL};
  std::array<std::array<uint8_t, 64>, 2> copies{};
  for (auto& copy : copies) {
    const jlongArray array = jni->NewLongArray(kElements.size());
    if (ClearException(jni) || array == nullptr) return false;
    jni->SetLongArrayRegion(array, 0, kElements.size(), kElements.data());
    const uint32_t base = format_.array_base_offset[static_cast<size_t>(ElementKind::kLong)];
    if (!CopyObject(jni, array, copy.data(), base + sizeof kElements)) return false;
    uint32_t length = 0;
    std::memcpy(&length, copy.data() + format_.array_length_offset, sizeof length);
    if (length != kElements.size()) return false;
    if (std::memcmp(copy.data() + base, kElements.data(), sizeof kElements) != 0) return false;
  }
  return format_.ReadClassWord(copies[0].data()) == format_.ReadClassWord(copies[1].data());
}

// An Integer and a Long of known values: their one field lies where Unsafe says, and their class
// words differ.
bool LayoutLearner::VerifyInstance(JNIEnv* jni) const {
  constexpr jint kValue = 0x5ca1ab1e;
  const jclass integer_class = jni->FindClass("java/lang/Integer");
  if (ClearException(jni)) return false;
  const jmethodID make = jni->GetMethodID(integer_class, "<init>", "(I)V");
  const jobject integer =
      ClearException(jni) ? nullptr : jni->NewObject(integer_class, make, kValue);
  if (ClearException(jni) || integer == nullptr) return false;
  const auto field = FieldOf(jni, integer_class, "value", 'I');
  std::array<uint8_t, 16> bytes{};
  if (!field || field->offset + 4 > bytes.size()) return false;
  if (!CopyObject(jni, integer, bytes.data(), bytes.size())) return false;
  jint value = 0;
  std::memcpy(&value, bytes.data() + field->offset, sizeof value);

  const jlongArray other = jni->NewLongArray(1);
  std::array<uint8_t, 16> other_bytes{};
  if (ClearException(jni) || !CopyObject(jni, other, other_bytes.data(), other_bytes.size())) {
    return false;
  }
  return value == kValue &&
         format_.ReadClassWord(bytes.data()) != format_.ReadClassWord(other_bytes.data());
}

}  // namespace heaptwin::agent
