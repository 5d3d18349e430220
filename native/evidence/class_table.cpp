#include "evidence/class_table.h"

#include <utility>

namespace heaptwin::evidence {

heap::ClassId ClassTable::Add(std::string name) {
  const heap::ClassId id{static_cast<uint32_t>(classes_.size())};
  classes_.emplace_back().name = std::move(name);
  return id;
}

void ClassTable::SetLayout(heap::ClassId id, std::shared_ptr<const heap::ObjectLayout> layout) {
  ClassRecord& record = at(id);
  if (record.layout == layout) return;
  if (record.layout != nullptr) {
    const auto place = by_word_.find(record.layout->class_word());
    if (place != by_word_.end() && place->second == id) by_word_.erase(place);
    retired_.push_back(std::move(record.layout));
  }
  record.layout = std::move(layout);
  if (record.layout == nullptr) return;
  by_word_[record.layout->class_word()] = id;
  record.has_references = record.layout->has_references();
  record.minimum_size = record.layout->minimum_size();
  record.fields = record.layout->field_count();
}

ClassRecord* ClassTable::FindByWord(uint64_t class_word) {
  const auto place = by_word_.find(class_word);
  return place == by_word_.end() ? nullptr : &at(place->second);
}

}  // namespace heaptwin::evidence
