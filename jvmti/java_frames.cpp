#include "java_frames.h"

namespace heaptwin::agent {
namespace {

constexpr uintptr_t kWord = sizeof(uintptr_t);
// Words from rbp; HotSpot's frame_x86.hpp, unchanged since JDK 11.
constexpr intptr_t kEntryWrapper = -6;
constexpr intptr_t kInterpreterSenderSp = -1;
constexpr intptr_t kInterpreterMethod = -3;
constexpr intptr_t kInterpreterBytecode = -8;

uintptr_t Word(uint64_t base, uint64_t offset) {
  return *reinterpret_cast<const uintptr_t*>(base + offset);
}

}  // namespace

// The bounds within which the thread's stack may be read.
class JavaFrames::OwnStack {
 public:
  OwnStack(uintptr_t low, uintptr_t high) : low_(low), high_(high) {}

  bool Read(uintptr_t base, intptr_t words, uintptr_t& value) const {
    const uintptr_t address = base + static_cast<uintptr_t>(words) * kWord;
    if (!Holds(address)) return false;
    value = *reinterpret_cast<const uintptr_t*>(address);
    return true;
  }
  bool Holds(uintptr_t address) const {
    return address >= low_ && address + kWord <= high_ && address % kWord == 0;
  }

 private:
  const uintptr_t low_;
  const uintptr_t high_;
};

std::unique_ptr<JavaFrames> JavaFrames::Of(const VmStructs& structs, JNIEnv* jni,
                                           uint64_t java_thread) {
  std::unique_ptr<JavaFrames> frames(new JavaFrames);
  JavaFrames& it = *frames;
  const void* call_stub = structs.StaticField("StubRoutines", "_call_stub_return_address");
  const bool described =
      java_thread != 0 && call_stub != nullptr &&
      Take(structs.FieldOffset("JavaThread", "_stack_base"), it.stack_base_) &&
      Take(structs.FieldOffset("JavaThread", "_stack_size"), it.stack_size_) &&
      Take(structs.FieldOffset("JavaThread", "_anchor"), it.anchor_) &&
      Take(structs.FieldOffset("JavaCallWrapper", "_anchor"), it.wrapper_anchor_) &&
      Take(structs.FieldOffset("JavaFrameAnchor", "_last_Java_sp"), it.last_sp_) &&
      Take(structs.FieldOffset("JavaFrameAnchor", "_last_Java_pc"), it.last_pc_) &&
      Take(structs.FieldOffset("JavaFrameAnchor", "_last_Java_fp"), it.last_fp_);
  if (!described) return nullptr;
  it.code_ = CodeCache::Of(structs);
  it.methods_ = ActiveMethods::Of(structs);
  it.call_stub_return_ = *static_cast<const uintptr_t*>(call_stub);
  // The JNI environment is part of the thread's structure.
  it.jni_from_thread_ = static_cast<ptrdiff_t>(reinterpret_cast<uintptr_t>(jni) - java_thread);
  return it.code_ == nullptr || it.methods_ == nullptr ? nullptr : std::move(frames);
}

bool JavaFrames::Read(JNIEnv* jni, MemoryStack& stack) const {
  const uint64_t thread =
      reinterpret_cast<uintptr_t>(jni) - static_cast<uintptr_t>(jni_from_thread_);
  const uintptr_t high = Word(thread, stack_base_);
  const uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const uintptr_t low = high - Word(thread, stack_size_);
  // Not the stack we stand on: the VM is not laid out as it says.
  if (here < low || here >= high) return false;
  const OwnStack own(here, high);
  Frame frame;
  Step step = FromAnchor(own, thread + anchor_, frame);
  while (step == Step::kOn && !stack.full()) step = ToCaller(own, frame, stack);
  if (step == Step::kEnd) stack.ReachedEnd();
  return step != Step::kLost;
}

uint64_t JavaFrames::MethodOf(const MemoryStack::Frame& frame) const {
  if (MemoryStack::IsInterpreted(frame)) return MemoryStack::MethodId(frame);
  const auto code = code_->Find(frame.method);
  return code && code->method != 0 ? methods_->Id(code->method) : 0;
}

// `anchor`: a JavaFrameAnchor. kEnd if there is no Java frame.
JavaFrames::Step JavaFrames::FromAnchor(const OwnStack& own, uintptr_t anchor, Frame& frame) const {
  const uintptr_t before = frame.sp;
  frame = {Word(anchor, last_sp_), Word(anchor, last_fp_), Word(anchor, last_pc_)};
  if (frame.sp == 0) return Step::kEnd;
  if (frame.sp <= before || !own.Holds(frame.sp)) return Step::kLost;
  // Where the VM was called from: kept by the call itself, just below the frame.
  if (frame.pc == 0 && !own.Read(frame.sp, -1, frame.pc)) return Step::kLost;
  return Step::kOn;
}

JavaFrames::Step JavaFrames::ReadInterpreted(const OwnStack& own, const Frame& frame, Frame& caller,
                                             MemoryStack& stack) const {
  uintptr_t method = 0;
  uintptr_t bytecode = 0;
  const bool read = own.Read(frame.fp, kInterpreterMethod, method) &&
                    own.Read(frame.fp, kInterpreterBytecode, bytecode) &&
                    own.Read(frame.fp, kInterpreterSenderSp, caller.sp) &&
                    own.Read(frame.fp, 0, caller.fp) && own.Read(frame.fp, 1, caller.pc);
  if (!read) return Step::kLost;
  const auto position = methods_->Interpreted(method, bytecode);
  if (!position) return Step::kLost;
  stack.AddInterpreted(position->method_id, position->bci);
  return Step::kOn;
}

// From a frame to its caller.
JavaFrames::Step JavaFrames::ToCaller(const OwnStack& own, Frame& frame, MemoryStack& stack) const {
  if (frame.pc == call_stub_return_) {
    // Native code called Java here; where it had come from itself is kept in its wrapper.
    uintptr_t wrapper = 0;
    if (!own.Read(frame.fp, kEntryWrapper, wrapper)) return Step::kLost;
    const uintptr_t anchor = wrapper + wrapper_anchor_;
    const bool whole = own.Holds(anchor) && own.Holds(anchor + last_sp_) &&
                       own.Holds(anchor + last_fp_) && own.Holds(anchor + last_pc_);
    return whole ? FromAnchor(own, anchor, frame) : Step::kLost;
  }
  const auto code = code_->Find(frame.pc);
  if (!code || code->deoptimizing) return Step::kLost;
  Frame caller;
  if (code->kind == CodeCache::Code::Kind::kInterpreter) {
    if (ReadInterpreted(own, frame, caller, stack) == Step::kLost) return Step::kLost;
  } else {
    caller.sp = frame.sp + code->frame_words * kWord;
    if (!own.Read(caller.sp, -2, caller.fp) || !own.Read(caller.sp, -1, caller.pc)) {
      return Step::kLost;
    }
    if (code->kind == CodeCache::Code::Kind::kCompiled) {
      stack.AddCompiled(frame.pc, code->compile_id);
    }
  }
  if (caller.sp <= frame.sp || !own.Holds(caller.sp)) return Step::kLost;
  frame = caller;
  return Step::kOn;
}

}  // namespace heaptwin::agent
