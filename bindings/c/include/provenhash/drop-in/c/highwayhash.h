/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* The C implementation in Google's library, c/highwayhash.h (github.com/google/highwayhash),
 * implemented by provenhash: link with -lprovenhash instead. It runs the widest code that the CPU
 * has, where the original is portable.
 *
 * HighwayHashState and HighwayHashCat are one type, whose contents are private. As in the original,
 * this header and highwayhash/c_bindings.h cannot be included together: both have a HighwayHash64. */

#ifndef PROVENHASH_DROPIN_C_HIGHWAYHASH_H
#define PROVENHASH_DROPIN_C_HIGHWAYHASH_H

/* If the original's header came first, its names lead here from now on. Otherwise it is empty. */
#ifdef C_HIGHWAYHASH_H_
#define HighwayHash64 provenhash_HighwayHash64
#define HighwayHash128 provenhash_HighwayHash128
#define HighwayHash256 provenhash_HighwayHash256
#define HighwayHashCat provenhash_HighwayHashCat
#define HighwayHashCatStart provenhash_HighwayHashCatStart
#define HighwayHashCatAppend provenhash_HighwayHashCatAppend
#define HighwayHashCatFinish64 provenhash_HighwayHashCatFinish64
#define HighwayHashCatFinish128 provenhash_HighwayHashCatFinish128
#define HighwayHashCatFinish256 provenhash_HighwayHashCatFinish256
#define HighwayHashState provenhash_HighwayHashState
#define HighwayHashReset provenhash_HighwayHashReset
#define HighwayHashUpdatePacket provenhash_HighwayHashUpdatePacket
#define HighwayHashUpdateRemainder provenhash_HighwayHashUpdateRemainder
#define HighwayHashFinalize64 provenhash_HighwayHashFinalize64
#define HighwayHashFinalize128 provenhash_HighwayHashFinalize128
#define HighwayHashFinalize256 provenhash_HighwayHashFinalize256
#else
#define C_HIGHWAYHASH_H_
#endif

#include <stddef.h>
#include <stdint.h>

#include <provenhash/dropin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whole messages. */
PH_INLINE uint64_t HighwayHash64(const uint8_t *data, size_t size, const uint64_t key[4]) {
    return ph_dropin_highwayhash64(key, data, size);
}
PH_INLINE void HighwayHash128(const uint8_t *data, size_t size, const uint64_t key[4],
                              uint64_t hash[2]) {
    ph_dropin_highwayhash128(key, data, size, hash);
}
PH_INLINE void HighwayHash256(const uint8_t *data, size_t size, const uint64_t key[4],
                              uint64_t hash[4]) {
    ph_dropin_highwayhash256(key, data, size, hash);
}

/* Messages in pieces of any length. */
typedef ph_dropin_highwayhash_t HighwayHashCat;

PH_INLINE void HighwayHashCatStart(const uint64_t key[4], HighwayHashCat *state) {
    ph_dropin_highwayhash_start(key, state);
}
PH_INLINE void HighwayHashCatAppend(const uint8_t *bytes, size_t num, HighwayHashCat *state) {
    ph_dropin_highwayhash_append(bytes, num, state);
}
PH_INLINE uint64_t HighwayHashCatFinish64(const HighwayHashCat *state) {
    uint64_t hash = 0;
    ph_dropin_highwayhash_finish(state, &hash, 1);
    return hash;
}
PH_INLINE void HighwayHashCatFinish128(const HighwayHashCat *state, uint64_t hash[2]) {
    ph_dropin_highwayhash_finish(state, hash, 2);
}
PH_INLINE void HighwayHashCatFinish256(const HighwayHashCat *state, uint64_t hash[4]) {
    ph_dropin_highwayhash_finish(state, hash, 4);
}

/* Messages in packets of 32 bytes, and a last one of up to 31. */
typedef ph_dropin_highwayhash_t HighwayHashState;

PH_INLINE void HighwayHashReset(const uint64_t key[4], HighwayHashState *state) {
    ph_dropin_highwayhash_start(key, state);
}
PH_INLINE void HighwayHashUpdatePacket(const uint8_t *packet, HighwayHashState *state) {
    ph_dropin_highwayhash_append(packet, 32, state);
}
PH_INLINE void HighwayHashUpdateRemainder(const uint8_t *bytes, const size_t size_mod32,
                                          HighwayHashState *state) {
    ph_dropin_highwayhash_append(bytes, size_mod32, state);
}
PH_INLINE uint64_t HighwayHashFinalize64(HighwayHashState *state) {
    return HighwayHashCatFinish64(state);
}
PH_INLINE void HighwayHashFinalize128(HighwayHashState *state, uint64_t hash[2]) {
    HighwayHashCatFinish128(state, hash);
}
PH_INLINE void HighwayHashFinalize256(HighwayHashState *state, uint64_t hash[4]) {
    HighwayHashCatFinish256(state, hash);
}

#ifdef __cplusplus
}
#endif

#endif
