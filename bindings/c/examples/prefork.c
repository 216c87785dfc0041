/* A server that makes its processes first: a key that a process generates has nothing in common with
 * those of its parent and of the others. A key that a process inherits is its parent's. So is a sender,
 * but it draws other nonces in every process. */
#define _POSIX_C_SOURCE 200809L
#include <provenhash.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    WORKERS = 4,
    CLHASH_BYTES = 1064,
    SIPHASH_BYTES = 16,
    PREFIX_BYTES = 16,
    BYTES = CLHASH_BYTES + SIPHASH_BYTES + PREFIX_BYTES
};

/* Made before the processes. */
static ph_sender_t *sender;

/* Writes a key of CLHASH, one of SipHash, and the random part of a nonce. */
static int generate(unsigned char *bytes) {
    unsigned char nonce[PH_NONCE_BYTES];
    ph_digest_t tag;
    ph_key_t *universal = NULL, *random = NULL;
    int failed = ph_key_generate(ph_algorithm_find("clhash"), &universal) ||
                 ph_key_generate(ph_algorithm_find("siphash-2-4"), &random) ||
                 ph_key_bytes(universal, bytes, CLHASH_BYTES) ||
                 ph_key_bytes(random, bytes + CLHASH_BYTES, SIPHASH_BYTES) ||
                 ph_sender_tag(sender, "a message", 9, nonce, &tag);
    memcpy(bytes + CLHASH_BYTES + SIPHASH_BYTES, nonce, PREFIX_BYTES);
    if (failed) {
        fprintf(stderr, "%s\n", ph_last_error());
    }
    ph_key_free(universal);
    ph_key_free(random);
    return failed;
}

/* Returns whether two draws have eight bytes in common at one place. */
static int share(const unsigned char *one, const unsigned char *other) {
    for (size_t i = 0; i < BYTES; i += 8) {
        if (memcmp(one + i, other + i, 8) == 0) {
            return 1;
        }
    }
    return 0;
}

int main(void) {
    static unsigned char keys[WORKERS + 1][BYTES];
    ph_key_t *key;
    if (ph_key_generate(ph_algorithm_find("clmac"), &key) || ph_sender_new(key, &sender) ||
        generate(keys[WORKERS])) {
        return 1;
    }
    ph_key_free(key);
    for (int worker = 0; worker < WORKERS; worker++) {
        int ends[2], status;
        pid_t id;
        if (pipe(ends)) {
            return 1;
        }
        id = fork();
        if (id == 0) {
            int failed = generate(keys[0]) || write(ends[1], keys[0], BYTES) != BYTES;
            _exit(failed);
        }
        if (id < 0 || close(ends[1]) || read(ends[0], keys[worker], BYTES) != BYTES ||
            close(ends[0]) || waitpid(id, &status, 0) != id || status != 0) {
            return 1;
        }
    }
    for (int i = 0; i <= WORKERS; i++) {
        for (int j = 0; j < i; j++) {
            if (share(keys[i], keys[j])) {
                fprintf(stderr, "processes %d and %d have keys in common\n", i, j);
                return 1;
            }
        }
    }
    ph_sender_free(sender);
    printf("%d processes and their parent have different keys and nonces\n", WORKERS);
    return 0;
}
