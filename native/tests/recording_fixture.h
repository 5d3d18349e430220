#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/loss.h"
#include "evidence/recording.h"
#include "heap/gc_epoch.h"
#include "tests/fake_heap.h"

namespace heaptwin::test {

// A recording over a fake heap with one thread, one class of two ints (class word 1, no references)
// and one class with a reference (class word 2), and a context of each.
class RecordedHeap {
 public:
  explicit RecordedHeap(evidence::RecordingOptions options = {})
      : recording(WithFormat(options), losses) {
    plain = recording.AddClass("a.b.Plain");
    linked = recording.AddClass("a.b.Linked");
    recording.SetLayout(plain, TwoIntLayout(plain, 1));
    recording.SetLayout(linked, ReferenceLayout(linked, 2));
    thread = recording.AddThread("main");
    plain_context = AddContext(plain, 1);
    linked_context = AddContext(linked, 2);
  }

  heap::ContextId AddContext(heap::ClassId class_id, uint64_t method) {
    const evidence::RawFrame frames[] = {{method, 3}};
    return recording.AddContext(class_id, evidence::StackKey::Of(frames),
                                {"a.b.C.m" + std::to_string(method)}, false);
  }
  uint64_t NewObject(uint32_t first, uint32_t second, uint32_t class_word = 1) {
    const uint64_t address = objects.Allocate(24, class_word);
    FakeHeap::Write(address, 12, first);
    FakeHeap::Write(address, 16, second);
    return address;
  }
  evidence::Allocation AllocationOf(uint64_t address, bool is_linked = false) const {
    return {is_linked ? linked_context : plain_context,
            is_linked ? linked : plain,
            thread,
            address,
            epoch.Current(),
            24,
            1024,
            0};
  }
  evidence::Registration Register(uint32_t first, uint32_t second) {
    return recording.Register(AllocationOf(NewObject(first, second)));
  }
  // The same with a weak handle, of two equal ints.
  void RegisterWeak(heap::WeakHandle weak) {
    evidence::Allocation allocation = AllocationOf(NewObject(1, 1));
    allocation.weak = weak;
    recording.Register(allocation);
  }
  void Collect() {
    epoch.BeginCollection();
    recording.CollectionStarting(epoch.StampBeforeThisCollection());
    epoch.EndCollection();
    recording.CollectionFinished();
    recording.CloseEpochs(epoch.Current());
  }
  // A context as the profile has it.
  nlohmann::json ContextOf(heap::ContextId context) const {
    return recording.Profile({})["contexts"][heap::Index(context)];
  }
  uint64_t Lost(base::Loss loss) const { return losses.Get(loss); }

  base::LossCounters losses;
  heap::GcEpoch epoch;
  FakeHeap objects{8 << 20};
  evidence::Recording recording;
  heap::ClassId plain{};
  heap::ClassId linked{};
  heap::ThreadIndex thread{};
  heap::ContextId plain_context{};
  heap::ContextId linked_context{};

 private:
  static evidence::RecordingOptions WithFormat(evidence::RecordingOptions options) {
    options.header_format = heap::HeaderFormat{};
    // Tests are not about time unless they set a budget of 0.
    if (options.pause_budget == std::chrono::milliseconds(1))
      options.pause_budget = std::chrono::seconds(100);
    return options;
  }
};

}  // namespace heaptwin::test
