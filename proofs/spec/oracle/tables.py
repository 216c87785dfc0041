"""Fingerprints of tables, version 1: see tables.md."""

import functools
import math
import random
import struct

import clhash128
from fields import P128, modular
from keys import chacha20, derive, double, words


def mul(a, b):
    """Returns the product in GF(2^128)."""
    return modular(a, b, P128)


class Key:
    """The derived values of a key of 32 bytes."""

    def __init__(self, secret):
        self.secret = secret
        self.z, self.r0, self.r1, self.y = self.elements(0)
        self.strings = [word for block in range(1, 39) for word in words(chacha20(secret, block))]

    @classmethod
    def from_seed(cls, seed):
        """Returns the key that a seed gives."""
        return cls(derive("hash-agg", seed, 32))

    @functools.lru_cache(maxsize=None)
    def elements(self, block):
        """Returns the four elements of a block of the key stream."""
        found = words(chacha20(self.secret, block))
        return [double(found[i], found[i + 1]) for i in range(0, 8, 2)]

    def polynomials(self, data):
        """Returns P1 and P2 of a string."""
        return clhash128.part(self.strings, data)


def fits(number, bits):
    return -(1 << bits - 1) <= number < 1 << bits - 1


def number(unscaled, scale):
    """Returns the kind, a, b and the scale of a number."""
    if unscaled == 0:
        scale = 0
    while scale > 0 and unscaled % 10 == 0:
        unscaled, scale = unscaled // 10, scale - 1
    while scale < 0 and fits(10 * unscaled, 256):
        unscaled, scale = 10 * unscaled, scale + 1
    if scale >= 0 and fits(unscaled, 128):
        return 2, unscaled % (1 << 128), 0, scale
    wide = unscaled % (1 << 256)
    return 15, wide % (1 << 128), wide >> 128, scale % 256


INTEGERS = {"date": 6, "time": 7, "timestamp": 8, "instant": 9, "duration": 10}
STRINGS = {"text": 4, "binary": 5, "list": 12, "struct": 13, "map": 14}


def canonical(cell):
    """Returns the kind, a, b and the rest of the tag of a cell, or the kind and bytes of a string.

    A cell is None or a pair of its type and its value.
    """
    if cell is None:
        return 0, 0, 0, 0
    what, value = cell
    if what == "boolean":
        return 1, int(value), 0, 0
    if what == "number":
        return number(*value)
    if what == "float":
        value = 0.0 if value == 0 else value
        bits = 0x7FF8 << 48 if math.isnan(value) else struct.unpack("<Q", struct.pack("<d", value))[0]
        return 3, bits, 0, 0
    if what in INTEGERS:
        return INTEGERS[what], value % (1 << 128), 0, 0
    if what == "interval":
        months, days, nanoseconds = value
        return 11, months % 2**32 | days % 2**32 << 32 | nanoseconds % 2**64 << 64, 0, 0
    if what == "text":
        return 4, value.encode()
    if what == "binary":
        return 5, value
    body = struct.pack("<Q", len(value)) + b"".join(map(encode, value))
    return STRINGS[what], bytes([STRINGS[what]]) + body


def encode(cell):
    """Returns the canonical bytes of a cell."""
    form = canonical(cell)
    kind = bytes(form[:1])
    if len(form) == 2:
        if form[0] in (4, 5):
            return kind + struct.pack("<Q", len(form[1])) + form[1]
        return form[1]
    _, a, b, rest = form
    a, b = a.to_bytes(16, "little"), b.to_bytes(16, "little")
    if form[0] == 0:
        return kind
    return kind + {2: a + bytes([rest]), 15: a + b + bytes([rest])}.get(form[0], a)


def row(key, cells):
    """Returns the fingerprint of a row."""
    f = key.r0 ^ mul(len(cells), key.r1)
    for column, cell in enumerate(cells):
        form = canonical(cell)
        if len(form) == 2:
            kind, data = form
            (a, b), rest = key.polynomials(data), len(data)
        else:
            kind, a, b, rest = form
        c1, c2, c3, _ = key.elements(64 + column)
        f ^= mul(a, c1) ^ mul(b, c2) ^ mul(kind << 56 | rest, c3)
    return f


def fingerprint(key, rows):
    """Returns the text of the fingerprint of a table."""
    value = functools.reduce(lambda product, cells: mul(product, key.z ^ row(key, cells)), rows, 1)
    return f"{value:032x}-{len(rows)}"


def digest(key, rows):
    """Returns the text of the digest of a sequence."""
    value = functools.reduce(lambda value, cells: mul(value, key.y) ^ row(key, cells), rows, 0)
    return f"{value:032x}-{len(rows)}"


def to_json(cell):
    """Returns a cell as in the file of vectors."""
    if cell is None:
        return None
    what, value = cell
    if what == "number":
        value = [str(value[0]), value[1]]
    elif what == "float":
        value = struct.pack(">d", value).hex()
    elif what == "binary":
        value = value.hex()
    elif what == "interval":
        value = [value[0], value[1], str(value[2])]
    elif what in INTEGERS:
        value = str(value)
    elif what in ("list", "struct", "map"):
        value = [to_json(item) for item in value]
    return {what: value}


def of_json(cell):
    """Returns the cell of a vector."""
    if cell is None:
        return None
    ((what, value),) = cell.items()
    if what == "number":
        value = (int(value[0]), value[1])
    elif what == "float":
        value = struct.unpack(">d", bytes.fromhex(value))[0]
    elif what == "binary":
        value = bytes.fromhex(value)
    elif what == "interval":
        value = (value[0], value[1], int(value[2]))
    elif what in INTEGERS:
        value = int(value)
    elif what in ("list", "struct", "map"):
        value = [of_json(item) for item in value]
    return what, value


def vector(key, rows):
    """Returns a vector of the file."""
    return {
        "key": key.secret.hex(),
        "rows": [[to_json(cell) for cell in cells] for cells in rows],
        "row_fingerprints": [f"{row(key, cells):032x}" for cells in rows],
        "fingerprint": fingerprint(key, rows),
        "digest": digest(key, rows),
    }


def random_cell(rng, depth=0):
    """Returns a cell of any type, often at the limits of it."""
    def integer(bits):
        top = 2 ** (bits - 1)
        return rng.choice([0, 1, -1, top - 1, -top, rng.randrange(-top, top)])

    def size():
        return rng.choice([0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 63, 64, 65, 100])

    kinds = ["null", "boolean", "number", "float", "text", "binary", *INTEGERS, "interval"]
    what = rng.choice(kinds + (["list", "struct", "map"] if depth < 3 else []))
    if what == "null":
        return None
    if what == "boolean":
        return what, rng.random() < 0.5
    if what == "number":
        bits = rng.choice([8, 32, 64, 128, 256])
        unscaled = integer(bits)
        if bits < 256:
            unscaled = unscaled // rng.choice([1, 1, 10, 1000]) * rng.choice([1, 1, 10])
        return what, (unscaled, rng.choice([0, 0, 1, 2, 18, -1, -3, 38, 127, -128]))
    if what == "float":
        special = [0.0, -0.0, 1.5, float("nan"), float("inf"), -float("inf"), 5e-324]
        return what, rng.choice([*special, rng.gauss(0, 1e9)])
    if what == "text":
        return what, "".join(rng.choice("ab zü€😀\0") for _ in range(size()))
    if what == "binary":
        return what, rng.randbytes(size())
    if what in INTEGERS:
        return what, integer(64 if what in ("date", "time") else rng.choice([64, 100]))
    if what == "interval":
        return what, (integer(32), integer(32), integer(64))
    count = rng.randrange(4)
    return what, [random_cell(rng, depth + 1) for _ in range(count * (2 if what == "map" else 1))]


def vectors():
    """Yields the 100 vectors."""
    rng = random.Random("hash-agg, version 1")
    lengths = [511, 512, 513, 2047, 2048, 2049, 2560, 4096, 4097, 6000]
    for i in range(100):
        key = Key.from_seed(i) if i % 4 else Key(rng.randbytes(32))
        width = [0, 1, 1, 2, 3, 5, 8, 33][i % 8]
        rows = [[random_cell(rng) for _ in range(width)] for _ in range(i % 6)]
        if i % 10 == 9:
            rows.append([("binary", rng.randbytes(lengths[i // 10]))])
        yield vector(key, rows)

