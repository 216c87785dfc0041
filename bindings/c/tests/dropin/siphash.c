/* Tests the interface of veorq/SipHash: links with its siphash.c and halfsiphash.c or with
 * provenhash. */
#include <stdio.h>

#include "siphash.h"

#include "halfsiphash.h"

static void print(const uint8_t *bytes, size_t len) {
    size_t i;
    for (i = 0; i < len; ++i) {
        printf("%02x", bytes[i]);
    }
}

int main(void) {
    uint8_t in[64], k[16], out[16];
    size_t i;
    for (i = 0; i < sizeof k; ++i) {
        k[i] = (uint8_t)i;
    }
    for (i = 0; i < sizeof in; ++i) {
        in[i] = (uint8_t)i;
        siphash(in, i, k, out, 8);
        print(out, 8);
        printf(" ");
        siphash(in, i, k, out, 16);
        print(out, 16);
        printf(" ");
        halfsiphash(in, i, k, out, 4);
        print(out, 4);
        printf(" ");
        halfsiphash(in, i, k, out, 8);
        print(out, 8);
        printf("\n");
    }
    return 0;
}
