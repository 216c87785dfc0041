/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_SUITE_H
#define PROVENHASH_SUITE_H

#include <stddef.h>
#include <stdint.h>

/**
 * A function for test suites of hashes: writes the hash of `len` bytes under the key of a number
 * to `out`, of any alignment, its words in order and little-endian. The same on every machine;
 * frozen.
 *
 * The key is made when a thread gives another number than the time before, and kept until then or
 * the end of the thread: so a number that stays costs nothing, and threads do not wait for each
 * other. Null with a length above 0, and a null output, do nothing.
 */
typedef void (*ph_suite_function_t)(const void *data, size_t len, uint64_t seed, void *out);

/**
 * A row of `ph_suite_list`.
 */
typedef struct {
  /**
   * The name, which is also that of the function after `ph_suite_`.
   */
  const char *name;
  /**
   * Bits of the hash, a multiple of 8.
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
 * clhash for test suites: 8 bytes.
 */
void ph_suite_clhash(const void *data, size_t len, uint64_t seed, void *out);

/**
 * clhash_mixed for test suites: 8 bytes.
 */
void ph_suite_clhash_mixed(const void *data, size_t len, uint64_t seed, void *out);

/**
 * vhash64 for test suites: 8 bytes.
 */
void ph_suite_vhash64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * vhash64_mixed for test suites: 8 bytes.
 */
void ph_suite_vhash64_mixed(const void *data, size_t len, uint64_t seed, void *out);

/**
 * vhash128 for test suites: 16 bytes.
 */
void ph_suite_vhash128(const void *data, size_t len, uint64_t seed, void *out);

/**
 * ghash for test suites: 16 bytes.
 */
void ph_suite_ghash(const void *data, size_t len, uint64_t seed, void *out);

/**
 * polyval for test suites: 16 bytes.
 */
void ph_suite_polyval(const void *data, size_t len, uint64_t seed, void *out);

/**
 * highwayhash64 for test suites: 8 bytes.
 */
void ph_suite_highwayhash64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * highwayhash128 for test suites: 16 bytes.
 */
void ph_suite_highwayhash128(const void *data, size_t len, uint64_t seed, void *out);

/**
 * highwayhash256 for test suites: 32 bytes.
 */
void ph_suite_highwayhash256(const void *data, size_t len, uint64_t seed, void *out);

/**
 * siphash24 for test suites: 8 bytes.
 */
void ph_suite_siphash24(const void *data, size_t len, uint64_t seed, void *out);

/**
 * siphash13 for test suites: 8 bytes.
 */
void ph_suite_siphash13(const void *data, size_t len, uint64_t seed, void *out);

/**
 * siphash12 for test suites: 8 bytes.
 */
void ph_suite_siphash12(const void *data, size_t len, uint64_t seed, void *out);

/**
 * siphash48 for test suites: 8 bytes.
 */
void ph_suite_siphash48(const void *data, size_t len, uint64_t seed, void *out);

/**
 * siphash128_24 for test suites: 16 bytes.
 */
void ph_suite_siphash128_24(const void *data, size_t len, uint64_t seed, void *out);

/**
 * siphash128_13 for test suites: 16 bytes.
 */
void ph_suite_siphash128_13(const void *data, size_t len, uint64_t seed, void *out);

/**
 * halfsiphash32 for test suites: 4 bytes.
 */
void ph_suite_halfsiphash32(const void *data, size_t len, uint64_t seed, void *out);

/**
 * halfsiphash64 for test suites: 8 bytes.
 */
void ph_suite_halfsiphash64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * siptreehash for test suites: 8 bytes.
 */
void ph_suite_siptreehash(const void *data, size_t len, uint64_t seed, void *out);

/**
 * siptreehash13 for test suites: 8 bytes.
 */
void ph_suite_siptreehash13(const void *data, size_t len, uint64_t seed, void *out);

/**
 * md5 for test suites: 16 bytes.
 */
void ph_suite_md5(const void *data, size_t len, uint64_t seed, void *out);

/**
 * mmh32 for test suites: 4 bytes.
 */
void ph_suite_mmh32(const void *data, size_t len, uint64_t seed, void *out);

/**
 * mmh64 for test suites: 8 bytes.
 */
void ph_suite_mmh64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * tmmh16_1 for test suites: 2 bytes.
 */
void ph_suite_tmmh16_1(const void *data, size_t len, uint64_t seed, void *out);

/**
 * tmmh16_2 for test suites: 4 bytes.
 */
void ph_suite_tmmh16_2(const void *data, size_t len, uint64_t seed, void *out);

/**
 * tmmh16_3 for test suites: 6 bytes.
 */
void ph_suite_tmmh16_3(const void *data, size_t len, uint64_t seed, void *out);

/**
 * tmmh16_4 for test suites: 8 bytes.
 */
void ph_suite_tmmh16_4(const void *data, size_t len, uint64_t seed, void *out);

/**
 * multilinear64 for test suites: 8 bytes.
 */
void ph_suite_multilinear64(const void *data, size_t len, uint64_t seed, void *out);

/**
 * multilinear64_mixed for test suites: 8 bytes.
 */
void ph_suite_multilinear64_mixed(const void *data, size_t len, uint64_t seed, void *out);

/**
 * clhash_bitmix for test suites: 8 bytes.
 */
void ph_suite_clhash_bitmix(const void *data, size_t len, uint64_t seed, void *out);

/**
 * clhash128 for test suites: 16 bytes.
 */
void ph_suite_clhash128(const void *data, size_t len, uint64_t seed, void *out);

/**
 * All of them, in an array of `*count` rows that is never freed.
 */
const ph_suite_t *ph_suite_list(size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_SUITE_H */
