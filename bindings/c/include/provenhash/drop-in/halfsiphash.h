/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* `halfsiphash` of the reference implementation (github.com/veorq/SipHash), implemented by
 * provenhash: link with -lprovenhash instead. */

#ifndef PROVENHASH_DROPIN_HALFSIPHASH_H
#define PROVENHASH_DROPIN_HALFSIPHASH_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#include <provenhash/dropin.h>

/* The reference's header has no guard. Before this one or after it, it declares another function. */
#define halfsiphash provenhash_halfsiphash

#ifdef __cplusplus
extern "C" {
#endif

/* HalfSipHash-2-4 of `inlen` bytes under the 8 bytes at `k`, written as `outlen` bytes, 4 or 8.
 * Returns 0, or -1 for any other `outlen`, for which the reference ends the program. */
PH_INLINE int halfsiphash(const void *in, const size_t inlen, const void *k, uint8_t *out,
                          const size_t outlen) {
    return ph_dropin_halfsiphash(in, inlen, k, out, outlen);
}

#ifdef __cplusplus
}
#endif

#endif
