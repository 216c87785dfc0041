/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */

#ifndef PROVENHASH_MD5_H
#define PROVENHASH_MD5_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

/**
 * Bytes of an MD5.
 */
#define PH_MD5_BYTES 16

/**
 * Bytes of an ETag as text, with the zero that ends it.
 */
#define PH_MD5_ETAG_BYTES 40

/**
 * Bytes of a checkpoint of a stream of MD5.
 */
#define PH_MD5_CHECKPOINT_BYTES 104

/**
 * A message that comes in pieces, hashed by MD5.
 */
typedef struct ph_md5_stream_t ph_md5_stream_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * MD5 of a message, 16 bytes. For formats that require it: MD5 is broken, and whoever wants to
 * makes two messages with the same one. Frozen.
 */
ph_status_t ph_md5(const void *data, size_t len, uint8_t *out);

/**
 * MD5 of `count` messages, message i being the `lens[i]` bytes at `data[i]`, side by side in the
 * vectors of the CPU: with AVX-512, some 16 times as fast as one by one. 16 bytes each.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_md5_many(const void *const *data, const size_t *lens, size_t count, uint8_t *out);

/**
 * MD5 of `count` words, each as its eight little-endian bytes; 16 bytes each.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_md5_u64s(const uint64_t *words, size_t count, uint8_t *out);

/**
 * MD5 of the strings of a column in Arrow's layout: string i is the bytes `offsets[i]` to
 * `offsets[i + 1]` of the `len` bytes at `values`, for i below `rows`. There is one offset more
 * than there are rows. 16 bytes each.
 *
 * Errors: PH_ERROR_OFFSET, PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP.
 */
ph_status_t ph_md5_column32(const void *values,
                            size_t len,
                            const int32_t *offsets,
                            size_t rows,
                            uint8_t *out);

/**
 * As `ph_md5_column32`, with offsets of 64 bits.
 */
ph_status_t ph_md5_column64(const void *values,
                            size_t len,
                            const int64_t *offsets,
                            size_t rows,
                            uint8_t *out);

/**
 * The name of the code that hashes many messages on this CPU, such as "x86_avx512".
 */
const char *ph_md5_backend(void);

/**
 * Writes the ETag that S3 gives an object: as text with a zero at the end, at most
 * PH_MD5_ETAG_BYTES bytes. An object that is uploaded whole, for which `part_bytes` is 0, has the
 * hexadecimal digits of its MD5; one that is uploaded in parts of so many bytes has the MD5 of the
 * MD5s of its parts, a `-` and their number.
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
 * Starts another message with a stream that exists.
 */
ph_status_t ph_md5_stream_reset(ph_md5_stream_t *stream);

/**
 * Makes a stream of a checkpoint.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_MEMORY.
 */
ph_status_t ph_md5_stream_restore(const void *data, size_t len, ph_md5_stream_t **out);

/**
 * Appends `len` bytes to the message. Any split gives the same hash.
 */
ph_status_t ph_md5_stream_update(ph_md5_stream_t *stream, const void *data, size_t len);

/**
 * The number of bytes appended so far; 0 without a stream.
 */
uint64_t ph_md5_stream_len(const ph_md5_stream_t *stream);

/**
 * Makes a second stream that has seen the same bytes.
 *
 * Errors: PH_ERROR_MEMORY.
 */
ph_status_t ph_md5_stream_clone(const ph_md5_stream_t *stream, ph_md5_stream_t **out);

/**
 * Writes the state of a stream as a checkpoint, PH_MD5_CHECKPOINT_BYTES bytes, from which
 * `ph_md5_stream_restore` resumes, also on another machine. It contains the end of the message.
 * The format is frozen.
 *
 * Errors: PH_ERROR_LENGTH if `len` is another number.
 */
ph_status_t ph_md5_stream_save(const ph_md5_stream_t *stream, uint8_t *out, size_t len);

/**
 * Frees a stream, or nothing if it is null.
 */
void ph_md5_stream_free(ph_md5_stream_t *stream);

/**
 * Writes the hash of the message so far, 16 bytes. More can be appended afterwards.
 */
ph_status_t ph_md5_stream_finalize(const ph_md5_stream_t *stream, uint8_t *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_MD5_H */
