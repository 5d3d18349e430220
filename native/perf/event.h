#pragma once

#include <linux/perf_event.h>
#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "perf/kernel.h"
#include "perf/trap_signal.h"

namespace heaptwin::perf {

// How an event reaches its thread.
enum class Delivery : uint8_t {
  kSigtrap,  // attr.sigtrap: synchronous, carries the cookie
  // O_ASYNC with F_SETSIG(SIGTRAP), for kernels without a safe sigtrap. Never a real-time signal:
  // those queue, and a full queue turns into SIGIO, which ends the process. Does not tell a trap
  // that was held back while SIGTRAP was blocked: the use is real, its ip is not.
  kSignal,
};

// The settings common to all of heaptwin's events: one thread, user mode only, disabled, delivered
// as `delivery` says.
perf_event_attr EventSettings(uint32_t type, uint64_t config, Delivery delivery,
                              const TrapCookie& cookie) noexcept;

// Owns one perf event of one thread. Its descriptor is close-on-exec and, if the limit allows, at
// least 512: programs that use select, or assume that the next descriptor is a low one, are not
// disturbed. Not thread-safe; Control and Count are async-signal-safe.
class Event {
 public:
  explicit Event(Kernel& kernel) noexcept : kernel_(&kernel) {}
  ~Event() { Close(); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  // Returns 0 or the errno of the refused call, then nothing is open. EMFILE also if the descriptor
  // would be one of the last quarter that the process may have.
  int Open(const perf_event_attr& attr, pid_t tid, Delivery delivery,
           const TrapCookie& cookie) noexcept;
  bool IsOpen() const noexcept { return fd_ >= 0; }
  // ioctl; true if it succeeded.
  bool Control(unsigned long request, void* argument) const noexcept;
  // Times the event has fired so far; nullopt if it cannot be read.
  std::optional<uint64_t> Count() const noexcept;
  void Close() noexcept;

 private:
  bool TakesFromApplication() const noexcept;
  int RouteSignal(pid_t tid, const TrapCookie& cookie) noexcept;

  Kernel* kernel_;
  int fd_ = -1;
};

}  // namespace heaptwin::perf
