#include "heap/fingerprint.h"

#include <sys/random.h>

#include <cstring>

#include "base/clock.h"
#include "base/random.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heaptwin::heap {
namespace {

constexpr size_t kEntropyBytes = 64;

std::array<uint8_t, kEntropyBytes> Expand(uint64_t seed) {
  base::Random random(seed);
  std::array<uint8_t, kEntropyBytes> entropy;
  for (size_t i = 0; i < entropy.size(); i += sizeof(uint64_t)) {
    const uint64_t word = random.Next();
    std::memcpy(&entropy[i], &word, sizeof word);
  }
  return entropy;
}

}  // namespace

ContentHasher::ContentHasher(std::span<const uint8_t> entropy) {
  XXH3_generateSecret(secret_.data(), secret_.size(), entropy.data(), entropy.size());
}

ContentHasher ContentHasher::WithRandomSecret() {
  std::array<uint8_t, kEntropyBytes> entropy;
  if (getrandom(entropy.data(), entropy.size(), GRND_NONBLOCK) ==
      static_cast<ssize_t>(entropy.size())) {
    return ContentHasher(entropy);
  }
  return WithSeed(static_cast<uint64_t>(base::NowNanos()) ^ reinterpret_cast<uintptr_t>(&entropy));
}

ContentHasher ContentHasher::WithSeed(uint64_t seed) { return ContentHasher(Expand(seed)); }

Fingerprint ContentHasher::Hash(std::span<const uint8_t> content) const noexcept {
  const XXH128_hash_t hash =
      XXH3_128bits_withSecret(content.data(), content.size(), secret_.data(), secret_.size());
  return {hash.low64, hash.high64};
}

bool AllZero(std::span<const uint8_t> content) noexcept {
  if (content.empty() || content[0] != 0) return false;
  return std::memcmp(content.data(), content.data() + 1, content.size() - 1) == 0;
}

}  // namespace heaptwin::heap
