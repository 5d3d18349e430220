#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heaptwin::base {

// One copy of a batch. `copied` is set by GuardedCopyBatch.
struct CopyRequest {
  void* destination;
  uintptr_t source;
  size_t size;  // bytes
  bool copied = false;
};

// Fault-tolerant reads of this process's own memory, by process_vm_readv(2): an unmapped or
// protected source makes the copy fail instead of raising SIGSEGV. A handler for SIGSEGV would do
// it faster, but HotSpot owns that signal and -Xcheck:jni complains about anyone who replaces it.
// All functions: any thread, async-signal-safe, errno preserved, no allocation.

// Copies `size` bytes; false if any of them could not be read.
bool GuardedCopy(void* destination, uintptr_t source, size_t size) noexcept;

// Copies each request independently, many per system call; returns how many succeeded.
size_t GuardedCopyBatch(std::span<CopyRequest> requests) noexcept;

// Whether the kernel allows it here (a seccomp filter may not).
bool GuardedCopyAvailable() noexcept;

}  // namespace heaptwin::base
