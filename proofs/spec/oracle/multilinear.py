"""Multilinear64, MMH and TMMH/16 of messages of any length, version 1: see multilinear.md."""

from fields import P64, multiply, remainder
from keys import words
from maps import PRIME, polynomial

BLOCK = 4096


def numbers(data, size, order):
    """Splits bytes into words of a size in bytes, the last one padded with zeros."""
    data += bytes(-len(data) % size)
    return [int.from_bytes(data[i:i + size], order) for i in range(0, len(data), size)]


def cut(data):
    """Returns the blocks of a message."""
    return [data[i:i + BLOCK] for i in range(0, len(data), BLOCK)]


def point(key):
    """Returns the variable of the polynomials."""
    return int.from_bytes(key[-16:], "little") % 2**126


class Multilinear64:
    """Multilinear64 under a key of 4,152 bytes."""

    NAME, KEY_BYTES, ROWS = "Multilinear64", 4152, 1

    def __init__(self, key):
        self.c, self.k, *self.x = words(key[:-16])
        self.r = point(key)

    def sum(self, data, keys):
        """Returns the sum of words without reduction."""
        total = 0
        for m, x in zip(data, keys):
            total ^= multiply(m, x)
        return total

    def sums(self, data):
        """Returns the sums of each row over a part of a block that begins at its first byte."""
        return [self.sum(words(data), self.x[:512])]

    def value(self, total):
        """Returns the value of a block from its sum."""
        return remainder(total, P64)

    def short(self, length, totals):
        """Returns the hash of a message of at most one block from its sums."""
        return f"{remainder(self.c ^ multiply(length, self.k) ^ totals[0], P64):016x}"

    def long(self, length, polynomials):
        """Returns the hash of a longer message from its polynomials."""
        p = polynomials[0]
        last = self.sum([p % 2**64, p >> 64], self.x[512:514])
        return f"{remainder(self.x[514] ^ multiply(length, self.k) ^ last, P64):016x}"


class Modular:
    """MMH or TMMH/16 of some rows."""

    def __init__(self, key):
        self.x = numbers(key[:-16], self.BITS // 8, self.ORDER)
        self.r = point(key)

    def sum(self, data, keys):
        """Returns the sum of words, before it is reduced modulo the prime."""
        return sum(m * x for m, x in zip(data, keys)) % 2**(2 * self.BITS)

    def sums(self, data):
        """Returns the sums of each row over a part of a block that begins at its first byte."""
        data = numbers(data, self.BITS // 8, self.ORDER)
        return [self.sum(data, self.x[j + 1:]) for j in range(self.ROWS)]

    def value(self, total):
        """Returns the value of a block from its sum."""
        return total % self.PRIME

    def text(self, totals):
        """Returns the hash from the sums of its rows."""
        found = [total % 2**(2 * self.BITS) % self.PRIME % 2**self.BITS for total in totals]
        return "".join(f"{h:0{self.BITS // 4}x}" for h in found)

    def short(self, length, totals):
        """Returns the hash of a message of at most one block from its sums."""
        return self.text(length * self.x[j] + total for j, total in enumerate(totals))

    def long(self, length, polynomials):
        """Returns the hash of a longer message from its polynomials."""
        rows = []
        for j, p in enumerate(polynomials):
            tail = length.to_bytes(8, "little") + p.to_bytes(16, "little")
            last = [1, *numbers(tail, self.BITS // 8, "little")]
            start = BLOCK * 8 // self.BITS + self.MOST + j * len(last)
            rows.append(self.sum(last, self.x[start:]))
        return self.text(rows)


class Mmh32(Modular):
    """MMH of 32 bits under a key of 4,176 bytes."""

    NAME, KEY_BYTES, ROWS, MOST = "MMH", 4176, 1, 2
    BITS, PRIME, ORDER = 32, 2**32 + 15, "little"


class Mmh64(Mmh32):
    """MMH of two rows."""

    ROWS = 2


class Tmmh16(Modular):
    """TMMH/16 of four words under a key of 4,224 bytes."""

    NAME, KEY_BYTES, ROWS, MOST = "TMMH/16", 4224, 4, 4
    BITS, PRIME, ORDER = 16, 2**16 + 1, "big"


def polynomials(function, data):
    """Returns the polynomials over the blocks of a message, which begin with 1."""
    values = [[function.value(total) for total in function.sums(block)] for block in cut(data)]
    return [polynomial(row, function.r) for row in zip(*values)] or [1] * function.ROWS


def hashed(function, message):
    """Returns the hash of a message, in hexadecimal digits."""
    if len(message) <= BLOCK:
        return function.short(len(message), function.sums(message))
    return function.long(len(message), polynomials(function, message))


def part(function, data):
    """Returns the values of the polynomials over the blocks of a part of a message."""
    start = pow(function.r, len(cut(data)), PRIME)
    return [(p - start) % PRIME for p in polynomials(function, data)]


def join(function, left, right, right_length):
    """Returns the values of two parts of which the left one consists of whole blocks."""
    moved = pow(function.r, -(-right_length // BLOCK), PRIME)
    return [(a * moved + b) % PRIME for a, b in zip(left, right)]


def end(function, values, length):
    """Returns the hash of a message of several blocks from its values as one part, and its length."""
    start = pow(function.r, -(-length // BLOCK), PRIME)
    return function.long(length, [(value + start) % PRIME for value in values])
