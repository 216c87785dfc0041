/* All kinds of functions. Every condition is checked, so this is a test as well. */
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

/* The table: every algorithm has a name, a bound in words and as a number, and properties. */
static void table(void) {
    size_t i, count;
    const ph_algorithm_t *vmac = ph_algorithm_find("VMAC128");
    CHECK(ph_algorithm_find("crc32") == NULL);
    for (i = 0; i < ph_algorithm_count(); ++i) {
        const ph_algorithm_t *algorithm = ph_algorithm_at(i);
        CHECK(ph_algorithm_find(ph_algorithm_name(algorithm)) == algorithm);
        CHECK(strlen(ph_algorithm_text(algorithm, PH_TEXT_BOUND)) > 0);
        CHECK(ph_algorithm_digest_bytes(algorithm) <= PH_DIGEST_MAX_BYTES);
    }
    CHECK(ph_algorithm_collision_bound(ph_algorithm_find("clhash"), sizeof message) < -62.99);
    CHECK(ph_algorithm_collision_bound(ph_algorithm_find("siphash-2-4"), 1) == 0.0);
    CHECK((ph_algorithm_properties(vmac) & PH_TAKES_NONCE) != 0);
    CHECK(ph_algorithm_secrecy(vmac, PH_OF_DIGEST) == PH_SECRECY_PUBLIC);
    CHECK(ph_algorithm_secrecy(vmac, PH_OF_CHECKPOINT) == PH_SECRECY_FORGING);
    CHECK(ph_algorithm_key_lengths(vmac, &count)[0] == 16 && count == 3);
}

/* Keys from bytes, from a number, and from the system's random numbers. */
static void keys(void) {
    const ph_algorithm_t *clhash = ph_algorithm_find("clhash");
    unsigned char bytes[1064], same[1064];
    ph_key_t *key, *other;
    memset(bytes, 7, sizeof bytes);
    CHECK(ph_key_new(clhash, bytes, sizeof bytes, &key) == PH_OK);
    CHECK(ph_key_bytes(key, same, sizeof same) == PH_OK);
    CHECK(memcmp(bytes, same, sizeof bytes) == 0);
    CHECK(ph_key_algorithm(key) == clhash);
    ph_key_free(key);

    CHECK(ph_key_generate(clhash, &key) == PH_OK);
    CHECK(ph_key_generate(clhash, &other) == PH_OK);
    CHECK(ph_key_bytes(key, bytes, sizeof bytes) == PH_OK);
    CHECK(ph_key_bytes(other, same, sizeof same) == PH_OK);
    CHECK(memcmp(bytes, same, sizeof bytes) != 0);
    ph_key_free(other);
    CHECK(ph_key_clone(key, &other) == PH_OK);
    ph_key_free(key);
    CHECK(ph_key_with_backend(other, "portable", &key) == PH_OK);
    CHECK(ph_hash64(key, message, 99) == ph_hash64(other, message, 99));
    CHECK(strcmp(ph_key_backend(key), "portable") == 0);
    ph_key_free(key);
    ph_key_free(other);

    /* A wrong length is an error that names the right one. */
    CHECK(ph_key_new(clhash, bytes, 5, &key) == PH_ERROR_KEY_LENGTH);
    CHECK(key == NULL);
    CHECK(strcmp(ph_last_error(), "key has 5 bytes, clhash needs 1064") == 0);
    CHECK(ph_key_generate(ph_algorithm_find("crc32"), &key) == PH_ERROR_NULL);
    ph_key_free(NULL);
}

/* Null with a length is an error; null with length 0 is the empty message. */
static void nothing(const ph_key_t *key) {
    CHECK(ph_hash(key, NULL, 0).len == 8 && ph_hash64(key, NULL, 0) == 0);
    CHECK(ph_hash(key, NULL, 1).len == 0);
    CHECK(strcmp(ph_last_error(), "pointer is null") == 0);
    CHECK(ph_hash(NULL, message, 1).len == 0);
    CHECK(ph_hash(key, message, SIZE_MAX).len == 0);
    CHECK(strcmp(ph_status_message(PH_OK), "done") == 0);
    CHECK(ph_status_message(-1) != NULL && ph_status_message(1000) != NULL);
}

/* A message in pieces, saved and resumed, in a stream that outlives its key. */
static void streams(uint64_t whole) {
    unsigned char saved[PH_CHECKPOINT_MAX_BYTES];
    ph_key_t *key;
    ph_stream_t *stream, *clone, *resumed;
    size_t len;
    CHECK(ph_key_from_seed(ph_algorithm_find("clhash"), 1, &key) == PH_OK);
    CHECK(ph_stream_new(key, NULL, 0, &stream) == PH_OK);
    CHECK(ph_stream_update(stream, message, 1700) == PH_OK);
    CHECK(ph_stream_update(stream, NULL, 0) == PH_OK);
    len = ph_stream_checkpoint_bytes(stream);
    CHECK(ph_stream_save(stream, saved, 5) == PH_ERROR_LENGTH);
    CHECK(ph_stream_save(stream, saved, len) == PH_OK);
    CHECK(ph_stream_clone(stream, &clone) == PH_OK);
    ph_stream_free(stream);
    CHECK(ph_stream_restore(key, NULL, 0, saved, len, &resumed) == PH_OK);
    ph_key_free(key);
    CHECK(ph_stream_update(clone, message + 1700, sizeof message - 1700) == PH_OK);
    CHECK(ph_digest_u64(ph_stream_finalize(clone)) == whole);
    CHECK(ph_stream_update(resumed, message + 1700, sizeof message - 1700) == PH_OK);
    CHECK(ph_digest_equal(ph_stream_finalize(resumed), ph_stream_finalize(clone)));
    ph_stream_free(clone);
    ph_stream_free(resumed);
    CHECK(ph_stream_restore(NULL, NULL, 0, saved, len, &resumed) == PH_ERROR_NULL);
    CHECK(resumed == NULL);
}

/* Many messages, words, and a column in Arrow's layout. */
static void batches(const ph_key_t *key) {
    const void *data[3];
    const size_t lens[3] = {3, 0, 11};
    const uint64_t words[2] = {1, 2};
    const int32_t offsets[4] = {0, 3, 3, 14};
    const int64_t wide[4] = {0, 3, 3, 14};
    const int32_t wrong[4] = {0, 3, 2, 14};
    uint64_t hashes[3], columns[3];
    unsigned char digests[3 * 8];
    data[0] = message;
    data[1] = NULL;
    data[2] = message + 3;
    CHECK(ph_hash64_many(key, data, lens, 3, hashes) == PH_OK);
    CHECK(hashes[2] == ph_hash64(key, message + 3, 11));
    CHECK(ph_hash_many(key, data, lens, 3, digests) == PH_OK);
    CHECK(memcmp(digests + 16, ph_hash(key, message + 3, 11).bytes, 8) == 0);
    CHECK(ph_hash64_column32(key, message, 14, offsets, 3, columns) == PH_OK);
    CHECK(memcmp(hashes, columns, sizeof hashes) == 0);
    CHECK(ph_hash64_column64(key, message, 14, wide, 3, columns) == PH_OK);
    CHECK(memcmp(hashes, columns, sizeof hashes) == 0);
    CHECK(ph_hash64_column32(key, message, 14, wrong, 3, columns) == PH_ERROR_OFFSET);
    CHECK(ph_hash64_u64s(key, words, 2, hashes) == PH_OK);
    CHECK(ph_hash64_u64s(key, hashes, 2, hashes) == PH_ERROR_OVERLAP);
}

/* Parts that are hashed separately, possibly on several threads, and joined. */
static void parts(const ph_key_t *key, uint64_t whole) {
    ph_part_t *left, *right;
    const size_t half = 2 * ph_algorithm_block_bytes(ph_key_algorithm(key));
    CHECK(ph_part_new(key, message, half, &left) == PH_OK);
    CHECK(ph_part_new(key, message + half, sizeof message - half, &right) == PH_OK);
    CHECK(ph_part_append(right, left) == PH_ERROR_PART);
    CHECK(ph_part_append(left, right) == PH_OK);
    CHECK(ph_part_len(left) == sizeof message);
    CHECK(ph_digest_u64(ph_part_finalize(left)) == whole);
    ph_part_free(left);
    ph_part_free(right);
}

/* Message authentication codes. */
static void tags(void) {
    const unsigned char aes[16] = {1, 2, 3}, nonce[8] = {0, 0, 0, 0, 0, 0, 0, 1};
    char text[PH_DIGEST_TEXT_BYTES];
    ph_digest_t tag, none;
    ph_key_t *key;
    ph_stream_t *stream;
    CHECK(ph_key_new(ph_algorithm_find("vmac128"), aes, sizeof aes, &key) == PH_OK);
    CHECK(ph_tag(key, nonce, 8, message, 100, &tag) == PH_OK && tag.len == 16);
    CHECK(ph_verify(key, nonce, 8, message, 100, tag.bytes, tag.len) == PH_OK);
    CHECK(ph_verify(key, nonce, 8, message, 99, tag.bytes, tag.len) == PH_ERROR_TAG);
    CHECK(ph_verify(key, nonce, 8, message, 100, tag.bytes, 8) == PH_ERROR_TAG);
    CHECK(ph_tag(key, nonce, 0, message, 100, &none) == PH_ERROR_NONCE && none.len == 0);
    CHECK(ph_stream_new(key, nonce, sizeof nonce, &stream) == PH_OK);
    ph_key_free(key);
    CHECK(ph_stream_update(stream, message, 60) == PH_OK);
    CHECK(ph_stream_update(stream, message + 60, 40) == PH_OK);
    CHECK(ph_digest_equal(ph_stream_finalize(stream), tag));
    ph_stream_free(stream);
    CHECK(ph_digest_text(tag, text) == PH_OK && strlen(text) == 32);
}

/* Tags that are cut, and tags whose nonces cannot repeat. */
static void clmac(void) {
    unsigned char nonce[PH_NONCE_BYTES], next[PH_NONCE_BYTES];
    ph_digest_t tag;
    ph_key_t *key;
    ph_sender_t *sender;
    ph_receiver_t *receiver;
    CHECK(ph_key_generate(ph_algorithm_find("clmac"), &key) == PH_OK);
    /* Both sides agreed on tags of 12 bytes. */
    CHECK(ph_tag(key, NULL, 0, message, 100, &tag) == PH_OK);
    CHECK(ph_verify_cut(key, 12, message, 100, tag.bytes, 12) == PH_OK);
    CHECK(ph_verify_cut(key, 12, message, 100, tag.bytes, 8) == PH_ERROR_TAG);
    CHECK(ph_sender_new(key, &sender) == PH_OK);
    CHECK(ph_receiver_new(key, &receiver) == PH_OK);
    ph_key_free(key);
    CHECK(ph_sender_tag(sender, message, 100, nonce, &tag) == PH_OK);
    CHECK(ph_receiver_verify(receiver, nonce, sizeof nonce, message, 100, tag.bytes, tag.len) == PH_OK);
    CHECK(ph_receiver_verify(receiver, nonce, sizeof nonce, message, 99, tag.bytes, tag.len) ==
          PH_ERROR_TAG);
    CHECK(ph_sender_tag(sender, message, 100, next, &tag) == PH_OK);
    CHECK(memcmp(nonce, next, sizeof nonce) != 0);
    ph_sender_free(sender);
    ph_receiver_free(receiver);
}

/* The hash of AES-GCM, of data and text. */
static void aead(void) {
    const unsigned char bytes[16] = {0x80};
    unsigned char hash[16];
    ph_key_t *key;
    CHECK(ph_key_new(ph_algorithm_find("ghash"), bytes, sizeof bytes, &key) == PH_OK);
    CHECK(ph_ghash_aead(key, NULL, 0, NULL, 0, hash) == PH_OK && hash[0] == 0);
    CHECK(ph_ghash_aead(key, message, 20, message, 100, hash) == PH_OK);
    ph_key_free(key);
}

/* MD5, also of a file and its parts in one pass, and the ETags of S3; and of files side by side. */
static void md5(void) {
    enum { FILES = 3 };
    ph_stream_t *files[FILES];
    const void *blocks[FILES] = {message, message, message};
    const size_t lens[FILES] = {100, 64, 0};
    ph_key_t *key;
    size_t i;
    unsigned char digest[PH_MD5_BYTES], parts[2 * PH_MD5_BYTES];
    char etag[PH_MD5_ETAG_BYTES];
    CHECK(ph_md5("abc", 3, digest) == PH_OK && digest[0] == 0x90 && digest[15] == 0x72);
    CHECK(ph_md5_parts("abcabc", 6, 3, 0, parts, 2, digest) == PH_OK);
    CHECK(parts[0] == 0x90 && parts[31] == 0x72 && digest[0] == 0x44);
    CHECK(ph_md5_etag("abc", 3, 0, etag) == PH_OK);
    CHECK(strcmp(etag, "900150983cd24fb0d6963f7d28e17f72") == 0);
    CHECK(ph_md5_etag("abc", 3, 2, etag) == PH_OK && strcmp(etag + 32, "-2") == 0);
    CHECK(ph_md5_etag(message, sizeof message, 0, NULL) == PH_ERROR_NULL);
    CHECK(ph_key_new(ph_algorithm_find("md5"), NULL, 0, &key) == PH_OK);
    for (i = 0; i < FILES; ++i) {
        CHECK(ph_stream_new(key, NULL, 0, &files[i]) == PH_OK);
    }
    CHECK(ph_stream_update_many(files, blocks, lens, FILES) == PH_OK);
    for (i = 0; i < FILES; ++i) {
        CHECK(ph_digest_equal(ph_stream_finalize(files[i]), ph_hash(key, message, lens[i])));
        ph_stream_free(files[i]);
    }
    ph_key_free(key);
}

int main(void) {
    ph_key_t *key;
    uint64_t whole;
    size_t i;
    for (i = 0; i < sizeof message; ++i) {
        message[i] = (unsigned char)(i % 251);
    }
    CHECK(strcmp(PH_VERSION, ph_version()) == 0);
    CHECK(ph_key_from_seed(ph_algorithm_find("clhash"), 1, &key) == PH_OK);
    whole = ph_hash64(key, message, sizeof message);
    table();
    keys();
    nothing(key);
    streams(whole);
    batches(key);
    parts(key, whole);
    tags();
    clmac();
    aead();
    md5();
    ph_key_free(key);
    printf("provenhash %s: all held\n", ph_version());
    return 0;
}
