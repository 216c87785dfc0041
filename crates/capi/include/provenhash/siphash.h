/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_SIPHASH_H
#define PROVENHASH_SIPHASH_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * The length, in bytes, of a key of SipHash.
 */
#define PH_SIPHASH_KEY_BYTES 16

/**
 * The length, in bytes, of a checkpoint of a stream of SipHash-2-4.
 */
#define PH_SIPHASH24_CHECKPOINT_BYTES 72

/**
 * The length, in bytes, of a checkpoint of a stream of SipHash-1-3.
 */
#define PH_SIPHASH13_CHECKPOINT_BYTES 72

/**
 * The length, in bytes, of a checkpoint of a stream of SipHash-1-2.
 */
#define PH_SIPHASH12_CHECKPOINT_BYTES 72

/**
 * The length, in bytes, of a checkpoint of a stream of SipHash-4-8.
 */
#define PH_SIPHASH48_CHECKPOINT_BYTES 72

/**
 * The length, in bytes, of a checkpoint of a stream of 128-bit SipHash-2-4.
 */
#define PH_SIPHASH128_24_CHECKPOINT_BYTES 72

/**
 * The length, in bytes, of a checkpoint of a stream of 128-bit SipHash-1-3.
 */
#define PH_SIPHASH128_13_CHECKPOINT_BYTES 72

/**
 * The length, in bytes, of a checkpoint of a stream of ASCII-case-insensitive SipHash-1-2.
 */
#define PH_SIPHASH12_NOCASE_CHECKPOINT_BYTES 72

/**
 * The length, in bytes, of a key of HalfSipHash.
 */
#define PH_HALFSIPHASH_KEY_BYTES 8

/**
 * The length, in bytes, of a checkpoint of a stream of 32-bit HalfSipHash-2-4.
 */
#define PH_HALFSIPHASH32_CHECKPOINT_BYTES 72

/**
 * The length, in bytes, of a checkpoint of a stream of 64-bit HalfSipHash-2-4.
 */
#define PH_HALFSIPHASH64_CHECKPOINT_BYTES 72

/**
 * The length, in bytes, of a key of SipTreeHash.
 */
#define PH_SIPTREEHASH_KEY_BYTES 32

/**
 * The length, in bytes, of a checkpoint of a stream of SipTreeHash.
 */
#define PH_SIPTREEHASH_CHECKPOINT_BYTES 208

/**
 * The length, in bytes, of a checkpoint of a stream of SipTreeHash13.
 */
#define PH_SIPTREEHASH13_CHECKPOINT_BYTES 208

/**
 * A message that arrives in pieces, hashed by 32-bit HalfSipHash-2-4.
 */
typedef struct ph_halfsiphash32_stream_t ph_halfsiphash32_stream_t;

/**
 * A message that arrives in pieces, hashed by 64-bit HalfSipHash-2-4.
 */
typedef struct ph_halfsiphash64_stream_t ph_halfsiphash64_stream_t;

/**
 * A key of HalfSipHash.
 */
typedef struct ph_halfsiphash_key_t ph_halfsiphash_key_t;

/**
 * A message that arrives in pieces, hashed by 128-bit SipHash-1-3.
 */
typedef struct ph_siphash128_13_stream_t ph_siphash128_13_stream_t;

/**
 * A message that arrives in pieces, hashed by 128-bit SipHash-2-4.
 */
typedef struct ph_siphash128_24_stream_t ph_siphash128_24_stream_t;

/**
 * A message that arrives in pieces, hashed by ASCII-case-insensitive SipHash-1-2.
 */
typedef struct ph_siphash12_nocase_stream_t ph_siphash12_nocase_stream_t;

/**
 * A message that arrives in pieces, hashed by SipHash-1-2.
 */
typedef struct ph_siphash12_stream_t ph_siphash12_stream_t;

/**
 * A message that arrives in pieces, hashed by SipHash-1-3.
 */
typedef struct ph_siphash13_stream_t ph_siphash13_stream_t;

/**
 * A message that arrives in pieces, hashed by SipHash-2-4.
 */
typedef struct ph_siphash24_stream_t ph_siphash24_stream_t;

/**
 * A message that arrives in pieces, hashed by SipHash-4-8.
 */
typedef struct ph_siphash48_stream_t ph_siphash48_stream_t;

/**
 * A key of SipHash.
 */
typedef struct ph_siphash_key_t ph_siphash_key_t;

/**
 * A message that arrives in pieces, hashed by SipTreeHash13.
 */
typedef struct ph_siptreehash13_stream_t ph_siptreehash13_stream_t;

/**
 * A key of SipTreeHash.
 */
typedef struct ph_siptreehash_key_t ph_siptreehash_key_t;

/**
 * A message that arrives in pieces, hashed by SipTreeHash.
 */
typedef struct ph_siptreehash_stream_t ph_siptreehash_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes a key of SipHash from its PH_SIPHASH_KEY_BYTES bytes. The bytes are those of the paper.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash_key_new(const void *bytes, size_t len, ph_siphash_key_t **out);

/**
 * Derives a key of SipHash from a number, the same on every machine; frozen. Use it for checksums
 * and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash_key_from_seed(uint64_t seed, ph_siphash_key_t **out);

/**
 * Makes a random key of SipHash, every bit of which comes from the operating system. The keys of
 * threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_siphash_key_generate(ph_siphash_key_t **out);

/**
 * Writes the PH_SIPHASH_KEY_BYTES bytes of a key. `ph_siphash_key_new` makes the same key from
 * them.
 */
ph_status_t ph_siphash_key_bytes(const ph_siphash_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_siphash_key_backend(const ph_siphash_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_siphash_key_free(ph_siphash_key_t *key);

/**
 * Computes SipHash-2-4 of a message, one 64-bit word. Frozen.
 *
 * Its authors claim a pseudo-random function under a secret key; there is no proof.
 */
ph_status_t ph_siphash24(const ph_siphash_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * Computes SipHash-2-4 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, one 64-bit word, is that of `ph_siphash24`. A batch takes less time than the messages
 * one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash24_many(const ph_siphash_key_t *key,
                              const void *const *data,
                              const size_t *lens,
                              size_t count,
                              uint64_t *out);

/**
 * Computes SipHash-2-4 of `count` words, each as its eight little-endian bytes; hash i is one
 * 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash24_u64s(const ph_siphash_key_t *key,
                              const uint64_t *words,
                              size_t count,
                              uint64_t *out);

/**
 * Computes SipHash-2-4 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash24_column32(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int32_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Does the same as `ph_siphash24_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash24_column64(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int64_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Checks in constant time that a tag belongs to a message: that its bytes are those of
 * `ph_siphash24`, one 64-bit word, each little-endian. Comparing hashes by `==` or `memcmp` tells
 * a forger, by the time that it takes, how much of a guess is right.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong or has another length.
 */
ph_status_t ph_siphash24_verify(const ph_siphash_key_t *key,
                                const void *data,
                                size_t len,
                                const void *tag,
                                size_t tag_len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_siphash24_stream_update(ph_siphash24_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_siphash24_stream_len(const ph_siphash24_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash24_stream_clone(const ph_siphash24_stream_t *stream,
                                      ph_siphash24_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_SIPHASH24_CHECKPOINT_BYTES bytes.
 * `ph_siphash24_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_siphash24_stream_save(const ph_siphash24_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_siphash24_stream_free(ph_siphash24_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash24_stream_new(const ph_siphash_key_t *key, ph_siphash24_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_siphash24_stream_reset(ph_siphash24_stream_t *stream, const ph_siphash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash24_stream_restore(const void *data, size_t len, ph_siphash24_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_siphash24_stream_finalize(const ph_siphash24_stream_t *stream, uint64_t *out);

/**
 * Computes SipHash-1-3 of a message, one 64-bit word. Frozen.
 *
 * Its authors claim a pseudo-random function under a secret key; there is no proof.
 */
ph_status_t ph_siphash13(const ph_siphash_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * Computes SipHash-1-3 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, one 64-bit word, is that of `ph_siphash13`. A batch takes less time than the messages
 * one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash13_many(const ph_siphash_key_t *key,
                              const void *const *data,
                              const size_t *lens,
                              size_t count,
                              uint64_t *out);

/**
 * Computes SipHash-1-3 of `count` words, each as its eight little-endian bytes; hash i is one
 * 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash13_u64s(const ph_siphash_key_t *key,
                              const uint64_t *words,
                              size_t count,
                              uint64_t *out);

/**
 * Computes SipHash-1-3 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash13_column32(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int32_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Does the same as `ph_siphash13_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash13_column64(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int64_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_siphash13_stream_update(ph_siphash13_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_siphash13_stream_len(const ph_siphash13_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash13_stream_clone(const ph_siphash13_stream_t *stream,
                                      ph_siphash13_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_SIPHASH13_CHECKPOINT_BYTES bytes.
 * `ph_siphash13_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_siphash13_stream_save(const ph_siphash13_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_siphash13_stream_free(ph_siphash13_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash13_stream_new(const ph_siphash_key_t *key, ph_siphash13_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_siphash13_stream_reset(ph_siphash13_stream_t *stream, const ph_siphash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash13_stream_restore(const void *data, size_t len, ph_siphash13_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_siphash13_stream_finalize(const ph_siphash13_stream_t *stream, uint64_t *out);

/**
 * Computes SipHash-1-2 of a message, one 64-bit word. Frozen.
 *
 * Its authors claim a pseudo-random function under a secret key; there is no proof.
 */
ph_status_t ph_siphash12(const ph_siphash_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * Computes SipHash-1-2 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, one 64-bit word, is that of `ph_siphash12`. A batch takes less time than the messages
 * one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_many(const ph_siphash_key_t *key,
                              const void *const *data,
                              const size_t *lens,
                              size_t count,
                              uint64_t *out);

/**
 * Computes SipHash-1-2 of `count` words, each as its eight little-endian bytes; hash i is one
 * 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_u64s(const ph_siphash_key_t *key,
                              const uint64_t *words,
                              size_t count,
                              uint64_t *out);

/**
 * Computes SipHash-1-2 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_column32(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int32_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Does the same as `ph_siphash12_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash12_column64(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int64_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_siphash12_stream_update(ph_siphash12_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_siphash12_stream_len(const ph_siphash12_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_stream_clone(const ph_siphash12_stream_t *stream,
                                      ph_siphash12_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_SIPHASH12_CHECKPOINT_BYTES bytes.
 * `ph_siphash12_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_siphash12_stream_save(const ph_siphash12_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_siphash12_stream_free(ph_siphash12_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_stream_new(const ph_siphash_key_t *key, ph_siphash12_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_siphash12_stream_reset(ph_siphash12_stream_t *stream, const ph_siphash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_stream_restore(const void *data, size_t len, ph_siphash12_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_siphash12_stream_finalize(const ph_siphash12_stream_t *stream, uint64_t *out);

/**
 * Computes SipHash-4-8 of a message, one 64-bit word. Frozen.
 *
 * Its authors claim a pseudo-random function under a secret key; there is no proof.
 */
ph_status_t ph_siphash48(const ph_siphash_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * Computes SipHash-4-8 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, one 64-bit word, is that of `ph_siphash48`. A batch takes less time than the messages
 * one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash48_many(const ph_siphash_key_t *key,
                              const void *const *data,
                              const size_t *lens,
                              size_t count,
                              uint64_t *out);

/**
 * Computes SipHash-4-8 of `count` words, each as its eight little-endian bytes; hash i is one
 * 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash48_u64s(const ph_siphash_key_t *key,
                              const uint64_t *words,
                              size_t count,
                              uint64_t *out);

/**
 * Computes SipHash-4-8 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash48_column32(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int32_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Does the same as `ph_siphash48_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash48_column64(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int64_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Checks in constant time that a tag belongs to a message: that its bytes are those of
 * `ph_siphash48`, one 64-bit word, each little-endian. Comparing hashes by `==` or `memcmp` tells
 * a forger, by the time that it takes, how much of a guess is right.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong or has another length.
 */
ph_status_t ph_siphash48_verify(const ph_siphash_key_t *key,
                                const void *data,
                                size_t len,
                                const void *tag,
                                size_t tag_len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_siphash48_stream_update(ph_siphash48_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_siphash48_stream_len(const ph_siphash48_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash48_stream_clone(const ph_siphash48_stream_t *stream,
                                      ph_siphash48_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_SIPHASH48_CHECKPOINT_BYTES bytes.
 * `ph_siphash48_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_siphash48_stream_save(const ph_siphash48_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_siphash48_stream_free(ph_siphash48_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash48_stream_new(const ph_siphash_key_t *key, ph_siphash48_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_siphash48_stream_reset(ph_siphash48_stream_t *stream, const ph_siphash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash48_stream_restore(const void *data, size_t len, ph_siphash48_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_siphash48_stream_finalize(const ph_siphash48_stream_t *stream, uint64_t *out);

/**
 * Computes 128-bit SipHash-2-4 of a message, two 64-bit words, the lowest first. Frozen.
 *
 * Its authors claim a pseudo-random function under a secret key; there is no proof.
 */
ph_status_t ph_siphash128_24(const ph_siphash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * Computes 128-bit SipHash-2-4 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`,
 * and hash i, two 64-bit words, the lowest first, is that of `ph_siphash128_24`. A batch takes
 * less time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_24_many(const ph_siphash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes 128-bit SipHash-2-4 of `count` words, each as its eight little-endian bytes; hash i is
 * two 64-bit words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_24_u64s(const ph_siphash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes 128-bit SipHash-2-4 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * two 64-bit words, the lowest first. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_24_column32(const ph_siphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int32_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Does the same as `ph_siphash128_24_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash128_24_column64(const ph_siphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Checks in constant time that a tag belongs to a message: that its bytes are those of
 * `ph_siphash128_24`, two 64-bit words, the lowest first, each little-endian. Comparing hashes by
 * `==` or `memcmp` tells a forger, by the time that it takes, how much of a guess is right.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong or has another length.
 */
ph_status_t ph_siphash128_24_verify(const ph_siphash_key_t *key,
                                    const void *data,
                                    size_t len,
                                    const void *tag,
                                    size_t tag_len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_siphash128_24_stream_update(ph_siphash128_24_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_siphash128_24_stream_len(const ph_siphash128_24_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_24_stream_clone(const ph_siphash128_24_stream_t *stream,
                                          ph_siphash128_24_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_SIPHASH128_24_CHECKPOINT_BYTES bytes.
 * `ph_siphash128_24_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_siphash128_24_stream_save(const ph_siphash128_24_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_siphash128_24_stream_free(ph_siphash128_24_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_24_stream_new(const ph_siphash_key_t *key,
                                        ph_siphash128_24_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_siphash128_24_stream_reset(ph_siphash128_24_stream_t *stream,
                                          const ph_siphash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_24_stream_restore(const void *data,
                                            size_t len,
                                            ph_siphash128_24_stream_t **out);

/**
 * Writes the hash of the message so far, two 64-bit words, the lowest first. The stream can be
 * continued afterwards.
 */
ph_status_t ph_siphash128_24_stream_finalize(const ph_siphash128_24_stream_t *stream,
                                             uint64_t *out);

/**
 * Computes 128-bit SipHash-1-3 of a message, two 64-bit words, the lowest first. Frozen.
 *
 * Its authors claim a pseudo-random function under a secret key; there is no proof.
 */
ph_status_t ph_siphash128_13(const ph_siphash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * Computes 128-bit SipHash-1-3 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`,
 * and hash i, two 64-bit words, the lowest first, is that of `ph_siphash128_13`. A batch takes
 * less time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_13_many(const ph_siphash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes 128-bit SipHash-1-3 of `count` words, each as its eight little-endian bytes; hash i is
 * two 64-bit words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_13_u64s(const ph_siphash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes 128-bit SipHash-1-3 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * two 64-bit words, the lowest first. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_13_column32(const ph_siphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int32_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Does the same as `ph_siphash128_13_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash128_13_column64(const ph_siphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_siphash128_13_stream_update(ph_siphash128_13_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_siphash128_13_stream_len(const ph_siphash128_13_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_13_stream_clone(const ph_siphash128_13_stream_t *stream,
                                          ph_siphash128_13_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_SIPHASH128_13_CHECKPOINT_BYTES bytes.
 * `ph_siphash128_13_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_siphash128_13_stream_save(const ph_siphash128_13_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_siphash128_13_stream_free(ph_siphash128_13_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_13_stream_new(const ph_siphash_key_t *key,
                                        ph_siphash128_13_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_siphash128_13_stream_reset(ph_siphash128_13_stream_t *stream,
                                          const ph_siphash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_13_stream_restore(const void *data,
                                            size_t len,
                                            ph_siphash128_13_stream_t **out);

/**
 * Writes the hash of the message so far, two 64-bit words, the lowest first. The stream can be
 * continued afterwards.
 */
ph_status_t ph_siphash128_13_stream_finalize(const ph_siphash128_13_stream_t *stream,
                                             uint64_t *out);

/**
 * Computes ASCII-case-insensitive SipHash-1-2 of a message, one 64-bit word. Frozen.
 *
 * Its authors claim a pseudo-random function under a secret key; there is no proof.
 */
ph_status_t ph_siphash12_nocase(const ph_siphash_key_t *key,
                                const void *data,
                                size_t len,
                                uint64_t *out);

/**
 * Computes ASCII-case-insensitive SipHash-1-2 of `count` messages. Message i is the `lens[i]`
 * bytes at `data[i]`, and hash i, one 64-bit word, is that of `ph_siphash12_nocase`. A batch takes
 * less time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_nocase_many(const ph_siphash_key_t *key,
                                     const void *const *data,
                                     const size_t *lens,
                                     size_t count,
                                     uint64_t *out);

/**
 * Computes ASCII-case-insensitive SipHash-1-2 of `count` words, each as its eight little-endian
 * bytes; hash i is one 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_nocase_u64s(const ph_siphash_key_t *key,
                                     const uint64_t *words,
                                     size_t count,
                                     uint64_t *out);

/**
 * Computes ASCII-case-insensitive SipHash-1-2 of the strings of a column in Arrow's layout. String
 * i is the bytes `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below
 * `rows`; hash i is one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_nocase_column32(const ph_siphash_key_t *key,
                                         const void *values,
                                         size_t len,
                                         const int32_t *offsets,
                                         size_t rows,
                                         uint64_t *out);

/**
 * Does the same as `ph_siphash12_nocase_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash12_nocase_column64(const ph_siphash_key_t *key,
                                         const void *values,
                                         size_t len,
                                         const int64_t *offsets,
                                         size_t rows,
                                         uint64_t *out);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_siphash12_nocase_stream_update(ph_siphash12_nocase_stream_t *stream,
                                              const void *data,
                                              size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_siphash12_nocase_stream_len(const ph_siphash12_nocase_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_nocase_stream_clone(const ph_siphash12_nocase_stream_t *stream,
                                             ph_siphash12_nocase_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_SIPHASH12_NOCASE_CHECKPOINT_BYTES bytes.
 * `ph_siphash12_nocase_stream_restore` resumes from it, also on another machine. It contains the
 * key: keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_siphash12_nocase_stream_save(const ph_siphash12_nocase_stream_t *stream,
                                            uint8_t *out,
                                            size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_siphash12_nocase_stream_free(ph_siphash12_nocase_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_nocase_stream_new(const ph_siphash_key_t *key,
                                           ph_siphash12_nocase_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_siphash12_nocase_stream_reset(ph_siphash12_nocase_stream_t *stream,
                                             const ph_siphash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_nocase_stream_restore(const void *data,
                                               size_t len,
                                               ph_siphash12_nocase_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_siphash12_nocase_stream_finalize(const ph_siphash12_nocase_stream_t *stream,
                                                uint64_t *out);

/**
 * Makes a key of HalfSipHash from its PH_HALFSIPHASH_KEY_BYTES bytes. The bytes are those of the
 * authors' code.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash_key_new(const void *bytes, size_t len, ph_halfsiphash_key_t **out);

/**
 * Derives a key of HalfSipHash from a number, the same on every machine; frozen. Use it for
 * checksums and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash_key_from_seed(uint64_t seed, ph_halfsiphash_key_t **out);

/**
 * Makes a random key of HalfSipHash, every bit of which comes from the operating system. The keys
 * of threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_halfsiphash_key_generate(ph_halfsiphash_key_t **out);

/**
 * Writes the PH_HALFSIPHASH_KEY_BYTES bytes of a key. `ph_halfsiphash_key_new` makes the same key
 * from them.
 */
ph_status_t ph_halfsiphash_key_bytes(const ph_halfsiphash_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_halfsiphash_key_backend(const ph_halfsiphash_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_halfsiphash_key_free(ph_halfsiphash_key_t *key);

/**
 * Computes 32-bit HalfSipHash-2-4 of a message, one 32-bit word. Frozen.
 *
 * Its 64-bit key can be found by exhaustive search: do not use it against large machines.
 */
ph_status_t ph_halfsiphash32(const ph_halfsiphash_key_t *key,
                             const void *data,
                             size_t len,
                             uint32_t *out);

/**
 * Computes 32-bit HalfSipHash-2-4 of `count` messages. Message i is the `lens[i]` bytes at
 * `data[i]`, and hash i, one 32-bit word, is that of `ph_halfsiphash32`. A batch takes less time
 * than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash32_many(const ph_halfsiphash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint32_t *out);

/**
 * Computes 32-bit HalfSipHash-2-4 of `count` words, each as its eight little-endian bytes; hash i
 * is one 32-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash32_u64s(const ph_halfsiphash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint32_t *out);

/**
 * Computes 32-bit HalfSipHash-2-4 of the strings of a column in Arrow's layout. String i is the
 * bytes `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash
 * i is one 32-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash32_column32(const ph_halfsiphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int32_t *offsets,
                                      size_t rows,
                                      uint32_t *out);

/**
 * Does the same as `ph_halfsiphash32_column32`, with offsets of 64 bits.
 */
ph_status_t ph_halfsiphash32_column64(const ph_halfsiphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint32_t *out);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_halfsiphash32_stream_update(ph_halfsiphash32_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_halfsiphash32_stream_len(const ph_halfsiphash32_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash32_stream_clone(const ph_halfsiphash32_stream_t *stream,
                                          ph_halfsiphash32_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_HALFSIPHASH32_CHECKPOINT_BYTES bytes.
 * `ph_halfsiphash32_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_halfsiphash32_stream_save(const ph_halfsiphash32_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_halfsiphash32_stream_free(ph_halfsiphash32_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash32_stream_new(const ph_halfsiphash_key_t *key,
                                        ph_halfsiphash32_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_halfsiphash32_stream_reset(ph_halfsiphash32_stream_t *stream,
                                          const ph_halfsiphash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash32_stream_restore(const void *data,
                                            size_t len,
                                            ph_halfsiphash32_stream_t **out);

/**
 * Writes the hash of the message so far, one 32-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_halfsiphash32_stream_finalize(const ph_halfsiphash32_stream_t *stream,
                                             uint32_t *out);

/**
 * Computes 64-bit HalfSipHash-2-4 of a message, one 64-bit word. Frozen.
 *
 * Its 64-bit key can be found by exhaustive search: do not use it against large machines.
 */
ph_status_t ph_halfsiphash64(const ph_halfsiphash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * Computes 64-bit HalfSipHash-2-4 of `count` messages. Message i is the `lens[i]` bytes at
 * `data[i]`, and hash i, one 64-bit word, is that of `ph_halfsiphash64`. A batch takes less time
 * than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash64_many(const ph_halfsiphash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes 64-bit HalfSipHash-2-4 of `count` words, each as its eight little-endian bytes; hash i
 * is one 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash64_u64s(const ph_halfsiphash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes 64-bit HalfSipHash-2-4 of the strings of a column in Arrow's layout. String i is the
 * bytes `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash
 * i is one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash64_column32(const ph_halfsiphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int32_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Does the same as `ph_halfsiphash64_column32`, with offsets of 64 bits.
 */
ph_status_t ph_halfsiphash64_column64(const ph_halfsiphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_halfsiphash64_stream_update(ph_halfsiphash64_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_halfsiphash64_stream_len(const ph_halfsiphash64_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash64_stream_clone(const ph_halfsiphash64_stream_t *stream,
                                          ph_halfsiphash64_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_HALFSIPHASH64_CHECKPOINT_BYTES bytes.
 * `ph_halfsiphash64_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_halfsiphash64_stream_save(const ph_halfsiphash64_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_halfsiphash64_stream_free(ph_halfsiphash64_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash64_stream_new(const ph_halfsiphash_key_t *key,
                                        ph_halfsiphash64_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_halfsiphash64_stream_reset(ph_halfsiphash64_stream_t *stream,
                                          const ph_halfsiphash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash64_stream_restore(const void *data,
                                            size_t len,
                                            ph_halfsiphash64_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_halfsiphash64_stream_finalize(const ph_halfsiphash64_stream_t *stream,
                                             uint64_t *out);

/**
 * Makes a key of SipTreeHash from its PH_SIPTREEHASH_KEY_BYTES bytes. The bytes are the four words
 * of the library's key, each little-endian.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_key_new(const void *bytes, size_t len, ph_siptreehash_key_t **out);

/**
 * Derives a key of SipTreeHash from a number, the same on every machine; frozen. Use it for
 * checksums and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_key_from_seed(uint64_t seed, ph_siptreehash_key_t **out);

/**
 * Makes a random key of SipTreeHash, every bit of which comes from the operating system. The keys
 * of threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_siptreehash_key_generate(ph_siptreehash_key_t **out);

/**
 * Writes the PH_SIPTREEHASH_KEY_BYTES bytes of a key. `ph_siptreehash_key_new` makes the same key
 * from them.
 */
ph_status_t ph_siptreehash_key_bytes(const ph_siptreehash_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_siptreehash_key_backend(const ph_siptreehash_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_siptreehash_key_free(ph_siptreehash_key_t *key);

/**
 * Computes SipTreeHash of a message, one 64-bit word. Frozen.
 *
 * Its authors claim a pseudo-random function under a secret key; there is no proof.
 */
ph_status_t ph_siptreehash(const ph_siptreehash_key_t *key,
                           const void *data,
                           size_t len,
                           uint64_t *out);

/**
 * Computes SipTreeHash of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, one 64-bit word, is that of `ph_siptreehash`. A batch takes less time than the messages
 * one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash_many(const ph_siptreehash_key_t *key,
                                const void *const *data,
                                const size_t *lens,
                                size_t count,
                                uint64_t *out);

/**
 * Computes SipTreeHash of `count` words, each as its eight little-endian bytes; hash i is one
 * 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash_u64s(const ph_siptreehash_key_t *key,
                                const uint64_t *words,
                                size_t count,
                                uint64_t *out);

/**
 * Computes SipTreeHash of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash_column32(const ph_siptreehash_key_t *key,
                                    const void *values,
                                    size_t len,
                                    const int32_t *offsets,
                                    size_t rows,
                                    uint64_t *out);

/**
 * Does the same as `ph_siptreehash_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siptreehash_column64(const ph_siptreehash_key_t *key,
                                    const void *values,
                                    size_t len,
                                    const int64_t *offsets,
                                    size_t rows,
                                    uint64_t *out);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_siptreehash_stream_update(ph_siptreehash_stream_t *stream,
                                         const void *data,
                                         size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_siptreehash_stream_len(const ph_siptreehash_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_stream_clone(const ph_siptreehash_stream_t *stream,
                                        ph_siptreehash_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_SIPTREEHASH_CHECKPOINT_BYTES bytes.
 * `ph_siptreehash_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_siptreehash_stream_save(const ph_siptreehash_stream_t *stream,
                                       uint8_t *out,
                                       size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_siptreehash_stream_free(ph_siptreehash_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_stream_new(const ph_siptreehash_key_t *key,
                                      ph_siptreehash_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_siptreehash_stream_reset(ph_siptreehash_stream_t *stream,
                                        const ph_siptreehash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_stream_restore(const void *data,
                                          size_t len,
                                          ph_siptreehash_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_siptreehash_stream_finalize(const ph_siptreehash_stream_t *stream, uint64_t *out);

/**
 * Computes SipTreeHash13 of a message, one 64-bit word. Frozen.
 *
 * Its authors claim a pseudo-random function under a secret key; there is no proof.
 */
ph_status_t ph_siptreehash13(const ph_siptreehash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * Computes SipTreeHash13 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, one 64-bit word, is that of `ph_siptreehash13`. A batch takes less time than the
 * messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash13_many(const ph_siptreehash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes SipTreeHash13 of `count` words, each as its eight little-endian bytes; hash i is one
 * 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash13_u64s(const ph_siptreehash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes SipTreeHash13 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash13_column32(const ph_siptreehash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int32_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Does the same as `ph_siptreehash13_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siptreehash13_column64(const ph_siptreehash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_siptreehash13_stream_update(ph_siptreehash13_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_siptreehash13_stream_len(const ph_siptreehash13_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash13_stream_clone(const ph_siptreehash13_stream_t *stream,
                                          ph_siptreehash13_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_SIPTREEHASH13_CHECKPOINT_BYTES bytes.
 * `ph_siptreehash13_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_siptreehash13_stream_save(const ph_siptreehash13_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_siptreehash13_stream_free(ph_siptreehash13_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash13_stream_new(const ph_siptreehash_key_t *key,
                                        ph_siptreehash13_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_siptreehash13_stream_reset(ph_siptreehash13_stream_t *stream,
                                          const ph_siptreehash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash13_stream_restore(const void *data,
                                            size_t len,
                                            ph_siptreehash13_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_siptreehash13_stream_finalize(const ph_siptreehash13_stream_t *stream,
                                             uint64_t *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_SIPHASH_H */
