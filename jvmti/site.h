#pragma once

#include <jni.h>

#include <compare>
#include <cstdint>
#include <string>

namespace heaptwin::agent {

// Where an allocation instruction stands. By line and not by bytecode index: indices shift when a
// class is retransformed, lines do not.
struct Site {
  std::string class_name;  // internal: "a/b/C"
  std::string method;
  std::string descriptor;
  int32_t line = -1;          // -1: the class has no lines
  std::string allocated;      // descriptor of the class: "La/b/D;", "[C"
  std::string native_callee;  // the native method called there that allocates,
                              // "java/lang/Object.clone"; empty: the instruction allocates

  // clang-tidy takes the generated comparison with 0 for a null pointer.
  auto operator<=>(const Site&) const = default;  // NOLINT(modernize-use-nullptr)

  // "a.b.C.m:12", for reports and patterns.
  std::string Name() const;
};

}  // namespace heaptwin::agent
