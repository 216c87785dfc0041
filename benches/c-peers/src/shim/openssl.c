// OpenSSL. Contexts are made once and live as long as the process.

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/params.h>
#include <stdlib.h>

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

void peers_openssl_siphash(void *context, const unsigned char *key, const unsigned char *message,
                           size_t size, unsigned char *hash) {
  size_t written;
  if (!EVP_MAC_init(context, key, 16, NULL)) abort();
  EVP_MAC_update(context, message, size);
  EVP_MAC_final(context, hash, &written, 8);
}

// AES-128-GCM of additional data only.
void *peers_openssl_gmac_new(const unsigned char *key) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  if (!EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, NULL)) abort();
  return context;
}

void peers_openssl_gmac(void *context, const unsigned char *nonce, const unsigned char *message,
                        size_t size, unsigned char *tag) {
  int written;
  EVP_EncryptInit_ex(context, NULL, NULL, NULL, nonce);
  EVP_EncryptUpdate(context, NULL, &written, message, (int)size);
  EVP_EncryptFinal_ex(context, tag, &written);
  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, tag);
}
