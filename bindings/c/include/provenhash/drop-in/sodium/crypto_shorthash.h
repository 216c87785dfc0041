/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* libsodium's crypto_shorthash, which is SipHash-2-4 of 64 bits: see crypto_shorthash_siphash24.h. */

#ifndef PROVENHASH_DROPIN_SODIUM_SHORTHASH_H
#define PROVENHASH_DROPIN_SODIUM_SHORTHASH_H

/* If the original's header came first, its names lead here from now on. Otherwise it is empty. */
#ifdef crypto_shorthash_H
#define crypto_shorthash_bytes provenhash_crypto_shorthash_bytes
#define crypto_shorthash_keybytes provenhash_crypto_shorthash_keybytes
#define crypto_shorthash_primitive provenhash_crypto_shorthash_primitive
#define crypto_shorthash provenhash_crypto_shorthash
#define crypto_shorthash_keygen provenhash_crypto_shorthash_keygen
#else
#define crypto_shorthash_H
#endif

#include <stdlib.h>

#include "crypto_shorthash_siphash24.h"

#define crypto_shorthash_BYTES crypto_shorthash_siphash24_BYTES
#define crypto_shorthash_KEYBYTES crypto_shorthash_siphash24_KEYBYTES
#define crypto_shorthash_PRIMITIVE "siphash24"

#ifdef __cplusplus
extern "C" {
#endif

PH_INLINE size_t crypto_shorthash_bytes(void) { return crypto_shorthash_BYTES; }
PH_INLINE size_t crypto_shorthash_keybytes(void) { return crypto_shorthash_KEYBYTES; }
PH_INLINE const char *crypto_shorthash_primitive(void) { return crypto_shorthash_PRIMITIVE; }

PH_INLINE int crypto_shorthash(unsigned char *out, const unsigned char *in,
                               ph_dropin_length_t inlen, const unsigned char *k) {
    return crypto_shorthash_siphash24(out, in, inlen, k);
}

/* Writes a random key. Ends the program where the operating system provides no random bits, as
 * libsodium does. */
PH_INLINE void crypto_shorthash_keygen(unsigned char k[crypto_shorthash_KEYBYTES]) {
    if (ph_dropin_siphash_key(k) != 0) {
        abort();
    }
}

#ifdef __cplusplus
}
#endif

#endif
