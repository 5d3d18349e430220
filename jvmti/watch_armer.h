#pragma once

#include "cost_meter.h"
#include "evidence/recording.h"
#include "thread_registry.h"

namespace heaptwin::agent {

// Arms the watchpoints that a registration asks for, on the thread that registers. Thread-safe.
class WatchArmer {
 public:
  WatchArmer(evidence::Recording& recording, bool enabled)
      : recording_(recording), enabled_(enabled) {}

  void Arm(ThreadState& thread, const evidence::WatchRequest& request);
  // Time that it took the application's threads.
  const CostMeter& cost() const { return cost_; }

 private:
  evidence::Recording& recording_;
  const bool enabled_;
  CostMeter cost_;
};

}  // namespace heaptwin::agent
