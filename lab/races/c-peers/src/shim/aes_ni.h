// AES-128 (FIPS 197) with AES-NI, for peers that take any AES. The 11 round keys need no alignment.

#include <immintrin.h>

static inline void aes_ni_expand(void *keys, const void *key) {
  __m128i k = _mm_loadu_si128((const __m128i *)key);
  int constant = 1;
  _mm_storeu_si128((__m128i *)keys, k);
  for (int i = 1; i < 11; i++) {
    // Word 3 is the substituted, rotated last word of the key.
    const __m128i last = _mm_shuffle_epi32(_mm_aeskeygenassist_si128(k, 0), 0xff);
    k = _mm_xor_si128(k, _mm_slli_si128(k, 4));
    k = _mm_xor_si128(k, _mm_slli_si128(k, 8));
    k = _mm_xor_si128(k, _mm_xor_si128(last, _mm_set1_epi32(constant)));
    _mm_storeu_si128((__m128i *)keys + i, k);
    constant = (constant << 1) ^ ((constant >> 7) * 0x11b);
  }
}

static inline void aes_ni_encrypt(const void *keys, const void *in, void *out) {
  const __m128i *k = (const __m128i *)keys;
  __m128i block = _mm_xor_si128(_mm_loadu_si128((const __m128i *)in), _mm_loadu_si128(k));
  for (int i = 1; i < 10; i++) block = _mm_aesenc_si128(block, _mm_loadu_si128(k + i));
  _mm_storeu_si128((__m128i *)out, _mm_aesenclast_si128(block, _mm_loadu_si128(k + 10)));
}
