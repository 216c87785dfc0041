/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* SipHash-2-4 of 64 and of 128 bits with the interface of libsodium, implemented by provenhash: link
 * with -lprovenhash instead. <sodium.h> may come before it or after it. */

#ifndef PROVENHASH_DROPIN_SODIUM_SIPHASH24_H
#define PROVENHASH_DROPIN_SODIUM_SIPHASH24_H

/* If the original's header came first, its names lead here from now on. Otherwise it is empty. */
#ifdef crypto_shorthash_siphash24_H
#define crypto_shorthash_siphash24_bytes provenhash_crypto_shorthash_siphash24_bytes
#define crypto_shorthash_siphash24_keybytes provenhash_crypto_shorthash_siphash24_keybytes
#define crypto_shorthash_siphashx24_bytes provenhash_crypto_shorthash_siphashx24_bytes
#define crypto_shorthash_siphashx24_keybytes provenhash_crypto_shorthash_siphashx24_keybytes
#define crypto_shorthash_siphash24 provenhash_crypto_shorthash_siphash24
#define crypto_shorthash_siphashx24 provenhash_crypto_shorthash_siphashx24
#else
#define crypto_shorthash_siphash24_H
#endif

#include <stddef.h>

#include <provenhash/dropin.h>

/* C before 1999 and C++ before 2011 have no such type, but their compilers do. */
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wlong-long"
#endif
typedef unsigned long long ph_dropin_length_t;
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

#define crypto_shorthash_siphash24_BYTES 8U
#define crypto_shorthash_siphash24_KEYBYTES 16U
#define crypto_shorthash_siphashx24_BYTES 16U
#define crypto_shorthash_siphashx24_KEYBYTES 16U

#ifdef __cplusplus
extern "C" {
#endif

PH_INLINE size_t crypto_shorthash_siphash24_bytes(void) {
    return crypto_shorthash_siphash24_BYTES;
}
PH_INLINE size_t crypto_shorthash_siphash24_keybytes(void) {
    return crypto_shorthash_siphash24_KEYBYTES;
}
PH_INLINE size_t crypto_shorthash_siphashx24_bytes(void) {
    return crypto_shorthash_siphashx24_BYTES;
}
PH_INLINE size_t crypto_shorthash_siphashx24_keybytes(void) {
    return crypto_shorthash_siphashx24_KEYBYTES;
}

/* These write 8 and 16 bytes under the 16 bytes at `k`, and return 0, or -1 for a null pointer that
 * is not allowed. */
PH_INLINE int crypto_shorthash_siphash24(unsigned char *out, const unsigned char *in,
                                         ph_dropin_length_t inlen, const unsigned char *k) {
    return ph_dropin_siphash(in, (size_t)inlen, k, out, crypto_shorthash_siphash24_BYTES);
}
PH_INLINE int crypto_shorthash_siphashx24(unsigned char *out, const unsigned char *in,
                                          ph_dropin_length_t inlen, const unsigned char *k) {
    return ph_dropin_siphash(in, (size_t)inlen, k, out, crypto_shorthash_siphashx24_BYTES);
}

#ifdef __cplusplus
}
#endif

#endif
