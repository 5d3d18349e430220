#include "evidence/exhaustive_log.h"

#include <algorithm>

namespace heaptwin::evidence {

ExhaustiveLog::ExhaustiveLog(size_t max_threads, size_t max_objects)
    : max_chunks_(std::max<size_t>(max_objects / ExhaustiveChunk::kObjects, 1)),
      threads_(max_threads + 1) {}

ExhaustiveChunk* ExhaustiveLog::Room(Thread& thread, heap::ThreadIndex index, uint64_t stamp) {
  if (!thread.chunks.empty()) {
    ExhaustiveChunk& last = *thread.chunks.back();
    if (last.stamp == stamp && last.count < ExhaustiveChunk::kObjects) return &last;
  }
  if (used_chunks_.fetch_add(1, std::memory_order_relaxed) >= max_chunks_) {
    used_chunks_.fetch_sub(1, std::memory_order_relaxed);
    return nullptr;
  }
  auto chunk = std::make_unique<ExhaustiveChunk>();
  chunk->stamp = stamp;
  chunk->thread = index;
  thread.chunks.push_back(std::move(chunk));
  return thread.chunks.back().get();
}

ExhaustiveLog::Result ExhaustiveLog::Append(const Allocation& allocation) {
  Thread& thread = threads_[heap::Index(allocation.thread)];
  const bool readable = allocation.address != 0 && allocation.stamp != 0;
  const std::lock_guard lock(thread.mutex);
  if (readable && allocation.stamp <= thread.inspected_up_to) return Result::kStale;
  appended_.fetch_add(1, std::memory_order_relaxed);
  // One without an address still takes its place in the order, in the epoch before it.
  const bool follows = !readable && !thread.chunks.empty();
  const uint64_t stamp = follows ? thread.chunks.back()->stamp : allocation.stamp;
  ExhaustiveChunk* chunk = Room(thread, allocation.thread, stamp);
  if (chunk == nullptr) {
    ExhaustiveDropped& dropped = thread.dropped[static_cast<uint32_t>(allocation.context)];
    dropped.context = allocation.context;
    dropped.thread = allocation.thread;
    ++dropped.objects;
    dropped.bytes += allocation.size;
    return Result::kFull;
  }
  ExhaustiveObject& object = chunk->objects[chunk->count++];
  object.address = allocation.address;
  object.size_words = static_cast<uint32_t>(allocation.size / 8);
  object.context = static_cast<uint32_t>(allocation.context);
  object.SetState(readable ? ExhaustiveState::kUnread : ExhaustiveState::kLost);
  return Result::kKept;
}

std::vector<std::unique_ptr<ExhaustiveChunk>> ExhaustiveLog::TakeClosed(uint64_t current) {
  std::vector<std::unique_ptr<ExhaustiveChunk>> closed;
  for (Thread& thread : threads_) {
    const std::lock_guard lock(thread.mutex);
    for (auto& chunk : thread.chunks) {
      if (current == 0 || chunk->stamp < current) closed.push_back(std::move(chunk));
    }
    std::erase_if(thread.chunks, [](const auto& chunk) { return chunk == nullptr; });
  }
  std::stable_sort(closed.begin(), closed.end(),
                   [](const auto& a, const auto& b) { return a->stamp < b->stamp; });
  return closed;
}

std::vector<ExhaustiveDropped> ExhaustiveLog::TakeDropped() {
  std::vector<ExhaustiveDropped> all;
  for (Thread& thread : threads_) {
    const std::lock_guard lock(thread.mutex);
    for (const auto& entry : thread.dropped) all.push_back(entry.second);
    thread.dropped.clear();
  }
  return all;
}

}  // namespace heaptwin::evidence
