#include "base/loss.h"

namespace heaptwin::base {

const char* LossName(Loss loss) noexcept {
  switch (loss) {
    case Loss::kRingFull:
      return "ring full";
    case Loss::kAsynchronousTrap:
      return "asynchronous trap";
    case Loss::kUndecodable:
      return "undecodable";
    case Loss::kCodeUnreadable:
      return "code unreadable";
    case Loss::kValueUnreadable:
      return "value unreadable";
    case Loss::kHeaderAccess:
      return "header access";
    case Loss::kUnregisteredObject:
      return "unregistered object";
    case Loss::kStaleEpoch:
      return "stale epoch";
    case Loss::kSlotReplaced:
      return "slot replaced";
    case Loss::kArmedAtEnd:
      return "armed at end";
    case Loss::kNoSlot:
      return "no slot";
    case Loss::kWatchpointUnavailable:
      return "watchpoint unavailable";
    case Loss::kTrapsAllWrites:
      return "traps all writes";
    case Loss::kArmingBudget:
      return "arming budget";
    case Loss::kStringBudget:
      return "string budget";
    case Loss::kUnpairedTrap:
      return "unpaired trap";
    case Loss::kAlreadyCompared:
      return "already compared";
    case Loss::kThreadProbesUnavailable:
      return "thread probes unavailable";
    case Loss::kTableFull:
      return "table full";
    case Loss::kNotRelocated:
      return "not relocated";
    case Loss::kHumongous:
      return "humongous";
    case Loss::kAddressUnsettled:
      return "address unsettled";
    case Loss::kClassUnknown:
      return "class unknown";
    case Loss::kClassWordMismatch:
      return "class word mismatch";
    case Loss::kContentUnreadable:
      return "content unreadable";
    case Loss::kContentChanged:
      return "content changed";
    case Loss::kContentTooLarge:
      return "content too large";
    case Loss::kPauseBudget:
      return "pause budget";
    case Loss::kEpochClosedUnread:
      return "epoch closed unread";
    case Loss::kContentReservoir:
      return "content reservoir";
    case Loss::kContextOverflow:
      return "context overflow";
    case Loss::kThreadOverflow:
      return "thread overflow";
    case Loss::kStackTruncated:
      return "stack truncated";
    case Loss::kStackUnavailable:
      return "stack unavailable";
    case Loss::kStackMistaken:
      return "stack mistaken";
    case Loss::kRunDropped:
      return "run dropped";
    case Loss::kRunReservoir:
      return "run reservoir";
    case Loss::kRunCut:
      return "run cut";
    case Loss::kSiteNotProbed:
      return "site not probed";
    case Loss::kProbedBySampler:
      return "probed by sampler";
    case Loss::kProbeElsewhere:
      return "probe elsewhere";
    case Loss::kExhaustiveTableFull:
      return "exhaustive table full";
    case Loss::kExhaustiveContentsFull:
      return "exhaustive contents full";
    case Loss::kCount:
      break;
  }
  return "unknown";
}

}  // namespace heaptwin::base
