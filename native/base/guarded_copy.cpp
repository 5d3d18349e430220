#include "base/guarded_copy.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace heaptwin::base {
namespace {

// iovecs per call: both vectors live on the caller's stack, which may be a signal frame on a thread
// close to its limit.
constexpr size_t kBatch = 32;

class ErrnoPreserver {
 public:
  ErrnoPreserver() : saved_(errno) {}
  ~ErrnoPreserver() { errno = saved_; }
  ErrnoPreserver(const ErrnoPreserver&) = delete;
  ErrnoPreserver& operator=(const ErrnoPreserver&) = delete;

 private:
  int saved_;
};

// Copies a prefix of `requests` and returns how many were settled: all of them, or up to and
// including the first failure.
size_t CopyPrefix(std::span<CopyRequest> requests) noexcept {
  iovec local[kBatch];
  iovec remote[kBatch];
  const size_t count = std::min(requests.size(), kBatch);
  for (size_t i = 0; i < count; ++i) {
    local[i] = {requests[i].destination, requests[i].size};
    remote[i] = {reinterpret_cast<void*>(requests[i].source), requests[i].size};
  }
  const ssize_t result = process_vm_readv(getpid(), local, count, remote, count, 0);
  size_t left = result > 0 ? static_cast<size_t>(result) : 0;
  for (size_t i = 0; i < count; ++i) {
    // A transfer ends at the first unreadable page, possibly in the middle of an element.
    requests[i].copied = left >= requests[i].size;
    if (!requests[i].copied) return i + 1;
    left -= requests[i].size;
  }
  return count;
}

}  // namespace

bool GuardedCopy(void* destination, uintptr_t source, size_t size) noexcept {
  CopyRequest request{destination, source, size};
  return GuardedCopyBatch({&request, 1}) == 1;
}

size_t GuardedCopyBatch(std::span<CopyRequest> requests) noexcept {
  const ErrnoPreserver preserve_errno;
  size_t copied = 0;
  while (!requests.empty()) {
    const size_t settled = CopyPrefix(requests);
    for (const CopyRequest& request : requests.first(settled)) copied += request.copied ? 1 : 0;
    requests = requests.subspan(settled);
  }
  return copied;
}

bool GuardedCopyAvailable() noexcept {
  const uint64_t word = 0x5a5a5a5a5a5a5a5aULL;
  uint64_t copy = 0;
  return GuardedCopy(&copy, reinterpret_cast<uintptr_t>(&word), sizeof word) && copy == word;
}

}  // namespace heaptwin::base
