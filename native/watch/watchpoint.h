#pragma once

#include <linux/perf_event.h>
#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "perf/event.h"

namespace heaptwin::watch {

// One debug register of one thread. It is opened once, disabled, and from then on only moved: with
// PERF_EVENT_IOC_MODIFY_ATTRIBUTES and the very same attributes, because the kernel refuses any
// other difference than address, length, type, disabled and sig_data. Not thread-safe; everything
// but Open and Close is async-signal-safe when called on the watched thread.
class Watchpoint {
 public:
  explicit Watchpoint(perf::Kernel& kernel) noexcept : event_(kernel) {}
  Watchpoint(const Watchpoint&) = delete;
  Watchpoint& operator=(const Watchpoint&) = delete;

  // Takes a debug register of thread `tid`. Returns 0 or errno: ENOSPC if all are taken.
  int Open(pid_t tid, perf::Delivery delivery, const perf::TrapCookie& cookie) noexcept;
  bool IsOpen() const noexcept { return event_.IsOpen(); }

  // Watches reads and writes that touch [address, address + length); length 1, 2, 4 or 8, address
  // aligned to it. x86 cannot watch reads only. False if the kernel refused; then nothing is
  // watched. Kernel-mode accesses are never seen.
  bool Arm(uintptr_t address, uint8_t length, const perf::TrapCookie& cookie) noexcept;
  bool Disarm() noexcept;

  // Hits since opening; nullopt if it cannot be read.
  std::optional<uint64_t> Hits() const noexcept { return event_.Count(); }

  void Close() noexcept { event_.Close(); }

 private:
  perf::Event event_;
  perf_event_attr attr_{};
  alignas(8) uint64_t placeholder_ = 0;  // a valid address to open on
};

}  // namespace heaptwin::watch
