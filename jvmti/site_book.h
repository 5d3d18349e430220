#pragma once

#include <jvmti.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "heap/ids.h"
#include "site.h"

namespace heaptwin::agent {

// Which allocation site each context belongs to. Several contexts, with different callers, share a
// site. Thread-safe.
class SiteBook {
 public:
  struct Entry {
    Site site;
    jmethodID method = nullptr;  // of the site; void once its class is unloaded
    std::vector<heap::ContextId> contexts;
  };

  // The VM's sampler saw the context allocate here. The first word on a context stands.
  void Note(heap::ContextId context, const Site& site, jmethodID method);
  // A copy; entries keep their numbers and may gain contexts.
  std::vector<Entry> Entries() const;

 private:
  mutable std::mutex mutex_;
  std::map<Site, size_t> numbers_;
  std::vector<Entry> entries_;
  std::unordered_map<uint32_t, size_t> by_context_;
};

}  // namespace heaptwin::agent
