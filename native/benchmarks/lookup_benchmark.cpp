#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "heap/object_table.h"

namespace heaptwin::heap {
namespace {

constexpr uint64_t kStamp = 1;
constexpr uint64_t kStart = 0x700000000;
constexpr int kObjects = 16384;    // as many as a recording holds by default
constexpr int kAddresses = 65536;  // a power of two
constexpr uint64_t kLargest = 10;  // objects of 16 B to 8 KB

// A full table and addresses to ask it for.
struct Lookups {
  ObjectTable table{kObjects, 1};
  std::vector<uint64_t> inside;
  std::vector<uint64_t> outside;
};

Lookups MakeLookups() {
  Lookups lookups;
  base::Random random(2);
  std::vector<SampledObject> objects;
  uint64_t next = kStart;
  for (int i = 0; i < kObjects; ++i) {
    SampledObject object;
    object.address = next;
    object.size = uint64_t{16} << random.Below(kLargest);
    object.stamp = kStamp;
    lookups.table.Add(object);
    objects.push_back(object);
    next += object.size + 1024;  // the gap holds what was not registered
  }
  for (int i = 0; i < kAddresses; ++i) {
    const SampledObject& object = objects[random.Below(kObjects)];
    lookups.inside.push_back(object.address + random.Below(object.size));
    lookups.outside.push_back(object.address + object.size + random.Below(1024));
  }
  return lookups;
}

void Look(benchmark::State& state, const ObjectTable& table,
          const std::vector<uint64_t>& addresses) {
  size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(table.FindByAddress(addresses[next++ % kAddresses], kStamp));
  }
}

void LookupOfARegisteredObject(benchmark::State& state) {
  const Lookups lookups = MakeLookups();
  Look(state, lookups.table, lookups.inside);
}
BENCHMARK(LookupOfARegisteredObject);

void LookupOfAnotherAddress(benchmark::State& state) {
  const Lookups lookups = MakeLookups();
  Look(state, lookups.table, lookups.outside);
}
BENCHMARK(LookupOfAnotherAddress);

}  // namespace
}  // namespace heaptwin::heap
