// The same objects in C++: a unique_ptr frees each of them once, and failures become exceptions.
#include <provenhash.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

namespace {

void require(ph_status_t status) {
    if (status != PH_OK) {
        throw std::runtime_error(ph_last_error());
    }
}

template <typename T, void (*Free)(T *)> struct Freed {
    void operator()(T *object) const { Free(object); }
};
using Key = std::unique_ptr<ph_key_t, Freed<ph_key_t, ph_key_free>>;
using Stream = std::unique_ptr<ph_stream_t, Freed<ph_stream_t, ph_stream_free>>;

Key generate(const char *algorithm) {
    ph_key_t *key = nullptr;
    require(ph_key_generate(ph_algorithm_find(algorithm), &key));
    return Key(key);
}

std::uint64_t hash(const Key &key, std::string_view text) {
    return ph_hash64(key.get(), text.data(), text.size());
}

} // namespace

int main() {
    const Key key = generate("siphash-2-4");
    const std::string_view text = "in two pieces";
    const std::uint64_t whole = hash(key, text);

    // A stream on the stack; `ph_stream_new` makes one on the heap.
    ph_stream_place_t place;
    ph_stream_t *made = nullptr;
    require(ph_stream_init(&place, sizeof place, key.get(), nullptr, 0, &made));
    const Stream stream(made);
    require(ph_stream_update(stream.get(), text.data(), 7));
    require(ph_stream_update(stream.get(), text.data() + 7, text.size() - 7));
    const std::uint64_t pieces = ph_digest_u64(ph_stream_finalize(stream.get()));

    // Any number of threads may use one key.
    std::vector<std::uint64_t> hashes(4);
    std::vector<std::thread> threads;
    for (auto &slot : hashes) {
        threads.emplace_back([&key, &slot, text] { slot = hash(key, text); });
    }
    for (auto &thread : threads) {
        thread.join();
    }
    bool same = pieces == whole;
    for (const auto slot : hashes) {
        same = same && slot == whole;
    }

    bool refused = false;
    try {
        require(ph_stream_update(stream.get(), nullptr, 5));
    } catch (const std::runtime_error &error) {
        refused = std::string_view(error.what()) == "pointer is null";
    }
    std::puts(same && refused ? "all held" : "results differ");
    return same && refused ? 0 : 1;
}
