/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The part of SMHasher3's interface for hashes that ../provenhash.cpp uses, as its
 * documentation describes it, so that the registrations can be tested without SMHasher3.
 */
#ifndef PROVENHASH_TESTS_PLATFORM_H
#define PROVENHASH_TESTS_PLATFORM_H

#include <cstddef>
#include <cstdint>
#include <cstring>

typedef uint64_t seed_t;

inline bool isLE() {
    const uint16_t one = 1;
    uint8_t first;

    memcpy(&first, &one, 1);
    return first == 1;
}

inline uint64_t COND_BSWAP(uint64_t number, bool swap) {
    return swap ? __builtin_bswap64(number) : number;
}

template <bool swap>
void PUT_U64(uint64_t number, uint8_t *bytes, uint32_t offset) {
    number = COND_BSWAP(number, swap);
    memcpy(bytes + offset, &number, sizeof number);
}

#endif
