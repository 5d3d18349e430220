#pragma once

#include <sys/types.h>
#include <ucontext.h>

#include <cstdint>
#include <optional>

namespace heaptwin::perf {

// What an event's sig_data says about itself: whose it is and of which arming. 48 bits; TrapSignal
// adds a 16-bit mark that tells this library's events from everybody else's.
struct TrapCookie {
  uint8_t source = 0;       // 0..3: watchpoint of that number; kClockSource: the clock sampler
  uint16_t thread = 0;      // slot of the thread in the dispatch table
  uint32_t generation = 0;  // 24 bits: which arming of the source

  static constexpr uint8_t kClockSource = 0x10;
  static constexpr uint32_t kGenerationMask = 0xffffff;
};

// One delivered SIGTRAP of ours.
struct Trap {
  TrapCookie cookie;
  bool has_generation = false;  // false when delivered by F_SETSIG, which names only the descriptor
  bool asynchronous =
      false;  // SIGTRAP was blocked when the event fired: the registers are unrelated
  const ucontext_t* context = nullptr;
};

// Receives the traps of one thread, on that thread, inside the signal handler.
class TrapTarget {
 public:
  virtual void HandleTrap(const Trap& trap) noexcept = 0;

 protected:
  ~TrapTarget() = default;
};

// The one owner of SIGTRAP in this process. A handler needs process-wide state, so this is the
// library's only global: a fixed table that maps a cookie to the thread's target, without
// thread-local storage, locks or allocation. The handler is installed once and never removed: a
// late trap would otherwise end the process. Late traps of ours are dropped; what is not ours goes
// to the handler that was there before, under the signal mask and flags it was installed with
// (SA_RESTART apart, which is always on), and if there was none it ends the process as it would
// have.
class TrapSignal {
 public:
  // Idempotent; any thread. False if sigaction failed.
  static bool Install();
  // Whether the handler is still the process's SIGTRAP handler; somebody who replaced it may or may
  // not chain to us.
  static bool StillInstalled();
  // Whether a SIGTRAP would end the process: somebody put the default action back.
  static bool IsFatal();

  // Takes a slot for the traps of thread `tid`, for TrapCookie::thread; nullopt if all kMaxThreads
  // are taken. Until Publish its traps are dropped. Any thread.
  static std::optional<uint16_t> Reserve(pid_t tid);
  // From now on `target` receives the traps.
  static void Publish(uint16_t thread, TrapTarget* target);
  // Takes the target out, frees the slot, and returns once no handler and no Visit is inside it.
  // Any thread but not inside one of them.
  static void Unregister(uint16_t thread);

  // Keeps the target of `thread` from being unregistered while it exists; for calls from outside
  // the handler.
  class Visit {
   public:
    Visit(uint16_t thread, const TrapTarget* target) noexcept;
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    // False if the target was unregistered already.
    explicit operator bool() const noexcept { return inside_; }

   private:
    uint16_t thread_;
    bool inside_;
  };

  // The value for perf_event_attr.sig_data.
  static uint64_t Encode(const TrapCookie& cookie) noexcept;

  // For F_SETSIG delivery: which source a descriptor is. Stays in force after the descriptor is
  // closed, until another event gets its number, so that a late signal is still known as ours.
  // False if fd is too large for the table. Any thread.
  static bool BindDescriptor(int fd, const TrapCookie& cookie) noexcept;

  static constexpr int kMaxThreads = 16384;
  static constexpr int kMaxDescriptor = 65536;
};

}  // namespace heaptwin::perf
