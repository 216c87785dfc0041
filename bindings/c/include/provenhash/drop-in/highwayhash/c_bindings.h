/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* The C interface of Google's library (github.com/google/highwayhash), implemented by provenhash:
 * link with -lprovenhash instead. Keys and hashes are the same since that library froze them, in
 * August 2017 for HighwayHash64. The earlier function HighwayTreeHash, which has other values, is
 * missing. c/highwayhash.h has the other C interface of that library, with messages in pieces.
 *
 * Every function chooses the code for the CPU itself, so the functions for named targets are all
 * the same. */

#ifndef PROVENHASH_DROPIN_HIGHWAYHASH_C_BINDINGS_H
#define PROVENHASH_DROPIN_HIGHWAYHASH_C_BINDINGS_H

/* If the original's header came first, its names lead here from now on. Otherwise it is empty. */
#ifdef HIGHWAYHASH_HIGHWAYHASH_C_BINDINGS_H_
#define SipHashC provenhash_SipHashC
#define SipHash13C provenhash_SipHash13C
#define SipTreeHashC provenhash_SipTreeHashC
#define SipTreeHash13C provenhash_SipTreeHash13C
#define ScalarSipTreeHashC provenhash_ScalarSipTreeHashC
#define ScalarSipTreeHash13C provenhash_ScalarSipTreeHash13C
#define HighwayHash64 provenhash_HighwayHash64
#define HighwayHash64_TargetPortable provenhash_HighwayHash64_TargetPortable
#define HighwayHash64_TargetSSE41 provenhash_HighwayHash64_TargetSSE41
#define HighwayHash64_TargetAVX2 provenhash_HighwayHash64_TargetAVX2
#define HighwayHash64_TargetVSX provenhash_HighwayHash64_TargetVSX
#else
#define HIGHWAYHASH_HIGHWAYHASH_C_BINDINGS_H_
#endif

#include <stddef.h>
#include <stdint.h>

#include <provenhash/dropin.h>

#include "hh_types.h"

#ifdef __cplusplus
extern "C" {

using highwayhash::HHKey;
using highwayhash::HHPacket;
using highwayhash::HHResult128;
using highwayhash::HHResult256;
using highwayhash::HHResult64;
#endif

/* SipHash-2-4 and SipHash-1-3 of 64 bits, under a key of two words. */
PH_INLINE uint64_t SipHashC(const uint64_t *key, const char *bytes, const uint64_t size) {
    return ph_dropin_siphash24(key, bytes, (size_t)size);
}
PH_INLINE uint64_t SipHash13C(const uint64_t *key, const char *bytes, const uint64_t size) {
    return ph_dropin_siphash13(key, bytes, (size_t)size);
}

/* SipTreeHash, based on SipHash-2-4 and on SipHash-1-3, under a key of four words. */
PH_INLINE uint64_t SipTreeHashC(const uint64_t *key, const char *bytes, const uint64_t size) {
    return ph_dropin_siptreehash(key, bytes, (size_t)size);
}
PH_INLINE uint64_t SipTreeHash13C(const uint64_t *key, const char *bytes,
                                  const uint64_t size) {
    return ph_dropin_siptreehash13(key, bytes, (size_t)size);
}
PH_INLINE uint64_t ScalarSipTreeHashC(const uint64_t *key, const char *bytes,
                                      const uint64_t size) {
    return ph_dropin_siptreehash(key, bytes, (size_t)size);
}
PH_INLINE uint64_t ScalarSipTreeHash13C(const uint64_t *key, const char *bytes,
                                        const uint64_t size) {
    return ph_dropin_siptreehash13(key, bytes, (size_t)size);
}

/* HighwayHash of 64 bits. */
PH_INLINE uint64_t HighwayHash64(const HHKey key, const char *bytes, const uint64_t size) {
    return ph_dropin_highwayhash64(key, bytes, (size_t)size);
}
PH_INLINE uint64_t HighwayHash64_TargetPortable(const HHKey key, const char *bytes,
                                                const uint64_t size) {
    return ph_dropin_highwayhash64(key, bytes, (size_t)size);
}
PH_INLINE uint64_t HighwayHash64_TargetSSE41(const HHKey key, const char *bytes,
                                             const uint64_t size) {
    return ph_dropin_highwayhash64(key, bytes, (size_t)size);
}
PH_INLINE uint64_t HighwayHash64_TargetAVX2(const HHKey key, const char *bytes,
                                            const uint64_t size) {
    return ph_dropin_highwayhash64(key, bytes, (size_t)size);
}
PH_INLINE uint64_t HighwayHash64_TargetVSX(const HHKey key, const char *bytes,
                                           const uint64_t size) {
    return ph_dropin_highwayhash64(key, bytes, (size_t)size);
}

#ifdef __cplusplus
}
#endif

#endif
