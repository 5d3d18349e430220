// Every allocation of an exhaustive recording.
#include <chrono>
#include <thread>

#include "allocation_handler.h"

namespace heaptwin::agent {

// From a thread's first sample on its interval is 0: each object stands for itself.
void AllocationHandler::AppendExhaustive(const Event& event, ThreadState& thread) {
  KnownClass* known = parts_.classes.Of(event.jni, event.mirror);
  if (known == nullptr) return parts_.losses.Add(base::Loss::kClassUnknown);
  evidence::Allocation allocation = WithoutAddress(event, thread, *known);
  // A collection between reading the address and appending it makes it worthless.
  constexpr int kAttempts = 8;
  for (int attempt = 0; attempt < kAttempts && parts_.format != nullptr; ++attempt) {
    const auto where = ReadAddress(event.jni, event.object, parts_.epoch);
    if (!where) break;
    allocation.address = where->address;
    allocation.stamp = where->stamp;
    parts_.classes.NoteInstance(*known, *where, allocation.size, *parts_.format, parts_.epoch);
    const auto result = parts_.recording.AppendExhaustive(allocation);
    if (result != evidence::ExhaustiveLog::Result::kStale) return;
  }
  if (parts_.format != nullptr) parts_.losses.Add(base::Loss::kAddressUnsettled);
  allocation.address = 0;
  parts_.recording.AppendExhaustive(allocation);
}

void AllocationHandler::AwaitQuiet() const {
  constexpr int kMostTurns = 5000;
  for (int turn = 0; turn < kMostTurns && handling_.load(std::memory_order_seq_cst) != 0; ++turn) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

}  // namespace heaptwin::agent
