#include "active_methods.h"

#include "base/guarded_copy.h"

namespace heaptwin::agent {
namespace {

template <typename T>
T ReadAt(uintptr_t base, uint64_t offset) {
  return *reinterpret_cast<const T*>(base + offset);
}

template <typename T>
bool ReadGuarded(uintptr_t base, uint64_t offset, T& value) {
  return base::GuardedCopy(&value, base + offset, sizeof value);
}

// Frames of native methods, which have no code, hold a null pointer or one to where it would begin.
std::optional<int64_t> BciIn(uintptr_t code, uint16_t size, uintptr_t bytecode) {
  if (size == 0 && (bytecode == 0 || bytecode == code)) return -1;
  const uintptr_t bci = bytecode - code;
  return bci < size ? std::optional<int64_t>(static_cast<int64_t>(bci)) : std::nullopt;
}

}  // namespace

std::unique_ptr<ActiveMethods> ActiveMethods::Of(const VmStructs& structs) {
  std::unique_ptr<ActiveMethods> methods(new ActiveMethods);
  Offsets& at = methods->at_;
  const bool described =
      Take(structs.FieldOffset("Method", "_constMethod"), at.method_const) &&
      Take(structs.FieldOffset("ConstMethod", "_constants"), at.const_constants) &&
      Take(structs.FieldOffset("ConstMethod", "_method_idnum"), at.const_idnum) &&
      Take(structs.FieldOffset("ConstMethod", "_code_size"), at.const_code_size) &&
      Take(structs.TypeSize("ConstMethod"), at.const_code) &&
      Take(structs.FieldOffset("ConstantPool", "_pool_holder"), at.pool_holder) &&
      Take(structs.FieldOffset("InstanceKlass", "_methods_jmethod_ids"), at.class_ids) &&
      Take(structs.FieldOffset("InstanceKlass", "_idnum_allocated_count"), at.class_idnums) &&
      Take(structs.FieldOffset("InstanceKlass", "_methods"), at.class_methods);
  return described ? std::move(methods) : nullptr;
}

std::optional<ActiveMethods::Position> ActiveMethods::Interpreted(uintptr_t method,
                                                                  uintptr_t bytecode) const {
  if (otherwise_.load(std::memory_order_relaxed)) return std::nullopt;
  if (guarded_.load(std::memory_order_relaxed) < kGuarded) {
    if (!Plausible(method, bytecode)) {
      otherwise_.store(true, std::memory_order_relaxed);
      return std::nullopt;
    }
    guarded_.fetch_add(1, std::memory_order_relaxed);
  }
  const auto const_method = ReadAt<uintptr_t>(method, at_.method_const);
  const auto bci = BciIn(const_method + at_.const_code,
                         ReadAt<uint16_t>(const_method, at_.const_code_size), bytecode);
  const uint64_t method_id = Id(method);
  if (!bci || method_id == 0) return std::nullopt;
  return Position{method_id, *bci};
}

// Whether the one points to a method and the other into its code.
bool ActiveMethods::Plausible(uintptr_t method, uintptr_t bytecode) const {
  uintptr_t const_method = 0;
  uint16_t size = 0;
  if (!ReadGuarded(method, at_.method_const, const_method) ||
      !ReadGuarded(const_method, at_.const_code_size, size)) {
    return false;
  }
  return BciIn(const_method + at_.const_code, size, bytecode).has_value();
}

uint64_t ActiveMethods::Id(uintptr_t method) const {
  const auto const_method = ReadAt<uintptr_t>(method, at_.method_const);
  const auto pool = ReadAt<uintptr_t>(const_method, at_.const_constants);
  const auto holder = ReadAt<uintptr_t>(pool, at_.pool_holder);
  // The number of ids, then the ids.
  const auto ids = ReadAt<uintptr_t>(holder, at_.class_ids);
  if (ids == 0) return 0;
  const uint64_t number = ReadAt<uint16_t>(const_method, at_.const_idnum);
  // Once a class was redefined, the VM may replace the array by a longer one and free it.
  const auto methods = ReadAt<uintptr_t>(holder, at_.class_methods);
  const bool stays = ReadAt<uint16_t>(holder, at_.class_idnums) == ReadAt<int32_t>(methods, 0);
  uint64_t count = 0;
  uint64_t id = 0;
  const uint64_t offset = (number + 1) * sizeof(uint64_t);
  if (stays) {
    count = ReadAt<uint64_t>(ids, 0);
    if (number < count) id = ReadAt<uint64_t>(ids, offset);
  } else if (ReadGuarded(ids, 0, count) && number < count && !ReadGuarded(ids, offset, id)) {
    return 0;
  }
  return id;
}

}  // namespace heaptwin::agent
