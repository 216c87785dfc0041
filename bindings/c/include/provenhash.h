/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by cbindgen; see bindings/c/tests/headers.rs. */
/*
 * provenhash: keyed and universal hashes, each with a bound or a stated claim.
 *
 *   const ph_algorithm_t *clhash = ph_algorithm_find("clhash");
 *   ph_key_t *key;
 *   if (ph_key_generate(clhash, &key) == PH_OK) {
 *     uint64_t hash = ph_hash64(key, "a message", 9);
 *     ph_key_free(key);
 *   }
 *
 * An algorithm is a row of a table. With a key it hashes messages: whole, many at once, in pieces
 * (ph_stream_t), or in parts that are joined (ph_part_t). These rules hold for all functions:
 *
 * - A function returns PH_OK, which is 0, or an error, which ph_last_error() explains. Functions
 *   that only fail on wrong arguments return their value.
 * - Data is a pointer of any alignment and a number of bytes. Null with length 0 is the empty
 *   message; null with any other length is PH_ERROR_NULL, as is a null object or output.
 * - Keys and what they make (streams, parts, senders, receivers) are made by functions with a last
 *   argument `out`. Free each of them once, with the function ..._free of its type, which ignores
 *   null. Do not use an object after freeing it. Each owns what it needs of its key, so they may be
 *   freed in any order.
 * - A key never changes, so any number of threads may use it at once and make streams with it. Only
 *   one thread at a time may use each of the other objects. The functions share no other state between
 *   threads but the table, which the first call makes, and take no locks: a process with threads may
 *   fork at any time. Its child must not use a stream or a part that another thread was using.
 * - Digests are bytes in the order of their digits; numbers are native integers. Digests are the
 *   same on every CPU and in every version: a change would be a new algorithm.
 * - Outputs must not overlap inputs. Arrays of integers must be aligned as C requires.
 * - Nothing is written to standard output, no environment variable is read, and the CPU is detected
 *   once.
 * - Functions that make objects need 64 KiB of memory, or fail. If another thread takes the last
 *   memory after they have asked for it, Rust's allocator ends the process. A stream of
 *   ph_stream_init needs none: it lies where the caller wants it.
 * - Stack, in an optimised build on x86-64: functions that make or free keys, batches (functions
 *   ..._many, ..._u64s, ..._column..) and those of provenhash/suite.h take at most 48 KiB, MD5 32 KiB,
 *   all others in this header 8 KiB. Functions that read batches of Arrow take 40 KiB, and
 *   more where types are nested over 20 levels deep: 116 KiB for the 64 that are allowed. So threads
 *   with 64 KiB can do everything but read such types. Without optimisation it is up to 176 KiB, and
 *   more for such types.
 * - With the feature `zeroize`, which the build enables, keys are wiped when the last object that
 *   owns them is freed.
 *
 * A bound is a theorem about a random, secret key, and about messages that were chosen without
 * knowledge of the hashes. No function here is a cryptographic hash without a secret key. Where anyone
 * may see digests, as names of chunks or in a published column, take an algorithm whose digests are
 * PH_SECRECY_PUBLIC, such as "clmac".
 */


#ifndef PROVENHASH_H
#define PROVENHASH_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of this header. `ph_version()` is that of the library.
 */
#define PH_VERSION "0.1.0"

#if defined(__GNUC__)
#define PH_MUST_USE __attribute__((warn_unused_result))
#elif defined(_MSC_VER)
#define PH_MUST_USE _Check_return_
#else
#define PH_MUST_USE
#endif

#if defined(__GNUC__)
#define PH_ALIGNED(bytes) __attribute__((aligned(bytes)))
#elif defined(_MSC_VER)
#define PH_ALIGNED(bytes) __declspec(align(bytes))
#else
#define PH_ALIGNED(bytes)
#endif

/**
 * The number of `ph_algorithm_text` of what the algorithm is, in one line.
 */
#define PH_TEXT_SUMMARY 1

/**
 * The number of `ph_algorithm_text` of what the algorithm is suitable for, and what it is not.
 */
#define PH_TEXT_ABOUT 2

/**
 * The publication that defines it.
 */
#define PH_TEXT_SOURCE 3

/**
 * The collision bound in words, or the reason why no bound is proven.
 */
#define PH_TEXT_BOUND 4

/**
 * The name to store beside digests, such as "clhash128-1": with the version of a function that
 * this project defines. No release changes the digests of a stored name.
 */
#define PH_TEXT_STORED_NAME 5

/**
 * Who may see digests, checkpoints, parts and nonces under a secret key, as `ph_algorithm_secrecy`
 * says.
 */
#define PH_TEXT_SECRETS 6

/**
 * The number of keys, for `ph_algorithm_secrecy`.
 */
#define PH_OF_KEY 1

/**
 * The number of nonces, which must not repeat in any case.
 */
#define PH_OF_NONCE 2

/**
 * The number of digests and tags.
 */
#define PH_OF_DIGEST 3

/**
 * The number of checkpoints, as `ph_stream_save` writes them.
 */
#define PH_OF_CHECKPOINT 4

/**
 * The number of parts.
 */
#define PH_OF_PART 5

/**
 * The algorithm has no such value.
 */
#define PH_SECRECY_NONE 0

/**
 * Anyone may see it, also who chooses messages.
 */
#define PH_SECRECY_PUBLIC 1

/**
 * Nobody may see it who may choose messages: a few values of a universal hash give collisions or
 * the key.
 */
#define PH_SECRECY_HIDDEN 2

/**
 * As secret as the key: a few of them are enough to forge tags.
 */
#define PH_SECRECY_FORGING 3

/**
 * The key, or bytes that contain it.
 */
#define PH_SECRECY_KEY 4

/**
 * The property of algorithms that need another nonce for each message, as `ph_tag` takes it.
 */
#define PH_TAKES_NONCE 1

/**
 * The property of algorithms whose authors propose them as a message authentication code.
 */
#define PH_IS_MAC 2

/**
 * The property of algorithms that join parts.
 */
#define PH_JOINS_PARTS 4

/**
 * The property of algorithms whose bound is for two messages of one length alone.
 */
#define PH_ONE_LENGTH 8

/**
 * The most bytes of the text that `ph_key_bound` writes, with the terminating zero.
 */
#define PH_BOUND_TEXT_BYTES 512

/**
 * The length of the longest digest in bytes.
 */
#define PH_DIGEST_MAX_BYTES 32

/**
 * The length of the text of the longest digest in bytes, with the terminating zero.
 */
#define PH_DIGEST_TEXT_BYTES 65

/**
 * The number of bytes of memory in which `ph_stream_init` makes a stream.
 */
#define PH_STREAM_BYTES 1024

/**
 * The alignment of that memory in bytes.
 */
#define PH_STREAM_ALIGN 64

/**
 * The length of the longest checkpoint in bytes.
 */
#define PH_CHECKPOINT_MAX_BYTES 1024

/**
 * The number of bytes in a nonce of `ph_sender_tag`.
 */
#define PH_NONCE_BYTES 24

/**
 * The length of an MD5 in bytes.
 */
#define PH_MD5_BYTES 16

/**
 * The length of the longest ETag in bytes: 32 digits, a hyphen, a number up to 10,000 and a zero,
 * rounded up.
 */
#define PH_MD5_ETAG_BYTES 40

/**
 * The result of a function: 0, or the reason why it did nothing. Unless `PH_OK` is returned, the
 * outputs are zeros, which are null for outputs of type `ph_..._t **`, the empty string for text
 * and `len` 0 for a digest. Outputs that overlap inputs stay as they are. So do the bytes of
 * digests, of a key and of a checkpoint if the key or the stream is null, or no memory is left to
 * ask for their length.
 */
typedef enum {
  /**
   * Success.
   */
  PH_OK = 0,
  /**
   * A pointer is null where that is not allowed: an object, an output, or data with a length
   * above 0.
   */
  PH_ERROR_NULL = 1,
  /**
   * A pointer to integers is not aligned for them.
   */
  PH_ERROR_ALIGNMENT = 2,
  /**
   * An array has more than `PTRDIFF_MAX` bytes, or a buffer has a wrong length;
   * `ph_last_error()` says which.
   */
  PH_ERROR_LENGTH = 3,
  /**
   * The outputs overlap the inputs.
   */
  PH_ERROR_OVERLAP = 4,
  /**
   * No memory is left.
   */
  PH_ERROR_MEMORY = 5,
  /**
   * A key has a length that the algorithm does not take; `ph_last_error()` gives its length and
   * the right ones.
   */
  PH_ERROR_KEY_LENGTH = 6,
  /**
   * The algorithm excludes this key: a part of the key of a universal hash is zero, so that
   * hashes would ignore a part of the message, as after the loss of a key file in a crash; or,
   * for about one random key of VHASH-64 in 2^55, and one of VHASH-128 in 2^54, a word is too
   * large. Draw another key.
   */
  PH_ERROR_KEY = 7,
  /**
   * An offset of a column is negative, past the end of the values, or below the previous one.
   */
  PH_ERROR_OFFSET = 8,
  /**
   * The bytes are not a checkpoint of this algorithm.
   */
  PH_ERROR_CHECKPOINT = 9,
  /**
   * Parts cannot be joined: the first one does not end at a block boundary, they have 2^64 bytes
   * or more together, or they have different algorithms or keys.
   */
  PH_ERROR_PART = 10,
  /**
   * The algorithm takes no such nonce, or needs one. A nonce of VMAC has 1 to 16 bytes, and if
   * it has 16, the first bit is 0. One of a `ph_sender_t` has `PH_NONCE_BYTES`.
   */
  PH_ERROR_NONCE = 11,
  /**
   * The tag does not belong to this message, nonce and key.
   */
  PH_ERROR_TAG = 12,
  /**
   * A part size is 0, an upload has more than 10,000 parts, or the last part needs more than
   * 2^32 zeros.
   */
  PH_ERROR_PARTS = 13,
  /**
   * A defect of the library. Please report it.
   */
  PH_ERROR_INTERNAL = 14,
  /**
   * The operating system provides no random bits for a key: a sandbox forbids the system call,
   * for one. `ph_last_error()` has the system's reason.
   */
  PH_ERROR_ENTROPY = 15,
  /**
   * The algorithm cannot do this: join parts, check tags, cut them so short, or draw nonces.
   */
  PH_ERROR_ALGORITHM = 16,
  /**
   * This CPU has no backend of this name; `ph_last_error()` has the names of those it has.
   */
  PH_ERROR_BACKEND = 17,
  /**
   * A table cannot be hashed, or its fingerprint cannot be joined or removed; `ph_last_error()`
   * says why.
   */
  PH_ERROR_TABLE = 18
} ph_status_t;

/**
 * A hash function of the table. It is never freed.
 */
typedef struct ph_algorithm_t ph_algorithm_t;

/**
 * An algorithm under a key.
 */
typedef struct ph_key_t ph_key_t;

/**
 * A part of a message, hashed separately. Parts can be hashed on several threads, and joined in
 * any grouping, but in order.
 */
typedef struct ph_part_t ph_part_t;

/**
 * Verifies messages of senders. It keeps what it derived from the last nonce, so that the messages
 * of one sender cost no derivation. It does not detect replays.
 */
typedef struct ph_receiver_t ph_receiver_t;

/**
 * Tags messages, each under a nonce of its own. A sender draws a random prefix when it is made,
 * and counts messages in the rest. It needs no state from one run of a program to the next, and
 * any number of senders may have one key. It cannot be copied or saved.
 *
 * One nonce that tags two messages suffices for a forgery. A sender draws another prefix in every
 * copy of its process: a child of `fork`, of `_Fork`, or of the system call `clone`. (A child that
 * shares its parent's memory, as that of `vfork`, shares the count too.) Two kinds of copies are
 * not detected, and repeat nonces:
 *
 * - What starts twice from one snapshot, with a sender in its memory: a virtual machine, a
 *   container, a process (CRIU). Make the senders after the start.
 * - A child of `_Fork` or `clone`, which run no handlers of `pthread_atfork`, that has the process
 *   number of an ancestor: of one that has ended, or in another namespace of numbers. This
 *   concerns only systems without memory that copies find wiped: all but Linux from 4.14 on,
 *   FreeBSD, NetBSD and OpenBSD, and some emulators of programs.
 *
 * A forgery succeeds with probability at most 1.001 * 2^-127 for each attempt, plus the advantage
 * in telling AES-256 from a random permutation, after 2^48 messages of any lengths. With s senders
 * of one key, s (s - 1) / 2^129 is to be added, because two may draw one prefix.
 */
typedef struct ph_sender_t ph_sender_t;

/**
 * A message that arrives in pieces.
 */
typedef struct ph_stream_t ph_stream_t;

/**
 * A hash or a tag. A hash has its words in order, each with its most significant byte first, so
 * the digits of 64 bits are those of the number. Functions whose authors publish bytes
 * (SipHash-128, GHASH, POLYVAL, MD5, VMAC) keep their order. A tag has the published bytes, see
 * `ph_digest_published`.
 */
typedef struct {
  /**
   * The number of bytes; 0 if the function failed.
   */
  size_t len;
  /**
   * The bytes, followed by zeros.
   */
  uint8_t bytes[PH_DIGEST_MAX_BYTES];
} ph_digest_t;

/**
 * Memory for a stream, to be declared as a local variable or a member. `PH_ALIGNED` aligns it with
 * GCC, Clang and MSVC; elsewhere any memory of `PH_STREAM_BYTES` bytes that is aligned to
 * `PH_STREAM_ALIGN` does.
 */
typedef struct PH_ALIGNED(64) {
  /**
   * The bytes, which only this library reads.
   */
  uint8_t bytes[PH_STREAM_BYTES];
} ph_stream_place_t;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns the message of the last function of this thread that failed, such as "key has 5 bytes,
 * clhash needs 1064", or the empty string if none has failed. Never null. The string is valid
 * until another function fails in this thread, or the thread ends.
 */
const char *ph_last_error(void);

/**
 * Describes a status in a few words. The result is never null and is never freed.
 */
const char *ph_status_message(int status);

/**
 * Returns the version of the library, such as "0.1.0"; never freed.
 */
const char *ph_version(void);

/**
 * The bijection of the algorithms `...-mixed` of 64 bits, which spreads every bit of a hash over
 * all bits: different hashes stay different. Frozen.
 */
uint64_t ph_mix(uint64_t hash);

/**
 * Returns the number of algorithms.
 */
size_t ph_algorithm_count(void);

/**
 * Returns an algorithm by its place in the table, from 0, or null after the last one.
 */
const ph_algorithm_t *ph_algorithm_at(size_t index);

/**
 * Returns the algorithm of this name, such as "clhash", in lower or upper case, or null if there
 * is none.
 */
const ph_algorithm_t *ph_algorithm_find(const char *name);

/**
 * Returns the name of an algorithm.
 */
const char *ph_algorithm_name(const ph_algorithm_t *algorithm);

/**
 * Returns a text about an algorithm, by its number `PH_TEXT_...`, or null for any other number.
 */
const char *ph_algorithm_text(const ph_algorithm_t *algorithm, int number);

/**
 * Returns the length of a digest in bytes, at most `PH_DIGEST_MAX_BYTES`.
 */
size_t ph_algorithm_digest_bytes(const ph_algorithm_t *algorithm);

/**
 * Returns the lengths that a digest may have in bytes, the shortest first, and writes their number
 * to `count`, unless that is null. The last one is that of the whole digest. It may be cut to its
 * first bytes if there are others; for tags see `ph_verify_cut`.
 */
const size_t *ph_algorithm_digest_lengths(const ph_algorithm_t *algorithm, size_t *count);

/**
 * Returns the lengths of keys in bytes, the shortest first, and writes their number to `count`,
 * unless that is null. MD5, which takes no key, has 0 lengths.
 */
const size_t *ph_algorithm_key_lengths(const ph_algorithm_t *algorithm, size_t *count);

/**
 * Returns the block length in bytes: every part of a message but the last has a multiple of it.
 */
size_t ph_algorithm_block_bytes(const ph_algorithm_t *algorithm);

/**
 * Returns the properties of an algorithm: the sum of `PH_TAKES_NONCE`, `PH_IS_MAC`,
 * `PH_JOINS_PARTS` and `PH_ONE_LENGTH`, as far as they hold.
 */
uint32_t ph_algorithm_properties(const ph_algorithm_t *algorithm);

/**
 * Returns who may see a value of an algorithm under a secret key, `PH_SECRECY_...`, by the number
 * `PH_OF_...` of the kind of value. For null and any other number it is `PH_SECRECY_KEY`.
 */
int ph_algorithm_secrecy(const ph_algorithm_t *algorithm, int kind);

/**
 * Returns the logarithm to base 2 of the proven bound: under a uniform secret key, two given
 * different messages of at most `len` bytes have the same digest with at most this probability.
 * With the property `PH_ONE_LENGTH` the messages must have the same length. `PH_TEXT_BOUND` says
 * which advantages must be added, and `ph_key_bound` also what the making of the key adds. Returns
 * 0, that is probability 1, if no bound is proved.
 */
double ph_algorithm_collision_bound(const ph_algorithm_t *algorithm, uint64_t len);

/**
 * Returns the name of the backend that hashes on this CPU, such as "portable".
 */
const char *ph_algorithm_backend(const ph_algorithm_t *algorithm);

/**
 * Makes a key from its bytes, `len` of them: one of `ph_algorithm_key_lengths`, or 0 for MD5,
 * which has no key. The layout is that of the publication. A key of zeros is refused where hashes
 * would not depend on the message under it.
 *
 * Errors: PH_ERROR_KEY_LENGTH, PH_ERROR_KEY, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE
ph_status_t ph_key_new(const ph_algorithm_t *algorithm,
                       const void *bytes,
                       size_t len,
                       ph_key_t **out);

/**
 * Derives a key from a number, the same on every machine; frozen. Use it for checksums and tests:
 * a number that can be guessed protects nothing.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE
ph_status_t ph_key_from_seed(const ph_algorithm_t *algorithm,
                             uint64_t seed,
                             ph_key_t **out);

/**
 * Derives a key from a secret of 32 bytes, the same on every machine; frozen. One secret gives a
 * key for each algorithm, as good as random ones against an adversary who cannot distinguish
 * ChaCha20 from a random function. For algorithms with nonces it is the longest key that they
 * take.
 *
 * Errors: PH_ERROR_KEY_LENGTH unless `len` is 32, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE
ph_status_t ph_key_from_secret(const ph_algorithm_t *algorithm,
                               const void *secret,
                               size_t len,
                               ph_key_t **out);

/**
 * Makes a random key, every bit of which comes from the operating system. The keys of threads, of
 * processes and of the children of `fork` are unrelated.
 *
 * Errors: PH_ERROR_ENTROPY, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_key_generate(const ph_algorithm_t *algorithm, ph_key_t **out);

/**
 * Makes another handle of the same key, to be freed as well.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_key_clone(const ph_key_t *key, ph_key_t **out);

/**
 * Makes a key of the same bytes that hashes on the backend of this name, such as "portable". The
 * values are the same.
 *
 * Errors: PH_ERROR_BACKEND, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_key_with_backend(const ph_key_t *key, const char *name, ph_key_t **out);

/**
 * Returns the algorithm of a key, or null for null.
 */
const ph_algorithm_t *ph_key_algorithm(const ph_key_t *key);

/**
 * Writes the bytes of a key, from which `ph_key_new` makes the same key. `len` is their number,
 * and at most that many bytes at `out` are written, whatever `len` is. VHASH clears bits that it
 * does not use, so its keys may differ from the bytes that made them.
 *
 * Errors: PH_ERROR_LENGTH for any other number, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_key_bytes(const ph_key_t *key, uint8_t *out, size_t len);

/**
 * Returns the name of the backend that hashes under this key, or null for null.
 */
const char *ph_key_backend(const ph_key_t *key);

/**
 * Writes the proven bound on a collision of two given messages of at most `len` bytes under this
 * key, in words, with all hypotheses: how the key was made, and which advantages must be added. A
 * terminating zero follows, and all of it has at most `PH_BOUND_TEXT_BYTES` bytes. The text is
 * empty if nothing is proved, as for a key from a seed.
 *
 * Errors: PH_ERROR_NONCE if the algorithm takes a nonce, PH_ERROR_NULL.
 */
PH_MUST_USE ph_status_t ph_key_bound(const ph_key_t *key, uint64_t len, char *out);

/**
 * Frees a key; null is ignored. Streams and parts that were made with the key stay valid.
 */
void ph_key_free(ph_key_t *key);

/**
 * Returns whether two digests are the same, after a time that does not depend on their bytes. This
 * is 0 if one of them is that of a function that failed.
 */
PH_MUST_USE int ph_digest_equal(ph_digest_t one, ph_digest_t other);

/**
 * Returns the number that the first 64 bits of a digest are, or all of a shorter one.
 */
uint64_t ph_digest_u64(ph_digest_t digest);

/**
 * Writes the hexadecimal digits of a digest and a terminating zero, at most `PH_DIGEST_TEXT_BYTES`
 * bytes.
 */
PH_MUST_USE ph_status_t ph_digest_text(ph_digest_t digest, char *out);

/**
 * Hashes a message. If an argument is wrong, the digest has length 0 and `ph_last_error()` tells
 * why: the key or the data is null, or the algorithm takes a nonce.
 */
ph_digest_t ph_hash(const ph_key_t *key, const void *data, size_t len);

/**
 * Hashes a message to the number that the first 64 bits of its digest are, or all of a shorter
 * one. This is the function for loops over short messages. If an argument is wrong, as with
 * `ph_hash`, it returns 0, which is also the hash of some messages: `ph_hash64_into` tells.
 */
uint64_t ph_hash64(const ph_key_t *key, const void *data, size_t len);

/**
 * Does the same as `ph_hash64`, and writes the number.
 *
 * Errors: PH_ERROR_NONCE if the algorithm takes nonces, PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE
ph_status_t ph_hash64_into(const ph_key_t *key,
                           const void *data,
                           size_t len,
                           uint64_t *out);

/**
 * Returns the published bytes of a hash of the algorithm: its words, the lowest first, each with
 * its least significant byte first, or the string of bytes that the authors define. SipHash-2-4 of
 * the empty message under the key of the authors' vectors is the number 0x726fdb47dd0e0e31; its
 * digest has the bytes 72 6f ... 31, and the published bytes are 31 0e ... 72. The digest has
 * length 0 if it is none of the algorithm, or the algorithm is null.
 */
ph_digest_t ph_digest_published(const ph_algorithm_t *algorithm, ph_digest_t digest);

/**
 * Computes the tag of a message: the published bytes of its hash, which other implementations of
 * the function compute too, and which `ph_verify` takes. Where the algorithm has the property
 * `PH_TAKES_NONCE`, each message has another nonce: the tags of two under one nonce break the key.
 * Without one, `nonce_len` is 0.
 *
 * Errors: PH_ERROR_ALGORITHM unless the algorithm has the property `PH_IS_MAC`, PH_ERROR_NONCE,
 * PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE
ph_status_t ph_tag(const ph_key_t *key,
                   const void *nonce,
                   size_t nonce_len,
                   const void *data,
                   size_t len,
                   ph_digest_t *out);

/**
 * Checks the tag of a message, as `ph_tag` computes it. The time does not depend on its bytes. The
 * nonce is that of `ph_tag`; without one, `nonce_len` is 0.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong or has another length, PH_ERROR_ALGORITHM unless the
 * algorithm has the property `PH_IS_MAC`, PH_ERROR_NONCE, PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE
ph_status_t ph_verify(const ph_key_t *key,
                      const void *nonce,
                      size_t nonce_len,
                      const void *data,
                      size_t len,
                      const void *tag,
                      size_t tag_len);

/**
 * Checks a tag that was cut to its first `cut` bytes, as `ph_verify` does a whole one. `cut` is
 * one of `ph_algorithm_digest_lengths`, and the receiver fixes it beforehand. Do not take it from
 * the tag that arrived: a forger would choose the shortest, which is guessed soonest.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong or has not `cut` bytes, PH_ERROR_ALGORITHM unless the
 * algorithm has the property `PH_IS_MAC` and tags of that length, PH_ERROR_NONCE if it takes a
 * nonce, PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE
ph_status_t ph_verify_cut(const ph_key_t *key,
                          size_t cut,
                          const void *data,
                          size_t len,
                          const void *tag,
                          size_t tag_len);

/**
 * Computes GHASH or POLYVAL as in the AEAD: of additional data and text, each padded with zeros to
 * whole blocks, followed by the block of their lengths in bits. 16 bytes. Frozen.
 *
 * Under a random secret key, two given pairs of data and text, each below 2^61 bytes, collide with
 * probability at most n * 2^-128, where n is the number of blocks of the longer pair, with that of
 * the lengths: a theorem.
 *
 * Errors: PH_ERROR_ALGORITHM for any other algorithm, PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE
ph_status_t ph_ghash_aead(const ph_key_t *key,
                          const void *additional,
                          size_t additional_len,
                          const void *text,
                          size_t text_len,
                          uint8_t *out);

/**
 * Hashes `count` messages, and writes the bytes of their digests one after the other. Message i is
 * the `lens[i]` bytes at `data[i]`. A batch takes less time than the messages one by one.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH, PH_ERROR_OVERLAP, PH_ERROR_NONCE if
 * the algorithm takes nonces.
 */
PH_MUST_USE
ph_status_t ph_hash_many(const ph_key_t *key,
                         const void *const *data,
                         const size_t *lens,
                         size_t count,
                         uint8_t *out);

/**
 * Hashes `count` words, each as its eight little-endian bytes, and writes the bytes of their
 * digests one after the other.
 *
 * Errors: those of `ph_hash_many`.
 */
PH_MUST_USE
ph_status_t ph_hash_u64s(const ph_key_t *key,
                         const uint64_t *words,
                         size_t count,
                         uint8_t *out);

/**
 * Hashes the strings of a column in Arrow's layout, and writes the bytes of their digests one
 * after the other. String i is the bytes `offsets[i]` to `offsets[i + 1]` of the `len` bytes at
 * `values`, for i below `rows`. There is one offset more than there are rows.
 *
 * Errors: PH_ERROR_OFFSET, and those of `ph_hash_many`.
 */
PH_MUST_USE
ph_status_t ph_hash_column32(const ph_key_t *key,
                             const void *values,
                             size_t len,
                             const int32_t *offsets,
                             size_t rows,
                             uint8_t *out);

/**
 * Does the same as `ph_hash_column32`, with offsets of 64 bits.
 */
PH_MUST_USE
ph_status_t ph_hash_column64(const ph_key_t *key,
                             const void *values,
                             size_t len,
                             const int64_t *offsets,
                             size_t rows,
                             uint8_t *out);

/**
 * Does the same as `ph_hash_many`, and writes numbers, as `ph_hash64` returns them.
 *
 * Errors: those of `ph_hash_many`.
 */
PH_MUST_USE
ph_status_t ph_hash64_many(const ph_key_t *key,
                           const void *const *data,
                           const size_t *lens,
                           size_t count,
                           uint64_t *out);

/**
 * Does the same as `ph_hash_u64s`, and writes numbers.
 *
 * Errors: those of `ph_hash_many`.
 */
PH_MUST_USE
ph_status_t ph_hash64_u64s(const ph_key_t *key,
                           const uint64_t *words,
                           size_t count,
                           uint64_t *out);

/**
 * Does the same as `ph_hash_column32`, and writes numbers.
 *
 * Errors: PH_ERROR_OFFSET, and those of `ph_hash_many`.
 */
PH_MUST_USE
ph_status_t ph_hash64_column32(const ph_key_t *key,
                               const void *values,
                               size_t len,
                               const int32_t *offsets,
                               size_t rows,
                               uint64_t *out);

/**
 * Does the same as `ph_hash64_column32`, with offsets of 64 bits.
 */
PH_MUST_USE
ph_status_t ph_hash64_column64(const ph_key_t *key,
                               const void *values,
                               size_t len,
                               const int64_t *offsets,
                               size_t rows,
                               uint64_t *out);

/**
 * Starts a message in pieces. The nonce is that of `ph_tag`; without one, `nonce_len` is 0. The
 * stream keeps the key alive, so the key may be freed first.
 *
 * To finalize a message with a nonce before its end is to tag another message under that nonce.
 *
 * Errors: PH_ERROR_NONCE, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE
ph_status_t ph_stream_new(const ph_key_t *key,
                          const void *nonce,
                          size_t nonce_len,
                          ph_stream_t **out);

/**
 * Starts a message in pieces as `ph_stream_new` does, in memory of the caller: `size` bytes at
 * `place`, at least `PH_STREAM_BYTES`, aligned to `PH_STREAM_ALIGN`, such as a
 * `ph_stream_place_t`. All algorithms can do this. No memory is allocated, neither here nor by
 * `ph_stream_update`, `_finalize`, `_tag`, `_reset` and `_copy`.
 *
 * `out` gets `place` as a stream, which every function of streams takes. `ph_stream_free` ends it,
 * and leaves the memory to the caller; the stream keeps the key in memory until then. The memory
 * must not be moved or copied meanwhile: `ph_stream_copy` copies a stream.
 *
 * Errors: PH_ERROR_LENGTH and PH_ERROR_ALIGNMENT if the memory is too small or not aligned,
 * PH_ERROR_NONCE, PH_ERROR_NULL.
 */
PH_MUST_USE
ph_status_t ph_stream_init(void *place,
                           size_t size,
                           const ph_key_t *key,
                           const void *nonce,
                           size_t nonce_len,
                           ph_stream_t **out);

/**
 * Starts another message in a stream, as `ph_stream_new` does in a new one, under this key or any
 * other. If the result is an error, the stream is unchanged.
 *
 * Errors: PH_ERROR_NONCE, PH_ERROR_NULL.
 */
PH_MUST_USE
ph_status_t ph_stream_reset(ph_stream_t *stream,
                            const ph_key_t *key,
                            const void *nonce,
                            size_t nonce_len);

/**
 * Appends `len` bytes to the message. The digest does not depend on how the message is split.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE ph_status_t ph_stream_update(ph_stream_t *stream, const void *data, size_t len);

/**
 * Appends a piece to each of `count` messages: the `lens[i]` bytes at `data[i]` to that of
 * `streams[i]`, as `ph_stream_update` for one after the other would. Streams of "md5" are hashed
 * in parallel, which takes a fraction of the time: read many files in blocks, side by side, and
 * when one ends, put another in its place. Other algorithms gain nothing.
 *
 * Streams may have different algorithms, pieces different lengths, and a stream may occur more
 * than once. Everything is checked before any stream is changed.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_ALIGNMENT, PH_ERROR_LENGTH.
 */
PH_MUST_USE
ph_status_t ph_stream_update_many(ph_stream_t *const *streams,
                                  const void *const *data,
                                  const size_t *lens,
                                  size_t count);

/**
 * Returns the digest of the message so far. The stream can be continued afterwards. For null the
 * digest has length 0.
 */
ph_digest_t ph_stream_finalize(const ph_stream_t *stream);

/**
 * Computes the tag of the message so far, as `ph_tag` does. The stream can be continued
 * afterwards.
 *
 * Errors: PH_ERROR_ALGORITHM unless the algorithm has the property `PH_IS_MAC`, PH_ERROR_NULL.
 */
PH_MUST_USE ph_status_t ph_stream_tag(const ph_stream_t *stream, ph_digest_t *out);

/**
 * Makes a second stream with the same message so far.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_stream_clone(const ph_stream_t *stream, ph_stream_t **out);

/**
 * Replaces the message of a stream by that of `other` so far, whatever algorithm and key they
 * have. Both may be one stream.
 *
 * Errors: PH_ERROR_NULL.
 */
PH_MUST_USE ph_status_t ph_stream_copy(ph_stream_t *stream, const ph_stream_t *other);

/**
 * Returns the length of a checkpoint of this stream in bytes, at most `PH_CHECKPOINT_MAX_BYTES`,
 * or 0 for null and without memory.
 */
size_t ph_stream_checkpoint_bytes(const ph_stream_t *stream);

/**
 * Writes the state of a stream as a checkpoint, of which `len` is the length. At most that many
 * bytes at `out` are written, whatever `len` is. `ph_stream_restore` resumes from it, also on
 * another machine. The format is frozen.
 *
 * `ph_algorithm_secrecy` says who may see a checkpoint: those of "clmac", VMAC, SipHash and
 * HighwayHash are as secret as the key, although tags are public, and those of other keyed
 * functions as secret as digests.
 *
 * Errors: PH_ERROR_LENGTH if `len` is any other number, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_stream_save(const ph_stream_t *stream, uint8_t *out, size_t len);

/**
 * Makes a stream from a checkpoint, under the key and the nonce with which it was saved. For a
 * universal hash this cannot be checked, and another key gives other digests.
 *
 * Errors: PH_ERROR_CHECKPOINT, PH_ERROR_NONCE, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE
ph_status_t ph_stream_restore(const ph_key_t *key,
                              const void *nonce,
                              size_t nonce_len,
                              const void *data,
                              size_t len,
                              ph_stream_t **out);

/**
 * Frees a stream; null is ignored. The memory of a stream of `ph_stream_init` stays that of the
 * caller, and can take another stream.
 */
void ph_stream_free(ph_stream_t *stream);

/**
 * Hashes a part.
 *
 * Errors: PH_ERROR_ALGORITHM if the algorithm cannot join parts, PH_ERROR_NONCE if it takes
 * nonces, PH_ERROR_NULL, PH_ERROR_LENGTH, PH_ERROR_MEMORY.
 */
PH_MUST_USE
ph_status_t ph_part_new(const ph_key_t *key,
                        const void *data,
                        size_t len,
                        ph_part_t **out);

/**
 * Appends the message of `next` to that of `part`. A part may be appended to itself.
 *
 * Errors: PH_ERROR_PART if the length of `part` is not a multiple of `ph_algorithm_block_bytes`
 * and `next` is not empty, if both together have 2^64 bytes or more, or if they have different
 * keys. Both are then unchanged. PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_part_append(ph_part_t *part, const ph_part_t *next);

/**
 * Returns the digest of a message that consists of this part. For null the digest has length 0.
 */
ph_digest_t ph_part_finalize(const ph_part_t *part);

/**
 * Returns the number of bytes of a part, or 0 for null.
 */
uint64_t ph_part_len(const ph_part_t *part);

/**
 * Makes a second part with the same message.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_part_clone(const ph_part_t *part, ph_part_t **out);

/**
 * Frees a part; null is ignored.
 */
void ph_part_free(ph_part_t *part);

/**
 * Makes a sender from a key of the algorithm "clmac". The key also tags messages without nonces,
 * by `ph_hash`: the two derive independent keys from its bytes, and neither accepts a tag of the
 * other.
 *
 * Errors: PH_ERROR_ALGORITHM for a key of another algorithm, PH_ERROR_ENTROPY, PH_ERROR_NULL,
 * PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_sender_new(const ph_key_t *key, ph_sender_t **out);

/**
 * Tags a message, and writes the `PH_NONCE_BYTES` bytes of its nonce and the tag, of 16 bytes. The
 * message travels with both, and neither is secret.
 *
 * Errors: PH_ERROR_ENTROPY if another prefix is needed and there is no entropy, PH_ERROR_NULL,
 * PH_ERROR_LENGTH.
 */
PH_MUST_USE
ph_status_t ph_sender_tag(ph_sender_t *sender,
                          const void *data,
                          size_t len,
                          uint8_t *nonce,
                          ph_digest_t *out);

/**
 * Frees a sender; null is ignored.
 */
void ph_sender_free(ph_sender_t *sender);

/**
 * Makes a receiver from a key of the algorithm "clmac".
 *
 * Errors: PH_ERROR_ALGORITHM for a key of another algorithm, PH_ERROR_NULL, PH_ERROR_MEMORY.
 */
PH_MUST_USE ph_status_t ph_receiver_new(const ph_key_t *key, ph_receiver_t **out);

/**
 * Checks the tag of a message and its nonce, as `ph_sender_tag` wrote them. The time does not
 * depend on the bytes of the tag.
 *
 * Errors: PH_ERROR_TAG if the tag is wrong or has not 16 bytes, PH_ERROR_NONCE unless the nonce
 * has `PH_NONCE_BYTES` bytes, PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE
ph_status_t ph_receiver_verify(ph_receiver_t *receiver,
                               const void *nonce,
                               size_t nonce_len,
                               const void *data,
                               size_t len,
                               const void *tag,
                               size_t tag_len);

/**
 * Frees a receiver; null is ignored.
 */
void ph_receiver_free(ph_receiver_t *receiver);

/**
 * Computes MD5, which is broken: anyone can make two messages with the same MD5. Writes 16 bytes.
 * Streams and batches are those of the algorithm "md5", whose key has no bytes.
 *
 * Errors: PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE ph_status_t ph_md5(const void *data, size_t len, uint8_t *out);

/**
 * Computes the MD5 of a file and of each of its parts in one pass, which takes little more time
 * than the file alone. All parts have `part_bytes` bytes, except the last one, which has the rest.
 * If `padded` is not 0, zeros are appended to that one up to the length of the others, as par2
 * does. An empty file has no parts.
 *
 * Writes 16 bytes to `whole`, and 16 bytes for each of the `count` parts to `parts`.
 *
 * Errors: PH_ERROR_LENGTH if the file has not `count` parts, PH_ERROR_PARTS if `part_bytes` is 0
 * or the last part needs more than 2^32 zeros, PH_ERROR_NULL, PH_ERROR_OVERLAP.
 */
PH_MUST_USE
ph_status_t ph_md5_parts(const void *data,
                         size_t len,
                         size_t part_bytes,
                         int padded,
                         uint8_t *parts,
                         size_t count,
                         uint8_t *whole);

/**
 * Writes the ETag that S3 gives an object, as text with a terminating zero: PH_MD5_ETAG_BYTES
 * bytes, of which the last are zeros. For an object uploaded whole (`part_bytes` is 0) it is the
 * hexadecimal digits of its MD5. For one uploaded in parts of `part_bytes` bytes it is the MD5 of
 * the MD5s of the parts, a `-` and their number.
 *
 * Errors: PH_ERROR_PARTS if there are more than 10,000 parts, PH_ERROR_NULL, PH_ERROR_LENGTH.
 */
PH_MUST_USE ph_status_t ph_md5_etag(const void *data, size_t len, uint64_t part_bytes, char *out);

#ifdef __cplusplus
}
#endif

#endif  /* PROVENHASH_H */
