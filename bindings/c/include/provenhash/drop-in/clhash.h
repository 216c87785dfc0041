/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */

/* The interface of the CLHash library (github.com/lemire/clhash), implemented by provenhash: link
 * with -lprovenhash instead. Keys and hashes are the same, including those with BITMIX defined. It
 * runs on every CPU.
 *
 * The program owns the bytes of a key. They are read where they are in each call, and nothing is
 * cached, so keys may be used in any order. `ph_hash64` of provenhash.h, whose keys have values
 * computed once, is faster for messages of up to 8 bytes and for those above 1,024. */

#ifndef PROVENHASH_DROPIN_CLHASH_H
#define PROVENHASH_DROPIN_CLHASH_H

/* If the original's header came first, its names lead here from now on. Otherwise it is empty. */
#ifdef INCLUDE_CLHASH_H_
#define clhash provenhash_clhash
#define get_random_key_for_clhash provenhash_get_random_key_for_clhash
#define clhasher provenhash_clhasher
#else
#define INCLUDE_CLHASH_H_
#endif

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <provenhash/dropin.h>

#ifndef clhash
enum {
    RANDOM_64BITWORDS_NEEDED_FOR_CLHASH = 133,
    RANDOM_BYTES_NEEDED_FOR_CLHASH = 133 * 8
};
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the hash of `lengthbyte` bytes under the RANDOM_BYTES_NEEDED_FOR_CLHASH bytes at
 * `random`, which may have any alignment. */
PH_INLINE uint64_t clhash(const void *random, const char *stringbyte, const size_t lengthbyte) {
#ifdef BITMIX
    return ph_dropin_clhash_bitmix(random, stringbyte, lengthbyte);
#else
    return ph_dropin_clhash(random, stringbyte, lengthbyte);
#endif
}

/* Returns the key of two numbers, to be freed with free(), or null without memory. */
PH_INLINE void *get_random_key_for_clhash(uint64_t seed1, uint64_t seed2) {
    void *random = malloc(RANDOM_BYTES_NEEDED_FOR_CLHASH);
    if (random != NULL) {
        ph_dropin_clhash_key(seed1, seed2, random);
    }
    return random;
}

#ifdef __cplusplus
}

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

/* A key, and the hashes of values under it. Unlike the original, it can be copied. */
struct clhasher {
    const void *random_data_;

    clhasher(uint64_t seed1 = 137, uint64_t seed2 = 777)
        : random_data_(get_random_key_for_clhash(seed1, seed2)) {}
    clhasher(const clhasher &other) : random_data_(copy(other.random_data_)) {}
    clhasher &operator=(const clhasher &other) {
        if (this != &other) {
            std::free(const_cast<void *>(random_data_));
            random_data_ = copy(other.random_data_);
        }
        return *this;
    }
    ~clhasher() { std::free(const_cast<void *>(random_data_)); }

    /* Hashes `len` values in a row. */
    template <typename T> uint64_t operator()(const T *data, const size_t len) const {
        return clhash(random_data_, reinterpret_cast<const char *>(data), len * sizeof(T));
    }
    /* Hashes a C string without its terminating zero. */
    uint64_t operator()(const char *str) const { return operator()(str, std::strlen(str)); }
    /* Hashes the bytes of a value. */
    template <typename T> uint64_t operator()(const T &input) const {
        return operator()(reinterpret_cast<const char *>(&input), sizeof(T));
    }
    template <typename T> uint64_t operator()(const std::vector<T> &input) const {
        return operator()(reinterpret_cast<const char *>(input.data()), sizeof(T) * input.size());
    }
    uint64_t operator()(const std::string &str) const { return operator()(str.data(), str.size()); }

  private:
    static void *copy(const void *random) {
        void *other = random == NULL ? NULL : std::malloc(RANDOM_BYTES_NEEDED_FOR_CLHASH);
        if (other != NULL) {
            std::memcpy(other, random, RANDOM_BYTES_NEEDED_FOR_CLHASH);
        }
        return other;
    }
};
#endif

#endif
