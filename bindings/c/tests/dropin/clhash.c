/* Tests the interface of lemire/clhash: links with that library or with provenhash. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clhash.h"

int main(void) {
    char message[5000];
    size_t i;
    static const size_t lengths[] = {0, 1, 7, 8, 9, 16, 17, 63, 64, 1023, 1024, 1025, 2048, 5000};
    void *random = get_random_key_for_clhash(UINT64_C(0x23a23cf5033c3c81),
                                             UINT64_C(0xb3816f6a2c68e530));
    char *own;
    for (i = 0; i < sizeof message; ++i) {
        message[i] = (char)(i % 251);
    }
    printf("%d %d\n", (int)RANDOM_64BITWORDS_NEEDED_FOR_CLHASH,
           (int)RANDOM_BYTES_NEEDED_FOR_CLHASH);
    printf("%016" PRIx64 "\n", clhash(random, "my dog", 6));
    printf("%016" PRIx64 "\n", clhash(random, "my cat", 6));
    for (i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        printf("%zu %016" PRIx64 "\n", lengths[i], clhash(random, message, lengths[i]));
    }
    /* The key is its bytes, wherever they are and whenever they change. */
    own = (char *)get_random_key_for_clhash(1, 2);
    printf("%016" PRIx64 "\n", clhash(own, message, 100));
    memcpy(own, random, RANDOM_BYTES_NEEDED_FOR_CLHASH);
    printf("%d\n", clhash(own, message, 100) == clhash(random, message, 100));
    own[0] = (char)(own[0] ^ 1);
    printf("%016" PRIx64 "\n", clhash(own, message, 100));
    free(own);
    free(random);
    return 0;
}
