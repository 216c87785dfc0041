// Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0
//
// Registers functions of the C library provenhash with SMHasher3. README.md, beside this file, says
// how to build it.

#include "Platform.h"
#include "Hashlib.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <provenhash.h>

namespace {

struct FreeKey {
    void operator()( ph_key_t * key ) const { ph_key_free(key); }
};

// Derives the key of a function from a seed. The key lives until its thread seeds the function again
// or ends. SMHasher3 passes the pointer back as the seed of every hash.
template <typename Function>
uintptr_t seedKey( const seed_t seed ) {
    static thread_local std::unique_ptr<ph_key_t, FreeKey> current;
    ph_key_t * key = nullptr;

    if (ph_key_from_seed(ph_algorithm_find(Function::name()), seed, &key) != PH_OK) {
        fprintf(stderr, "provenhash: %s has no key: %s\n", Function::name(), ph_last_error());
        exit(1);
    }
    current.reset(key);
    return reinterpret_cast<uintptr_t>(key);
}

const ph_key_t * keyOf( const seed_t seed ) {
    return reinterpret_cast<const ph_key_t *>(static_cast<uintptr_t>(seed));
}

// Writes the bytes of a digest of 64 bits: the most significant byte of its number comes first.
void hash64( const void * in, const size_t len, const seed_t seed, void * out ) {
    const uint64_t hash = ph_hash64(keyOf(seed), in, len);

    PUT_U64<false>(COND_BSWAP(hash, isLE()), static_cast<uint8_t *>(out), 0);
}

// Writes the bytes of a longer digest.
template <size_t BYTES>
void hashBytes( const void * in, const size_t len, const seed_t seed, void * out ) {
    const ph_digest_t digest = ph_hash(keyOf(seed), in, len);

    memcpy(out, digest.bytes, BYTES);
}

} // namespace

//------------------------------------------------------------
REGISTER_FAMILY(provenhash,
   $.src_url    = "https://crates.io/crates/provenhash",
   $.src_status = HashFamilyInfo::SRC_FROZEN
 );

// Registers the function NAME of the library as "ph-NAME", in which ID has underscores for hyphens.
// The bytes of digests are the same on every machine, so both byte orders have one verification code.
#define PROVENHASH( ID, NAME, BITS, HASH, DESC, CODE, HASH_FLAGS_, IMPL_FLAGS_ ) \
    namespace { struct ID { static const char * name() { return NAME; } }; }     \
    REGISTER_HASH(ph_ ## ID,                                                     \
       $.desc            = DESC,                                                 \
       $.hash_flags      = FLAG_HASH_XL_SEED | FLAG_HASH_ENDIAN_INDEPENDENT |    \
             (HASH_FLAGS_),                                                      \
       $.impl_flags      = FLAG_IMPL_CANONICAL_BOTH | FLAG_IMPL_LICENSE_MIT |    \
             FLAG_IMPL_LICENSE_APACHE2 | (IMPL_FLAGS_),                          \
       $.bits            = BITS,                                                 \
       $.verification_LE = CODE,                                                 \
       $.verification_BE = CODE,                                                 \
       $.seedfn          = seedKey<ID>,                                          \
       $.hashfn_native   = HASH,                                                 \
       $.hashfn_bswap    = HASH                                                  \
    )

PROVENHASH(clhash_mixed, "clhash-mixed", 64, hash64,
    "CLHASH over GF(2^64), mixed by a bijection, proven", 0x8A65DF64,
    FLAG_HASH_CLMUL_BASED, 0);
PROVENHASH(clhash, "clhash", 64, hash64,
    "CLHASH over GF(2^64), not mixed, proven", 0x0E3269ED,
    FLAG_HASH_CLMUL_BASED, 0);
PROVENHASH(clhash128_mixed, "clhash128-mixed", 128, hashBytes<16>,
    "CLHASH over GF(2^128), mixed by a bijection, proven", 0xBF6B6FF7,
    FLAG_HASH_CLMUL_BASED, 0);
PROVENHASH(clhash128, "clhash128", 128, hashBytes<16>,
    "CLHASH over GF(2^128), not mixed, proven", 0xBB81C067,
    FLAG_HASH_CLMUL_BASED, 0);
PROVENHASH(vhash64_mixed, "vhash64-mixed", 64, hash64,
    "VHASH-64, mixed by a bijection, proven", 0x8581D3F9,
    0, FLAG_IMPL_MULTIPLY_64_128);
PROVENHASH(vhash64, "vhash64", 64, hash64,
    "VHASH-64, as VMAC has it, proven", 0x35174820,
    0, FLAG_IMPL_MULTIPLY_64_128);
PROVENHASH(vhash128, "vhash128", 128, hashBytes<16>,
    "VHASH-128, as VMAC has it, proven", 0x9EB5D898,
    0, FLAG_IMPL_MULTIPLY_64_128);
PROVENHASH(multilinear64_mixed, "multilinear64-mixed", 64, hash64,
    "Multilinear64, mixed by a bijection, proven", 0xE7AFFBA7,
    0, FLAG_IMPL_MULTIPLY_64_128);
PROVENHASH(multilinear64, "multilinear64", 64, hash64,
    "Multilinear64, proven", 0xAFCAF9AD,
    0, FLAG_IMPL_MULTIPLY_64_128);
PROVENHASH(siphash_1_3, "siphash-1-3", 64, hash64,
    "SipHash-1-3", 0xF4812A0E,
    0, FLAG_IMPL_ROTATE);
PROVENHASH(siphash_2_4, "siphash-2-4", 64, hash64,
    "SipHash-2-4", 0x38C63491,
    0, FLAG_IMPL_ROTATE);
PROVENHASH(siptreehash, "siptreehash", 64, hash64,
    "SipTreeHash: SipHash-2-4 of four interleaved lanes", 0x790898AB,
    0, FLAG_IMPL_ROTATE);
PROVENHASH(highwayhash64, "highwayhash64", 64, hash64,
    "HighwayHash, 64 bits", 0x1D4D5BA1,
    0, FLAG_IMPL_MULTIPLY);
PROVENHASH(highwayhash128, "highwayhash128", 128, hashBytes<16>,
    "HighwayHash, 128 bits", 0x5CD81350,
    0, FLAG_IMPL_MULTIPLY);
PROVENHASH(highwayhash256, "highwayhash256", 256, hashBytes<32>,
    "HighwayHash, 256 bits", 0xC8C2638E,
    0, FLAG_IMPL_MULTIPLY);
