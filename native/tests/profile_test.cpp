#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "evidence/atomic_gzip_file.h"
#include "evidence/recording.h"
#include "tests/recording_fixture.h"

namespace heaptwin::evidence {
namespace {

using nlohmann::json;
using test::RecordedHeap;
namespace fs = std::filesystem;

class ProfileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "heaptwin-profile-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  static std::string Unzip(const fs::path& path) {
    gzFile file = gzopen(path.c_str(), "rb");
    std::string text;
    char buffer[4096];
    for (int count; (count = gzread(file, buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<size_t>(count));
    EXPECT_EQ(gzclose(file), Z_OK);
    return text;
  }

  fs::path directory_;
};

TEST_F(ProfileTest, TheFileHoldsWhatProfileSays) {
  RecordedHeap heap;
  for (int i = 0; i < 5; ++i) heap.Register(1, 1);
  heap.recording.AppendBurst(heap.AllocationOf(heap.NewObject(1, 1)), RunStep::kShort);
  heap.recording.EndRun({heap.thread});
  heap.recording.SetThreadAllocatedBytes(heap.thread, 12345);
  heap.Collect();
  ProfileFacts facts;
  facts.target.command = "a.b.Main with \xff bytes";
  facts.access.reason = "switched off";
  const fs::path path = directory_ / "x.heaptwin";
  ASSERT_EQ(heap.recording.WriteProfile(path, facts), std::nullopt);
  const json profile = json::parse(Unzip(path));
  EXPECT_EQ(profile["target"]["command"], "a.b.Main with \xef\xbf\xbd bytes");
  json expected = heap.recording.Profile(facts);
  expected["target"]["command"] = profile["target"]["command"];
  EXPECT_EQ(profile, expected);
  EXPECT_FALSE(fs::exists(path.string() + ".part"));
}

// The names of docs/profile-format.md, written down here a second time.
TEST_F(ProfileTest, HasEveryFieldOfTheFormat) {
  RecordedHeap heap;
  heap.Register(1, 1);
  heap.recording.AppendBurst(heap.AllocationOf(heap.NewObject(1, 1)), RunStep::kShort);
  heap.recording.EndRun({heap.thread});
  heap.recording.AddClass("a.b.NeverSeen");
  heap.Collect();
  ProfileFacts facts;
  facts.allocation.ladder.push_back({});
  ProfileFacts::ProbedSite site;
  site.before = ProfileFacts::SiteTotals{};
  facts.probes.sites.push_back(site);
  const json profile = heap.recording.Profile(facts);
  const auto expect_fields = [](const json& object, std::vector<std::string> names) {
    std::vector<std::string> found;
    for (const auto& item : object.items()) found.push_back(item.key());
    std::sort(names.begin(), names.end());
    EXPECT_EQ(found, names);
  };
  expect_fields(profile,
                {"schema", "agent", "target", "recording", "sources", "losses", "collections",
                 "cost", "threads", "sites", "classes", "frames", "contexts"});
  EXPECT_EQ(profile["schema"], "heaptwin-profile/1");
  expect_fields(profile["target"],
                {"pid", "javaVersion", "vmName", "command", "collector", "compressedOops",
                 "compressedClassPointers", "compactHeaders", "objectAlignment", "processors"});
  expect_fields(profile["recording"], {"startMillis", "durationNanos", "end", "exhaustive"});
  expect_fields(profile["sources"], {"allocation", "access", "watchpoints", "content", "probes"});
  expect_fields(profile["sources"]["allocation"],
                {"kind", "smallestInterval", "largestInterval", "lastInterval", "bursts",
                 "burstObjects", "runs", "runObjects", "ladder"});
  expect_fields(profile["sources"]["allocation"]["ladder"][0],
                {"planned", "oneContext", "bursts", "objects"});
  expect_fields(profile["sources"]["access"],
                {"kind", "name", "bias", "reason", "periodNanos", "samples", "answered", "mapped"});
  expect_fields(profile["sources"]["watchpoints"], {"kind", "reason", "slotsPerThread", "armed",
                                                    "traps", "stringSlowdown", "stringNanos"});
  expect_fields(profile["sources"]["content"], {"available", "reason", "inspections", "objects",
                                                "pauseNanos", "betweenCollections"});
  expect_fields(profile["sources"]["content"]["pauseNanos"], {"total", "largest", "budget"});
  expect_fields(profile["sources"]["probes"], {"mode", "kind", "reason", "registered", "sites"});
  const json& probed_site = profile["sources"]["probes"]["sites"][0];
  expect_fields(probed_site, {"site", "allocated", "nativeCallee", "state", "placedNanos",
                              "registered", "before", "during"});
  expect_fields(probed_site["before"], {"nanos", "samples", "bytes"});
  EXPECT_TRUE(probed_site["during"].is_null());
  expect_fields(profile["collections"], {"count", "silent"});
  expect_fields(profile["cost"], {"registrations", "burstObjects", "armings", "probedObjects",
                                  "probedRunObjects", "drainNanos", "stacks"});
  expect_fields(profile["cost"]["stacks"], {"known", "composed", "walked"});
  expect_fields(profile["threads"][0], {"id", "name", "samples", "bytes", "bytesVariance",
                                        "largestWeight", "allocatedBytes"});
  expect_fields(profile["classes"][0], {"name", "hasReferences", "minimumSize", "fields"});
  EXPECT_TRUE(profile["classes"][2]["hasReferences"].is_null()) << "unknown is null";
  const json& context = profile["contexts"][0];
  expect_fields(context,
                {"class", "frames", "truncated", "allocation", "accesses", "comparisons", "content",
                 "probed", "runs", "runContents", "runSteps", "runsStarted", "runsDropped",
                 "runsCut", "runLengths", "survival", "rereading", "exhaustive"});
  expect_fields(context["allocation"],
                {"samples", "burstSamples", "bytes", "objects", "largestInterval", "threads"});
  expect_fields(context["allocation"]["bytes"], {"total", "variance", "largestWeight"});
  expect_fields(context["comparisons"],
                {"identical", "different", "unknown", "differentSize", "offsetSource"});
  expect_fields(context["content"][0], {"depth", "pooled", "inspected", "group", "size", "interval",
                                        "epoch", "zeroGroups", "fingerprints"});
  EXPECT_EQ(context["content"][0]["fingerprints"][0].get<std::string>().size(), 32u);
  expect_fields(context["runs"][0], {"thread", "epoch", "burst", "scope", "step", "size", "sizes",
                                     "distances", "positions", "group"});
  expect_fields(context["runSteps"][0], {"step", "started", "dropped", "bytes", "readBytes"});
  expect_fields(context["runLengths"][0], {"from", "started", "cut", "dropped"});
  expect_fields(context["survival"], {"met", "survived", "died"});
  EXPECT_EQ(profile["frames"][context["frames"][0].get<size_t>()], "a.b.C.m1");
}

TEST_F(ProfileTest, AFailedWriteLeavesTheOldFileAndNoPart) {
  const fs::path path = directory_ / "x.heaptwin";
  std::ofstream(path) << "old";
  {
    AtomicGzipFile file(path);
    ASSERT_EQ(file.Open(), std::nullopt);
    ASSERT_EQ(file.Write("half of a pro"), std::nullopt);
  }  // never committed
  std::string text;
  std::ifstream(path) >> text;
  EXPECT_EQ(text, "old");
  EXPECT_FALSE(fs::exists(path.string() + ".part"));
}

TEST_F(ProfileTest, ErrorsNameTheStepAndTheCause) {
  RecordedHeap heap;
  const auto error = heap.recording.WriteProfile(directory_ / "missing" / "x.heaptwin", {});
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->find("cannot create"), std::string::npos) << *error;
  EXPECT_NE(error->find("No such file or directory"), std::string::npos) << *error;
  fs::create_directory(directory_ / "taken");
  std::ofstream(directory_ / "taken" / "file") << "x";
  const auto rename_error = heap.recording.WriteProfile(directory_ / "taken", {});
  ASSERT_TRUE(rename_error.has_value());
  EXPECT_NE(rename_error->find("cannot rename"), std::string::npos) << *rename_error;
  EXPECT_FALSE(fs::exists(directory_ / "taken.part"));
}

TEST_F(ProfileTest, DoesNotFollowALinkLeftAtThePartName) {
  std::ofstream(directory_ / "victim") << "precious";
  fs::create_symlink(directory_ / "victim", directory_ / "x.heaptwin.part");
  RecordedHeap heap;
  ASSERT_EQ(heap.recording.WriteProfile(directory_ / "x.heaptwin", {}), std::nullopt);
  std::string text;
  std::ifstream(directory_ / "victim") >> text;
  EXPECT_EQ(text, "precious");
}

}  // namespace
}  // namespace heaptwin::evidence
