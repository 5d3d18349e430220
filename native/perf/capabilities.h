#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heaptwin::perf {

struct KernelVersion {
  int major = 0;
  int minor = 0;
  int patch = 0;
};

// What of this machine decides how probes can work. Read from /proc once at start; unknown is
// nullopt.
struct Capabilities {
  std::optional<KernelVersion> kernel;
  std::optional<int> paranoid;      // kernel.perf_event_paranoid
  std::optional<int> seccomp_mode;  // of this process: 0 off, 1 strict, 2 filter
  std::optional<int> tracer_pid;    // of this process; 0: not traced
  bool sigtrap_safe = false;
};

// "6.18.44-fc" -> {6, 18, 44}; nullopt if it does not begin with two numbers.
std::optional<KernelVersion> ParseKernelVersion(std::string_view release);

// Whether attr.sigtrap may be used: the kernel has it (5.13) and delivers a blocked SIGTRAP
// asynchronously instead of killing the process (commit 78ed93d72ded: 5.19,
// stable 5.15.46, 5.17.14, 5.18.3).
bool SigtrapIsSafe(const KernelVersion& version);

// `proc`: where procfs is mounted; a directory of fixtures in tests.
Capabilities ProbeCapabilities(const std::string& proc = "/proc");

// A refused event in words: what, why, and what to do about it.
struct OpenFailure {
  int error = 0;       // errno
  std::string what;    // one line, e.g. "the kernel refused a watchpoint (EACCES)"
  std::string remedy;  // one line
};

// `purpose`: "a watchpoint", "the clock sampler".
OpenFailure ExplainOpenFailure(int error, std::string_view purpose,
                               const Capabilities& capabilities);

}  // namespace heaptwin::perf
