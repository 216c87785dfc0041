/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_SIPHASH_H
#define PROVENHASH_SIPHASH_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * Bytes of a key of SipHash.
 */
#define PH_SIPHASH_KEY_BYTES 16

/**
 * Bytes of a checkpoint of a stream of SipHash-2-4.
 */
#define PH_SIPHASH24_CHECKPOINT_BYTES 72

/**
 * Bytes of a checkpoint of a stream of SipHash-1-3.
 */
#define PH_SIPHASH13_CHECKPOINT_BYTES 72

/**
 * Bytes of a checkpoint of a stream of SipHash-1-2.
 */
#define PH_SIPHASH12_CHECKPOINT_BYTES 72

/**
 * Bytes of a checkpoint of a stream of SipHash-4-8.
 */
#define PH_SIPHASH48_CHECKPOINT_BYTES 72

/**
 * Bytes of a checkpoint of a stream of SipHash-2-4 of 128 bits.
 */
#define PH_SIPHASH128_24_CHECKPOINT_BYTES 72

/**
 * Bytes of a checkpoint of a stream of SipHash-1-3 of 128 bits.
 */
#define PH_SIPHASH128_13_CHECKPOINT_BYTES 72

/**
 * Bytes of a checkpoint of a stream of SipHash-1-2, for which A to Z are a to z,.
 */
#define PH_SIPHASH12_NOCASE_CHECKPOINT_BYTES 72

/**
 * Bytes of a key of HalfSipHash.
 */
#define PH_HALFSIPHASH_KEY_BYTES 8

/**
 * Bytes of a checkpoint of a stream of HalfSipHash-2-4 of 32 bits.
 */
#define PH_HALFSIPHASH32_CHECKPOINT_BYTES 72

/**
 * Bytes of a checkpoint of a stream of HalfSipHash-2-4 of 64 bits.
 */
#define PH_HALFSIPHASH64_CHECKPOINT_BYTES 72

/**
 * Bytes of a key of SipTreeHash.
 */
#define PH_SIPTREEHASH_KEY_BYTES 32

/**
 * Bytes of a checkpoint of a stream of SipTreeHash.
 */
#define PH_SIPTREEHASH_CHECKPOINT_BYTES 208

/**
 * Bytes of a checkpoint of a stream of SipTreeHash13.
 */
#define PH_SIPTREEHASH13_CHECKPOINT_BYTES 208

/**
 * A message that comes in pieces, hashed by HalfSipHash-2-4 of 32 bits.
 */
typedef struct ph_halfsiphash32_stream_t ph_halfsiphash32_stream_t;

/**
 * A message that comes in pieces, hashed by HalfSipHash-2-4 of 64 bits.
 */
typedef struct ph_halfsiphash64_stream_t ph_halfsiphash64_stream_t;

/**
 * A key of HalfSipHash.
 */
typedef struct ph_halfsiphash_key_t ph_halfsiphash_key_t;

/**
 * A message that comes in pieces, hashed by SipHash-1-3 of 128 bits.
 */
typedef struct ph_siphash128_13_stream_t ph_siphash128_13_stream_t;

/**
 * A message that comes in pieces, hashed by SipHash-2-4 of 128 bits.
 */
typedef struct ph_siphash128_24_stream_t ph_siphash128_24_stream_t;

/**
 * A message that comes in pieces, hashed by SipHash-1-2, for which A to Z are a to z,.
 */
typedef struct ph_siphash12_nocase_stream_t ph_siphash12_nocase_stream_t;

/**
 * A message that comes in pieces, hashed by SipHash-1-2.
 */
typedef struct ph_siphash12_stream_t ph_siphash12_stream_t;

/**
 * A message that comes in pieces, hashed by SipHash-1-3.
 */
typedef struct ph_siphash13_stream_t ph_siphash13_stream_t;

/**
 * A message that comes in pieces, hashed by SipHash-2-4.
 */
typedef struct ph_siphash24_stream_t ph_siphash24_stream_t;

/**
 * A message that comes in pieces, hashed by SipHash-4-8.
 */
typedef struct ph_siphash48_stream_t ph_siphash48_stream_t;

/**
 * A key of SipHash.
 */
typedef struct ph_siphash_key_t ph_siphash_key_t;

/**
 * A message that comes in pieces, hashed by SipTreeHash13.
 */
typedef struct ph_siptreehash13_stream_t ph_siptreehash13_stream_t;

/**
 * A key of SipTreeHash.
 */
typedef struct ph_siptreehash_key_t ph_siptreehash_key_t;

/**
 * A message that comes in pieces, hashed by SipTreeHash.
 */
typedef struct ph_siptreehash_stream_t ph_siptreehash_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes a key of SipHash from its PH_SIPHASH_KEY_BYTES bytes. They are those of the paper.
 *
 * Errors: PH_ERROR_KEY_LENGTH for another number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash_key_new(const void *bytes, size_t len, ph_siphash_key_t **out);

/**
 * Derives a key of SipHash from a number, the same on every machine; frozen. For checksums and
 * tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash_key_from_seed(uint64_t seed, ph_siphash_key_t **out);

/**
 * Makes a random key of SipHash: as hard to guess as 128 random bits of the operating system.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash_key_generate(ph_siphash_key_t **out);

/**
 * Writes the PH_SIPHASH_KEY_BYTES bytes of a key, from which `ph_siphash_key_new` makes it again.
 */
ph_status_t ph_siphash_key_bytes(const ph_siphash_key_t *key, uint8_t *out);

/**
 * The name of the code that hashes under this key on this CPU, such as "portable"; null without a
 * key.
 */
const char *ph_siphash_key_backend(const ph_siphash_key_t *key);

/**
 * Frees a key, or nothing if it is null. Streams that were made with it stay valid.
 */
void ph_siphash_key_free(ph_siphash_key_t *key);

/**
 * SipHash-2-4 of a message, one 64-bit word. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_siphash24(const ph_siphash_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * SipHash-2-4 of `count` messages, message i being the `lens[i]` bytes at `data[i]`: hash i, one
 * 64-bit word, is that of `ph_siphash24`. Many messages take less time together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash24_many(const ph_siphash_key_t *key,
                              const void *const *data,
                              const size_t *lens,
                              size_t count,
                              uint64_t *out);

/**
 * SipHash-2-4 of `count` words, each as its eight little-endian bytes; hash i is one 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash24_u64s(const ph_siphash_key_t *key,
                              const uint64_t *words,
                              size_t count,
                              uint64_t *out);

/**
 * SipHash-2-4 of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]` to
 * `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is one 64-bit word.
 * There is one offset more than there are rows.
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
 * As `ph_siphash24_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash24_column64(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int64_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_siphash24_stream_update(ph_siphash24_stream_t *stream, const void *data, size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_siphash24_stream_len(const ph_siphash24_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash24_stream_clone(const ph_siphash24_stream_t *stream,
                                      ph_siphash24_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_SIPHASH24_CHECKPOINT_BYTES bytes, from which
 * `ph_siphash24_stream_restore` resumes, also on another machine. It contains the key: keep it as
 * secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_siphash24_stream_save(const ph_siphash24_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_siphash24_stream_free(ph_siphash24_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash24_stream_new(const ph_siphash_key_t *key, ph_siphash24_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_siphash24_stream_reset(ph_siphash24_stream_t *stream, const ph_siphash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash24_stream_restore(const void *data, size_t len, ph_siphash24_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. More can be appended afterwards.
 */
ph_status_t ph_siphash24_stream_finalize(const ph_siphash24_stream_t *stream, uint64_t *out);

/**
 * SipHash-1-3 of a message, one 64-bit word. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_siphash13(const ph_siphash_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * SipHash-1-3 of `count` messages, message i being the `lens[i]` bytes at `data[i]`: hash i, one
 * 64-bit word, is that of `ph_siphash13`. Many messages take less time together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash13_many(const ph_siphash_key_t *key,
                              const void *const *data,
                              const size_t *lens,
                              size_t count,
                              uint64_t *out);

/**
 * SipHash-1-3 of `count` words, each as its eight little-endian bytes; hash i is one 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash13_u64s(const ph_siphash_key_t *key,
                              const uint64_t *words,
                              size_t count,
                              uint64_t *out);

/**
 * SipHash-1-3 of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]` to
 * `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is one 64-bit word.
 * There is one offset more than there are rows.
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
 * As `ph_siphash13_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash13_column64(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int64_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_siphash13_stream_update(ph_siphash13_stream_t *stream, const void *data, size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_siphash13_stream_len(const ph_siphash13_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash13_stream_clone(const ph_siphash13_stream_t *stream,
                                      ph_siphash13_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_SIPHASH13_CHECKPOINT_BYTES bytes, from which
 * `ph_siphash13_stream_restore` resumes, also on another machine. It contains the key: keep it as
 * secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_siphash13_stream_save(const ph_siphash13_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_siphash13_stream_free(ph_siphash13_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash13_stream_new(const ph_siphash_key_t *key, ph_siphash13_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_siphash13_stream_reset(ph_siphash13_stream_t *stream, const ph_siphash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash13_stream_restore(const void *data, size_t len, ph_siphash13_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. More can be appended afterwards.
 */
ph_status_t ph_siphash13_stream_finalize(const ph_siphash13_stream_t *stream, uint64_t *out);

/**
 * SipHash-1-2 of a message, one 64-bit word. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_siphash12(const ph_siphash_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * SipHash-1-2 of `count` messages, message i being the `lens[i]` bytes at `data[i]`: hash i, one
 * 64-bit word, is that of `ph_siphash12`. Many messages take less time together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_many(const ph_siphash_key_t *key,
                              const void *const *data,
                              const size_t *lens,
                              size_t count,
                              uint64_t *out);

/**
 * SipHash-1-2 of `count` words, each as its eight little-endian bytes; hash i is one 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_u64s(const ph_siphash_key_t *key,
                              const uint64_t *words,
                              size_t count,
                              uint64_t *out);

/**
 * SipHash-1-2 of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]` to
 * `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is one 64-bit word.
 * There is one offset more than there are rows.
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
 * As `ph_siphash12_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash12_column64(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int64_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_siphash12_stream_update(ph_siphash12_stream_t *stream, const void *data, size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_siphash12_stream_len(const ph_siphash12_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_stream_clone(const ph_siphash12_stream_t *stream,
                                      ph_siphash12_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_SIPHASH12_CHECKPOINT_BYTES bytes, from which
 * `ph_siphash12_stream_restore` resumes, also on another machine. It contains the key: keep it as
 * secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_siphash12_stream_save(const ph_siphash12_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_siphash12_stream_free(ph_siphash12_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_stream_new(const ph_siphash_key_t *key, ph_siphash12_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_siphash12_stream_reset(ph_siphash12_stream_t *stream, const ph_siphash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_stream_restore(const void *data, size_t len, ph_siphash12_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. More can be appended afterwards.
 */
ph_status_t ph_siphash12_stream_finalize(const ph_siphash12_stream_t *stream, uint64_t *out);

/**
 * SipHash-4-8 of a message, one 64-bit word. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_siphash48(const ph_siphash_key_t *key, const void *data, size_t len, uint64_t *out);

/**
 * SipHash-4-8 of `count` messages, message i being the `lens[i]` bytes at `data[i]`: hash i, one
 * 64-bit word, is that of `ph_siphash48`. Many messages take less time together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash48_many(const ph_siphash_key_t *key,
                              const void *const *data,
                              const size_t *lens,
                              size_t count,
                              uint64_t *out);

/**
 * SipHash-4-8 of `count` words, each as its eight little-endian bytes; hash i is one 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash48_u64s(const ph_siphash_key_t *key,
                              const uint64_t *words,
                              size_t count,
                              uint64_t *out);

/**
 * SipHash-4-8 of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]` to
 * `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is one 64-bit word.
 * There is one offset more than there are rows.
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
 * As `ph_siphash48_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash48_column64(const ph_siphash_key_t *key,
                                  const void *values,
                                  size_t len,
                                  const int64_t *offsets,
                                  size_t rows,
                                  uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_siphash48_stream_update(ph_siphash48_stream_t *stream, const void *data, size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_siphash48_stream_len(const ph_siphash48_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash48_stream_clone(const ph_siphash48_stream_t *stream,
                                      ph_siphash48_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_SIPHASH48_CHECKPOINT_BYTES bytes, from which
 * `ph_siphash48_stream_restore` resumes, also on another machine. It contains the key: keep it as
 * secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_siphash48_stream_save(const ph_siphash48_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_siphash48_stream_free(ph_siphash48_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash48_stream_new(const ph_siphash_key_t *key, ph_siphash48_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_siphash48_stream_reset(ph_siphash48_stream_t *stream, const ph_siphash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash48_stream_restore(const void *data, size_t len, ph_siphash48_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. More can be appended afterwards.
 */
ph_status_t ph_siphash48_stream_finalize(const ph_siphash48_stream_t *stream, uint64_t *out);

/**
 * SipHash-2-4 of 128 bits of a message, two 64-bit words, the lowest first. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_siphash128_24(const ph_siphash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * SipHash-2-4 of 128 bits of `count` messages, message i being the `lens[i]` bytes at `data[i]`:
 * hash i, two 64-bit words, the lowest first, is that of `ph_siphash128_24`. Many messages take
 * less time together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_24_many(const ph_siphash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * SipHash-2-4 of 128 bits of `count` words, each as its eight little-endian bytes; hash i is two
 * 64-bit words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_24_u64s(const ph_siphash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * SipHash-2-4 of 128 bits of the strings of a column in Arrow's layout: string i is the bytes
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
 * As `ph_siphash128_24_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash128_24_column64(const ph_siphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_siphash128_24_stream_update(ph_siphash128_24_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_siphash128_24_stream_len(const ph_siphash128_24_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_24_stream_clone(const ph_siphash128_24_stream_t *stream,
                                          ph_siphash128_24_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_SIPHASH128_24_CHECKPOINT_BYTES bytes, from
 * which `ph_siphash128_24_stream_restore` resumes, also on another machine. It contains the key:
 * keep it as secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_siphash128_24_stream_save(const ph_siphash128_24_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_siphash128_24_stream_free(ph_siphash128_24_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_24_stream_new(const ph_siphash_key_t *key,
                                        ph_siphash128_24_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_siphash128_24_stream_reset(ph_siphash128_24_stream_t *stream,
                                          const ph_siphash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_24_stream_restore(const void *data,
                                            size_t len,
                                            ph_siphash128_24_stream_t **out);

/**
 * Writes the hash of the message so far, two 64-bit words, the lowest first. More can be appended
 * afterwards.
 */
ph_status_t ph_siphash128_24_stream_finalize(const ph_siphash128_24_stream_t *stream,
                                             uint64_t *out);

/**
 * SipHash-1-3 of 128 bits of a message, two 64-bit words, the lowest first. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_siphash128_13(const ph_siphash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * SipHash-1-3 of 128 bits of `count` messages, message i being the `lens[i]` bytes at `data[i]`:
 * hash i, two 64-bit words, the lowest first, is that of `ph_siphash128_13`. Many messages take
 * less time together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_13_many(const ph_siphash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * SipHash-1-3 of 128 bits of `count` words, each as its eight little-endian bytes; hash i is two
 * 64-bit words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash128_13_u64s(const ph_siphash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * SipHash-1-3 of 128 bits of the strings of a column in Arrow's layout: string i is the bytes
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
 * As `ph_siphash128_13_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash128_13_column64(const ph_siphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_siphash128_13_stream_update(ph_siphash128_13_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_siphash128_13_stream_len(const ph_siphash128_13_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_13_stream_clone(const ph_siphash128_13_stream_t *stream,
                                          ph_siphash128_13_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_SIPHASH128_13_CHECKPOINT_BYTES bytes, from
 * which `ph_siphash128_13_stream_restore` resumes, also on another machine. It contains the key:
 * keep it as secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_siphash128_13_stream_save(const ph_siphash128_13_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_siphash128_13_stream_free(ph_siphash128_13_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_13_stream_new(const ph_siphash_key_t *key,
                                        ph_siphash128_13_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_siphash128_13_stream_reset(ph_siphash128_13_stream_t *stream,
                                          const ph_siphash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash128_13_stream_restore(const void *data,
                                            size_t len,
                                            ph_siphash128_13_stream_t **out);

/**
 * Writes the hash of the message so far, two 64-bit words, the lowest first. More can be appended
 * afterwards.
 */
ph_status_t ph_siphash128_13_stream_finalize(const ph_siphash128_13_stream_t *stream,
                                             uint64_t *out);

/**
 * SipHash-1-2, for which A to Z are a to z, of a message, one 64-bit word. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_siphash12_nocase(const ph_siphash_key_t *key,
                                const void *data,
                                size_t len,
                                uint64_t *out);

/**
 * SipHash-1-2, for which A to Z are a to z, of `count` messages, message i being the `lens[i]`
 * bytes at `data[i]`: hash i, one 64-bit word, is that of `ph_siphash12_nocase`. Many messages
 * take less time together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_nocase_many(const ph_siphash_key_t *key,
                                     const void *const *data,
                                     const size_t *lens,
                                     size_t count,
                                     uint64_t *out);

/**
 * SipHash-1-2, for which A to Z are a to z, of `count` words, each as its eight little-endian
 * bytes; hash i is one 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siphash12_nocase_u64s(const ph_siphash_key_t *key,
                                     const uint64_t *words,
                                     size_t count,
                                     uint64_t *out);

/**
 * SipHash-1-2, for which A to Z are a to z, of the strings of a column in Arrow's layout: string i
 * is the bytes `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below
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
 * As `ph_siphash12_nocase_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siphash12_nocase_column64(const ph_siphash_key_t *key,
                                         const void *values,
                                         size_t len,
                                         const int64_t *offsets,
                                         size_t rows,
                                         uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_siphash12_nocase_stream_update(ph_siphash12_nocase_stream_t *stream,
                                              const void *data,
                                              size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_siphash12_nocase_stream_len(const ph_siphash12_nocase_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_nocase_stream_clone(const ph_siphash12_nocase_stream_t *stream,
                                             ph_siphash12_nocase_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_SIPHASH12_NOCASE_CHECKPOINT_BYTES bytes, from
 * which `ph_siphash12_nocase_stream_restore` resumes, also on another machine. It contains the
 * key: keep it as secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_siphash12_nocase_stream_save(const ph_siphash12_nocase_stream_t *stream,
                                            uint8_t *out,
                                            size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_siphash12_nocase_stream_free(ph_siphash12_nocase_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_nocase_stream_new(const ph_siphash_key_t *key,
                                           ph_siphash12_nocase_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_siphash12_nocase_stream_reset(ph_siphash12_nocase_stream_t *stream,
                                             const ph_siphash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siphash12_nocase_stream_restore(const void *data,
                                               size_t len,
                                               ph_siphash12_nocase_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. More can be appended afterwards.
 */
ph_status_t ph_siphash12_nocase_stream_finalize(const ph_siphash12_nocase_stream_t *stream,
                                                uint64_t *out);

/**
 * Makes a key of HalfSipHash from its PH_HALFSIPHASH_KEY_BYTES bytes. They are those of the
 * authors' code.
 *
 * Errors: PH_ERROR_KEY_LENGTH for another number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash_key_new(const void *bytes, size_t len, ph_halfsiphash_key_t **out);

/**
 * Derives a key of HalfSipHash from a number, the same on every machine; frozen. For checksums and
 * tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash_key_from_seed(uint64_t seed, ph_halfsiphash_key_t **out);

/**
 * Makes a random key of HalfSipHash: as hard to guess as 128 random bits of the operating system.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash_key_generate(ph_halfsiphash_key_t **out);

/**
 * Writes the PH_HALFSIPHASH_KEY_BYTES bytes of a key, from which `ph_halfsiphash_key_new` makes it
 * again.
 */
ph_status_t ph_halfsiphash_key_bytes(const ph_halfsiphash_key_t *key, uint8_t *out);

/**
 * The name of the code that hashes under this key on this CPU, such as "portable"; null without a
 * key.
 */
const char *ph_halfsiphash_key_backend(const ph_halfsiphash_key_t *key);

/**
 * Frees a key, or nothing if it is null. Streams that were made with it stay valid.
 */
void ph_halfsiphash_key_free(ph_halfsiphash_key_t *key);

/**
 * HalfSipHash-2-4 of 32 bits of a message, one 32-bit word. Frozen.
 *
 * Its key of 64 bits can be found by trying: for small machines, not against large ones.
 */
ph_status_t ph_halfsiphash32(const ph_halfsiphash_key_t *key,
                             const void *data,
                             size_t len,
                             uint32_t *out);

/**
 * HalfSipHash-2-4 of 32 bits of `count` messages, message i being the `lens[i]` bytes at
 * `data[i]`: hash i, one 32-bit word, is that of `ph_halfsiphash32`. Many messages take less time
 * together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash32_many(const ph_halfsiphash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint32_t *out);

/**
 * HalfSipHash-2-4 of 32 bits of `count` words, each as its eight little-endian bytes; hash i is
 * one 32-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash32_u64s(const ph_halfsiphash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint32_t *out);

/**
 * HalfSipHash-2-4 of 32 bits of the strings of a column in Arrow's layout: string i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 32-bit word. There is one offset more than there are rows.
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
 * As `ph_halfsiphash32_column32`, with offsets of 64 bits.
 */
ph_status_t ph_halfsiphash32_column64(const ph_halfsiphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint32_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_halfsiphash32_stream_update(ph_halfsiphash32_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_halfsiphash32_stream_len(const ph_halfsiphash32_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash32_stream_clone(const ph_halfsiphash32_stream_t *stream,
                                          ph_halfsiphash32_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_HALFSIPHASH32_CHECKPOINT_BYTES bytes, from
 * which `ph_halfsiphash32_stream_restore` resumes, also on another machine. It contains the key:
 * keep it as secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_halfsiphash32_stream_save(const ph_halfsiphash32_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_halfsiphash32_stream_free(ph_halfsiphash32_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash32_stream_new(const ph_halfsiphash_key_t *key,
                                        ph_halfsiphash32_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_halfsiphash32_stream_reset(ph_halfsiphash32_stream_t *stream,
                                          const ph_halfsiphash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash32_stream_restore(const void *data,
                                            size_t len,
                                            ph_halfsiphash32_stream_t **out);

/**
 * Writes the hash of the message so far, one 32-bit word. More can be appended afterwards.
 */
ph_status_t ph_halfsiphash32_stream_finalize(const ph_halfsiphash32_stream_t *stream,
                                             uint32_t *out);

/**
 * HalfSipHash-2-4 of 64 bits of a message, one 64-bit word. Frozen.
 *
 * Its key of 64 bits can be found by trying: for small machines, not against large ones.
 */
ph_status_t ph_halfsiphash64(const ph_halfsiphash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * HalfSipHash-2-4 of 64 bits of `count` messages, message i being the `lens[i]` bytes at
 * `data[i]`: hash i, one 64-bit word, is that of `ph_halfsiphash64`. Many messages take less time
 * together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash64_many(const ph_halfsiphash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * HalfSipHash-2-4 of 64 bits of `count` words, each as its eight little-endian bytes; hash i is
 * one 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_halfsiphash64_u64s(const ph_halfsiphash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * HalfSipHash-2-4 of 64 bits of the strings of a column in Arrow's layout: string i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
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
 * As `ph_halfsiphash64_column32`, with offsets of 64 bits.
 */
ph_status_t ph_halfsiphash64_column64(const ph_halfsiphash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_halfsiphash64_stream_update(ph_halfsiphash64_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_halfsiphash64_stream_len(const ph_halfsiphash64_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash64_stream_clone(const ph_halfsiphash64_stream_t *stream,
                                          ph_halfsiphash64_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_HALFSIPHASH64_CHECKPOINT_BYTES bytes, from
 * which `ph_halfsiphash64_stream_restore` resumes, also on another machine. It contains the key:
 * keep it as secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_halfsiphash64_stream_save(const ph_halfsiphash64_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_halfsiphash64_stream_free(ph_halfsiphash64_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash64_stream_new(const ph_halfsiphash_key_t *key,
                                        ph_halfsiphash64_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_halfsiphash64_stream_reset(ph_halfsiphash64_stream_t *stream,
                                          const ph_halfsiphash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_halfsiphash64_stream_restore(const void *data,
                                            size_t len,
                                            ph_halfsiphash64_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. More can be appended afterwards.
 */
ph_status_t ph_halfsiphash64_stream_finalize(const ph_halfsiphash64_stream_t *stream,
                                             uint64_t *out);

/**
 * Makes a key of SipTreeHash from its PH_SIPTREEHASH_KEY_BYTES bytes. They are the four words of
 * the library's key, each little-endian.
 *
 * Errors: PH_ERROR_KEY_LENGTH for another number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_key_new(const void *bytes, size_t len, ph_siptreehash_key_t **out);

/**
 * Derives a key of SipTreeHash from a number, the same on every machine; frozen. For checksums and
 * tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_key_from_seed(uint64_t seed, ph_siptreehash_key_t **out);

/**
 * Makes a random key of SipTreeHash: as hard to guess as 128 random bits of the operating system.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_key_generate(ph_siptreehash_key_t **out);

/**
 * Writes the PH_SIPTREEHASH_KEY_BYTES bytes of a key, from which `ph_siptreehash_key_new` makes it
 * again.
 */
ph_status_t ph_siptreehash_key_bytes(const ph_siptreehash_key_t *key, uint8_t *out);

/**
 * The name of the code that hashes under this key on this CPU, such as "portable"; null without a
 * key.
 */
const char *ph_siptreehash_key_backend(const ph_siptreehash_key_t *key);

/**
 * Frees a key, or nothing if it is null. Streams that were made with it stay valid.
 */
void ph_siptreehash_key_free(ph_siptreehash_key_t *key);

/**
 * SipTreeHash of a message, one 64-bit word. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_siptreehash(const ph_siptreehash_key_t *key,
                           const void *data,
                           size_t len,
                           uint64_t *out);

/**
 * SipTreeHash of `count` messages, message i being the `lens[i]` bytes at `data[i]`: hash i, one
 * 64-bit word, is that of `ph_siptreehash`. Many messages take less time together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash_many(const ph_siptreehash_key_t *key,
                                const void *const *data,
                                const size_t *lens,
                                size_t count,
                                uint64_t *out);

/**
 * SipTreeHash of `count` words, each as its eight little-endian bytes; hash i is one 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash_u64s(const ph_siptreehash_key_t *key,
                                const uint64_t *words,
                                size_t count,
                                uint64_t *out);

/**
 * SipTreeHash of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]` to
 * `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is one 64-bit word.
 * There is one offset more than there are rows.
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
 * As `ph_siptreehash_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siptreehash_column64(const ph_siptreehash_key_t *key,
                                    const void *values,
                                    size_t len,
                                    const int64_t *offsets,
                                    size_t rows,
                                    uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_siptreehash_stream_update(ph_siptreehash_stream_t *stream,
                                         const void *data,
                                         size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_siptreehash_stream_len(const ph_siptreehash_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_stream_clone(const ph_siptreehash_stream_t *stream,
                                        ph_siptreehash_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_SIPTREEHASH_CHECKPOINT_BYTES bytes, from which
 * `ph_siptreehash_stream_restore` resumes, also on another machine. It contains the key: keep it
 * as secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_siptreehash_stream_save(const ph_siptreehash_stream_t *stream,
                                       uint8_t *out,
                                       size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_siptreehash_stream_free(ph_siptreehash_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_stream_new(const ph_siptreehash_key_t *key,
                                      ph_siptreehash_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_siptreehash_stream_reset(ph_siptreehash_stream_t *stream,
                                        const ph_siptreehash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash_stream_restore(const void *data,
                                          size_t len,
                                          ph_siptreehash_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. More can be appended afterwards.
 */
ph_status_t ph_siptreehash_stream_finalize(const ph_siptreehash_stream_t *stream, uint64_t *out);

/**
 * SipTreeHash13 of a message, one 64-bit word. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_siptreehash13(const ph_siptreehash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * SipTreeHash13 of `count` messages, message i being the `lens[i]` bytes at `data[i]`: hash i, one
 * 64-bit word, is that of `ph_siptreehash13`. Many messages take less time together than one by
 * one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash13_many(const ph_siptreehash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * SipTreeHash13 of `count` words, each as its eight little-endian bytes; hash i is one 64-bit
 * word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_siptreehash13_u64s(const ph_siptreehash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * SipTreeHash13 of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]`
 * to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is one 64-bit
 * word. There is one offset more than there are rows.
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
 * As `ph_siptreehash13_column32`, with offsets of 64 bits.
 */
ph_status_t ph_siptreehash13_column64(const ph_siptreehash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_siptreehash13_stream_update(ph_siptreehash13_stream_t *stream,
                                           const void *data,
                                           size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_siptreehash13_stream_len(const ph_siptreehash13_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash13_stream_clone(const ph_siptreehash13_stream_t *stream,
                                          ph_siptreehash13_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_SIPTREEHASH13_CHECKPOINT_BYTES bytes, from
 * which `ph_siptreehash13_stream_restore` resumes, also on another machine. It contains the key:
 * keep it as secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_siptreehash13_stream_save(const ph_siptreehash13_stream_t *stream,
                                         uint8_t *out,
                                         size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_siptreehash13_stream_free(ph_siptreehash13_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash13_stream_new(const ph_siptreehash_key_t *key,
                                        ph_siptreehash13_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_siptreehash13_stream_reset(ph_siptreehash13_stream_t *stream,
                                          const ph_siptreehash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_siptreehash13_stream_restore(const void *data,
                                            size_t len,
                                            ph_siptreehash13_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. More can be appended afterwards.
 */
ph_status_t ph_siptreehash13_stream_finalize(const ph_siptreehash13_stream_t *stream,
                                             uint64_t *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_SIPHASH_H */
