#include "evidence/exhaustive_sites.h"

namespace heaptwin::evidence {

heap::ContextId ExhaustiveSites::SiteOf(const ContextStore& contexts, heap::ContextId context) {
  const AllocationContext& known = contexts.at(context);
  const Site site{known.class_id, known.frames.empty() ? kNoFrame : known.frames.front()};
  const auto [place, is_new] = numbers_.try_emplace(site, sites_.size());
  if (is_new) sites_.push_back(site);
  return NumberAsContext(place->second);
}

bool ExhaustiveSites::Add(const ContextStore& contexts, const CountedObject& object) {
  CountedObject of_site = object;
  of_site.context = SiteOf(contexts, object.context);
  return counts_.Add(of_site);
}

void ExhaustiveSites::AddDropped(const ContextStore& contexts, const ExhaustiveDropped& dropped) {
  ExhaustiveDropped of_site = dropped;
  of_site.context = SiteOf(contexts, dropped.context);
  counts_.AddDropped(of_site);
}

}  // namespace heaptwin::evidence
