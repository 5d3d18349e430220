#include "inlined_frames.h"

#include <algorithm>
#include <array>

namespace heaptwin::agent {
namespace {

// JVMTI's view of an interpreted frame.
jvmtiFrameInfo Itself(const MemoryStack::Frame& interpreted) {
  return {reinterpret_cast<jmethodID>(MemoryStack::MethodId(interpreted)), interpreted.bci};
}

bool LiesAt(std::span<const jvmtiFrameInfo> part, size_t number,
            std::span<const jvmtiFrameInfo> seen) {
  return number + part.size() <= seen.size() &&
         std::equal(part.begin(), part.end(), seen.begin() + static_cast<ptrdiff_t>(number),
                    SameFrame);
}

bool EndsBefore(uint64_t last_method, size_t number, std::span<const jvmtiFrameInfo> seen) {
  return last_method == 0 || reinterpret_cast<uint64_t>(seen[number - 1].method) == last_method;
}

}  // namespace

std::optional<size_t> InlinedFrames::Compose(std::span<const MemoryStack::Frame> frames,
                                             std::span<jvmtiFrameInfo> out) {
  const std::lock_guard lock(mutex_);
  size_t count = 0;
  for (const MemoryStack::Frame& frame : frames) {
    if (count == out.size()) break;
    if (MemoryStack::IsInterpreted(frame)) {
      out[count++] = Itself(frame);
      continue;
    }
    const auto known = expansions_.find(frame);
    if (known == expansions_.end()) return std::nullopt;
    const size_t fitting = std::min(known->second.size(), out.size() - count);
    std::copy_n(known->second.begin(), fitting, out.begin() + static_cast<ptrdiff_t>(count));
    count += fitting;
  }
  return count;
}

void InlinedFrames::Learn(std::span<const MemoryStack::Frame> frames,
                          std::span<const jvmtiFrameInfo> seen,
                          const std::function<uint64_t(const MemoryStack::Frame&)>& method_of) {
  if (frames.size() > MemoryStack::kMost || seen.size() > MemoryStack::kMost) return;
  const std::lock_guard lock(mutex_);
  std::array<Part, MemoryStack::kMost> parts;
  std::array<Numbers, MemoryStack::kMost + 1> above;
  above[0].set(0);
  for (size_t i = 0; i < frames.size(); ++i) {
    parts[i] = PartOf(frames[i], method_of);
    above[i + 1] = After(parts[i], above[i], seen);
  }
  Numbers all;
  all.set(seen.size());
  above[frames.size()] &= all;
  if (expansions_.size() > kMostFrames) expansions_.clear();
  for (size_t i = frames.size(); i-- > 0;) {
    const Numbers& next = above[i + 1];
    above[i] &= Before(parts[i], next, seen);
    if (parts[i].expansion || above[i].count() != 1 || next.count() != 1) continue;
    const auto begin = seen.begin() + static_cast<ptrdiff_t>(above[i]._Find_first());
    const auto end = seen.begin() + static_cast<ptrdiff_t>(next._Find_first());
    expansions_.insert_or_assign(frames[i], Expansion(begin, end));
  }
}

InlinedFrames::Part InlinedFrames::PartOf(
    const MemoryStack::Frame& frame,
    const std::function<uint64_t(const MemoryStack::Frame&)>& method_of) const {
  if (MemoryStack::IsInterpreted(frame)) return {Expansion{Itself(frame)}};
  const auto known = expansions_.find(frame);
  if (known != expansions_.end()) return {known->second};
  return {std::nullopt, method_of(frame)};
}

InlinedFrames::Numbers InlinedFrames::After(const Part& part, const Numbers& above,
                                            std::span<const jvmtiFrameInfo> seen) {
  Numbers after;
  for (size_t number = above._Find_first(); number < above.size();
       number = above._Find_next(number)) {
    if (part.expansion) {
      if (LiesAt(*part.expansion, number, seen)) after.set(number + part.expansion->size());
      continue;
    }
    for (size_t end = number + 1; end <= seen.size(); ++end) {
      if (EndsBefore(part.last_method, end, seen)) after.set(end);
    }
    // What is possible from here is all that is possible from further down.
    break;
  }
  return after;
}

InlinedFrames::Numbers InlinedFrames::Before(const Part& part, const Numbers& next,
                                             std::span<const jvmtiFrameInfo> seen) {
  Numbers before;
  for (size_t end = 1; end <= seen.size(); ++end) {
    if (!next.test(end)) continue;
    if (part.expansion) {
      const size_t size = part.expansion->size();
      if (end >= size && LiesAt(*part.expansion, end - size, seen)) before.set(end - size);
    } else if (EndsBefore(part.last_method, end, seen)) {
      for (size_t number = 0; number < end; ++number) before.set(number);
    }
  }
  return before;
}

}  // namespace heaptwin::agent
