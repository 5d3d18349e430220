#include "site.h"

#include <algorithm>

namespace heaptwin::agent {

std::string Site::Name() const {
  std::string name = class_name + "." + method;
  std::replace(name.begin(), name.end(), '/', '.');
  return line < 0 ? name : name + ":" + std::to_string(line);
}

}  // namespace heaptwin::agent
