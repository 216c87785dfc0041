/* The first steps: a random key and two hashes. */
#include <inttypes.h>
#include <provenhash.h>
#include <stdio.h>

int main(void) {
    ph_key_t *key;
    if (ph_key_generate(ph_algorithm_find("clhash"), &key)) {
        fprintf(stderr, "%s\n", ph_last_error());
        return 1;
    }
    printf("%016" PRIx64 " %016" PRIx64 " by %s\n", ph_hash64(key, "a message", 9),
           ph_hash64(key, "another", 7), ph_key_backend(key));
    ph_key_free(key);
    return 0;
}
