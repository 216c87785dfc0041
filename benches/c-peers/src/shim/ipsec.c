// Intel's library for IPsec, whose header conflicts with those of OpenSSL. Contexts are made once
// and live as long as the process.

// Without it, the header omits the alignment of its types.
#define LINUX
#include <intel-ipsec-mb.h>
#include <stdlib.h>

struct ipsec {
  IMB_MGR *manager;
  struct gcm_key_data key;
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
