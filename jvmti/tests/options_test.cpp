#include "options.h"

#include <gtest/gtest.h>

namespace heaptwin::agent {
namespace {

Options Accepted(std::string_view text) {
  const auto parsed = ParseOptions(text);
  if (const auto* error = std::get_if<OptionError>(&parsed)) {
    ADD_FAILURE() << text << ": " << error->what;
    return {};
  }
  return std::get<Options>(parsed);
}

std::string Refused(std::string_view text) {
  const auto parsed = ParseOptions(text);
  const auto* error = std::get_if<OptionError>(&parsed);
  EXPECT_NE(error, nullptr) << text << " was accepted";
  if (error == nullptr) return {};
  EXPECT_FALSE(error->remedy.empty());
  return error->what;
}

TEST(OptionsTest, ReadsEveryKeyWithItsUnit) {
  const Options options = Accepted(
      "start,file=/tmp/a.htprof,reply=/tmp/"
      "r,duration=20s,owner=12,interval=64k,rate=200,bursts=off,windows=long,"
      "access=off,period=2ms,watch=off,pause=500us,seed=7");
  EXPECT_EQ(options.command, Command::kStart);
  EXPECT_EQ(options.file, "/tmp/a.htprof");
  EXPECT_EQ(options.reply, "/tmp/r");
  EXPECT_EQ(options.duration_nanos, 20'000'000'000u);
  EXPECT_EQ(options.owner, 12);
  EXPECT_EQ(options.interval_bytes, 65536u);
  EXPECT_EQ(options.registrations_per_second, 200u);
  EXPECT_FALSE(options.bursts);
  EXPECT_TRUE(options.long_windows);
  EXPECT_FALSE(options.access_sampler);
  EXPECT_EQ(options.access_period_nanos, 2'000'000u);
  EXPECT_FALSE(options.watchpoints);
  EXPECT_EQ(options.pause_nanos, 500'000u);
  EXPECT_EQ(options.seed, 7u);
}

TEST(OptionsTest, LongWindowsPauseLongerUnlessToldOtherwise) {
  EXPECT_EQ(Accepted("start,file=/a").PauseNanos(), 1'000'000u);
  EXPECT_EQ(Accepted("start,file=/a,windows=short").PauseNanos(), 1'000'000u);
  EXPECT_EQ(Accepted("start,file=/a,windows=long").PauseNanos(), 5'000'000u);
  EXPECT_EQ(Accepted("start,file=/a,pause=2ms,windows=long").PauseNanos(), 2'000'000u);
}

TEST(OptionsTest, WhereEveryAllocationIsTakenNoneIsProbed) {
  EXPECT_FALSE(Accepted("start,file=/a").exhaustive);
  EXPECT_TRUE(Accepted("start,file=/a,exhaustive=on").exhaustive);
  EXPECT_EQ(Accepted("start,exhaustive=on,file=/a,alloc=auto").alloc, AllocMode::kSampled);
  EXPECT_NE(Refused("start,file=/a,alloc=probes,exhaustive=on").find("exhaustive"),
            std::string::npos);
}

TEST(OptionsTest, ReadsWhatIsProbed) {
  EXPECT_EQ(Accepted("start,file=/a").alloc, AllocMode::kAuto);
  const Options options = Accepted(
      "start,sites=a.B.c;a.B.d:12,file=/a,alloc=probes,include=a.*,exclude=java.*;jdk.*,probe-rate="
      "500");
  EXPECT_EQ(options.alloc, AllocMode::kProbes);
  EXPECT_EQ(options.sites, std::vector<std::string>({"a.B.c", "a.B.d:12"}));
  EXPECT_EQ(options.include, std::vector<std::string>({"a.*"}));
  EXPECT_EQ(options.exclude, std::vector<std::string>({"java.*", "jdk.*"}));
  EXPECT_EQ(options.probed_per_second, 500u);
}

TEST(OptionsTest, RefusesPatternsThatNameNothingAndSitesWithoutProbes) {
  EXPECT_NE(Refused("start,file=/a,include="), "");
  EXPECT_NE(Refused("start,file=/a,exclude=a;;b"), "");
  EXPECT_NE(Refused("start,file=/a,alloc=all"), "");
  EXPECT_NE(Refused("start,file=/a,probe-rate=0"), "");
  EXPECT_NE(Refused("start,file=/a,sites=a.B.c"), "");
}

TEST(OptionsTest, BareDurationMeansSeconds) {
  EXPECT_EQ(Accepted("start,file=/a,duration=3").duration_nanos, 3'000'000'000u);
}

TEST(OptionsTest, DecodesEscapes) {
  EXPECT_EQ(Accepted("start,file=/tmp/a%2Cb%25c").file, "/tmp/a,b%c");
  EXPECT_NE(Refused("start,file=/tmp/a%2"), "");
  EXPECT_NE(Refused("start,file=/tmp/a%zz"), "");
}

TEST(OptionsTest, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(Refused("begin"), "unknown agent command 'begin'");
  EXPECT_EQ(Refused(""), "unknown agent command ''");
  EXPECT_EQ(Refused("status,colour=red"), "unknown agent option 'colour'");
  EXPECT_EQ(Refused("status,reply"), "agent option 'reply' has no value");
}

TEST(OptionsTest, RefusesBadValues) {
  for (const char* text :
       {"start,file=relative", "start,file=", "start", "start,file=/a,interval=0",
        "start,file=/a,interval=12q", "start,file=/a,interval=-1",
        "start,file=/a,duration=", "start,file=/a,duration=9999999999999999h",
        "start,file=/a,bursts=yes", "start,file=/a,windows=8192", "start,file=/a,pause=1ns",
        "start,file=/a,rate=0", "start,file=/a,owner=0", "start,file=/a,interval=2g",
        "start,file=/a,rate=1000001", "start,file=/a,owner=2147483648"}) {
    EXPECT_NE(Refused(text), "") << text;
  }
}

TEST(OptionsTest, TakesTheLargestIntervalThatTheVmTakes) {
  EXPECT_EQ(Accepted("start,file=/a,interval=2147483647").interval_bytes, 2147483647u);
}

}  // namespace
}  // namespace heaptwin::agent
