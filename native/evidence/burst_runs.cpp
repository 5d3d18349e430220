#include "evidence/burst_runs.h"

#include <algorithm>
#include <unordered_map>

namespace heaptwin::evidence {
namespace {

using heap::ContentState;

struct ContentKey {
  heap::Fingerprint fingerprint;
  uint64_t size;
  bool operator==(const ContentKey&) const = default;
};

struct ContentKeyHash {
  size_t operator()(const ContentKey& key) const noexcept { return key.fingerprint.low ^ key.size; }
};

// The first unbroken stretch of read objects.
std::span<const BurstObject> ReadableStretch(std::span<const BurstObject> objects,
                                             bool cut_at_epochs) {
  const auto is_read = [](const BurstObject& object) {
    return object.content == ContentState::kRead;
  };
  const auto begin = std::find_if(objects.begin(), objects.end(), is_read);
  const auto end = std::find_if(begin, objects.end(), [&](const BurstObject& object) {
    return !is_read(object) || (cut_at_epochs && object.stamp != begin->stamp);
  });
  return {begin, end};
}

std::vector<uint64_t> Sizes(std::span<const BurstObject> objects) {
  const bool equal = std::all_of(objects.begin(), objects.end(), [&](const BurstObject& object) {
    return object.size == objects.front().size;
  });
  std::vector<uint64_t> sizes;
  for (const BurstObject& object : objects.first(equal ? 1 : objects.size())) {
    sizes.push_back(object.size);
  }
  return sizes;
}

uint64_t SumOfSizes(std::span<const BurstObject> objects) {
  uint64_t sum = 0;
  for (const BurstObject& object : objects) sum += object.size;
  return sum;
}

}  // namespace

std::vector<uint32_t> DistancesToLastEqual(std::span<const BurstObject> objects) {
  std::unordered_map<ContentKey, uint32_t, ContentKeyHash> last;
  last.reserve(objects.size());
  std::vector<uint32_t> distances;
  distances.reserve(objects.size());
  for (uint32_t i = 0; i < objects.size(); ++i) {
    const auto [place, is_new] = last.try_emplace({objects[i].fingerprint, objects[i].size}, i);
    distances.push_back(is_new ? 0 : i - place->second);
    place->second = i;
  }
  return distances;
}

std::vector<ContextStretch> GroupByContext(std::span<const BurstObject> burst) {
  std::vector<ContextStretch> stretches;
  std::unordered_map<uint32_t, size_t> places;
  for (size_t i = 0; i < burst.size(); ++i) {
    const auto [place, is_new] =
        places.try_emplace(static_cast<uint32_t>(burst[i].context), stretches.size());
    if (is_new) stretches.push_back({burst[i].context, {}, {}});
    ContextStretch& stretch = stretches[place->second];
    stretch.objects.push_back(burst[i]);
    stretch.positions.push_back(static_cast<uint32_t>(i));
  }
  return stretches;
}

SplitRun MakeRun(heap::ThreadIndex thread, const ContextStretch& stretch, bool cut_at_epochs) {
  SplitRun result;
  result.context = stretch.context;
  result.objects = stretch.objects.size();
  result.bytes = SumOfSizes(stretch.objects);
  const auto readable = ReadableStretch(stretch.objects, cut_at_epochs);
  if (readable.empty()) return result;
  result.cut = readable.size() < stretch.objects.size();
  result.run.thread = thread;
  result.run.stamp = readable.front().stamp;
  result.run.sizes = Sizes(readable);
  result.run.distances = DistancesToLastEqual(readable);
  result.read_bytes = SumOfSizes(readable);
  const auto first = stretch.positions.begin() + (readable.data() - stretch.objects.data());
  result.run.positions.assign(first, first + static_cast<ptrdiff_t>(readable.size()));
  result.run.contents.reserve(readable.size());
  for (const BurstObject& object : readable) {
    result.run.contents.push_back(object.fingerprint.low);
  }
  return result;
}

}  // namespace heaptwin::evidence
