"""CLMAC, version 1: see clmac.md. Slow and not in constant time."""

from aes import Aes256, xor
from clhash128 import clhash128
from keys import words

BLOCK = 2048
KEY_BYTES = 32


def blocks(key, use, count):
    """Returns the blocks 0 to count - 1 of a use."""
    cipher = Aes256(key)
    return b"".join(cipher.encrypt(b"clmac-1" + use + i.to_bytes(8, "little")) for i in range(count))


def hashed(key, message):
    """Returns CLHASH-128 as bytes."""
    return clhash128(key, message).to_bytes(16, "little")


class Clmac:
    """CLMAC under a key, without nonces."""

    def __init__(self, key):
        self.hash_key = words(blocks(key, b"H", 150))
        self.cipher = Aes256(blocks(key, b"T", 2))

    def tag(self, message):
        """Returns the tag of 128 bits."""
        return self.cipher.encrypt(hashed(self.hash_key, message))


class NonceClmac:
    """CLMAC under a key, with nonces of 24 bytes."""

    def __init__(self, key):
        self.hash_key = words(blocks(key, b"h", 150))
        keys = blocks(key, b"p", 4)
        self.prefix = [Aes256(keys[:32]), Aes256(keys[32:])]

    def tag(self, nonce, message):
        """Returns the tag of a message under a nonce."""
        session = Aes256(b"".join(cipher.encrypt(nonce[:16]) for cipher in self.prefix))
        return xor(hashed(self.hash_key, message), session.encrypt(nonce[16:] + bytes(8)))
