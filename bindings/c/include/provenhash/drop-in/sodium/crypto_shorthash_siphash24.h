/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* SipHash-2-4 of 64 and of 128 bits with the interface of libsodium, implemented by provenhash: link
 * with -lprovenhash instead. Include it by this name: <sodium.h> finds libsodium's own. */

#ifndef PROVENHASH_DROPIN_SODIUM_SIPHASH24_H
#define PROVENHASH_DROPIN_SODIUM_SIPHASH24_H

#include <stddef.h>

#include <provenhash/dropin.h>

#define crypto_shorthash_siphash24_BYTES 8U
#define crypto_shorthash_siphash24_KEYBYTES 16U
#define crypto_shorthash_siphashx24_BYTES 16U
#define crypto_shorthash_siphashx24_KEYBYTES 16U

#ifdef __cplusplus
extern "C" {
#endif

static inline size_t crypto_shorthash_siphash24_bytes(void) {
    return crypto_shorthash_siphash24_BYTES;
}
static inline size_t crypto_shorthash_siphash24_keybytes(void) {
    return crypto_shorthash_siphash24_KEYBYTES;
}
static inline size_t crypto_shorthash_siphashx24_bytes(void) {
    return crypto_shorthash_siphashx24_BYTES;
}
static inline size_t crypto_shorthash_siphashx24_keybytes(void) {
    return crypto_shorthash_siphashx24_KEYBYTES;
}

/* These write 8 and 16 bytes under the 16 bytes at `k`, and return 0, or -1 for a null pointer that
 * is not allowed. */
static inline int crypto_shorthash_siphash24(unsigned char *out, const unsigned char *in,
                                             unsigned long long inlen, const unsigned char *k) {
    return ph_dropin_siphash(in, (size_t)inlen, k, out, crypto_shorthash_siphash24_BYTES);
}
static inline int crypto_shorthash_siphashx24(unsigned char *out, const unsigned char *in,
                                              unsigned long long inlen, const unsigned char *k) {
    return ph_dropin_siphash(in, (size_t)inlen, k, out, crypto_shorthash_siphashx24_BYTES);
}

#ifdef __cplusplus
}
#endif

#endif
