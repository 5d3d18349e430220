#include "evidence/exhaustive_evidence.h"

#include <array>
#include <chrono>

#include "base/guarded_copy.h"

namespace heaptwin::evidence {
namespace {

// Of objects of classes met so lately that their layout is not known.
constexpr size_t kMostCopiedBytes = size_t{64} << 20;
constexpr uint64_t kLargestCopy = uint64_t{1} << 20;

}  // namespace

ExhaustiveEvidence::ExhaustiveEvidence(const RecordingOptions& options,
                                       const heap::ContentHasher& hasher,
                                       base::LossCounters& losses)
    : log(options.max_threads, options.max_exhaustive_objects),
      counts({options.max_exhaustive_contents, options.max_exhaustive_recent}),
      sites({options.max_exhaustive_contents, options.max_exhaustive_recent}),
      losses_(losses),
      inspector_(hasher, options.max_exhaustive_content_bytes),
      agreement_(options.seed + 2) {}

// One inspection: collects objects into batches, reads them, writes back.
class ExhaustiveEvidence::Pass {
 public:
  // `epoch` null: the JVM is stopped.
  Pass(ExhaustiveEvidence& evidence, const ContextStore& contexts, const ClassTable& classes,
       const base::EpochSource* epoch, uint64_t stamp)
      : evidence_(evidence), contexts_(contexts), classes_(classes), epoch_(epoch), stamp_(stamp) {}

  void Run() {
    evidence_.agreement_.BeginInspection();
    evidence_.log.Inspect(stamp_, [this](ExhaustiveChunk& chunk) { Inspect(chunk); });
    if (epoch_ != nullptr) return;  // copies of a running JVM's objects prove nothing word by word
    evidence_.agreement_.Finish([this](uint32_t context) { return LayoutOf(context); },
                                evidence_.counts);
  }

 private:
  const heap::ObjectLayout* LayoutOf(uint32_t context) const {
    const heap::ClassId class_id = contexts_.at(heap::ContextId{context}).class_id;
    return classes_.at(class_id).layout.get();
  }

  void Inspect(ExhaustiveChunk& chunk) {
    for (size_t i = 0; i < chunk.count; ++i) {
      ExhaustiveObject& object = chunk.objects[i];
      if (object.State() != ExhaustiveState::kUnread) continue;
      const heap::ObjectLayout* layout = LayoutOf(object.context);
      if (layout == nullptr) {
        evidence_.CopyRaw(chunk, object);
        continue;
      }
      objects_[count_] = &object;
      readings_[count_++] = {object.address, object.Size(), layout};
      if (count_ == kBatch) Read();
    }
    Read();
  }

  void Read() {
    const std::span<const heap::Reading> readings(readings_.data(), count_);
    const std::span<heap::ReadingResult> results(results_.data(), count_);
    if (epoch_ == nullptr) {
      evidence_.inspector_.InspectStopped(readings, results, unlimited_);
    } else {
      evidence_.inspector_.InspectRunning(readings, results, *epoch_, stamp_);
    }
    for (size_t i = 0; i < count_; ++i) {
      evidence_.Apply(*objects_[i], results_[i]);
      if (results_[i].read) evidence_.agreement_.Offer(*objects_[i]);
    }
    count_ = 0;
  }

  ExhaustiveEvidence& evidence_;
  const ContextStore& contexts_;
  const ClassTable& classes_;
  const base::EpochSource* const epoch_;
  const uint64_t stamp_;
  const heap::PauseBudget unlimited_{std::chrono::hours(24)};
  size_t count_ = 0;
  std::array<heap::Reading, kBatch> readings_;
  std::array<heap::ReadingResult, kBatch> results_;
  std::array<ExhaustiveObject*, kBatch> objects_;
};

void ExhaustiveEvidence::InspectStopped(uint64_t stamp, const ContextStore& contexts,
                                        const ClassTable& classes) {
  Pass(*this, contexts, classes, nullptr, stamp).Run();
}

void ExhaustiveEvidence::InspectRunning(const base::EpochSource& epoch,
                                        const ContextStore& contexts, const ClassTable& classes) {
  const uint64_t stamp = epoch.Current();
  if (stamp != 0) Pass(*this, contexts, classes, &epoch, stamp).Run();
}

void ExhaustiveEvidence::Apply(ExhaustiveObject& object, const heap::ReadingResult& result) {
  object.fingerprint = result.fingerprint;
  if (result.read) {
    object.SetState(result.all_zero ? ExhaustiveState::kReadZero : ExhaustiveState::kRead);
    ++objects_read_;
  } else {
    object.SetState(ExhaustiveState::kLost);
    losses_.Add(result.loss);
  }
}

void ExhaustiveEvidence::CopyRaw(ExhaustiveChunk& chunk, ExhaustiveObject& object) {
  const uint64_t size = object.Size();
  const size_t start = chunk.copies.size();
  object.SetState(ExhaustiveState::kLost);
  if (size <= kLargestCopy && copied_bytes_ + size <= kMostCopiedBytes) {
    chunk.copies.resize(start + size);
    if (base::GuardedCopy(chunk.copies.data() + start, object.address, size)) {
      copied_bytes_ += size;
      object.address = start;
      return object.SetState(ExhaustiveState::kCopied);
    }
    chunk.copies.resize(start);
  }
  losses_.Add(base::Loss::kClassUnknown);
}

void ExhaustiveEvidence::SettleCopy(ExhaustiveChunk& chunk, ExhaustiveObject& object,
                                    const heap::ObjectLayout* layout) {
  if (object.State() != ExhaustiveState::kCopied) return;
  copied_bytes_ -= object.Size();
  if (layout == nullptr) {
    object.SetState(ExhaustiveState::kLost);
    return losses_.Add(base::Loss::kClassUnknown);
  }
  uint8_t* const copy = chunk.copies.data() + object.address;
  Apply(object, inspector_.Evaluate({object.address, object.Size(), layout}, copy));
}

}  // namespace heaptwin::evidence
