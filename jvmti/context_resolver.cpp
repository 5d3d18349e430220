#include "context_resolver.h"

#include <algorithm>
#include <array>
#include <utility>

#include "class_registry.h"

namespace heaptwin::agent {
namespace {

// Above this many methods names are resolved again instead of being kept.
constexpr size_t kMostMethods = 100'000;
constexpr size_t kMostPlaces = 200'000;

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

ContextResolver::ContextResolver(jvmtiEnv* jvmti, evidence::Recording& recording, SiteBook& sites,
                                 base::LossCounters& losses,
                                 std::unique_ptr<const JavaFrames> java_frames)
    : jvmti_(jvmti),
      recording_(recording),
      sites_(sites),
      losses_(losses),
      java_frames_(std::move(java_frames)) {}

ContextResolver::Kind ContextResolver::KindOf(const KnownClass& known, bool at_probe) {
  return heap::Index(known.id) << 1U | (at_probe ? 1U : 0U);
}

template <typename Finder>
std::optional<heap::ContextId> ContextResolver::ByFrames(JNIEnv* jni, Kind kind, Finder&& find) {
  MemoryStack memory;
  const uint64_t generation = known_stacks_.generation();
  const bool read =
      java_frames_ != nullptr && known_stacks_.trusted() && java_frames_->Read(jni, memory);
  if (!read) return ContextOf(find({nullptr, false}));
  const KnownStacks::Seen seen{memory.Key(), memory.interpreted(), kind, generation};
  const auto known = known_stacks_.Find(seen);
  const bool check = known && known_stacks_.Check();
  if (known && !check) {
    if (known->truncated) losses_.Add(base::Loss::kStackTruncated);
    return known->context;
  }
  const std::optional<Walked> walked = find({&memory, check});
  if (known) Checked(walked && walked->known.context == known->context);
  // What is lost is counted at each allocation, and not remembered.
  if (walked && walked->frames > 0 && !recording_.IsOverflow(walked->known.context)) {
    known_stacks_.Remember(seen, walked->known);
  }
  return ContextOf(walked);
}

std::optional<heap::ContextId> ContextResolver::ContextOf(const std::optional<Walked>& walked) {
  return walked ? std::optional(walked->known.context) : std::nullopt;
}

void ContextResolver::Checked(bool agrees) {
  known_stacks_.Checked(agrees);
  if (!agrees) losses_.Add(base::Loss::kStackMistaken);
}

void ContextResolver::Read(JNIEnv* jni, jthread thread, const Source& source,
                           std::span<const jmethodID> own, Stack& stack) {
  stack.frames = stack.all.data();
  jint count = ReadAll(jni, thread, source, stack);
  const auto is_own = [&](jmethodID method) {
    return std::find(own.begin(), own.end(), method) != own.end();
  };
  for (jint i = 0; count > 1 && i < kMostOnTop; ++i, ++stack.frames, --count) {
    const bool native = stack.frames->location < 0;
    if (!native && !is_own(stack.frames->method)) break;
    if (native) stack.native_callee = stack.frames->method;
  }
  stack.truncated = count > kMostFrames;
  stack.count = std::min(count, kMostFrames);
  if (stack.truncated) losses_.Add(base::Loss::kStackTruncated);
}

jint ContextResolver::ReadAll(JNIEnv* jni, jthread thread, const Source& source, Stack& stack) {
  std::optional<size_t> composed;
  if (source.memory != nullptr) {
    composed = inlined_frames_.Compose(source.memory->frames(), stack.all);
  }
  if (composed) {
    const uint64_t number = composed_.fetch_add(1, std::memory_order_relaxed);
    if (!source.check && number % KnownStacks::kCheckEach != 0) return static_cast<jint>(*composed);
  }
  std::array<jvmtiFrameInfo, kMostRead> walked;
  jint count = 0;
  walked_.fetch_add(1, std::memory_order_relaxed);
  if (IsVirtualThread(jni, thread) ||
      jvmti_->GetStackTrace(thread, 0, kMostRead, walked.data(), &count) != JVMTI_ERROR_NONE) {
    losses_.Add(base::Loss::kStackUnavailable);
    return 0;
  }
  const std::span seen(walked.data(), static_cast<size_t>(count));
  if (composed) {
    Checked(std::equal(seen.begin(), seen.end(), stack.all.begin(),
                       stack.all.begin() + static_cast<ptrdiff_t>(*composed), SameFrame));
  } else if (source.memory != nullptr && source.memory->whole() && count < kMostRead) {
    inlined_frames_.Learn(source.memory->frames(), seen, [this](const MemoryStack::Frame& frame) {
      return java_frames_->MethodOf(frame);
    });
  }
  std::copy(seen.begin(), seen.end(), stack.all.begin());
  return count;
}

// `site`: the allocating frame stands for its line and not for an instruction.
evidence::StackKey ContextResolver::KeyOf(const Stack& stack, const Site* site) const {
  constexpr int kVersionShift = 32;  // indices have 16 bits
  constexpr int64_t kByLine = int64_t{1} << 62;
  std::array<evidence::RawFrame, kMostFrames> raw;
  for (jint i = 0; i < stack.count; ++i) {
    const jvmtiFrameInfo& frame = stack.frames[i];
    const auto version = static_cast<int64_t>(versions_.Of(frame.method));
    raw[i] = {reinterpret_cast<uint64_t>(frame.method),
              frame.location + (version << kVersionShift)};
  }
  if (site != nullptr && stack.count > 0) raw[0].bci = kByLine + site->line;
  return evidence::StackKey::Of({raw.data(), static_cast<size_t>(stack.count)});
}

heap::ContextId ContextResolver::Current(JNIEnv* jni, jthread thread, const KnownClass& known) {
  return *ByFrames(jni, KindOf(known, false),
                   [&](const Source& source) { return Walk(jni, thread, source, known); });
}

std::optional<ContextResolver::Walked> ContextResolver::Walk(JNIEnv* jni, jthread thread,
                                                             const Source& source,
                                                             const KnownClass& known) {
  Stack stack;
  Read(jni, thread, source, {}, stack);
  const auto key = KeyOf(stack, nullptr);
  const auto context = recording_.FindContext(known.id, key);
  return Walked::Of(stack, context ? *context : Add(jni, known, stack, key));
}

heap::ContextId ContextResolver::Add(JNIEnv* jni, const KnownClass& known, const Stack& stack,
                                     const evidence::StackKey& key) {
  const heap::ContextId context = AddNamed(jni, known, stack, key, nullptr);
  if (stack.count > 0) {
    sites_.Note(context, SiteOf(jni, known, stack), stack.frames[0].method);
  }
  return context;
}

heap::ContextId ContextResolver::AddNamed(JNIEnv* jni, const KnownClass& known, const Stack& stack,
                                          const evidence::StackKey& key, const Site* site) {
  std::array<FrameName, kMostFrames> names;
  NameFrames(jni, stack, site, names);
  return recording_.AddContext(
      known.id, key, std::span(names.data(), static_cast<size_t>(stack.count)), stack.truncated);
}

void ContextResolver::NameFrames(JNIEnv* jni, const Stack& stack, const Site* site,
                                 std::span<FrameName> names) {
  std::array<bool, kMostFrames> named{};
  {
    const std::lock_guard lock(mutex_);
    for (jint i = site == nullptr ? 0 : 1; i < stack.count; ++i) {
      const auto place = places_.find({stack.frames[i].method, stack.frames[i].location});
      named[i] = place != places_.end();
      if (named[i]) names[i] = place->second;
    }
  }
  for (jint i = 0; i < stack.count; ++i) {
    if (named[i]) continue;
    const jvmtiFrameInfo& frame = stack.frames[i];
    const auto method = MethodOf(jni, frame.method);
    const bool on_line_of_site = i == 0 && site != nullptr;
    names[i] = recording_.NameFrame(
        Describe(*method, on_line_of_site ? site->line : LineOf(*method, frame.location)));
    if (on_line_of_site) continue;
    const std::lock_guard lock(mutex_);
    if (places_.size() < kMostPlaces)
      places_.emplace(Place{frame.method, frame.location}, names[i]);
  }
}

Site ContextResolver::SiteOf(JNIEnv* jni, const KnownClass& known, const Stack& stack) {
  const auto internal = [](const Method& method) {
    const std::string& signature = method.class_signature;
    return signature.size() < 2 ? signature : signature.substr(1, signature.size() - 2);
  };
  const auto method = MethodOf(jni, stack.frames[0].method);
  Site site{internal(*method),  method->simple_name,
            method->descriptor, LineOf(*method, stack.frames[0].location),
            known.signature,    {}};
  if (stack.native_callee != nullptr) {
    const auto callee = MethodOf(jni, stack.native_callee);
    site.native_callee = internal(*callee) + "." + callee->simple_name;
  }
  return site;
}

std::optional<heap::ContextId> ContextResolver::AtProbe(JNIEnv* jni, jthread thread,
                                                        const KnownClass& known, const Site& site,
                                                        const std::array<jmethodID, 3>& own) {
  return ByFrames(jni, KindOf(known, true), [&](const Source& source) {
    return WalkAtProbe(jni, thread, source, known, site, own);
  });
}

std::optional<ContextResolver::Walked> ContextResolver::WalkAtProbe(
    JNIEnv* jni, jthread thread, const Source& source, const KnownClass& known, const Site& site,
    const std::array<jmethodID, 3>& own) {
  Stack stack;
  Read(jni, thread, source, own, stack);
  if (stack.count == 0) return std::nullopt;
  const auto key = KeyOf(stack, &site);
  if (const auto context = recording_.FindContext(known.id, key)) {
    return Walked::Of(stack, *context);
  }
  const auto method = MethodOf(jni, stack.frames[0].method);
  if (method->simple_name != site.method || method->descriptor != site.descriptor ||
      method->class_signature != "L" + site.class_name + ";") {
    return std::nullopt;
  }
  // Where the constructor's arguments stand on further lines, the probe does not stand on the line
  // of the instruction that allocates.
  const heap::ContextId context = AddNamed(jni, known, stack, key, &site);
  sites_.Note(context, site, stack.frames[0].method);
  return Walked::Of(stack, context);
}

void ContextResolver::Retransformed(std::span<const jmethodID> methods) {
  versions_.Replaced(methods);
  known_stacks_.ForgetInterpreted();
  const std::lock_guard lock(mutex_);
  for (const jmethodID method : methods) methods_.erase(method);
  std::erase_if(places_, [&](const auto& place) {
    return std::find(methods.begin(), methods.end(), place.first.method) != methods.end();
  });
}

std::shared_ptr<const ContextResolver::Method> ContextResolver::MethodOf(JNIEnv* jni,
                                                                         jmethodID method) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = methods_.find(method);
    if (known != methods_.end()) return known->second;
  }
  auto resolved = std::make_shared<const Method>(Resolve(jni, method));
  const std::lock_guard lock(mutex_);
  if (methods_.size() < kMostMethods) methods_.emplace(method, resolved);
  return resolved;
}

ContextResolver::Method ContextResolver::Resolve(JNIEnv* jni, jmethodID method) const {
  Method resolved;
  resolved.name = "unknown";
  jclass declaring = nullptr;
  char* text = nullptr;
  if (jvmti_->GetMethodDeclaringClass(method, &declaring) != JVMTI_ERROR_NONE) return resolved;
  if (jvmti_->GetClassSignature(declaring, &text, nullptr) == JVMTI_ERROR_NONE) {
    resolved.class_signature = TakeString(jvmti_, text);
    resolved.name = ReadableClassName(resolved.class_signature);
  }
  char* descriptor = nullptr;
  if (jvmti_->GetMethodName(method, &text, &descriptor, nullptr) == JVMTI_ERROR_NONE) {
    resolved.simple_name = TakeString(jvmti_, text);
    resolved.descriptor = TakeString(jvmti_, descriptor);
    resolved.name += "." + resolved.simple_name;
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

int32_t ContextResolver::LineOf(const Method& method, jlocation location) {
  const auto after = std::upper_bound(method.lines.begin(), method.lines.end(), location,
                                      [](jlocation wanted, const jvmtiLineNumberEntry& line) {
                                        return wanted < line.start_location;
                                      });
  return after == method.lines.begin() ? -1 : std::prev(after)->line_number;
}

std::string ContextResolver::Describe(const Method& method, int32_t line) {
  if (method.native) return method.name + "(Native Method)";
  if (method.file.empty()) return method.name + "(Unknown Source)";
  if (line < 0) return method.name + "(" + method.file + ")";
  return method.name + "(" + method.file + ":" + std::to_string(line) + ")";
}

}  // namespace heaptwin::agent
