#pragma once

#include <jni.h>
#include <jvmti.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/loss.h"
#include "class_registry.h"
#include "evidence/recording.h"
#include "heap/ids.h"
#include "inlined_frames.h"
#include "java_frames.h"
#include "known_stacks.h"
#include "method_versions.h"
#include "site_book.h"

namespace heaptwin::agent {

// Turns the current thread's stack into an allocation context. Names are resolved when a method is
// first seen and kept as strings: a jmethodID says nothing any more once its class is unloaded.
//
// Native methods on top (Object.clone, Array.newArray) are not part of a context: where compiled
// code allocates in their place there is no such frame, and a probe stands behind their return. So
// all three give one context.
//
// A stack is read as it lies in memory (JavaFrames). Its context is looked up by that
// (KnownStacks); if it is new, its methods are put together from what is known of its frames
// (InlinedFrames); only if one of those is new JVMTI walks the stack, and now and then to check the
// other two.
//
// Thread-safe. The mutex is never held across a JVMTI call.
class ContextResolver {
 public:
  // `java_frames` null: every stack is walked by JVMTI.
  ContextResolver(jvmtiEnv* jvmti, evidence::Recording& recording, SiteBook& sites,
                  base::LossCounters& losses, std::unique_ptr<const JavaFrames> java_frames);

  // Context of an allocation of a class by the calling thread, now. From an allocation callback
  // only.
  heap::ContextId Current(JNIEnv* jni, jthread thread, const KnownClass& known);
  // The same for a probe at `site`, called from its native method: `own` are the methods of the
  // probe itself, which lie above the site. Nullopt if the code on the stack is not that of the
  // site (an old version that still runs).
  std::optional<heap::ContextId> AtProbe(JNIEnv* jni, jthread thread, const KnownClass& known,
                                         const Site& site, const std::array<jmethodID, 3>& own);

  // The classes of these methods are being retransformed, or were: indices into their code, and
  // their tables of lines, are void.
  void Retransformed(std::span<const jmethodID> methods);

  // Stacks that were known, those put together from known frames, and those that JVMTI walked.
  uint64_t stacks_known() const { return known_stacks_.found(); }
  uint64_t stacks_composed() const { return composed_.load(std::memory_order_relaxed); }
  uint64_t stacks_walked() const { return walked_.load(std::memory_order_relaxed); }

 private:
  static constexpr jint kMostFrames = 128;
  static constexpr jint kMostOnTop = 8;  // native frames, or the probe's
  static constexpr jint kMostRead = kMostFrames + kMostOnTop + 1;

  using FrameName = evidence::FrameName;

  struct Method {
    std::string name;  // "a.b.C.m"
    std::string file;  // "C.java", empty if unknown
    std::string class_signature;
    std::string simple_name;
    std::string descriptor;
    bool native = false;
    std::vector<jvmtiLineNumberEntry> lines;  // ascending start_location
  };
  // One place in the code. A stack that is new mostly consists of places that are not, and to name
  // them anew, 128 at worst, costs more than all the rest of a registration.
  struct Place {
    jmethodID method;
    jlocation location;
    bool operator==(const Place&) const = default;
  };
  struct PlaceHash {
    size_t operator()(const Place& place) const noexcept {
      const auto method = reinterpret_cast<uintptr_t>(place.method);
      return (method ^ (static_cast<uint64_t>(place.location) << 48U)) * 0x9e3779b97f4a7c15ULL;
    }
  };
  // A stack without what lies above the allocating frame.
  struct Stack {
    std::array<jvmtiFrameInfo, kMostRead> all;
    jvmtiFrameInfo* frames = nullptr;  // the allocating frame first
    jint count = 0;
    bool truncated = false;
    jmethodID native_callee = nullptr;  // stripped last
  };

  using Kind = uint64_t;  // what a context depends on beside its stack
  // Where a stack is to be read from.
  struct Source {
    const MemoryStack* memory;  // null: JVMTI alone
    bool check;                 // JVMTI in any case
  };
  struct Walked {
    KnownStacks::Known known;
    jint frames;
    static Walked Of(const Stack& stack, heap::ContextId context) {
      return {{context, stack.truncated}, stack.count};
    }
  };
  static Kind KindOf(const KnownClass& known, bool at_probe);
  static std::optional<heap::ContextId> ContextOf(const std::optional<Walked>& walked);
  // The context of the calling thread's stack, by `find(source)` if it is not known.
  template <typename Finder>
  std::optional<heap::ContextId> ByFrames(JNIEnv* jni, Kind kind, Finder&& find);
  std::optional<Walked> Walk(JNIEnv* jni, jthread thread, const Source& source,
                             const KnownClass& known);
  std::optional<Walked> WalkAtProbe(JNIEnv* jni, jthread thread, const Source& source,
                                    const KnownClass& known, const Site& site,
                                    const std::array<jmethodID, 3>& own);
  void Read(JNIEnv* jni, jthread thread, const Source& source, std::span<const jmethodID> own,
            Stack& stack);
  // Into stack.all; returns the number of frames.
  jint ReadAll(JNIEnv* jni, jthread thread, const Source& source, Stack& stack);
  // JVMTI was asked about a stack that was thought to be known.
  void Checked(bool agrees);
  evidence::StackKey KeyOf(const Stack& stack, const Site* site) const;
  heap::ContextId Add(JNIEnv* jni, const KnownClass& known, const Stack& stack,
                      const evidence::StackKey& key);
  heap::ContextId AddNamed(JNIEnv* jni, const KnownClass& known, const Stack& stack,
                           const evidence::StackKey& key, const Site* site);
  // Names of the stack's frames; the allocating frame, if `site` is given, stands on its line.
  void NameFrames(JNIEnv* jni, const Stack& stack, const Site* site, std::span<FrameName> names);
  Site SiteOf(JNIEnv* jni, const KnownClass& known, const Stack& stack);
  std::shared_ptr<const Method> MethodOf(JNIEnv* jni, jmethodID method);
  Method Resolve(JNIEnv* jni, jmethodID method) const;
  static int32_t LineOf(const Method& method, jlocation location);
  static std::string Describe(const Method& method, int32_t line);

  jvmtiEnv* const jvmti_;
  evidence::Recording& recording_;
  SiteBook& sites_;
  base::LossCounters& losses_;
  const std::unique_ptr<const JavaFrames> java_frames_;
  KnownStacks known_stacks_;
  InlinedFrames inlined_frames_;
  std::atomic<uint64_t> composed_{0};
  std::atomic<uint64_t> walked_{0};
  MethodVersions versions_;
  std::mutex mutex_;
  std::unordered_map<jmethodID, std::shared_ptr<const Method>> methods_;
  std::unordered_map<Place, FrameName, PlaceHash> places_;
};

}  // namespace heaptwin::agent
