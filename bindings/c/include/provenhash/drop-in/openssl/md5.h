/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* MD5 with the interface of OpenSSL's <openssl/md5.h>, implemented by provenhash: link with
 * -lprovenhash instead of -lcrypto, or before it. No other header of OpenSSL is replaced.
 *
 * A context is stored wherever the program puts it, may be copied by assignment, and is never
 * freed; MD5_Final wipes it. A to D are the state after the last whole block, with little-endian
 * words; the other members are private. */

#ifndef PROVENHASH_DROPIN_OPENSSL_MD5_H
#define PROVENHASH_DROPIN_OPENSSL_MD5_H

/* If the original's header came first, its names lead here from now on. Otherwise it is empty. */
#if defined(HEADER_MD5_H) || defined(OPENSSL_MD5_H)
#define MD5_CTX provenhash_MD5_CTX
#define MD5_Init provenhash_MD5_Init
#define MD5_Update provenhash_MD5_Update
#define MD5_Final provenhash_MD5_Final
#define MD5_Transform provenhash_MD5_Transform
#define MD5 provenhash_MD5
#else
#define HEADER_MD5_H
#define OPENSSL_MD5_H
#endif

#include <stddef.h>
#include <stdint.h>

#include <provenhash/dropin.h>

#ifndef MD5_LONG
#define MD5_LONG uint32_t
#endif
#define MD5_CBLOCK 64
#define MD5_LBLOCK (MD5_CBLOCK / 4)
#define MD5_DIGEST_LENGTH 16

#ifdef __cplusplus
extern "C" {
#endif

typedef ph_MD5_CTX MD5_CTX;

/* These return 1, or 0 for a null pointer that is not allowed. */
PH_INLINE int MD5_Init(MD5_CTX *c) { return ph_MD5_Init(c); }
PH_INLINE int MD5_Update(MD5_CTX *c, const void *data, size_t len) {
    return ph_MD5_Update(c, data, len);
}
PH_INLINE int MD5_Final(unsigned char *md, MD5_CTX *c) { return ph_MD5_Final(md, c); }

/* Absorbs the 64 bytes at `b` into A to D, without counting them. */
PH_INLINE void MD5_Transform(MD5_CTX *c, const unsigned char *b) { ph_MD5_Transform(c, b); }

/* Returns `md` with the MD5 of `n` bytes, or, if `md` is null, a static buffer of this source file,
 * which the next such call overwrites. */
PH_INLINE unsigned char *MD5(const unsigned char *d, size_t n, unsigned char *md) {
    static unsigned char buffer[MD5_DIGEST_LENGTH];
    return ph_MD5(d, n, md == NULL ? buffer : md);
}

#ifdef __cplusplus
}
#endif

#endif
