// What the probes do when the kernel says no.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "fake_kernel.h"
#include "probes/probe_session.h"
#include "probes/thread_probes.h"
#include "selftest/fixed_epoch.h"

namespace heaptwin::probes {
namespace {

using base::Loss;
using watch::ArmResult;

class RefusedEventsTest : public testing::Test {
 protected:
  RefusedEventsTest() {
    capabilities_.kernel = perf::KernelVersion{6, 1, 0};
    capabilities_.sigtrap_safe = true;
  }
  ProbeSession& Session(bool access = false) {
    ProbeOptions options;
    options.access = access;
    session_ = std::make_unique<ProbeSession>(kernel_, epochs_, losses_, options, capabilities_);
    return *session_;
  }
  watch::Arming Anything() { return {reinterpret_cast<uintptr_t>(&word_), 8, 1, 1, 0}; }
  uint64_t EventsOfType(uint32_t type) {
    uint64_t count = 0;
    for (const auto& [fd, event] : kernel_.events()) count += event.attr.type == type ? 1 : 0;
    return count;
  }

  perf::FakeKernel kernel_;
  selftest::FixedEpoch epochs_;
  base::LossCounters losses_;
  perf::Capabilities capabilities_;
  std::unique_ptr<ProbeSession> session_;
  uint64_t word_ = 7;
};

TEST_F(RefusedEventsTest, AThreadWithoutItsSamplerGoesWithoutProbes) {
  const struct {
    int error;
    const char* name;
    const char* remedy;
  } cases[] = {{EACCES, "EACCES", "perf_event_paranoid"},
               {EMFILE, "EMFILE", "ulimit -n"},
               {ENOMEM, "ENOMEM", "memory"}};
  capabilities_.paranoid = 4;
  uint64_t refused = 0;
  for (const auto& c : cases) {
    kernel_.RefuseOpen(PERF_TYPE_SOFTWARE, c.error);
    perf::OpenFailure failure;
    EXPECT_EQ(Session(true).Attach(gettid(), &failure), nullptr);
    EXPECT_EQ(losses_.Get(Loss::kThreadProbesUnavailable), ++refused);
    EXPECT_EQ(failure.error, c.error);
    EXPECT_NE(failure.what.find(c.name), std::string::npos) << failure.what;
    EXPECT_NE(failure.what.find("clock sampler"), std::string::npos) << failure.what;
    EXPECT_NE(failure.remedy.find(c.remedy), std::string::npos) << failure.remedy;
    EXPECT_TRUE(kernel_.events().empty());
  }
}

TEST_F(RefusedEventsTest, WithoutADebugRegisterArmingIsUnavailableAndTheReasonIsKept) {
  kernel_.RefuseOpen(PERF_TYPE_BREAKPOINT, ENOSPC);
  capabilities_.tracer_pid = 4711;
  auto& session = Session();
  EXPECT_FALSE(session.WatchFailure());
  const auto probes = session.Attach(gettid());
  ASSERT_NE(probes, nullptr);
  EXPECT_EQ(probes->Arm(Anything()), ArmResult::kUnavailable);
  EXPECT_GE(losses_.Get(Loss::kWatchpointUnavailable), 1u);
  ASSERT_TRUE(session.WatchFailure());
  EXPECT_EQ(session.WatchFailure()->error, ENOSPC);
  EXPECT_NE(session.WatchFailure()->remedy.find("4711"), std::string::npos);
}

TEST_F(RefusedEventsTest, WorksWithTheRegistersThatAreLeft) {
  kernel_.RefuseOpen(PERF_TYPE_BREAKPOINT, ENOSPC, 2);
  const auto probes = Session().Attach(gettid());
  ASSERT_NE(probes, nullptr);
  EXPECT_EQ(probes->Arm(Anything()), ArmResult::kArmed);
  EXPECT_EQ(probes->Arm(Anything()), ArmResult::kArmed);
  EXPECT_EQ(EventsOfType(PERF_TYPE_BREAKPOINT), 2u);
  EXPECT_EQ(losses_.Get(Loss::kWatchpointUnavailable), 1u);
}

TEST_F(RefusedEventsTest, ARefusedMoveArmsNothing) {
  const auto probes = Session().Attach(gettid());
  ASSERT_NE(probes, nullptr);
  kernel_.RefuseModify(EINVAL);
  EXPECT_EQ(probes->Arm(Anything()), ArmResult::kUnavailable);
  EXPECT_EQ(losses_.Get(Loss::kWatchpointUnavailable), 1u);
  EXPECT_EQ(session_->watch_counters().armed.load(), 0u);
}

TEST_F(RefusedEventsTest, DebugRegistersAreTakenOnTheFirstArmAndGivenBack) {
  auto probes = Session().Attach(gettid());
  ASSERT_NE(probes, nullptr);
  EXPECT_EQ(EventsOfType(PERF_TYPE_BREAKPOINT), 0u);
  EXPECT_EQ(probes->Arm(Anything()), ArmResult::kArmed);
  EXPECT_EQ(EventsOfType(PERF_TYPE_BREAKPOINT), 4u);
  probes.reset();
  EXPECT_TRUE(kernel_.events().empty());
}

TEST_F(RefusedEventsTest, DescriptorsAreHighOrWhereTheLimitForcesThem) {
  {
    const auto probes = Session(true).Attach(gettid());
    ASSERT_EQ(kernel_.events().size(), 1u);
    EXPECT_GE(kernel_.events().begin()->first, 512);
  }
  kernel_.RefuseHighDescriptors();
  const auto probes = Session(true).Attach(gettid());
  ASSERT_NE(probes, nullptr);
  ASSERT_EQ(kernel_.events().size(), 1u);
  EXPECT_LT(kernel_.events().begin()->first, 512);
}

TEST_F(RefusedEventsTest, EventsAreUserModeOnlyAndEndWithExec) {
  const auto probes = Session(true).Attach(gettid());
  ASSERT_EQ(probes->Arm(Anything()), ArmResult::kArmed);
  ASSERT_EQ(kernel_.events().size(), 5u);
  for (const auto& [fd, event] : kernel_.events()) {
    EXPECT_EQ(event.attr.exclude_kernel, 1u);
    EXPECT_EQ(event.attr.sigtrap, 1u);
    EXPECT_EQ(event.attr.remove_on_exec, 1u);
    EXPECT_EQ(event.attr.inherit, 0u);
  }
}

TEST_F(RefusedEventsTest, LeavesTheLastQuarterOfTheDescriptorsToTheApplication) {
  // The fake kernel's first event lies at 512 + 3.
  kernel_.LimitDescriptors(686);  // 515 is the first of the last quarter
  perf::OpenFailure failure;
  EXPECT_EQ(Session(true).Attach(gettid(), &failure), nullptr);
  EXPECT_EQ(failure.error, EMFILE);
  EXPECT_TRUE(kernel_.events().empty());
  kernel_.LimitDescriptors(692);
  EXPECT_NE(Session(true).Attach(gettid()), nullptr);
}

TEST_F(RefusedEventsTest, EventsThatAForkedChildStillHoldsAreDisabledAllTheSame) {
  auto probes = Session(true).Attach(gettid());
  ASSERT_EQ(probes->Arm(Anything()), ArmResult::kArmed);
  const auto disabled = [&] {
    return std::count(kernel_.requests().begin(), kernel_.requests().end(),
                      static_cast<unsigned long>(PERF_EVENT_IOC_DISABLE));
  };
  ASSERT_EQ(disabled(), 0);
  probes.reset();
  EXPECT_EQ(disabled(), 5);
}

TEST_F(RefusedEventsTest, ASessionThatWasSwitchedOffOpensNothing) {
  auto& session = Session(true);
  ASSERT_NE(session.Attach(gettid()), nullptr);
  session.SwitchOff();
  EXPECT_EQ(session.Attach(gettid()), nullptr);
  EXPECT_EQ(losses_.Get(Loss::kThreadProbesUnavailable), 1u);
  EXPECT_TRUE(kernel_.events().empty());
}

TEST_F(RefusedEventsTest, NeverRefreshesAnEvent) {
  const auto probes = Session(true).Attach(gettid());
  ASSERT_EQ(probes->Arm(Anything()), ArmResult::kArmed);
  for (const unsigned long request : kernel_.requests()) {
    EXPECT_NE(request, static_cast<unsigned long>(PERF_EVENT_IOC_REFRESH));
  }
}

}  // namespace
}  // namespace heaptwin::probes
