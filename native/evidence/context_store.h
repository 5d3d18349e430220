#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "evidence/context_evidence.h"
#include "evidence/stack_key.h"
#include "heap/ids.h"

namespace heaptwin::evidence {

// One allocation context: who it is, and what is known of it.
struct AllocationContext {
  heap::ClassId class_id{};
  std::vector<uint32_t> frames;  // indices into ContextStore::frames(), allocating frame first
  bool truncated = false;
  bool overflow = false;  // stands for all stacks that came after the limit was reached
  ContextEvidence evidence;
};

// Allocation contexts by class and stack, with their frames' names kept once. A context is what its
// frames say: stacks that differ only in the instruction within a line are one context, because
// instructions move when a class is retransformed and lines do not. Bounded: beyond the limit all
// new stacks of a class share one overflow context. Not thread-safe.
class ContextStore {
 public:
  explicit ContextStore(size_t max_contexts) : max_contexts_(max_contexts) {}

  std::optional<heap::ContextId> Find(heap::ClassId class_id, const StackKey& stack) const;
  bool IsFull() const {
    return stack_contexts_ >= max_contexts_ ||
           by_stack_.size() >= kStacksPerContext * max_contexts_;
  }
  // The context of this stack, new or not. Requires !IsFull() if it is new.
  heap::ContextId Add(heap::ClassId class_id, const StackKey& stack,
                      std::span<const FrameName> frames, bool truncated);
  // The index of a frame's name, which is kept once.
  FrameName Intern(const std::string& frame);
  heap::ContextId Overflow(heap::ClassId class_id);

  size_t size() const { return contexts_.size(); }
  AllocationContext& at(heap::ContextId id) { return contexts_[heap::Index(id)]; }
  const AllocationContext& at(heap::ContextId id) const { return contexts_[heap::Index(id)]; }
  const std::deque<std::string>& frames() const { return frames_; }

 private:
  static constexpr size_t kStacksPerContext = 4;

  struct Key {
    heap::ClassId class_id;
    StackKey stack;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const noexcept {
      return key.stack.low + 0x9e3779b97f4a7c15ULL * heap::Index(key.class_id);
    }
  };

  static StackKey KeyOf(std::span<const FrameName> frames, bool truncated);

  size_t max_contexts_;
  size_t stack_contexts_ = 0;               // overflow contexts excluded
  std::deque<AllocationContext> contexts_;  // a deque: references stay valid, growth never copies
  std::unordered_map<Key, heap::ContextId, KeyHash> by_stack_;
  std::unordered_map<Key, heap::ContextId, KeyHash> by_frames_;  // stacks as interned names
  std::unordered_map<uint32_t, heap::ContextId> overflow_;       // by class
  std::deque<std::string> frames_;
  std::unordered_map<std::string, uint32_t> frame_indices_;
};

}  // namespace heaptwin::evidence
