/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef HIGHWAYHASH_HH_TYPES_H_
#define HIGHWAYHASH_HH_TYPES_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
namespace highwayhash {
#endif

/* The 256 bits of a secret key. */
typedef uint64_t HHKey[4];
/* The input of one step. */
typedef char HHPacket[32];
/* Hashes. */
typedef uint64_t HHResult64;
typedef uint64_t HHResult128[2];
typedef uint64_t HHResult256[4];
/* A function that a test calls with the name of a target and a size. */
typedef void (*HHNotify)(const char *, size_t);

#ifdef __cplusplus
}
#endif

#endif
