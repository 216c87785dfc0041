/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_MD5_H
#define PROVENHASH_MD5_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * The length, in bytes, of an MD5.
 */
#define PH_MD5_BYTES 16

/**
 * The length, in bytes, of an ETag as text, with the terminating zero.
 */
#define PH_MD5_ETAG_BYTES 40

/**
 * The length, in bytes, of a checkpoint of a stream of MD5.
 */
#define PH_MD5_CHECKPOINT_BYTES 104

/**
 * A message that arrives in pieces, hashed by MD5.
 */
typedef struct ph_md5_stream_t ph_md5_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Computes the MD5 of a message, 16 bytes. Use it only for formats that require it: MD5 is broken,
 * and anybody can make two messages with the same MD5. Frozen.
 */
ph_status_t ph_md5(const void *data, size_t len, uint8_t *out);

/**
 * Computes the MD5 of `count` messages, 16 bytes each. Message i is the `lens[i]` bytes at
 * `data[i]`. They are hashed side by side in the vectors of the CPU: with AVX-512, some 16 times
 * as fast as one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_md5_many(const void *const *data, const size_t *lens, size_t count, uint8_t *out);

/**
 * Computes the MD5 of `count` words, each as its eight little-endian bytes; 16 bytes each.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_md5_u64s(const uint64_t *words, size_t count, uint8_t *out);

/**
 * Computes the MD5 of the strings of a column in Arrow's layout, 16 bytes each. String i is the
 * bytes `offsets[i]` to `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`. There
 * is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_md5_column32(const void *values,
                            size_t len,
                            const int32_t *offsets,
                            size_t rows,
                            uint8_t *out);

/**
 * Does the same as `ph_md5_column32`, with offsets of 64 bits.
 */
ph_status_t ph_md5_column64(const void *values,
                            size_t len,
                            const int64_t *offsets,
                            size_t rows,
                            uint8_t *out);

/**
 * Returns the name of the code that hashes many messages on this CPU, such as "x86_avx512".
 */
const char *ph_md5_backend(void);

/**
 * Writes the ETag that S3 gives an object, as text with a terminating zero, at most
 * PH_MD5_ETAG_BYTES bytes. For an object uploaded whole (`part_bytes` is 0) it is the hexadecimal
 * digits of its MD5. For one uploaded in parts of `part_bytes` bytes it is the MD5 of the MD5s of
 * the parts, a `-` and their number.
 *
 * Errors: PH_ERROR_PARTS if there are more than 10,000 parts.
 */
ph_status_t ph_md5_etag(const void *data, size_t len, uint64_t part_bytes, char *out);

/**
 * Starts a message in pieces.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_md5_stream_new(ph_md5_stream_t **out);

/**
 * Starts another message with an existing stream.
 */
ph_status_t ph_md5_stream_reset(ph_md5_stream_t *stream);

/**
 * Makes a stream from a checkpoint.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_md5_stream_restore(const void *data, size_t len, ph_md5_stream_t **out);

/**
 * Appends `len` bytes to the message. The hash does not depend on how the message is split.
 */
ph_status_t ph_md5_stream_update(ph_md5_stream_t *stream, const void *data, size_t len);

/**
 * Returns the number of bytes appended so far, or 0 if the stream is null.
 */
uint64_t ph_md5_stream_len(const ph_md5_stream_t *stream);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_md5_stream_clone(const ph_md5_stream_t *stream, ph_md5_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint of PH_MD5_CHECKPOINT_BYTES bytes.
 * `ph_md5_stream_restore` resumes from it, also on another machine. It contains the end of the
 * message. The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number.
 */
ph_status_t ph_md5_stream_save(const ph_md5_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream; null is ignored.
 */
void ph_md5_stream_free(ph_md5_stream_t *stream);

/**
 * Writes the hash of the message so far, 16 bytes. The stream can be continued afterwards.
 */
ph_status_t ph_md5_stream_finalize(const ph_md5_stream_t *stream, uint8_t *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_MD5_H */
