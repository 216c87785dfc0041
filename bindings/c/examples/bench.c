/* Prints nanoseconds per call: bench [ROUNDS]. `cargo run --release -p provenhash-c --example bench` does
 * the same in Rust. Both print the median of rounds whose calls hash one message after another,
 * each of which depends on the previous hash. */
#include "timing.h"

#include <inttypes.h>
#include <provenhash.h>
#include <provenhash/dropin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char message[65536 + 8];

enum { MAX_ROUNDS = 201 };
static double times[MAX_ROUNDS];

#define MEASURE(NAME, CALL)                                                                        \
    for (i = 0; i < 4; ++i) {                                                                      \
        const size_t len = lens[i], calls = 100000 / (1 + len / 32) + 1;                           \
        uint64_t out[2] = {0, 0};                                                                  \
        size_t r, c;                                                                               \
        for (r = 0; r < rounds; ++r) {                                                             \
            const double start = now();                                                            \
            for (c = 0; c < calls; ++c) {                                                          \
                memcpy(message, out, 8);                                                           \
                if (CALL) {                                                                        \
                    return 1;                                                                      \
                }                                                                                  \
            }                                                                                      \
            times[r] = (now() - start) / (double)calls;                                            \
        }                                                                                          \
        printf("%-10s %6zu %10.2f\n", NAME, len, median(times, rounds));                           \
    }

int main(int argc, char **argv) {
    static const size_t lens[4] = {8, 64, 1024, 65536};
    const size_t asked = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 51;
    const size_t rounds = asked < 1 ? 1 : asked > MAX_ROUNDS ? MAX_ROUNDS : asked;
    unsigned char random[1064];
    ph_key_t *clhash, *siphash, *highwayhash;
    size_t i;
    if (ph_key_from_seed(ph_algorithm_find("clhash"), 1, &clhash) ||
        ph_key_from_seed(ph_algorithm_find("siphash-2-4"), 1, &siphash) ||
        ph_key_from_seed(ph_algorithm_find("highwayhash64"), 1, &highwayhash) ||
        ph_key_bytes(clhash, random, sizeof random)) {
        return 1;
    }
    MEASURE("clhash", (out[0] = ph_hash64(clhash, message, len), 0))
    MEASURE("siphash-2-4", (out[0] = ph_hash64(siphash, message, len), 0))
    MEASURE("highway64", (out[0] = ph_hash64(highwayhash, message, len), 0))
    MEASURE("md5", ph_md5(message, len, (unsigned char *)out))
    MEASURE("dropin", (out[0] = ph_dropin_clhash(random, message, len), 0))
    ph_key_free(clhash);
    ph_key_free(siphash);
    ph_key_free(highwayhash);
    return 0;
}
