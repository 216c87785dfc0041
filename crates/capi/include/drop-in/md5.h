/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* MD5 with the interface of OpenSSL's <openssl/md5.h>, implemented by provenhash: link with
 * -lprovenhash instead. The functions are ph_MD5_Init and so on; if PROVENHASH_MD5_NAMES is defined
 * before this file is included, they have OpenSSL's names.
 *
 * A context is stored wherever the program puts it, may be copied by assignment, and is never
 * freed; MD5_Final wipes it. Its contents are private. Unlike OpenSSL's, MD5 has no static buffer
 * for a null `md`: it then returns null. */

#ifndef PROVENHASH_DROPIN_MD5_H
#define PROVENHASH_DROPIN_MD5_H

#include <stddef.h>
#include <stdint.h>

#include <provenhash/dropin.h>

#define PH_MD5_DIGEST_LENGTH 16
#define PH_MD5_CBLOCK 64

#ifdef PROVENHASH_MD5_NAMES
#define MD5_DIGEST_LENGTH PH_MD5_DIGEST_LENGTH
#define MD5_CBLOCK PH_MD5_CBLOCK
typedef ph_MD5_CTX MD5_CTX;

#ifdef __cplusplus
extern "C" {
#endif

static inline int MD5_Init(MD5_CTX *c) { return ph_MD5_Init(c); }
static inline int MD5_Update(MD5_CTX *c, const void *data, size_t len) {
    return ph_MD5_Update(c, data, len);
}
static inline int MD5_Final(unsigned char *md, MD5_CTX *c) { return ph_MD5_Final(md, c); }
static inline unsigned char *MD5(const unsigned char *d, size_t n, unsigned char *md) {
    return ph_MD5(d, n, md);
}

#ifdef __cplusplus
}
#endif
#endif

#endif
