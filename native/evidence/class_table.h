#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "evidence/offset_counts.h"
#include "heap/ids.h"
#include "heap/object_layout.h"

namespace heaptwin::evidence {

// What is known of one class. The facts outlive the layout, which goes when the class word may be
// reused.
struct ClassRecord {
  std::string name;
  std::shared_ptr<const heap::ObjectLayout> layout;
  std::optional<bool> has_references;
  std::optional<uint64_t> minimum_size;  // bytes
  std::optional<uint32_t> fields;
  OffsetCounts accesses;  // of all its objects, registered or not

  // Whether contents may be compared across epochs. Unknown counts as no.
  bool Pooled() const { return has_references.has_value() && !*has_references; }
};

// Classes by id and, for readable ones, by class word. Not thread-safe.
class ClassTable {
 public:
  heap::ClassId Add(std::string name);
  void SetLayout(heap::ClassId id, std::shared_ptr<const heap::ObjectLayout> layout);
  ClassRecord& at(heap::ClassId id) { return classes_[heap::Index(id)]; }
  const ClassRecord& at(heap::ClassId id) const { return classes_[heap::Index(id)]; }
  // The readable class with this class word, or nullptr.
  ClassRecord* FindByWord(uint64_t class_word);
  const std::deque<ClassRecord>& all() const { return classes_; }

 private:
  std::deque<ClassRecord> classes_;
  std::unordered_map<uint64_t, heap::ClassId> by_word_;
  // A reader between collections may still use a layout that was taken away.
  std::vector<std::shared_ptr<const heap::ObjectLayout>> retired_;
};

}  // namespace heaptwin::evidence
