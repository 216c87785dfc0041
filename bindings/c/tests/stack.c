/* Calls every function for every algorithm on threads with small stacks, and prints the bytes of
 * stack that each kind of function took at most, and for which algorithm: stack [KEYS OTHERS]. These
 * are the sizes of the stacks in KiB for functions of keys and for all others, by default what
 * provenhash.h promises. A stack that is too small ends the program. */
#include <provenhash.h>
#include <provenhash/arrow.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAINT = 0xa5, KINDS = 7, BATCH = 300, STRUCTS = 18 };
/* What provenhash.h promises, in KiB. */
static const size_t promised[KINDS] = {48, 8, 48, 8, 8, 32, 40};
static const char *const names[KINDS] = {"keys", "one", "batches", "streams", "parts", "md5", "tables"};

static unsigned char message[5000];
static const ph_algorithm_t *algorithm;
static size_t kind;

static int takes_nonce(void) {
    return (ph_algorithm_properties(algorithm) & PH_TAKES_NONCE) != 0;
}

static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void release_array(struct ArrowArray *array) { array->release = NULL; }

/* Describes a batch of numbers, decimals and bytes, within structs within structs, to be released by
 * whom it is given to. */
static void batch(struct ArrowSchema *schema, struct ArrowArray *array, size_t structs) {
    static const char *const formats[] = {"l", "d:38,5", "z"};
    static int64_t numbers[2 * BATCH];
    static int32_t offsets[BATCH + 1];
    static const void *buffers[3][3] = {
        {NULL, numbers, NULL}, {NULL, numbers, NULL}, {NULL, offsets, message}};
    static const void *none[1];
    static struct ArrowSchema types[3], *all_types[3];
    static struct ArrowArray columns[3], *all_columns[3];
    static struct ArrowSchema outer[STRUCTS], *all_outer[STRUCTS];
    static struct ArrowArray outer_columns[STRUCTS], *all_outer_columns[STRUCTS];
    size_t i;
    if (structs > 0) {
        const size_t at = structs - 1;
        all_outer[at] = &outer[at], all_outer_columns[at] = &outer_columns[at];
        batch(&outer[at], &outer_columns[at], at);
        memset(schema, 0, sizeof *schema);
        memset(array, 0, sizeof *array);
        schema->format = "+s", schema->n_children = 1, schema->children = &all_outer[at];
        schema->release = release_schema;
        array->length = BATCH, array->n_buffers = 1, array->buffers = none;
        array->n_children = 1, array->children = &all_outer_columns[at];
        array->release = release_array;
        return;
    }
    for (i = 0; i < BATCH; ++i) {
        numbers[2 * i] = (int64_t)(i * i * 1000);
        offsets[i + 1] = (int32_t)(16 * i);
    }
    memset(schema, 0, sizeof *schema);
    memset(array, 0, sizeof *array);
    for (i = 0; i < 3; ++i) {
        memset(&types[i], 0, sizeof types[i]);
        memset(&columns[i], 0, sizeof columns[i]);
        types[i].format = formats[i], types[i].release = release_schema;
        columns[i].length = BATCH, columns[i].n_buffers = i == 2 ? 3 : 2;
        columns[i].buffers = buffers[i], columns[i].release = release_array;
        all_types[i] = &types[i], all_columns[i] = &columns[i];
    }
    schema->format = "+s", schema->n_children = 3, schema->children = all_types;
    schema->release = release_schema;
    array->length = BATCH, array->n_buffers = 1, array->buffers = none;
    array->n_children = 3, array->children = all_columns, array->release = release_array;
}

/* Calls the functions of a kind, and returns the number of unexpected failures. */
static size_t calls(const ph_key_t *key) {
    const size_t nonce_len = takes_nonce() ? 8 : 0;
    static uint64_t numbers[BATCH];
    static unsigned char out[BATCH * PH_DIGEST_MAX_BYTES];
    static const void *data[BATCH];
    static size_t lens[BATCH];
    static int64_t offsets[BATCH + 1];
    size_t bad = 0, i;
    if (kind == 0) {
        ph_key_t *made = NULL, *other = NULL;
        size_t count;
        const size_t *lengths = ph_algorithm_key_lengths(algorithm, &count);
        bad += ph_key_from_seed(algorithm, 1, &made) != PH_OK;
        bad += ph_key_clone(made, &other) != PH_OK;
        ph_key_free(other);
        bad += ph_key_generate(algorithm, &other) != PH_OK;
        ph_key_free(other);
        bad += ph_key_with_backend(made, "portable", &other) != PH_OK;
        ph_key_free(other);
        bad += count != 0 && ph_key_bytes(made, message, lengths[0]) != PH_OK;
        bad += count != 0 && ph_key_new(algorithm, message, lengths[0], &other) != PH_OK;
        if (count != 0) {
            ph_key_free(other);
        }
        ph_key_free(made);
        if (strcmp(ph_algorithm_name(algorithm), "clmac") == 0) {
            static unsigned char nonce[PH_NONCE_BYTES];
            ph_sender_t *sender = NULL;
            ph_receiver_t *receiver = NULL;
            ph_digest_t tag;
            bad += ph_sender_new(key, &sender) != PH_OK;
            bad += ph_receiver_new(key, &receiver) != PH_OK;
            bad += ph_sender_tag(sender, message, 5000, nonce, &tag) != PH_OK;
            bad += ph_receiver_verify(receiver, nonce, sizeof nonce, message, 5000, tag.bytes, 16) != PH_OK;
            ph_sender_free(sender);
            ph_receiver_free(receiver);
        }
    } else if (kind == 1) {
        static const size_t sizes[] = {0, 3, 8, 40, 1000, 5000};
        for (i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
            ph_digest_t tag;
            char text[PH_DIGEST_TEXT_BYTES];
            if (takes_nonce()) {
                bad += ph_tag(key, "a nonce.", 8, message, sizes[i], &tag) != PH_OK;
                bad += ph_verify(key, "a nonce.", 8, message, sizes[i], tag.bytes, tag.len) != PH_OK;
            } else {
                tag = ph_hash(key, message, sizes[i]);
                bad += tag.len == 0 || ph_hash64(key, message, sizes[i]) != ph_digest_u64(tag);
            }
            bad += ph_digest_text(tag, text) != PH_OK;
        }
    } else if (kind == 2 && !takes_nonce()) {
        const int is64 = ph_algorithm_digest_bytes(algorithm) == 8;
        for (i = 0; i < BATCH; ++i) {
            data[i] = message;
            lens[i] = 3 * i;
            offsets[i + 1] = (int64_t)(10 * i);
        }
        bad += ph_hash_many(key, data, lens, BATCH, out) != PH_OK;
        bad += ph_hash_column64(key, message, sizeof message, offsets, BATCH, out) != PH_OK;
        bad += is64 && ph_hash64_many(key, data, lens, BATCH, numbers) != PH_OK;
        memcpy(out, message, 8 * BATCH);
        bad += is64 && ph_hash64_column64(key, message, sizeof message, offsets, BATCH, numbers);
        bad += ph_hash_u64s(key, (const uint64_t *)numbers, BATCH, out) != PH_OK;
        {
            static ph_stream_t *streams[BATCH];
            for (i = 0; i < BATCH; ++i) {
                bad += ph_stream_new(key, NULL, 0, &streams[i]) != PH_OK;
            }
            bad += ph_stream_update_many(streams, data, lens, BATCH) != PH_OK;
            for (i = 0; i < BATCH; ++i) {
                ph_stream_free(streams[i]);
            }
        }
    } else if (kind == 3) {
        static unsigned char saved[PH_CHECKPOINT_MAX_BYTES];
        ph_stream_t *stream = NULL, *other = NULL;
        size_t len;
        bad += ph_stream_new(key, "a nonce.", nonce_len, &stream) != PH_OK;
        bad += ph_stream_update(stream, message, 77) != PH_OK;
        bad += ph_stream_update(stream, message, sizeof message) != PH_OK;
        len = ph_stream_checkpoint_bytes(stream);
        bad += ph_stream_save(stream, saved, len) != PH_OK;
        bad += ph_stream_restore(key, "a nonce.", nonce_len, saved, len, &other) != PH_OK;
        bad += !ph_digest_equal(ph_stream_finalize(stream), ph_stream_finalize(other));
        ph_stream_free(other);
        {
            static ph_stream_place_t place;
            bad += ph_stream_init(&place, sizeof place, key, "a nonce.", nonce_len, &other) != PH_OK;
            bad += ph_stream_copy(other, stream) != PH_OK;
            bad += !ph_digest_equal(ph_stream_finalize(stream), ph_stream_finalize(other));
            ph_stream_free(other);
        }
        bad += ph_stream_clone(stream, &other) != PH_OK;
        ph_stream_free(other);
        ph_stream_free(stream);
    } else if (kind == 4 && (ph_algorithm_properties(algorithm) & PH_JOINS_PARTS) != 0) {
        const size_t whole = ph_algorithm_block_bytes(algorithm);
        ph_part_t *part = NULL, *next = NULL;
        bad += ph_part_new(key, message, whole, &part) != PH_OK;
        bad += ph_part_clone(part, &next) != PH_OK;
        bad += ph_part_append(part, next) != PH_OK;
        bad += ph_part_finalize(part).len == 0;
        ph_part_free(part);
        ph_part_free(next);
    } else if (kind == 5) {
        static char etag[PH_MD5_ETAG_BYTES];
        bad += ph_md5(message, sizeof message, out) != PH_OK;
        bad += ph_md5_etag(message, sizeof message, 1000, etag) != PH_OK;
        bad += ph_md5_parts(message, sizeof message, sizeof message, 1, out, 1, out + 16) != PH_OK;
    } else if (kind == 6) {
        static unsigned char rows[BATCH * PH_ROW_BYTES], sum[PH_FINGERPRINT_BYTES];
        struct ArrowSchema schema;
        struct ArrowArray array;
        ph_table_t *table = NULL;
        bad += ph_table_from_seed(0, &table) != PH_OK;
        batch(&schema, &array, 0);
        bad += ph_table_add(table, &schema, &array) != PH_OK;
        batch(&schema, &array, STRUCTS);
        bad += ph_table_add(table, &schema, &array) != PH_OK;
        batch(&schema, &array, STRUCTS);
        bad += ph_table_row_hashes(table, &schema, &array, rows, BATCH) != PH_OK;
        bad += ph_table_fingerprint(table, sum, sizeof sum) != PH_OK;
        bad += ph_table_combine(table, sum, sizeof sum) != PH_OK;
        ph_table_free(table);
    }
    return bad;
}

static void *run(void *key) { return calls(key) == 0 ? key : NULL; }

static void *nothing(void *key) { return key; }

/* Runs a function on a stack of `size` bytes, and returns how many of them it wrote to. */
static size_t used(void *(*function)(void *), void *key, size_t size) {
    unsigned char *stack = aligned_alloc(4096, size);
    pthread_attr_t attributes;
    pthread_t thread;
    void *result = NULL;
    size_t untouched = 0;
    if (stack == NULL) {
        exit(2);
    }
    memset(stack, PAINT, size);
    if (pthread_attr_init(&attributes) || pthread_attr_setstack(&attributes, stack, size) ||
        pthread_create(&thread, &attributes, function, key) || pthread_join(thread, &result)) {
        perror("pthread");
        exit(2);
    }
    pthread_attr_destroy(&attributes);
    if (result != key) {
        fprintf(stderr, "%s: %s: %s\n", ph_algorithm_name(algorithm), names[kind], ph_last_error());
        exit(1);
    }
    while (untouched < size && stack[untouched] == PAINT) {
        ++untouched;
    }
    free(stack);
    return size - untouched;
}

/* Runs on a stack that the system made, below which is a page that may not be touched. */
static void guarded(void *key, size_t size) {
    pthread_attr_t attributes;
    pthread_t thread;
    void *result = NULL;
    if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, size) ||
        pthread_create(&thread, &attributes, run, key) || pthread_join(thread, &result) ||
        result != key) {
        perror("pthread");
        exit(2);
    }
    pthread_attr_destroy(&attributes);
}

int main(int argc, char **argv) {
    const size_t for_keys = argc > 2 ? (size_t)strtoul(argv[1], NULL, 10) : 64;
    const size_t for_others = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 64;
    const char *who[KINDS] = {"", "", "", "", "", "", ""};
    size_t most[KINDS] = {0}, i;
    int bad = 0;
    for (i = 0; i < ph_algorithm_count(); ++i) {
        ph_key_t *key;
        algorithm = ph_algorithm_at(i);
        if (ph_key_from_seed(algorithm, 1, &key) != PH_OK) {
            return 1;
        }
        for (kind = 0; kind < KINDS; ++kind) {
            size_t bytes;
            guarded(key, (kind == 0 ? for_keys : for_others) << 10);
            bytes = used(run, key, 1 << 20) - used(nothing, key, 1 << 20);
            if (bytes > most[kind]) {
                most[kind] = bytes;
                who[kind] = ph_algorithm_name(algorithm);
            }
        }
        ph_key_free(key);
    }
    for (kind = 0; kind < KINDS; ++kind) {
        printf("%-8s %6zu %s\n", names[kind], most[kind], who[kind]);
        bad |= argc < 3 && most[kind] > promised[kind] << 10;
    }
    return bad;
}
