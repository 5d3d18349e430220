#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "vm_structs.h"

namespace heaptwin::agent {

// The jmethodIDs of methods that are active on the caller's own stack, from the VM's pointers to
// them, and where an interpreted frame stands in its method.
//
// The pointers themselves do not name a method for long: when a class is unloaded, the next one may
// be put into its place. Its jmethodIDs are never given to another.
//
// Thread-safe; no lock and, but for the first interpreted frames, no system call. A method that is
// active cannot be unloaded.
class ActiveMethods {
 public:
  struct Position {
    uint64_t method_id;  // jmethodID
    int64_t bci;         // -1 for native methods
  };

  // Null if the VM does not describe all that is needed.
  static std::unique_ptr<ActiveMethods> Of(const VmStructs& structs);

  // `method`, `bytecode`: as in the frame. Nullopt if JVMTI was never asked for this method, or if
  // frames of this VM do not hold what they should.
  std::optional<Position> Interpreted(uintptr_t method, uintptr_t bytecode) const;
  // 0 if JVMTI was never asked for this method.
  uint64_t Id(uintptr_t method) const;

 private:
  // The first frames are read with guarded copies. A VM that lays its frames out otherwise shows
  // there, and nothing is read any more.
  static constexpr uint32_t kGuarded = 64;

  struct Offsets {
    uint64_t method_const;                  // of Method
    uint64_t const_constants, const_idnum;  // of ConstMethod
    uint64_t const_code, const_code_size;   // of ConstMethod: first byte of the code, u2 its size
    uint64_t pool_holder;                   // of ConstantPool
    uint64_t class_ids, class_idnums, class_methods;  // of InstanceKlass
  };

  ActiveMethods() = default;
  bool Plausible(uintptr_t method, uintptr_t bytecode) const;

  Offsets at_{};
  mutable std::atomic<uint32_t> guarded_{0};
  mutable std::atomic<bool> otherwise_{false};
};

}  // namespace heaptwin::agent
