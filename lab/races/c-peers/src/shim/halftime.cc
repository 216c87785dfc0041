// HalftimeHash with the widest vectors of this CPU.
#include <cstddef>
#include <cstdint>

#include "halftime-hash.hpp"

extern "C" size_t peers_halftime_words() { return halftime_hash::kEntropyBytesNeeded / 8; }

extern "C" uint64_t peers_halftime(const uint64_t* key, const uint8_t* message, size_t len) {
  return halftime_hash::HalftimeHashStyle512(key, reinterpret_cast<const char*>(message), len);
}
