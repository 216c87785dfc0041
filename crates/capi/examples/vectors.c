/* Reads lines of "function key message", key and message in hexadecimal digits or "-" if empty, and
 * prints each hash: words with the highest digit first, joined by commas, or bytes. The tests
 * compare the output with their vectors. */
#include <inttypes.h>
#include <provenhash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES 8192

static unsigned char key_bytes[MAX_BYTES], message[MAX_BYTES];
static char function[64], key_text[2 * MAX_BYTES + 1], message_text[2 * MAX_BYTES + 1];

static size_t unhex(const char *text, unsigned char *bytes) {
    size_t i, len = strlen(text) / 2;
    for (i = 0; i < len; ++i) {
        char digits[3] = {0, 0, 0};
        memcpy(digits, text + 2 * i, 2);
        bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    return len;
}

static void print(const unsigned char *bytes, size_t word, size_t words) {
    size_t w, i;
    for (w = 0; w < words; ++w) {
        uint64_t value = 0;
        /* A native word, in whatever byte order. */
        if (word == 8) {
            memcpy(&value, bytes + 8 * w, 8);
        } else if (word == 4) {
            uint32_t half;
            memcpy(&half, bytes + 4 * w, 4);
            value = half;
        } else {
            value = bytes[w];
        }
        if (w > 0 && word > 1) {
            printf(",");
        }
        for (i = 2 * word; i > 0; --i) {
            printf("%x", (unsigned)(value >> (4 * (i - 1))) & 15U);
        }
    }
    printf("\n");
}

/* Defines a case for a function whose hash is WORDS words of type WORD. */
#define FUNCTION(NAME, KEY, WORD, WORDS)                                                           \
    if (strcmp(function, #NAME) == 0) {                                                            \
        ph_##KEY##_key_t *key;                                                                     \
        WORD out[WORDS];                                                                           \
        if (ph_##KEY##_key_new(key_bytes, key_len, &key) || ph_##NAME(key, message, len, out)) {   \
            printf("%s\n", ph_last_error());                                                       \
            continue;                                                                              \
        }                                                                                          \
        ph_##KEY##_key_free(key);                                                                  \
        print((const unsigned char *)out, sizeof *out, WORDS);                                     \
        continue;                                                                                  \
    }

int main(void) {
    while (scanf("%63s %16384s %16384s", function, key_text, message_text) == 3) {
        const size_t key_len = unhex(key_text, key_bytes);
        const size_t len = unhex(message_text, message);
        FUNCTION(clhash, clhash, uint64_t, 1)
        FUNCTION(vhash64, vhash64, uint64_t, 1)
        FUNCTION(clhash128, clhash128, uint64_t, 2)
        FUNCTION(vhash128, vhash128, uint64_t, 2)
        FUNCTION(ghash, ghash, uint8_t, 16)
        FUNCTION(polyval, polyval, uint8_t, 16)
        FUNCTION(highwayhash64, highwayhash, uint64_t, 1)
        FUNCTION(highwayhash128, highwayhash, uint64_t, 2)
        FUNCTION(highwayhash256, highwayhash, uint64_t, 4)
        FUNCTION(siphash24, siphash, uint64_t, 1)
        FUNCTION(siphash13, siphash, uint64_t, 1)
        FUNCTION(siphash48, siphash, uint64_t, 1)
        FUNCTION(siphash128_24, siphash, uint64_t, 2)
        FUNCTION(halfsiphash32, halfsiphash, uint32_t, 1)
        FUNCTION(halfsiphash64, halfsiphash, uint64_t, 1)
        FUNCTION(siptreehash, siptreehash, uint64_t, 1)
        if (strcmp(function, "md5") == 0) {
            unsigned char out[PH_MD5_BYTES];
            if (ph_md5(message, len, out) == PH_OK) {
                print(out, 1, sizeof out);
                continue;
            }
        }
        printf("no function %s\n", function);
    }
    return 0;
}
