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
