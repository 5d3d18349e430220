#include "perf/capabilities.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace heaptwin::perf {
namespace {

TEST(KernelVersion, ReadsReleasesAsDistributionsWriteThem) {
  const auto debian = ParseKernelVersion("6.1.0-38-amd64");
  ASSERT_TRUE(debian);
  EXPECT_EQ(debian->major, 6);
  EXPECT_EQ(debian->minor, 1);
  EXPECT_EQ(debian->patch, 0);
  const auto candidate = ParseKernelVersion("6.19-rc1");
  ASSERT_TRUE(candidate);
  EXPECT_EQ(candidate->minor, 19);
  EXPECT_EQ(candidate->patch, 0);
  EXPECT_FALSE(ParseKernelVersion("linux"));
  EXPECT_FALSE(ParseKernelVersion("6"));
}

TEST(SigtrapIsSafe, NeedsTheKernelsThatDeliverABlockedTrapLater) {
  const KernelVersion safe[] = {{5, 19, 0},  {6, 0, 0},   {7, 1, 0},
                                {5, 15, 46}, {5, 17, 14}, {5, 18, 3}};
  const KernelVersion unsafe[] = {{4, 18, 0},  {5, 10, 200}, {5, 13, 0}, {5, 15, 45},
                                  {5, 16, 99}, {5, 17, 13},  {5, 18, 2}};
  for (const auto& version : safe)
    EXPECT_TRUE(SigtrapIsSafe(version)) << version.minor << "." << version.patch;
  for (const auto& version : unsafe)
    EXPECT_FALSE(SigtrapIsSafe(version)) << version.minor << "." << version.patch;
}

class ProcFixture : public testing::Test {
 protected:
  ProcFixture()
      : root_(std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(root_ / "sys/kernel");
    std::filesystem::create_directories(root_ / "self");
  }
  ~ProcFixture() override { std::filesystem::remove_all(root_); }
  void Write(const char* path, const char* text) { std::ofstream(root_ / path) << text; }

  std::filesystem::path root_;
};

TEST_F(ProcFixture, ReadsWhatDecides) {
  Write("sys/kernel/osrelease", "5.15.0-91-generic\n");
  Write("sys/kernel/perf_event_paranoid", "-1\n");
  Write("self/status", "Name:\tjava\nTracerPid:\t4711\nSeccomp:\t2\nSeccomp_filters:\t1\n");
  const Capabilities found = ProbeCapabilities(root_.string());
  EXPECT_EQ(found.paranoid, -1);
  EXPECT_EQ(found.tracer_pid, 4711);
  EXPECT_EQ(found.seccomp_mode, 2);
  EXPECT_FALSE(found.sigtrap_safe);
}

TEST_F(ProcFixture, LeavesTheUnreadableUnknown) {
  const Capabilities found = ProbeCapabilities(root_.string());
  EXPECT_FALSE(found.kernel);
  EXPECT_FALSE(found.paranoid);
  EXPECT_FALSE(found.seccomp_mode);
  EXPECT_FALSE(found.tracer_pid);
  EXPECT_FALSE(found.sigtrap_safe);
}

TEST(ExplainOpenFailure, NamesTheCauseAndARemedyThatFitsTheMachine) {
  Capabilities debian;
  debian.paranoid = 3;
  Capabilities container;
  container.paranoid = 2;
  container.seccomp_mode = 2;
  Capabilities debugged;
  debugged.tracer_pid = 77;
  const struct {
    int error;
    Capabilities capabilities;
    const char* what;
    const char* remedy;
  } cases[] = {
      {EACCES, debian, "EACCES", "perf_event_paranoid=2 (it is 3)"},
      {EPERM, container, "EPERM", "seccomp"},
      {EPERM, {}, "EPERM", "CAP_PERFMON"},
      {EMFILE, {}, "EMFILE", "ulimit -n"},
      {ENOSPC, debugged, "ENOSPC", "process 77 traces this one"},
      {ENOSPC, {}, "ENOSPC", "perf record -e mem:"},
      {ENOENT, {}, "ENOENT", "does not offer the event"},
      {EINVAL, {}, "EINVAL", "too old"},
      {ENOMEM, {}, "ENOMEM", "memory"},
      {ESRCH, {}, "ESRCH", "ended"},
  };
  for (const auto& c : cases) {
    const OpenFailure failure = ExplainOpenFailure(c.error, "a watchpoint", c.capabilities);
    EXPECT_EQ(failure.error, c.error);
    EXPECT_NE(failure.what.find(c.what), std::string::npos) << failure.what;
    EXPECT_NE(failure.what.find("a watchpoint"), std::string::npos) << failure.what;
    EXPECT_NE(failure.remedy.find(c.remedy), std::string::npos) << failure.remedy;
    EXPECT_EQ((failure.what + failure.remedy).find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace heaptwin::perf
