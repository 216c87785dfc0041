"""The bijections of the mixed forms, version 1: see mixed.md."""

WORD = (1 << 64) - 1


def rotate(h, by):
    """Returns a word rotated to the right."""
    return (h >> by | h << (64 - by)) & WORD


def mix(h):
    """Returns NASAM of a word."""
    h ^= rotate(h, 25) ^ rotate(h, 47)
    h = h * 0x9E6C_63D0_676A_9A99 & WORD
    h ^= (h >> 23) ^ (h >> 51)
    h = h * 0x9E6D_62D0_6F6A_9A9B & WORD
    return h ^ (h >> 23) ^ (h >> 51)


def mix128(value):
    """Returns the image of a number of 128 bits."""
    a = mix((value & WORD) + (value >> 64) & WORD)
    b = mix(value >> 64 ^ a)
    return a + b & WORD | b << 64
