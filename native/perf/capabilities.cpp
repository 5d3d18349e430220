#include "perf/capabilities.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <tuple>

namespace heaptwin::perf {
namespace {

std::optional<int> TakeNumber(std::string_view* text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc{}) return std::nullopt;
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  return value;
}

std::optional<std::string> FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return line;
}

// A field of /proc/self/status, e.g. "Seccomp:\t2".
std::optional<int> StatusNumber(const std::string& path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name)) continue;
    std::string_view rest = std::string_view(line).substr(name.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(": \t"), rest.size()));
    return TakeNumber(&rest);
  }
  return std::nullopt;
}

const char* ErrorName(int error) {
  const char* name = strerrorname_np(error);
  return name != nullptr ? name : "unknown error";
}

std::string PermissionRemedy(const Capabilities& capabilities) {
  // Mainline refuses kernel profiling from 2; Debian (3) and Ubuntu (4) refuse every event of an
  // unprivileged process.
  if (capabilities.paranoid.value_or(0) > 2) {
    return "sysctl kernel.perf_event_paranoid=2 (it is " + std::to_string(*capabilities.paranoid) +
           "), or run with CAP_SYS_ADMIN";
  }
  if (capabilities.seccomp_mode.value_or(0) != 0) {
    return "a seccomp filter is active: allow perf_event_open in the container's profile, or run "
           "it with --security-opt seccomp=unconfined";
  }
  return "sysctl kernel.perf_event_paranoid=2 or lower, or grant CAP_PERFMON; in a container also "
         "allow perf_event_open in its seccomp profile";
}

std::string Remedy(int error, const Capabilities& capabilities) {
  switch (error) {
    case EACCES:
    case EPERM:
      return PermissionRemedy(capabilities);
    case ENOSYS:
      return "the kernel lacks perf events, or a seccomp filter hides them: allow perf_event_open";
    case EMFILE:
      return "raise the limit of open files (ulimit -n): up to five descriptors per thread are "
             "used";
    case ENFILE:
      return "raise the system's limit of open files (sysctl fs.file-max)";
    case ENOMEM:
      return "free memory, or raise the memory limit of the container";
    case ENOSPC:
      if (capabilities.tracer_pid.value_or(0) > 0) {
        return "process " + std::to_string(*capabilities.tracer_pid) +
               " traces this one and may hold its debug registers: detach the debugger";
      }
      return "another tool holds debug registers: end debuggers and `perf record -e mem:`";
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
      return "this machine (or virtual machine) does not offer the event: use one that does";
    case EINVAL:
    case E2BIG:
      return "the kernel is too old for this event's settings: use Linux 4.20 or newer";
    case ESRCH:
      return "the thread ended before its events were opened: nothing to do";
    case EBUSY:
      return "another profiler has the event exclusively: stop it";
    default:
      return "no known remedy; please report it with the kernel version";
  }
}

}  // namespace

std::optional<KernelVersion> ParseKernelVersion(std::string_view release) {
  const auto major = TakeNumber(&release);
  if (!major || !release.starts_with('.')) return std::nullopt;
  release.remove_prefix(1);
  const auto minor = TakeNumber(&release);
  if (!minor) return std::nullopt;
  KernelVersion version{*major, *minor, 0};
  if (release.starts_with('.')) {
    release.remove_prefix(1);
    version.patch = TakeNumber(&release).value_or(0);
  }
  return version;
}

bool SigtrapIsSafe(const KernelVersion& version) {
  const auto at_least = [&](int major, int minor) {
    return std::tie(version.major, version.minor) >= std::tie(major, minor);
  };
  if (at_least(5, 19)) return true;
  if (version.major != 5) return false;
  switch (version.minor) {
    case 15:
      return version.patch >= 46;
    case 17:
      return version.patch >= 14;
    case 18:
      return version.patch >= 3;
    default:
      return false;
  }
}

Capabilities ProbeCapabilities(const std::string& proc) {
  Capabilities result;
  if (const auto release = FirstLine(proc + "/sys/kernel/osrelease")) {
    result.kernel = ParseKernelVersion(*release);
  }
  if (const auto line = FirstLine(proc + "/sys/kernel/perf_event_paranoid")) {
    std::string_view text = *line;
    result.paranoid = TakeNumber(&text);
  }
  result.seccomp_mode = StatusNumber(proc + "/self/status", "Seccomp:");
  result.tracer_pid = StatusNumber(proc + "/self/status", "TracerPid:");
  result.sigtrap_safe = result.kernel && SigtrapIsSafe(*result.kernel);
  return result;
}

OpenFailure ExplainOpenFailure(int error, std::string_view purpose,
                               const Capabilities& capabilities) {
  OpenFailure failure;
  failure.error = error;
  failure.what = "the kernel refused " + std::string(purpose) + " (" + ErrorName(error) + ")";
  failure.remedy = Remedy(error, capabilities);
  return failure;
}

}  // namespace heaptwin::perf
