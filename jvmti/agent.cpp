#include "agent.h"

#include <utility>

#include "probe_entry.h"
#include "reply.h"
#include "retransform_cost.h"

namespace heaptwin::agent {
namespace {

constexpr jint kBadOptions = 100;
constexpr jint kFailed = 200;

JNIEnv* AttachedJni(JavaVM* vm) {
  JNIEnv* jni = nullptr;
  vm->GetEnv(reinterpret_cast<void**>(&jni), JNI_VERSION_1_8);
  return jni;
}

// No exception crosses into the VM. What can be thrown here is std::bad_alloc.
template <typename Body>
void Guarded(Body&& body) noexcept {
  try {
    body();
  } catch (...) {
    // The event is lost; the application goes on.
  }
}

// The agent of this process. Callbacks carry no pointer of ours.
std::atomic<Agent*> the_agent{nullptr};

}  // namespace

Agent* Agent::Instance(JavaVM* vm) {
  static std::mutex creation;
  const std::lock_guard lock(creation);
  Agent* agent = the_agent.load();
  if (agent != nullptr) return agent;
  std::unique_ptr<Agent> made(new Agent(vm));
  if (!made->Initialize()) return nullptr;
  agent = made.release();
  the_agent.store(agent);
  return agent;
}

bool Agent::Initialize() {
  if (vm_->GetEnv(reinterpret_cast<void**>(&jvmti_), JVMTI_VERSION_11) != JNI_OK) return false;
  const jvmtiEventCallbacks callbacks = Callbacks();
  if (jvmti_->SetEventCallbacks(&callbacks, sizeof callbacks) != JVMTI_ERROR_NONE) return false;
  // Always on, so that no recording is lost when the JVM ends.
  return jvmti_->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, nullptr) ==
         JVMTI_ERROR_NONE;
}

jvmtiEventCallbacks Agent::Callbacks() {
  jvmtiEventCallbacks callbacks{};
  callbacks.VMInit = [](jvmtiEnv*, JNIEnv* jni, jthread) {
    Guarded([&] { the_agent.load()->OnVmInit(jni); });
  };
  callbacks.VMDeath = [](jvmtiEnv*, JNIEnv*) { Guarded([] { the_agent.load()->OnVmDeath(); }); };
  callbacks.SampledObjectAlloc = [](jvmtiEnv*, JNIEnv* jni, jthread thread, jobject object,
                                    jclass mirror, jlong size) {
    Guarded([&] {
      const CallbackGate::Pass pass(the_agent.load()->gate_);
      if (pass) pass->OnSampledAllocation(jni, thread, object, mirror, size);
    });
  };
  callbacks.ThreadStart = [](jvmtiEnv*, JNIEnv* jni, jthread thread) {
    Guarded([&] {
      const CallbackGate::Pass pass(the_agent.load()->gate_);
      if (pass) pass->OnThreadStart(jni, thread);
    });
  };
  callbacks.ThreadEnd = [](jvmtiEnv*, JNIEnv* jni, jthread thread) {
    Guarded([&] {
      const CallbackGate::Pass pass(the_agent.load()->gate_);
      if (pass) pass->OnThreadEnd(jni, thread);
    });
  };
  callbacks.GarbageCollectionStart = [](jvmtiEnv*) {
    Guarded([] {
      const CallbackGate::Pass pass(the_agent.load()->gate_);
      if (pass) pass->OnCollectionStart();
    });
  };
  callbacks.GarbageCollectionFinish = [](jvmtiEnv*) {
    Guarded([] {
      const CallbackGate::Pass pass(the_agent.load()->gate_);
      if (pass) pass->OnCollectionFinish();
    });
  };
  return callbacks;
}

jint ProbedAllocation(JNIEnv* jni, jclass, jobject object, jint site) {
  jint countdown = ProbeRates::kOff;
  Guarded([&] {
    const CallbackGate::Pass pass(the_agent.load()->gate());
    if (pass) countdown = pass->OnProbedAllocation(jni, object, site);
  });
  return countdown;
}

void Agent::OnLoad(const char* text) {
  const auto parsed = ParseOptions(text == nullptr ? "" : text);
  if (const auto* error = std::get_if<OptionError>(&parsed)) {
    return ReplyFailure(error->reply, {error->what, error->remedy, 2});
  }
  const std::lock_guard lock(mutex_);
  at_init_ = std::get<Options>(parsed);
  jvmti_->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, nullptr);
}

void Agent::OnVmInit(JNIEnv* jni) {
  std::optional<Options> options;
  {
    const std::lock_guard lock(mutex_);
    options = std::exchange(at_init_, std::nullopt);
  }
  jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_VM_INIT, nullptr);
  if (options) Execute(*options, jni);
}

jint Agent::OnAttach(const char* text) {
  const auto parsed = ParseOptions(text == nullptr ? "" : text);
  if (const auto* error = std::get_if<OptionError>(&parsed)) {
    ReplyFailure(error->reply, {error->what, error->remedy, 2});
    return kBadOptions;
  }
  JNIEnv* jni = AttachedJni(vm_);
  return jni == nullptr ? kFailed : Execute(std::get<Options>(parsed), jni);
}

jint Agent::Execute(const Options& options, JNIEnv* jni) {
  const std::lock_guard lock(mutex_);
  ReapEnded();
  switch (options.command) {
    case Command::kStart:
      return Start(options, jni);
    case Command::kStop:
      return Stop(options);
    case Command::kDump:
      return Dump(options);
    case Command::kStatus:
      return Status(options);
  }
  return kFailed;
}

// A session that ended by itself (deadline, owner gone) is put away by the next command.
void Agent::ReapEnded() {
  if (session_ != nullptr && session_->ended()) session_.reset();
}

jint Agent::Start(const Options& options, JNIEnv* jni) {
  if (session_ != nullptr) {
    ReplyFailure(options.reply, {"heaptwin is already recording into " + session_->file(),
                                 "stop that recording first", 3});
    return kFailed;
  }
  Failure failure;
  session_ = Session::Start(vm_, jvmti_, jni, gate_, options, ++sessions_, failure);
  if (session_ == nullptr) {
    ReplyFailure(options.reply, failure);
    return kFailed;
  }
  ReplySuccess(options.reply, session_.get());
  return JNI_OK;
}

jint Agent::Stop(const Options& options) {
  if (session_ == nullptr) {
    ReplySuccess(options.reply, nullptr);
    return JNI_OK;
  }
  const auto error = session_->Stop("stopped");
  const std::unique_ptr<Session> ended = std::move(session_);
  if (error) {
    ReplyFailure(options.reply,
                 {"the profile was not written: " + *error, "record again elsewhere", 4});
    return kFailed;
  }
  ReplySuccess(options.reply, ended.get());
  return JNI_OK;
}

jint Agent::Dump(const Options& options) {
  if (session_ == nullptr) {
    ReplyFailure(options.reply, {"heaptwin is not recording", "start a recording first", 3});
    return kFailed;
  }
  if (const auto error = session_->Dump(options.file)) {
    ReplyFailure(options.reply, {"the profile was not written: " + *error, "name another file", 4});
    return kFailed;
  }
  ReplySuccess(options.reply, session_.get());
  return JNI_OK;
}

jint Agent::Status(const Options& options) {
  const VmStructs structs(reinterpret_cast<const void*>(vm_->functions->GetEnv));
  ReplySuccess(options.reply, session_.get(), Name(NextRetransformCost(vm_, structs)));
  return JNI_OK;
}

void Agent::OnVmDeath() {
  const std::lock_guard lock(mutex_);
  if (session_ != nullptr && !session_->ended()) session_->StopAtExit();
}

}  // namespace heaptwin::agent

#define HEAPTWIN_ENTRY extern "C" __attribute__((visibility("default")))

HEAPTWIN_ENTRY jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  heaptwin::agent::Guarded([&] {
    if (heaptwin::agent::Agent* agent = heaptwin::agent::Agent::Instance(vm)) {
      agent->OnLoad(options);
    }
  });
  // Whatever is wrong with us, the application starts.
  return JNI_OK;
}

HEAPTWIN_ENTRY jint JNICALL Agent_OnAttach(JavaVM* vm, char* options, void*) {
  jint result = JNI_ERR;
  heaptwin::agent::Guarded([&] {
    heaptwin::agent::Agent* agent = heaptwin::agent::Agent::Instance(vm);
    if (agent != nullptr) result = agent->OnAttach(options);
  });
  return result;
}

HEAPTWIN_ENTRY void JNICALL Agent_OnUnload(JavaVM*) {}
