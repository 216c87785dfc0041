/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_HIGHWAYHASH_H
#define PROVENHASH_HIGHWAYHASH_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * The length, in bytes, of a key of HighwayHash.
 */
#define PH_HIGHWAYHASH_KEY_BYTES 32

/**
 * The length, in bytes, of a checkpoint of a stream of HighwayHash.
 */
#define PH_HIGHWAYHASH_CHECKPOINT_BYTES 184

/**
 * A key of HighwayHash.
 */
typedef struct ph_highwayhash_key_t ph_highwayhash_key_t;

/**
 * A message that arrives in pieces, hashed by HighwayHash.
 */
typedef struct ph_highwayhash_stream_t ph_highwayhash_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Makes a key of HighwayHash from its PH_HIGHWAYHASH_KEY_BYTES bytes. The bytes are the four words
 * of the authors' key, each little-endian.
 *
 * Errors: PH_ERROR_KEY_LENGTH for any other number of bytes, PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_key_new(const void *bytes, size_t len, ph_highwayhash_key_t **out);

/**
 * Derives a key of HighwayHash from a number, the same on every machine; frozen. Use it for
 * checksums and tests: a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_key_from_seed(uint64_t seed, ph_highwayhash_key_t **out);

/**
 * Makes a random key of HighwayHash, every bit of which comes from the operating system. The keys
 * of threads, of processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_MEMORY, PH_ERROR_ENTROPY.
 */
ph_status_t ph_highwayhash_key_generate(ph_highwayhash_key_t **out);

/**
 * Writes the PH_HIGHWAYHASH_KEY_BYTES bytes of a key. `ph_highwayhash_key_new` makes the same key
 * from them.
 */
ph_status_t ph_highwayhash_key_bytes(const ph_highwayhash_key_t *key, uint8_t *out);

/**
 * Returns the name of the code that hashes under this key on this CPU, such as "portable", or null
 * if the key is null.
 */
const char *ph_highwayhash_key_backend(const ph_highwayhash_key_t *key);

/**
 * Frees a key; null is ignored. Streams that were made with the key stay valid.
 */
void ph_highwayhash_key_free(ph_highwayhash_key_t *key);

/**
 * Computes HighwayHash-64 of a message, one 64-bit word. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_highwayhash64(const ph_highwayhash_key_t *key,
                             const void *data,
                             size_t len,
                             uint64_t *out);

/**
 * Computes HighwayHash-64 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, one 64-bit word, is that of `ph_highwayhash64`. A batch takes less time than the
 * messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash64_many(const ph_highwayhash_key_t *key,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes HighwayHash-64 of `count` words, each as its eight little-endian bytes; hash i is one
 * 64-bit word.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash64_u64s(const ph_highwayhash_key_t *key,
                                  const uint64_t *words,
                                  size_t count,
                                  uint64_t *out);

/**
 * Computes HighwayHash-64 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * one 64-bit word. There is one offset more than there are rows.
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
 * Does the same as `ph_highwayhash64_column32`, with offsets of 64 bits.
 */
ph_status_t ph_highwayhash64_column64(const ph_highwayhash_key_t *key,
                                      const void *values,
                                      size_t len,
                                      const int64_t *offsets,
                                      size_t rows,
                                      uint64_t *out);

/**
 * Checks in constant time that a tag belongs to a message: that its bytes are those of
 * `ph_highwayhash64`, one 64-bit word, each little-endian. Comparing hashes by `==` or `memcmp`
 * tells a forger, by the time that it takes, how much of a guess is right.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong or has another length.
 */
ph_status_t ph_highwayhash64_verify(const ph_highwayhash_key_t *key,
                                    const void *data,
                                    size_t len,
                                    const void *tag,
                                    size_t tag_len);

/**
 * Computes HighwayHash-128 of a message, two 64-bit words, the lowest first. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_highwayhash128(const ph_highwayhash_key_t *key,
                              const void *data,
                              size_t len,
                              uint64_t *out);

/**
 * Computes HighwayHash-128 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, two 64-bit words, the lowest first, is that of `ph_highwayhash128`. A batch takes less
 * time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash128_many(const ph_highwayhash_key_t *key,
                                   const void *const *data,
                                   const size_t *lens,
                                   size_t count,
                                   uint64_t *out);

/**
 * Computes HighwayHash-128 of `count` words, each as its eight little-endian bytes; hash i is two
 * 64-bit words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash128_u64s(const ph_highwayhash_key_t *key,
                                   const uint64_t *words,
                                   size_t count,
                                   uint64_t *out);

/**
 * Computes HighwayHash-128 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * two 64-bit words, the lowest first. There is one offset more than there are rows.
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
 * Does the same as `ph_highwayhash128_column32`, with offsets of 64 bits.
 */
ph_status_t ph_highwayhash128_column64(const ph_highwayhash_key_t *key,
                                       const void *values,
                                       size_t len,
                                       const int64_t *offsets,
                                       size_t rows,
                                       uint64_t *out);

/**
 * Checks in constant time that a tag belongs to a message: that its bytes are those of
 * `ph_highwayhash128`, two 64-bit words, the lowest first, each little-endian. Comparing hashes by
 * `==` or `memcmp` tells a forger, by the time that it takes, how much of a guess is right.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong or has another length.
 */
ph_status_t ph_highwayhash128_verify(const ph_highwayhash_key_t *key,
                                     const void *data,
                                     size_t len,
                                     const void *tag,
                                     size_t tag_len);

/**
 * Computes HighwayHash-256 of a message, four 64-bit words, the lowest first. Frozen.
 *
 * A pseudo-random function under a secret key, say its authors; there is no proof.
 */
ph_status_t ph_highwayhash256(const ph_highwayhash_key_t *key,
                              const void *data,
                              size_t len,
                              uint64_t *out);

/**
 * Computes HighwayHash-256 of `count` messages. Message i is the `lens[i]` bytes at `data[i]`, and
 * hash i, four 64-bit words, the lowest first, is that of `ph_highwayhash256`. A batch takes less
 * time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash256_many(const ph_highwayhash_key_t *key,
                                   const void *const *data,
                                   const size_t *lens,
                                   size_t count,
                                   uint64_t *out);

/**
 * Computes HighwayHash-256 of `count` words, each as its eight little-endian bytes; hash i is four
 * 64-bit words, the lowest first.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_highwayhash256_u64s(const ph_highwayhash_key_t *key,
                                   const uint64_t *words,
                                   size_t count,
                                   uint64_t *out);

/**
 * Computes HighwayHash-256 of the strings of a column in Arrow's layout. String i is the bytes
 * `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`; hash i is
 * four 64-bit words, the lowest first. There is one offset more than there are rows.
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
 * Does the same as `ph_highwayhash256_column32`, with offsets of 64 bits.
 */
ph_status_t ph_highwayhash256_column64(const ph_highwayhash_key_t *key,
                                       const void *values,
                                       size_t len,
                                       const int64_t *offsets,
                                       size_t rows,
                                       uint64_t *out);

/**
 * Checks in constant time that a tag belongs to a message: that its bytes are those of
 * `ph_highwayhash256`, four 64-bit words, the lowest first, each little-endian. Comparing hashes
 * by `==` or `memcmp` tells a forger, by the time that it takes, how much of a guess is right.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong or has another length.
 */
ph_status_t ph_highwayhash256_verify(const ph_highwayhash_key_t *key,
                                     const void *data,
                                     size_t len,
                                     const void *tag,
                                     size_t tag_len);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_highwayhash_stream_update(ph_highwayhash_stream_t *stream,
                                         const void *data,
                                         size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_highwayhash_stream_len(const ph_highwayhash_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_stream_clone(const ph_highwayhash_stream_t *stream,
                                        ph_highwayhash_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_HIGHWAYHASH_CHECKPOINT_BYTES bytes.
 * `ph_highwayhash_stream_restore` resumes from it, also on another machine. It contains the key:
 * keep it as secret as the key. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_highwayhash_stream_save(const ph_highwayhash_stream_t *stream,
                                       uint8_t *out,
                                       size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_highwayhash_stream_free(ph_highwayhash_stream_t *stream);

/**
 * Starts a message in pieces. The stream contains the key, so the key may be freed first.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_stream_new(const ph_highwayhash_key_t *key,
                                      ph_highwayhash_stream_t **out);

/**
 * Starts another message under this key with an existing stream.
 */
ph_status_t ph_highwayhash_stream_reset(ph_highwayhash_stream_t *stream,
                                        const ph_highwayhash_key_t *key);

/**
 * Makes a stream from a checkpoint, which contains the key.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_highwayhash_stream_restore(const void *data,
                                          size_t len,
                                          ph_highwayhash_stream_t **out);

/**
 * Writes the hash of the message so far, one 64-bit word. The stream can be continued afterwards.
 */
ph_status_t ph_highwayhash_stream_finalize(const ph_highwayhash_stream_t *stream, uint64_t *out);

/**
 * Writes the hash of the message so far, two 64-bit words, the lowest first. The stream can be
 * continued afterwards.
 */
ph_status_t ph_highwayhash_stream_finalize128(const ph_highwayhash_stream_t *stream, uint64_t *out);

/**
 * Writes the hash of the message so far, four 64-bit words, the lowest first. The stream can be
 * continued afterwards.
 */
ph_status_t ph_highwayhash_stream_finalize256(const ph_highwayhash_stream_t *stream, uint64_t *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_HIGHWAYHASH_H */
