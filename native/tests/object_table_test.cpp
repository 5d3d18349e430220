#include "heap/object_table.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace heaptwin::heap {
namespace {

constexpr uint64_t kStamp = 5;

SampledObject ObjectAt(uint64_t address, uint64_t size, uint64_t stamp = kStamp) {
  SampledObject object;
  object.address = address;
  object.size = size;
  object.stamp = stamp;
  return object;
}

TEST(ObjectTable, FindsObjectsByAnyOfTheirBytesLikeAScanDoes) {
  ObjectTable table(2000, 1);
  base::Random random(2);
  std::map<uint64_t, std::pair<uint64_t, ObjectId>> by_start;  // the oracle: start -> (size, id)
  uint64_t next = 0x700000000;
  for (int i = 0; i < 2000; ++i) {
    const uint64_t size = 16 << random.Below(16);  // 16 B to 512 KB
    by_start[next] = {size, table.Add(ObjectAt(next, size))};
    next += size + 8 * random.Below(1000);
  }
  for (int i = 0; i < 300; ++i) {  // removed objects are not found, and do not hide others
    auto victim = std::next(by_start.begin(), static_cast<int>(random.Below(by_start.size())));
    table.Remove(victim->second.second);
    by_start.erase(victim);
  }
  for (int i = 0; i < 20000; ++i) {
    const uint64_t address = 0x700000000 + random.Below(next - 0x700000000);
    auto place = by_start.upper_bound(address);
    std::optional<ObjectId> expected;
    if (place != by_start.begin()) {
      --place;
      if (address < place->first + place->second.first) expected = place->second.second;
    }
    ASSERT_EQ(table.FindByAddress(address, kStamp), expected) << std::hex << address;
    ASSERT_EQ(table.FindByAddress(address, kStamp + 1), std::nullopt);
  }
}

TEST(ObjectTable, AnAddressMeansTheObjectOfItsOwnEpoch) {
  ObjectTable table(10, 1);
  const ObjectId old_one = table.Add(ObjectAt(4096, 64, 1));
  const ObjectId new_one = table.Add(ObjectAt(4096, 64, 2));
  EXPECT_EQ(table.FindByAddress(4100, 1), old_one);
  EXPECT_EQ(table.FindByAddress(4100, 2), new_one);
  table.SetAddress(old_one, 1 << 20, 2);
  EXPECT_EQ(table.FindByAddress(4100, 1), std::nullopt);
  EXPECT_EQ(table.FindByAddress((1 << 20) + 63, 2), old_one);
}

TEST(ObjectTable, AnIdOutlivesItsObjectWithoutNamingTheNextOne) {
  ObjectTable table(1, 1);
  const ObjectId first = table.Add(ObjectAt(8, 16));
  EXPECT_TRUE(table.IsFull());
  table.Remove(first);
  const ObjectId second = table.Add(ObjectAt(8, 16));
  EXPECT_EQ(table.Find(first), nullptr);
  EXPECT_NE(table.Find(second), nullptr);
  EXPECT_EQ(table.Find(ObjectId::kNone), nullptr);
}

// 1,000 objects, 30,000 replacements of a random victim each. If victims are uniform, an object's
// age at eviction is geometric with mean 1,000; with the oldest first it is always exactly 1,000.
TEST(ObjectTable, EvictionIsNotByAge) {
  ObjectTable table(1000, 42);
  std::map<ObjectId, int> added;
  for (int i = 0; i < 1000; ++i) added[table.Add(ObjectAt(0, 16))] = i;
  int young = 0;
  int old_age = 0;
  constexpr int kEvictions = 30000;
  for (int i = 0; i < kEvictions; ++i) {
    const ObjectId victim = table.PickVictim();
    const int age = 1000 + i - added.at(victim);
    young += age < 500 ? 1 : 0;
    old_age += age > 2000 ? 1 : 0;
    table.Remove(victim);
    added[table.Add(ObjectAt(0, 16))] = 1000 + i;
  }
  // Geometric: P(age < 500) = 1 - exp(-0.5) = 0.393, P(age > 2000) = exp(-2) = 0.135; five standard
  // errors are below 0.015.
  EXPECT_NEAR(young / static_cast<double>(kEvictions), 0.393, 0.015);
  EXPECT_NEAR(old_age / static_cast<double>(kEvictions), 0.135, 0.015);
}

TEST(ObjectTable, EvictionPrefersObjectsThatGaveTheirEvidence) {
  ObjectTable table(1000, 7);
  std::set<ObjectId> complete;
  for (int i = 0; i < 1000; ++i) {
    SampledObject object = ObjectAt(0, 16);
    object.content_recorded = object.first_check_done = i % 2 == 0;
    const ObjectId id = table.Add(object);
    if (i % 2 == 0) complete.insert(id);
  }
  int from_complete = 0;
  for (int i = 0; i < 1000; ++i) from_complete += complete.count(table.PickVictim()) ? 1 : 0;
  // Eight candidates, half of them complete: 1 - 2^-8 = 0.996, standard error 0.002.
  EXPECT_GE(from_complete, 985);
  EXPECT_LT(from_complete, 1001);
}

}  // namespace
}  // namespace heaptwin::heap
