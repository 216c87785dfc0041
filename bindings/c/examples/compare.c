/* Prints nanoseconds per message of functions of this library and of others, which hash one message
 * after another: compare [ROUNDS]. Link with -lprovenhash -lxxhash -lcrypto and, with the macro BLAKE3,
 * -lblake3. */
#include "timing.h"

#include <openssl/evp.h>
#include <provenhash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#ifdef BLAKE3
#include <blake3.h>
#endif

static unsigned char message[65536];
static const EVP_MD *md5, *sha256, *blake2b;
static EVP_MD_CTX *context;

/* The first 64 bits of a digest of OpenSSL. */
static uint64_t evp(const EVP_MD *digest, size_t len) {
    unsigned char out[EVP_MAX_MD_SIZE];
    uint64_t first = 0;
    if (EVP_DigestInit_ex2(context, digest, NULL) == 1 &&
        EVP_DigestUpdate(context, message, len) == 1 &&
        EVP_DigestFinal_ex(context, out, NULL) == 1) {
        memcpy(&first, out, 8);
    }
    return first;
}

#ifdef BLAKE3
/* The first 64 bits of a keyed hash of BLAKE3. */
static uint64_t blake3(const uint8_t key[BLAKE3_KEY_LEN], size_t len) {
    blake3_hasher hasher;
    uint64_t first;
    blake3_hasher_init_keyed(&hasher, key);
    blake3_hasher_update(&hasher, message, len);
    blake3_hasher_finalize(&hasher, (uint8_t *)&first, sizeof first);
    return first;
}
#endif

enum { LENGTHS = 4, MAX_ROUNDS = 501 };

#define MEASURE(NAME, CALL)                                                                        \
    do {                                                                                           \
        size_t i, r, c;                                                                            \
        printf("%s", NAME);                                                                        \
        for (i = 0; i < LENGTHS; ++i) {                                                            \
            const size_t len = lens[i], calls = 20000 / (1 + len / 32) + 1;                        \
            uint64_t out = 0;                                                                      \
            for (r = 0; r < rounds; ++r) {                                                         \
                const double start = now();                                                        \
                for (c = 0; c < calls; ++c) {                                                      \
                    memcpy(message, &out, 8);                                                      \
                    out = (CALL);                                                                  \
                }                                                                                  \
                times[r] = (now() - start) / (double)calls;                                        \
            }                                                                                      \
            printf(" %.1f", median(times, rounds));                                                \
        }                                                                                          \
        printf("\n");                                                                              \
    } while (0)

int main(int argc, char **argv) {
    static const size_t lens[LENGTHS] = {8, 64, 1024, 65536};
    static double times[MAX_ROUNDS];
    static const char *const names[] = {"clhash", "highwayhash64", "siphash-2-4", "md5"};
    const size_t asked = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 101;
    const size_t rounds = asked < 1 ? 1 : asked > MAX_ROUNDS ? MAX_ROUNDS : asked;
    size_t n;
    context = EVP_MD_CTX_new();
    md5 = EVP_MD_fetch(NULL, "MD5", NULL);
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    blake2b = EVP_MD_fetch(NULL, "BLAKE2B512", NULL);
    for (n = 0; n < sizeof names / sizeof *names; ++n) {
        ph_key_t *key;
        if (ph_key_from_seed(ph_algorithm_find(names[n]), 1, &key) != PH_OK) {
            return 1;
        }
        MEASURE(names[n], ph_hash64(key, message, len));
        ph_key_free(key);
    }
    MEASURE("XXH3_64bits_withSeed", XXH3_64bits_withSeed(message, len, 1));
#ifdef BLAKE3
    {
        static const uint8_t key[BLAKE3_KEY_LEN] = {1};
        MEASURE("BLAKE3-keyed", blake3(key, len));
    }
#endif
    MEASURE("OpenSSL-MD5", evp(md5, len));
    MEASURE("OpenSSL-SHA256", evp(sha256, len));
    MEASURE("OpenSSL-BLAKE2b", evp(blake2b, len));
    return 0;
}
