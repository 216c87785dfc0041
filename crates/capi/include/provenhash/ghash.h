/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_GHASH_H
#define PROVENHASH_GHASH_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * The length, in bytes, of a key of GHASH.
 */
#define PH_GHASH_KEY_BYTES 16

/**
 * The length, in bytes, of a checkpoint of a stream of GHASH.
 */
#define PH_GHASH_CHECKPOINT_BYTES 56

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_GHASH_PART_BLOCK_BYTES 16

/**
 * The length, in bytes, of a key of POLYVAL.
 */
#define PH_POLYVAL_KEY_BYTES 16

/**
 * The length, in bytes, of a checkpoint of a stream of POLYVAL.
 */
#define PH_POLYVAL_CHECKPOINT_BYTES 56

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_POLYVAL_PART_BLOCK_BYTES 16

/**
 * A key of GHASH.
 */
typedef struct ph_ghash_key_t ph_ghash_key_t;

/**
 * A part of a message, hashed separately by GHASH. Parts can be hashed on several threads or
 * machines, and joined in any grouping, but in order.
 */
typedef struct ph_ghash_part_t ph_ghash_part_t;

/**
 * A message that arrives in pieces, hashed by GHASH.
 */
typedef struct ph_ghash_stream_t ph_ghash_stream_t;

/**
 * A key of POLYVAL.
 */
typedef struct ph_polyval_key_t ph_polyval_key_t;

/**
 * A part of a message, hashed separately by POLYVAL. Parts can be hashed on several threads or
 * machines, and joined in any grouping, but in order.
 */
typedef struct ph_polyval_part_t ph_polyval_part_t;

/**
 * A message that arrives in pieces, hashed by POLYVAL.
 */
typedef struct ph_polyval_stream_t ph_polyval_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes a key of GHASH from its PH_GHASH_KEY_BYTES bytes. The bytes are those of the standard.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_ghash_key_new(const void *bytes, size_t len, ph_ghash_key_t **out);

/**
 * Derives a key of GHASH from a number, the same on every machine; frozen. Use it for checksums
 * and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_ghash_key_from_seed(uint64_t seed, ph_ghash_key_t **out);

/**
 * Makes a random key of GHASH, every bit of which comes from the operating system. The keys of
 * threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_ghash_key_generate(ph_ghash_key_t **out);

/**
 * Writes the PH_GHASH_KEY_BYTES bytes of a key. `ph_ghash_key_new` makes the same key from them.
 */
ph_status_t ph_ghash_key_bytes(const ph_ghash_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_ghash_key_backend(const ph_ghash_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_ghash_key_free(ph_ghash_key_t *key);

/**
 * Computes GHASH of a message, 16 bytes. Frozen.
 *
 * Under a random secret key, two given messages of the same length, n blocks of 16 bytes, collide
 * with probability at most n * 2^-128: a theorem. Messages of different lengths can collide under
 * every key: "a" and "a\0" do, because the last block is padded with zeros. A single bare hash
 * reveals the key: encrypt it.
 */
ph_status_t ph_ghash(const ph_ghash_key_t *key, const void *data, size_t len, uint8_t *out);

/**
 * Computes GHASH of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and hash i,
 * 16 bytes, is that of `ph_ghash`. A batch takes less time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_ghash_many(const ph_ghash_key_t *key,
                          const void *const *data,
                          const size_t *lens,
                          size_t count,
                          uint8_t *out);

/**
 * Computes GHASH of `count` words, each as its eight little-endian bytes; hash i is 16 bytes.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_ghash_u64s(const ph_ghash_key_t *key,
                          const uint64_t *words,
                          size_t count,
                          uint8_t *out);

/**
 * Computes GHASH of the strings of a column in Arrow's layout. String i is the bytes `offsets[i]`
 * to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is 16 bytes.
 * There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_ghash_column32(const ph_ghash_key_t *key,
                              const void *values,
                              size_t len,
                              const int32_t *offsets,
                              size_t rows,
                              uint8_t *out);

/**
 * Does the same as `ph_ghash_column32`, with offsets of 64 bits.
 */
ph_status_t ph_ghash_column64(const ph_ghash_key_t *key,
                              const void *values,
                              size_t len,
                              const int64_t *offsets,
                              size_t rows,
                              uint8_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of GHASH under a random secret key: two
 * different messages of the same length, at most `len` bytes, chosen without knowledge of the key,
 * collide with at most this probability.
 */
double ph_ghash_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_ghash_stream_update(ph_ghash_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_ghash_stream_len(const ph_ghash_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_ghash_stream_clone(const ph_ghash_stream_t *stream, ph_ghash_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_GHASH_CHECKPOINT_BYTES bytes.
 * `ph_ghash_stream_restore` resumes from it, also on another machine. It contains no key, but
 * values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_ghash_stream_save(const ph_ghash_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_ghash_stream_free(ph_ghash_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_ghash_stream_new(const ph_ghash_key_t *key, ph_ghash_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_ghash_stream_reset(ph_ghash_stream_t *stream, const ph_ghash_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_ghash_stream_restore(const ph_ghash_key_t *key,
                                    const void *data,
                                    size_t len,
                                    ph_ghash_stream_t **out);

/**
 * Writes the hash of the message so far, 16 bytes. The stream can be continued afterwards.
 */
ph_status_t ph_ghash_stream_finalize(const ph_ghash_stream_t *stream, uint8_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_ghash_part_new(const ph_ghash_key_t *key,
                              const void *data,
                              size_t len,
                              ph_ghash_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_ghash_stream_part(const ph_ghash_stream_t *stream, ph_ghash_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_GHASH_PART_BLOCK_BYTES and
 * `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
 */
ph_status_t ph_ghash_part_append(ph_ghash_part_t *part,
                                 const ph_ghash_key_t *key,
                                 const ph_ghash_part_t *next);

/**
 * Writes the hash of the message in the part, 16 bytes: that of `ph_ghash`.
 */
ph_status_t ph_ghash_part_finalize(const ph_ghash_part_t *part,
                                   const ph_ghash_key_t *key,
                                   uint8_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_ghash_part_len(const ph_ghash_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_ghash_part_free(ph_ghash_part_t *part);

/**
 * Computes GHASH as in the AEAD: of additional data and text, each padded with zeros to whole
 * blocks, followed by the block of their lengths in bits. 16 bytes. Frozen.
 *
 * Under a random secret key, two given pairs of data and text, each below 2^61 bytes, collide with
 * probability at most n * 2^-128, where n is the number of blocks of the longer pair, with that of
 * the lengths: a theorem.
 */
ph_status_t ph_ghash_aead(const ph_ghash_key_t *key,
                          const void *additional,
                          size_t additional_len,
                          const void *text,
                          size_t text_len,
                          uint8_t *out);

/**
 * Pads the message so far with zeros to whole blocks, as an AEAD does after the additional data.
 */
ph_status_t ph_ghash_stream_pad(ph_ghash_stream_t *stream);

/**
 * Pads the message so far and appends the block of the lengths, which are passed in bytes.
 */
ph_status_t ph_ghash_stream_append_lengths(ph_ghash_stream_t *stream,
                                           uint64_t additional,
                                           uint64_t text);

/**
 * Makes a key of POLYVAL from its PH_POLYVAL_KEY_BYTES bytes. The bytes are those of the standard.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_polyval_key_new(const void *bytes, size_t len, ph_polyval_key_t **out);

/**
 * Derives a key of POLYVAL from a number, the same on every machine; frozen. Use it for checksums
 * and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_polyval_key_from_seed(uint64_t seed, ph_polyval_key_t **out);

/**
 * Makes a random key of POLYVAL, every bit of which comes from the operating system. The keys of
 * threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_polyval_key_generate(ph_polyval_key_t **out);

/**
 * Writes the PH_POLYVAL_KEY_BYTES bytes of a key. `ph_polyval_key_new` makes the same key from
 * them.
 */
ph_status_t ph_polyval_key_bytes(const ph_polyval_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_polyval_key_backend(const ph_polyval_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_polyval_key_free(ph_polyval_key_t *key);

/**
 * Computes POLYVAL of a message, 16 bytes. Frozen.
 *
 * Under a random secret key, two given messages of the same length, n blocks of 16 bytes, collide
 * with probability at most n * 2^-128: a theorem. Messages of different lengths can collide under
 * every key: "a" and "a\0" do, because the last block is padded with zeros. A single bare hash
 * reveals the key: encrypt it.
 */
ph_status_t ph_polyval(const ph_polyval_key_t *key, const void *data, size_t len, uint8_t *out);

/**
 * Computes POLYVAL of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and hash i,
 * 16 bytes, is that of `ph_polyval`. A batch takes less time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_polyval_many(const ph_polyval_key_t *key,
                            const void *const *data,
                            const size_t *lens,
                            size_t count,
                            uint8_t *out);

/**
 * Computes POLYVAL of `count` words, each as its eight little-endian bytes; hash i is 16 bytes.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_polyval_u64s(const ph_polyval_key_t *key,
                            const uint64_t *words,
                            size_t count,
                            uint8_t *out);

/**
 * Computes POLYVAL of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * 16 bytes. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_polyval_column32(const ph_polyval_key_t *key,
                                const void *values,
                                size_t len,
                                const int32_t *offsets,
                                size_t rows,
                                uint8_t *out);

/**
 * Does the same as `ph_polyval_column32`, with offsets of 64 bits.
 */
ph_status_t ph_polyval_column64(const ph_polyval_key_t *key,
                                const void *values,
                                size_t len,
                                const int64_t *offsets,
                                size_t rows,
                                uint8_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of POLYVAL under a random secret key: two
 * different messages of the same length, at most `len` bytes, chosen without knowledge of the key,
 * collide with at most this probability.
 */
double ph_polyval_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_polyval_stream_update(ph_polyval_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_polyval_stream_len(const ph_polyval_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_polyval_stream_clone(const ph_polyval_stream_t *stream, ph_polyval_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_POLYVAL_CHECKPOINT_BYTES bytes.
 * `ph_polyval_stream_restore` resumes from it, also on another machine. It contains no key, but
 * values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_polyval_stream_save(const ph_polyval_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_polyval_stream_free(ph_polyval_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_polyval_stream_new(const ph_polyval_key_t *key, ph_polyval_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_polyval_stream_reset(ph_polyval_stream_t *stream, const ph_polyval_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_polyval_stream_restore(const ph_polyval_key_t *key,
                                      const void *data,
                                      size_t len,
                                      ph_polyval_stream_t **out);

/**
 * Writes the hash of the message so far, 16 bytes. The stream can be continued afterwards.
 */
ph_status_t ph_polyval_stream_finalize(const ph_polyval_stream_t *stream, uint8_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_polyval_part_new(const ph_polyval_key_t *key,
                                const void *data,
                                size_t len,
                                ph_polyval_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_polyval_stream_part(const ph_polyval_stream_t *stream, ph_polyval_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_POLYVAL_PART_BLOCK_BYTES
 * and `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
 */
ph_status_t ph_polyval_part_append(ph_polyval_part_t *part,
                                   const ph_polyval_key_t *key,
                                   const ph_polyval_part_t *next);

/**
 * Writes the hash of the message in the part, 16 bytes: that of `ph_polyval`.
 */
ph_status_t ph_polyval_part_finalize(const ph_polyval_part_t *part,
                                     const ph_polyval_key_t *key,
                                     uint8_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_polyval_part_len(const ph_polyval_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_polyval_part_free(ph_polyval_part_t *part);

/**
 * Computes POLYVAL as in the AEAD: of additional data and text, each padded with zeros to whole
 * blocks, followed by the block of their lengths in bits. 16 bytes. Frozen.
 *
 * Under a random secret key, two given pairs of data and text, each below 2^61 bytes, collide with
 * probability at most n * 2^-128, where n is the number of blocks of the longer pair, with that of
 * the lengths: a theorem.
 */
ph_status_t ph_polyval_aead(const ph_polyval_key_t *key,
                            const void *additional,
                            size_t additional_len,
                            const void *text,
                            size_t text_len,
                            uint8_t *out);

/**
 * Pads the message so far with zeros to whole blocks, as an AEAD does after the additional data.
 */
ph_status_t ph_polyval_stream_pad(ph_polyval_stream_t *stream);

/**
 * Pads the message so far and appends the block of the lengths, which are passed in bytes.
 */
ph_status_t ph_polyval_stream_append_lengths(ph_polyval_stream_t *stream,
                                             uint64_t additional,
                                             uint64_t text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_GHASH_H */
