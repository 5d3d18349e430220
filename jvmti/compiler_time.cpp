#include "compiler_time.h"

#include <dirent.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

namespace heaptwin::agent {
namespace {

std::string FirstLine(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

// Names are cut to 15 characters.
bool IsCompiler(const std::string& name) {
  return name.starts_with("C1 CompilerThre") || name.starts_with("C2 CompilerThre") ||
         name.starts_with("JVMCI Compiler");
}

// utime + stime of proc(5), the 14th and 15th field; the name before them may hold anything.
uint64_t Ticks(const std::string& stat) {
  const size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream rest(stat.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) rest >> skipped;
  uint64_t user = 0;
  uint64_t system = 0;
  rest >> user >> system;
  return user + system;
}

}  // namespace

uint64_t CompilerTime::Read() {
  const std::string tasks = "/proc/self/task/";
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir(tasks.c_str()), closedir);
  while (const dirent* entry = directory != nullptr ? readdir(directory.get()) : nullptr) {
    const int tid = std::atoi(entry->d_name);
    if (tid <= 0 || !IsCompiler(FirstLine(tasks + entry->d_name + "/comm"))) continue;
    const uint64_t now = Ticks(FirstLine(tasks + entry->d_name + "/stat"));
    uint64_t& before = by_thread_[tid];
    // A number may be given to another thread.
    if (!first_ && now > before) ticks_ += now - before;
    before = now;
  }
  first_ = false;
  static const auto kNanosPerTick = 1'000'000'000 / static_cast<uint64_t>(sysconf(_SC_CLK_TCK));
  return ticks_ * kNanosPerTick;
}

}  // namespace heaptwin::agent
