"""The map hasher, version 1, and the other states of maps: see maps.md."""

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
    total = map_sum(key[6:104], lambda data: slice_hash(key[104:], data), writes)
    return finish(products(key[:4], total, double(key[4], key[5])))


def map_sum(shared, long_slice, writes):
    """Returns the sum of the writes and the packed integers, given the hash of long slices."""
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


def products(factors, total, v=0):
    """Returns the high half of the halves of the sum, each times its factor of two words, plus v."""
    f, g = double(factors[0], factors[1]), double(factors[2], factors[3])
    return ((total & WORD) * f + (total >> 64) * g + v) % 2**128 >> 64


def finish(tau):
    """Returns the hash of step 5."""
    h = tau * (2 * tau + 1) & WORD
    return (h << 32 | h >> 32) & WORD


def own(process, i, number):
    """Returns word i of four of the map with this number."""
    p, q = (double(process[at], process[at + 1]) for at in (45 + 4 * i, 47 + 4 * i))
    return (p * number + q) % 2**128 >> 64


def first_words(long_slice, data):
    """Returns the two words of a first slice."""
    n = len(data)
    if n > 16:
        return long_slice(data) & WORD, long_slice(data) >> 64
    if n < 4:
        parts = data[:1], bytes([data[n // 2], data[-1]]) if n else b""
    else:
        half = 8 if n >= 8 else 4
        parts = data[:half], data[-half:]
    return tuple(int.from_bytes(part, "little") for part in parts)


def apart(process, number, long_slice, writes):
    """Returns the hash under a RandomState, the map with this number."""
    v, others = double(process[44], own(process, 0, number)), list(writes)
    first = next((i for i, write in enumerate(others) if isinstance(write, bytes)), None)
    if first is not None:
        data = others.pop(first)
        a, b = first_words(long_slice, data)
        at = 8 + 2 * min(len(data), 17)
        v += a * double(process[4], process[5]) + b * double(process[6], process[7])
        v += double(process[at], process[at + 1])
    return finish(products(process, map_sum(process[61:159], long_slice, others), v))


def uneven(process, number, long_slice, writes):
    """Returns the hash under a FastState, the map with this number."""
    factors = [own(process, i, number) for i in range(4)]
    return products(factors, map_sum(process[61:159], long_slice, writes))


def key_of_seed(derive, seed):
    """Returns the 120 words of a key that a seed gives."""
    return words(derive("multilinear map hash", seed, KEY_BYTES))


def process_of_seed(derive, seed):
    """Returns the 175 words of the key of a process that a seed gives."""
    return words(derive("process map", seed, 1400))
