// Placing and removing probes.
#include "base/clock.h"
#include "focus.h"
#include "jni_scope.h"

namespace heaptwin::agent {

std::vector<jmethodID> Focus::MethodsOf(JNIEnv* jni, const std::vector<SiteBook::Entry>& entries,
                                        const std::vector<size_t>& sites) const {
  std::vector<jmethodID> methods;
  for (const size_t site : sites) {
    const LocalFrame frame(jni, 4);
    jclass declaring = nullptr;
    jint count = 0;
    jmethodID* found = nullptr;
    if (parts_.jvmti->GetMethodDeclaringClass(entries[site].method, &declaring) !=
            JVMTI_ERROR_NONE ||
        parts_.jvmti->GetClassMethods(declaring, &count, &found) != JVMTI_ERROR_NONE) {
      continue;  // unloaded
    }
    methods.insert(methods.end(), found, found + count);
    parts_.jvmti->Deallocate(reinterpret_cast<unsigned char*>(found));
  }
  return methods;
}

void Focus::Remove(JNIEnv* jni, const std::vector<SiteBook::Entry>& entries,
                   const std::vector<size_t>& sites) {
  const auto placed = probed_.Placed();
  std::vector<int> numbers;
  for (const size_t site : sites) {
    const int number = placed.at(site);
    parts_.handler.Close(number);
    bridge_->SetCountdown(jni, number, ProbeRates::kOff);
    numbers.push_back(number);
  }
  const auto methods = MethodsOf(jni, entries, sites);
  parts_.contexts.Retransformed(methods);
  bridge_->Remove(jni, numbers);
  // Stacks that were read meanwhile may be of either version.
  parts_.contexts.Retransformed(methods);
  for (const size_t site : sites) probed_.Removed(site);
}

void Focus::Place(JNIEnv* jni, const std::vector<SiteBook::Entry>& entries,
                  const std::vector<Known>& known, const std::vector<size_t>& sites) {
  std::map<int, Site> request;
  std::map<int, size_t> site_of;
  for (const size_t site : sites) {
    const auto number = probed_.TakeNumber();
    if (!number) break;
    request.emplace(*number, entries[site].site);
    site_of.emplace(*number, site);
    const auto& totals = known[site].totals;
    const double seconds = static_cast<double>(totals.nanos) / 1e9;
    parts_.handler.Open(*number, entries[site].site, totals.objects / std::max(seconds, 0.001));
    bridge_->SetCountdown(jni, *number, parts_.rates.Draw(*number));
  }
  const auto methods = MethodsOf(jni, entries, sites);
  parts_.contexts.Retransformed(methods);
  const auto answers = bridge_->Install(jni, request);
  parts_.contexts.Retransformed(methods);
  for (const auto& [number, why_not] : answers) {
    const size_t site = site_of.at(number);
    probed_.Placed(site, entries[site].site, number, known[site].totals);
    if (!why_not) continue;
    parts_.losses.Add(base::Loss::kSiteNotProbed);
    parts_.handler.Close(number);
    bridge_->SetCountdown(jni, number, ProbeRates::kOff);
    probed_.Removed(site);
    probed_.NotPlaced(site, entries[site].site, *why_not, known[site].totals);
  }
}

void Focus::RemoveAll(JNIEnv* jni) {
  const auto placed = probed_.Placed();
  if (bridge_ == nullptr || placed.empty()) return;
  for (const auto& [site, number] : placed) {
    parts_.handler.Close(number);
    bridge_->SetCountdown(jni, number, ProbeRates::kOff);
  }
  bridge_->RemoveAll(jni);
  for (const auto& [site, number] : placed) probed_.Removed(site);
}

}  // namespace heaptwin::agent
