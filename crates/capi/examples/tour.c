/* All functions of a family, shown with CLHASH; the others have the same ones. Every condition is
 * checked, so this is a test as well. */
#include <provenhash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(int condition, const char *text, int line) {
    if (!condition) {
        fprintf(stderr, "line %d: not %s (%s)\n", line, text, ph_last_error());
        exit(1);
    }
}

static unsigned char message[5000];

/* Keys from bytes, from a number, and from the system's random numbers. */
static void keys(void) {
    unsigned char bytes[PH_CLHASH_KEY_BYTES], same[PH_CLHASH_KEY_BYTES];
    ph_clhash_key_t *key, *other;
    memset(bytes, 7, sizeof bytes);
    CHECK(ph_clhash_key_new(bytes, sizeof bytes, &key) == PH_OK);
    CHECK(ph_clhash_key_bytes(key, same) == PH_OK);
    CHECK(memcmp(bytes, same, sizeof bytes) == 0);
    ph_clhash_key_free(key);

    CHECK(ph_clhash_key_generate(&key) == PH_OK);
    CHECK(ph_clhash_key_generate(&other) == PH_OK);
    CHECK(ph_clhash_key_bytes(key, bytes) == PH_OK);
    CHECK(ph_clhash_key_bytes(other, same) == PH_OK);
    CHECK(memcmp(bytes, same, sizeof bytes) != 0);
    ph_clhash_key_free(key);
    ph_clhash_key_free(other);

    /* A wrong length is an error that names the right one. */
    CHECK(ph_clhash_key_new(bytes, 5, &key) == PH_ERROR_KEY_LENGTH);
    CHECK(key == NULL);
    CHECK(strcmp(ph_last_error(), "key has 5 bytes, CLHASH needs 1064") == 0);
    ph_clhash_key_free(NULL);
}

/* Null with a length is an error; null with length 0 is the empty message. */
static void nothing(const ph_clhash_key_t *key) {
    uint64_t hash = 1;
    CHECK(ph_clhash(key, NULL, 0, &hash) == PH_OK && hash == 0);
    CHECK(ph_clhash(key, NULL, 1, &hash) == PH_ERROR_NULL);
    CHECK(ph_clhash(NULL, message, 1, &hash) == PH_ERROR_NULL);
    CHECK(ph_clhash(key, message, 1, NULL) == PH_ERROR_NULL);
    CHECK(ph_clhash(key, message, SIZE_MAX, &hash) == PH_ERROR_LENGTH);
    CHECK(strcmp(ph_status_message(PH_OK), "done") == 0);
    CHECK(ph_status_message(-1) != NULL && ph_status_message(1000) != NULL);
}

/* A message in pieces, saved and resumed, in a stream that outlives its key. */
static void streams(uint64_t whole) {
    unsigned char saved[PH_CLHASH_CHECKPOINT_BYTES];
    ph_clhash_key_t *key;
    ph_clhash_stream_t *stream, *clone, *resumed;
    uint64_t hash;
    CHECK(ph_clhash_key_from_seed(1, &key) == PH_OK);
    CHECK(ph_clhash_stream_new(key, &stream) == PH_OK);
    CHECK(ph_clhash_stream_update(stream, message, 1700) == PH_OK);
    CHECK(ph_clhash_stream_update(stream, NULL, 0) == PH_OK);
    CHECK(ph_clhash_stream_save(stream, saved, sizeof saved) == PH_OK);
    CHECK(ph_clhash_stream_save(stream, saved, 5) == PH_ERROR_LENGTH);
    CHECK(ph_clhash_stream_clone(stream, &clone) == PH_OK);
    CHECK(ph_clhash_stream_restore(key, saved, sizeof saved, &resumed) == PH_OK);
    CHECK(ph_clhash_stream_reset(stream, key) == PH_OK);
    ph_clhash_key_free(key);
    CHECK(ph_clhash_stream_len(stream) == 0);
    CHECK(ph_clhash_stream_update(stream, message, sizeof message) == PH_OK);
    CHECK(ph_clhash_stream_finalize(stream, &hash) == PH_OK && hash == whole);
    ph_clhash_stream_free(stream);
    CHECK(ph_clhash_stream_update(clone, message + 1700, sizeof message - 1700) == PH_OK);
    CHECK(ph_clhash_stream_finalize(clone, &hash) == PH_OK && hash == whole);
    ph_clhash_stream_free(clone);
    CHECK(ph_clhash_stream_update(resumed, message + 1700, sizeof message - 1700) == PH_OK);
    CHECK(ph_clhash_stream_finalize(resumed, &hash) == PH_OK && hash == whole);
    ph_clhash_stream_free(resumed);
    saved[20] ^= 1;
    CHECK(ph_clhash_stream_restore(NULL, saved, sizeof saved, &resumed) == PH_ERROR_NULL);
    CHECK(resumed == NULL);
}

/* Many messages, words, and a column in Arrow's layout. */
static void batches(const ph_clhash_key_t *key) {
    const void *data[3];
    const size_t lens[3] = {3, 0, 11};
    const uint64_t words[2] = {1, 2};
    const int32_t offsets[4] = {0, 3, 3, 14};
    const int64_t wide[4] = {0, 3, 3, 14};
    const int32_t wrong[4] = {0, 3, 2, 14};
    uint64_t hashes[3], columns[3], one;
    data[0] = message;
    data[1] = NULL;
    data[2] = message + 3;
    CHECK(ph_clhash_many(key, data, lens, 3, hashes) == PH_OK);
    CHECK(ph_clhash(key, message + 3, 11, &one) == PH_OK && hashes[2] == one);
    CHECK(ph_clhash_column32(key, message, 14, offsets, 3, columns) == PH_OK);
    CHECK(memcmp(hashes, columns, sizeof hashes) == 0);
    CHECK(ph_clhash_column64(key, message, 14, wide, 3, columns) == PH_OK);
    CHECK(memcmp(hashes, columns, sizeof hashes) == 0);
    CHECK(ph_clhash_column32(key, message, 14, wrong, 3, columns) == PH_ERROR_OFFSET);
    CHECK(ph_clhash_u64s(key, words, 2, hashes) == PH_OK);
    CHECK(ph_clhash_u64s(key, hashes, 2, hashes) == PH_ERROR_OVERLAP);
}

/* Parts that are hashed separately, possibly on several threads, and joined. */
static void parts(const ph_clhash_key_t *key, uint64_t whole) {
    ph_clhash_part_t *left, *right;
    uint64_t hash;
    const size_t half = 2 * PH_CLHASH_PART_BLOCK_BYTES;
    CHECK(ph_clhash_part_new(key, message, half, &left) == PH_OK);
    CHECK(ph_clhash_part_new(key, message + half, sizeof message - half, &right) == PH_OK);
    CHECK(ph_clhash_part_append(right, key, left) == PH_ERROR_PART);
    CHECK(ph_clhash_part_append(left, key, right) == PH_OK);
    CHECK(ph_clhash_part_len(left) == sizeof message);
    CHECK(ph_clhash_part_finalize(left, key, &hash) == PH_OK && hash == whole);
    ph_clhash_part_free(left);
    ph_clhash_part_free(right);
}

/* Message authentication codes. */
static void tags(void) {
    const unsigned char aes[16] = {1, 2, 3}, nonce[8] = {0, 0, 0, 0, 0, 0, 0, 1};
    unsigned char tag[PH_VMAC128_TAG_BYTES], again[PH_VMAC128_TAG_BYTES];
    ph_vmac128_key_t *key;
    ph_vmac128_stream_t *stream;
    CHECK(ph_vmac128_key_new(aes, sizeof aes, &key) == PH_OK);
    CHECK(ph_vmac128_tag(key, nonce, sizeof nonce, message, 100, tag) == PH_OK);
    CHECK(ph_vmac128_verify(key, nonce, 8, message, 100, tag, sizeof tag) == PH_OK);
    CHECK(ph_vmac128_verify(key, nonce, 8, message, 99, tag, sizeof tag) == PH_ERROR_TAG);
    CHECK(ph_vmac128_verify(key, nonce, 8, message, 100, tag, 8) == PH_ERROR_TAG);
    CHECK(ph_vmac128_tag(key, nonce, 0, message, 100, again) == PH_ERROR_NONCE);
    CHECK(ph_vmac128_stream_new(key, nonce, sizeof nonce, &stream) == PH_OK);
    ph_vmac128_key_free(key);
    CHECK(ph_vmac128_stream_update(stream, message, 60) == PH_OK);
    CHECK(ph_vmac128_stream_update(stream, message + 60, 40) == PH_OK);
    CHECK(ph_vmac128_stream_finalize(stream, again) == PH_OK);
    CHECK(memcmp(tag, again, sizeof tag) == 0);
    ph_vmac128_stream_free(stream);
}

/* MD5, and the ETags of S3. */
static void md5(void) {
    unsigned char digest[PH_MD5_BYTES];
    char etag[PH_MD5_ETAG_BYTES];
    CHECK(ph_md5("abc", 3, digest) == PH_OK && digest[0] == 0x90 && digest[15] == 0x72);
    CHECK(ph_md5_etag("abc", 3, 0, etag) == PH_OK);
    CHECK(strcmp(etag, "900150983cd24fb0d6963f7d28e17f72") == 0);
    CHECK(ph_md5_etag("abc", 3, 2, etag) == PH_OK && strcmp(etag + 32, "-2") == 0);
    CHECK(ph_md5_etag(message, sizeof message, 0, NULL) == PH_ERROR_NULL);
}

int main(void) {
    ph_clhash_key_t *key;
    uint64_t whole;
    size_t i;
    for (i = 0; i < sizeof message; ++i) {
        message[i] = (unsigned char)(i % 251);
    }
    CHECK(ph_clhash_key_from_seed(1, &key) == PH_OK);
    CHECK(ph_clhash(key, message, sizeof message, &whole) == PH_OK);
    CHECK(ph_clhash_collision_bound(sizeof message) < -62.99);
    keys();
    nothing(key);
    streams(whole);
    batches(key);
    parts(key, whole);
    tags();
    md5();
    ph_clhash_key_free(key);
    printf("provenhash %s: all held\n", ph_version());
    return 0;
}
