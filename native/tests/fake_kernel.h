#pragma once

#include <fcntl.h>
#include <linux/perf_event.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <vector>

#include "perf/kernel.h"

namespace heaptwin::perf {

// A kernel that keeps events in a table and refuses what the test tells it to.
class FakeKernel final : public Kernel {
 public:
  struct FakeEvent {
    perf_event_attr attr;
    uint64_t count = 0;
  };

  // From the (after + 1)th event of `type` on, opening fails with `error`.
  void RefuseOpen(uint32_t type, int error, int after = 0) { refusals_[type] = {error, after}; }
  void RefuseModify(int error) { modify_error_ = error; }
  void RefuseHighDescriptors() { high_descriptors_ = false; }
  void LimitDescriptors(uint64_t limit) { limit_ = limit; }

  std::map<int, FakeEvent>& events() { return events_; }
  const std::vector<unsigned long>& requests() const { return requests_; }

  int PerfEventOpen(const perf_event_attr& attr, pid_t, int, int, unsigned long) noexcept override {
    const auto refusal = refusals_.find(attr.type);
    if (refusal != refusals_.end() && opened_[attr.type] >= refusal->second.after) {
      return Fail(refusal->second.error);
    }
    ++opened_[attr.type];
    events_[next_low_] = {attr, 0};
    return next_low_++;
  }

  int Ioctl(int fd, unsigned long request, void* argument) noexcept override {
    requests_.push_back(request);
    if (request != PERF_EVENT_IOC_MODIFY_ATTRIBUTES) return 0;
    if (modify_error_ != 0) return Fail(modify_error_);
    const auto& changed = *static_cast<const perf_event_attr*>(argument);
    if (!DiffersOnlyWhereAllowed(events_[fd].attr, changed)) return Fail(EINVAL);
    events_[fd].attr = changed;
    return 0;
  }

  int Fcntl(int fd, int command, void* argument) noexcept override {
    if (command != F_DUPFD_CLOEXEC) return 0;
    if (!high_descriptors_) return Fail(EINVAL);
    const int high = static_cast<int>(reinterpret_cast<intptr_t>(argument)) + fd;
    events_[high] = events_[fd];
    return high;
  }

  ssize_t Read(int fd, void* buffer, size_t size) noexcept override {
    std::memcpy(buffer, &events_[fd].count, size);
    return static_cast<ssize_t>(size);
  }

  int Close(int fd) noexcept override {
    events_.erase(fd);
    return 0;
  }

  uint64_t DescriptorLimit() noexcept override { return limit_; }

 private:
  struct Refusal {
    int error;
    int after;
  };

  // The kernel compares everything but these fields (hw_breakpoint_copy_attr and its callers).
  static bool DiffersOnlyWhereAllowed(perf_event_attr before, const perf_event_attr& after) {
    before.bp_addr = after.bp_addr;
    before.bp_type = after.bp_type;
    before.bp_len = after.bp_len;
    before.disabled = after.disabled;
    before.sig_data = after.sig_data;
    return std::memcmp(&before, &after, sizeof before) == 0;
  }
  static int Fail(int error) {
    errno = error;
    return -1;
  }

  std::map<uint32_t, Refusal> refusals_;
  std::map<uint32_t, int> opened_;
  std::map<int, FakeEvent> events_;
  std::vector<unsigned long> requests_;
  int modify_error_ = 0;
  bool high_descriptors_ = true;
  uint64_t limit_ = 1 << 20;
  int next_low_ = 3;
};

}  // namespace heaptwin::perf
