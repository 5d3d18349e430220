#include "site_pattern.h"

#include <algorithm>

namespace heaptwin::agent {
namespace {

// The usual wildcard match with one point to return to: linear but for repeated text.
bool Matches(std::string_view pattern, std::string_view text) {
  size_t p = 0;
  size_t t = 0;
  size_t star = std::string_view::npos;
  size_t taken = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool SitePatterns::Match(std::string_view name) const {
  const std::string_view without_line = name.substr(0, name.rfind(':'));
  return std::any_of(patterns_.begin(), patterns_.end(), [&](const std::string& pattern) {
    return Matches(pattern, name) || Matches(pattern, without_line);
  });
}

}  // namespace heaptwin::agent
