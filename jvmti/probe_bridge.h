#pragma once

#include <jni.h>
#include <jvmti.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "site.h"

namespace heaptwin::agent {

// The Java agent as seen from here: the probe class of the boot loader, whose countdowns it sets,
// and the installer behind it, which places and removes probes. Talks to it in strings, so that
// neither side needs the other's classes.
//
// One attached thread at a time; runs Java code.
class ProbeBridge {
 public:
  // Null if the Java agent is not loaded or is not ours; `reason` then says so.
  static std::unique_ptr<ProbeBridge> Find(JNIEnv* jni, std::string& reason);

  // sampled, enough, hit: the frames that lie above a probed site.
  const std::array<jmethodID, 3>& own_methods() const { return own_methods_; }

  // Places probes at all of these sites, by number. The answer by number: nullopt if the probe is
  // in place, else why not.
  std::map<int, std::optional<std::string>> Install(JNIEnv* jni, const std::map<int, Site>& sites);
  // False if the installer failed.
  bool Remove(JNIEnv* jni, const std::vector<int>& numbers);
  bool RemoveAll(JNIEnv* jni);

  // Objects of a site until its next one is registered.
  void SetCountdown(JNIEnv* jni, int number, jint objects);

  void Release(JNIEnv* jni);

 private:
  ProbeBridge() = default;

  bool FindProbe(JNIEnv* jni);
  bool FindInstaller(JNIEnv* jni);
  // Nullopt if the installer threw or answered something else.
  std::optional<std::vector<std::string>> Send(JNIEnv* jni,
                                               const std::vector<std::string>& request);

  std::array<jmethodID, 3> own_methods_{};
  jclass probe_ = nullptr;  // global references
  jobject installer_ = nullptr;
  jintArray countdown_ = nullptr;
  jclass string_ = nullptr;
  jmethodID apply_ = nullptr;
};

}  // namespace heaptwin::agent
