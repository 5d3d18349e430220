#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <string>

#include "vm_structs.h"

namespace heaptwin::agent {

// What is fixed for the life of the target: read once at the start of a recording.
struct VmFacts {
  std::string java_version;  // "17.0.15+6"
  std::string vm_name;
  std::string command;  // main class and arguments; empty if unknown
  std::string collector = "unknown";
  int feature_version = 0;  // 17, 25
  bool compressed_oops = false;
  bool compressed_class_pointers = false;
  bool compact_headers = false;
  uint32_t object_alignment = 8;  // bytes
  uint32_t processors = 1;
  // CollectedHeap::_total_collections; null where the VM does not describe it.
  const volatile uint32_t* total_collections = nullptr;

  // Serial, Parallel and G1 move objects only inside collections; the others also while the program
  // runs, so raw addresses hold no longer than one instruction.
  bool MovesOnlyInCollections() const {
    return collector == "Serial" || collector == "Parallel" || collector == "G1" ||
           collector == "Epsilon";
  }
};

VmFacts ReadVmFacts(jvmtiEnv* jvmti, const VmStructs& structs);

}  // namespace heaptwin::agent
