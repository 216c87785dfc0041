/* Tests the C functions of google/highwayhash that its header does not declare: links with that
 * library or, with the declarations of our header, with provenhash. */
#include <inttypes.h>
#include <stdio.h>

#include "highwayhash/c_bindings.h"

#ifdef ORIGINAL
uint64_t ScalarSipTreeHashC(const uint64_t *key, const char *bytes, uint64_t size);
uint64_t ScalarSipTreeHash13C(const uint64_t *key, const char *bytes, uint64_t size);
uint64_t SipTreeHashC(const uint64_t *key, const char *bytes, uint64_t size);
uint64_t SipTreeHash13C(const uint64_t *key, const char *bytes, uint64_t size);
#endif

int main(void) {
    char message[300];
    uint64_t size;
    static const uint64_t key[4] = {UINT64_C(0x0706050403020100), UINT64_C(0x0F0E0D0C0B0A0908),
                                    UINT64_C(0x1716151413121110), UINT64_C(0x1F1E1D1C1B1A1918)};
    for (size = 0; size < sizeof message; ++size) {
        message[size] = (char)size;
    }
    for (size = 0; size <= sizeof message; size += size < 70 ? 1 : 23) {
        const uint64_t tree = SipTreeHashC(key, message, size);
        const uint64_t tree13 = SipTreeHash13C(key, message, size);
        printf("%" PRIu64 " %016" PRIx64 " %016" PRIx64 "\n", size, tree, tree13);
        if (ScalarSipTreeHashC(key, message, size) != tree ||
            ScalarSipTreeHash13C(key, message, size) != tree13) {
            return 1;
        }
    }
    return 0;
}
