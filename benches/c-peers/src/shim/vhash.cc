// VHASH-64 of its authors' vmac.c.

#include "vmac.h"

#include <cstddef>

extern "C" {

void* peers_vhash_new(const unsigned char* key) {
  auto* context = new vmac_ctx_t();
  unsigned char copy[16];
  for (int i = 0; i < 16; i++) copy[i] = key[i];
  vmac_set_key(copy, context);
  return context;
}

// The message must have a multiple of 16 bytes, because vhash reads whole groups of 16.
uint64_t peers_vhash(void* context, const unsigned char* message, std::size_t size) {
  uint64_t unused;
  return vhash(const_cast<unsigned char*>(message), static_cast<unsigned>(size), &unused,
               static_cast<vmac_ctx_t*>(context));
}

}  // extern "C"
