#include "evidence/stack_key.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heaptwin::evidence {

StackKey StackKey::Of(std::span<const RawFrame> frames) noexcept {
  static_assert(sizeof(RawFrame) == 16, "hashed as bytes, so no padding");
  const XXH128_hash_t hash = XXH3_128bits(frames.data(), frames.size_bytes());
  return {hash.low64, hash.high64};
}

}  // namespace heaptwin::evidence
