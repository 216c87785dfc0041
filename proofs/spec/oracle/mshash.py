"""mshash, version 1: see mshash.md."""

import clhash

NAME = "mshash"
#: The length up to which products of integers hash a message.
BLOCK = 256
KEY_BYTES = 1416


def word(message, at):
    """Returns the word at a place of a message."""
    return int.from_bytes(message[at:at + 8], "little")


def short_words(message):
    """Returns the words of a message of at most 32 bytes."""
    n = len(message)
    if n == 0:
        return []
    if n < 4:
        return [message[0] + 2**8 * message[n // 2] + 2**16 * message[n - 1]]
    if n < 8:
        return [(1 + 2**32) * int.from_bytes(part, "little") for part in (message[:4], message[-4:])]
    if n <= 16:
        return [word(message, 0), word(message, n - 8)]
    return [word(message, at) for at in (0, 8, n - 16, n - 8)]


def nh(key, message):
    """Returns S of a message of 33 to 256 bytes."""
    n = len(message)
    places = [0, 16, n - 32, n - 16, *range(32, 32 + 32 * ((n - 33) // 32), 16)]
    total = 0
    for j, place in enumerate(places):
        a = (word(message, place) + key[12 + 2 * j]) % 2**64
        b = (word(message, place + 8) + key[13 + 2 * j]) % 2**64
        total += a * b
    return total % 2**128


def mshash(key, message):
    """Returns mshash under a key of words."""
    n = len(message)
    if n > BLOCK:
        return clhash.clhash(key[44:], message)
    f0, f1, f2, f3, h, v = (key[i] + 2**64 * key[i + 1] for i in range(0, 12, 2))
    x = n * h + v
    if n <= 32:
        x += sum(w * f for w, f in zip(short_words(message), (f0, f1, f2, f3)))
    else:
        s = nh(key, message)
        x += s % 2**64 * f0 + 2**64 * (s // 2**64)
    return x % 2**128 // 2**64
