#include "watch/thread_watchpoints.h"

#include <bit>
#include <optional>

#include "base/clock.h"
#include "base/guarded_copy.h"
#include "base/page_faults.h"

namespace heaptwin::watch {
namespace {

using base::Loss;

// A few milliseconds are exact enough for a budget per second.
uint64_t BudgetClock() noexcept { return static_cast<uint64_t>(base::CoarseNowNanos()); }

std::optional<uint64_t> ReadWord(uintptr_t address, uint8_t length) noexcept {
  uint64_t value = 0;
  if (!base::GuardedCopy(&value, address, length)) return std::nullopt;
  return value;
}

// Calls `action` with the number of every set bit.
template <typename Action>
void ForEachBit(uint32_t bits, Action&& action) {
  for (; bits != 0; bits &= bits - 1) action(std::countr_zero(bits));
}

}  // namespace

ThreadWatchpoints::ThreadWatchpoints(const WatchEnvironment& environment, pid_t tid,
                                     uint16_t thread, uint64_t seed) noexcept
    : environment_(environment),
      tid_(tid),
      thread_(thread),
      replacement_(seed),
      penalty_(environment.strings),
      // Anywhere, so that a late trap of earlier probes in this table slot hardly ever names a
      // current arming.
      next_generation_(static_cast<uint32_t>(base::Random(~seed).Next())),
      slots_{Slot(environment.kernel), Slot(environment.kernel), Slot(environment.kernel),
             Slot(environment.kernel)} {}

ArmResult ThreadWatchpoints::Refuse(Loss loss, ArmResult result) noexcept {
  environment_.losses.Add(loss);
  return result;
}

ArmResult ThreadWatchpoints::Arm(const Arming& arming) noexcept {
  if (arming.epoch == 0 || arming.epoch != environment_.epochs.Current()) {
    return Refuse(Loss::kStaleEpoch, ArmResult::kStale);
  }
  // Kinds that are armed by the hundred must not leave nothing to those that are met rarely.
  if (!environment_.budget.Available(BudgetClock(), arming.reserve)) {
    return Refuse(Loss::kArmingBudget, ArmResult::kOverBudget);
  }
  if (!opened_) OpenDebugRegisters();
  if (usable_ == 0) return Refuse(Loss::kWatchpointUnavailable, ArmResult::kUnavailable);
  FreeStaleSlots();
  if (IsTooDear(arming.reserve)) return Refuse(Loss::kStringBudget, ArmResult::kOverBudget);
  const auto number = replacement_.Choose(usable_, armed_);
  if (!number) return Refuse(Loss::kNoSlot, ArmResult::kNoSlot);
  return ArmSlot(*number, arming);
}

void ThreadWatchpoints::OpenDebugRegisters() noexcept {
  opened_ = true;
  for (int number = 0; number < kSlots; ++number) {
    const int error = At(number).watchpoint.Open(tid_, environment_.delivery, CookieOf(number));
    if (error != 0) {
      environment_.counters.last_error.store(error, std::memory_order_relaxed);
      // The thread goes on with what it has.
      environment_.losses.Add(Loss::kWatchpointUnavailable);
      return;
    }
    usable_ |= 1u << number;
  }
}

// A watch of an older epoch points where its object may no longer be.
void ThreadWatchpoints::FreeStaleSlots() noexcept {
  const uint64_t current = environment_.epochs.Current();
  ForEachBit(armed_, [&](int number) {
    if (At(number).arming.epoch == current) return;
    Deactivate(number);
    environment_.losses.Add(Loss::kStaleEpoch);
  });
}

ArmResult ThreadWatchpoints::ArmSlot(int number, const Arming& arming) noexcept {
  const auto value = ReadWord(arming.address, arming.length);
  if (!value) return Refuse(Loss::kValueUnreadable, ArmResult::kUnreadable);
  Slot& slot = At(number);
  if ((armed_ >> number & 1) != 0) environment_.losses.Add(Loss::kSlotReplaced);
  // Hits that nobody was told about (SIGTRAP is blocked) must not be taken for hits of the new
  // watch.
  slot.hits_seen = slot.watchpoint.Hits().value_or(slot.hits_seen);
  slot.arming = arming;
  slot.value = *value;
  slot.writes = 0;
  if (!Activate(number)) return Refuse(Loss::kWatchpointUnavailable, ArmResult::kUnavailable);
  replacement_.OnArmed(number);
  environment_.counters.armed.fetch_add(1, std::memory_order_relaxed);
  return ArmResult::kArmed;
}

bool ThreadWatchpoints::Activate(int number) noexcept {
  Slot& slot = At(number);
  slot.generation = next_generation_++ & perf::TrapCookie::kGenerationMask;
  const bool active =
      slot.watchpoint.Arm(slot.arming.address, slot.arming.length, CookieOf(number));
  SetArmed(active ? armed_ | 1u << number : armed_ & ~(1u << number));
  return active;
}

void ThreadWatchpoints::SetArmed(uint32_t armed) noexcept {
  if (armed_ == 0 && armed != 0) penalty_.Armed(base::ThreadPageFaults());
  if (armed_ != 0 && armed == 0) penalty_.Disarmed(base::ThreadPageFaults());
  armed_ = armed;
}

bool ThreadWatchpoints::IsTooDear(double reserve) noexcept {
  return penalty_.IsTooDear(base::ThreadPageFaults(), BudgetClock(), reserve);
}

// Unlike the budget of traps this one ends what is armed: a thread that copies large blocks would
// otherwise run at a fraction of its speed until its watched words are used.
void ThreadWatchpoints::HandleSample(bool in_string, uint64_t nanos) noexcept {
  if (armed_ == 0) return;
  if (in_string) penalty_.Sampled(static_cast<double>(nanos));
  if (!IsTooDear(/*reserve=*/0)) return;
  environment_.losses.Add(Loss::kStringBudget, static_cast<uint64_t>(std::popcount(armed_)));
  ForEachBit(armed_, [&](int number) { Deactivate(number); });
}

void ThreadWatchpoints::Deactivate(int number) noexcept {
  At(number).watchpoint.Disarm();
  SetArmed(armed_ & ~(1u << number));
}

perf::TrapCookie ThreadWatchpoints::CookieOf(int number) const noexcept {
  return {static_cast<uint8_t>(number), thread_, slots_[static_cast<size_t>(number)].generation};
}

bool ThreadWatchpoints::NamesCurrentArming(const perf::Trap& trap) const noexcept {
  if (!trap.has_generation) return true;
  return trap.cookie.source < kSlots &&
         slots_[trap.cookie.source].generation == trap.cookie.generation;
}

bool ThreadWatchpoints::TakeHit(Slot& slot, bool named) noexcept {
  const auto hits = slot.watchpoint.Hits();
  if (!hits) return named;
  const bool hit = *hits != slot.hits_seen;
  slot.hits_seen = *hits;
  return hit;
}

void ThreadWatchpoints::HandleTrap(const perf::Trap& trap, TrapRing* ring) noexcept {
  if (trap.asynchronous || !NamesCurrentArming(trap)) {
    DiscardHits();
    return;
  }
  // All are disarmed before any watched word is read.
  uint32_t hit = 0;
  ForEachBit(armed_, [&](int number) {
    if (!TakeHit(At(number), trap.has_generation && trap.cookie.source == number)) return;
    Deactivate(number);
    hit |= 1u << number;
  });
  if (hit == 0) return;
  environment_.counters.traps.fetch_add(static_cast<uint64_t>(std::popcount(hit)),
                                        std::memory_order_relaxed);
  // Over budget or not, what is armed stays armed and is re-armed: giving up those that wait
  // longer, as objects do whose constructor changes the word, would make the pairs that remain more
  // often equal than the objects are. The budget holds back new armings; each brings at most 1 +
  // kMostRearms traps.
  environment_.budget.Charge(BudgetClock());
  const auto ip = static_cast<uint64_t>(trap.context->uc_mcontext.gregs[REG_RIP]);
  ForEachBit(hit, [&](int number) { Judge(number, ip, ring); });
}

void ThreadWatchpoints::Judge(int number, uint64_t ip, TrapRing* ring) noexcept {
  Slot& slot = At(number);
  const Arming& arming = slot.arming;
  base::LossCounters& losses = environment_.losses;
  const auto value = ReadWord(arming.address, arming.length);
  // The epoch is read after the value: if it still is the arming's, no collection moved the object
  // meanwhile.
  if (environment_.epochs.Current() != arming.epoch) return losses.Add(Loss::kStaleEpoch);
  if (!value) return losses.Add(Loss::kValueUnreadable);
  if (*value == slot.value) {
    const TrapRecord record{arming.object, arming.address, *value,      ip,           arming.epoch,
                            arming.length, arming.origin,  slot.writes, arming.offset};
    if (!ring->Push(record)) losses.Add(Loss::kRingFull);
    return;
  }
  if (slot.writes == kMostRearms) return losses.Add(Loss::kTrapsAllWrites);
  ++slot.writes;
  slot.value = *value;
  if (!Activate(number)) losses.Add(Loss::kWatchpointUnavailable);
}

void ThreadWatchpoints::DiscardHits() noexcept {
  ForEachBit(armed_, [&](int number) {
    if (!TakeHit(At(number), false)) return;
    Deactivate(number);
    environment_.losses.Add(Loss::kAsynchronousTrap);
  });
}

void ThreadWatchpoints::Close() noexcept {
  environment_.losses.Add(Loss::kArmedAtEnd, static_cast<uint64_t>(std::popcount(armed_)));
  for (Slot& slot : slots_) slot.watchpoint.Close();
  usable_ = 0;
  armed_ = 0;
}

}  // namespace heaptwin::watch
