#pragma once

#include <cstdint>
#include <unordered_map>

namespace heaptwin::agent {

// Processor time of the VM's compiler threads, by the kernel's account of this process. They come
// and go; what one has used stays counted. Not thread-safe.
class CompilerTime {
 public:
  // Nanoseconds since the VM began, without those of threads that ended before the first call.
  // Reads one small file for each thread of the process.
  uint64_t Read();

 private:
  std::unordered_map<int, uint64_t> by_thread_;  // ticks at the last reading
  uint64_t ticks_ = 0;
};

}  // namespace heaptwin::agent
