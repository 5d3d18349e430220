#include "context_resolver.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "class_registry.h"

namespace heaptwin::agent {
namespace {

constexpr jint kMostFrames = 128;
// Above this many methods names are resolved again instead of being kept.
constexpr size_t kMostMethods = 100'000;

std::string TakeString(jvmtiEnv* jvmti, char* text) {
  if (text == nullptr) return {};
  std::string copy(text);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(text));
  return copy;
}

// JVMTI's GetStackTrace on a virtual thread inside an allocation callback can crash the VM (seen on
// JDK 25 in other profilers), so such allocations get no stack. IsVirtualThread is the 235th entry
// of the JNI table, from JNI 21 on.
bool IsVirtualThread(JNIEnv* jni, jthread thread) {
  constexpr jint kJniVersion21 = 0x00150000;
  constexpr size_t kIsVirtualThreadIndex = 234;
  if (thread == nullptr || jni->GetVersion() < kJniVersion21) return false;
  using IsVirtualThreadFunction = jboolean (*)(JNIEnv*, jobject);
  void* const* table = reinterpret_cast<void* const*>(jni->functions);
  return reinterpret_cast<IsVirtualThreadFunction>(table[kIsVirtualThreadIndex])(jni, thread) ==
         JNI_TRUE;
}

}  // namespace

ContextResolver::ContextResolver(jvmtiEnv* jvmti, evidence::Recording& recording,
                                 base::LossCounters& losses)
    : jvmti_(jvmti), recording_(recording), losses_(losses) {}

heap::ContextId ContextResolver::Current(JNIEnv* jni, jthread thread, heap::ClassId class_id) {
  std::array<jvmtiFrameInfo, kMostFrames + 1> frames;
  jint count = 0;
  if (IsVirtualThread(jni, thread) ||
      jvmti_->GetStackTrace(thread, 0, kMostFrames + 1, frames.data(), &count) !=
          JVMTI_ERROR_NONE) {
    losses_.Add(base::Loss::kStackUnavailable);
    count = 0;
  }
  const bool truncated = count > kMostFrames;
  if (truncated) losses_.Add(base::Loss::kStackTruncated);
  count = std::min(count, kMostFrames);

  std::array<evidence::RawFrame, kMostFrames> raw;
  for (jint i = 0; i < count; ++i) {
    raw[i] = {reinterpret_cast<uint64_t>(frames[i].method), frames[i].location};
  }
  const auto key = evidence::StackKey::Of({raw.data(), static_cast<size_t>(count)});
  if (const auto known = recording_.FindContext(class_id, key)) return *known;

  std::vector<std::string> texts;
  texts.reserve(static_cast<size_t>(count));
  for (jint i = 0; i < count; ++i) texts.push_back(FrameText(jni, frames[i]));
  return recording_.AddContext(class_id, key, texts, truncated);
}

std::string ContextResolver::FrameText(JNIEnv* jni, const jvmtiFrameInfo& frame) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = methods_.find(frame.method);
    if (known != methods_.end()) return Describe(known->second, frame.location);
  }
  Method resolved = Resolve(jni, frame.method);
  std::string text = Describe(resolved, frame.location);
  const std::lock_guard lock(mutex_);
  if (methods_.size() < kMostMethods) methods_.emplace(frame.method, std::move(resolved));
  return text;
}

ContextResolver::Method ContextResolver::Resolve(JNIEnv* jni, jmethodID method) const {
  Method resolved;
  resolved.name = "unknown";
  jclass declaring = nullptr;
  char* text = nullptr;
  if (jvmti_->GetMethodDeclaringClass(method, &declaring) != JVMTI_ERROR_NONE) return resolved;
  if (jvmti_->GetClassSignature(declaring, &text, nullptr) == JVMTI_ERROR_NONE) {
    resolved.name = ReadableClassName(TakeString(jvmti_, text));
  }
  if (jvmti_->GetMethodName(method, &text, nullptr, nullptr) == JVMTI_ERROR_NONE) {
    resolved.name += "." + TakeString(jvmti_, text);
  }
  if (jvmti_->GetSourceFileName(declaring, &text) == JVMTI_ERROR_NONE) {
    resolved.file = TakeString(jvmti_, text);
  }
  // A deep stack resolves many methods within one callback.
  jni->DeleteLocalRef(declaring);
  jboolean native = JNI_FALSE;
  resolved.native = jvmti_->IsMethodNative(method, &native) == JVMTI_ERROR_NONE && native;
  jint entries = 0;
  jvmtiLineNumberEntry* lines = nullptr;
  if (!resolved.native &&
      jvmti_->GetLineNumberTable(method, &entries, &lines) == JVMTI_ERROR_NONE) {
    resolved.lines.assign(lines, lines + entries);
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(lines));
    std::sort(resolved.lines.begin(), resolved.lines.end(),
              [](const auto& a, const auto& b) { return a.start_location < b.start_location; });
  }
  return resolved;
}

std::string ContextResolver::Describe(const Method& method, jlocation location) {
  if (method.native) return method.name + "(Native Method)";
  if (method.file.empty()) return method.name + "(Unknown Source)";
  const auto after = std::upper_bound(method.lines.begin(), method.lines.end(), location,
                                      [](jlocation wanted, const jvmtiLineNumberEntry& line) {
                                        return wanted < line.start_location;
                                      });
  if (after == method.lines.begin()) return method.name + "(" + method.file + ")";
  return method.name + "(" + method.file + ":" + std::to_string(std::prev(after)->line_number) +
         ")";
}

}  // namespace heaptwin::agent
