"""Checkpoints: see states.md."""

import struct

import clhash as narrow
import clhash128 as wide
import mshash
import multilinear
from keys import words


def seal(data):
    """Appends FNV-1a of the bytes."""
    check = 0xCBF2_9CE4_8422_2325
    for byte in data:
        check = (check ^ byte) * 0x100_0000_01B3 % 2**64
    return data + struct.pack("<Q", check)


def consumed(length, unit):
    """Returns how many bytes of a message are before its last unit, which is never empty."""
    return max(length - 1, 0) // unit * unit


def checkpoint(key, message):
    """Returns the checkpoint of CLHASH after a message."""
    block, pair = consumed(len(message), narrow.BLOCK), consumed(len(message), 16)
    total = narrow.part(key, message[:block])
    product = narrow.clnh(key, words(message[block:pair]))
    fields = [total, product, int.from_bytes(message[pair:], "little")]
    return seal(b"clhash\0\x01" + struct.pack("<Q", len(message)) +
                b"".join(field.to_bytes(16, "little") for field in fields))


def checkpoint128(key, message):
    """Returns the checkpoint of CLHASH-128 after a message."""
    block = len(message) // wide.BLOCK * wide.BLOCK
    group = len(message) // 512 * 512
    fields = wide.part(key, message[:block]) + wide.block_values(key, message[block:group])
    return seal(b"clh128\0\x01" + struct.pack("<Q", len(message)) +
                b"".join(field.to_bytes(16, "little") for field in fields) +
                message[group:].ljust(512, b"\0"))


def checkpoint_short(key, message):
    """Returns the checkpoint of mshash after a message."""
    state = message if len(message) <= mshash.BLOCK else checkpoint(key[44:], message)[16:64]
    return seal(b"mshash\0\x01" + struct.pack("<Q", len(message)) + state.ljust(mshash.BLOCK, b"\0"))


def rows(values):
    """Returns four rows of 16 bytes."""
    return b"".join(value.to_bytes(16, "little") for value in [*values, 0, 0, 0][:4])


def checkpoint_rows(number, function, message):
    """Returns the checkpoint of a function of multilinear.md, which has that number in the format."""
    whole = len(message) // 64 * 64
    block = consumed(whole, multilinear.BLOCK)
    magic = b"mulin" + bytes([number, function.ROWS, 1])
    return seal(magic + struct.pack("<Q", len(message)) + rows(function.sums(message[block:whole])) +
                rows(multilinear.polynomials(function, message[:block])) +
                message[whole:].ljust(64, b"\0"))
