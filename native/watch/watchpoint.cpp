#include "watch/watchpoint.h"

#include <linux/hw_breakpoint.h>

namespace heaptwin::watch {

int Watchpoint::Open(pid_t tid, perf::Delivery delivery, const perf::TrapCookie& cookie) noexcept {
  attr_ = perf::EventSettings(PERF_TYPE_BREAKPOINT, 0, delivery, cookie);
  attr_.sample_period = 1;
  attr_.bp_type = HW_BREAKPOINT_RW;
  attr_.bp_addr = reinterpret_cast<uintptr_t>(&placeholder_);
  attr_.bp_len = HW_BREAKPOINT_LEN_8;
  return event_.Open(attr_, tid, delivery, cookie);
}

bool Watchpoint::Arm(uintptr_t address, uint8_t length, const perf::TrapCookie& cookie) noexcept {
  attr_.bp_addr = address;
  attr_.bp_len = length;  // HW_BREAKPOINT_LEN_n is n
  attr_.disabled = 0;
  // With F_SETSIG the field was opened as 0 and stays so.
  if (attr_.sigtrap) attr_.sig_data = perf::TrapSignal::Encode(cookie);
  if (event_.Control(PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attr_)) return true;
  // A refused change leaves the old watch in force.
  Disarm();
  return false;
}

bool Watchpoint::Disarm() noexcept {
  attr_.bp_addr = reinterpret_cast<uintptr_t>(&placeholder_);
  attr_.bp_len = HW_BREAKPOINT_LEN_8;
  attr_.disabled = 1;
  return event_.Control(PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attr_);
}

}  // namespace heaptwin::watch
