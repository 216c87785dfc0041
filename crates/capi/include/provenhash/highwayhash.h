/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_HIGHWAYHASH_H
#define PROVENHASH_HIGHWAYHASH_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * Bytes of a key of HighwayHash.
 */
#define PH_HIGHWAYHASH_KEY_BYTES 32

/**
 * Bytes of a checkpoint of a stream of HighwayHash.
 */
#define PH_HIGHWAYHASH_CHECKPOINT_BYTES 184

/**
 * A key of HighwayHash.
 */
typedef struct ph_highwayhash_key_t ph_highwayhash_key_t;

/**
 * A message that comes in pieces, hashed by HighwayHash.
 */
typedef struct ph_highwayhash_stream_t ph_highwayhash_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes a key of HighwayHash from its PH_HIGHWAYHASH_KEY_BYTES bytes. They are the four words of
 * the authors' key, each little-endian.
 *
 * Errors: PH_ERROR_KEY_LENGTH for another number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_key_new(const void *bytes, size_t len, ph_highwayhash_key_t **out);

/**
 * Derives a key of HighwayHash from a number, the same on every machine; frozen. For checksums and
 * tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_key_from_seed(uint64_t seed, ph_highwayhash_key_t **out);

/**
 * Makes a random key of HighwayHash: as hard to guess as 128 random bits of the operating system.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_key_generate(ph_highwayhash_key_t **out);

/**
 * Writes the PH_HIGHWAYHASH_KEY_BYTES bytes of a key, from which `ph_highwayhash_key_new` makes it
 * again.
 */
ph_status_t ph_highwayhash_key_bytes(const ph_highwayhash_key_t *key, uint8_t *out);

/**
 * The name of the code that hashes under this key on this CPU, such as "portable"; null without a
 * key.
 */
const char *ph_highwayhash_key_backend(const ph_highwayhash_key_t *key);

/**
 * Frees a key, or nothing if it is null. Streams that were made with it stay valid.
 */
void ph_highwayhash_key_free(ph_highwayhash_key_t *key);

/**
 * HighwayHash-64 of a message, one 64-bit word. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_highwayhash64(const ph_highwayhash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * HighwayHash-64 of `count` messages, message i being the `lens[i]` bytes at `data[i]`: hash i,
 * one 64-bit word, is that of `ph_highwayhash64`. Many messages take less time together than one
 * by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash64_many(const ph_highwayhash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * HighwayHash-64 of `count` words, each as its eight little-endian bytes; hash i is one 64-bit
 * word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash64_u64s(const ph_highwayhash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * HighwayHash-64 of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]`
 * to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is one 64-bit
 * word. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash64_column32(const ph_highwayhash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int32_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * As `ph_highwayhash64_column32`, with offsets of 64 bits.
 */
ph_status_t ph_highwayhash64_column64(const ph_highwayhash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * HighwayHash-128 of a message, two 64-bit words, the lowest first. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_highwayhash128(const ph_highwayhash_key_t *key,
                              const void *data,
                              size_t len,
                              uint64_t *out);

/**
 * HighwayHash-128 of `count` messages, message i being the `lens[i]` bytes at `data[i]`: hash i,
 * two 64-bit words, the lowest first, is that of `ph_highwayhash128`. Many messages take less time
 * together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash128_many(const ph_highwayhash_key_t *key,
                                   const void *const *data,
                                   const size_t *lens,
                                   size_t count,
                                   uint64_t *out);

/**
 * HighwayHash-128 of `count` words, each as its eight little-endian bytes; hash i is two 64-bit
 * words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash128_u64s(const ph_highwayhash_key_t *key,
                                   const uint64_t *words,
                                   size_t count,
                                   uint64_t *out);

/**
 * HighwayHash-128 of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]`
 * to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is two 64-bit
 * words, the lowest first. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash128_column32(const ph_highwayhash_key_t *key,
                                       const void *values,
                                       size_t len,
                                       const int32_t *offsets,
                                       size_t rows,
                                       uint64_t *out);

/**
 * As `ph_highwayhash128_column32`, with offsets of 64 bits.
 */
ph_status_t ph_highwayhash128_column64(const ph_highwayhash_key_t *key,
                                       const void *values,
                                       size_t len,
                                       const int64_t *offsets,
                                       size_t rows,
                                       uint64_t *out);

/**
 * HighwayHash-256 of a message, four 64-bit words, the lowest first. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_highwayhash256(const ph_highwayhash_key_t *key,
                              const void *data,
                              size_t len,
                              uint64_t *out);

/**
 * HighwayHash-256 of `count` messages, message i being the `lens[i]` bytes at `data[i]`: hash i,
 * four 64-bit words, the lowest first, is that of `ph_highwayhash256`. Many messages take less
 * time together than one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash256_many(const ph_highwayhash_key_t *key,
                                   const void *const *data,
                                   const size_t *lens,
                                   size_t count,
                                   uint64_t *out);

/**
 * HighwayHash-256 of `count` words, each as its eight little-endian bytes; hash i is four 64-bit
 * words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash256_u64s(const ph_highwayhash_key_t *key,
                                   const uint64_t *words,
                                   size_t count,
                                   uint64_t *out);

/**
 * HighwayHash-256 of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]`
 * to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is four 64-bit
 * words, the lowest first. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash256_column32(const ph_highwayhash_key_t *key,
                                       const void *values,
                                       size_t len,
                                       const int32_t *offsets,
                                       size_t rows,
                                       uint64_t *out);

/**
 * As `ph_highwayhash256_column32`, with offsets of 64 bits.
 */
ph_status_t ph_highwayhash256_column64(const ph_highwayhash_key_t *key,
                                       const void *values,
                                       size_t len,
                                       const int64_t *offsets,
                                       size_t rows,
                                       uint64_t *out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_highwayhash_stream_update(ph_highwayhash_stream_t *stream,
                                         const void *data,
                                         size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_highwayhash_stream_len(const ph_highwayhash_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_stream_clone(const ph_highwayhash_stream_t *stream,
                                        ph_highwayhash_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_HIGHWAYHASH_CHECKPOINT_BYTES bytes, from which
 * `ph_highwayhash_stream_restore` resumes, also on another machine. It contains the key: keep it
 * as secret. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_highwayhash_stream_save(const ph_highwayhash_stream_t *stream,
                                       uint8_t *out,
                                       size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_highwayhash_stream_free(ph_highwayhash_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, which may be freed before it.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_stream_new(const ph_highwayhash_key_t *key,
                                      ph_highwayhash_stream_t **out);

/**
 * Starts another message, under this key, with a stream that exists.
 */
ph_status_t ph_highwayhash_stream_reset(ph_highwayhash_stream_t *stream,
                                        const ph_highwayhash_key_t *key);

/**
 * Makes a stream of a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_stream_restore(const void *data,
                                          size_t len,
                                          ph_highwayhash_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. More can be appended afterwards.
 */
ph_status_t ph_highwayhash_stream_finalize(const ph_highwayhash_stream_t *stream, uint64_t *out);

/**
 * Writes the hash of the message so far, two 64-bit words, the lowest first. More can be appended
 * afterwards.
 */
ph_status_t ph_highwayhash_stream_finalize128(const ph_highwayhash_stream_t *stream, uint64_t *out);

/**
 * Writes the hash of the message so far, four 64-bit words, the lowest first. More can be appended
 * afterwards.
 */
ph_status_t ph_highwayhash_stream_finalize256(const ph_highwayhash_stream_t *stream, uint64_t *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_HIGHWAYHASH_H */
