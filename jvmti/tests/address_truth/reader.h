#pragma once

#include <jni.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <random>
#include <vector>

#include "heap/gc_epoch.h"
#include "heap/header_format.h"
#include "marked_object.h"

namespace heaptwin::address_truth {

// By what a reading is accepted.
enum class Rule : uint8_t {
  kEpoch,            // the agent's rule
  kEventParity,      // no collection event in between, an even number of them before
  kNone,             // always
  kCollectionStart,  // the agent's rule for inspections: read at a collection's start
  kCount
};

struct RuleCounts {
  std::atomic<uint64_t> readings{0};
  std::atomic<uint64_t> accepted{0};
  std::atomic<uint64_t> wrong{0};  // of the accepted ones
};

// What all readers share.
struct Scene {
  heap::GcEpoch epoch;
  std::atomic<uint64_t> collection_events{0};
  heap::HeaderFormat format;
  MarkedClass marked_class;
  std::array<uint64_t, static_cast<size_t>(Kind::kCount)> class_words{};
  std::array<RuleCounts, static_cast<size_t>(Rule::kCount)> counts;
  std::atomic<bool> stop{false};

  RuleCounts& Of(Rule rule) { return counts[static_cast<size_t>(rule)]; }
  uint64_t ClassWord(Kind kind) const { return class_words[static_cast<size_t>(kind)]; }
};

// Reads marked objects of its own again and again, on a thread of its own that is attached to the
// VM, and now and then replaces one.
class Reader {
 public:
  Reader(Scene& scene, uint64_t number, uint64_t seed);

  void Run(JNIEnv* jni);
  // At the start of a collection, with the JVM stopped: reads the objects whose address was
  // accepted in the epoch that now ends.
  void InspectAtCollectionStart(uint64_t stamp);

 private:
  struct Registered {
    uint64_t address = 0;
    uint64_t stamp = 0;
    uint64_t mark = 0;
    Kind kind = Kind::kInstance;
  };

  void ReadOne(JNIEnv* jni);
  void ByEpoch(JNIEnv* jni, jobject local, const MarkedObject& object, size_t slot);
  void ByEventParity(JNIEnv* jni, jobject local, const MarkedObject& object);
  void ByNothing(JNIEnv* jni, jobject local, const MarkedObject& object);
  bool Right(const std::optional<Reading>& reading, const MarkedObject& object) const;
  void Count(Rule rule, bool accepted, bool right);
  void MaybeWait(uint64_t every);

  Scene& scene_;
  const uint64_t number_;
  std::mt19937_64 random_;
  uint64_t made_ = 0;
  std::vector<MarkedObject> objects_;
  std::mutex mutex_;  // guards `registered_`; never held across a JNI call
  std::vector<Registered> registered_;
};

}  // namespace heaptwin::address_truth
