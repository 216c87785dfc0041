/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_CLHASH_H
#define PROVENHASH_CLHASH_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * The length, in bytes, of a key of CLHASH.
 */
#define PH_CLHASH_KEY_BYTES 1064

/**
 * The length, in bytes, of a checkpoint of a stream of CLHASH.
 */
#define PH_CLHASH_CHECKPOINT_BYTES 72

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_CLHASH_PART_BLOCK_BYTES 1024

/**
 * The length, in bytes, of a key of CLHASH-128.
 */
#define PH_CLHASH128_KEY_BYTES 2400

/**
 * The length, in bytes, of a checkpoint of a stream of CLHASH-128.
 */
#define PH_CLHASH128_CHECKPOINT_BYTES 600

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_CLHASH128_PART_BLOCK_BYTES 2048

/**
 * A key of CLHASH-128.
 */
typedef struct ph_clhash128_key_t ph_clhash128_key_t;

/**
 * A part of a message, hashed separately by CLHASH-128. Parts can be hashed on several threads or
 * machines, and joined in any grouping, but in order.
 */
typedef struct ph_clhash128_part_t ph_clhash128_part_t;

/**
 * A message that arrives in pieces, hashed by CLHASH-128.
 */
typedef struct ph_clhash128_stream_t ph_clhash128_stream_t;

/**
 * A key of CLHASH.
 */
typedef struct ph_clhash_key_t ph_clhash_key_t;

/**
 * A part of a message, hashed separately by CLHASH. Parts can be hashed on several threads or
 * machines, and joined in any grouping, but in order.
 */
typedef struct ph_clhash_part_t ph_clhash_part_t;

/**
 * A message that arrives in pieces, hashed by CLHASH.
 */
typedef struct ph_clhash_stream_t ph_clhash_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes a key of CLHASH from its PH_CLHASH_KEY_BYTES bytes. The bytes are 133 little-endian words
 * of 64 random bits.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash_key_new(const void *bytes, size_t len, ph_clhash_key_t **out);

/**
 * Derives a key of CLHASH from a number, the same on every machine; frozen. Use it for checksums
 * and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash_key_from_seed(uint64_t seed, ph_clhash_key_t **out);

/**
 * Makes a random key of CLHASH, every bit of which comes from the operating system. The keys of
 * threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_clhash_key_generate(ph_clhash_key_t **out);

/**
 * Writes the PH_CLHASH_KEY_BYTES bytes of a key. `ph_clhash_key_new` makes the same key from them.
 */
ph_status_t ph_clhash_key_bytes(const ph_clhash_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_clhash_key_backend(const ph_clhash_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_clhash_key_free(ph_clhash_key_t *key);

/**
 * Computes CLHASH of a message, one 64-bit word. Frozen.
 *
 * Under a random secret key, two given messages collide with probability at most 2.004 * 2^-64,
 * and at most 2^-64 up to 1,024 bytes: a theorem. The hash of the empty message is 0. Do not show
 * hashes to an adversary, because a few of them reveal the key.
 */
ph_status_t ph_clhash(const ph_clhash_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * Computes CLHASH of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and hash i,
 * one 64-bit word, is that of `ph_clhash`. A batch takes less time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_clhash_many(const ph_clhash_key_t *key,
                           const void *const *data,
                           const size_t *lens,
                           size_t count,
                           uint64_t *out);

/**
 * Computes CLHASH of `count` words, each as its eight little-endian bytes; hash i is one 64-bit
 * word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_clhash_u64s(const ph_clhash_key_t *key,
                           const uint64_t *words,
                           size_t count,
                           uint64_t *out);

/**
 * Computes CLHASH of the strings of a column in Arrow's layout. String i is the bytes `offsets[i]`
 * to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is one 64-bit
 * word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_clhash_column32(const ph_clhash_key_t *key,
                               const void *values,
                               size_t len,
                               const int32_t *offsets,
                               size_t rows,
                               uint64_t *out);

/**
 * Does the same as `ph_clhash_column32`, with offsets of 64 bits.
 */
ph_status_t ph_clhash_column64(const ph_clhash_key_t *key,
                               const void *values,
                               size_t len,
                               const int64_t *offsets,
                               size_t rows,
                               uint64_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of CLHASH under a random secret key: two
 * different messages of at most `len` bytes, chosen without knowledge of the key, collide with at
 * most this probability.
 */
double ph_clhash_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_clhash_stream_update(ph_clhash_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_clhash_stream_len(const ph_clhash_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash_stream_clone(const ph_clhash_stream_t *stream, ph_clhash_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_CLHASH_CHECKPOINT_BYTES bytes.
 * `ph_clhash_stream_restore` resumes from it, also on another machine. It contains no key, but
 * values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_clhash_stream_save(const ph_clhash_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_clhash_stream_free(ph_clhash_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash_stream_new(const ph_clhash_key_t *key, ph_clhash_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_clhash_stream_reset(ph_clhash_stream_t *stream, const ph_clhash_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash_stream_restore(const ph_clhash_key_t *key,
                                     const void *data,
                                     size_t len,
                                     ph_clhash_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_clhash_stream_finalize(const ph_clhash_stream_t *stream, uint64_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash_part_new(const ph_clhash_key_t *key,
                               const void *data,
                               size_t len,
                               ph_clhash_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash_stream_part(const ph_clhash_stream_t *stream, ph_clhash_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_CLHASH_PART_BLOCK_BYTES
 * and `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
 */
ph_status_t ph_clhash_part_append(ph_clhash_part_t *part,
                                  const ph_clhash_key_t *key,
                                  const ph_clhash_part_t *next);

/**
 * Writes the hash of the message in the part, one 64-bit word: that of `ph_clhash`.
 */
ph_status_t ph_clhash_part_finalize(const ph_clhash_part_t *part,
                                    const ph_clhash_key_t *key,
                                    uint64_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_clhash_part_len(const ph_clhash_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_clhash_part_free(ph_clhash_part_t *part);

/**
 * Computes CLHASH of a message, followed by the bijection `ph_mix`. Use it as a general-purpose
 * hash: flipping a bit of the message changes every bit of the hash half of the time. Collisions
 * are as rare as those of `ph_clhash`, but do not build a MAC on this. Frozen.
 */
ph_status_t ph_clhash_mixed(const ph_clhash_key_t *key,
                            const void *data,
                            size_t len,
                            uint64_t *out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_clhash_stream_finalize_mixed(const ph_clhash_stream_t *stream, uint64_t *out);

/**
 * CLHASH as the published library computes it when it is compiled with BITMIX. Frozen.
 *
 * That option mixes messages of at most 1,024 bytes, and worse than `ph_clhash_mixed`: use this
 * function only to compare with stored values.
 */
ph_status_t ph_clhash_bitmix(const ph_clhash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * Makes the key of the published library's `get_random_key_for_clhash(seed1, seed2)`. Frozen. Two
 * seeds of 0 give the zero key.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash_key_from_xorshift(uint64_t seed1, uint64_t seed2, ph_clhash_key_t **out);

/**
 * Makes a key of CLHASH-128 from its PH_CLHASH128_KEY_BYTES bytes. The bytes are 300 little-endian
 * words of 64 random bits.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash128_key_new(const void *bytes, size_t len, ph_clhash128_key_t **out);

/**
 * Derives a key of CLHASH-128 from a number, the same on every machine; frozen. Use it for
 * checksums and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash128_key_from_seed(uint64_t seed, ph_clhash128_key_t **out);

/**
 * Makes a random key of CLHASH-128, every bit of which comes from the operating system. The keys
 * of threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_clhash128_key_generate(ph_clhash128_key_t **out);

/**
 * Writes the PH_CLHASH128_KEY_BYTES bytes of a key. `ph_clhash128_key_new` makes the same key from
 * them.
 */
ph_status_t ph_clhash128_key_bytes(const ph_clhash128_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_clhash128_key_backend(const ph_clhash128_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_clhash128_key_free(ph_clhash128_key_t *key);

/**
 * Computes CLHASH-128 of a message, two 64-bit words, the lowest first. Frozen.
 *
 * Under a random secret key, two given messages collide with probability below 2^-126.99: a
 * theorem. Do not show hashes to an adversary, because a few of them reveal the key.
 */
ph_status_t ph_clhash128(const ph_clhash128_key_t *key,
                         const void *data,
                         size_t len,
                         uint64_t *out);

/**
 * Computes CLHASH-128 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and hash
 * i, two 64-bit words, the lowest first, is that of `ph_clhash128`. A batch takes less time than
 * the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_clhash128_many(const ph_clhash128_key_t *key,
                              const void *const *data,
                              const size_t *lens,
                              size_t count,
                              uint64_t *out);

/**
 * Computes CLHASH-128 of `count` words, each as its eight little-endian bytes; hash i is two
 * 64-bit words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_clhash128_u64s(const ph_clhash128_key_t *key,
                              const uint64_t *words,
                              size_t count,
                              uint64_t *out);

/**
 * Computes CLHASH-128 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * two 64-bit words, the lowest first. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_clhash128_column32(const ph_clhash128_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int32_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Does the same as `ph_clhash128_column32`, with offsets of 64 bits.
 */
ph_status_t ph_clhash128_column64(const ph_clhash128_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int64_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of CLHASH-128 under a random secret key:
 * two different messages of at most `len` bytes, chosen without knowledge of the key, collide with
 * at most this probability.
 */
double ph_clhash128_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_clhash128_stream_update(ph_clhash128_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_clhash128_stream_len(const ph_clhash128_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash128_stream_clone(const ph_clhash128_stream_t *stream,
                                      ph_clhash128_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_CLHASH128_CHECKPOINT_BYTES bytes.
 * `ph_clhash128_stream_restore` resumes from it, also on another machine. It contains no key, but
 * values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_clhash128_stream_save(const ph_clhash128_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_clhash128_stream_free(ph_clhash128_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash128_stream_new(const ph_clhash128_key_t *key, ph_clhash128_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_clhash128_stream_reset(ph_clhash128_stream_t *stream, const ph_clhash128_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash128_stream_restore(const ph_clhash128_key_t *key,
                                        const void *data,
                                        size_t len,
                                        ph_clhash128_stream_t **out);

/**
 * Writes the hash of the message so far, two 64-bit words, the lowest first. The stream can be
 * continued afterwards.
 */
ph_status_t ph_clhash128_stream_finalize(const ph_clhash128_stream_t *stream, uint64_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash128_part_new(const ph_clhash128_key_t *key,
                                  const void *data,
                                  size_t len,
                                  ph_clhash128_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_clhash128_stream_part(const ph_clhash128_stream_t *stream,
                                     ph_clhash128_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_CLHASH128_PART_BLOCK_BYTES
 * and `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
 */
ph_status_t ph_clhash128_part_append(ph_clhash128_part_t *part,
                                     const ph_clhash128_key_t *key,
                                     const ph_clhash128_part_t *next);

/**
 * Writes the hash of the message in the part, two 64-bit words, the lowest first: that of
 * `ph_clhash128`.
 */
ph_status_t ph_clhash128_part_finalize(const ph_clhash128_part_t *part,
                                       const ph_clhash128_key_t *key,
                                       uint64_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_clhash128_part_len(const ph_clhash128_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_clhash128_part_free(ph_clhash128_part_t *part);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_CLHASH_H */
