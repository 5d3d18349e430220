#include "perf/event.h"

#include <fcntl.h>
#include <signal.h>

#include <cerrno>

namespace heaptwin::perf {
namespace {

constexpr intptr_t kLowestDescriptor = 512;

void* AsArgument(intptr_t value) noexcept { return reinterpret_cast<void*>(value); }

}  // namespace

perf_event_attr EventSettings(uint32_t type, uint64_t config, Delivery delivery,
                              const TrapCookie& cookie) noexcept {
  perf_event_attr attr = {};
  attr.size = sizeof attr;
  attr.type = type;
  attr.config = config;
  attr.disabled = 1;
  attr.exclude_kernel = 1;
  attr.exclude_hv = 1;
  if (delivery == Delivery::kSigtrap) {
    attr.sigtrap = 1;
    attr.remove_on_exec = 1;  // required by sigtrap
    attr.sig_data = TrapSignal::Encode(cookie);
  }
  return attr;
}

int Event::Open(const perf_event_attr& attr, pid_t tid, Delivery delivery,
                const TrapCookie& cookie) noexcept {
  fd_ = kernel_->PerfEventOpen(attr, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd_ < 0) return errno;
  if (fd_ < kLowestDescriptor) {
    const int high = kernel_->Fcntl(fd_, F_DUPFD_CLOEXEC, AsArgument(kLowestDescriptor));
    if (high >= 0) {
      kernel_->Close(fd_);
      fd_ = high;
    }
  }
  if (TakesFromApplication()) {
    Close();
    return EMFILE;
  }
  if (delivery == Delivery::kSigtrap) return 0;
  const int error = RouteSignal(tid, cookie);
  if (error != 0) Close();
  return error;
}

// Whether the descriptor lies in the last quarter below the limit, which is the application's:
// thousands of threads times five events must not make its next accept() fail. (The kernel gives
// the lowest free number.)
bool Event::TakesFromApplication() const noexcept {
  const uint64_t limit = kernel_->DescriptorLimit();
  return static_cast<uint64_t>(fd_) >= limit - limit / 4;
}

int Event::RouteSignal(pid_t tid, const TrapCookie& cookie) noexcept {
  if (!TrapSignal::BindDescriptor(fd_, cookie)) return EMFILE;
  f_owner_ex owner = {F_OWNER_TID, tid};
  // O_ASYNC last: the first signal must already find its number and its thread.
  if (kernel_->Fcntl(fd_, F_SETSIG, AsArgument(SIGTRAP)) < 0 ||
      kernel_->Fcntl(fd_, F_SETOWN_EX, &owner) < 0 ||
      kernel_->Fcntl(fd_, F_SETFL, AsArgument(O_ASYNC | O_NONBLOCK)) < 0) {
    return errno;
  }
  return 0;
}

bool Event::Control(unsigned long request, void* argument) const noexcept {
  return kernel_->Ioctl(fd_, request, argument) == 0;
}

std::optional<uint64_t> Event::Count() const noexcept {
  uint64_t count = 0;
  if (kernel_->Read(fd_, &count, sizeof count) != sizeof count) return std::nullopt;
  return count;
}

void Event::Close() noexcept {
  if (fd_ < 0) return;
  const int error = errno;
  // A child that was forked and does not exec still holds the descriptor, and with it the event.
  kernel_->Ioctl(fd_, PERF_EVENT_IOC_DISABLE, nullptr);
  kernel_->Close(fd_);
  fd_ = -1;
  errno = error;
}

}  // namespace heaptwin::perf
