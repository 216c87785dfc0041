"""CLMAC from its specification, `crates/clmac/SPEC.md`, in the standard library alone.

A second implementation, slow and not in constant time, for tests.
"""


def carryless(a: int, b: int) -> int:
    """Multiplies two polynomials over GF(2), whose coefficients are bits."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        b >>= 1
    return product


def remainder(a: int, modulus: int) -> int:
    while a.bit_length() >= modulus.bit_length():
        a ^= modulus << (a.bit_length() - modulus.bit_length())
    return a


def field(a: int, b: int) -> int:
    """Multiplies in GF(2^128)."""
    return remainder(carryless(a, b), 1 << 128 | 0x87)


def substitute(byte: int) -> int:
    """The S-box of AES: the inverse in GF(2^8), and an affine map."""
    inverse = 1
    for _ in range(254):
        inverse = remainder(carryless(inverse, byte), 0x11B)
    return 0x63 ^ inverse ^ rotations(inverse)


def rotations(byte: int) -> int:
    """Returns the sum of the byte rotated to the left by 1, 2, 3 and 4 bits."""
    twice = byte << 8 | byte
    return (twice >> 7 ^ twice >> 6 ^ twice >> 5 ^ twice >> 4) & 0xFF


SBOX = [substitute(byte) for byte in range(256)]
DOUBLE = [remainder(byte << 1, 0x11B) for byte in range(256)]


class Aes256:
    """AES-256 (FIPS 197), encryption."""

    def __init__(self, key: bytes) -> None:
        words = [key[i : i + 4] for i in range(0, 32, 4)]
        constant = 1
        for i in range(8, 60):
            word = words[-1]
            if i % 8 == 0:
                word = bytes(SBOX[b] for b in word[1:] + word[:1])
                word = bytes([word[0] ^ constant]) + word[1:]
                constant = DOUBLE[constant]
            elif i % 8 == 4:
                word = bytes(SBOX[b] for b in word)
            words.append(xor(words[i - 8], word))
        self.rounds = [b"".join(words[i : i + 4]) for i in range(0, 60, 4)]

    def encrypt(self, block: bytes) -> bytes:
        state = xor(block, self.rounds[0])
        for i, key in enumerate(self.rounds[1:], 1):
            state = bytes(SBOX[state[(j + 4 * (j % 4)) % 16]] for j in range(16))
            if i < 14:
                state = b"".join(mixed(state[j : j + 4]) for j in range(0, 16, 4))
            state = xor(state, key)
        return state


def mixed(column: bytes) -> bytes:
    total = column[0] ^ column[1] ^ column[2] ^ column[3]
    return bytes(column[i] ^ total ^ DOUBLE[column[i] ^ column[(i + 1) % 4]] for i in range(4))


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def blocks(key: bytes, use: bytes, count: int) -> bytes:
    """Derives blocks 0 to count - 1 of a use."""
    cipher = Aes256(key)
    return b"".join(cipher.encrypt(b"clmac-1" + use + i.to_bytes(8, "little")) for i in range(count))


COLUMNS = [(1, 0), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (0, 1)]


def clhash128(key: bytes, message: bytes) -> bytes:
    """Hashes a message under a key of 2,400 bytes."""
    words = [int.from_bytes(key[i : i + 8], "little") for i in range(0, 2400, 8)]
    ends = [words[i] | words[i + 1] << 64 for i in range(288, 300, 2)]
    sums = [0, 0]
    for start in range(0, len(message), 2048):
        rows = [0] * 9
        block = message[start : start + 2048]
        parities: dict[tuple[int, int], int] = {}
        units = [(i // 32, i // 4 % 8, i % 4, block[16 * i : 16 * i + 16]) for i in range(-(-len(block) // 16))]
        numbers = []
        for group, row, lane, unit in units:
            number = int.from_bytes(unit, "little")
            numbers.append((group, row, lane, number))
            parities[group, lane] = parities.get((group, lane), 0) ^ number
        numbers += [(group, 8, lane, parity) for (group, lane), parity in parities.items()]
        for group, row, lane, number in numbers:
            at = 2 * (36 * group + 4 * row + lane)
            low, high = number % 2**64 ^ words[at], number >> 64 ^ words[at + 1]
            rows[row] ^= carryless(low, high)
        for i in range(2):
            value = 0
            for row, column in zip(rows, COLUMNS, strict=True):
                value ^= carryless(row, column[i])
            sums[i] = field(sums[i], ends[4 + i]) ^ value
    tag = ends[0] ^ field(ends[1], sums[0]) ^ field(ends[2], sums[1]) ^ field(ends[3], len(message))
    return tag.to_bytes(16, "little")


class Clmac:
    """CLMAC under a key, without nonces."""

    def __init__(self, key: bytes) -> None:
        self.hash_key = blocks(key, b"H", 150)
        self.cipher = Aes256(blocks(key, b"T", 2))

    def tag(self, message: bytes) -> bytes:
        return self.cipher.encrypt(clhash128(self.hash_key, message))


class NonceClmac:
    """CLMAC under a key, with nonces of 24 bytes."""

    def __init__(self, key: bytes) -> None:
        self.hash_key = blocks(key, b"h", 150)
        keys = blocks(key, b"p", 4)
        self.prefix = [Aes256(keys[:32]), Aes256(keys[32:])]

    def tag(self, nonce: bytes, message: bytes) -> bytes:
        session = Aes256(b"".join(cipher.encrypt(nonce[:16]) for cipher in self.prefix))
        return xor(clhash128(self.hash_key, message), session.encrypt(nonce[16:] + bytes(8)))
