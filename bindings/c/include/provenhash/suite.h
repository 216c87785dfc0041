/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see bindings/c/tests/headers.rs. */

#ifndef PROVENHASH_SUITE_H
#define PROVENHASH_SUITE_H

#include <stddef.h>
#include <stdint.h>

/**
 * A function for test suites of hashes: writes the digest of `len` bytes under the key derived
 * from `seed` to `out`, which may have any alignment. The result is the same on every machine, and
 * frozen. MD5, which has no key, hashes the eight little-endian bytes of the seed before the
 * message.
 *
 * Each thread caches the key of its last function and seed. So a constant seed costs nothing, and
 * threads do not wait for each other. A null pointer with a length above 0, or a null output, does
 * nothing.
 */
typedef void (*ph_suite_function_t)(const void *data, size_t len, uint64_t seed, void *out);

/**
 * A row of `ph_suite_list`.
 */
typedef struct {
  /**
   * The name of the algorithm.
   */
  const char *name;
  /**
   * The bits of the digest, a multiple of 8.
   */
  size_t bits;
  /**
   * The function.
   */
  ph_suite_function_t hash;
} ph_suite_t;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the functions of all algorithms that take no nonce, and writes their number to `count`,
 * unless that is null.
 */
const ph_suite_t *ph_suite_list(size_t *count);

#ifdef __cplusplus
}
#endif

#endif  /* PROVENHASH_SUITE_H */
