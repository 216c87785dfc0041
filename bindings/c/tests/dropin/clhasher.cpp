// Tests the C++ interface of lemire/clhash: links with that library or with provenhash.
#include <cinttypes>
#include <cstdio>
#include <string>
#include <vector>

#include "clhash.h"

int main() {
    clhasher h(UINT64_C(0x23a23cf5033c3c81), UINT64_C(0xb3816f6a2c68e530));
    const std::vector<int> ints = {1, 3, 4, 5, 2, 24343};
    const std::vector<int> others = {1, 3, 4, 5, 2, 24344};
    std::printf("%016" PRIx64 "\n", h("my dog"));
    std::printf("%016" PRIx64 "\n", h(std::string("my dog")));
    std::printf("%016" PRIx64 "\n", h(ints));
    std::printf("%016" PRIx64 "\n", h(others));
    std::printf("%016" PRIx64 "\n", h(ints.data(), ints.size()));
    std::printf("%016" PRIx64 "\n", h(UINT64_C(12345)));
    const clhasher standard;
    std::printf("%016" PRIx64 "\n", standard("my dog"));
    return 0;
}
