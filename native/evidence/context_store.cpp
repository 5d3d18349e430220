#include "evidence/context_store.h"

namespace heaptwin::evidence {

using heap::ClassId;
using heap::ContextId;

std::optional<ContextId> ContextStore::Find(ClassId class_id, const StackKey& stack) const {
  const auto place = by_stack_.find({class_id, stack});
  if (place == by_stack_.end()) return std::nullopt;
  return place->second;
}

ContextId ContextStore::Add(ClassId class_id, const StackKey& stack,
                            std::span<const FrameName> frames, bool truncated) {
  const auto known = by_stack_.find({class_id, stack});
  if (known != by_stack_.end()) return known->second;
  const auto [place, is_new] = by_frames_.try_emplace(
      {class_id, KeyOf(frames, truncated)}, ContextId{static_cast<uint32_t>(contexts_.size())});
  by_stack_.emplace(Key{class_id, stack}, place->second);
  if (!is_new) return place->second;
  ++stack_contexts_;
  AllocationContext& context = contexts_.emplace_back();
  context.class_id = class_id;
  context.truncated = truncated;
  context.frames.assign(frames.begin(), frames.end());
  return place->second;
}

StackKey ContextStore::KeyOf(std::span<const FrameName> frames, bool truncated) {
  std::vector<RawFrame> raw;
  raw.reserve(frames.size());
  for (const FrameName frame : frames) raw.push_back({frame, truncated ? 1 : 0});
  return StackKey::Of(raw);
}

ContextId ContextStore::Overflow(ClassId class_id) {
  const auto [place, is_new] = overflow_.try_emplace(
      static_cast<uint32_t>(class_id), ContextId{static_cast<uint32_t>(contexts_.size())});
  if (is_new) {
    AllocationContext& context = contexts_.emplace_back();
    context.class_id = class_id;
    context.truncated = true;
    context.overflow = true;
    context.frames.push_back(Intern("(other stacks: the limit of contexts was reached)"));
  }
  return place->second;
}

FrameName ContextStore::Intern(const std::string& frame) {
  const auto [place, is_new] =
      frame_indices_.try_emplace(frame, static_cast<uint32_t>(frames_.size()));
  if (is_new) frames_.push_back(frame);
  return place->second;
}

}  // namespace heaptwin::evidence
