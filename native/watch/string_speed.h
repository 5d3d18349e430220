#pragma once

#include "perf/kernel.h"

namespace heaptwin::watch {

// While any data breakpoint is armed, processors give up the fast path of `rep movs` and `rep
// stos`, because every byte might be a hit. Copies and fills of 2 KB and more consist of them, and
// so does the kernel's clearing of a fresh page. Measured: 29 times slower (docs/overhead.md).
struct StringSpeed {
  double slowdown = 1;    // time with a watchpoint armed, over time without
  double page_nanos = 0;  // what it adds to a page of 4 KiB
};

// Measured on the calling thread, with memory and a debug register of its own: about a millisecond.
// No slowdown if the register is refused.
StringSpeed MeasureStringSpeed(perf::Kernel& kernel);

}  // namespace heaptwin::watch
