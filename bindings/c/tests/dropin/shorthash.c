/* Tests the interface of libsodium's crypto_shorthash: links with libsodium or with provenhash. */
#include <sodium/crypto_shorthash.h>
#include <sodium/crypto_shorthash_siphash24.h>
#include <stdio.h>
#include <string.h>

static void print(const unsigned char *bytes, size_t len) {
    size_t i;
    for (i = 0; i < len; ++i) {
        printf("%02x", bytes[i]);
    }
    printf(" ");
}

int main(void) {
    unsigned char in[70], k[crypto_shorthash_KEYBYTES], other[crypto_shorthash_KEYBYTES];
    unsigned char out[crypto_shorthash_siphashx24_BYTES];
    size_t i;
    for (i = 0; i < sizeof k; ++i) {
        k[i] = (unsigned char)i;
    }
    printf("%s %u %u %u %u\n", crypto_shorthash_primitive(), (unsigned)crypto_shorthash_bytes(),
           (unsigned)crypto_shorthash_keybytes(), (unsigned)crypto_shorthash_siphashx24_bytes(),
           (unsigned)crypto_shorthash_siphashx24_keybytes());
    for (i = 0; i < sizeof in; ++i) {
        in[i] = (unsigned char)i;
        printf("%d ", crypto_shorthash(out, in, i, k));
        print(out, crypto_shorthash_BYTES);
        printf("%d ", crypto_shorthash_siphash24(out, in, i, k));
        print(out, crypto_shorthash_siphash24_bytes());
        printf("%d ", crypto_shorthash_siphashx24(out, in, i, k));
        print(out, sizeof out);
        printf("\n");
    }
    memset(k, 0, sizeof k);
    memset(other, 0, sizeof other);
    crypto_shorthash_keygen(k);
    crypto_shorthash_keygen(other);
    printf("%d\n", memcmp(k, other, sizeof k) != 0);
    return 0;
}
