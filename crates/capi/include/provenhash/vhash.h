/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_VHASH_H
#define PROVENHASH_VHASH_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * The length, in bytes, of a key of VHASH-64.
 */
#define PH_VHASH64_KEY_BYTES 160

/**
 * The length, in bytes, of a checkpoint of a stream of VHASH-64.
 */
#define PH_VHASH64_CHECKPOINT_BYTES 184

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_VHASH64_PART_BLOCK_BYTES 128

/**
 * The length, in bytes, of a key of VHASH-128.
 */
#define PH_VHASH128_KEY_BYTES 208

/**
 * The length, in bytes, of a checkpoint of a stream of VHASH-128.
 */
#define PH_VHASH128_CHECKPOINT_BYTES 184

/**
 * The block length in bytes: every part of a message except the last has a multiple of it.
 */
#define PH_VHASH128_PART_BLOCK_BYTES 128

/**
 * The length, in bytes, of a tag of VMAC-64.
 */
#define PH_VMAC64_TAG_BYTES 8

/**
 * The length, in bytes, of a tag of VMAC-128.
 */
#define PH_VMAC128_TAG_BYTES 16

/**
 * A key of VHASH-128.
 */
typedef struct ph_vhash128_key_t ph_vhash128_key_t;

/**
 * A part of a message, hashed separately by VHASH-128. Parts can be hashed on several threads or
 * machines, and joined in any grouping, but in order.
 */
typedef struct ph_vhash128_part_t ph_vhash128_part_t;

/**
 * A message that arrives in pieces, hashed by VHASH-128.
 */
typedef struct ph_vhash128_stream_t ph_vhash128_stream_t;

/**
 * A key of VHASH-64.
 */
typedef struct ph_vhash64_key_t ph_vhash64_key_t;

/**
 * A part of a message, hashed separately by VHASH-64. Parts can be hashed on several threads or
 * machines, and joined in any grouping, but in order.
 */
typedef struct ph_vhash64_part_t ph_vhash64_part_t;

/**
 * A message that arrives in pieces, hashed by VHASH-64.
 */
typedef struct ph_vhash64_stream_t ph_vhash64_stream_t;

/**
 * A key of VMAC-128.
 */
typedef struct ph_vmac128_key_t ph_vmac128_key_t;

/**
 * A message that arrives in pieces, tagged by VMAC-128.
 */
typedef struct ph_vmac128_stream_t ph_vmac128_stream_t;

/**
 * A key of VMAC-64.
 */
typedef struct ph_vmac64_key_t ph_vmac64_key_t;

/**
 * A message that arrives in pieces, tagged by VMAC-64.
 */
typedef struct ph_vmac64_stream_t ph_vmac64_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes a key of VHASH-64 from its PH_VHASH64_KEY_BYTES bytes. The bytes are 20 little-endian
 * words of 64 random bits.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash64_key_new(const void *bytes, size_t len, ph_vhash64_key_t **out);

/**
 * Derives a key of VHASH-64 from a number, the same on every machine; frozen. Use it for checksums
 * and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash64_key_from_seed(uint64_t seed, ph_vhash64_key_t **out);

/**
 * Makes a random key of VHASH-64, every bit of which comes from the operating system. The keys of
 * threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_vhash64_key_generate(ph_vhash64_key_t **out);

/**
 * Writes the PH_VHASH64_KEY_BYTES bytes of a key. `ph_vhash64_key_new` makes the same key from
 * them.
 */
ph_status_t ph_vhash64_key_bytes(const ph_vhash64_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_vhash64_key_backend(const ph_vhash64_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_vhash64_key_free(ph_vhash64_key_t *key);

/**
 * Computes VHASH-64 of a message, one 64-bit word. Frozen.
 *
 * Under a random secret key, two given messages of up to 2^59 bytes collide with probability below
 * 2^-62: a theorem. Do not show hashes to an adversary: use VMAC for that.
 */
ph_status_t ph_vhash64(const ph_vhash64_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * Computes VHASH-64 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and hash
 * i, one 64-bit word, is that of `ph_vhash64`. A batch takes less time than the messages one by
 * one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_vhash64_many(const ph_vhash64_key_t *key,
                            const void *const *data,
                            const size_t *lens,
                            size_t count,
                            uint64_t *out);

/**
 * Computes VHASH-64 of `count` words, each as its eight little-endian bytes; hash i is one 64-bit
 * word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_vhash64_u64s(const ph_vhash64_key_t *key,
                            const uint64_t *words,
                            size_t count,
                            uint64_t *out);

/**
 * Computes VHASH-64 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_vhash64_column32(const ph_vhash64_key_t *key,
                                const void *values,
                                size_t len,
                                const int32_t *offsets,
                                size_t rows,
                                uint64_t *out);

/**
 * Does the same as `ph_vhash64_column32`, with offsets of 64 bits.
 */
ph_status_t ph_vhash64_column64(const ph_vhash64_key_t *key,
                                const void *values,
                                size_t len,
                                const int64_t *offsets,
                                size_t rows,
                                uint64_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of VHASH-64 under a random secret key:
 * two different messages of at most `len` bytes, chosen without knowledge of the key, collide with
 * at most this probability.
 */
double ph_vhash64_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_vhash64_stream_update(ph_vhash64_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_vhash64_stream_len(const ph_vhash64_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash64_stream_clone(const ph_vhash64_stream_t *stream, ph_vhash64_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_VHASH64_CHECKPOINT_BYTES bytes.
 * `ph_vhash64_stream_restore` resumes from it, also on another machine. It contains no key, but
 * values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_vhash64_stream_save(const ph_vhash64_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_vhash64_stream_free(ph_vhash64_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash64_stream_new(const ph_vhash64_key_t *key, ph_vhash64_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_vhash64_stream_reset(ph_vhash64_stream_t *stream, const ph_vhash64_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash64_stream_restore(const ph_vhash64_key_t *key,
                                      const void *data,
                                      size_t len,
                                      ph_vhash64_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_vhash64_stream_finalize(const ph_vhash64_stream_t *stream, uint64_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash64_part_new(const ph_vhash64_key_t *key,
                                const void *data,
                                size_t len,
                                ph_vhash64_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash64_stream_part(const ph_vhash64_stream_t *stream, ph_vhash64_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_VHASH64_PART_BLOCK_BYTES
 * and `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
 */
ph_status_t ph_vhash64_part_append(ph_vhash64_part_t *part,
                                   const ph_vhash64_key_t *key,
                                   const ph_vhash64_part_t *next);

/**
 * Writes the hash of the message in the part, one 64-bit word: that of `ph_vhash64`.
 */
ph_status_t ph_vhash64_part_finalize(const ph_vhash64_part_t *part,
                                     const ph_vhash64_key_t *key,
                                     uint64_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_vhash64_part_len(const ph_vhash64_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_vhash64_part_free(ph_vhash64_part_t *part);

/**
 * Computes VHASH-64 of a message, followed by the bijection `ph_mix`. Use it as a general-purpose
 * hash: flipping a bit of the message changes every bit of the hash half of the time. Collisions
 * are as rare as those of `ph_vhash64`, but do not build a MAC on this. Frozen.
 */
ph_status_t ph_vhash64_mixed(const ph_vhash64_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_vhash64_stream_finalize_mixed(const ph_vhash64_stream_t *stream, uint64_t *out);

/**
 * Makes a key of VHASH-128 from its PH_VHASH128_KEY_BYTES bytes. The bytes are 26 little-endian
 * words of 64 random bits.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash128_key_new(const void *bytes, size_t len, ph_vhash128_key_t **out);

/**
 * Derives a key of VHASH-128 from a number, the same on every machine; frozen. Use it for
 * checksums and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash128_key_from_seed(uint64_t seed, ph_vhash128_key_t **out);

/**
 * Makes a random key of VHASH-128, every bit of which comes from the operating system. The keys of
 * threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_vhash128_key_generate(ph_vhash128_key_t **out);

/**
 * Writes the PH_VHASH128_KEY_BYTES bytes of a key. `ph_vhash128_key_new` makes the same key from
 * them.
 */
ph_status_t ph_vhash128_key_bytes(const ph_vhash128_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_vhash128_key_backend(const ph_vhash128_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_vhash128_key_free(ph_vhash128_key_t *key);

/**
 * Computes VHASH-128 of a message, two 64-bit words, the lowest first. Frozen.
 *
 * Under a random secret key, two given messages of up to 2^59 bytes collide with probability below
 * 2^-124: a theorem. Do not show hashes to an adversary: use VMAC for that.
 */
ph_status_t ph_vhash128(const ph_vhash128_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * Computes VHASH-128 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and hash
 * i, two 64-bit words, the lowest first, is that of `ph_vhash128`. A batch takes less time than
 * the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_vhash128_many(const ph_vhash128_key_t *key,
                             const void *const *data,
                             const size_t *lens,
                             size_t count,
                             uint64_t *out);

/**
 * Computes VHASH-128 of `count` words, each as its eight little-endian bytes; hash i is two 64-bit
 * words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_vhash128_u64s(const ph_vhash128_key_t *key,
                             const uint64_t *words,
                             size_t count,
                             uint64_t *out);

/**
 * Computes VHASH-128 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * two 64-bit words, the lowest first. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_vhash128_column32(const ph_vhash128_key_t *key,
                                 const void *values,
                                 size_t len,
                                 const int32_t *offsets,
                                 size_t rows,
                                 uint64_t *out);

/**
 * Does the same as `ph_vhash128_column32`, with offsets of 64 bits.
 */
ph_status_t ph_vhash128_column64(const ph_vhash128_key_t *key,
                                 const void *values,
                                 size_t len,
                                 const int64_t *offsets,
                                 size_t rows,
                                 uint64_t *out);

/**
 * Returns the logarithm to base 2 of the collision bound of VHASH-128 under a random secret key:
 * two different messages of at most `len` bytes, chosen without knowledge of the key, collide with
 * at most this probability.
 */
double ph_vhash128_collision_bound(uint64_t len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_vhash128_stream_update(ph_vhash128_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_vhash128_stream_len(const ph_vhash128_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash128_stream_clone(const ph_vhash128_stream_t *stream,
                                     ph_vhash128_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_VHASH128_CHECKPOINT_BYTES bytes.
 * `ph_vhash128_stream_restore` resumes from it, also on another machine. It contains no key, but
 * values that depend on it: keep it as secret as hashes. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_vhash128_stream_save(const ph_vhash128_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_vhash128_stream_free(ph_vhash128_stream_t *stream);

/**
 * Starts a message in pieces. The stream keeps the key alive, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash128_stream_new(const ph_vhash128_key_t *key, ph_vhash128_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_vhash128_stream_reset(ph_vhash128_stream_t *stream, const ph_vhash128_key_t *key);

/**
 * Makes a stream from a checkpoint. The key must be the one under which it was saved. This cannot
 * be checked, and another key gives other hashes.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash128_stream_restore(const ph_vhash128_key_t *key,
                                       const void *data,
                                       size_t len,
                                       ph_vhash128_stream_t **out);

/**
 * Writes the hash of the message so far, two 64-bit words, the lowest first. The stream can be
 * continued afterwards.
 */
ph_status_t ph_vhash128_stream_finalize(const ph_vhash128_stream_t *stream, uint64_t *out);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash128_part_new(const ph_vhash128_key_t *key,
                                 const void *data,
                                 size_t len,
                                 ph_vhash128_part_t **out);

/**
 * Makes a part from the message of a stream so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vhash128_stream_part(const ph_vhash128_stream_t *stream, ph_vhash128_part_t **out);

/**
 * Appends the message of `next` to that of `part`. Both must have been made under this key.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of PH_VHASH128_PART_BLOCK_BYTES
 * and `next` is not empty, or if both together have 2^64 bytes or more. Both are then unchanged.
 */
ph_status_t ph_vhash128_part_append(ph_vhash128_part_t *part,
                                    const ph_vhash128_key_t *key,
                                    const ph_vhash128_part_t *next);

/**
 * Writes the hash of the message in the part, two 64-bit words, the lowest first: that of
 * `ph_vhash128`.
 */
ph_status_t ph_vhash128_part_finalize(const ph_vhash128_part_t *part,
                                      const ph_vhash128_key_t *key,
                                      uint64_t *out);

/**
 * Returns the number of bytes of a part, or 0 if it is null.
 */
uint64_t ph_vhash128_part_len(const ph_vhash128_part_t *part);

/**
 * Frees a part; null is ignored.
 */
void ph_vhash128_part_free(ph_vhash128_part_t *part);

/**
 * Makes a key of VMAC-64 from an AES key of 16, 24 or 32 bytes, which must not be used for
 * anything else.
 *
 * Errors: PH_ERROR_KEY_LENGTH, PH_ERROR_MEMORY.
 */
ph_status_t ph_vmac64_key_new(const void *bytes, size_t len, ph_vmac64_key_t **out);

/**
 * Derives a key of VMAC-64 from a number, the same on every machine; frozen. Use it for tests: a
 * number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vmac64_key_from_seed(uint64_t seed, ph_vmac64_key_t **out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_vmac64_key_backend(const ph_vmac64_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_vmac64_key_free(ph_vmac64_key_t *key);

/**
 * Computes the tag of a message, PH_VMAC64_TAG_BYTES bytes. Frozen.
 *
 * **Use each nonce for one message only.** Two tags of different messages under one key and nonce
 * break the key. Count messages, and use the counter as the nonce: 1 to 16 bytes, big-endian; the
 * first bit of 16 bytes must be 0. All nonces under a key must have the same length.
 *
 * A forgery succeeds with probability at most 2 to the power of `ph_vmac64_forgery_bound`, plus
 * the advantage of an adversary against AES: a theorem.
 *
 * Errors: PH_ERROR_NONCE.
 */
ph_status_t ph_vmac64_tag(const ph_vmac64_key_t *key,
                          const void *nonce,
                          size_t nonce_len,
                          const void *data,
                          size_t len,
                          uint8_t *out);

/**
 * Checks the tag of a message, in constant time. The receiver must refuse a nonce that it has
 * already accepted.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong, PH_ERROR_NONCE.
 */
ph_status_t ph_vmac64_verify(const ph_vmac64_key_t *key,
                             const void *nonce,
                             size_t nonce_len,
                             const void *data,
                             size_t len,
                             const void *tag,
                             size_t tag_len);

/**
 * Returns the logarithm to base 2 of the probability that one attempt to forge a message of at
 * most `len` bytes succeeds, apart from attacks on AES.
 */
double ph_vmac64_forgery_bound(uint64_t len);

/**
 * Starts a message in pieces, with its nonce. The stream keeps the key alive, so the key may be
 * freed first.
 *
 * Errors: PH_ERROR_NONCE, PH_ERROR_MEMORY.
 */
ph_status_t ph_vmac64_stream_new(const ph_vmac64_key_t *key,
                                 const void *nonce,
                                 size_t nonce_len,
                                 ph_vmac64_stream_t **out);

/**
 * Appends `len` bytes to the message. The tag does not depend on how the message is split.
 */
ph_status_t ph_vmac64_stream_update(ph_vmac64_stream_t *stream, const void *data, size_t len);

/**
 * Writes the tag of the message so far, PH_VMAC64_TAG_BYTES bytes.
 */
ph_status_t ph_vmac64_stream_finalize(const ph_vmac64_stream_t *stream, uint8_t *out);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vmac64_stream_clone(const ph_vmac64_stream_t *stream, ph_vmac64_stream_t **out);

/**
 * Frees a stream; null is ignored.
 */
void ph_vmac64_stream_free(ph_vmac64_stream_t *stream);

/**
 * Makes a key of VMAC-128 from an AES key of 16, 24 or 32 bytes, which must not be used for
 * anything else.
 *
 * Errors: PH_ERROR_KEY_LENGTH, PH_ERROR_MEMORY.
 */
ph_status_t ph_vmac128_key_new(const void *bytes, size_t len, ph_vmac128_key_t **out);

/**
 * Derives a key of VMAC-128 from a number, the same on every machine; frozen. Use it for tests: a
 * number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vmac128_key_from_seed(uint64_t seed, ph_vmac128_key_t **out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_vmac128_key_backend(const ph_vmac128_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_vmac128_key_free(ph_vmac128_key_t *key);

/**
 * Computes the tag of a message, PH_VMAC128_TAG_BYTES bytes. Frozen.
 *
 * **Use each nonce for one message only.** Two tags of different messages under one key and nonce
 * break the key. Count messages, and use the counter as the nonce: 1 to 16 bytes, big-endian; the
 * first bit of 16 bytes must be 0. All nonces under a key must have the same length.
 *
 * A forgery succeeds with probability at most 2 to the power of `ph_vmac128_forgery_bound`, plus
 * the advantage of an adversary against AES: a theorem.
 *
 * Errors: PH_ERROR_NONCE.
 */
ph_status_t ph_vmac128_tag(const ph_vmac128_key_t *key,
                           const void *nonce,
                           size_t nonce_len,
                           const void *data,
                           size_t len,
                           uint8_t *out);

/**
 * Checks the tag of a message, in constant time. The receiver must refuse a nonce that it has
 * already accepted.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong, PH_ERROR_NONCE.
 */
ph_status_t ph_vmac128_verify(const ph_vmac128_key_t *key,
                              const void *nonce,
                              size_t nonce_len,
                              const void *data,
                              size_t len,
                              const void *tag,
                              size_t tag_len);

/**
 * Returns the logarithm to base 2 of the probability that one attempt to forge a message of at
 * most `len` bytes succeeds, apart from attacks on AES.
 */
double ph_vmac128_forgery_bound(uint64_t len);

/**
 * Starts a message in pieces, with its nonce. The stream keeps the key alive, so the key may be
 * freed first.
 *
 * Errors: PH_ERROR_NONCE, PH_ERROR_MEMORY.
 */
ph_status_t ph_vmac128_stream_new(const ph_vmac128_key_t *key,
                                  const void *nonce,
                                  size_t nonce_len,
                                  ph_vmac128_stream_t **out);

/**
 * Appends `len` bytes to the message. The tag does not depend on how the message is split.
 */
ph_status_t ph_vmac128_stream_update(ph_vmac128_stream_t *stream, const void *data, size_t len);

/**
 * Writes the tag of the message so far, PH_VMAC128_TAG_BYTES bytes.
 */
ph_status_t ph_vmac128_stream_finalize(const ph_vmac128_stream_t *stream, uint8_t *out);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_vmac128_stream_clone(const ph_vmac128_stream_t *stream, ph_vmac128_stream_t **out);

/**
 * Frees a stream; null is ignored.
 */
void ph_vmac128_stream_free(ph_vmac128_stream_t *stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_VHASH_H */
