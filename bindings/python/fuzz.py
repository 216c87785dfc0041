"""Fuzzes the border between Python and the compiled code: `python fuzz.py [SECONDS] [SEED]`.

It makes random calls with objects that are right, nearly right and wrong. An exception must be one
of those that the docs name, and the values of good calls must agree with other ways to compute
them. A crash ends the run. At the end it prints the number of calls.
"""

import collections
import ctypes
import pickle
import random
import sys
import time
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa

import provenhash
from provenhash import hash_array

sys.path.insert(0, str(Path(__file__).parent / "tests"))
from raw_arrow import RawArray  # noqa: E402

ALGORITHMS = list(provenhash.algorithms.values())
EXPECTED = (TypeError, ValueError, BufferError, IndexError, MemoryError)
FORMATS = [
    b"n",
    b"b",
    b"c",
    b"S",
    b"i",
    b"l",
    b"g",
    b"u",
    b"Z",
    b"vu",
    b"w:3",
    b"w:8",
    b"w:0",
    b"tin",
    b"d:9,2",
    b"d:9,2,256",
    b"tss:UTC",
    b"+s",
    b"+l",
    b"w:",
    b"d:",
    b"?",
    b"",
    b"\xff",
]
#: The bytes of a value, by format; 0 if the buffers determine them.
WIDTHS = {
    b"c": 1,
    b"S": 2,
    b"i": 4,
    b"l": 8,
    b"g": 8,
    b"w:3": 3,
    b"w:8": 8,
    b"w:0": 0,
    b"tin": 16,
    b"d:9,2": 16,
    b"d:9,2,256": 32,
    b"tss:UTC": 8,
}


class Fuzzer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.calls = collections.Counter()

    def data(self):
        r = self.random
        return r.randbytes(
            r.choice([0, 1, 7, 8, 9, 16, 31, 63, 129, 1024, 1025, 4097, r.randrange(9000)])
        )

    def anything(self):
        r = self.random
        data = self.data()
        return r.choice(
            [
                lambda: data,
                lambda: bytearray(data),
                lambda: memoryview(data),
                lambda: memoryview(data)[::-2],
                lambda: memoryview(bytearray(data)).cast("B"),
                lambda: np.frombuffer(data, "u1"),
                lambda: np.frombuffer(data, "u1")[::3],
                lambda: np.array(data),
                lambda: np.array([None, data], object),
                lambda: "text",
                lambda: None,
                lambda: r.getrandbits(r.choice([1, 63, 64, 65, 300])) * r.choice([1, -1]),
                lambda: 1.5,
                lambda: [data],
                lambda: object(),
                lambda: np.arange(6).reshape(2, 3).T,
                lambda: pa.py_buffer(data),
                lambda: pa.array([data]),
                lambda: np.array(["2020"], "M8[Y]"),
                lambda: np.array(["text"], np.dtypes.StringDType()),
                lambda: ctypes.c_char_p(data),
                lambda: (ctypes.c_double * 3)(),
            ]
        )()

    def key(self):
        algorithm = self.random.choice(ALGORITHMS)
        return self.random.choice(
            [algorithm.key_from_seed(self.random.getrandbits(64)), provenhash.md5]
        )

    def one_message(self):
        key, thing = self.key(), self.anything()
        value = key.hash(thing)
        assert (
            value
            == int(key.hexdigest(thing), 16)
            == int.from_bytes(key.digest(bytes(memoryview(thing))), "big")
        )

    def keys(self):
        algorithm, thing = self.random.choice(ALGORITHMS), self.anything()
        make = self.random.choice(
            [algorithm.key_from_bytes, algorithm.key_from_seed, algorithm.collision_bound]
        )
        made = make(thing)
        if make == algorithm.key_from_bytes:
            assert made.export() == bytes(memoryview(thing)) or "vhash" in algorithm.name

    def vmac(self):
        key = provenhash.VmacKey.from_bytes(
            self.random.randbytes(self.random.choice([15, 16, 24, 32])), 8
        )
        nonce, thing = (
            self.random.choice([b"1", b"", bytes(16), b"\xff" * 16, self.anything()]),
            self.anything(),
        )
        tag = key.tag(nonce, thing)
        assert key.verify(nonce, thing, tag)
        hasher = key.hasher(nonce)
        hasher.update(thing)
        assert hasher.digest() == tag

    def pieces(self):
        key, whole = self.key(), b""
        hasher = key.hasher()
        for _ in range(self.random.randrange(6)):
            piece = self.anything()
            hasher.update(piece)
            whole += bytes(memoryview(piece))
            hasher = self.random.choice([hasher, hasher.copy(), key.resume(hasher.checkpoint())])
        assert hasher.digest() == key.digest(whole)

    def together(self):
        key = self.random.choice([self.key(), provenhash.md5])
        whole = [b""] * self.random.randrange(1, 90)
        hashers = [key.hasher() for _ in whole]
        for _ in range(self.random.randrange(4)):
            pieces = [self.data() for _ in whole]
            if self.random.random() < 0.2:
                pieces[0] = self.anything()
            updates = [(self.random.randrange(len(whole)), piece) for piece in pieces]
            provenhash.update_many((hashers[i], piece) for i, piece in updates)
            for i, piece in updates:
                whole[i] += bytes(memoryview(piece))
        assert [each.digest() for each in hashers] == [key.digest(each) for each in whole]

    def checkpoints(self):
        key = self.key()
        state = bytearray(key.hasher(self.data()).checkpoint())
        for _ in range(self.random.randrange(3)):
            state[self.random.randrange(len(state))] ^= 1 << self.random.randrange(8)
        if self.random.random() < 0.5:
            # A correct check sum of wrong contents: FNV-1a.
            check = 0xCBF29CE484222325
            for byte in state[:-8]:
                check = (check ^ byte) * 0x100000001B3 & (1 << 64) - 1
            state[-8:] = check.to_bytes(8, "little")
        hasher = key.resume(state)
        hasher.update(self.data())
        hasher.digest(), hasher.checkpoint()

    def pickles(self):
        pickle.dumps(
            self.random.choice([self.key(), self.key().hasher(), provenhash.VmacKey.generate()])
        )

    def columns(self):
        r, key = self.random, self.key()
        values = [
            r.choice([None, self.data()[:40], b"", r.randbytes(12), r.randbytes(13)])
            for _ in range(r.randrange(600))
        ]
        type = r.choice([pa.binary(), pa.large_binary(), pa.binary_view()])
        array = pa.array(values, type)
        low = r.randrange(len(values) + 1)
        high = r.randrange(low, len(values) + 1)
        array, values = array[low:high], values[low:high]
        if r.random() < 0.3:
            cut = r.randrange(len(array) + 1)
            array = pa.chunked_array([array[:cut], array[cut:]])
        elif r.random() < 0.3 and type == pa.binary():
            array = array.dictionary_encode()
        elif r.random() < 0.3:
            array = r.choice([values, pl.Series(array)])
        hashes = hash_array(key, array, null=7)
        assert hashes.tolist() == [7 if value is None else key.hash(value) for value in values]
        assert len(pa.array(hashes)) == len(np.asarray(hashes)) == len(values)

    def numbers(self):
        r, key = self.random, self.key()
        dtype = r.choice(
            [
                "i1",
                "u2",
                "i4",
                "u8",
                "f2",
                "f4",
                "f8",
                "c8",
                "?",
                "M8[s]",
                "S3",
                "V5",
                "U2",
                ">i4",
                "O",
                "g",
                "V0",
                "S0",
                "i4,i4",
            ]
        )
        array = np.zeros(r.choice([0, 1, 9, 300]), dtype)
        if array.dtype.itemsize and array.dtype.kind in "iuc":
            array = array.astype(dtype) + r.randrange(100)
        if r.random() < 0.3:
            array = r.choice(
                [array[::-1], array[::3], array.reshape(-1, 1), np.ma.masked_array(array)]
            )
        hash_array(key, array, null=r.choice([0, 2**32 - 1, -1, 2**64, None]), canonical=r.random() < 0.5)

    def raw(self, depth=0):
        """Return an array whose buffers have the lengths of its type, with arbitrary contents."""
        r = self.random
        format, length, offset = (
            r.choice(FORMATS),
            r.choice([0, 1, 2, 9, 300]),
            r.choice([0, 0, 1, 7]),
        )
        end = length + offset
        validity = r.choice([None, r.randbytes(end // 8 + 1)])
        if format in (b"u", b"Z"):
            size = 4 if format == b"u" else 8
            numbers = [
                r.choice([0, 3, 20, -1, 2**31 - 1 if size == 4 else 2**62, r.randrange(20)])
                for _ in range(end + 1)
            ]
            if r.random() < 0.5:
                numbers = sorted(abs(number) % 21 for number in numbers)
            if length:
                # The interface promises that values end at the last offset.
                numbers[-1] = r.choice([20, -5])
            buffers = [
                validity,
                b"".join(n.to_bytes(size, "little", signed=True) for n in numbers),
                bytes(20),
            ]
        elif format == b"vu":
            part = lambda: r.choice([0, 1, 5, 12, 13, 20, -1, 2**31 - 1])
            views = b"".join(part().to_bytes(4, "little", signed=True) for _ in range(4 * end))
            buffers = [
                validity,
                views,
                bytes(30),
                bytes(20),
                (30).to_bytes(8, "little") + (20).to_bytes(8, "little"),
            ]
        else:
            buffers = [validity, r.randbytes(end * WIDTHS.get(format, 16) + end // 8 + 1)]
        if r.random() < 0.1 and buffers:
            buffers[r.randrange(len(buffers))] = None
        n_buffers = r.choice([None] * 8 + [0, 1, -1])
        dictionary = self.raw(1) if depth == 0 and r.random() < 0.2 else None
        return RawArray(
            format,
            r.choice([length] * 9 + [-1]),
            buffers,
            offset,
            r.choice([-1, -1, 0]),
            n_buffers,
            dictionary,
        )

    def raw_arrays(self):
        array = self.raw()
        length = array.array.length
        try:
            assert len(hash_array(self.key(), array, canonical=self.random.random() < 0.5)) == length
        finally:
            assert array.released == 2

    def results(self):
        hashes = hash_array(self.key(), [b"a"] * self.random.randrange(9))
        view = memoryview(hashes)
        assert (
            view.nbytes == len(hashes) * len(hashes.digests()[0])
            if len(hashes)
            else view.nbytes == 0
        )
        hashes[self.random.randrange(-12, 12)]

    def wrong_arguments(self):
        key = self.key()
        call = self.random.choice(
            [
                key.hash,
                key.resume,
                key.hasher,
                provenhash.s3_etag,
                hash_array,
                key.hasher().update,
                provenhash.update_many,
                provenhash.VmacKey.from_bytes,
                provenhash._provenhash.hash_fixed,
            ]
        )
        call(
            *(
                self.random.choice([key, self.anything(), self.anything()])
                for _ in range(self.random.randrange(1, 7))
            )
        )

    def step(self):
        """Make one call, of any kind."""
        step = self.random.choice(
            [
                self.one_message,
                self.keys,
                self.vmac,
                self.pieces,
                self.together,
                self.checkpoints,
                self.pickles,
                self.columns,
                self.numbers,
                self.raw_arrays,
                self.results,
                self.wrong_arguments,
            ]
        )
        try:
            step()
            self.calls[step.__name__, "right"] += 1
        except EXPECTED as error:
            self.calls[step.__name__, type(error).__name__] += 1


def main():
    seconds, seed = (*map(int, sys.argv[1:]), *(60, 1)[len(sys.argv) - 1 :])
    fuzzer, end = Fuzzer(seed), time.monotonic() + seconds
    while time.monotonic() < end:
        fuzzer.step()
    for (step, result), count in sorted(fuzzer.calls.items()):
        print(f"{count:10,}  {step}: {result}")
    print(f"{fuzzer.calls.total():10,}  in total, no crash and no wrong value")


if __name__ == "__main__":
    main()
