/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* `siphash` of the reference implementation (github.com/veorq/SipHash), implemented by provenhash:
 * link with -lprovenhash instead.
 *
 * `#include "siphash.h"` finds the reference's own header first if that lies in the folder of the
 * source file, whatever -I says, and the program then needs the reference's siphash.c. Either delete
 * both files, or compile with `-include provenhash/drop-in/siphash.h`. */

#ifndef PROVENHASH_DROPIN_SIPHASH_H
#define PROVENHASH_DROPIN_SIPHASH_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#include <provenhash/dropin.h>

/* The reference's header has no guard. Before this one or after it, it declares another function. */
#define siphash provenhash_siphash

#ifdef __cplusplus
extern "C" {
#endif

/* SipHash-2-4 of `inlen` bytes under the 16 bytes at `k`, written as `outlen` bytes, 8 or 16.
 * Returns 0, or -1 for any other `outlen`, for which the reference ends the program. */
PH_INLINE int siphash(const void *in, const size_t inlen, const void *k, uint8_t *out,
                      const size_t outlen) {
    return ph_dropin_siphash(in, inlen, k, out, outlen);
}

#ifdef __cplusplus
}
#endif

#endif
