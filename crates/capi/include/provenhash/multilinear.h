/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_MULTILINEAR_H
#define PROVENHASH_MULTILINEAR_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * The length, in bytes, of a key of 32-bit MMH.
 */
#define PH_MMH32_KEY_BYTES 4176

/**
 * The length, in bytes, of a checkpoint of a stream of 32-bit MMH.
 */
#define PH_MMH32_CHECKPOINT_BYTES 216

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_MMH32_PART_BLOCK_BYTES 4096

/**
 * The length, in bytes, of a key of 64-bit MMH.
 */
#define PH_MMH64_KEY_BYTES 4176

/**
 * The length, in bytes, of a checkpoint of a stream of 64-bit MMH.
 */
#define PH_MMH64_CHECKPOINT_BYTES 216

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_MMH64_PART_BLOCK_BYTES 4096

/**
 * The length, in bytes, of a key of four-word TMMH/16.
 */
#define PH_TMMH16_KEY_BYTES 4224

/**
 * The length, in bytes, of a checkpoint of a stream of four-word TMMH/16.
 */
#define PH_TMMH16_CHECKPOINT_BYTES 216

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_TMMH16_PART_BLOCK_BYTES 4096

/**
 * The length, in bytes, of a key of Multilinear64.
 */
#define PH_MULTILINEAR64_KEY_BYTES 4152

/**
 * The length, in bytes, of a checkpoint of a stream of Multilinear64.
 */
#define PH_MULTILINEAR64_CHECKPOINT_BYTES 216

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_MULTILINEAR64_PART_BLOCK_BYTES 4096

/**
 * A key of 32-bit MMH.
 */
typedef struct ph_mmh32_key_t ph_mmh32_key_t;

/**
 * A part of a message, hashed separately by 32-bit MMH. Parts can be hashed on several threads or
 * machines, and joined in any grouping, but in order.
 */
typedef struct ph_mmh32_part_t ph_mmh32_part_t;

/**
 * A message that arrives in pieces, hashed by 32-bit MMH.
 */
typedef struct ph_mmh32_stream_t ph_mmh32_stream_t;

/**
 * A key of 64-bit MMH.
 */
typedef struct ph_mmh64_key_t ph_mmh64_key_t;

/**
 * A part of a message, hashed separately by 64-bit MMH. Parts can be hashed on several threads or
 * machines, and joined in any grouping, but in order.
 */
typedef struct ph_mmh64_part_t ph_mmh64_part_t;

/**
 * A message that arrives in pieces, hashed by 64-bit MMH.
 */
typedef struct ph_mmh64_stream_t ph_mmh64_stream_t;

/**
 * A key of Multilinear64.
 */
typedef struct ph_multilinear64_key_t ph_multilinear64_key_t;

/**
 * A part of a message, hashed separately by Multilinear64. Parts can be hashed on several threads
 * or machines, and joined in any grouping, but in order.
 */
typedef struct ph_multilinear64_part_t ph_multilinear64_part_t;

/**
 * A message that arrives in pieces, hashed by Multilinear64.
 */
typedef struct ph_multilinear64_stream_t ph_multilinear64_stream_t;

/**
 * A key of four-word TMMH/16.
 */
typedef struct ph_tmmh16_key_t ph_tmmh16_key_t;

/**
 * A part of a message, hashed separately by four-word TMMH/16. Parts can be hashed on several
 * threads or machines, and joined in any grouping, but in order.
 */
typedef struct ph_tmmh16_part_t ph_tmmh16_part_t;

/**
 * A message that arrives in pieces, hashed by four-word TMMH/16.
 */
typedef struct ph_tmmh16_stream_t ph_tmmh16_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes a key of 32-bit MMH from its PH_MMH32_KEY_BYTES bytes. The bytes are random, in the layout
 * of the Rust crate.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh32_key_new(const void *bytes, size_t len, ph_mmh32_key_t **out);

/**
 * Derives a key of 32-bit MMH from a number, the same on every machine; frozen. Use it for
 * checksums and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh32_key_from_seed(uint64_t seed, ph_mmh32_key_t **out);

/**
 * Makes a random key of 32-bit MMH, every bit of which comes from the operating system. The keys
 * of threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_mmh32_key_generate(ph_mmh32_key_t **out);

/**
 * Writes the PH_MMH32_KEY_BYTES bytes of a key. `ph_mmh32_key_new` makes the same key from them.
 */
ph_status_t ph_mmh32_key_bytes(const ph_mmh32_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_mmh32_key_backend(const ph_mmh32_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_mmh32_key_free(ph_mmh32_key_t *key);

/**
 * Computes 32-bit MMH of a message, one 32-bit word. Frozen.
 *
 * Under a random secret key, two given messages of up to 4,096 bytes collide with probability at
 * most 6 * 2^-32: a theorem; `ph_mmh32_collision_bound` gives that of longer ones. Do not show
 * hashes to an adversary.
 */
ph_status_t ph_mmh32(const ph_mmh32_key_t *key, const void *data, size_t len, uint32_t *out);

/**
 * Computes 32-bit MMH of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and hash
 * i, one 32-bit word, is that of `ph_mmh32`. A batch takes less time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_mmh32_many(const ph_mmh32_key_t *key,
                          const void *const *data,
                          const size_t *lens,
                          size_t count,
                          uint32_t *out);

/**
 * Computes 32-bit MMH of `count` words, each as its eight little-endian bytes; hash i is one
 * 32-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_mmh32_u64s(const ph_mmh32_key_t *key,
                          const uint64_t *words,
                          size_t count,
                          uint32_t *out);

/**
 * Computes 32-bit MMH of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 32-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_mmh32_column32(const ph_mmh32_key_t *key,
                              const void *values,
                              size_t len,
                              const int32_t *offsets,
                              size_t rows,
                              uint32_t *out);

/**
 * Does the same as `ph_mmh32_column32`, with offsets of 64 bits.
 */
ph_status_t ph_mmh32_column64(const ph_mmh32_key_t *key,
                              const void *values,
                              size_t len,
                              const int64_t *offsets,
                              size_t rows,
                              uint32_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of 32-bit MMH under a random secret key:
 * two different messages of at most `len` bytes, chosen without knowledge of the key, collide with
 * at most this probability.
 */
double ph_mmh32_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_mmh32_stream_update(ph_mmh32_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_mmh32_stream_len(const ph_mmh32_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh32_stream_clone(const ph_mmh32_stream_t *stream, ph_mmh32_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_MMH32_CHECKPOINT_BYTES bytes.
 * `ph_mmh32_stream_restore` resumes from it, also on another machine. It contains no key, but
 * values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_mmh32_stream_save(const ph_mmh32_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_mmh32_stream_free(ph_mmh32_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh32_stream_new(const ph_mmh32_key_t *key, ph_mmh32_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_mmh32_stream_reset(ph_mmh32_stream_t *stream, const ph_mmh32_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh32_stream_restore(const ph_mmh32_key_t *key,
                                    const void *data,
                                    size_t len,
                                    ph_mmh32_stream_t **out);

/**
 * Writes the hash of the message so far, one 32-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_mmh32_stream_finalize(const ph_mmh32_stream_t *stream, uint32_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh32_part_new(const ph_mmh32_key_t *key,
                              const void *data,
                              size_t len,
                              ph_mmh32_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh32_stream_part(const ph_mmh32_stream_t *stream, ph_mmh32_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_MMH32_PART_BLOCK_BYTES and
 * `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
 */
ph_status_t ph_mmh32_part_append(ph_mmh32_part_t *part,
                                 const ph_mmh32_key_t *key,
                                 const ph_mmh32_part_t *next);

/**
 * Writes the hash of the message in the part, one 32-bit word: that of `ph_mmh32`.
 */
ph_status_t ph_mmh32_part_finalize(const ph_mmh32_part_t *part,
                                   const ph_mmh32_key_t *key,
                                   uint32_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_mmh32_part_len(const ph_mmh32_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_mmh32_part_free(ph_mmh32_part_t *part);

/**
 * Makes a key of 64-bit MMH from its PH_MMH64_KEY_BYTES bytes. The bytes are random, in the layout
 * of the Rust crate.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh64_key_new(const void *bytes, size_t len, ph_mmh64_key_t **out);

/**
 * Derives a key of 64-bit MMH from a number, the same on every machine; frozen. Use it for
 * checksums and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh64_key_from_seed(uint64_t seed, ph_mmh64_key_t **out);

/**
 * Makes a random key of 64-bit MMH, every bit of which comes from the operating system. The keys
 * of threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_mmh64_key_generate(ph_mmh64_key_t **out);

/**
 * Writes the PH_MMH64_KEY_BYTES bytes of a key. `ph_mmh64_key_new` makes the same key from them.
 */
ph_status_t ph_mmh64_key_bytes(const ph_mmh64_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_mmh64_key_backend(const ph_mmh64_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_mmh64_key_free(ph_mmh64_key_t *key);

/**
 * Computes 64-bit MMH of a message, two 32-bit words. Frozen.
 *
 * Under a random secret key, two given messages of up to 4,096 bytes collide with probability at
 * most 54 * 2^-64: a theorem; `ph_mmh64_collision_bound` gives that of longer ones. Do not show
 * hashes to an adversary.
 */
ph_status_t ph_mmh64(const ph_mmh64_key_t *key, const void *data, size_t len, uint32_t *out);

/**
 * Computes 64-bit MMH of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and hash
 * i, two 32-bit words, is that of `ph_mmh64`. A batch takes less time than the messages one by
 * one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_mmh64_many(const ph_mmh64_key_t *key,
                          const void *const *data,
                          const size_t *lens,
                          size_t count,
                          uint32_t *out);

/**
 * Computes 64-bit MMH of `count` words, each as its eight little-endian bytes; hash i is two
 * 32-bit words.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_mmh64_u64s(const ph_mmh64_key_t *key,
                          const uint64_t *words,
                          size_t count,
                          uint32_t *out);

/**
 * Computes 64-bit MMH of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * two 32-bit words. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_mmh64_column32(const ph_mmh64_key_t *key,
                              const void *values,
                              size_t len,
                              const int32_t *offsets,
                              size_t rows,
                              uint32_t *out);

/**
 * Does the same as `ph_mmh64_column32`, with offsets of 64 bits.
 */
ph_status_t ph_mmh64_column64(const ph_mmh64_key_t *key,
                              const void *values,
                              size_t len,
                              const int64_t *offsets,
                              size_t rows,
                              uint32_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of 64-bit MMH under a random secret key:
 * two different messages of at most `len` bytes, chosen without knowledge of the key, collide with
 * at most this probability.
 */
double ph_mmh64_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_mmh64_stream_update(ph_mmh64_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_mmh64_stream_len(const ph_mmh64_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh64_stream_clone(const ph_mmh64_stream_t *stream, ph_mmh64_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_MMH64_CHECKPOINT_BYTES bytes.
 * `ph_mmh64_stream_restore` resumes from it, also on another machine. It contains no key, but
 * values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_mmh64_stream_save(const ph_mmh64_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_mmh64_stream_free(ph_mmh64_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh64_stream_new(const ph_mmh64_key_t *key, ph_mmh64_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_mmh64_stream_reset(ph_mmh64_stream_t *stream, const ph_mmh64_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh64_stream_restore(const ph_mmh64_key_t *key,
                                    const void *data,
                                    size_t len,
                                    ph_mmh64_stream_t **out);

/**
 * Writes the hash of the message so far, two 32-bit words. The stream can be continued afterwards.
 */
ph_status_t ph_mmh64_stream_finalize(const ph_mmh64_stream_t *stream, uint32_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh64_part_new(const ph_mmh64_key_t *key,
                              const void *data,
                              size_t len,
                              ph_mmh64_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_mmh64_stream_part(const ph_mmh64_stream_t *stream, ph_mmh64_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_MMH64_PART_BLOCK_BYTES and
 * `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
 */
ph_status_t ph_mmh64_part_append(ph_mmh64_part_t *part,
                                 const ph_mmh64_key_t *key,
                                 const ph_mmh64_part_t *next);

/**
 * Writes the hash of the message in the part, two 32-bit words: that of `ph_mmh64`.
 */
ph_status_t ph_mmh64_part_finalize(const ph_mmh64_part_t *part,
                                   const ph_mmh64_key_t *key,
                                   uint32_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_mmh64_part_len(const ph_mmh64_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_mmh64_part_free(ph_mmh64_part_t *part);

/**
 * Makes a key of four-word TMMH/16 from its PH_TMMH16_KEY_BYTES bytes. The bytes are random, in
 * the layout of the Rust crate.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_tmmh16_key_new(const void *bytes, size_t len, ph_tmmh16_key_t **out);

/**
 * Derives a key of four-word TMMH/16 from a number, the same on every machine; frozen. Use it for
 * checksums and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_tmmh16_key_from_seed(uint64_t seed, ph_tmmh16_key_t **out);

/**
 * Makes a random key of four-word TMMH/16, every bit of which comes from the operating system. The
 * keys of threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_tmmh16_key_generate(ph_tmmh16_key_t **out);

/**
 * Writes the PH_TMMH16_KEY_BYTES bytes of a key. `ph_tmmh16_key_new` makes the same key from them.
 */
ph_status_t ph_tmmh16_key_bytes(const ph_tmmh16_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_tmmh16_key_backend(const ph_tmmh16_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_tmmh16_key_free(ph_tmmh16_key_t *key);

/**
 * Computes four-word TMMH/16 of a message, four 16-bit words. Frozen.
 *
 * Under a random secret key, two given messages of up to 4,096 bytes collide with probability at
 * most 500 * 2^-64: a theorem; `ph_tmmh16_collision_bound` gives that of longer ones. Do not show
 * hashes to an adversary.
 */
ph_status_t ph_tmmh16(const ph_tmmh16_key_t *key, const void *data, size_t len, uint16_t *out);

/**
 * Computes four-word TMMH/16 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`,
 * and hash i, four 16-bit words, is that of `ph_tmmh16`. A batch takes less time than the messages
 * one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_tmmh16_many(const ph_tmmh16_key_t *key,
                           const void *const *data,
                           const size_t *lens,
                           size_t count,
                           uint16_t *out);

/**
 * Computes four-word TMMH/16 of `count` words, each as its eight little-endian bytes; hash i is
 * four 16-bit words.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_tmmh16_u64s(const ph_tmmh16_key_t *key,
                           const uint64_t *words,
                           size_t count,
                           uint16_t *out);

/**
 * Computes four-word TMMH/16 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * four 16-bit words. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_tmmh16_column32(const ph_tmmh16_key_t *key,
                               const void *values,
                               size_t len,
                               const int32_t *offsets,
                               size_t rows,
                               uint16_t *out);

/**
 * Does the same as `ph_tmmh16_column32`, with offsets of 64 bits.
 */
ph_status_t ph_tmmh16_column64(const ph_tmmh16_key_t *key,
                               const void *values,
                               size_t len,
                               const int64_t *offsets,
                               size_t rows,
                               uint16_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of four-word TMMH/16 under a random
 * secret key: two different messages of at most `len` bytes, chosen without knowledge of the key,
 * collide with at most this probability.
 */
double ph_tmmh16_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_tmmh16_stream_update(ph_tmmh16_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_tmmh16_stream_len(const ph_tmmh16_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_tmmh16_stream_clone(const ph_tmmh16_stream_t *stream, ph_tmmh16_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_TMMH16_CHECKPOINT_BYTES bytes.
 * `ph_tmmh16_stream_restore` resumes from it, also on another machine. It contains no key, but
 * values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_tmmh16_stream_save(const ph_tmmh16_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_tmmh16_stream_free(ph_tmmh16_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_tmmh16_stream_new(const ph_tmmh16_key_t *key, ph_tmmh16_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_tmmh16_stream_reset(ph_tmmh16_stream_t *stream, const ph_tmmh16_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_tmmh16_stream_restore(const ph_tmmh16_key_t *key,
                                     const void *data,
                                     size_t len,
                                     ph_tmmh16_stream_t **out);

/**
 * Writes the hash of the message so far, four 16-bit words. The stream can be continued
 * afterwards.
 */
ph_status_t ph_tmmh16_stream_finalize(const ph_tmmh16_stream_t *stream, uint16_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_tmmh16_part_new(const ph_tmmh16_key_t *key,
                               const void *data,
                               size_t len,
                               ph_tmmh16_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_tmmh16_stream_part(const ph_tmmh16_stream_t *stream, ph_tmmh16_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_TMMH16_PART_BLOCK_BYTES
 * and `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
 */
ph_status_t ph_tmmh16_part_append(ph_tmmh16_part_t *part,
                                  const ph_tmmh16_key_t *key,
                                  const ph_tmmh16_part_t *next);

/**
 * Writes the hash of the message in the part, four 16-bit words: that of `ph_tmmh16`.
 */
ph_status_t ph_tmmh16_part_finalize(const ph_tmmh16_part_t *part,
                                    const ph_tmmh16_key_t *key,
                                    uint16_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_tmmh16_part_len(const ph_tmmh16_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_tmmh16_part_free(ph_tmmh16_part_t *part);

/**
 * Makes a key of Multilinear64 from its PH_MULTILINEAR64_KEY_BYTES bytes. The bytes are random, in
 * the layout of the Rust crate.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_multilinear64_key_new(const void *bytes, size_t len, ph_multilinear64_key_t **out);

/**
 * Derives a key of Multilinear64 from a number, the same on every machine; frozen. Use it for
 * checksums and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_multilinear64_key_from_seed(uint64_t seed, ph_multilinear64_key_t **out);

/**
 * Makes a random key of Multilinear64, every bit of which comes from the operating system. The
 * keys of threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_multilinear64_key_generate(ph_multilinear64_key_t **out);

/**
 * Writes the PH_MULTILINEAR64_KEY_BYTES bytes of a key. `ph_multilinear64_key_new` makes the same
 * key from them.
 */
ph_status_t ph_multilinear64_key_bytes(const ph_multilinear64_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_multilinear64_key_backend(const ph_multilinear64_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_multilinear64_key_free(ph_multilinear64_key_t *key);

/**
 * Computes Multilinear64 of a message, one 64-bit word. Frozen.
 *
 * Under a random secret key, two given messages of up to 4,096 bytes collide with probability at
 * most 2^-64: a theorem; `ph_multilinear64_collision_bound` gives that of longer ones. Do not show
 * hashes to an adversary.
 */
ph_status_t ph_multilinear64(const ph_multilinear64_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * Computes Multilinear64 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, one 64-bit word, is that of `ph_multilinear64`. A batch takes less time than the
 * messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_multilinear64_many(const ph_multilinear64_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes Multilinear64 of `count` words, each as its eight little-endian bytes; hash i is one
 * 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_multilinear64_u64s(const ph_multilinear64_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes Multilinear64 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_multilinear64_column32(const ph_multilinear64_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int32_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Does the same as `ph_multilinear64_column32`, with offsets of 64 bits.
 */
ph_status_t ph_multilinear64_column64(const ph_multilinear64_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of Multilinear64 under a random secret
 * key: two different messages of at most `len` bytes, chosen without knowledge of the key, collide
 * with at most this probability.
 */
double ph_multilinear64_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_multilinear64_stream_update(ph_multilinear64_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_multilinear64_stream_len(const ph_multilinear64_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_multilinear64_stream_clone(const ph_multilinear64_stream_t *stream,
                                          ph_multilinear64_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_MULTILINEAR64_CHECKPOINT_BYTES bytes.
 * `ph_multilinear64_stream_restore` resumes from it, also on another machine. It contains no key,
 * but values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_multilinear64_stream_save(const ph_multilinear64_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_multilinear64_stream_free(ph_multilinear64_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_multilinear64_stream_new(const ph_multilinear64_key_t *key,
                                        ph_multilinear64_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_multilinear64_stream_reset(ph_multilinear64_stream_t *stream,
                                          const ph_multilinear64_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_multilinear64_stream_restore(const ph_multilinear64_key_t *key,
                                            const void *data,
                                            size_t len,
                                            ph_multilinear64_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_multilinear64_stream_finalize(const ph_multilinear64_stream_t *stream,
                                             uint64_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_multilinear64_part_new(const ph_multilinear64_key_t *key,
                                      const void *data,
                                      size_t len,
                                      ph_multilinear64_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_multilinear64_stream_part(const ph_multilinear64_stream_t *stream,
                                         ph_multilinear64_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of
 * PH_MULTILINEAR64_PART_BLOCK_BYTES and `next` is not empty, or if both together have 2^64 bytes
 * or more. Both are then unchanged.
 */
ph_status_t ph_multilinear64_part_append(ph_multilinear64_part_t *part,
                                         const ph_multilinear64_key_t *key,
                                         const ph_multilinear64_part_t *next);

/**
 * Writes the hash of the message in the part, one 64-bit word: that of `ph_multilinear64`.
 */
ph_status_t ph_multilinear64_part_finalize(const ph_multilinear64_part_t *part,
                                           const ph_multilinear64_key_t *key,
                                           uint64_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_multilinear64_part_len(const ph_multilinear64_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_multilinear64_part_free(ph_multilinear64_part_t *part);

/**
 * Computes Multilinear64 of a message, followed by the bijection `ph_mix`. Use it as a
 * general-purpose hash: flipping a bit of the message changes every bit of the hash half of the
 * time. Collisions are as rare as those of `ph_multilinear64`, but do not build a MAC on this.
 * Frozen.
 */
ph_status_t ph_multilinear64_mixed(const ph_multilinear64_key_t *key,
                                   const void *data,
                                   size_t len,
                                   uint64_t *out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_multilinear64_stream_finalize_mixed(const ph_multilinear64_stream_t *stream,
                                                   uint64_t *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_MULTILINEAR_H */
