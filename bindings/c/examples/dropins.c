/* Prints nanoseconds per call of a function that has a drop-in header: dropins [ROUNDS]. One of the
 * macros CLHASH, SIPHASH, HALFSIPHASH, HIGHWAYHASH, HIGHWAYHASH_C, SIPTREEHASH, SHORTHASH, REDIS,
 * REDIS_NOCASE and MD5SUM names the function. Redis has no header, so ORIGINAL declares its functions.
 * The same source compiles with the original and with the drop-in, so the programs differ in nothing
 * else. Each call hashes a message that begins with the previous hash, and the number is the median
 * of the rounds. "two keys" uses two keys in turn. */
#include "timing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whole cache lines, because some originals need aligned keys. */
static uint64_t keys[2][136];
static unsigned char message[65536];

#if defined(CLHASH)
#include "clhash.h"
#define HASH(key, out, len) ((out)[0] = clhash(key, (const char *)message, len))
#elif defined(SIPHASH)
#include "siphash.h"
#define HASH(key, out, len) siphash(message, len, key, (uint8_t *)(out), 8)
#elif defined(HALFSIPHASH)
#include "halfsiphash.h"
#define HASH(key, out, len) halfsiphash(message, len, key, (uint8_t *)(out), 8)
#elif defined(HIGHWAYHASH)
#include "highwayhash/c_bindings.h"
#define HASH(key, out, len) ((out)[0] = HighwayHash64(key, (const char *)message, len))
#elif defined(HIGHWAYHASH_C)
#include "c/highwayhash.h"
#define HASH(key, out, len) ((out)[0] = HighwayHash64(message, len, key))
#elif defined(SIPTREEHASH)
#include "highwayhash/c_bindings.h"
#define HASH(key, out, len) ((out)[0] = SipTreeHashC(key, (const char *)message, len))
#elif defined(SHORTHASH)
#include <sodium/crypto_shorthash.h>
#define HASH(key, out, len)                                                                        \
    crypto_shorthash((unsigned char *)(out), message, len, (const unsigned char *)(key))
#elif defined(REDIS) || defined(REDIS_NOCASE)
#ifdef ORIGINAL
uint64_t siphash(const uint8_t *in, const size_t inlen, const uint8_t *k);
uint64_t siphash_nocase(const uint8_t *in, const size_t inlen, const uint8_t *k);
#else
#include <redis/siphash.h>
#endif
#ifdef REDIS
#define HASH(key, out, len) ((out)[0] = siphash(message, len, (const uint8_t *)(key)))
#else
#define HASH(key, out, len) ((out)[0] = siphash_nocase(message, len, (const uint8_t *)(key)))
#endif
#elif defined(MD5SUM)
#include <openssl/md5.h>
#define HASH(key, out, len) ((void)(key), MD5(message, len, (unsigned char *)(out)))
#endif

enum { MAX_ROUNDS = 501 };

/* `other` is 1 if the second key has every other turn. It is not static, so that profilers find it
 * by this name. */
double measure(size_t len, size_t rounds, size_t other);
double measure(size_t len, size_t rounds, size_t other) {
    static double times[MAX_ROUNDS];
    const size_t calls = 20000 / (1 + len / 32) + 1;
    uint64_t out[2] = {0, 0};
    size_t r, c;
    for (r = 0; r < rounds; ++r) {
        const double start = now();
        for (c = 0; c < calls; ++c) {
            memcpy(message, out, 8);
            (void)HASH(keys[c & other], out, len);
        }
        times[r] = (now() - start) / (double)calls;
    }
    return median(times, rounds);
}

int main(int argc, char **argv) {
    static const size_t lens[] = {8, 16, 31, 64, 256, 1024, 1500, 4096, 65536};
    const size_t asked = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 101;
    const size_t rounds = asked < 1 ? 1 : asked > MAX_ROUNDS ? MAX_ROUNDS : asked;
    uint64_t word = 1;
    size_t i;
    for (i = 0; i < 2 * 136; ++i) {
        word = word * 6364136223846793005u + 1442695040888963407u;
        keys[i / 136][i % 136] = word;
    }
    for (i = 0; i < sizeof lens / sizeof *lens; ++i) {
        printf("%zu %.2f\n", lens[i], measure(lens[i], rounds, 0));
    }
    printf("8-two-keys %.2f\n", measure(8, rounds, 1));
    return 0;
}
