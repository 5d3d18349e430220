// Watchpoint planning, accesses and traps of a recording.
#include <algorithm>

#include "evidence/recording_state.h"

namespace heaptwin::evidence {
namespace {

using heap::ContentState;
using heap::ObjectId;
using heap::SampledObject;

// Draws that may fall on padding or beyond a shorter array before the next source of offsets is
// tried.
constexpr int kDraws = 4;

WatchRequest RequestFor(ObjectId id, const SampledObject& object, uint64_t offset, uint64_t length,
                        OffsetOrigin origin) {
  return {id,
          object.address + offset,
          static_cast<uint32_t>(offset),
          static_cast<uint8_t>(length),
          origin,
          object.stamp};
}

double Made(const ContextEvidence& evidence) {
  return static_cast<double>(evidence.comparisons.Total() + evidence.pending_comparisons);
}

KnownContent ContentOf(const SampledObject& object) {
  if (object.content != ContentState::kRead) return std::nullopt;
  return object.fingerprint;
}

}  // namespace

// The budgets are shared by all contexts: kinds that are armed by the hundred must not leave
// nothing to those that are met rarely. In short recordings of many contexts even the first
// comparisons of all of them use the budgets up.
// Watches count a little, too: objects that nobody reads never give a comparison.
double Recording::State::ReserveFor(const ContextEvidence& evidence) const {
  const double made =
      std::max(Made(evidence), static_cast<double>(evidence.watches) / options.watches_tried);
  if (made < options.scarce_comparisons) return 0;
  return made < options.first_comparisons ? options.first_reserve : options.later_reserve;
}

bool Recording::State::DecideToArm(const ContextEvidence& evidence) {
  const double made = Made(evidence);
  // One that has its first comparisons leaves most of its turns to others.
  if (made < options.first_comparisons) return true;
  const double aim = std::min(1.0, options.comparisons_aim / std::max(made, 1.0));
  return random.Chance(options.later_share * aim);
}

void Recording::State::DropReference(const Reference& reference) {
  losses.Add(base::Loss::kUnpairedTrap);
  if (SampledObject* object = table.Find(reference.object)) object->is_reference = false;
}

// Objects of different size differ, whatever a watchpoint would read. (Such a pair does not wait
// for its target to be accessed, so contexts that mix sizes count them a little too often; that
// lowers theta.)
void Recording::State::PairDifferentSizes(ContextEvidence& evidence, Reference& reference,
                                          SampledObject& object) {
  evidence.comparisons.CountDifferentSize(reference.origin);
  ++counts.comparisons;
  object.compared = true;
  if (SampledObject* partner = table.Find(reference.object)) {
    partner->is_reference = false;
    partner->compared = true;
  }
  evidence.pairing.Take(reference);
}

std::optional<WatchRequest> Recording::State::PlanWatch(ObjectId id, SampledObject& object) {
  const ClassRecord& class_record = classes.at(object.class_id);
  if (object.address == 0 || class_record.layout == nullptr) return std::nullopt;
  ContextEvidence& evidence = contexts.at(object.context).evidence;
  evidence.pairing.DropStale(object.stamp, [&](const Reference& r) { DropReference(r); });
  if (!DecideToArm(evidence)) return std::nullopt;
  Reference* reference = evidence.pairing.Offerable(evidence.registered);
  if (reference == nullptr) return DrawOffset(id, object);
  if (reference->size != object.size) {
    PairDifferentSizes(evidence, *reference, object);
    return std::nullopt;
  }
  reference->target = id;
  reference->target_since = evidence.registered;
  return RequestFor(id, object, reference->offset, reference->length, reference->origin);
}

std::optional<heap::ByteRange> Recording::State::DrawPiece(const OffsetCounts& offsets,
                                                           const SampledObject& object,
                                                           const heap::ObjectLayout& layout) {
  for (int i = 0; i < kDraws; ++i) {
    const auto offset = offsets.Draw(random);
    if (!offset) return std::nullopt;
    if (const auto piece = layout.PieceAt(*offset, object.size)) return piece;
  }
  return std::nullopt;
}

std::optional<heap::ByteRange> Recording::State::DrawUniformPiece(
    const SampledObject& object, const heap::ObjectLayout& layout) {
  const uint64_t bytes = layout.ContentBytesOfSize(object.size);
  if (bytes == 0) return std::nullopt;
  for (int i = 0; i < kDraws; ++i) {
    if (const auto piece = layout.PieceOfContentByte(random.Below(bytes), object.size)) {
      return piece;
    }
  }
  return std::nullopt;
}

std::optional<WatchRequest> Recording::State::DrawOffset(ObjectId id, const SampledObject& object) {
  const ClassRecord& class_record = classes.at(object.class_id);
  const heap::ObjectLayout& layout = *class_record.layout;
  OffsetOrigin origin = OffsetOrigin::kContext;
  auto piece = DrawPiece(contexts.at(object.context).evidence.accesses, object, layout);
  if (!piece) {
    origin = OffsetOrigin::kClass;
    piece = DrawPiece(class_record.accesses, object, layout);
  }
  if (!piece) {
    origin = OffsetOrigin::kUniform;
    piece = DrawUniformPiece(object, layout);
  }
  if (!piece || (object.address + piece->offset) % piece->length != 0) return std::nullopt;
  return RequestFor(id, object, piece->offset, piece->length, origin);
}

void Recording::WatchNotArmed(ObjectId object) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  const SampledObject* found = state.table.Find(object);
  if (found == nullptr) return;
  ContextEvidence& evidence = state.contexts.at(found->context).evidence;
  --evidence.watches;
  evidence.pairing.ReleaseTarget(object);
}

void Recording::State::SettleSide(uint32_t comparison, const KnownContent& content) {
  const auto settled = comparisons.SideIsFinal(comparison, content);
  if (!settled) return;
  ContextEvidence& evidence = contexts.at(settled->context).evidence;
  settled->CountIn(evidence.comparisons);
  --evidence.pending_comparisons;
}

// `object` is nullptr if it left the table: then its content cannot be known any more.
void Recording::State::LinkSide(uint32_t comparison, SampledObject* object) {
  if (object == nullptr) {
    SettleSide(comparison, std::nullopt);
    return;
  }
  object->compared = true;
  object->is_reference = false;
  if (object->content_recorded) {
    SettleSide(comparison, ContentOf(*object));
  } else {
    object->pending_comparison = comparison;
  }
}

void Recording::AddTrap(const Trap& trap) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  SampledObject* object = state.table.Find(trap.object);
  if (object == nullptr) return state.losses.Add(base::Loss::kUnregisteredObject);
  if (trap.stamp == 0 || trap.stamp != object->stamp || trap.stamp != object->content_stamp) {
    return state.losses.Add(base::Loss::kStaleEpoch);
  }
  if (object->compared || object->is_reference) {
    return state.losses.Add(base::Loss::kAlreadyCompared);
  }
  ContextEvidence& evidence = state.contexts.at(object->context).evidence;
  evidence.pairing.DropStale(trap.stamp, [&](const Reference& r) { state.DropReference(r); });
  const auto partner = evidence.pairing.TakePartner(trap, object->size);
  evidence.pairing.ReleaseTarget(trap.object);
  if (!partner) {
    object->is_reference = true;
    Reference reference{trap.object, trap.stamp,  object->size, trap.value,
                        trap.offset, trap.length, trap.origin};
    if (const auto displaced = evidence.pairing.Keep(reference)) state.DropReference(*displaced);
    return;
  }
  ++state.counts.comparisons;
  ++evidence.pending_comparisons;
  const uint32_t comparison =
      state.comparisons.Add(object->context, partner->value == trap.value, partner->origin);
  state.LinkSide(comparison, state.table.Find(partner->object));
  state.LinkSide(comparison, object);
}

// An object that nobody registered still tells which offsets of its class are accessed, if the base
// register points at it.
void Recording::State::CountUnregisteredAccess(const Access& access) {
  if (access.has_header && options.header_format && access.address >= access.base) {
    const uint64_t word = options.header_format->ReadClassWord(access.header.data());
    ClassRecord* record = classes.FindByWord(word);
    const uint64_t offset = access.address - access.base;
    if (record != nullptr) {
      const heap::ObjectLayout& layout = *record->layout;
      uint64_t size = layout.minimum_size();
      if (layout.is_array()) {
        if (layout.HeaderBytes() > access.header.size()) size = 0;
        if (size != 0) size = layout.array_base() + layout.ContentBytes(access.header.data());
      }
      if (offset < layout.HeaderBytes() && size != 0) return losses.Add(base::Loss::kHeaderAccess);
      const auto piece = layout.PieceAt(offset, size);
      if (piece) record->accesses.Add(static_cast<uint32_t>(piece->offset), random);
    }
  }
  losses.Add(base::Loss::kUnregisteredObject);
}

void Recording::AddAccess(const Access& access) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  if (access.stamp == 0) return state.losses.Add(base::Loss::kStaleEpoch);
  const auto id = state.table.FindByAddress(access.address, access.stamp);
  if (!id) return state.CountUnregisteredAccess(access);
  const SampledObject& object = *state.table.Find(*id);
  ClassRecord& class_record = state.classes.at(object.class_id);
  if (class_record.layout == nullptr) return state.losses.Add(base::Loss::kClassUnknown);
  const auto piece = class_record.layout->PieceAt(access.address - object.address, object.size);
  if (!piece) return state.losses.Add(base::Loss::kHeaderAccess);
  const auto offset = static_cast<uint32_t>(piece->offset);
  state.contexts.at(object.context).evidence.accesses.Add(offset, state.random);
  class_record.accesses.Add(offset, state.random);
  ++state.counts.mapped_accesses;
}

}  // namespace heaptwin::evidence
