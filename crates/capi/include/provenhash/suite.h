/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_SUITE_H
#define PROVENHASH_SUITE_H

#include <stddef.h>
#include <stdint.h>

/**
 * A function for test suites of hashes: writes the hash of `len` bytes under the key derived from
 * `seed` to `out`, which may have any alignment: its words in order, each little-endian. The
 * result is the same on every machine, and frozen.
 *
 * Each thread caches the key of its last seed, until it passes another seed or ends. So a constant
 * seed costs nothing, and threads do not wait for each other. A null pointer with a length above
 * 0, or a null output, does nothing.
 */
typedef void (*ph_suite_function_t)(const void *data, size_t len, uint64_t seed, void *out);

/**
 * A row of `ph_suite_list`.
 */
typedef struct {
  /**
   * The name, which is also that of the function after the prefix `ph_suite_`.
   */
  const char *name;
  /**
   * The bits of the hash, a multiple of 8.
   */
  uint32_t bits;
  /**
   * The function.
   */
  ph_suite_function_t hash;
} ph_suite_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Computes clhash for test suites: 8 bytes.
 */
void ph_suite_clhash(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes clhash_mixed for test suites: 8 bytes.
 */
void ph_suite_clhash_mixed(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes vhash64 for test suites: 8 bytes.
 */
void ph_suite_vhash64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes vhash64_mixed for test suites: 8 bytes.
 */
void ph_suite_vhash64_mixed(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes vhash128 for test suites: 16 bytes.
 */
void ph_suite_vhash128(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes ghash for test suites: 16 bytes.
 */
void ph_suite_ghash(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes polyval for test suites: 16 bytes.
 */
void ph_suite_polyval(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes highwayhash64 for test suites: 8 bytes.
 */
void ph_suite_highwayhash64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes highwayhash128 for test suites: 16 bytes.
 */
void ph_suite_highwayhash128(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes highwayhash256 for test suites: 32 bytes.
 */
void ph_suite_highwayhash256(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes siphash24 for test suites: 8 bytes.
 */
void ph_suite_siphash24(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes siphash13 for test suites: 8 bytes.
 */
void ph_suite_siphash13(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes siphash12 for test suites: 8 bytes.
 */
void ph_suite_siphash12(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes siphash48 for test suites: 8 bytes.
 */
void ph_suite_siphash48(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes siphash128_24 for test suites: 16 bytes.
 */
void ph_suite_siphash128_24(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes siphash128_13 for test suites: 16 bytes.
 */
void ph_suite_siphash128_13(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes halfsiphash32 for test suites: 4 bytes.
 */
void ph_suite_halfsiphash32(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes halfsiphash64 for test suites: 8 bytes.
 */
void ph_suite_halfsiphash64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes siptreehash for test suites: 8 bytes.
 */
void ph_suite_siptreehash(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes siptreehash13 for test suites: 8 bytes.
 */
void ph_suite_siptreehash13(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes md5 for test suites: 16 bytes.
 */
void ph_suite_md5(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes mmh32 for test suites: 4 bytes.
 */
void ph_suite_mmh32(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes mmh64 for test suites: 8 bytes.
 */
void ph_suite_mmh64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes tmmh16 for test suites: 8 bytes.
 */
void ph_suite_tmmh16(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes multilinear64 for test suites: 8 bytes.
 */
void ph_suite_multilinear64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes multilinear64_mixed for test suites: 8 bytes.
 */
void ph_suite_multilinear64_mixed(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes clhash_bitmix for test suites: 8 bytes.
 */
void ph_suite_clhash_bitmix(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Computes clhash128 for test suites: 16 bytes.
 */
void ph_suite_clhash128(const void *data, size_t len, uint64_t seed, void *out);

/**
 * Returns all functions, in an array of `*count` rows that is never freed.
 */
const ph_suite_t *ph_suite_list(size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_SUITE_H */
