#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>

#include "base/epoch_source.h"
#include "base/loss.h"
#include "base/spsc_ring.h"
#include "perf/event.h"
#include "watch/arming.h"
#include "watch/replacement.h"
#include "watch/string_penalty.h"
#include "watch/trap_budget.h"
#include "watch/watch_counters.h"
#include "watch/watchpoint.h"

namespace heaptwin::watch {

using TrapRing = base::SpscRing<TrapRecord, 64>;

// What the watchpoints of all threads share. The references outlive them.
struct WatchEnvironment {
  perf::Kernel& kernel;
  const base::EpochSource& epochs;
  base::LossCounters& losses;
  TrapBudget& budget;
  WatchCounters& counters;
  perf::Delivery delivery;
  StringBudget& strings;
};

// The four watchpoints of one thread. The debug registers are taken on the first Arm, so a thread
// that allocates nothing sampled costs nothing. Arm and HandleTrap run on the watched thread and
// must not interrupt each other (ThreadProbes sees to that); Close runs when neither can run any
// more.
class ThreadWatchpoints {
 public:
  // A write re-arms the watch at most so often; then the word is given up as only written.
  static constexpr uint8_t kMostRearms = 3;

  // `thread` is the slot in the dispatch table that the cookies name.
  ThreadWatchpoints(const WatchEnvironment& environment, pid_t tid, uint16_t thread,
                    uint64_t seed) noexcept;

  ArmResult Arm(const Arming& arming) noexcept;

  // One SIGTRAP. It may stand for several hits (one instruction that touches two watched words
  // raises one signal), so every slot is asked for its count. Uses are pushed into `ring`.
  // Async-signal-safe.
  void HandleTrap(const perf::Trap& trap, TrapRing* ring) noexcept;

  bool AnyArmed() const noexcept { return armed_ != 0; }

  // An access sample, which stands for `nanos` of processor time; `in_string`: it interrupted a
  // string instruction. Gives all watches up if they have become too dear (Loss::kStringBudget).
  // Async-signal-safe.
  void HandleSample(bool in_string, uint64_t nanos) noexcept;

  // Gives up every watch that was hit without a usable trap (Loss::kAsynchronousTrap): its reading
  // is gone and its first use is past.
  void DiscardHits() noexcept;

  void Close() noexcept;

 private:
  struct Slot {
    explicit Slot(perf::Kernel& kernel) noexcept : watchpoint(kernel) {}
    Watchpoint watchpoint;
    Arming arming{};
    uint64_t value = 0;       // at the arming or after the last write
    uint64_t hits_seen = 0;   // Watchpoint::Hits when last looked at
    uint32_t generation = 0;  // of the current arming
    uint8_t writes = 0;
  };

  void OpenDebugRegisters() noexcept;
  void FreeStaleSlots() noexcept;
  ArmResult ArmSlot(int number, const Arming& arming) noexcept;
  bool Activate(int number) noexcept;
  void Deactivate(int number) noexcept;
  void SetArmed(uint32_t armed) noexcept;
  bool IsTooDear(double reserve) noexcept;
  bool TakeHit(Slot& slot, bool named) noexcept;
  bool NamesCurrentArming(const perf::Trap& trap) const noexcept;
  void Judge(int number, uint64_t ip, TrapRing* ring) noexcept;
  ArmResult Refuse(base::Loss loss, ArmResult result) noexcept;
  perf::TrapCookie CookieOf(int number) const noexcept;
  Slot& At(int number) noexcept { return slots_[static_cast<size_t>(number)]; }

  const WatchEnvironment environment_;
  const pid_t tid_;
  const uint16_t thread_;
  Replacement replacement_;
  StringPenalty penalty_;
  uint32_t next_generation_;
  bool opened_ = false;
  uint32_t usable_ = 0;  // bit n: slot n holds a debug register
  uint32_t armed_ = 0;
  std::array<Slot, kSlots> slots_;
};

}  // namespace heaptwin::watch
