#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evidence/allocation_totals.h"

namespace heaptwin::evidence {

// What the profile says and only the caller knows; see docs/profile-format.md for each field.
// nullopt is written as null.
struct ProfileFacts {
  struct Target {
    int64_t pid = 0;
    std::string java_version;
    std::string vm_name;
    std::optional<std::string> command;
    std::string collector = "unknown";
    bool compressed_oops = false;
    bool compressed_class_pointers = false;
    bool compact_headers = false;
    uint32_t object_alignment = 8;
    uint32_t processors = 0;
  };
  struct Time {
    int64_t start_millis = 0;    // wall clock, ms since 1970
    int64_t duration_nanos = 0;  // monotonic
    std::string end = "running";
    bool exhaustive = false;
  };
  struct LadderStep {
    uint64_t planned = 0;      // objects
    bool one_context = false;  // of one context, else of one thread
    uint64_t bursts = 0;
    uint64_t objects = 0;  // of all its bursts
  };
  struct AllocationSource {
    std::string kind = "jvmti-sampling";
    uint64_t smallest_interval = 0;  // bytes
    uint64_t largest_interval = 0;
    uint64_t last_interval = 0;
    std::vector<LadderStep> ladder;  // by step, shortest first
  };
  struct AccessSource {
    std::string kind = "off";
    std::string name;
    std::optional<std::string> bias;
    std::optional<std::string> reason;
    uint64_t period_nanos = 0;
    uint64_t samples = 0;
    uint64_t answered = 0;
  };
  struct WatchpointSource {
    std::string kind = "off";
    std::optional<std::string> reason;
    uint32_t slots_per_thread = 0;
    uint64_t armed = 0;
    uint64_t traps = 0;
    // Of repeated copies and fills while a watchpoint is armed, and what it cost, estimated.
    std::optional<double> string_slowdown;
    uint64_t string_nanos = 0;
  };
  struct ContentSource {
    bool available = false;
    std::optional<std::string> reason;
  };
  // What the VM's sampler saw of a site's contexts over some time.
  struct SiteTotals {
    uint64_t nanos = 0;
    uint64_t samples = 0;
    double objects = 0;
    WeightedTotal bytes;
  };
  struct ProbedSite {
    std::string name;       // "a.b.C.m:12"
    std::string allocated;  // descriptor
    std::optional<std::string> native_callee;
    std::string state;          // "placed", "removed", or why it could not be placed
    uint64_t placed_nanos = 0;  // since the start of the recording, of the last placing
    uint64_t registered = 0;
    std::optional<SiteTotals> before;  // up to its first probe
    std::optional<SiteTotals> during;  // while probed
  };
  struct ProbeSource {
    std::string mode = "sampled";  // what was asked for
    std::string kind = "off";
    std::optional<std::string> reason;  // why they are off
    std::vector<ProbedSite> sites;
  };
  struct Collections {
    uint64_t count = 0;
    uint64_t silent = 0;
  };
  struct Spent {
    uint64_t count = 0;
    uint64_t nanos = 0;
  };
  struct Cost {
    Spent registrations;           // in the application's threads
    Spent burst_objects;           // likewise
    Spent armings;                 // part of registrations and probed objects
    Spent probed_objects;          // in the application's threads, runs excluded
    Spent probed_run_objects;      // likewise, of runs
    uint64_t drain_nanos = 0;      // processor time of the drain thread
    uint64_t stacks_known = 0;     // found by their frames in memory
    uint64_t stacks_composed = 0;  // new ones of frames that were known
    uint64_t stacks_walked = 0;    // by JVMTI
  };

  Target target;
  Time recording;
  AllocationSource allocation;
  AccessSource access;
  WatchpointSource watchpoints;
  ContentSource content;
  ProbeSource probes;
  Collections collections;
  Cost cost;
};

}  // namespace heaptwin::evidence
