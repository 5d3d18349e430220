#include "watch/replacement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

namespace heaptwin::watch {
namespace {

constexpr uint32_t kAll = 0xf;

// Four watches in a simulated thread. Time is counted in offers. Every object has a hidden time
// until its next use, drawn by `draw`.
class Simulation {
 public:
  struct Ended {
    uint64_t age;      // offers since the arming
    uint64_t reuse;    // the hidden time of the object
    bool trapped;      // else replaced
    uint64_t started;  // offer at which it was armed
  };

  Simulation(uint64_t seed, uint64_t reuse_seed) : replacement_(seed), random_(reuse_seed) {}

  template <typename Draw>
  void Run(uint64_t offers, Draw draw) {
    for (uint64_t now = 0; now < offers; ++now) {
      Trap(now);
      const uint64_t reuse = draw(random_);
      const auto slot = replacement_.Choose(kAll, armed_);
      if (!slot) continue;
      if ((armed_ >> *slot & 1) != 0) End(*slot, now, false);
      armed_ |= 1u << *slot;
      watches_[*slot] = {now, reuse};
      replacement_.OnArmed(*slot);
    }
  }

  const std::vector<Ended>& ended() const { return ended_; }

 private:
  struct Watch {
    uint64_t started;
    uint64_t reuse;
  };

  void Trap(uint64_t now) {
    for (int slot = 0; slot < kSlots; ++slot) {
      if ((armed_ >> slot & 1) == 0 || now < watches_[slot].started + watches_[slot].reuse)
        continue;
      End(slot, now, true);
      armed_ &= ~(1u << slot);
    }
  }
  void End(int slot, uint64_t now, bool trapped) {
    ended_.push_back(
        {now - watches_[slot].started, watches_[slot].reuse, trapped, watches_[slot].started});
  }

  Replacement replacement_;
  base::Random random_;
  uint32_t armed_ = 0;
  std::map<int, Watch> watches_;
  std::vector<Ended> ended_;
};

constexpr uint64_t kNever = UINT64_MAX / 2;

// Kaplan & Meier 1958: share of objects reused within `horizon`, replaced ones right-censored.
double ReusedWithin(const std::vector<Simulation::Ended>& ended, uint64_t horizon) {
  std::map<uint64_t, std::pair<uint64_t, uint64_t>> by_age;  // traps, all
  for (const auto& watch : ended) {
    by_age[watch.age].first += watch.trapped ? 1 : 0;
    by_age[watch.age].second += 1;
  }
  double survival = 1;
  double at_risk = static_cast<double>(ended.size());
  for (const auto& [age, counts] : by_age) {
    if (age > horizon) break;
    survival *= 1 - static_cast<double>(counts.first) / at_risk;
    at_risk -= static_cast<double>(counts.second);
  }
  return 1 - survival;
}

TEST(Replacement, TakesAFreeSlotFirst) {
  Replacement replacement(1);
  EXPECT_EQ(replacement.Choose(kAll, 0b0000), 0);
  EXPECT_EQ(replacement.Choose(kAll, 0b1011), 2);
  EXPECT_EQ(replacement.Choose(0b0011, 0b0001), 1);
}

TEST(Replacement, NeverTakesASlotThatHasNoRegister) {
  Replacement replacement(2);
  for (int i = 0; i < 1000; ++i) {
    const auto slot = replacement.Choose(0b0101, 0b0101);
    if (slot) {
      EXPECT_TRUE(*slot == 0 || *slot == 2);
      replacement.OnArmed(*slot);
    }
  }
}

// One slot and no traps: after n offers the watch survives with probability 1/2 * 2/3 * ... *
// n/(n+1) = 1/(n+1).
TEST(Replacement, AWatchSurvivesNOffersWithProbabilityOneInNPlusOne) {
  constexpr int kRuns = 40'000;
  constexpr int kOffers = 9;
  int survived = 0;
  for (int run = 0; run < kRuns; ++run) {
    Replacement replacement(1000 + static_cast<uint64_t>(run));
    replacement.OnArmed(0);
    bool alive = true;
    for (int i = 0; i < kOffers && alive; ++i) alive = !replacement.Choose(1, 1);
    survived += alive ? 1 : 0;
  }
  const double expected = 1.0 / (kOffers + 1);
  const double five_sigma = 5 * std::sqrt(expected * (1 - expected) / kRuns);
  EXPECT_NEAR(static_cast<double>(survived) / kRuns, expected, five_sigma);
}

TEST(Replacement, ObjectsThatAreNeverUsedDoNotClogTheSlots) {
  Simulation simulation(3, 4);
  constexpr uint64_t kOffers = 200'000;
  simulation.Run(kOffers, [](base::Random&) { return kNever; });
  uint64_t late = 0;
  for (const auto& watch : simulation.ended()) late += watch.started > kOffers / 2 ? 1 : 0;
  // The floor alone replaces each slot once in 1024 offers: 4 * 100000 / 1024 = 390 in the second
  // half.
  EXPECT_GT(late, 300u);
  // And not always: some watches live long enough to see long reuse.
  uint64_t long_lived = 0;
  for (const auto& watch : simulation.ended()) long_lived += watch.age >= 500 ? 1 : 0;
  EXPECT_GT(long_lived, 200u);
}

TEST(Replacement, CensoringIsIndependentOfTheReuse) {
  Simulation simulation(5, 6);
  simulation.Run(2'000'000, [](base::Random& random) -> uint64_t {
    const double u = random.Unit();
    if (u < 0.5) return 1;
    if (u < 0.7) return 30 + random.Below(60);
    if (u < 0.8) return 300 + random.Below(300);
    return kNever;
  });
  // A policy that preferred to drop long-lived watches, or to keep them, would shift these away
  // from the drawn shares.
  EXPECT_NEAR(ReusedWithin(simulation.ended(), 10), 0.5, 0.01);
  EXPECT_NEAR(ReusedWithin(simulation.ended(), 100), 0.7, 0.02);
  EXPECT_NEAR(ReusedWithin(simulation.ended(), 700), 0.8, 0.03);
}

}  // namespace
}  // namespace heaptwin::watch
