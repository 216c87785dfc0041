"""Keys from seeds and from secrets: see keys.md."""

import struct

MASK = 0xFFFF_FFFF
#: The names of functions, and the bytes of their keys.
NAMES = {
    "CLHASH": 1064, "CLHASH-128": 2400, "CLMAC": 32, "multilinear map hash": 960,
    "process map": 1400, "Multilinear64": 4152, "MMH": 4176, "TMMH/16": 4224, "hash-agg": 32,
    "mshash": 1416,
    "VHASH-64": 160, "VHASH-128": 208, "VMAC": 16, "GHASH": 16, "POLYVAL": 16,
    "SipHash": 16, "SipTreeHash": 32, "HalfSipHash": 8, "HighwayHash": 32,
}
#: The names of algorithms whose vectors are stored, and the bytes of their keys.
ALGORITHMS = {
    **dict.fromkeys(["clhash", "clhash-mixed", "clhash-bitmix"], 1064),
    **dict.fromkeys(["clhash128", "clhash128-mixed"], 2400), "mshash": 1416,
    **dict.fromkeys(["clmac", "vmac64", "vmac128", "siptreehash", "siptreehash13"], 32),
    **dict.fromkeys(["highwayhash64", "highwayhash128", "highwayhash256"], 32),
    **dict.fromkeys(["vhash64", "vhash64-mixed"], 160), "vhash128": 208,
    **dict.fromkeys(["mmh32", "mmh64"], 4176), "tmmh16": 4224,
    **dict.fromkeys(["multilinear64", "multilinear64-mixed"], 4152),
    **dict.fromkeys(["ghash", "polyval", "siphash-2-4", "siphash-1-3", "siphash-1-2"], 16),
    **dict.fromkeys(["siphash-4-8", "siphash-1-2-nocase", "siphash128-2-4", "siphash128-1-3"], 16),
    **dict.fromkeys(["halfsiphash32", "halfsiphash64"], 8),
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


def chacha20(key, counter, nonce=bytes(12)):
    """Returns a block of the key stream (RFC 8439, section 2.3)."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter]
    start += struct.unpack("<3I", nonce)
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


def fnv1a(data):
    """Returns the 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def of_secret(name, secret, length):
    """Returns the key of an algorithm that a secret of 32 bytes gives."""
    nonce = bytes(4) + struct.pack("<Q", fnv1a(name.encode()))
    blocks = (chacha20(secret, counter, nonce) for counter in range(-(-length // 64)))
    key = b"".join(blocks)[:length]
    if not name.startswith("vhash"):
        return key
    # The words of the polynomials; one of the last step is never too large in practice.
    key, iterations = words(key), 2 if name == "vhash128" else 1
    first = 14 + 2 * iterations
    for i in range(first, first + 2 * iterations):
        key[i] &= 0x1FFF_FFFF_1FFF_FFFF
    assert all(word < 2**64 - 257 for word in key[first + 2 * iterations:])
    return struct.pack(f"<{len(key)}Q", *key)


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
