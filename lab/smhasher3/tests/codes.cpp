/* Part of provenhash. SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Computes SMHasher3's verification codes of the registered hashes, prints them, and fails unless they
 * are those of the registrations and of the functions of provenhash/suite.h.
 */
#include "../provenhash.cpp"

#include <provenhash/suite.h>

static int failures = 0;

static void require(bool holds, const std::string &name, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s: %s\n", name.c_str(), what);
        failures++;
    }
}

/*
 * Returns the code of a function, which is called with a message, its length, a seed and an output:
 * the first four bytes of a digest, under seed 0, of the digests of the messages {}, {0}, {0, 1}, ... of
 * up to 255 bytes. The seed of a message of n bytes is 256 - n.
 */
template <typename Function>
static uint32_t code(size_t digestBytes, Function hash) {
    uint8_t message[256];
    std::vector<uint8_t> digests(256 * digestBytes), total(digestBytes);

    for (size_t n = 0; n < 256; n++) {
        message[n] = static_cast<uint8_t>(n);
        hash(message, n, static_cast<uint64_t>(256 - n), &digests[n * digestBytes]);
    }
    hash(digests.data(), digests.size(), static_cast<uint64_t>(0), total.data());
    return static_cast<uint32_t>(total[0]) | static_cast<uint32_t>(total[1]) << 8 |
           static_cast<uint32_t>(total[2]) << 16 | static_cast<uint32_t>(total[3]) << 24;
}

/* Returns the function for test suites whose name follows "ph-", or null. */
static const ph_suite_t *suiteFunction(const std::string &name) {
    size_t count;
    const ph_suite_t *rows = ph_suite_list(&count);

    for (size_t i = 0; i < count; i++) {
        if (name == std::string("ph-") + rows[i].name) { return &rows[i]; }
    }
    return nullptr;
}

static void check(const HashInfo &info) {
    const uint32_t ours =
        code(info.bits / 8, [&](const void *in, size_t len, uint64_t seed, void *out) {
            info.hashfn_native(in, len, info.seedfn(seed), out);
        });

    printf("%s 0x%08X\n", info.name.c_str(), static_cast<unsigned>(ours));
    require(ours == info.verification_LE, info.name, "the code is not that for little-endian machines");
    require(ours == info.verification_BE, info.name, "the code is not that for big-endian machines");
    require(info.hashfn_native == info.hashfn_bswap, info.name, "has two functions");
    /* These are limits of SMHasher3. */
    require(info.name.size() <= 25, info.name, "the name is longer than 25 characters");
    require(strlen(info.desc) <= 60, info.name, "the description is longer than 60 characters");
    const ph_suite_t *row = suiteFunction(info.name);
    require(row != nullptr, info.name, "the library has no function of this name");
    if (row == nullptr) { return; }
    require(row->bits == info.bits, info.name, "the digest has another length");
    if (row->bits != info.bits) { return; }
    require(code(info.bits / 8, row->hash) == ours, info.name, "suite.h has another function");
}

int main() {
    for (const HashInfo &info : registered()) { check(info); }
    return failures == 0 && !registered().empty() ? 0 : 1;
}
