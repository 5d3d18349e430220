#include "vm_facts.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace heaptwin::agent {
namespace {

std::string SystemProperty(jvmtiEnv* jvmti, const char* name) {
  char* value = nullptr;
  if (jvmti->GetSystemProperty(name, &value) != JVMTI_ERROR_NONE || value == nullptr) return {};
  std::string copy(value);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(value));
  return copy;
}

std::string Collector(const VmStructs& structs) {
  static constexpr std::array<std::pair<const char*, const char*>, 6> kFlags = {
      {{"UseG1GC", "G1"},
       {"UseSerialGC", "Serial"},
       {"UseParallelGC", "Parallel"},
       {"UseZGC", "ZGC"},
       {"UseShenandoahGC", "Shenandoah"},
       {"UseEpsilonGC", "Epsilon"}}};
  for (const auto& [flag, name] : kFlags) {
    if (structs.Flag(flag).value_or(0) != 0) return name;
  }
  return "unknown";
}

const volatile uint32_t* TotalCollections(const VmStructs& structs) {
  const void* heap_field = structs.StaticField("Universe", "_collectedHeap");
  const auto offset = structs.FieldOffset("CollectedHeap", "_total_collections");
  if (heap_field == nullptr || !offset) return nullptr;
  const char* heap = *static_cast<const char* const*>(heap_field);
  return heap == nullptr ? nullptr : reinterpret_cast<const volatile uint32_t*>(heap + *offset);
}

}  // namespace

VmFacts ReadVmFacts(jvmtiEnv* jvmti, const VmStructs& structs) {
  VmFacts facts;
  facts.java_version = SystemProperty(jvmti, "java.vm.version");
  facts.vm_name = SystemProperty(jvmti, "java.vm.name");
  facts.command = SystemProperty(jvmti, "sun.java.command");
  facts.feature_version = std::atoi(SystemProperty(jvmti, "java.vm.specification.version").c_str());
  facts.collector = Collector(structs);
  facts.compressed_oops = structs.Flag("UseCompressedOops").value_or(0) != 0;
  facts.compressed_class_pointers = structs.Flag("UseCompressedClassPointers").value_or(0) != 0;
  facts.compact_headers = structs.Flag("UseCompactObjectHeaders").value_or(0) != 0;
  // Flag gives the low byte; of the powers of two that the VM allows, 8 to 256, only 256 has a zero
  // there.
  const uint64_t alignment = structs.Flag("ObjectAlignmentInBytes").value_or(8);
  facts.object_alignment = alignment == 0 ? 256 : static_cast<uint32_t>(alignment);
  facts.processors = static_cast<uint32_t>(sysconf(_SC_NPROCESSORS_ONLN));
  facts.total_collections = TotalCollections(structs);
  return facts;
}

}  // namespace heaptwin::agent
