#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heaptwin::agent {

enum class Command { kStart, kStop, kDump, kStatus };

// Whether allocation sites are probed: never; where it costs the program nothing but the probes; in
// any case.
enum class AllocMode { kSampled, kAuto, kProbes };

// What one load of the agent asks for. Documented for users in docs/agent-options.md; the two must
// agree.
struct Options {
  Command command = Command::kStatus;
  std::string file;                        // absolute path of the profile
  std::string reply;                       // where the answer goes; empty: failures go to stderr
  std::optional<uint64_t> duration_nanos;  // the recording ends by itself after this
  std::optional<pid_t> owner;              // the recording ends with this process
  std::optional<uint64_t> interval_bytes;  // fixed sampling interval
  uint64_t registrations_per_second = 1000;
  bool bursts = true;
  bool long_windows = false;
  bool access_sampler = true;
  uint64_t access_period_nanos = 10'000'000;  // CPU time of one thread
  bool watchpoints = true;
  std::optional<uint64_t> pause_nanos;  // default: by the length of the windows
  std::optional<uint64_t> seed;
  AllocMode alloc = AllocMode::kAuto;
  std::vector<std::string> sites;     // patterns; if any, exactly these sites are probed
  std::vector<std::string> include;   // patterns of sites that may be probed; empty: all
  std::vector<std::string> exclude;   // patterns of sites that may not
  uint64_t probed_per_second = 2000;  // of all sites together, at most
  bool exhaustive = false;            // every allocation; for tests and labs

  // What one inspection may add to a collection. More with long windows: the objects of a long run
  // die together and have to be read at once.
  uint64_t PauseNanos() const { return pause_nanos.value_or(long_windows ? 5'000'000 : 1'000'000); }
};

// Why an option string was refused; one line, with the remedy.
struct OptionError {
  std::string what;
  std::string remedy;
  std::string reply;  // the reply file, if one was named rightly
};

// Parses "<command>[,key=value]*". Values are percent-decoded. Unknown keys and out-of-range values
// are errors.
std::variant<Options, OptionError> ParseOptions(std::string_view text);

}  // namespace heaptwin::agent
