#include "site_book.h"

namespace heaptwin::agent {

void SiteBook::Note(heap::ContextId context, const Site& site, jmethodID method) {
  const std::lock_guard lock(mutex_);
  const auto [number, is_new] = numbers_.try_emplace(site, entries_.size());
  if (is_new) entries_.push_back({site, method, {}});
  const auto known = by_context_.try_emplace(static_cast<uint32_t>(context), number->second);
  if (known.second) entries_[number->second].contexts.push_back(context);
}

std::vector<SiteBook::Entry> SiteBook::Entries() const {
  const std::lock_guard lock(mutex_);
  return entries_;
}

}  // namespace heaptwin::agent
