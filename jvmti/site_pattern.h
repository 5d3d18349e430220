#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heaptwin::agent {

// Patterns over the names of sites: "a.b.C.m", "a.b.*", "a.b.C.m:12". '*' stands for any text; a
// pattern without a line matches every line. Immutable.
class SitePatterns {
 public:
  SitePatterns() = default;
  explicit SitePatterns(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {}

  bool empty() const { return patterns_.empty(); }
  // `name` as Site::Name gives it.
  bool Match(std::string_view name) const;

 private:
  std::vector<std::string> patterns_;
};

}  // namespace heaptwin::agent
