#include "selftest/self_test.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/version.h"
#include "perf/capabilities.h"
#include "selftest/checks.h"

namespace {

void Write(const std::string& text, char* message, size_t capacity) {
  if (message == nullptr || capacity == 0) return;
  const size_t length = std::min(text.size(), capacity - 1);
  std::memcpy(message, text.data(), length);
  message[length] = '\0';
}

// No exception crosses into a caller that has none.
template <typename Check>
int Run(Check check, char* message, size_t capacity) noexcept {
  try {
    const std::optional<std::string> problem = check();
    Write(problem.value_or(""), message, capacity);
    return problem ? 1 : 0;
  } catch (const std::exception& error) {
    Write(error.what(), message, capacity);
    return 2;
  }
}

nlohmann::json OrNull(const std::optional<int>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

std::string DescribeMachine() {
  const heaptwin::perf::Capabilities found = heaptwin::perf::ProbeCapabilities();
  nlohmann::json kernel;
  if (found.kernel) {
    kernel = std::to_string(found.kernel->major) + "." + std::to_string(found.kernel->minor) + "." +
             std::to_string(found.kernel->patch);
  }
  return nlohmann::json{{"kernel", kernel},
                        {"perfEventParanoid", OrNull(found.paranoid)},
                        {"seccompMode", OrNull(found.seccomp_mode)},
                        {"tracerPid", OrNull(found.tracer_pid)},
                        {"sigtrapSafe", found.sigtrap_safe}}
      .dump();
}

}  // namespace

extern "C" {

const char* heaptwin_version(void) { return heaptwin::base::kVersion; }

int heaptwin_self_test_watchpoints(char* message, size_t capacity) {
  return Run(heaptwin::selftest::CheckWatchpoints, message, capacity);
}

int heaptwin_self_test_clock_sampler(char* message, size_t capacity) {
  return Run(heaptwin::selftest::CheckClockSampler, message, capacity);
}

int heaptwin_self_test_guarded_copy(char* message, size_t capacity) {
  return Run(heaptwin::selftest::CheckGuardedCopy, message, capacity);
}

int heaptwin_describe_machine(char* message, size_t capacity) {
  try {
    Write(DescribeMachine(), message, capacity);
    return 0;
  } catch (const std::exception& error) {
    Write(error.what(), message, capacity);
    return 2;
  }
}

}  // extern "C"
