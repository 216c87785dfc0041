"""Keys from seeds: see keys.md."""

import struct

MASK = 0xFFFF_FFFF
#: The names of functions, and the bytes of their keys.
NAMES = {
    "CLHASH": 1064, "CLHASH-128": 2400, "CLMAC": 32, "multilinear map hash": 960,
    "Multilinear64": 4152, "MMH": 4176, "TMMH/16": 4224, "hash-agg": 32,
    "VHASH-64": 160, "VHASH-128": 208, "VMAC": 16, "GHASH": 16, "POLYVAL": 16,
    "SipHash": 16, "SipTreeHash": 32, "HalfSipHash": 8, "HighwayHash": 32,
}
# Four columns, then four diagonals.
ROUNDS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
          (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


def quarter(x, a, b, c, d):
    """The quarter round of RFC 8439, section 2.1."""
    for add, to, rotate, by in [(b, a, d, 16), (d, c, b, 12), (b, a, d, 8), (d, c, b, 7)]:
        x[to] = (x[to] + x[add]) & MASK
        word = x[rotate] ^ x[to]
        x[rotate] = (word << by | word >> (32 - by)) & MASK


def chacha20(key, counter):
    """Returns a block of the key stream under the nonce 0 (RFC 8439, section 2.3)."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter, 0, 0, 0]
    x = list(start)
    for _ in range(10):
        for places in ROUNDS:
            quarter(x, *places)
    return struct.pack("<16I", *((a + b) & MASK for a, b in zip(x, start)))


def derive(name, seed, length):
    """Returns the first bytes that a name and a seed give."""
    key = name.encode().ljust(24, b"\0") + struct.pack("<Q", seed)
    assert len(key) == 32
    blocks = (chacha20(key, counter) for counter in range(-(-length // 64)))
    return b"".join(blocks)[:length]


def words(data):
    """Splits bytes into words of 64 bits, the last one padded with zeros."""
    data += bytes(-len(data) % 8)
    return list(struct.unpack(f"<{len(data) // 8}Q", data))


def double(low, high):
    """Joins two words into one of 128 bits."""
    return low | high << 64


def of_seed(name, seed):
    """Returns the key of a function that a seed gives."""
    if name.startswith("VHASH"):
        return vhash(name, seed, 1 if name == "VHASH-64" else 2)
    return derive(name, seed, NAMES[name])


def vhash(name, seed, iterations):
    """Returns the key of VHASH that a seed gives."""
    stream = words(derive(name, seed, 1024))
    nh = 14 + 2 * iterations
    poly = [word & 0x1FFF_FFFF_1FFF_FFFF for word in stream[nh:nh + 2 * iterations]]
    last = [word for word in stream[nh + 2 * iterations:] if word < 2**64 - 257]
    key = [*stream[:nh], *poly, *last[:2 * iterations]]
    return struct.pack(f"<{len(key)}Q", *key)
