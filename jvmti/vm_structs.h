#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace heaptwin::agent {

// The VM's own description of its data structures: libjvm exports tables of field names, types and
// offsets for the serviceability agent (gHotSpotVMStructs). Reading them costs nothing in the
// target and survives layout changes; what a VM does not describe is absent here, and the feature
// that needs it degrades.
//
// Immutable after construction; any thread.
class VmStructs {
 public:
  // `address_in_libjvm`: any address inside libjvm.so, for example a JNI function.
  explicit VmStructs(const void* address_in_libjvm);

  bool available() const { return entries_ != nullptr; }

  // Offset of an instance field, bytes.
  std::optional<uint64_t> FieldOffset(const char* type, const char* field) const;
  // Address of a static field.
  const void* StaticField(const char* type, const char* field) const;
  std::optional<uint64_t> TypeSize(const char* type) const;

  // Value of a boolean or integer -XX flag by name.
  std::optional<uint64_t> Flag(const char* name) const;

 private:
  struct EntryLayout;
  const char* FindEntry(const char* type, const char* field) const;
  uint64_t SymbolValue(const char* name) const;

  void* library_ = nullptr;
  const char* entries_ = nullptr;  // gHotSpotVMStructs
  uint64_t stride_ = 0, type_name_ = 0, field_name_ = 0, is_static_ = 0, offset_ = 0, address_ = 0;
};

// Puts what the VM describes into `value`; false, and 0, if it does not.
inline bool Take(std::optional<uint64_t> described, uint64_t& value) {
  value = described.value_or(0);
  return described.has_value();
}

}  // namespace heaptwin::agent
