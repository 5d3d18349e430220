#pragma once

#include <atomic>
#include <cstdint>

#include "base/epoch_source.h"

namespace heaptwin::selftest {

// An epoch that changes when told to: the self-tests watch memory that no collector moves.
class FixedEpoch final : public base::EpochSource {
 public:
  uint64_t Current() const noexcept override { return epoch_.load(); }
  void Set(uint64_t epoch) noexcept { epoch_.store(epoch); }

 private:
  std::atomic<uint64_t> epoch_{1};
};

}  // namespace heaptwin::selftest
