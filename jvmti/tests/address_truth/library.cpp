// What org.heaptwin.bench.survival.AddressReadings calls.
#include <jni.h>
#include <jvmti.h>

#include <cstdio>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "address_reader.h"
#include "reader.h"
#include "vm_facts.h"
#include "vm_structs.h"

namespace heaptwin::address_truth {
namespace {

// The scene and its readers, for the life of the process: collection events carry no pointer of
// ours.
struct Play {
  Scene scene;
  std::vector<std::unique_ptr<Reader>> readers;
  std::vector<std::thread> threads;
};
Play* the_play = nullptr;

void JNICALL OnCollectionStart(jvmtiEnv*) {
  Scene& scene = the_play->scene;
  scene.collection_events.fetch_add(1);
  if (!scene.epoch.BeginCollection()) return;
  const uint64_t stamp = scene.epoch.StampBeforeThisCollection();
  if (stamp == 0) return;
  for (const auto& reader : the_play->readers) reader->InspectAtCollectionStart(stamp);
}

void JNICALL OnCollectionFinish(jvmtiEnv*) {
  the_play->scene.epoch.EndCollection();
  the_play->scene.collection_events.fetch_add(1);
}

bool SwitchEventsOn(jvmtiEnv* jvmti) {
  jvmtiCapabilities capabilities{};
  capabilities.can_generate_garbage_collection_events = 1;
  jvmtiEventCallbacks callbacks{};
  callbacks.GarbageCollectionStart = OnCollectionStart;
  callbacks.GarbageCollectionFinish = OnCollectionFinish;
  return jvmti->AddCapabilities(&capabilities) == JVMTI_ERROR_NONE &&
         jvmti->SetEventCallbacks(&callbacks, sizeof callbacks) == JVMTI_ERROR_NONE &&
         jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_GARBAGE_COLLECTION_START,
                                         nullptr) == JVMTI_ERROR_NONE &&
         jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH,
                                         nullptr) == JVMTI_ERROR_NONE;
}

// Before anything collects: one object of each kind, whose marks must be where we look for them.
bool LearnClassWords(JNIEnv* jni, Scene& scene) {
  for (size_t i = 0; i < scene.class_words.size(); ++i) {
    const auto kind = static_cast<Kind>(i);
    MarkedObject object(kind, scene.marked_class);
    if (!object.Renew(jni, i + 1)) return false;
    const jobject local = jni->NewLocalRef(object.reference());
    const auto where = agent::ReadAddress(jni, local, scene.epoch);
    jni->DeleteLocalRef(local);
    const auto reading =
        where ? MarkedObject::ReadAt(where->address, kind, scene.format) : std::optional<Reading>();
    if (!reading || reading->first != object.mark() || reading->last != object.mark()) return false;
    scene.class_words[i] = reading->class_word;
    object.Release(jni);
  }
  return scene.class_words[0] != scene.class_words[1];
}

bool Prepare(JavaVM* vm, JNIEnv* jni, jclass marked) {
  jvmtiEnv* jvmti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_11) != JNI_OK) return false;
  const agent::VmStructs structs(reinterpret_cast<const void*>(vm->functions->GetEnv));
  const agent::VmFacts facts = agent::ReadVmFacts(jvmti, structs);
  if (facts.total_collections == nullptr || facts.compact_headers ||
      !facts.compressed_class_pointers) {
    return false;
  }
  Scene& scene = the_play->scene;
  scene.epoch.SetTotalCollections(facts.total_collections);
  scene.marked_class = {static_cast<jclass>(jni->NewGlobalRef(marked)),
                        jni->GetMethodID(marked, "<init>", "()V"),
                        jni->GetFieldID(marked, "mark", "J")};
  return LearnClassWords(jni, scene) && SwitchEventsOn(jvmti);
}

void RunAttached(JavaVM* vm, Reader& reader) {
  JNIEnv* jni = nullptr;
  if (vm->AttachCurrentThreadAsDaemon(reinterpret_cast<void**>(&jni), nullptr) != JNI_OK) return;
  reader.Run(jni);
  vm->DetachCurrentThread();
}

}  // namespace
}  // namespace heaptwin::address_truth

using heaptwin::address_truth::Play;
using heaptwin::address_truth::Reader;
using heaptwin::address_truth::the_play;

#define ENTRY extern "C" __attribute__((visibility("default")))

// Starts `readers` threads that read objects of class `marked`. False if this VM is not one whose
// objects lie as expected.
ENTRY jboolean JNICALL Java_org_heaptwin_bench_survival_AddressReadings_start(JNIEnv* jni, jclass,
                                                                              jclass marked,
                                                                              jint readers,
                                                                              jlong seed) {
  JavaVM* vm = nullptr;
  jni->GetJavaVM(&vm);
  the_play = new Play();
  std::mt19937_64 seeds(static_cast<uint64_t>(seed));
  for (jint i = 1; i <= readers; ++i) {
    the_play->readers.push_back(
        std::make_unique<Reader>(the_play->scene, static_cast<uint64_t>(i), seeds()));
  }
  if (!heaptwin::address_truth::Prepare(vm, jni, marked)) return JNI_FALSE;
  for (const auto& reader : the_play->readers) {
    the_play->threads.emplace_back(
        [vm, &reader] { heaptwin::address_truth::RunAttached(vm, *reader); });
  }
  return JNI_TRUE;
}

// Readings, acceptances and wrong acceptances of each rule in turn; last the silent collections.
ENTRY jlongArray JNICALL Java_org_heaptwin_bench_survival_AddressReadings_counts(JNIEnv* jni,
                                                                                 jclass) {
  std::vector<jlong> values;
  for (const auto& counts : the_play->scene.counts) {
    values.push_back(static_cast<jlong>(counts.readings.load()));
    values.push_back(static_cast<jlong>(counts.accepted.load()));
    values.push_back(static_cast<jlong>(counts.wrong.load()));
  }
  values.push_back(static_cast<jlong>(the_play->scene.epoch.Collections()));
  values.push_back(static_cast<jlong>(the_play->scene.epoch.SilentCollections()));
  const jlongArray array = jni->NewLongArray(static_cast<jsize>(values.size()));
  if (array != nullptr) {
    jni->SetLongArrayRegion(array, 0, static_cast<jsize>(values.size()), values.data());
  }
  return array;
}

ENTRY void JNICALL Java_org_heaptwin_bench_survival_AddressReadings_stop(JNIEnv*, jclass) {
  the_play->scene.stop.store(true);
  for (std::thread& thread : the_play->threads) thread.join();
  the_play->threads.clear();
}
