/* Messages in pieces without an allocation: the streams lie on the stack, and in a struct. */
#include <provenhash.h>

#include <stdio.h>
#include <string.h>

/* What a program keeps for each of its connections. */
struct connection {
    ph_stream_place_t place;
    ph_stream_t *received;
};

static int show(const char *name, ph_digest_t digest) {
    char text[PH_DIGEST_TEXT_BYTES];
    if (ph_digest_text(digest, text) != PH_OK) {
        return 1;
    }
    printf("%s %s\n", name, text);
    return 0;
}

/* Hashes a prefix once, and then every message after it, whatever the algorithm. */
static int after_prefix(const ph_key_t *key) {
    static const char *const messages[] = {"first", "second", "third"};
    ph_stream_place_t places[2];
    ph_stream_t *prefix = NULL, *stream = NULL;
    size_t i;
    int bad = ph_stream_init(&places[0], sizeof places[0], key, NULL, 0, &prefix) != PH_OK ||
              ph_stream_init(&places[1], sizeof places[1], key, NULL, 0, &stream) != PH_OK ||
              ph_stream_update(prefix, "prefix, ", 8) != PH_OK;
    for (i = 0; !bad && i < sizeof messages / sizeof *messages; ++i) {
        bad = ph_stream_copy(stream, prefix) != PH_OK ||
              ph_stream_update(stream, messages[i], strlen(messages[i])) != PH_OK ||
              show(messages[i], ph_stream_finalize(stream));
    }
    /* They keep the key in memory until then. Null is ignored. */
    ph_stream_free(stream);
    ph_stream_free(prefix);
    return bad;
}

int main(void) {
    struct connection connection;
    ph_key_t *key = NULL;
    size_t i;
    int bad = 0;
    for (i = 0; !bad && i < ph_algorithm_count(); ++i) {
        const ph_algorithm_t *algorithm = ph_algorithm_at(i);
        const size_t nonce = (ph_algorithm_properties(algorithm) & PH_TAKES_NONCE) != 0 ? 8 : 0;
        bad = ph_key_from_seed(algorithm, 1, &key) != PH_OK ||
              ph_stream_init(&connection.place, sizeof connection.place, key, "a nonce.", nonce,
                             &connection.received) != PH_OK;
        ph_key_free(key);
        if (!bad) {
            bad = ph_stream_update(connection.received, "in two ", 7) != PH_OK ||
                  ph_stream_update(connection.received, "pieces", 6) != PH_OK ||
                  show(ph_algorithm_name(algorithm), ph_stream_finalize(connection.received));
            ph_stream_free(connection.received);
        }
    }
    /* Memory that is too small, or not aligned, is refused. */
    if (!bad && ph_key_from_seed(ph_algorithm_find("siphash-2-4"), 1, &key) == PH_OK) {
        unsigned char *place = connection.place.bytes;
        bad = ph_stream_init(place, PH_STREAM_BYTES - 1, key, NULL, 0, &connection.received) !=
                  PH_ERROR_LENGTH ||
              ph_stream_init(place + 1, PH_STREAM_BYTES, key, NULL, 0, &connection.received) !=
                  PH_ERROR_ALIGNMENT ||
              after_prefix(key);
        ph_key_free(key);
    }
    if (bad) {
        fprintf(stderr, "%s\n", ph_last_error());
    }
    return bad;
}
