"""The project's vectors, whose format is described in crates/testkit/vectors/README.md."""

import functools
from pathlib import Path

import provenhash

FOLDER = next(
    folder
    for parent in Path(__file__).parents
    if (folder := parent / "crates" / "testkit" / "vectors").is_dir()
)

#: The values of the algorithms in each file: their names and outputs.
VALUES = {
    file.name: values
    for file in sorted(FOLDER.glob("*.tsv"))
    if (
        values := [
            (fields[1], fields[-1])
            for line in file.read_text().splitlines()
            if (fields := line.split("\t"))[0] == "V" and fields[1] in provenhash.algorithms
        ]
    )
}
FILES = list(VALUES)
NAMES = {name for values in VALUES.values() for name, _ in values}
#: The algorithms whose values are written as words.
OF_WORDS = {name for values in VALUES.values() for name, output in values if "," in output}

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
    return words(hexdigest) if algorithm in OF_WORDS else hexdigest


def key_of(algorithm, key_hex):
    """Return the key of the first bytes."""
    algorithm = provenhash.algorithms[algorithm]
    return algorithm.key_from_bytes(bytes.fromhex(key_hex)[: algorithm.key_size])
