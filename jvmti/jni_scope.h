#pragma once

#include <jni.h>

namespace heaptwin::agent {

// Local references made inside are released at the end of the scope.
class LocalFrame {
 public:
  LocalFrame(JNIEnv* jni, jint capacity) : jni_(jni), pushed_(jni->PushLocalFrame(capacity) == 0) {
    if (!pushed_) jni->ExceptionClear();
  }
  ~LocalFrame() {
    if (pushed_) jni_->PopLocalFrame(nullptr);
  }
  LocalFrame(const LocalFrame&) = delete;
  LocalFrame& operator=(const LocalFrame&) = delete;

 private:
  JNIEnv* const jni_;
  const bool pushed_;
};

// True if an exception was pending; it no longer is. -Xcheck:jni demands the question after every
// call that may throw.
inline bool ClearException(JNIEnv* jni) {
  if (!jni->ExceptionCheck()) return false;
  jni->ExceptionClear();
  return true;
}

}  // namespace heaptwin::agent
