#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "evidence/run_place.h"
#include "heap/header_format.h"

namespace heaptwin::evidence {

// Bounds and switches of one recording. The defaults hold about 50 MB at their worst, long windows
// some 15 MB more.
struct RecordingOptions {
  uint64_t seed = 1;  // of every random choice
  // nullopt: no content is read and accesses of unregistered objects are not attributed to classes.
  std::optional<heap::HeaderFormat> header_format;
  std::chrono::nanoseconds pause_budget = std::chrono::milliseconds(1);  // of one inspection
  uint64_t max_content_bytes = 1 << 20;  // larger objects are not fingerprinted
  size_t max_objects = 16384;            // registered at a time
  size_t max_contexts = 20000;           // beyond: one overflow context per class
  size_t max_threads = 4096;             // beyond: one overflow thread
  size_t contents_per_context = 4096;
  size_t max_contents = 400000;
  std::array<size_t, kRunSteps> runs_per_context = {256, 64, 24};            // by step
  std::array<size_t, kRunSteps> max_run_objects = {200000, 200000, 600000};  // over all contexts
  size_t max_open_burst_objects = 65536;  // in bursts of the current epoch, over all threads
  // An exhaustive recording holds more: 32 bytes per object, some 70 per content.
  bool exhaustive = false;
  size_t max_exhaustive_objects = size_t{16} << 20;   // between two collections
  size_t max_exhaustive_contents = size_t{12} << 20;  // different ones
  size_t max_exhaustive_recent = size_t{6} << 20;     // contents with their last place in a thread
  uint64_t max_exhaustive_content_bytes = uint64_t{64} << 20;  // larger objects are not read
  double scarce_comparisons = 4;  // up to so many comparisons a context may use all of a budget
  double first_comparisons = 16;  // up to so many it is always armed
  double first_reserve = 0.125;   // share of each budget it then leaves to scarcer ones
  double watches_tried = 16;      // so many watches count as one of these comparisons
  double later_share = 0.25;      // probability of arming it after that
  double later_reserve = 0.25;    // share of each budget it then leaves to others
  double comparisons_aim = 300;   // above so many it becomes rarer still
};

}  // namespace heaptwin::evidence
