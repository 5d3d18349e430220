#include "proc_stat.h"

#include <fstream>
#include <sstream>

namespace heaptwin::agent {

std::vector<std::string> ProcStatFields(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return {};
  // The name may contain spaces and parentheses; the last ')' ends it.
  const size_t end = line.rfind(')');
  if (end == std::string::npos) return {};
  std::istringstream rest(line.substr(end + 1));
  std::vector<std::string> fields;
  for (std::string field; rest >> field;) fields.push_back(field);
  return fields;
}

}  // namespace heaptwin::agent
