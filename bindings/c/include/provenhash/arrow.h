/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see bindings/c/tests/headers.rs. */

#ifndef PROVENHASH_ARROW_H
#define PROVENHASH_ARROW_H

#include <stddef.h>
#include <stdint.h>

#include <provenhash.h>

/* https://arrow.apache.org/docs/format/CDataInterface.html */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

/* https://arrow.apache.org/docs/format/CStreamInterface.html */
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif

/**
 * The length of the key of a table in bytes.
 */
#define PH_TABLE_KEY_BYTES 32

/**
 * The length of a fingerprint in bytes.
 */
#define PH_FINGERPRINT_BYTES 24

/**
 * The length of the hash of a row in bytes.
 */
#define PH_ROW_BYTES 16

/**
 * A key, and the fingerprint of the rows added so far. The order of rows does not matter. Only one
 * thread at a time may add rows to a table; the fingerprints of parts combine.
 *
 * Adding rows needs memory for a block of rows, and for nested values as long as they are. If none
 * is left, Rust's allocator ends the process. The callbacks of Arrow's structs must return:
 * nothing catches an exception of C++, and `longjmp` may not leave them.
 */
typedef struct ph_table_t ph_table_t;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a table of no rows under a key of `PH_TABLE_KEY_BYTES` bytes, which should be random and
 * secret. The same key gives the same fingerprints in Python, in SQL and by `hsum table`.
 *
 * Errors: PH_ERROR_KEY_LENGTH, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_table_new(const void *key, size_t len, ph_table_t **out);

/**
 * Makes a table of no rows under the key that a number derives, for checksums and tests.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_table_from_seed(uint64_t seed, ph_table_t **out);

/**
 * Makes a table of no rows under a random key. `ph_table_key` gives its bytes.
 *
 * Errors: PH_ERROR_ENTROPY, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_table_generate(ph_table_t **out);

/**
 * Makes another table of no rows under the same key, such as one for each thread.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_table_empty(const ph_table_t *table, ph_table_t **out);

/**
 * Writes the secret key of a table to `key`, whose length `len` is `PH_TABLE_KEY_BYTES`.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE ph_status_t ph_table_key(const ph_table_t *table, void *key, size_t len);

/**
 * Adds the rows of a record batch: the fields of an array of structs are its columns. An array of
 * another type is one column. `schema` is the one that the array was made for: the lengths of
 * buffers follow from it, so that under another one memory outside of them is read. The array is
 * moved and released, whatever the result; the schema is not. If the result is an error, no row
 * was added.
 *
 * Errors: PH_ERROR_TABLE for types without canonical forms and for malformed arrays and values,
 * PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE
ph_status_t ph_table_add(ph_table_t *table,
                         const struct ArrowSchema *schema,
                         struct ArrowArray *array);

/**
 * Adds the rows of all record batches of a stream, one after the other. The stream is moved and
 * released, whatever the result. If the result is an error, no row was added.
 *
 * Errors: as of `ph_table_add`, and PH_ERROR_TABLE if the stream fails.
 */
PH_MUST_USE ph_status_t ph_table_add_stream(ph_table_t *table, struct ArrowArrayStream *stream);

/**
 * Writes the hash of each row of a record batch, `PH_ROW_BYTES` bytes with the most significant
 * first, to `hashes`, which has room for `count` of them: the number of rows. `schema` is the one
 * that the array was made for. The array is moved and released, whatever the result; the schema is
 * not.
 *
 * Errors: PH_ERROR_LENGTH if there are not `count` rows, and those of `ph_table_add`.
 */
PH_MUST_USE
ph_status_t ph_table_row_hashes(const ph_table_t *table,
                                const struct ArrowSchema *schema,
                                struct ArrowArray *array,
                                void *hashes,
                                size_t count);

/**
 * Adds the rows of another table, given by its fingerprint under the same key.
 *
 * Errors: PH_ERROR_LENGTH unless `len` is `PH_FINGERPRINT_BYTES`, PH_ERROR_TABLE if there would be
 * 2^64 rows or more, PH_ERROR_NULL. The table is then unchanged.
 */
PH_MUST_USE ph_status_t ph_table_combine(ph_table_t *table, const void *fingerprint, size_t len);

/**
 * Removes rows of a table, given by their fingerprint under the same key. They must be among those
 * of the table, of which only their number can be checked.
 *
 * Errors: PH_ERROR_LENGTH unless `len` is `PH_FINGERPRINT_BYTES`, PH_ERROR_TABLE if there are more
 * rows than in the table, PH_ERROR_NULL. The table is then unchanged.
 */
PH_MUST_USE ph_status_t ph_table_remove(ph_table_t *table, const void *fingerprint, size_t len);

/**
 * Writes the fingerprint of the rows to `fingerprint`, whose length `len` is
 * `PH_FINGERPRINT_BYTES`: 16 bytes of the value, then 8 of the number of rows, both with the least
 * significant byte first. Frozen. Nobody may see it, or hashes of rows, who may choose rows: a few
 * of them reveal the key.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE
ph_status_t ph_table_fingerprint(const ph_table_t *table,
                                 void *fingerprint,
                                 size_t len);

/**
 * Returns the number of rows of a table, or 0 for null.
 */
uint64_t ph_table_rows(const ph_table_t *table);

/**
 * Frees a table; null is ignored.
 */
void ph_table_free(ph_table_t *table);

#ifdef __cplusplus
}
#endif

#endif  /* PROVENHASH_ARROW_H */
