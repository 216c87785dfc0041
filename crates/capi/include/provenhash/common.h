/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */
/*
 * provenhash: keyed and universal hashes, each with a bound or a stated claim.
 *
 * These rules hold for all functions:
 *
 * - A function returns PH_OK, which is 0, or an error, which ph_last_error() explains. Functions
 *   that cannot fail return their value.
 * - Data is a pointer of any alignment and a number of bytes. Null with length 0 is the empty
 *   message; null with any other length is PH_ERROR_NULL, as is a null object or output.
 * - Objects, ph_..._t *, are made by functions with a last argument `out`. Free each of them once,
 *   with the function ..._free of its type, which ignores null. Do not use an object after freeing
 *   it. A stream keeps the parts of its key that it needs, so the two may be freed in any order.
 * - A key never changes, so any number of threads may use it at once and make streams with it. Only
 *   one thread at a time may use a stream or a part. The functions share no other state between
 *   threads, and take no locks.
 * - Words are native integers, the lowest first; bytes are in the order of the standard. Hashes are
 *   the same on every CPU and in every version: a change would be a new function.
 * - Outputs must not overlap inputs. Arrays of integers must be aligned as C requires.
 * - Nothing is written to standard output, no environment variable is read, and the CPU is detected
 *   once.
 * - With the feature `zeroize`, which install.sh enables, keys and streams are wiped when they are
 *   freed.
 *
 * A bound is a theorem about a random, secret key, and about messages that were chosen without
 * knowledge of the hashes. No function here is a cryptographic hash without a secret key.
 */


#ifndef PROVENHASH_COMMON_H
#define PROVENHASH_COMMON_H

#include <stddef.h>
#include <stdint.h>

/**
 * The result of a function: 0, or the reason why it did nothing. Unless `PH_OK` is returned, no
 * output was written, except outputs of type `ph_..._t **`, which are then null.
 */
typedef enum {
  /**
   * Success.
   */
  PH_OK = 0,
  /**
   * A pointer is null where that is not allowed: an object, an output, or data with a length
   * above 0.
   */
  PH_ERROR_NULL = 1,
  /**
   * A pointer to integers is not aligned for them.
   */
  PH_ERROR_ALIGNMENT = 2,
  /**
   * An array has more than `PTRDIFF_MAX` bytes, or a buffer has a wrong length;
   * `ph_last_error()` says which.
   */
  PH_ERROR_LENGTH = 3,
  /**
   * The outputs overlap the inputs.
   */
  PH_ERROR_OVERLAP = 4,
  /**
   * No memory is left.
   */
  PH_ERROR_MEMORY = 5,
  /**
   * A key does not have `PH_..._KEY_BYTES` bytes; `ph_last_error()` gives its length and the
   * right one.
   */
  PH_ERROR_KEY_LENGTH = 6,
  /**
   * The bytes are not a key of VHASH. This happens for about one random key in 2^55 (VHASH-64) or
   * 2^54 (VHASH-128): draw another key.
   */
  PH_ERROR_KEY = 7,
  /**
   * An offset of a column is negative, past the end of the values, or below the previous one.
   */
  PH_ERROR_OFFSET = 8,
  /**
   * The bytes are not a checkpoint of this function.
   */
  PH_ERROR_CHECKPOINT = 9,
  /**
   * Parts cannot be joined: the first one does not end at a block boundary, or they have 2^64
   * bytes or more together.
   */
  PH_ERROR_PART = 10,
  /**
   * A nonce is empty, or has more than 16 bytes, or has 16 bytes of which the first bit is 1.
   */
  PH_ERROR_NONCE = 11,
  /**
   * The tag does not belong to this message, nonce and key.
   */
  PH_ERROR_TAG = 12,
  /**
   * The part size of an upload is 0, or there are more than 10,000 parts.
   */
  PH_ERROR_PARTS = 13,
  /**
   * A defect of the library. Please report it.
   */
  PH_ERROR_INTERNAL = 14,
  /**
   * The operating system provides no random bits for a key: a sandbox forbids the system call, for
   * one. `ph_last_error()` has the system's reason.
   */
  PH_ERROR_ENTROPY = 15,
} ph_status_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the message of the last function of this thread that failed, such as "key has 5 bytes,
 * CLHASH needs 1064", or the empty string if none has failed. Never null. The string is valid
 * until another function fails in this thread, or the thread ends.
 */
const char *ph_last_error(void);

/**
 * Describes a status in a few words. The result is never null and is never freed.
 */
const char *ph_status_message(int status);

/**
 * Returns the version of the library, such as "0.1.0"; never freed.
 */
const char *ph_version(void);

/**
 * The bijection of the functions `..._mixed`, which spreads every bit of a hash over all bits:
 * different hashes stay different. Frozen.
 */
uint64_t ph_mix(uint64_t hash);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_COMMON_H */
