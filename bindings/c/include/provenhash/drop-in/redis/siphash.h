/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* The hashes of Redis's tables, src/siphash.c, implemented by provenhash: leave that file out and
 * link with -lprovenhash. Redis has no header for it: `#include <redis/siphash.h>` replaces the
 * declarations in src/dict.c.
 *
 * These functions have the names of others in <siphash.h>, so a source file includes one of the
 * two headers. */

#ifndef PROVENHASH_DROPIN_REDIS_SIPHASH_H
#define PROVENHASH_DROPIN_REDIS_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

#include <provenhash/dropin.h>

/* Declarations as in src/dict.c may come before these or after them. */
#define siphash provenhash_siphash
#define siphash_nocase provenhash_siphash_nocase

#ifdef __cplusplus
extern "C" {
#endif

/* SipHash-1-2 of `inlen` bytes under the 16 bytes at `k`. */
PH_INLINE uint64_t siphash(const uint8_t *in, const size_t inlen, const uint8_t *k) {
    return ph_dropin_siphash12(in, inlen, k);
}

/* The same of the message with `A` to `Z` converted to `a` to `z`. No other byte changes. */
PH_INLINE uint64_t siphash_nocase(const uint8_t *in, const size_t inlen, const uint8_t *k) {
    return ph_dropin_siphash12_nocase(in, inlen, k);
}

#ifdef __cplusplus
}
#endif

#endif
