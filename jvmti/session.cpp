#include "session.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "jni_scope.h"
#include "perf/capabilities.h"
#include "selftest/self_test.h"

namespace heaptwin::agent {
namespace {

constexpr auto kRound = std::chrono::milliseconds(20);
// For the last profile; a disk that hangs must not keep the JVM from ending.
constexpr auto kExitPatience = std::chrono::seconds(20);
constexpr uint64_t kProfileNanos = 10'000'000'000;
constexpr uint64_t kOwnerLookNanos = 250'000'000;
// A big profile takes seconds to write, in which the drain thread does nothing else: then it is
// written less often.
constexpr uint64_t kProfileTimesItsCost = 50;

int64_t WallMillis() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

jvmtiCapabilities NeededCapabilities() {
  jvmtiCapabilities capabilities{};
  capabilities.can_generate_sampled_object_alloc_events = 1;
  capabilities.can_generate_garbage_collection_events = 1;
  capabilities.can_get_source_file_name = 1;
  capabilities.can_get_line_numbers = 1;
  return capabilities;
}

}  // namespace

Session::Session(JavaVM* vm, jvmtiEnv* jvmti, JNIEnv* jni, CallbackGate& gate,
                 const Options& options, uint64_t number)
    : vm_(vm),
      jvmti_(jvmti),
      gate_(gate),
      options_(options),
      seed_(options.seed.value_or(base::NowNanos() ^ number)),
      started_nanos_(base::NowNanos()),
      started_millis_(WallMillis()),
      structs_(reinterpret_cast<const void*>(vm->functions->GetEnv)),
      facts_(ReadVmFacts(jvmti, structs_)),
      weak_(structs_, facts_.collector == "G1", losses_),
      epoch_(facts_.total_collections),
      thread_bytes_(jni, structs_),
      owner_(options.owner),
      intervals_(options.registrations_per_second, options.interval_bytes),
      bursts_(BurstLimits::Of(options.long_windows), options.bursts && !options.exhaustive,
              seed_ + 1) {}

std::unique_ptr<Session> Session::Start(JavaVM* vm, jvmtiEnv* jvmti, JNIEnv* jni,
                                        CallbackGate& gate, const Options& options, uint64_t number,
                                        Failure& failure) {
  std::unique_ptr<Session> session(new Session(vm, jvmti, jni, gate, options, number));
  if (!session->TakeCapabilities(failure)) {
    session->ended_.store(true);
    return nullptr;
  }
  session->PrepareContent(jni);
  session->PrepareProbes();
  session->Assemble(jni, number);
  if (const auto error =
          session->recording_->WriteProfile(options.file, session->Facts("running"))) {
    failure = {"the profile cannot be written: " + *error, "name another output file", 2};
    jvmtiCapabilities capabilities = NeededCapabilities();
    jvmti->RelinquishCapabilities(&capabilities);
    if (session->layouts_ != nullptr) session->layouts_->Release(jni);
    session->ended_.store(true);
    return nullptr;
  }
  if (session->Begin(jni, failure)) return session;
  return nullptr;
}

bool Session::Begin(JNIEnv* jni, Failure& failure) {
  gate_.Open(this);
  try {
    allocations_->ApplyInterval();
    SwitchEvents(JVMTI_ENABLE);
    silent_before_events_ = epoch_.SilentCollections();
    // New threads announce themselves from here on; now those that exist.
    threads_->EnumerateExisting(jvmti_, jni);
    if (focus_ != nullptr) focus_->Start();
    StartDrainThread();
    return true;
  } catch (const std::exception& error) {
    // The limit of processes or of memory is reached. Callbacks may be inside already.
    failure = {std::string("heaptwin could not start its thread: ") + error.what(),
               "raise the limit of threads (ulimit -u, the container's pids limit) or of memory",
               4};
    Finish(jni, "stopped");
    return false;
  }
}

Session::~Session() {
  if (drain_thread_.joinable()) {
    Stop("stopped");
    drain_thread_.join();
  }
}

bool Session::TakeCapabilities(Failure& failure) {
  jvmtiCapabilities capabilities = NeededCapabilities();
  const jvmtiError error = jvmti_->AddCapabilities(&capabilities);
  if (error == JVMTI_ERROR_NOT_AVAILABLE) {
    failure = {"the VM does not give heaptwin its allocation samples; another agent holds them",
               "stop the other profiler (JFR does not conflict)", 3};
  } else if (error != JVMTI_ERROR_NONE) {
    failure = {"the VM refused the capabilities that heaptwin needs (JVMTI error " +
                   std::to_string(static_cast<int>(error)) + ")",
               "use JDK 17 or later", 3};
  }
  return error == JVMTI_ERROR_NONE;
}

void Session::PrepareContent(JNIEnv* jni) {
  if (!facts_.MovesOnlyInCollections()) {
    content_reason_ =
        facts_.collector +
        " moves objects while the program runs, so their memory cannot be read; use G1, "
        "Parallel or Serial to see contents";
    return;
  }
  if (!epoch_.KnowsSilentCollections()) {
    content_reason_ =
        "this VM does not tell how often it collected, so stale addresses would go unnoticed";
    return;
  }
  std::string reason;
  layouts_ = LayoutLearner::Create(jvmti_, jni, facts_, epoch_, reason);
  if (layouts_ == nullptr) content_reason_ = reason;
}

void Session::PrepareProbes() {
  // Without valid addresses neither an access nor a trap can be attributed.
  if (layouts_ == nullptr) {
    access_reason_ = watch_reason_ = content_reason_;
    return;
  }
  if (options_.exhaustive) {
    access_reason_ = watch_reason_ = "off in an exhaustive recording: its slowness would bias them";
    return;
  }
  // Opening an event proves nothing: in some virtual machines debug registers open and never fire.
  std::array<char, 512> message{};
  access_on_ = options_.access_sampler;
  if (!access_on_) {
    access_reason_ = "switched off";
  } else if (heaptwin_self_test_clock_sampler(message.data(), message.size()) != 0) {
    access_on_ = false;
    access_reason_ = message.data();
  }
  watch_on_ = options_.watchpoints;
  if (!watch_on_) {
    watch_reason_ = "switched off";
  } else if (heaptwin_self_test_watchpoints(message.data(), message.size()) != 0) {
    watch_on_ = false;
    watch_reason_ = message.data();
  }
  if (!access_on_ && !watch_on_) return;
  probes::ProbeOptions probe_options;
  probe_options.access = access_on_;
  probe_options.access_period_nanos = options_.access_period_nanos;
  probe_options.seed = seed_ + 2;
  if (watch_on_) probe_options.strings = watch::MeasureStringSpeed(kernel_);
  probe_session_ = std::make_unique<probes::ProbeSession>(kernel_, epoch_, losses_, probe_options,
                                                          perf::ProbeCapabilities());
}

void Session::Assemble(JNIEnv* jni, uint64_t number) {
  evidence::RecordingOptions recording_options;
  recording_options.seed = seed_ + 3;
  recording_options.exhaustive = options_.exhaustive;
  // Rare stacks are seen as well.
  if (options_.exhaustive) recording_options.max_contexts = 150'000;
  recording_options.pause_budget = std::chrono::nanoseconds(options_.PauseNanos());
  if (layouts_ != nullptr) recording_options.header_format = layouts_->format();
  if (options_.long_windows) recording_options.max_open_burst_objects *= 2;
  recording_ = std::make_unique<evidence::Recording>(recording_options, losses_);
  threads_ =
      std::make_unique<ThreadRegistry>(number, *recording_, probe_session_.get(), thread_bytes_);
  classes_ = std::make_unique<ClassRegistry>(jvmti_, *recording_);
  contexts_ = std::make_unique<ContextResolver>(
      jvmti_, *recording_, sites_, losses_,
      JavaFrames::Of(structs_, jni, thread_bytes_.CurrentJavaThread(jvmti_, jni)));
  survivors_ = std::make_unique<Survivors>(*recording_, epoch_, layouts_ != nullptr);
  sampled_armer_ = std::make_unique<WatchArmer>(*recording_, watch_on_);
  allocations_ = std::make_unique<AllocationHandler>(AllocationHandler::Parts{
      jvmti_, *recording_, epoch_, *classes_, *contexts_, *threads_, intervals_, bursts_, losses_,
      weak_, layouts_ != nullptr ? &layouts_->format() : nullptr, *sampled_armer_,
      options_.exhaustive});
  AssembleFocus();
  drain_ = std::make_unique<Drain>(Drain::Parts{*recording_, epoch_, *threads_, *classes_,
                                                layouts_.get(), *survivors_, intervals_, bursts_,
                                                *allocations_, *sampled_armer_});
}

void Session::SwitchEvents(jvmtiEventMode mode) {
  // Thread starts first: who is not enumerated must announce itself. Collections before
  // allocations: the epoch must be right when the first address is read.
  for (const jvmtiEvent event :
       {JVMTI_EVENT_THREAD_START, JVMTI_EVENT_THREAD_END, JVMTI_EVENT_GARBAGE_COLLECTION_START,
        JVMTI_EVENT_GARBAGE_COLLECTION_FINISH, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC}) {
    jvmti_->SetEventNotificationMode(mode, event, nullptr);
  }
}

void Session::StartDrainThread() {
  drain_thread_ = std::thread([this] { DrainLoop(); });
}

void Session::DrainLoop() {
  pthread_setname_np(pthread_self(), "heaptwin");
  CurrentThreadMemory().ours = true;
  JNIEnv* jni = nullptr;
  char name[] = "heaptwin";
  JavaVMAttachArgs arguments{JNI_VERSION_1_8, name, nullptr};
  const bool attached =
      vm_->AttachCurrentThreadAsDaemon(reinterpret_cast<void**>(&jni), &arguments) == JNI_OK;
  const char* end = attached ? nullptr : "stopped";
  next_profile_nanos_ = base::NowNanos() + kProfileNanos;
  while (end == nullptr) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, kRound, [this] { return requested_end_ != nullptr; });
    }
    const uint64_t now = base::NowNanos();
    try {
      drain_->Round(jni, now);
      drain_cpu_nanos_.store(static_cast<uint64_t>(base::ThreadCpuNanos()));
      WatchTrapSignal(now);
      WritePeriodically(now);
      end = EndReason(now);
    } catch (const std::exception&) {
      // Out of memory: an exception that left this thread would end the application.
      end = "stopped";
    }
  }
  if (options_.exhaustive && attached) ReadTheLiving();
  Finish(jni, end);
  if (attached) vm_->DetachCurrentThread();
}

const char* Session::EndReason(uint64_t now_nanos) {
  {
    const std::lock_guard lock(mutex_);
    if (requested_end_ != nullptr) return requested_end_;
  }
  if (options_.duration_nanos && now_nanos - started_nanos_ >= *options_.duration_nanos) {
    return "deadline";
  }
  // It opens a file: not in every round.
  if (now_nanos < next_owner_look_nanos_) return nullptr;
  next_owner_look_nanos_ = now_nanos + kOwnerLookNanos;
  return owner_.Gone() ? "owner gone" : nullptr;
}

void Session::WritePeriodically(uint64_t now_nanos) {
  if (now_nanos < next_profile_nanos_) return;
  const std::lock_guard lock(writing_);
  recording_->WriteProfile(options_.file, Facts("running"));
  const uint64_t written = base::NowNanos();
  next_profile_nanos_ =
      written + std::max(kProfileNanos, (written - now_nanos) * kProfileTimesItsCost);
}

void Session::Finish(JNIEnv* jni, const char* end) {
  // A dying VM takes its classes with it.
  if (focus_ != nullptr) focus_->Stop(std::string_view(end) != "target exit");
  SwitchEvents(JVMTI_DISABLE);
  gate_.Close();
  // After the gate: a callback that was still inside may have set the interval of a burst.
  allocations_->RestoreInterval();
  std::optional<std::string> error;
  try {
    error = Conclude(jni, end);
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  jvmtiCapabilities capabilities = NeededCapabilities();
  jvmti_->RelinquishCapabilities(&capabilities);
  const SessionStatus last = CurrentStatus();
  const std::scoped_lock lock(writing_, mutex_);
  write_error_ = error;
  last_status_ = last;
  ReleaseParts();
  ended_.store(true, std::memory_order_release);
  changed_.notify_all();
}

std::optional<std::string> Session::Conclude(JNIEnv* jni, const char* end) {
  threads_->CloseAll();
  if (jni != nullptr) {
    drain_->Last(jni);
    threads_->RecordBytes(jvmti_, jni);
  }
  drain_cpu_nanos_.store(static_cast<uint64_t>(base::ThreadCpuNanos()));
  std::optional<std::string> error;
  {
    const std::lock_guard lock(writing_);
    error = recording_->WriteProfile(options_.file, Facts(end));
  }
  if (jni != nullptr) {
    survivors_->DeleteAll(jni);
    classes_->Release(jni);
    if (layouts_ != nullptr) layouts_->Release(jni);
  }
  return error;
}

std::optional<std::string> Session::Stop(const char* end) {
  std::unique_lock lock(mutex_);
  if (requested_end_ == nullptr) requested_end_ = end;
  changed_.notify_all();
  changed_.wait(lock, [this] { return ended(); });
  return write_error_;
}

void Session::StopAtExit() {
  std::unique_lock lock(mutex_);
  if (requested_end_ == nullptr) requested_end_ = "target exit";
  changed_.notify_all();
  changed_.wait_for(lock, kExitPatience, [this] { return ended(); });
}

std::optional<std::string> Session::Dump(const std::string& path) {
  const std::lock_guard lock(writing_);
  if (ended()) return "the recording has ended";
  return recording_->WriteProfile(path.empty() ? options_.file : path, Facts("running"));
}

// A session that ended by itself may wait long for the next command; what it collected need not.
void Session::ReleaseParts() {
  focus_.reset();
  probe_handler_.reset();
  probe_armer_.reset();
  probe_runs_.reset();
  probe_rates_.reset();
  drain_.reset();
  allocations_.reset();
  sampled_armer_.reset();
  survivors_.reset();
  contexts_.reset();
  classes_.reset();
  threads_.reset();
  probe_session_.reset();
  recording_.reset();
  layouts_.reset();
}

SessionStatus Session::Status() const {
  const std::lock_guard lock(mutex_);
  return ended() ? last_status_ : CurrentStatus();
}

SessionStatus Session::CurrentStatus() const {
  return {base::NowNanos() - started_nanos_, recording_->CurrentCounts(), losses_.Total()};
}

void Session::OnSampledAllocation(JNIEnv* jni, jthread thread, jobject object, jclass mirror,
                                  jlong size) {
  allocations_->OnSampledAllocation(jni, thread, object, mirror, size);
}

jint Session::OnProbedAllocation(JNIEnv* jni, jobject object, jint site) {
  return probe_handler_ == nullptr ? ProbeRates::kOff : probe_handler_->OnProbed(jni, object, site);
}

void Session::OnThreadStart(JNIEnv* jni, jthread thread) {
  allocations_->OnThreadStart(jni, thread);
}

void Session::OnThreadEnd(JNIEnv* jni, jthread thread) { threads_->Ended(jvmti_, jni, thread); }

void Session::OnCollectionStart() {
  if (!epoch_.BeginCollection() || layouts_ == nullptr) return;
  if (const uint64_t stamp = epoch_.StampBeforeThisCollection())
    recording_->CollectionStarting(stamp);
}

void Session::OnCollectionFinish() {
  if (!epoch_.EndCollection()) return;
  recording_->CollectionFinished();
  drain_->NoteCollection();
}

}  // namespace heaptwin::agent
