// OpenSSL. Contexts are made once and live as long as the process.

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/modes.h>
#include <openssl/params.h>
#include <openssl/sha.h>
#include <stdlib.h>

#include "aes_ni.h"

// Calls the functions of MD5 directly, because EVP allocates memory.
void peers_openssl_md5(const unsigned char *message, size_t size, unsigned char *digest) {
  MD5_CTX context;
  MD5_Init(&context);
  MD5_Update(&context, message, size);
  MD5_Final(digest, &context);
}

// SipHash-2-4 with hashes of 64 bits.
void *peers_openssl_siphash_new(void) {
  size_t size = 8;
  OSSL_PARAM params[] = {
      OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
      OSSL_PARAM_construct_end(),
  };
  EVP_MAC_CTX *context = EVP_MAC_CTX_new(EVP_MAC_fetch(NULL, "SIPHASH", NULL));
  if (!EVP_MAC_CTX_set_params(context, params)) abort();
  return context;
}

// Computes a MAC, whose context takes its key anew.
static void mac(void *context, const unsigned char *key, size_t key_size,
                const unsigned char *message, size_t size, unsigned char *tag, size_t tag_size) {
  size_t written;
  if (!EVP_MAC_init(context, key, key_size, NULL)) abort();
  EVP_MAC_update(context, message, size);
  EVP_MAC_final(context, tag, &written, tag_size);
}

void peers_openssl_siphash(void *context, const unsigned char *key, const unsigned char *message,
                           size_t size, unsigned char *hash) {
  mac(context, key, 16, message, size, hash, 8);
}

// AES-128-GCM of additional data only, by the functions below the generic interface, because that
// takes four times as long for short messages. They take any AES, and OpenSSL exports no fast one.
static void encrypt(const unsigned char in[16], unsigned char out[16], const void *keys) {
  aes_ni_encrypt(keys, in, out);
}

void *peers_openssl_gmac_new(const unsigned char *key) {
  void *keys = malloc(11 * 16);
  aes_ni_expand(keys, key);
  return CRYPTO_gcm128_new(keys, encrypt);
}

void peers_openssl_gmac(void *context, const unsigned char *nonce, const unsigned char *message,
                        size_t size, unsigned char *tag) {
  CRYPTO_gcm128_setiv(context, nonce, 12);
  CRYPTO_gcm128_aad(context, message, size);
  CRYPTO_gcm128_tag(context, tag, 16);
}

// A context of Poly1305 takes its key anew for each message, as its keys are for one message.
void *peers_openssl_poly1305_new(void) {
  return EVP_MAC_CTX_new(EVP_MAC_fetch(NULL, "POLY1305", NULL));
}

void peers_openssl_poly1305(void *context, const unsigned char *key, const unsigned char *message,
                            size_t size, unsigned char *tag) {
  mac(context, key, 32, message, size, tag, 16);
}

// HMAC-SHA-256 from the states after both padded keys, because HMAC's own functions allocate memory.
struct hmac {
  SHA256_CTX inner, outer;
};

static void padded(SHA256_CTX *state, const unsigned char *key, unsigned char pad) {
  unsigned char block[64];
  for (int i = 0; i < 64; i++) block[i] = (i < 32 ? key[i] : 0) ^ pad;
  SHA256_Init(state);
  SHA256_Update(state, block, sizeof block);
}

void *peers_openssl_hmac_new(const unsigned char *key) {
  struct hmac *hmac = malloc(sizeof *hmac);
  padded(&hmac->inner, key, 0x36);
  padded(&hmac->outer, key, 0x5c);
  return hmac;
}

void peers_openssl_hmac(const struct hmac *hmac, const unsigned char *message, size_t size,
                        unsigned char *tag) {
  SHA256_CTX state = hmac->inner;
  SHA256_Update(&state, message, size);
  SHA256_Final(tag, &state);
  state = hmac->outer;
  SHA256_Update(&state, tag, 32);
  SHA256_Final(tag, &state);
}
