#pragma once

#include <cstddef>
#include <cstdint>

namespace heaptwin::heap {

// Names of things within one recording. Classes, contexts and threads are dense from 0 and never
// reused.
enum class ClassId : uint32_t {};
enum class ContextId : uint32_t {};
enum class ThreadIndex : uint32_t {};

// A registered object: table slot in the low 32 bits, the slot's generation (never 0) in the high
// ones, so that an id that outlived its object is recognised. It fits into a
// perf_event_attr::sig_data beside nothing else.
enum class ObjectId : uint64_t { kNone = 0 };

// Opaque to native: a jweak, or 0 for none.
using WeakHandle = uint64_t;

template <typename Id>
constexpr size_t Index(Id id) noexcept {
  return static_cast<size_t>(id);
}

}  // namespace heaptwin::heap
