"""Checksums of tables in plain SQL, version 1: see sql.md.

A cell is None or the value of its column's type: a bool, an int, the unscaled int of a decimal, days,
microseconds, text, or bytes.
"""

import random

from keys import chacha20
from keys import words as words_of

P = 2**61 - 1
DIGITS = {format(i, "X"): str(i) if i < 9 else "9" + str(i - 9) for i in range(16)}


class Key:
    def __init__(self, secret):
        self.secret = chacha20(secret, 39)[:32]
        self.blocks = {}

    def word(self, index):
        """Return word K[index]."""
        block = index // 8
        if block not in self.blocks:
            self.blocks[block] = words_of(chacha20(self.secret, block))
        return self.blocks[block][index % 8] % P


def words(kind, cell):
    """Return the words of a cell, without zeros at the end."""
    if cell is None:
        return []
    name = kind.partition("(")[0]
    if name == "boolean":
        return [2 if cell else 1]
    if name in ("text", "binary"):
        data = cell.encode() if name == "text" else cell
        digits = "".join(DIGITS[letter] for letter in data.hex().upper())
        return [1 + len(digits)] + [int(digits[i : i + 7]) for i in range(0, len(digits), 7)]
    assert -(2**63) <= cell < 2**63
    bits = cell % 2**64
    return [2**22 + (bits >> 42), bits >> 21 & 2**21 - 1, bits & 2**21 - 1]


def row(key, kinds, cells):
    """Return the two values of a row."""
    values = []
    for s in range(2):
        x = 0
        for c, (kind, cell) in enumerate(zip(kinds, cells, strict=True)):
            for i, word in enumerate(words(kind, cell)):
                x += key.word(4096 * (1 + 2 * c + s) + i) * word
        x, value = x % P, 1
        for i in range(9):
            value = value * key.word(2048 * s + 128 * i + x // 128**i % 128) % P
        values.append(value)
    return values


def checksum(key, kinds, rows):
    """Return the number of rows and the two sums."""
    sums = [0, 0]
    for cells in rows:
        sums = [(total + value) % P for total, value in zip(sums, row(key, kinds, cells))]
    return len(rows), *sums


def text(answer):
    """Return the text of a checksum."""
    n, a, b = answer
    return f"{a:016x}{b:016x}-{n}"


def vectors():
    """Yields tables and their checksums."""
    rng = random.Random("checksums in SQL, version 1")
    kinds = ["boolean", "integer", "decimal(2)", "date", "timestamp", "text(2048)", "binary(40)"]

    def cell(kind):
        if rng.random() < 0.2:
            return None
        name = kind.partition("(")[0]
        if name == "boolean":
            return rng.random() < 0.5
        if name == "text":
            return "".join(rng.choice("ab 9zü€😀\0") for _ in range(rng.choice([0, 1, 7, 20, 100])))
        if name == "binary":
            return rng.randbytes(rng.choice([0, 1, 7, 39, 40]))
        return rng.choice(
            [0, -1, 2**21, 2**42, -(2**63), 2**63 - 1, rng.randrange(-(2**63), 2**63)]
        )

    for i in range(40):
        secret = rng.randbytes(32)
        # As many columns of a kind as of any other.
        chosen = [kinds[i % 7]] + rng.choices(
            [each for each in kinds if "2048" not in each], k=i % 4
        )
        rows = [[cell(kind) for kind in chosen] for _ in range(i % 5)]
        yield {
            "key": secret.hex(),
            "types": chosen,
            "rows": [[each.hex() if isinstance(each, bytes) else
                      str(each) if type(each) is int else each for each in row] for row in rows],
            "checksum": text(checksum(Key(secret), chosen, rows)),
        }  # fmt: skip
