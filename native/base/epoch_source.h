#pragma once

#include <cstdint>

namespace heaptwin::base {

// Names the GC epoch that is in force. Implemented by heap::GcEpoch; read by signal handlers, so
// implementations are async-signal-safe and wait-free.
class EpochSource {
 public:
  // A number that differs between epochs, or 0 while a collection may be moving objects.
  virtual uint64_t Current() const noexcept = 0;

 protected:
  ~EpochSource() = default;
};

}  // namespace heaptwin::base
