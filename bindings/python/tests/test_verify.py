"""Every function that verifies a tag accepts that tag alone."""

import functools

import provenhash
import pytest

MESSAGE = b"a message of 28 bytes, short"
#: The functions that their authors propose as MACs, and some that are none.
SOME_MACS = {"clmac", "siphash-2-4", "siphash-4-8", "siphash128-2-4", "highwayhash64", "highwayhash128", "highwayhash256"}
NO_MACS = {"clhash", "clhash128", "siphash-1-3", "siphash128-1-3", "siptreehash", "halfsiphash64", "ghash", "mmh32"}


def is_mac(algorithm):
    """Returns whether keys of the algorithm give tags."""
    try:
        algorithm.key_from_seed(1).tag(b"")
    except TypeError:
        return False
    return True


MACS = [name for name, algorithm in provenhash.algorithms.items() if is_mac(algorithm)]


def flipped(data, bit):
    """Returns the bytes with another bit."""
    other = bytearray(data)
    other[bit // 8] ^= 1 << bit % 8
    return bytes(other)


def verifies(accepts, nonce, message, tag):
    """Checks every wrong bit of the nonce, the message and the tag, and every other length of the last two."""
    assert accepts(nonce, message, tag) is True
    for bit in range(8 * len(tag)):
        assert accepts(nonce, message, flipped(tag, bit)) is False, bit
    for size in range(41):
        for rest in (bytes(40), bytes(range(40)), tag * 5):
            if size != len(tag):
                assert accepts(nonce, message, (tag + rest)[:size]) is False, size
    for bit in range(8 * len(message)):
        assert accepts(nonce, flipped(message, bit), tag) is False, bit
    for size in range(41):
        if size != len(message):
            assert accepts(nonce, (message + bytes(40))[:size], tag) is False, size
    for bit in range(8 * len(nonce)):
        assert accepts(flipped(nonce, bit), message, tag) is False, bit
        # A receiver keeps nothing of the nonce that was refused.
        assert accepts(nonce, message, tag) is True, bit


def test_macs():
    assert set(MACS) >= SOME_MACS and not NO_MACS & set(MACS)


@pytest.mark.parametrize("name", MACS)
def test_tags_without_nonces(name):
    algorithm = provenhash.algorithms[name]
    key = algorithm.key_from_seed(1)
    tag = key.tag(MESSAGE)
    verifies(lambda _, message, tag: key.verify(message, tag), b"", MESSAGE, tag)
    for size in algorithm.digest_sizes:
        accepts = functools.partial(key.verify, tag_size=size)
        verifies(lambda _, message, tag: accepts(message, tag), b"", MESSAGE, tag[:size])


@pytest.mark.parametrize("size", [8, 16])
def test_tags_under_nonces(size):
    key = provenhash.VmacKey.from_seed(1, tag_size=size)
    nonce = b"a nonce of 15 B"
    verifies(key.verify, nonce, MESSAGE, key.tag(nonce, MESSAGE))


def test_tags_of_senders():
    key = provenhash.clmac.key_from_seed(1)
    nonce, tag = key.sender().tag(MESSAGE)
    verifies(key.receiver().verify, nonce, MESSAGE, tag)
