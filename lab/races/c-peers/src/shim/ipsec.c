// Intel's library for IPsec, whose header conflicts with those of OpenSSL. Contexts are made once
// and live as long as the process.

// Without it, the header omits the alignment of its types.
#define LINUX
#include <intel-ipsec-mb.h>
#include <stdlib.h>
#include <string.h>

struct ipsec {
  IMB_MGR *manager;
  struct gcm_key_data key;
  // The states of SHA-256 after both padded keys of HMAC.
  uint32_t inner[8], outer[8];
  IMB_JOB jobs[IMB_MAX_BURST_SIZE];
};

static struct ipsec *ipsec_new(void) {
  struct ipsec *state = aligned_alloc(64, (sizeof *state + 63) / 64 * 64);
  state->manager = alloc_mb_mgr(0);
  init_mb_mgr_auto(state->manager, NULL);
  return state;
}

// AES-128-GCM of additional data only.
void *peers_ipsec_gmac_new(const unsigned char *key) {
  struct ipsec *state = ipsec_new();
  IMB_AES128_GCM_PRE(state->manager, key, &state->key);
  return state;
}

void peers_ipsec_gmac(struct ipsec *state, const unsigned char *nonce,
                      const unsigned char *message, size_t size, unsigned char *tag) {
  struct gcm_context_data context;
  IMB_AES128_GMAC_INIT(state->manager, &state->key, &context, nonce, 12);
  IMB_AES128_GMAC_UPDATE(state->manager, &state->key, &context, message, size);
  IMB_AES128_GMAC_FINALIZE(state->manager, &state->key, &context, tag, 16);
}

// GHASH of the message, its last block padded with zeros.
void *peers_ipsec_ghash_new(const unsigned char *key) {
  struct ipsec *state = ipsec_new();
  IMB_GHASH_PRE(state->manager, key, &state->key);
  return state;
}

void peers_ipsec_ghash(struct ipsec *state, const unsigned char *message, size_t size,
                       unsigned char *hash) {
  for (int i = 0; i < 16; i++) hash[i] = 0;
  IMB_GHASH(state->manager, &state->key, message, size, hash, 16);
}

// HMAC-SHA-256 of many messages, which the library hashes side by side.
static void padded(const struct ipsec *state, const unsigned char *key, unsigned char pad,
                   uint32_t *hash) {
  unsigned char block[64];
  for (int i = 0; i < 64; i++) block[i] = (i < 32 ? key[i] : 0) ^ pad;
  IMB_SHA256_ONE_BLOCK(state->manager, block, hash);
}

void *peers_ipsec_hmac_new(const unsigned char *key) {
  struct ipsec *state = ipsec_new();
  padded(state, key, 0x36, state->inner);
  padded(state, key, 0x5c, state->outer);
  memset(state->jobs, 0, sizeof state->jobs);
  for (int i = 0; i < IMB_MAX_BURST_SIZE; i++) {
    IMB_JOB *job = &state->jobs[i];
    job->hash_alg = IMB_AUTH_HMAC_SHA_256;
    job->auth_tag_output_len_in_bytes = 32;
    job->u.HMAC._hashed_auth_key_xor_ipad = (const uint8_t *)state->inner;
    job->u.HMAC._hashed_auth_key_xor_opad = (const uint8_t *)state->outer;
  }
  return state;
}

struct slice {
  const unsigned char *bytes;
  size_t size;
};

void peers_ipsec_hmac_many(struct ipsec *state, const struct slice *messages, size_t count,
                           unsigned char (*tags)[32]) {
  while (count > 0) {
    const size_t burst = count < IMB_MAX_BURST_SIZE ? count : IMB_MAX_BURST_SIZE;
    for (size_t i = 0; i < burst; i++) {
      state->jobs[i].src = messages[i].bytes;
      state->jobs[i].msg_len_to_hash_in_bytes = messages[i].size;
      state->jobs[i].auth_tag_output = tags[i];
    }
    IMB_SUBMIT_HASH_BURST_NOCHECK(state->manager, state->jobs, burst, IMB_AUTH_HMAC_SHA_256);
    messages += burst, tags += burst, count -= burst;
  }
}

// Poly1305, which this library has only as a job.
void *peers_ipsec_poly1305_new(void) { return ipsec_new(); }

void peers_ipsec_poly1305(struct ipsec *state, const unsigned char *key,
                          const unsigned char *message, size_t size, unsigned char *tag) {
  IMB_JOB *job = IMB_GET_NEXT_JOB(state->manager);
  job->cipher_mode = IMB_CIPHER_NULL;
  job->hash_alg = IMB_AUTH_POLY1305;
  job->chain_order = IMB_ORDER_HASH_CIPHER;
  job->u.POLY1305._key = key;
  job->src = message;
  job->hash_start_src_offset_in_bytes = 0;
  job->msg_len_to_hash_in_bytes = size;
  job->auth_tag_output = tag;
  job->auth_tag_output_len_in_bytes = 16;
  if (IMB_SUBMIT_JOB_NOCHECK(state->manager) == NULL) IMB_FLUSH_JOB(state->manager);
}
