// HighwayHash of Google's library for the CPU of this build: its templates have no C interface.

#include "highwayhash/highwayhash.h"

namespace {

template <typename Result>
HH_INLINE void Hash(const uint64_t* key, const char* message, size_t size, Result* hash) {
  using namespace highwayhash;
  HHStateT<HH_TARGET> state(*reinterpret_cast<const HHKey*>(key));
  HighwayHashT(&state, message, size, hash);
}

}  // namespace

extern "C" {

uint64_t peers_highwayhash64(const uint64_t* key, const char* message, size_t size) {
  highwayhash::HHResult64 hash;
  Hash(key, message, size, &hash);
  return hash;
}

void peers_highwayhash128(const uint64_t* key, const char* message, size_t size,
                          highwayhash::HHResult128* hash) {
  Hash(key, message, size, hash);
}

void peers_highwayhash256(const uint64_t* key, const char* message, size_t size,
                          highwayhash::HHResult256* hash) {
  Hash(key, message, size, hash);
}

}  // extern "C"
