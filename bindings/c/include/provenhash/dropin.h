/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see bindings/c/tests/headers.rs. */

#ifndef PROVENHASH_DROPIN_H
#define PROVENHASH_DROPIN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define PH_INLINE static inline
#elif defined(__GNUC__) || defined(_MSC_VER)
#define PH_INLINE static __inline
#else
#define PH_INLINE static
#endif

/**
 * A message of HighwayHash in pieces: stored on the caller's stack, copied by assignment, never
 * freed. Zeros are no message: call `ph_dropin_highwayhash_start` first.
 */
typedef struct {
  /**
   * Private.
   */
  uint64_t state[28];
} ph_dropin_highwayhash_t;

/**
 * The context of `ph_MD5_Init`: stored on the caller's stack, copied by assignment, never freed.
 */
typedef struct {
  /**
   * The state after the last whole block. Its words are little-endian.
   */
  uint32_t A;
  uint32_t B;
  uint32_t C;
  uint32_t D;
  /**
   * The bytes after the last whole block.
   */
  uint32_t data[16];
  /**
   * The number of bytes of the message.
   */
  uint64_t len;
} ph_MD5_CTX;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * `clhash` of the published library: `random` has 1,064 bytes. Returns 0 for a null pointer that
 * is not allowed.
 */
uint64_t ph_dropin_clhash(const void *random, const void *data, size_t len);

/**
 * `clhash` of the published library when it is compiled with BITMIX.
 */
uint64_t ph_dropin_clhash_bitmix(const void *random, const void *data, size_t len);

/**
 * Writes the 1,064 bytes of the key of `get_random_key_for_clhash(seed1, seed2)`: little-endian
 * words, as the published library has them.
 */
void ph_dropin_clhash_key(uint64_t seed1, uint64_t seed2, void *out);

/**
 * `HighwayHash64`: the key has four words. Returns 0 for a null pointer that is not allowed.
 */
uint64_t ph_dropin_highwayhash64(const uint64_t *key, const void *data, size_t len);

/**
 * `HighwayHash128`: the key has four words, the hash two. They are zeros for a null pointer that
 * is not allowed.
 */
void ph_dropin_highwayhash128(const uint64_t *key, const void *data, size_t len, uint64_t *out);

/**
 * `HighwayHash256`: the key has four words, and so has the hash. They are zeros for a null pointer
 * that is not allowed.
 */
void ph_dropin_highwayhash256(const uint64_t *key, const void *data, size_t len, uint64_t *out);

/**
 * Starts a message under a key of four words.
 */
void ph_dropin_highwayhash_start(const uint64_t *key, ph_dropin_highwayhash_t *context);

/**
 * Appends bytes to a message.
 */
void ph_dropin_highwayhash_append(const void *data, size_t len, ph_dropin_highwayhash_t *context);

/**
 * Writes the hash of the message so far: `words` words, 1, 2 or 4. For any other number nothing is
 * written.
 */
void ph_dropin_highwayhash_finish(const ph_dropin_highwayhash_t *context,
                                  uint64_t *out,
                                  size_t words);

/**
 * Starts a message. Returns 1, or 0 without a context.
 */
int ph_MD5_Init(ph_MD5_CTX *context);

/**
 * Appends bytes. Returns 1, or 0 without a context and for null with a length above 0.
 */
int ph_MD5_Update(ph_MD5_CTX *context, const void *data, size_t len);

/**
 * Absorbs the 64 bytes of a block into the state, without counting them.
 */
void ph_MD5_Transform(ph_MD5_CTX *context, const uint8_t *block);

/**
 * Writes the 16 bytes of the MD5, and wipes the context. Returns 1, or 0 for null.
 */
int ph_MD5_Final(uint8_t *out, ph_MD5_CTX *context);

/**
 * Computes the MD5 of a message. Returns `out`, or null for null.
 */
uint8_t *ph_MD5(const uint8_t *data, size_t len, uint8_t *out);

/**
 * `SipHashC` of Google's library, SipHash-2-4: the key has two words.
 */
uint64_t ph_dropin_siphash24(const uint64_t *key, const void *data, size_t len);

/**
 * `SipHash13C` of Google's library: the key has two words.
 */
uint64_t ph_dropin_siphash13(const uint64_t *key, const void *data, size_t len);

/**
 * `SipTreeHashC` of Google's library: the key has four words.
 */
uint64_t ph_dropin_siptreehash(const uint64_t *key, const void *data, size_t len);

/**
 * `SipTreeHash13C` of Google's library: the key has four words.
 */
uint64_t ph_dropin_siptreehash13(const uint64_t *key, const void *data, size_t len);

/**
 * `siphash` of Redis, SipHash-1-2: the key has 16 bytes. Returns 0 for a null pointer that is not
 * allowed.
 */
uint64_t ph_dropin_siphash12(const uint8_t *data, size_t len, const uint8_t *key);

/**
 * `siphash_nocase` of Redis: `ph_dropin_siphash12` of the message with `A` to `Z` converted to `a`
 * to `z`. No other byte changes.
 */
uint64_t ph_dropin_siphash12_nocase(const uint8_t *data, size_t len, const uint8_t *key);

/**
 * `siphash` of the reference, SipHash-2-4: the key has 16 bytes, the output 8 or 16. Returns 0, or
 * -1 for null and for any other length of the output, for which the reference ends the program.
 */
int ph_dropin_siphash(const void *data, size_t len, const void *key, uint8_t *out, size_t out_len);

/**
 * `halfsiphash` of the reference, HalfSipHash-2-4: the key has 8 bytes, the output 4 or 8. Returns
 * as `ph_dropin_siphash`.
 */
int ph_dropin_halfsiphash(const void *data,
                          size_t len,
                          const void *key,
                          uint8_t *out,
                          size_t out_len);

/**
 * Writes a random key of 16 bytes, as libsodium's `crypto_shorthash_keygen` does. Returns 0, or -1
 * for null and where the operating system provides no random bits.
 */
int ph_dropin_siphash_key(uint8_t *out);

#ifdef __cplusplus
}
#endif

#endif  /* PROVENHASH_DROPIN_H */
