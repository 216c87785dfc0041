/* Prints the digests of 20,000 random messages, by all functions of a drop-in header. One of the
 * macros CLHASH, HIGHWAYHASH, HIGHWAYHASH_C, SIPHASH, HALFSIPHASH, SHORTHASH, REDIS and MD5SUM names
 * the header. The same source compiles with the original, and both programs print the same.
 * ORIGINAL declares the functions of originals that come without a header. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES = 20000, LONGEST = 9000, DIGESTS = 256 };

/* Every variant has a function that writes digests to `out` and returns how many bytes. Messages in
 * pieces are cut at `cut`. The key has the 136 words of `key`, which are aligned. */
#if defined(CLHASH)
#include "clhash.h"
static size_t digests(const uint64_t *key, const uint8_t *message, size_t len, size_t cut,
                      uint8_t *out) {
    void *derived = get_random_key_for_clhash(key[0], key[1]);
    uint64_t words[3];
    if (derived == NULL) {
        abort();
    }
    words[0] = clhash(key, (const char *)message, len);
    words[1] = clhash(key, (const char *)message, cut);
    words[2] = clhash(derived, (const char *)message, len);
    free(derived);
    memcpy(out, words, sizeof words);
    return sizeof words;
}
#elif defined(HIGHWAYHASH)
#include "highwayhash/c_bindings.h"
#ifdef ORIGINAL
uint64_t ScalarSipTreeHashC(const uint64_t *key, const char *bytes, uint64_t size);
uint64_t ScalarSipTreeHash13C(const uint64_t *key, const char *bytes, uint64_t size);
uint64_t SipTreeHashC(const uint64_t *key, const char *bytes, uint64_t size);
uint64_t SipTreeHash13C(const uint64_t *key, const char *bytes, uint64_t size);
#endif
static size_t digests(const uint64_t *key, const uint8_t *message, size_t len, size_t cut,
                      uint8_t *out) {
    const char *bytes = (const char *)message;
    uint64_t words[8];
    words[0] = SipHashC(key, bytes, len);
    words[1] = SipHash13C(key, bytes, len);
    words[2] = SipTreeHashC(key, bytes, len);
    words[3] = SipTreeHash13C(key, bytes, len);
    words[4] = ScalarSipTreeHashC(key, bytes, cut);
    words[5] = ScalarSipTreeHash13C(key, bytes, cut);
    words[6] = HighwayHash64(key, bytes, len);
    words[7] = HighwayHash64(key, bytes, cut);
    memcpy(out, words, sizeof words);
    return sizeof words;
}
#elif defined(HIGHWAYHASH_C)
#include "c/highwayhash.h"
static size_t digests(const uint64_t *key, const uint8_t *message, size_t len, size_t cut,
                      uint8_t *out) {
    HighwayHashCat state;
    uint64_t words[14];
    words[0] = HighwayHash64(message, len, key);
    HighwayHash128(message, len, key, words + 1);
    HighwayHash256(message, len, key, words + 3);
    HighwayHashCatStart(key, &state);
    HighwayHashCatAppend(message, cut, &state);
    HighwayHashCatAppend(message + cut, (len - cut) / 2, &state);
    words[7] = HighwayHashCatFinish64(&state);
    HighwayHashCatAppend(message + cut + (len - cut) / 2, len - cut - (len - cut) / 2, &state);
    HighwayHashCatFinish128(&state, words + 8);
    HighwayHashCatFinish256(&state, words + 10);
    memcpy(out, words, sizeof words);
    return sizeof words;
}
#elif defined(SIPHASH) || defined(HALFSIPHASH)
#if defined(SIPHASH)
#define NAME siphash
enum { SHORT = 8 };
#else
#define NAME halfsiphash
enum { SHORT = 4 };
#endif
#if defined(ORIGINAL)
int NAME(const uint8_t *in, const size_t inlen, const uint8_t *k, uint8_t *out,
         const size_t outlen);
#elif defined(SIPHASH)
#include "siphash.h"
#else
#include "halfsiphash.h"
#endif
static size_t digests(const uint64_t *key, const uint8_t *message, size_t len, size_t cut,
                      uint8_t *out) {
    const uint8_t *k = (const uint8_t *)key;
    if (NAME(message, len, k, out, SHORT) != 0 ||
        NAME(message + cut, len - cut, k, out + SHORT, 2 * SHORT) != 0) {
        abort();
    }
    return 3 * SHORT;
}
#elif defined(SHORTHASH)
#include <sodium/crypto_shorthash.h>
static size_t digests(const uint64_t *key, const uint8_t *message, size_t len, size_t cut,
                      uint8_t *out) {
    const uint8_t *k = (const uint8_t *)key;
    if (crypto_shorthash(out, message, len, k) != 0 ||
        crypto_shorthash_siphash24(out + 8, message, cut, k) != 0 ||
        crypto_shorthash_siphashx24(out + 16, message, len, k) != 0) {
        abort();
    }
    return 32;
}
#elif defined(REDIS)
#ifdef ORIGINAL
uint64_t siphash(const uint8_t *in, const size_t inlen, const uint8_t *k);
uint64_t siphash_nocase(const uint8_t *in, const size_t inlen, const uint8_t *k);
#else
#include <redis/siphash.h>
#endif
static size_t digests(const uint64_t *key, const uint8_t *message, size_t len, size_t cut,
                      uint8_t *out) {
    uint64_t words[3];
    words[0] = siphash(message, len, (const uint8_t *)key);
    words[1] = siphash_nocase(message, len, (const uint8_t *)key);
    words[2] = siphash_nocase(message, cut, (const uint8_t *)key);
    memcpy(out, words, sizeof words);
    return sizeof words;
}
#elif defined(MD5SUM)
#include <openssl/md5.h>
static size_t digests(const uint64_t *key, const uint8_t *message, size_t len, size_t cut,
                      uint8_t *out) {
    MD5_CTX context, copy;
    (void)MD5(message, len, out);
    MD5_Init(&context);
    MD5_Update(&context, message, cut);
    copy = context;
    MD5_Update(&context, message + cut, len - cut);
    MD5_Final(out + 16, &context);
    MD5_Transform(&copy, (const unsigned char *)key);
    MD5_Update(&copy, message, len);
    MD5_Final(out + 32, &copy);
    return 48;
}
#endif

static uint64_t word(void) {
    static uint64_t state = 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x9E3779B97F4A7C15);
}

/* Returns a number below `bound`. */
static size_t below(size_t bound) { return (size_t)(word() >> 32) % bound; }

/* Returns a length: half of all are at most 64, and some are long. */
static size_t length(void) {
    switch (below(8)) {
    case 0: return below(LONGEST);
    case 1:
    case 2: return below(1100);
    case 3: return below(300);
    default: return below(65);
    }
}

int main(void) {
    /* Originals with vectors need keys at multiples of 16 bytes. */
    static union {
        uint64_t words[136];
        long double align;
    } key;
    static uint8_t buffer[LONGEST + 64];
    uint8_t out[DIGESTS];
    size_t i, j;
    for (i = 0; i < MESSAGES; ++i) {
        const size_t len = length(), cut = below(len + 1);
        uint8_t *const message = buffer + below(64);
        const int is_text = (word() >> 63) != 0;
        size_t bytes;
        for (j = 0; j < 136; ++j) {
            key.words[j] = word();
        }
        for (j = 0; j < len; ++j) {
            message[j] = (uint8_t)(is_text ? ' ' + below(95) : word() >> 56);
        }
        bytes = digests(key.words, message, len, cut, out);
        printf("%zu ", len);
        for (j = 0; j < bytes; ++j) {
            printf("%02x", out[j]);
        }
        printf("\n");
    }
    return 0;
}
