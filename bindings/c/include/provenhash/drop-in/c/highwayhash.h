/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* The C implementation in Google's library, c/highwayhash.h (github.com/google/highwayhash),
 * implemented by provenhash: link with -lprovenhash instead. It runs the widest code that the CPU
 * has, where the original is portable.
 *
 * HighwayHashState and HighwayHashCat are one type, whose contents are private. As in the original,
 * this header and highwayhash/c_bindings.h cannot be included together: both have a HighwayHash64. */

#ifndef PROVENHASH_DROPIN_C_HIGHWAYHASH_H
#define PROVENHASH_DROPIN_C_HIGHWAYHASH_H

#include <stddef.h>
#include <stdint.h>

#include <provenhash/dropin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whole messages. */
static inline uint64_t HighwayHash64(const uint8_t *data, size_t size, const uint64_t key[4]) {
    return ph_dropin_highwayhash64(key, data, size);
}
static inline void HighwayHash128(const uint8_t *data, size_t size, const uint64_t key[4],
                                  uint64_t hash[2]) {
    ph_dropin_highwayhash128(key, data, size, hash);
}
static inline void HighwayHash256(const uint8_t *data, size_t size, const uint64_t key[4],
                                  uint64_t hash[4]) {
    ph_dropin_highwayhash256(key, data, size, hash);
}

/* Messages in pieces of any length. */
typedef ph_dropin_highwayhash_t HighwayHashCat;

static inline void HighwayHashCatStart(const uint64_t key[4], HighwayHashCat *state) {
    ph_dropin_highwayhash_start(key, state);
}
static inline void HighwayHashCatAppend(const uint8_t *bytes, size_t num, HighwayHashCat *state) {
    ph_dropin_highwayhash_append(bytes, num, state);
}
static inline uint64_t HighwayHashCatFinish64(const HighwayHashCat *state) {
    uint64_t hash = 0;
    ph_dropin_highwayhash_finish(state, &hash, 1);
    return hash;
}
static inline void HighwayHashCatFinish128(const HighwayHashCat *state, uint64_t hash[2]) {
    ph_dropin_highwayhash_finish(state, hash, 2);
}
static inline void HighwayHashCatFinish256(const HighwayHashCat *state, uint64_t hash[4]) {
    ph_dropin_highwayhash_finish(state, hash, 4);
}

/* Messages in packets of 32 bytes, and a last one of up to 31. */
typedef ph_dropin_highwayhash_t HighwayHashState;

static inline void HighwayHashReset(const uint64_t key[4], HighwayHashState *state) {
    ph_dropin_highwayhash_start(key, state);
}
static inline void HighwayHashUpdatePacket(const uint8_t *packet, HighwayHashState *state) {
    ph_dropin_highwayhash_append(packet, 32, state);
}
static inline void HighwayHashUpdateRemainder(const uint8_t *bytes, const size_t size_mod32,
                                              HighwayHashState *state) {
    ph_dropin_highwayhash_append(bytes, size_mod32, state);
}
static inline uint64_t HighwayHashFinalize64(HighwayHashState *state) {
    return HighwayHashCatFinish64(state);
}
static inline void HighwayHashFinalize128(HighwayHashState *state, uint64_t hash[2]) {
    HighwayHashCatFinish128(state, hash);
}
static inline void HighwayHashFinalize256(HighwayHashState *state, uint64_t hash[4]) {
    HighwayHashCatFinish256(state, hash);
}

#ifdef __cplusplus
}
#endif

#endif
