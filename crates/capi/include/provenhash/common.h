/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see crates/capi/tests/headers.rs. */
/*
 * provenhash: keyed and universal hashes, each with its bound or its claim.
 *
 * The rules of all functions:
 *
 * - A function returns PH_OK, which is 0, or an error; ph_last_error() says more about it. Those
 *   that cannot fail return their value.
 * - Data is a pointer and a number of bytes of any alignment. Null with length 0 is the empty
 *   message; null with another length is PH_ERROR_NULL, as is a null object or output.
 * - Objects, ph_..._t *, are made by functions that have a last argument `out`, and freed once by
 *   the function ..._free of their type, for which null is nothing. What was freed must not be
 *   used. A stream keeps what it needs of its key, so the two may be freed in any order.
 * - A key never changes: any number of threads may use it at once, and make streams of it. A
 *   stream or a part is for one thread at a time. The functions have no other state that threads
 *   share, and take no locks.
 * - Words are integers of the machine, the lowest first; bytes are in the order of the standard.
 *   Hashes are the same on every CPU, and in every version: a change would be a new function.
 * - Outputs must not overlap inputs. Arrays of integers are aligned as C wants them.
 * - Nothing is written to standard output, no environment is read, and the CPU is asked once.
 * - With the feature `zeroize`, which install.sh builds with, keys and streams are wiped when they
 *   are freed.
 *
 * A bound is a theorem about a random, secret key, and messages that were chosen without knowledge
 * of the hashes. No function here is a cryptographic hash without a secret key.
 */


#ifndef PROVENHASH_COMMON_H
#define PROVENHASH_COMMON_H

#include <stddef.h>
#include <stdint.h>

/**
 * What a function returns: 0, or why it did nothing. Unless `PH_OK` is returned, no output was
 * written, but for outputs of type `ph_..._t **`, which are then null.
 */
typedef enum {
  /**
   * Done.
   */
  PH_OK = 0,
  /**
   * A pointer is null that must not be: an object, an output, or data with a length above 0.
   */
  PH_ERROR_NULL = 1,
  /**
   * A pointer to integers is not aligned for them.
   */
  PH_ERROR_ALIGNMENT = 2,
  /**
   * An array has more than `PTRDIFF_MAX` bytes, or a buffer another length than it must have;
   * `ph_last_error()` says which.
   */
  PH_ERROR_LENGTH = 3,
  /**
   * The outputs overlap the inputs.
   */
  PH_ERROR_OVERLAP = 4,
  /**
   * There is no memory left.
   */
  PH_ERROR_MEMORY = 5,
  /**
   * A key has another length than `PH_..._KEY_BYTES`; `ph_last_error()` says which.
   */
  PH_ERROR_KEY_LENGTH = 6,
  /**
   * The bytes are not a key of VHASH, as happens to one random key in 2^54: draw another.
   */
  PH_ERROR_KEY = 7,
  /**
   * An offset of a column is negative, past the end of the values or below the one before it.
   */
  PH_ERROR_OFFSET = 8,
  /**
   * The bytes are not a checkpoint of this function.
   */
  PH_ERROR_CHECKPOINT = 9,
  /**
   * Parts cannot be joined: the first one does not end between two blocks, or they have 2^64
   * bytes or more together.
   */
  PH_ERROR_PART = 10,
  /**
   * A nonce has no bytes, more than 16, or 16 of which the first bit is 1.
   */
  PH_ERROR_NONCE = 11,
  /**
   * The tag is that of another message, nonce or key.
   */
  PH_ERROR_TAG = 12,
  /**
   * The size of the parts of an upload is 0, or there are more than 10,000 parts.
   */
  PH_ERROR_PARTS = 13,
  /**
   * A defect of the library. Please report it.
   */
  PH_ERROR_INTERNAL = 14,
} ph_status_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The message of the last function of this thread that failed, such as "key has 5 bytes, CLHASH
 * needs 1064"; the empty string if none has. Never null. The string is valid until another
 * function fails in this thread, or the thread ends.
 */
const char *ph_last_error(void);

/**
 * What a status means, in a few words; never null, and never freed.
 */
const char *ph_status_message(int status);

/**
 * The version of the library, such as "0.1.0"; never freed.
 */
const char *ph_version(void);

/**
 * The bijection behind the functions `..._mixed`, which spreads every bit of a hash over all of
 * them: different hashes stay different. Frozen.
 */
uint64_t ph_mix(uint64_t hash);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PROVENHASH_COMMON_H */
