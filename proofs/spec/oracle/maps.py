"""The map hasher, version 1, and its variants: see maps.md."""

import clhash
from keys import double, words

KEY_BYTES = 960
TERMS = 16
PART = 112
WORD = (1 << 64) - 1
PRIME = 2**127 - 1


def nh(key, number):
    """Returns the product of the halves of a term, each plus a word of the key."""
    return ((number + key[0]) & WORD) * ((number >> 64) + key[1] & WORD)


def nh_words(data):
    """Returns the pairs of words that cover a part of a slice of more than 16 bytes."""
    n = len(data)
    if 2 <= n < 4:
        return [(int.from_bytes([data[0], data[-1], data[n // 2]], "little"), 0)]
    if n == 1:
        return [(data[0], 0)]
    if n < 8:
        return [(short_word(data), 0)]
    def at(i):
        return int.from_bytes(data[i:i + 8], "little")
    if n <= 48:
        return [(at(min(16 * i, n - 8)), at(min(16 * i + 8, n - 8))) for i in range(3)]
    return [(at(n - 16), at(n - 8))] + [(at(16 * i), at(16 * i + 8)) for i in range((n - 1) // 16)]


def short_word(data):
    """Returns the word of a slice of up to 7 bytes."""
    n = len(data)
    if n >= 4:
        data = data[:4] + data[-4:]
    elif n > 0:
        data = bytes([data[0], data[n // 2], data[-1]])
    return int.from_bytes(data, "little")


def part_sum(key, data):
    """Returns the sum of the products of a part of a slice, modulo 2^128."""
    total = 0
    for (a, b), i in zip(nh_words(data), range(2, 16, 2)):
        total += (a + key[i] & WORD) * (b + key[i + 1] & WORD)
    return total % 2**128


def slice_hash(key, data):
    """Returns the 128 bits of a slice of more than 16 bytes, under the 16 words of slices."""
    if len(data) <= PART:
        return (part_sum(key, data) + len(data)) % 2**128
    parts = [part_sum(key, data[at:at + PART]) % 2**126 for at in range(0, len(data), PART)]
    return polynomial([*parts, len(data)], double(key[0], key[1]) % 2**126)


def polynomial(coefficients, variable):
    """Returns the value of a polynomial modulo 2^127 - 1, whose leading coefficient is 1."""
    value = 1
    for coefficient in coefficients:
        value = (value * variable + coefficient) % PRIME
    return value


def slices_of_clhash(key, high):
    """Returns the hash of slices of more than 16 bytes that CLHASH and a high half make."""
    return lambda data: double(clhash.clhash(key, data), high)


def slice_term(long_slice, data):
    """Returns the kind of the term of a slice, and the term, given the hash of long slices."""
    n = len(data)
    if n > 16:
        return 1, long_slice(data)
    if n == 16:
        return 1, int.from_bytes(data, "little")
    if n >= 8:
        return 2, int.from_bytes(bytes([n]) + data[:7] + data[-8:], "little")
    return 2, n | short_word(data) << 64


def pack(long_slice, writes):
    """Returns the terms of the writes with their kinds, and the integers packed at the end."""
    terms, packed, used = [], 0, 0
    for write in writes:
        if isinstance(write, bytes):
            terms.append(slice_term(long_slice, write))
            continue
        value, bits = write
        if used + bits > 128:
            terms.append((0, packed))
            packed, used = 0, 0
        packed |= value << used
        used += bits
    return terms, packed


def map_hash(key, writes):
    """Returns the hash of a sequence of writes: bytes, or pairs of an integer and its bits."""
    return finish(key, map_sum(key, lambda data: slice_hash(key[104:], data), writes))


def map_sum(key, long_slice, writes):
    """Returns the sum of the writes and the packed integers, given the hash of long slices."""
    shared = key[6:104]
    terms, packed = pack(long_slice, writes)
    total = 0
    for i, (kind, term) in enumerate(terms[:TERMS]):
        at = 2 * (TERMS * kind + i)
        total += nh(shared[at:at + 2], term)
    total %= 2**128
    if len(terms) > TERMS:
        coefficients = [total % 2**126]
        for kind, term in terms[TERMS:]:
            coefficients += [term & WORD, (term >> 64) + (kind << 64), 0]
        total = polynomial(coefficients, double(shared[96], shared[97]) % 2**126)
    return (total + packed) % 2**128


def uneven(key, total, v=0):
    """Returns the hash with the uneven end from the sum."""
    f, g = (double(key[i], key[i + 1]) for i in (0, 2))
    return ((total & WORD) * f + (total >> 64) * g + v) % 2**128 >> 64


def finish(key, total):
    """Returns the hash from the sum."""
    tau = uneven(key, total, double(key[4], key[5]))
    h = tau * (2 * tau + 1) & WORD
    return (h << 32 | h >> 32) & WORD


def key_of_seed(derive, seed):
    """Returns the 120 words of a key that a seed gives."""
    return words(derive("multilinear map hash", seed, KEY_BYTES))
