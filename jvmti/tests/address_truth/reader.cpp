#include "reader.h"

#include <chrono>
#include <thread>

#include "address_reader.h"

namespace heaptwin::address_truth {
namespace {

constexpr size_t kObjects = 1000;
constexpr size_t kLargeObjects = 4;
constexpr uint64_t kRenewEvery = 32;
constexpr uint64_t kRenewLargeEvery = 256;
constexpr uint64_t kWaitEvery = 2000;
constexpr uint64_t kWaitEveryWithoutRule = 50;

Kind KindOf(size_t slot) {
  if (slot < kLargeObjects) return Kind::kLargeArray;
  return slot % 4 == 0 ? Kind::kSmallArray : Kind::kInstance;
}

uint64_t RawAddress(jobject local) { return *reinterpret_cast<const volatile uint64_t*>(local); }

}  // namespace

Reader::Reader(Scene& scene, uint64_t number, uint64_t seed)
    : scene_(scene), number_(number), random_(seed), registered_(kObjects) {
  objects_.reserve(kObjects);
  for (size_t i = 0; i < kObjects; ++i) objects_.emplace_back(KindOf(i), scene.marked_class);
}

void Reader::Run(JNIEnv* jni) {
  while (!scene_.stop.load()) ReadOne(jni);
  for (MarkedObject& object : objects_) object.Release(jni);
}

void Reader::ReadOne(JNIEnv* jni) {
  const size_t slot = random_() % kObjects;
  MarkedObject& object = objects_[slot];
  const uint64_t renew = object.kind() == Kind::kLargeArray ? kRenewLargeEvery : kRenewEvery;
  if (object.reference() == nullptr || random_() % renew == 0) {
    {
      const std::lock_guard lock(mutex_);
      registered_[slot] = {};
    }
    if (!object.Renew(jni, number_ << 32 | ++made_)) return;
  } else {
    object.Remark(jni);
  }
  const jobject local = jni->NewLocalRef(object.reference());
  const uint64_t choice = random_() % 8;
  if (choice == 0) {
    ByNothing(jni, local, object);
  } else if (choice == 1) {
    ByEventParity(jni, local, object);
  } else {
    ByEpoch(jni, local, object, slot);
  }
  jni->DeleteLocalRef(local);
}

void Reader::ByEpoch(JNIEnv* jni, jobject local, const MarkedObject& object, size_t slot) {
  const auto where = agent::ReadAddress(jni, local, scene_.epoch);
  if (!where) return Count(Rule::kEpoch, false, false);
  MaybeWait(kWaitEvery);
  const auto reading = MarkedObject::ReadAt(where->address, object.kind(), scene_.format);
  const bool accepted = scene_.epoch.Current() == where->stamp;
  Count(Rule::kEpoch, accepted, Right(reading, object));
  if (!accepted) return;
  const std::lock_guard lock(mutex_);
  registered_[slot] = {where->address, where->stamp, object.mark(), object.kind()};
}

void Reader::ByEventParity(JNIEnv* jni, jobject local, const MarkedObject& object) {
  const uint64_t events = scene_.collection_events.load();
  jni->IsSameObject(local, nullptr);
  const uint64_t address = RawAddress(local);
  MaybeWait(kWaitEveryWithoutRule);
  const auto reading = MarkedObject::ReadAt(address, object.kind(), scene_.format);
  const bool accepted = events % 2 == 0 && scene_.collection_events.load() == events;
  Count(Rule::kEventParity, accepted, Right(reading, object));
}

void Reader::ByNothing(JNIEnv* jni, jobject local, const MarkedObject& object) {
  jni->IsSameObject(local, nullptr);
  const uint64_t address = RawAddress(local);
  MaybeWait(kWaitEveryWithoutRule);
  const auto reading = MarkedObject::ReadAt(address, object.kind(), scene_.format);
  Count(Rule::kNone, true, Right(reading, object));
}

bool Reader::Right(const std::optional<Reading>& reading, const MarkedObject& object) const {
  return reading && !MarkedObject::Forwarded(*reading) && reading->first == object.mark() &&
         reading->last == object.mark() && reading->class_word == scene_.ClassWord(object.kind());
}

void Reader::Count(Rule rule, bool accepted, bool right) {
  RuleCounts& counts = scene_.Of(rule);
  counts.readings.fetch_add(1, std::memory_order_relaxed);
  if (!accepted) return;
  counts.accepted.fetch_add(1, std::memory_order_relaxed);
  if (!right) counts.wrong.fetch_add(1, std::memory_order_relaxed);
}

// A thread may lose its processor anywhere: between the address and the copy above all, which makes
// a rule that is wrong show itself in seconds instead of days.
void Reader::MaybeWait(uint64_t every) {
  if (random_() % every != 0) return;
  std::this_thread::sleep_for(std::chrono::microseconds(random_() % 10'000));
}

void Reader::InspectAtCollectionStart(uint64_t stamp) {
  const std::lock_guard lock(mutex_);
  for (const Registered& entry : registered_) {
    if (entry.stamp != stamp) continue;
    const auto reading = MarkedObject::ReadAt(entry.address, entry.kind, scene_.format);
    // The reader may have written a later count before the JVM stopped; the identity stays.
    const bool right = reading && !MarkedObject::Forwarded(*reading) &&
                       MarkedObject::SameIdentity(reading->first, entry.mark) &&
                       MarkedObject::SameIdentity(reading->last, entry.mark) &&
                       reading->class_word == scene_.ClassWord(entry.kind);
    Count(Rule::kCollectionStart, true, right);
  }
}

}  // namespace heaptwin::address_truth
