/* Tests the interface of c/highwayhash.h in Google's library: links with its highwayhash.c or with
 * provenhash. Prints the hashes of whole messages, then compares those of pieces with them. */
#include <c/highwayhash.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print(const uint64_t *words, size_t count) {
    size_t i;
    for (i = 0; i < count; ++i) {
        printf(" %016" PRIx64, words[i]);
    }
}

int main(void) {
    static const uint64_t key[4] = {0x0706050403020100, 0x0f0e0d0c0b0a0908, 0x1716151413121110,
                                    0x1f1e1d1c1b1a1918};
    uint8_t data[200];
    uint64_t hash[7], other[7];
    HighwayHashCat cat, copy;
    HighwayHashState state;
    size_t len, i;
    for (i = 0; i < sizeof data; ++i) {
        data[i] = (uint8_t)i;
    }
    for (len = 0; len <= sizeof data; ++len) {
        hash[0] = HighwayHash64(data, len, key);
        HighwayHash128(data, len, key, hash + 1);
        HighwayHash256(data, len, key, hash + 3);
        printf("%zu", len);
        print(hash, 7);
        printf("\n");

        HighwayHashCatStart(key, &cat);
        HighwayHashCatAppend(data, len / 3, &cat);
        copy = cat;
        HighwayHashCatAppend(data, 7, &cat);
        HighwayHashCatAppend(data + len / 3, 0, &copy);
        HighwayHashCatAppend(data + len / 3, len - len / 3, &copy);
        other[0] = HighwayHashCatFinish64(&copy);
        HighwayHashCatFinish128(&copy, other + 1);
        HighwayHashCatFinish256(&copy, other + 3);
        if (memcmp(hash, other, sizeof hash) != 0) {
            return 1;
        }

        for (i = 0; i < 3; ++i) {
            const size_t packets = len & ~(size_t)31;
            size_t at;
            HighwayHashReset(key, &state);
            for (at = 0; at < packets; at += 32) {
                HighwayHashUpdatePacket(data + at, &state);
            }
            if (len != packets) {
                HighwayHashUpdateRemainder(data + packets, len - packets, &state);
            }
            if (i == 0) {
                other[0] = HighwayHashFinalize64(&state);
            } else if (i == 1) {
                HighwayHashFinalize128(&state, other + 1);
            } else {
                HighwayHashFinalize256(&state, other + 3);
            }
        }
        if (memcmp(hash, other, sizeof hash) != 0) {
            return 2;
        }
    }
    return 0;
}
