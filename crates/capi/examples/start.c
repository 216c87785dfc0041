/* The first steps: a random key and two hashes. */
#include <inttypes.h>
#include <provenhash.h>
#include <stdio.h>

int main(void) {
    ph_clhash_key_t *key;
    uint64_t one, another;
    if (ph_clhash_key_generate(&key) || ph_clhash(key, "a message", 9, &one) ||
        ph_clhash(key, "another", 7, &another)) {
        fprintf(stderr, "%s\n", ph_last_error());
        return 1;
    }
    printf("%016" PRIx64 " %016" PRIx64 " by %s\n", one, another, ph_clhash_key_backend(key));
    ph_clhash_key_free(key);
    return 0;
}
