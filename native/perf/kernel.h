#pragma once

#include <linux/perf_event.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace heaptwin::perf {

// The kernel calls that heaptwin makes, so that tests can refuse them. Functions return what the
// system call returns and leave its errno. Any thread; the real one is async-signal-safe.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual int PerfEventOpen(const perf_event_attr& attr, pid_t tid, int cpu, int group,
                            unsigned long flags) noexcept = 0;
  // PERF_EVENT_IOC_ENABLE, _DISABLE, _PERIOD, _MODIFY_ATTRIBUTES. Never _REFRESH: on Linux 6.18 it
  // silences a breakpoint for ever, on 6.16 and 6.17 it can freeze the machine with a clock event.
  virtual int Ioctl(int fd, unsigned long request, void* argument) noexcept = 0;
  virtual int Fcntl(int fd, int command, void* argument) noexcept = 0;
  virtual ssize_t Read(int fd, void* buffer, size_t size) noexcept = 0;
  virtual int Close(int fd) noexcept = 0;
  // Descriptors that this process may have open (RLIMIT_NOFILE).
  virtual uint64_t DescriptorLimit() noexcept = 0;
};

class RealKernel final : public Kernel {
 public:
  int PerfEventOpen(const perf_event_attr& attr, pid_t tid, int cpu, int group,
                    unsigned long flags) noexcept override;
  int Ioctl(int fd, unsigned long request, void* argument) noexcept override;
  int Fcntl(int fd, int command, void* argument) noexcept override;
  ssize_t Read(int fd, void* buffer, size_t size) noexcept override;
  int Close(int fd) noexcept override;
  uint64_t DescriptorLimit() noexcept override;
};

}  // namespace heaptwin::perf
