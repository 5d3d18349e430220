#pragma once

#include <cstdint>

namespace heaptwin::perf {

// One memory access of one thread, as the sampler's signal handler saw it. The access is about to
// happen or has just happened; `value` is what memory held when the handler ran, which for a write
// may be the value before it.
struct AccessSample {
  uint64_t ip;             // of the accessing instruction
  uint64_t address;        // effective address, first byte
  uint64_t value;          // first min(size, 8) bytes at `address`, little endian, zero-extended
  uint64_t base_register;  // value of the operand's base register; 0 if it has none
  uint64_t epoch;          // EpochSource::Current() when the sample was taken, never 0
  uint8_t header[16];      // the bytes at base_register, if header_valid
  uint16_t size;           // bytes accessed, 1..64
  bool is_write;           // writes, or reads and writes
  bool header_valid;
};

}  // namespace heaptwin::perf
