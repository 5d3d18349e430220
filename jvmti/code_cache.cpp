#include "code_cache.h"

#include <cstring>

namespace heaptwin::agent {
namespace {

constexpr uint8_t kFreeSegment = 0xff;
// A handler is a few instructions; return addresses proper never lie in it.
constexpr uintptr_t kHandlerBytes = 16;

template <typename T>
T ReadAt(const char* base, uint64_t offset) {
  T value;
  std::memcpy(&value, base + offset, sizeof value);
  return value;
}

bool IsCompiledMethod(const char* name) {
  return std::strcmp(name, "nmethod") == 0 || std::strcmp(name, "native nmethod") == 0;
}

}  // namespace

std::unique_ptr<CodeCache> CodeCache::Of(const VmStructs& structs) {
  std::unique_ptr<CodeCache> cache(new CodeCache);
  const bool described = cache->DescribeBlobs(structs) && cache->DescribeInterpreter(structs) &&
                         cache->DescribeHeaps(structs);
  return described ? std::move(cache) : nullptr;
}

bool CodeCache::DescribeBlobs(const VmStructs& structs) {
  Offsets& at = offsets_;
  at.deopt_handler_is_pointer =
      structs.FieldOffset("CompiledMethod", "_deopt_handler_begin").has_value();
  // Up to JDK 22 nmethod had a superclass.
  const char* const owner = at.deopt_handler_is_pointer ? "CompiledMethod" : "nmethod";
  const bool pointer = at.deopt_handler_is_pointer;
  return Take(structs.FieldOffset("VirtualSpace", "_low"), at.space_low) &&
         Take(structs.FieldOffset("VirtualSpace", "_high"), at.space_high) &&
         Take(structs.FieldOffset("HeapBlock::Header", "_used"), at.block_used) &&
         Take(structs.TypeSize("HeapBlock"), at.block_size) &&
         Take(structs.FieldOffset("CodeBlob", "_name"), at.blob_name) &&
         Take(structs.FieldOffset("CodeBlob", "_size"), at.blob_size) &&
         Take(structs.FieldOffset("CodeBlob", "_frame_size"), at.blob_frame_size) &&
         Take(structs.FieldOffset("nmethod", "_compile_id"), at.compile_id) &&
         Take(structs.FieldOffset(owner, "_method"), at.method) &&
         Take(
             structs.FieldOffset(owner, pointer ? "_deopt_handler_begin" : "_deopt_handler_offset"),
             at.deopt_handler) &&
         Take(structs.FieldOffset(owner,
                                  pointer ? "_deopt_mh_handler_begin" : "_deopt_mh_handler_offset"),
              at.deopt_mh_handler);
}

bool CodeCache::DescribeInterpreter(const VmStructs& structs) {
  const void* code = structs.StaticField("AbstractInterpreter", "_code");
  const auto buffer = structs.FieldOffset("StubQueue", "_stub_buffer");
  const auto limit = structs.FieldOffset("StubQueue", "_buffer_limit");
  if (code == nullptr || !buffer || !limit) return false;
  const char* queue = *static_cast<const char* const*>(code);
  interpreter_begin_ = ReadAt<uintptr_t>(queue, *buffer);
  interpreter_end_ = interpreter_begin_ + static_cast<uintptr_t>(ReadAt<int32_t>(queue, *limit));
  return true;
}

bool CodeCache::DescribeHeaps(const VmStructs& structs) {
  const void* heaps = structs.StaticField("CodeCache", "_heaps");
  const auto length = structs.FieldOffset("GrowableArrayBase", "_len");
  const auto data = structs.FieldOffset("GrowableArray<int>", "_data");
  const auto memory = structs.FieldOffset("CodeHeap", "_memory");
  const auto segmap = structs.FieldOffset("CodeHeap", "_segmap");
  const auto shift = structs.FieldOffset("CodeHeap", "_log2_segment_size");
  if (heaps == nullptr || !length || !data || !memory || !segmap || !shift) return false;
  const char* array = *static_cast<const char* const*>(heaps);
  const auto* elements = ReadAt<const char* const*>(array, *data);
  for (int32_t i = 0; i < ReadAt<int32_t>(array, *length); ++i) {
    const char* heap = elements[i];
    heaps_.push_back({heap + *memory, ReadAt<const char*>(heap + *memory, offsets_.space_low),
                      ReadAt<const uint8_t*>(heap + *segmap, offsets_.space_low),
                      ReadAt<uint32_t>(heap, *shift)});
  }
  return !heaps_.empty();
}

const char* CodeCache::BlobOf(uintptr_t pc) const {
  for (const Heap& heap : heaps_) {
    const auto low = reinterpret_cast<uintptr_t>(heap.low);
    if (pc < low || pc >= ReadAt<uintptr_t>(heap.memory, offsets_.space_high)) continue;
    size_t segment = (pc - low) >> heap.segment_shift;
    if (heap.segments[segment] == kFreeSegment) return nullptr;
    while (heap.segments[segment] > 0) segment -= heap.segments[segment];
    const char* block = heap.low + (segment << heap.segment_shift);
    return ReadAt<bool>(block, offsets_.block_used) ? block + offsets_.block_size : nullptr;
  }
  return nullptr;
}

bool CodeCache::AtHandler(const char* blob, uint64_t field, uintptr_t pc) const {
  uintptr_t handler = 0;
  if (offsets_.deopt_handler_is_pointer) {
    handler = ReadAt<uintptr_t>(blob, field);
  } else {
    const auto offset = ReadAt<int32_t>(blob, field);
    handler = offset < 0 ? 0 : reinterpret_cast<uintptr_t>(blob) + static_cast<uint32_t>(offset);
  }
  return handler != 0 && pc - handler < kHandlerBytes;
}

std::optional<CodeCache::Code> CodeCache::Find(uintptr_t pc) const {
  if (pc >= interpreter_begin_ && pc < interpreter_end_) {
    return Code{Code::Kind::kInterpreter};
  }
  const char* blob = BlobOf(pc);
  if (blob == nullptr) return std::nullopt;
  const auto size = ReadAt<int32_t>(blob, offsets_.blob_size);
  if (pc - reinterpret_cast<uintptr_t>(blob) >= static_cast<uint32_t>(size)) return std::nullopt;
  const auto frame_words = ReadAt<int32_t>(blob, offsets_.blob_frame_size);
  if (frame_words <= 0) return std::nullopt;
  Code code{Code::Kind::kStub, static_cast<uint32_t>(frame_words)};
  if (IsCompiledMethod(ReadAt<const char*>(blob, offsets_.blob_name))) {
    code.kind = Code::Kind::kCompiled;
    code.compile_id = ReadAt<int32_t>(blob, offsets_.compile_id);
    code.method = ReadAt<uintptr_t>(blob, offsets_.method);
    code.deoptimizing = AtHandler(blob, offsets_.deopt_handler, pc) ||
                        AtHandler(blob, offsets_.deopt_mh_handler, pc);
  }
  return code;
}

}  // namespace heaptwin::agent
