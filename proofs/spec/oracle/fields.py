"""Polynomials over GF(2) as integers: bit i is the coefficient of x^i. See README.md."""

P64 = 1 << 64 | 0b11011
P128 = 1 << 128 | 0b10000111
LAZY = 1 << 128 | 0b110


def multiply(a, b):
    """Returns the product of two polynomials."""
    product = 0
    while b:
        low = b & -b
        product ^= a * low
        b ^= low
    return product


def remainder(a, modulus):
    """Returns the remainder of a polynomial."""
    degree = modulus.bit_length()
    while a.bit_length() >= degree:
        a ^= modulus << (a.bit_length() - degree)
    return a


def modular(a, b, modulus):
    """Returns the remainder of a product."""
    return remainder(multiply(a, b), modulus)


def power(a, n, modulus):
    """Returns the remainder of a to the power n."""
    result = 1
    for bit in f"{n:b}":
        result = modular(result, result, modulus)
        if bit == "1":
            result = modular(result, a, modulus)
    return result
