#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "vm_structs.h"

namespace heaptwin::agent {

// The code that return addresses on a Java stack lie in, found as the VM finds it: by the segment
// map of the code heap.
//
// Immutable after construction; any thread, no lock, no system call. Reads nothing but the VM's
// structures. What it says of code that is active on the caller's own stack stays true while the
// caller is in native code: the VM frees no code that is on a stack.
class CodeCache {
 public:
  struct Code {
    enum class Kind : uint8_t { kCompiled, kInterpreter, kStub };
    Kind kind = Kind::kStub;
    uint32_t frame_words = 0;  // its frame, return address included; not for the interpreter
    int32_t compile_id = 0;    // kCompiled: a different one for each compilation of the process
    uintptr_t method = 0;      // kCompiled: the VM's Method that was compiled
    // kCompiled: the address is that of the deoptimization handler, put into the frame in place of
    // the one that says where the method is.
    bool deoptimizing = false;
  };

  // Null if the VM does not describe all that is needed.
  static std::unique_ptr<CodeCache> Of(const VmStructs& structs);

  // Nullopt if there is no code at this address.
  std::optional<Code> Find(uintptr_t pc) const;

 private:
  struct Heap {
    const char* memory;       // VirtualSpace
    const char* low;          // its first byte
    const uint8_t* segments;  // per segment the distance to the block's first one, in hops
    uint32_t segment_shift;
  };
  // Of fields, within their structure.
  struct Offsets {
    uint64_t space_low, space_high;
    uint64_t block_used, block_size;
    uint64_t blob_name, blob_size, blob_frame_size;
    uint64_t compile_id, method;
    uint64_t deopt_handler, deopt_mh_handler;
    bool deopt_handler_is_pointer;
  };

  CodeCache() = default;
  bool DescribeHeaps(const VmStructs& structs);
  bool DescribeBlobs(const VmStructs& structs);
  bool DescribeInterpreter(const VmStructs& structs);
  const char* BlobOf(uintptr_t pc) const;
  bool AtHandler(const char* blob, uint64_t field, uintptr_t pc) const;

  std::vector<Heap> heaps_;
  Offsets offsets_{};
  uintptr_t interpreter_begin_ = 0;
  uintptr_t interpreter_end_ = 0;
};

}  // namespace heaptwin::agent
