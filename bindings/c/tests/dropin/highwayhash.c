/* Tests the C interface of google/highwayhash: links with that library or with provenhash. */
#include <inttypes.h>
#include <stdio.h>

#include "highwayhash/c_bindings.h"

int main(void) {
    char message[300];
    uint64_t size;
    static const uint64_t sip[2] = {UINT64_C(0x0706050403020100), UINT64_C(0x0F0E0D0C0B0A0908)};
    static const HHKey key = {UINT64_C(0x0706050403020100), UINT64_C(0x0F0E0D0C0B0A0908),
                              UINT64_C(0x1716151413121110), UINT64_C(0x1F1E1D1C1B1A1918)};
    for (size = 0; size < sizeof message; ++size) {
        message[size] = (char)size;
    }
    for (size = 0; size <= sizeof message; size += size < 70 ? 1 : 23) {
        const HHResult64 best = HighwayHash64(key, message, size);
        printf("%" PRIu64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", size,
               SipHashC(sip, message, size), SipHash13C(sip, message, size), best);
#ifndef ORIGINAL
        /* The original header declares these, but the library has them under other names. */
        if (HighwayHash64_TargetPortable(key, message, size) != best ||
            HighwayHash64_TargetSSE41(key, message, size) != best ||
            HighwayHash64_TargetAVX2(key, message, size) != best ||
            HighwayHash64_TargetVSX(key, message, size) != best) {
            return 1;
        }
#endif
    }
    return 0;
}
