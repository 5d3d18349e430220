// Closing epochs: contents move to the reservoirs, bursts become runs, and the bounds over all
// contexts are kept.
#include <algorithm>
#include <utility>

#include "evidence/recording_state.h"

namespace heaptwin::evidence {
namespace {

using heap::ContentState;
using heap::SampledObject;

// Objects, or contexts, handled per holding of the mutex.
constexpr size_t kChunk = 128;

}  // namespace

// Forgets entries that need no attention, when there are many more than there can be objects.
void Recording::State::CompactLists() {
  const size_t bound = 2 * options.max_objects;
  const auto is_final = [&](const Listed& listed) {
    const SampledObject* object = table.Find(listed.object);
    return object == nullptr || object->content_recorded;
  };
  if (open.size() > bound) std::erase_if(open, is_final);
  if (unread.size() > bound) std::erase_if(unread, is_final);
}

class Recording::EpochCloser {
 public:
  // `current` 0: nothing is current any more.
  EpochCloser(State& state, uint64_t current) : state_(state), current_(current) {}

  void Close() {
    CloseObjects();
    FoldBursts();
    Thin(state_.content_limit, [this](ContextEvidence& evidence) { ThinContents(evidence); });
    for (size_t step = 0; step < kRunSteps; ++step) {
      Thin(state_.run_limits[step],
           [this, step](ContextEvidence& evidence) { ThinRuns(evidence, step); });
    }
  }

 private:
  // An epoch may have begun since `current` was asked for.
  bool IsOpen(uint64_t stamp) const { return current_ != 0 && stamp >= current_; }

  void CloseObjects() {
    std::vector<State::Listed> closing;
    {
      const std::lock_guard lock(state_.mutex);
      closing.swap(state_.open);
      std::erase_if(state_.unread,
                    [&](const State::Listed& listed) { return !IsOpen(listed.stamp); });
      state_.bursts.CloseEpochsBefore(current_);
    }
    for (size_t start = 0; start < closing.size(); start += kChunk) {
      const std::lock_guard lock(state_.mutex);
      const size_t end = std::min(closing.size(), start + kChunk);
      for (size_t i = start; i < end; ++i) CloseObject(closing[i]);
    }
  }

  void CloseObject(const State::Listed& listed) {
    SampledObject* object = state_.table.Find(listed.object);
    if (object == nullptr || object->content_recorded) return;
    if (!IsOpen(listed.stamp)) {
      state_.GiveUpContent(*object);
    } else if (object->content == ContentState::kUnread) {
      state_.open.push_back(listed);
    } else {
      state_.FinalizeContent(*object);
    }
  }

  void FoldBursts() {
    std::vector<std::unique_ptr<Burst>> finished;
    {
      const std::lock_guard lock(state_.mutex);
      finished = state_.bursts.TakeFinished();
    }
    const auto cut_at_epochs = [&](heap::ContextId context) {
      const std::lock_guard lock(state_.mutex);
      return !state_.classes.at(state_.contexts.at(context).class_id).Pooled();
    };
    for (const auto& burst : finished) {
      auto runs = SplitBurst(burst->place.thread, burst->objects, burst->cut, cut_at_epochs);
      const std::lock_guard lock(state_.mutex);
      for (SplitRun& split : runs) CountRun(split, *burst);
    }
  }

  void CountRun(SplitRun& split, const Burst& burst) {
    ContextEvidence& evidence = state_.contexts.at(split.context).evidence;
    RunCounts& counts = evidence.run_lengths.Of(split.objects);
    const auto place = static_cast<size_t>(burst.step);
    RunStepCounts& of_step = evidence.run_steps[place];
    ++counts.started;
    ++of_step.started;
    of_step.bytes += split.bytes;
    of_step.read_bytes += split.read_bytes;
    if (split.Dropped()) {
      ++counts.dropped;
      ++of_step.dropped;
      return state_.losses.Add(base::Loss::kRunDropped);
    }
    if (split.cut) {
      ++counts.cut;
      state_.losses.Add(base::Loss::kRunCut);
    }
    SharedLimit& limit = state_.run_limits[place];
    limit.stored += split.run.distances.size();
    split.run.step = burst.step;
    split.run.burst = burst.id;
    split.run.sequence = burst.place.sequence;
    evidence.runs[place].Offer(state_.random.Next(), std::move(split.run),
                               state_.options.runs_per_context[place], limit.limit,
                               [&](const Run& run) { Displaced(run); });
  }

  void Displaced(const Run& run) {
    state_.run_limits[static_cast<size_t>(run.step)].stored -= run.distances.size();
    state_.losses.Add(base::Loss::kRunReservoir);
  }
  void Displaced(const ContentEvent&) {
    --state_.content_limit.stored;
    state_.losses.Add(base::Loss::kContentReservoir);
  }

  void ThinContents(ContextEvidence& evidence) {
    for (auto* contents : {&evidence.contents, &evidence.probed.contents}) {
      contents->Thin(state_.content_limit.limit,
                     [&](const ContentEvent& event) { Displaced(event); });
    }
  }

  void ThinRuns(ContextEvidence& evidence, size_t step) {
    evidence.runs[step].Thin(state_.run_limits[step].limit,
                             [&](const Run& run) { Displaced(run); });
  }

  template <typename ThinContext>
  void Thin(SharedLimit& limit, ThinContext thin_context) {
    while (true) {
      {
        const std::lock_guard lock(state_.mutex);
        if (limit.stored <= limit.capacity || limit.limit == 0) return;
        limit.limit /= 2;
      }
      bool more = true;
      for (size_t next = 0; more;) {
        const std::lock_guard lock(state_.mutex);
        const size_t end = std::min(state_.contexts.size(), next + kChunk);
        for (; next < end; ++next) {
          const heap::ContextId context{static_cast<uint32_t>(next)};
          thin_context(state_.contexts.at(context).evidence);
        }
        more = next < state_.contexts.size();
      }
    }
  }

  State& state_;
  const uint64_t current_;
};

void Recording::CloseEpochs(uint64_t current) {
  if (current == 0) return;
  EpochCloser(*state_, current).Close();
  state_->ApplyRereadings(current);
}

void Recording::FinishEvidence() { EpochCloser(*state_, 0).Close(); }

}  // namespace heaptwin::evidence
