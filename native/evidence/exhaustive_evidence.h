#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/epoch_source.h"
#include "base/loss.h"
#include "evidence/class_table.h"
#include "evidence/context_store.h"
#include "evidence/exhaustive_agreement.h"
#include "evidence/exhaustive_counts.h"
#include "evidence/exhaustive_log.h"
#include "evidence/exhaustive_sites.h"
#include "evidence/recording_options.h"
#include "heap/inspector.h"

namespace heaptwin::evidence {

// What an exhaustive recording has beyond a sampled one: every allocation, read at the start of the
// collection that ends its epoch, whatever that takes.
//
// `log` is thread-safe by itself; all else is called with the recording's mutex held.
class ExhaustiveEvidence {
 public:
  ExhaustiveEvidence(const RecordingOptions& options, const heap::ContentHasher& hasher,
                     base::LossCounters& losses);

  // The JVM is stopped: reads every object of the epoch `stamp`. What has no layout yet is copied.
  void InspectStopped(uint64_t stamp, const ContextStore& contexts, const ClassTable& classes);
  // The JVM runs, and there will be no collection: each object is read twice.
  void InspectRunning(const base::EpochSource& epoch, const ContextStore& contexts,
                      const ClassTable& classes);
  // Gives the object's kept bytes their fingerprint, by a layout that is known by now (or null).
  void SettleCopy(ExhaustiveChunk& chunk, ExhaustiveObject& object,
                  const heap::ObjectLayout* layout);

  uint64_t objects_read() const { return objects_read_; }

  ExhaustiveLog log;
  ExhaustiveCounts counts;  // by context
  ExhaustiveSites sites;

 private:
  static constexpr size_t kBatch = 32;

  class Pass;

  void CopyRaw(ExhaustiveChunk& chunk, ExhaustiveObject& object);
  void Apply(ExhaustiveObject& object, const heap::ReadingResult& result);

  base::LossCounters& losses_;
  heap::Inspector inspector_;
  ExhaustiveAgreement agreement_;
  size_t copied_bytes_ = 0;  // in all chunks
  uint64_t objects_read_ = 0;
};

}  // namespace heaptwin::evidence
