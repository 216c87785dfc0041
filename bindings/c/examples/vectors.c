/* Reads lines of "algorithm key message", key and message in hexadecimal digits or "-" if empty, and
 * prints each digest. The tests compare the output with their vectors. */
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

int main(void) {
    while (scanf("%63s %16384s %16384s", function, key_text, message_text) == 3) {
        const size_t key_len = unhex(key_text, key_bytes);
        const size_t len = unhex(message_text, message);
        char text[PH_DIGEST_TEXT_BYTES];
        ph_key_t *key;
        if (ph_key_new(ph_algorithm_find(function), key_bytes, key_len, &key) ||
            ph_digest_text(ph_hash(key, message, len), text)) {
            printf("%s\n", ph_last_error());
            continue;
        }
        ph_key_free(key);
        printf("%s\n", text);
    }
    return 0;
}
