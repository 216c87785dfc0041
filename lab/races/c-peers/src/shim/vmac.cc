// VMAC and VHASH of their authors' vmac.c. build.rs compiles this file for tags of 64 and of 128
// bits, with the AES of their package and with AES-NI.

#include "vmac.h"

#include <immintrin.h>

#include <cstring>

#ifdef PEERS_AES_NI
#include "aes_ni.h"

#undef aes_key_setup
#undef aes_encryption
#define aes_key_setup(key, keys) aes_ni_expand(keys, key)
#define aes_encryption(in, out, keys) aes_ni_encrypt(keys, in, out)
#endif

// Their tests do not compile for tags of 128 bits.
#undef VMAC_RUN_TESTS
#include "vmac.cpp"

#define JOIN_EXPANDED(name, suffix) name##suffix
#define JOIN(name, suffix) JOIN_EXPANDED(name, suffix)
#define EXPORT(suffix) JOIN(PEERS_NAME, suffix)

// Zeroes the upper halves of vector registers, which gcc 12 leaves in use when vhash ends for tags of
// 128 bits. On Emerald Rapids they would slow down every contender by 150 ns, until one zeroes them.
static inline void clean() { _mm256_zeroupper(); }

extern "C" {

void* EXPORT(_new)(const unsigned char* key) {
  auto* context = new vmac_ctx_t();
  unsigned char copy[16];
  memcpy(copy, key, sizeof copy);
  vmac_set_key(copy, context);
  return context;
}

// vmac reads whole groups of 16 bytes, which must end with zeros. So a message of another length
// ends in a buffer.
void EXPORT(_tag)(void* context, const unsigned char* nonce, const unsigned char* message,
                  size_t size, unsigned char* tag) {
  auto* state = static_cast<vmac_ctx_t*>(context);
  auto* m = const_cast<unsigned char*>(message);
  unsigned char last[VMAC_NHBYTES];
  if (size % 16 != 0) {
    const size_t whole = size - size % VMAC_NHBYTES;
    if (whole != 0) vhash_update(m, static_cast<unsigned>(whole), state);
    size -= whole;
    memset(last, 0, sizeof last);
    memcpy(last, message + whole, size);
    m = last;
  }
  uint64_t words[2];
  words[0] = vmac(m, static_cast<unsigned>(size), const_cast<unsigned char*>(nonce), &words[1],
                  state);
  for (int i = 0; i < VMAC_TAG_LEN / 64; i++) words[i] = __builtin_bswap64(words[i]);
  memcpy(tag, words, VMAC_TAG_LEN / 8);
  clean();
}

// The message must have a multiple of 16 bytes.
uint64_t EXPORT(_vhash)(void* context, const unsigned char* message, size_t size) {
  uint64_t unused;
  const uint64_t hash = vhash(const_cast<unsigned char*>(message), static_cast<unsigned>(size),
                              &unused, static_cast<vmac_ctx_t*>(context));
  clean();
  return hash;
}

}  // extern "C"
