"""The project's vectors, whose format is described in crates/testkit/vectors/README.md."""

import functools
from pathlib import Path

import provenhash

FOLDER = next(
    folder
    for parent in Path(__file__).parents
    if (folder := parent / "crates" / "testkit" / "vectors").is_dir()
)

#: The functions of the vector files, by file.
FUNCTIONS = {
    "clhash.tsv": {"clhash": "clhash"},
    "clhash_bitmix.tsv": {"clhash_bitmix": "clhash-bitmix"},
    "mixed.tsv": {
        "clhash_mixed": "clhash-mixed",
        "vhash64_mixed": "vhash64-mixed",
        "multilinear64_mixed": "multilinear64-mixed",
    },
    "vhash64.tsv": {"vhash64": "vhash64"},
    "clhash128.tsv": {"clhash128": "clhash128"},
    "mshash.tsv": {"mshash": "mshash"},
    "clmac.tsv": {"clmac": "clmac"},
    "vhash128.tsv": {"vhash128": "vhash128"},
    "ghash.tsv": {"ghash": "ghash"},
    "polyval.tsv": {"polyval": "polyval"},
    "siphash64.tsv": {
        "siphash64_2_4": "siphash-2-4",
        "siphash64_1_3": "siphash-1-3",
        "siphash64_1_2": "siphash-1-2",
        "siphash64_4_8": "siphash-4-8",
    },
    "siphash128.tsv": {"siphash128_2_4": "siphash128-2-4", "siphash128_1_3": "siphash128-1-3"},
    "siphash64_nocase.tsv": {"siphash64_nocase_1_2": "siphash-1-2-nocase"},
    "siptreehash.tsv": {"siptreehash_2_4": "siptreehash", "siptreehash_1_3": "siptreehash13"},
    "halfsiphash32.tsv": {"halfsiphash32_2_4": "halfsiphash32"},
    "halfsiphash64.tsv": {"halfsiphash64_2_4": "halfsiphash64"},
    "highwayhash64.tsv": {"highwayhash64": "highwayhash64"},
    "highwayhash128.tsv": {"highwayhash128": "highwayhash128"},
    "highwayhash256.tsv": {"highwayhash256": "highwayhash256"},
}

MASK = (1 << 64) - 1


def splitmix(state, length):
    """Return the first bytes of the splitmix64 stream."""
    words = []
    for _ in range(-(-length // 8)):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        words.append((z ^ z >> 31).to_bytes(8, "little"))
    return b"".join(words)[:length]


@functools.lru_cache(maxsize=20_000)
def message(spec, length):
    """Return the message of a generator."""
    kind, _, rest = spec.partition(":")
    if kind == "x":
        return bytes.fromhex(rest)
    if kind == "r":
        return bytes.fromhex(rest) * length
    if kind == "s":
        return splitmix(int(rest, 16) + length & MASK, length)
    a, b, c = map(int, rest.split(":"))
    return bytes((i * a + length * b + (i >> 8) * c) & 255 for i in range(length))


def records(name):
    """Yield the fields of each record of a file."""
    for line in (FOLDER / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def words(hexdigest):
    """Format a digest like the vectors of several words."""
    return ",".join(hexdigest[i : i + 16] for i in range(0, len(hexdigest), 16))


def text(algorithm, key, data):
    """Return the hash of a message in the format of the vectors."""
    hexdigest = key.hexdigest(data)
    return words(hexdigest) if algorithm.startswith(("clhash128", "vhash128", "highwayhash")) else hexdigest


def key_of(algorithm, key_hex):
    """Return the key of the first bytes."""
    algorithm = provenhash.algorithms[algorithm]
    return algorithm.key_from_bytes(bytes.fromhex(key_hex)[: algorithm.key_size])
