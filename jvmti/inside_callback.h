#pragma once

#include "thread_registry.h"

namespace heaptwin::agent {

// While it lives, allocations of this thread are our own and not the application's.
class InsideCallback {
 public:
  explicit InsideCallback(ThreadMemory& memory) : memory_(memory) { memory_.inside = true; }
  ~InsideCallback() { memory_.inside = false; }
  InsideCallback(const InsideCallback&) = delete;
  InsideCallback& operator=(const InsideCallback&) = delete;

 private:
  ThreadMemory& memory_;
};

}  // namespace heaptwin::agent
