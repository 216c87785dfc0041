"""CLHASH-128, version 1: see clhash128.md."""

from fields import P128, modular, multiply, power
from keys import double

NAME = "CLHASH-128"
BLOCK = 2048
KEY_BYTES = 2400
WORD = (1 << 64) - 1
# The factors of A_0 ... A_8 in the first and in the second value, as polynomials in x.
FACTORS = [(1, 0), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (0, 1)]


def product(key, group, row, lane, unit):
    """Returns the product of a unit and its key."""
    at = 2 * (36 * group + 4 * row + lane)
    return multiply((unit & WORD) ^ key[at], (unit >> 64) ^ key[at + 1])


def block_values(key, block):
    """Returns the two values of a block."""
    a = [0] * 9
    for group in range(0, len(block), 512):
        parities = {}
        for at in range(group, min(group + 512, len(block)), 16):
            unit = int.from_bytes(block[at:at + 16], "little")
            row, lane = divmod((at - group) // 16, 4)
            a[row] ^= product(key, group // 512, row, lane, unit)
            parities[lane] = parities.get(lane, 0) ^ unit
        for lane, parity in parities.items():
            a[8] ^= product(key, group // 512, 8, lane, parity)
    values = [0, 0]
    for a_s, factors in zip(a, FACTORS):
        for i in (0, 1):
            values[i] ^= multiply(a_s, factors[i])
    return values


def part(key, message):
    """Returns the values of the two polynomials over the blocks of a part of a message."""
    sums = [0, 0]
    for start in range(0, len(message), BLOCK):
        values = block_values(key, message[start:start + BLOCK])
        sums = [modular(sums[i], point(key, i), P128) ^ values[i] for i in (0, 1)]
    return sums


def point(key, i):
    """Returns the variable of a polynomial over blocks."""
    return double(key[296 + 2 * i], key[297 + 2 * i])


def join(key, left, right, right_length):
    """Returns the values of two parts of which the left one consists of whole blocks."""
    blocks = -(-right_length // BLOCK)
    return [modular(left[i], power(point(key, i), blocks, P128), P128) ^ right[i] for i in (0, 1)]


def end(key, values, length):
    """Returns the hash of a message from its values as one part, and its length."""
    total = 0
    for i, factor in enumerate([1, *values, length]):
        total ^= modular(double(key[288 + 2 * i], key[289 + 2 * i]), factor, P128)
    return total


def clhash128(key, message):
    """Returns CLHASH-128 of a message, as a number of 128 bits."""
    return end(key, part(key, message), len(message))
