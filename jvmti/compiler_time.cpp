#include "compiler_time.h"

#include <dirent.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

#include "proc_stat.h"

namespace heaptwin::agent {
namespace {

// Names are cut to 15 characters.
bool IsCompiler(const std::string& name_file) {
  std::ifstream file(name_file);
  std::string name;
  std::getline(file, name);
  return name.starts_with("C1 CompilerThre") || name.starts_with("C2 CompilerThre") ||
         name.starts_with("JVMCI Compiler");
}

uint64_t Ticks(const std::string& stat_file) {
  const auto fields = ProcStatFields(stat_file);
  constexpr size_t kUser = ProcStatIndex(14);
  constexpr size_t kSystem = ProcStatIndex(15);
  if (fields.size() <= kSystem) return 0;
  return std::strtoull(fields[kUser].c_str(), nullptr, 10) +
         std::strtoull(fields[kSystem].c_str(), nullptr, 10);
}

}  // namespace

uint64_t CompilerTime::Read() {
  const std::string tasks = "/proc/self/task/";
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir(tasks.c_str()), closedir);
  while (const dirent* entry = directory != nullptr ? readdir(directory.get()) : nullptr) {
    const int tid = std::atoi(entry->d_name);
    if (tid <= 0 || !IsCompiler(tasks + entry->d_name + "/comm")) continue;
    const uint64_t now = Ticks(tasks + entry->d_name + "/stat");
    uint64_t& before = by_thread_[tid];
    // A number may be given to another thread.
    if (now > before) ticks_ += now - before;
    before = now;
  }
  static const auto kNanosPerTick = 1'000'000'000 / static_cast<uint64_t>(sysconf(_SC_CLK_TCK));
  return ticks_ * kNanosPerTick;
}

}  // namespace heaptwin::agent
