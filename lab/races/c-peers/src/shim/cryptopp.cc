// VMAC of Crypto++ under AES-128, which has no C interface.

#include <cryptopp/aes.h>
#include <cryptopp/vmac.h>

namespace {

const CryptoPP::byte kNonce[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2};

}  // namespace

extern "C" {

void* peers_vmac_new(int bits, const uint8_t* key) {
  CryptoPP::MessageAuthenticationCode* mac;
  if (bits == 64) {
    mac = new CryptoPP::VMAC<CryptoPP::AES, 64>;
  } else {
    mac = new CryptoPP::VMAC<CryptoPP::AES, 128>;
  }
  mac->SetKeyWithIV(key, 16, kNonce, sizeof kNonce);
  return mac;
}

void peers_vmac(void* mac, const uint8_t* message, size_t size, uint8_t* tag) {
  auto* vmac = static_cast<CryptoPP::MessageAuthenticationCode*>(mac);
  vmac->Resynchronize(kNonce, sizeof kNonce);
  vmac->Update(message, size);
  vmac->Final(tag);
}

}  // extern "C"
