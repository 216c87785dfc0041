"""AES-256 of FIPS 197: encryption, slow and not in constant time."""

from fields import modular, remainder

BYTE = 0x11B


def substitute(byte):
    """Returns the byte's inverse in GF(2^8), through the affine map of the S-box."""
    inverse = 1
    for _ in range(254):
        inverse = modular(inverse, byte, BYTE)
    twice = inverse << 8 | inverse
    return 0x63 ^ inverse ^ (twice >> 7 ^ twice >> 6 ^ twice >> 5 ^ twice >> 4) & 0xFF


SBOX = [substitute(byte) for byte in range(256)]
DOUBLE = [remainder(byte << 1, BYTE) for byte in range(256)]


def xor(a, b):
    """Returns the sum of two strings of one length."""
    return bytes(x ^ y for x, y in zip(a, b))


def mixed(column):
    """Returns a column of four bytes after MixColumns."""
    total = column[0] ^ column[1] ^ column[2] ^ column[3]
    return bytes(column[i] ^ total ^ DOUBLE[column[i] ^ column[(i + 1) % 4]] for i in range(4))


class Aes256:
    """The cipher under a key of 32 bytes."""

    def __init__(self, key):
        assert len(key) == 32
        words = [key[i:i + 4] for i in range(0, 32, 4)]
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
        self.rounds = [b"".join(words[i:i + 4]) for i in range(0, 60, 4)]

    def encrypt(self, block):
        """Returns the encryption of 16 bytes."""
        state = xor(block, self.rounds[0])
        for i, key in enumerate(self.rounds[1:], 1):
            state = bytes(SBOX[state[(j + 4 * (j % 4)) % 16]] for j in range(16))
            if i < 14:
                state = b"".join(mixed(state[j:j + 4]) for j in range(0, 16, 4))
            state = xor(state, key)
        return state
