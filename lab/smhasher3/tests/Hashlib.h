/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Continues Platform.h: registrations are appended to a list. */
#ifndef PROVENHASH_TESTS_HASHLIB_H
#define PROVENHASH_TESTS_HASHLIB_H

#include <string>
#include <vector>

enum : uint64_t {
    FLAG_HASH_XL_SEED = 1,
    FLAG_HASH_ENDIAN_INDEPENDENT = 2,
    FLAG_HASH_CLMUL_BASED = 4,
};

enum : uint64_t {
    FLAG_IMPL_CANONICAL_BOTH = 1,
    FLAG_IMPL_LICENSE_MIT = 2,
    FLAG_IMPL_LICENSE_APACHE2 = 4,
    FLAG_IMPL_MULTIPLY = 8,
    FLAG_IMPL_MULTIPLY_64_128 = 16,
    FLAG_IMPL_ROTATE = 32,
};

struct HashFamilyInfo {
    enum Status { SRC_FROZEN };
    const char *src_url = "";
    Status src_status = SRC_FROZEN;
};

struct HashInfo {
    std::string name;
    const char *desc = "";
    uint64_t hash_flags = 0;
    uint64_t impl_flags = 0;
    uint32_t bits = 0;
    uint32_t verification_LE = 0;
    uint32_t verification_BE = 0;
    uintptr_t (*seedfn)(const seed_t seed) = nullptr;
    void (*hashfn_native)(const void *in, const size_t len, const seed_t seed, void *out) = nullptr;
    void (*hashfn_bswap)(const void *in, const size_t len, const seed_t seed, void *out) = nullptr;
};

inline std::vector<HashInfo> &registered() {
    static std::vector<HashInfo> hashes;
    return hashes;
}

#define REGISTER_FAMILY(NAME, ...)                                                              \
    __attribute__((unused)) static const HashFamilyInfo NAME = [] {                             \
        HashFamilyInfo $;                                                                       \
        __VA_ARGS__;                                                                            \
        return $;                                                                               \
    }()

/* The name of a hash has a hyphen for each underscore. */
#define REGISTER_HASH(NAME, ...)                                                                \
    __attribute__((unused)) static const bool NAME = [] {                                       \
        HashInfo $;                                                                             \
        __VA_ARGS__;                                                                            \
        $.name = #NAME;                                                                         \
        for (char &letter : $.name) {                                                           \
            if (letter == '_') { letter = '-'; }                                                \
        }                                                                                       \
        registered().push_back($);                                                              \
        return true;                                                                            \
    }()

#endif
