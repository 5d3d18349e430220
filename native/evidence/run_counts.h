#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heaptwin::evidence {

struct RunCounts {
  uint64_t started = 0;
  uint64_t dropped = 0;
  uint64_t cut = 0;
};

// The runs of one context on one step of the ladder. A random subset of those that were read is
// kept, and objects of runs that were not read, or were cut, are in no run.
struct RunStepCounts {
  uint64_t started = 0;
  uint64_t dropped = 0;
  uint64_t bytes = 0;       // of all objects
  uint64_t read_bytes = 0;  // of those in runs, kept or not
};

// Runs of one context by their length as it was allocated, whether or not it could be read: entry i
// counts runs of 2^i to 2^(i+1) - 1 objects. share(W) rests on the runs of 2 W objects and more, so
// how many of those were lost must be known by length.
class RunLengths {
 public:
  // `objects` > 0. The reference holds until the next call.
  RunCounts& Of(uint64_t objects);
  const std::vector<RunCounts>& by_octave() const { return by_octave_; }
  RunCounts Total() const;

 private:
  std::vector<RunCounts> by_octave_;
};

}  // namespace heaptwin::evidence
