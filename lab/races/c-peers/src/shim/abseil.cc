// absl::Hash, the hash of Abseil's tables.
#include <absl/base/config.h>
#include <absl/hash/hash.h>
#include <absl/strings/string_view.h>

#include <cstddef>
#include <cstdint>

extern "C" uint32_t peers_absl_version() { return ABSL_LTS_RELEASE_VERSION; }

extern "C" uint64_t peers_absl(const char* message, size_t len) {
  return absl::Hash<absl::string_view>{}(absl::string_view(message, len));
}

extern "C" uint64_t peers_absl_u64(uint64_t word) { return absl::Hash<uint64_t>{}(word); }
