#include "retransform_cost.h"

#include "elf_symbols.h"

namespace heaptwin::agent {
namespace {

bool IsSet(const void* flag) { return *static_cast<const volatile bool*>(flag); }

}  // namespace

RetransformCost NextRetransformCost(JavaVM* vm, const VmStructs& structs) {
  const void* recorded = FindLocalSymbol(reinterpret_cast<const void*>(vm->functions->GetEnv),
                                         "_ZN11JvmtiExport30_all_dependencies_are_recordedE");
  if (recorded != nullptr) {
    return IsSet(recorded) ? RetransformCost::kOnlyTheClass : RetransformCost::kAllCompiledCode;
  }
  // A stripped library. The VM's own switch, where there is one:
  if (structs.Flag("AlwaysRecordEvolDependencies").value_or(0) != 0) {
    return RetransformCost::kOnlyTheClass;
  }
  // Compilers record nothing before this is set; after that it may have been set too late.
  const void* wanted = structs.StaticField("JvmtiExport", "_can_hotswap_or_post_breakpoint");
  return wanted != nullptr && !IsSet(wanted) ? RetransformCost::kAllCompiledCode
                                             : RetransformCost::kUnknown;
}

const char* Name(RetransformCost cost) {
  switch (cost) {
    case RetransformCost::kOnlyTheClass:
      return "free";
    case RetransformCost::kAllCompiledCode:
      return "costly";
    case RetransformCost::kUnknown:
      break;
  }
  return "unknown";
}

}  // namespace heaptwin::agent
