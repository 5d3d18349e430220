#include "probe_bridge.h"

#include "jni_scope.h"
#include "probe_entry.h"

namespace heaptwin::agent {
namespace {

// Log2 of the elements per site in AllocationProbe.countdown.
constexpr int kStrideBits = 4;
constexpr const char* kInPlace = "ok";

template <typename Reference>
Reference Global(JNIEnv* jni, Reference local) {
  return local == nullptr ? nullptr : static_cast<Reference>(jni->NewGlobalRef(local));
}

std::string Text(JNIEnv* jni, jstring string) {
  if (string == nullptr) return {};
  const char* characters = jni->GetStringUTFChars(string, nullptr);
  if (characters == nullptr) {
    ClearException(jni);
    return {};
  }
  std::string text(characters);
  jni->ReleaseStringUTFChars(string, characters);
  return text;
}

std::string Line(int number, const Site& site) {
  return std::to_string(number) + '\t' + site.class_name + '\t' + site.method + '\t' +
         site.descriptor + '\t' + std::to_string(site.line) + '\t' + site.allocated + '\t' +
         site.native_callee;
}

}  // namespace

std::unique_ptr<ProbeBridge> ProbeBridge::Find(JNIEnv* jni, std::string& reason) {
  const LocalFrame frame(jni, 16);
  std::unique_ptr<ProbeBridge> bridge(new ProbeBridge);
  if (!bridge->FindProbe(jni)) {
    reason = "heaptwin-agent.jar is not loaded in this JVM";
  } else if (!bridge->FindInstaller(jni)) {
    reason = "heaptwin-agent.jar is loaded, but not ready or of another version";
  } else {
    return bridge;
  }
  bridge->Release(jni);
  return nullptr;
}

// Asks the boot loader alone: JNI's FindClass would ask the application's loader, which opens every
// jar of its class path to find nothing, or something that is not ours.
bool ProbeBridge::FindProbe(JNIEnv* jni) {
  const jclass class_class = jni->FindClass("java/lang/Class");
  if (ClearException(jni)) return false;
  const jmethodID for_name = jni->GetStaticMethodID(
      class_class, "forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;");
  if (ClearException(jni)) return false;
  const jstring name = jni->NewStringUTF("org.heaptwin.probe.AllocationProbe");
  if (ClearException(jni)) return false;
  jobject probe = jni->CallStaticObjectMethod(class_class, for_name, name, JNI_TRUE, nullptr);
  if (ClearException(jni) || probe == nullptr) return false;
  probe_ = Global(jni, static_cast<jclass>(probe));
  return probe_ != nullptr;
}

bool ProbeBridge::FindInstaller(JNIEnv* jni) {
  const jclass function = jni->FindClass("java/util/function/Function");
  if (ClearException(jni)) return false;
  apply_ = jni->GetMethodID(function, "apply", "(Ljava/lang/Object;)Ljava/lang/Object;");
  if (ClearException(jni)) return false;
  const jclass string = jni->FindClass("java/lang/String");
  if (ClearException(jni)) return false;
  string_ = Global(jni, string);
  const jfieldID installer = jni->GetStaticFieldID(probe_, "installer", "Ljava/lang/Object;");
  if (ClearException(jni)) return false;
  const jfieldID countdown = jni->GetStaticFieldID(probe_, "countdown", "[I");
  if (ClearException(jni)) return false;
  own_methods_[0] = jni->GetStaticMethodID(probe_, "sampled", "(Ljava/lang/Object;I)I");
  if (ClearException(jni)) return false;
  own_methods_[1] = jni->GetStaticMethodID(probe_, "enough", "(Ljava/lang/Object;I)V");
  if (ClearException(jni)) return false;
  own_methods_[2] = jni->GetStaticMethodID(probe_, "hit", "(Ljava/lang/Object;I)V");
  if (ClearException(jni)) return false;
  installer_ = Global(jni, jni->GetStaticObjectField(probe_, installer));
  countdown_ = Global(jni, static_cast<jintArray>(jni->GetStaticObjectField(probe_, countdown)));
  if (installer_ == nullptr || countdown_ == nullptr || !jni->IsInstanceOf(installer_, function)) {
    return false;
  }
  char name[] = "sampled";
  char signature[] = "(Ljava/lang/Object;I)I";
  const JNINativeMethod native{name, signature, reinterpret_cast<void*>(&ProbedAllocation)};
  return jni->RegisterNatives(probe_, &native, 1) == JNI_OK && !ClearException(jni);
}

std::optional<std::vector<std::string>> ProbeBridge::Send(JNIEnv* jni,
                                                          const std::vector<std::string>& request) {
  const LocalFrame frame(jni, 16);
  const auto length = static_cast<jsize>(request.size());
  const jobjectArray argument = jni->NewObjectArray(length, string_, nullptr);
  if (ClearException(jni) || argument == nullptr) return std::nullopt;
  for (jsize i = 0; i < length; ++i) {
    const jstring item = jni->NewStringUTF(request[static_cast<size_t>(i)].c_str());
    if (ClearException(jni) || item == nullptr) return std::nullopt;
    jni->SetObjectArrayElement(argument, i, item);
    if (ClearException(jni)) return std::nullopt;
    jni->DeleteLocalRef(item);
  }
  const auto answer =
      static_cast<jobjectArray>(jni->CallObjectMethod(installer_, apply_, argument));
  if (ClearException(jni) || answer == nullptr) return std::nullopt;
  std::vector<std::string> texts;
  const jsize answers = jni->GetArrayLength(answer);
  for (jsize i = 0; i < answers; ++i) {
    const auto item = static_cast<jstring>(jni->GetObjectArrayElement(answer, i));
    if (ClearException(jni)) return std::nullopt;
    texts.push_back(Text(jni, item));
    jni->DeleteLocalRef(item);
  }
  return texts;
}

std::map<int, std::optional<std::string>> ProbeBridge::Install(JNIEnv* jni,
                                                               const std::map<int, Site>& sites) {
  std::vector<std::string> request{"install"};
  for (const auto& [number, site] : sites) request.push_back(Line(number, site));
  const auto answer = Send(jni, request);
  std::map<int, std::optional<std::string>> result;
  size_t next = 0;
  for (const auto& [number, site] : sites) {
    std::optional<std::string>& state = result[number];
    if (!answer || answer->size() != sites.size()) {
      state = "the Java agent did not answer";
      continue;
    }
    const std::string& text = (*answer)[next++];
    if (text.rfind(kInPlace, 0) != 0) state = text;
  }
  return result;
}

bool ProbeBridge::Remove(JNIEnv* jni, const std::vector<int>& numbers) {
  std::vector<std::string> request{"remove"};
  for (const int number : numbers) request.push_back(std::to_string(number));
  return Send(jni, request).has_value();
}

bool ProbeBridge::RemoveAll(JNIEnv* jni) { return Send(jni, {"removeAll"}).has_value(); }

void ProbeBridge::SetCountdown(JNIEnv* jni, int number, jint objects) {
  jni->SetIntArrayRegion(countdown_, number << kStrideBits, 1, &objects);
  ClearException(jni);
}

void ProbeBridge::Release(JNIEnv* jni) {
  for (jobject* reference :
       {reinterpret_cast<jobject*>(&probe_), &installer_, reinterpret_cast<jobject*>(&countdown_),
        reinterpret_cast<jobject*>(&string_)}) {
    if (*reference != nullptr) jni->DeleteGlobalRef(*reference);
    *reference = nullptr;
  }
}

}  // namespace heaptwin::agent
