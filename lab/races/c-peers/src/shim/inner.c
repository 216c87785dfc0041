// Inner products written plainly in C; the compiler vectorises the first.

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

uint64_t peers_mmh32(const uint32_t *key, const uint8_t *message, size_t size) {
  uint64_t sum = 0;
  for (size_t i = 0; i < size / 4; i++) {
    uint32_t word;
    memcpy(&word, message + 4 * i, 4);
    sum += (uint64_t)word * key[i];
  }
  return (uint32_t)(sum % 4294967311u);
}

// x^64 = x^4 + x^3 + x + 1.
uint64_t peers_gf64(const uint64_t *key, const uint8_t *message, size_t size) {
  const __m128i fold = _mm_cvtsi64_si128(0x1b);
  __m128i sum = _mm_setzero_si128();
  size_t i;
  for (i = 0; i < size / 8; i++) {
    const __m128i m = _mm_loadl_epi64((const __m128i *)(message + 8 * i));
    const __m128i x = _mm_loadl_epi64((const __m128i *)(key + i));
    sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(m, x, 0));
  }
  const __m128i first = _mm_clmulepi64_si128(sum, fold, 1);
  const __m128i second = _mm_clmulepi64_si128(first, fold, 1);
  sum = _mm_xor_si128(sum, _mm_xor_si128(first, second));
  return (uint64_t)_mm_cvtsi128_si64(sum) ^ key[i];
}
