#include "vm_structs.h"

#include <dlfcn.h>

#include <cstring>

namespace heaptwin::agent {
namespace {

template <typename T>
T ReadAt(const char* base, uint64_t offset) {
  T value;
  std::memcpy(&value, base + offset, sizeof value);
  return value;
}

bool Equal(const char* left, const char* right) {
  return left != nullptr && std::strcmp(left, right) == 0;
}

}  // namespace

VmStructs::VmStructs(const void* address_in_libjvm) {
  Dl_info info{};
  if (dladdr(address_in_libjvm, &info) == 0 || info.dli_fname == nullptr) return;
  // RTLD_NOLOAD: the library is there already; the handle is kept for ever, as the VM is.
  library_ = dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  if (library_ == nullptr) return;
  const auto* table = static_cast<const char* const*>(dlsym(library_, "gHotSpotVMStructs"));
  stride_ = SymbolValue("gHotSpotVMStructEntryArrayStride");
  type_name_ = SymbolValue("gHotSpotVMStructEntryTypeNameOffset");
  field_name_ = SymbolValue("gHotSpotVMStructEntryFieldNameOffset");
  is_static_ = SymbolValue("gHotSpotVMStructEntryIsStaticOffset");
  offset_ = SymbolValue("gHotSpotVMStructEntryOffsetOffset");
  address_ = SymbolValue("gHotSpotVMStructEntryAddressOffset");
  if (table != nullptr && stride_ != 0) entries_ = *table;
}

uint64_t VmStructs::SymbolValue(const char* name) const {
  const auto* symbol = static_cast<const uint64_t*>(dlsym(library_, name));
  return symbol == nullptr ? 0 : *symbol;
}

const char* VmStructs::FindEntry(const char* type, const char* field) const {
  if (entries_ == nullptr) return nullptr;
  for (const char* entry = entries_; ReadAt<const char*>(entry, type_name_) != nullptr;
       entry += stride_) {
    if (Equal(ReadAt<const char*>(entry, type_name_), type) &&
        Equal(ReadAt<const char*>(entry, field_name_), field)) {
      return entry;
    }
  }
  return nullptr;
}

std::optional<uint64_t> VmStructs::FieldOffset(const char* type, const char* field) const {
  const char* entry = FindEntry(type, field);
  if (entry == nullptr || ReadAt<int32_t>(entry, is_static_) != 0) return std::nullopt;
  return ReadAt<uint64_t>(entry, offset_);
}

const void* VmStructs::StaticField(const char* type, const char* field) const {
  const char* entry = FindEntry(type, field);
  if (entry == nullptr || ReadAt<int32_t>(entry, is_static_) == 0) return nullptr;
  return ReadAt<const void*>(entry, address_);
}

std::optional<uint64_t> VmStructs::TypeSize(const char* type) const {
  if (entries_ == nullptr) return std::nullopt;
  const auto* table = static_cast<const char* const*>(dlsym(library_, "gHotSpotVMTypes"));
  const uint64_t stride = SymbolValue("gHotSpotVMTypeEntryArrayStride");
  const uint64_t name = SymbolValue("gHotSpotVMTypeEntryTypeNameOffset");
  const uint64_t size = SymbolValue("gHotSpotVMTypeEntrySizeOffset");
  if (table == nullptr || stride == 0) return std::nullopt;
  for (const char* entry = *table; ReadAt<const char*>(entry, name) != nullptr; entry += stride) {
    if (Equal(ReadAt<const char*>(entry, name), type)) return ReadAt<uint64_t>(entry, size);
  }
  return std::nullopt;
}

std::optional<uint64_t> VmStructs::Flag(const char* name) const {
  const void* flags_field = StaticField("JVMFlag", "flags");
  const void* count_field = StaticField("JVMFlag", "numFlags");
  const auto size = TypeSize("JVMFlag");
  const auto name_offset = FieldOffset("JVMFlag", "_name");
  const auto address_offset = FieldOffset("JVMFlag", "_addr");
  if (flags_field == nullptr || count_field == nullptr || !size || !name_offset ||
      !address_offset) {
    return std::nullopt;
  }
  const char* flag = *static_cast<const char* const*>(flags_field);
  const auto count = *static_cast<const size_t*>(count_field);
  for (size_t i = 0; i < count; ++i, flag += *size) {
    if (!Equal(ReadAt<const char*>(flag, *name_offset), name)) continue;
    // Booleans are one byte; the integers asked for here are small, so the low byte decides for
    // both.
    return *ReadAt<const uint8_t*>(flag, *address_offset);
  }
  return std::nullopt;
}

}  // namespace heaptwin::agent
