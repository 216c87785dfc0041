"""CLHASH: see clhash.md."""

from fields import LAZY, P64, modular, multiply, power, remainder
from keys import double, words

NAME = "CLHASH"
BLOCK = 1024
KEY_BYTES = 1064
WORD = (1 << 64) - 1


def clnh(key, block):
    """Returns the inner product of a block of at most 128 words."""
    block = block + [0] * (len(block) % 2)
    total = 0
    for i in range(0, len(block), 2):
        total ^= multiply(block[i] ^ key[i], block[i + 1] ^ key[i + 1])
    return total


def point(key):
    """Returns the variable of the polynomial over blocks."""
    return double(key[128], key[129]) % 2**126


def part(key, message):
    """Returns the value of the polynomial over the blocks of a part of a message."""
    total = 0
    for start in range(0, len(message), BLOCK):
        block = words(message[start:start + BLOCK])
        total = modular(total, point(key), LAZY) ^ clnh(key, block)
    return total


def join(key, left, right, right_length):
    """Returns the value of two parts of which the left one consists of whole blocks."""
    blocks = -(-right_length // BLOCK)
    return modular(left, power(point(key), blocks, LAZY), LAZY) ^ right


def end(key, value, length):
    """Returns the hash of a message from its value as one part, and its length."""
    if length > BLOCK:
        value = multiply((value & WORD) ^ key[130], (value >> 64) ^ key[131])
    return remainder(value ^ multiply(key[132], length), P64)


def clhash(key, message):
    """Returns CLHASH of a message."""
    return end(key, part(key, message), len(message))
