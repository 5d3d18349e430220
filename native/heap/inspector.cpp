#include "heap/inspector.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/clock.h"

namespace heaptwin::heap {
namespace {

// Measured on a 2-core virtual machine: 0.3 to 0.5 us per small object, page pinning and hashing
// included, and 4 bytes per ns.
constexpr int64_t kNanosPerObject = 400;
constexpr int64_t kBytesPerNano = 4;

// Bytes from the object's start that hold header and content.
uint64_t BytesToCopy(const Reading& reading) noexcept {
  const ObjectLayout& layout = *reading.layout;
  if (layout.is_array()) return std::max<uint64_t>(reading.size, layout.HeaderBytes());
  const auto ranges = layout.ranges();
  return ranges.empty() ? layout.HeaderBytes() : ranges.back().offset + ranges.back().length;
}

int64_t EstimatedNanos(std::span<const Reading> batch) noexcept {
  int64_t nanos = 0;
  for (const Reading& reading : batch) {
    nanos += kNanosPerObject + static_cast<int64_t>(BytesToCopy(reading)) / kBytesPerNano;
  }
  return nanos;
}

// The content as one piece: an instance's ranges are moved together within the copy.
std::span<const uint8_t> Compact(const ObjectLayout& layout, uint8_t* copy) noexcept {
  if (layout.is_array()) return {copy + layout.array_base(), layout.ContentBytes(copy)};
  const auto ranges = layout.ranges();
  if (ranges.empty()) return {};
  uint8_t* const start = copy + ranges.front().offset;
  uint8_t* end = start + ranges.front().length;
  for (const ByteRange& range : ranges.subspan(1)) {
    std::memmove(end, copy + range.offset, range.length);
    end += range.length;
  }
  return {start, end};
}

}  // namespace

PauseBudget::PauseBudget(std::chrono::nanoseconds budget) noexcept
    : start_(base::NowNanos()), total_(budget.count()) {}

int64_t PauseBudget::UsedNanos() const noexcept { return base::NowNanos() - start_; }

PauseBudget PauseBudget::First(double share) const noexcept {
  PauseBudget first = *this;
  first.total_ = static_cast<int64_t>(static_cast<double>(total_) * share);
  return first;
}

Inspector::Inspector(const ContentHasher& hasher, uint64_t max_content_bytes)
    : hasher_(hasher), max_content_bytes_(max_content_bytes), requests_(kBatch), copies_(kBatch) {
  // Header and alignment padding come on top of the content.
  constexpr uint64_t kAround = 4096;
  const uint64_t bytes =
      std::max<uint64_t>(kBatchBytes, max_content_bytes + kAround) + kBatch * kMostBetween;
  // Not written before they are used: most programs have no large objects, and never touch most of
  // it.
  buffer_ = std::make_unique_for_overwrite<uint8_t[]>(bytes);
  second_buffer_ = std::make_unique_for_overwrite<uint8_t[]>(bytes);
  buffer_bytes_ = bytes;
}

bool Inspector::TooLarge(const Reading& reading) const noexcept {
  return BytesToCopy(reading) > buffer_bytes_ ||
         reading.layout->ContentBytesOfSize(reading.size) > max_content_bytes_ + 8;
}

size_t Inspector::BatchFrom(std::span<const Reading> readings, size_t first) const noexcept {
  uint64_t bytes = 0;
  size_t count = 0;
  for (const Reading& reading : readings.subspan(first)) {
    bytes += BytesToCopy(reading);
    if (count == kBatch || TooLarge(reading) || (count > 0 && bytes > kBatchBytes)) break;
    ++count;
  }
  return count;
}

// Objects that lie one behind the other, as those of a burst do, are copied as one stretch: pinning
// a page costs more than copying it. The stretch holds what lies between them, too, which is the
// program's and is not looked at.
size_t Inspector::StretchFrom(std::span<const Reading> batch, size_t first) const noexcept {
  const uint64_t start = batch[first].address;
  uint64_t end = start + BytesToCopy(batch[first]);
  size_t last = first;
  while (last + 1 < batch.size()) {
    const Reading& next = batch[last + 1];
    const uint64_t next_end = next.address + BytesToCopy(next);
    if (next.address < end || next.address - end > kMostBetween || next_end - start > kStretchBytes)
      break;
    end = next_end;
    ++last;
  }
  return last + 1 - first;
}

void Inspector::CopyBatch(std::span<const Reading> batch, uint8_t* buffer) noexcept {
  uint64_t used = 0;
  size_t stretches = 0;
  std::array<size_t, kBatch> stretch_of;
  for (size_t first = 0; first < batch.size();) {
    const size_t count = StretchFrom(batch, first);
    const Reading& last = batch[first + count - 1];
    const uint64_t start = batch[first].address;
    const uint64_t bytes = last.address + BytesToCopy(last) - start;
    requests_[stretches] = {buffer + used, start, bytes};
    for (size_t i = first; i < first + count; ++i) {
      copies_[i] = {buffer + used + (batch[i].address - start), false};
      stretch_of[i] = stretches;
    }
    used += bytes;
    ++stretches;
    first += count;
  }
  base::GuardedCopyBatch({requests_.data(), stretches});
  for (size_t i = 0; i < batch.size(); ++i) {
    copies_[i].copied =
        requests_[stretch_of[i]].copied ||
        base::GuardedCopy(copies_[i].bytes, batch[i].address, BytesToCopy(batch[i]));
  }
}

ReadingResult Inspector::Evaluate(const Reading& reading, const Copy& object) const noexcept {
  ReadingResult result;
  const ObjectLayout& layout = *reading.layout;
  uint8_t* const copy = object.bytes;
  if (!object.copied) {
    result.loss = base::Loss::kContentUnreadable;
  } else if (layout.format().ReadClassWord(copy) != layout.class_word() ||
             !layout.SizeIsPlausible(copy, reading.size)) {
    result.loss = base::Loss::kClassWordMismatch;
  } else if (layout.ContentBytes(copy) > max_content_bytes_) {
    result.loss = base::Loss::kContentTooLarge;
  } else {
    const std::span<const uint8_t> content = Compact(layout, copy);
    result.read = true;
    result.fingerprint = hasher_.Hash(content);
    result.all_zero = AllZero(content);
  }
  return result;
}

size_t Inspector::InspectStopped(std::span<const Reading> readings,
                                 std::span<ReadingResult> results,
                                 const PauseBudget& budget) noexcept {
  std::fill(results.begin(), results.end(), ReadingResult{});
  size_t next = 0;
  while (next < readings.size()) {
    if (TooLarge(readings[next])) {
      results[next++].loss = base::Loss::kContentTooLarge;
      continue;
    }
    const size_t count = BatchFrom(readings, next);
    const auto batch = readings.subspan(next, count);
    const int64_t cost = EstimatedNanos(batch);
    const bool never_fits = count == 1 && cost > budget.TotalNanos();
    if (!never_fits) {
      if (cost > budget.RemainingNanos()) break;
      CopyBatch(batch, buffer_.get());
      for (size_t i = 0; i < count; ++i) results[next + i] = Evaluate(batch[i], copies_[i]);
    }
    next += count;
  }
  return next;
}

void Inspector::InspectRunning(std::span<const Reading> readings, std::span<ReadingResult> results,
                               const base::EpochSource& epoch, uint64_t stamp) noexcept {
  std::fill(results.begin(), results.end(), ReadingResult{});
  for (ReadingResult& result : results) result.loss = base::Loss::kStaleEpoch;
  size_t next = 0;
  while (next < readings.size() && epoch.Current() == stamp) {
    if (TooLarge(readings[next])) {
      results[next++].loss = base::Loss::kContentTooLarge;
      continue;
    }
    const size_t count = BatchFrom(readings, next);
    const auto batch = readings.subspan(next, count);
    std::array<ReadingResult, kBatch> first;
    CopyBatch(batch, buffer_.get());
    for (size_t i = 0; i < count; ++i) first[i] = Evaluate(batch[i], copies_[i]);
    CopyBatch(batch, second_buffer_.get());
    // The copies are system calls: they are complete before the epoch is read again.
    if (epoch.Current() != stamp) return;
    for (size_t i = 0; i < count; ++i) {
      ReadingResult& result = results[next + i];
      result = Evaluate(batch[i], copies_[i]);
      if (!first[i].read) {
        result = first[i];
      } else if (result.read && result.fingerprint != first[i].fingerprint) {
        result = {};
        result.loss = base::Loss::kContentChanged;
      }
    }
    next += count;
  }
}

}  // namespace heaptwin::heap
