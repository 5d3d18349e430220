#include "options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace heaptwin::agent {
namespace {

using Suffixes = std::vector<std::pair<std::string_view, uint64_t>>;

const Suffixes& SizeSuffixes() {
  static const Suffixes suffixes = {{"", 1}, {"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}};
  return suffixes;
}

const Suffixes& TimeSuffixes() {
  static const Suffixes suffixes = {{"", 1'000'000'000},     {"ns", 1},
                                    {"us", 1'000},           {"ms", 1'000'000},
                                    {"s", 1'000'000'000},    {"m", 60'000'000'000},
                                    {"h", 3'600'000'000'000}};
  return suffixes;
}

const Suffixes& NoSuffixes() {
  static const Suffixes suffixes = {{"", 1}};
  return suffixes;
}

std::optional<std::string> PercentDecode(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded.push_back(text[i]);
      continue;
    }
    uint8_t byte = 0;
    if (i + 2 >= text.size()) return std::nullopt;
    const char* end = text.data() + i + 3;
    if (std::from_chars(text.data() + i + 1, end, byte, 16).ptr != end) return std::nullopt;
    decoded.push_back(static_cast<char>(byte));
    i += 2;
  }
  return decoded;
}

// A non-negative integer followed by one of the suffixes; nullopt on anything else and on overflow.
std::optional<uint64_t> ParseNumber(std::string_view text, const Suffixes& suffixes) {
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc()) return std::nullopt;
  const std::string_view suffix(rest, static_cast<size_t>(end - rest));
  for (const auto& [name, factor] : suffixes) {
    if (suffix != name) continue;
    uint64_t product = 0;
    if (__builtin_mul_overflow(number, factor, &product)) return std::nullopt;
    return product;
  }
  return std::nullopt;
}

class Parser {
 public:
  std::variant<Options, OptionError> Parse(std::string_view text) {
    size_t start = 0;
    bool first = true;
    // To the end even after an error: the reply file may be named last.
    while (start <= text.size()) {
      const size_t comma = std::min(text.find(',', start), text.size());
      const std::string_view item = text.substr(start, comma - start);
      if (first) {
        ParseCommand(item);
      } else {
        ParseItem(item);
      }
      first = false;
      start = comma + 1;
    }
    if (!error_) CheckWhole();
    if (!error_) return options_;
    error_->reply = options_.reply;
    return *error_;
  }

 private:
  void Fail(std::string what, std::string remedy) {
    if (!error_) error_ = OptionError{std::move(what), std::move(remedy), {}};
  }

  void ParseCommand(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, Command>, 4> kCommands = {
        {{"start", Command::kStart},
         {"stop", Command::kStop},
         {"dump", Command::kDump},
         {"status", Command::kStatus}}};
    for (const auto& [known, command] : kCommands) {
      if (name == known) {
        options_.command = command;
        return;
      }
    }
    Fail("unknown agent command '" + std::string(name) + "'", "use start, stop, dump or status");
  }

  void ParseItem(std::string_view item) {
    const size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      return Fail("agent option '" + std::string(item) + "' has no value", "write it as key=value");
    }
    const std::string key(item.substr(0, equals));
    const std::optional<std::string> value = PercentDecode(item.substr(equals + 1));
    if (!value) return Fail("agent option '" + key + "' has a broken % escape", "write % as %25");
    ParseValue(key, *value);
  }

  void ParseValue(const std::string& key, const std::string& value) {
    if (key == "file") return Path(key, value, options_.file);
    if (key == "reply") return Path(key, value, options_.reply);
    if (key == "duration")
      return Number(key, value, TimeSuffixes(), 1'000'000, options_.duration_nanos);
    if (key == "owner") return Owner(key, value);
    // JVMTI takes the interval as a signed 32-bit number.
    if (key == "interval")
      return Number(key, value, SizeSuffixes(), 1, options_.interval_bytes, INT32_MAX);
    if (key == "rate")
      return Number(key, value, NoSuffixes(), 1, options_.registrations_per_second, 1'000'000);
    if (key == "bursts") return Switch(key, value, "on", options_.bursts);
    if (key == "windows") return Choice(key, value, "long", "short", options_.long_windows);
    if (key == "access") return Switch(key, value, "clock", options_.access_sampler);
    if (key == "period")
      return Number(key, value, TimeSuffixes(), 100'000, options_.access_period_nanos);
    if (key == "watch") return Switch(key, value, "on", options_.watchpoints);
    if (key == "pause") return Number(key, value, TimeSuffixes(), 10'000, options_.pause_nanos);
    if (key == "seed") return Number(key, value, NoSuffixes(), 0, options_.seed);
    if (key == "alloc") return Alloc(value);
    if (key == "sites") return Patterns(key, value, options_.sites);
    if (key == "include") return Patterns(key, value, options_.include);
    if (key == "exclude") return Patterns(key, value, options_.exclude);
    if (key == "probe-rate")
      return Number(key, value, NoSuffixes(), 1, options_.probed_per_second, 1'000'000);
    if (key == "exhaustive") return Switch(key, value, "on", options_.exhaustive);
    Fail("unknown agent option '" + key + "'", "see docs/agent-options.md");
  }

  void Alloc(const std::string& value) {
    static constexpr std::array<std::pair<std::string_view, AllocMode>, 3> kModes = {
        {{"sampled", AllocMode::kSampled},
         {"auto", AllocMode::kAuto},
         {"probes", AllocMode::kProbes}}};
    for (const auto& [name, mode] : kModes) {
      if (value != name) continue;
      options_.alloc = mode;
      return;
    }
    Fail("agent option 'alloc' has the bad value '" + value + "'", "use auto, sampled or probes");
  }

  void Patterns(const std::string& key, const std::string& value,
                std::vector<std::string>& target) {
    target.clear();
    for (size_t start = 0; start <= value.size();) {
      const size_t end = std::min(value.find(';', start), value.size());
      if (end == start) {
        return Fail("agent option '" + key + "' has an empty pattern",
                    "write patterns as a.b.C.m or a.b.*, with ';' between them");
      }
      target.push_back(value.substr(start, end - start));
      start = end + 1;
    }
  }

  void Path(const std::string& key, const std::string& value, std::string& target) {
    if (value.empty() || value.front() != '/') {
      return Fail("agent option '" + key + "' is not an absolute path", "give the full path");
    }
    target = value;
  }

  template <typename Target>
  void Number(const std::string& key, const std::string& value, const Suffixes& suffixes,
              uint64_t minimum, Target& target, uint64_t maximum = uint64_t{1} << 62) {
    const std::optional<uint64_t> number = ParseNumber(value, suffixes);
    if (!number || *number < minimum || *number > maximum) {
      return Fail("agent option '" + key + "' has the bad value '" + value + "'",
                  "see docs/agent-options.md for its unit and range");
    }
    target = *number;
  }

  void Owner(const std::string& key, const std::string& value) {
    std::optional<uint64_t> number;
    Number(key, value, NoSuffixes(), 1, number, INT32_MAX);
    if (number) options_.owner = static_cast<pid_t>(*number);
  }

  void Switch(const std::string& key, const std::string& value, const char* on, bool& target) {
    Choice(key, value, on, "off", target);
  }

  // `target` becomes true for `on` and false for `off`.
  void Choice(const std::string& key, const std::string& value, const char* on, const char* off,
              bool& target) {
    if (value != on && value != off) {
      return Fail("agent option '" + key + "' has the bad value '" + value + "'",
                  std::string("use ") + on + " or " + off);
    }
    target = value == on;
  }

  void CheckWhole() {
    if (options_.command == Command::kStart && options_.file.empty()) {
      Fail("the start command names no profile", "add file=<absolute path>");
    }
    if (options_.exhaustive) {
      if (options_.alloc == AllocMode::kProbes) {
        Fail("an exhaustive recording takes every allocation, and probes are for samples",
             "give one of exhaustive and alloc=probes");
      }
      options_.alloc = AllocMode::kSampled;
    }
    if (!options_.sites.empty() && options_.alloc != AllocMode::kProbes) {
      Fail("agent option 'sites' names sites to probe, but probes were not asked for",
           "add alloc=probes");
    }
  }

  Options options_;
  std::optional<OptionError> error_;
};

}  // namespace

std::variant<Options, OptionError> ParseOptions(std::string_view text) {
  return Parser().Parse(text);
}

}  // namespace heaptwin::agent
