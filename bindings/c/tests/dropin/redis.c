/* Tests the hashes of Redis's tables: links with its siphash.c (-DREDIS) or with provenhash. */
#include <stdint.h>
#include <stdio.h>

#ifdef REDIS
uint64_t siphash(const uint8_t *in, const size_t inlen, const uint8_t *k);
uint64_t siphash_nocase(const uint8_t *in, const size_t inlen, const uint8_t *k);
#else
#include <redis/siphash.h>
#endif

int main(void) {
    uint8_t in[256 + 9], k[17];
    size_t i;
    for (i = 0; i < sizeof k; ++i) {
        k[i] = (uint8_t)(i * 17);
    }
    for (i = 0; i < sizeof in; ++i) {
        in[i] = (uint8_t)(i * 37);
    }
    /* Lengths up to nine words, at odd addresses. */
    for (i = 0; i <= 72; ++i) {
        printf("%016llx %016llx\n", (unsigned long long)siphash(in + 1, i, k + 1),
               (unsigned long long)siphash_nocase(in + 1, i, k + 1));
    }
    /* Each value of a byte, at each place of a word and of the tail. */
    for (i = 0; i < 256; ++i) {
        printf("%016llx\n", (unsigned long long)siphash_nocase(in + i, 9, k + 1));
    }
    return 0;
}
