#include "perf/kernel.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heaptwin::perf {

int RealKernel::PerfEventOpen(const perf_event_attr& attr, pid_t tid, int cpu, int group,
                              unsigned long flags) noexcept {
  return static_cast<int>(syscall(SYS_perf_event_open, &attr, tid, cpu, group, flags));
}

int RealKernel::Ioctl(int fd, unsigned long request, void* argument) noexcept {
  return ioctl(fd, request, argument);
}

int RealKernel::Fcntl(int fd, int command, void* argument) noexcept {
  return fcntl(fd, command, argument);
}

ssize_t RealKernel::Read(int fd, void* buffer, size_t size) noexcept {
  return read(fd, buffer, size);
}

int RealKernel::Close(int fd) noexcept { return close(fd); }

uint64_t RealKernel::DescriptorLimit() noexcept {
  rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace heaptwin::perf
