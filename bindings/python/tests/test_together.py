"""Many messages in pieces, side by side: `update_many`."""

import gc
import hashlib
import random
import sys

import provenhash
import pytest
from provenhash import update_many
from test_threads import together

DATA = random.Random(1).randbytes(70_000)
MD5 = provenhash.md5


def pieces_of(lengths, seed=0):
    """Return pieces of these lengths, at other offsets."""
    offset = random.Random(seed).randrange
    return [DATA[start : start + length] for length in lengths for start in [offset(len(DATA) - length + 1)]]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 17, 64, 65, 200])
def test_pieces_are_those_of_one_after_the_other(count):
    ours = [MD5.hasher() for _ in range(count)]
    theirs = [hashlib.md5() for _ in range(count)]
    for round in range(6):
        lengths = [(i * 97 + round * 131) % [63, 700, 5000][(i + round) % 3] for i in range(count)]
        pieces = pieces_of(lengths, round)
        assert update_many(zip(ours, pieces)) is None
        for their, piece in zip(theirs, pieces):
            their.update(piece)
        assert [each.hexdigest() for each in ours] == [each.hexdigest() for each in theirs]


def test_files_of_any_lengths():
    """As the README reads files: one that ends makes room for another."""
    lengths = [0, 1, 63, 64, 65, 1000, 1024, 1025, 70_000, 5, 3000] * 7
    files = dict(enumerate(pieces_of(lengths)))
    waiting, reading, digests = list(files.items()), {}, {}
    while waiting or reading:
        while waiting and len(reading) < 9:
            name, data = waiting.pop()
            reading[name] = [data, MD5.hasher()]
        blocks = {name: each[0][:1024] for name, each in reading.items()}
        update_many((reading[name][1], block) for name, block in blocks.items())
        for name, block in blocks.items():
            reading[name][0] = reading[name][0][1024:]
            if len(block) < 1024:
                digests[name] = reading.pop(name)[1].digest()
    assert digests == {name: hashlib.md5(data).digest() for name, data in files.items()}


def test_all_algorithms_mixed():
    keys = [algorithm.key_from_seed(1) for algorithm in provenhash.algorithms.values()] + [MD5] * 3
    mac = provenhash.VmacKey.from_seed(1)
    hashers, whole = [key.hasher() for key in keys] + [mac.hasher(b"1")], [b""] * (len(keys) + 1)
    for round in range(5):
        pieces = pieces_of([(i * 331 + round * 777) % 3000 for i in range(len(hashers))], round)
        update_many(zip(hashers, pieces))
        whole = [before + piece for before, piece in zip(whole, pieces)]
    assert [hasher.digest() for hasher in hashers[:-1]] == [
        key.digest(message) for key, message in zip(keys, whole)
    ]
    assert mac.verify(b"1", whole[-1], hashers[-1].digest())


def test_a_hasher_that_occurs_again():
    one, two = MD5.hasher(), provenhash.clhash.key_from_seed(1).hasher()
    updates = [(one, b"a"), (two, b"1"), (one, b"b" * 5000), (one, b""), (two, b"2"), (one, b"c")]
    update_many(updates * 2)
    assert one.digest() == MD5.digest((b"a" + b"b" * 5000 + b"c") * 2)
    assert two.digest() == provenhash.clhash.key_from_seed(1).digest(b"1212")


def test_data_is_that_of_update():
    buffers = [bytearray(DATA), memoryview(DATA)[5:], b"", memoryview(b"abc"), bytearray()]
    hashers = [MD5.hasher() for _ in buffers]
    update_many(list(zip(hashers, buffers)))
    assert [each.digest() for each in hashers] == [MD5.digest(bytes(each)) for each in buffers]
    # The buffers are released.
    buffers[0].extend(b"more")


@pytest.mark.parametrize(
    "wrong,error,match",
    [
        ("text", TypeError, r"data\.encode\(\)"),
        (None, TypeError, "bytes-like"),
        (memoryview(DATA)[::2], BufferError, "contiguous"),
    ],
)
def test_nothing_changes_by_an_error(wrong, error, match):
    hashers = [MD5.hasher(b"before") for _ in range(4)]
    for position in range(4):
        data = [b"more" * 2000] * 4
        data[position] = wrong
        with pytest.raises(error, match=match):
            update_many(zip(hashers, data))
        assert [each.digest() for each in hashers] == [MD5.digest(b"before")] * 4


@pytest.mark.parametrize("wrong", [b"", None, (), (MD5.hasher(),), (b"", MD5.hasher()), (MD5, b""), "ab", [MD5.hasher(), b""]])
def test_pairs_are_checked(wrong):
    hasher = MD5.hasher()
    with pytest.raises(TypeError, match=rf"an update must be a tuple \(hasher, data\), not {type(wrong).__name__}"):
        update_many([(hasher, b"abc"), wrong])
    assert hasher.digest() == MD5.digest(b"")


def test_arguments():
    for wrong in (None, 5, MD5.hasher()):
        with pytest.raises(TypeError, match="not iterable"):
            update_many(wrong)
    for arguments in ((), ([], [])):
        with pytest.raises(TypeError):
            update_many(*arguments)
    with pytest.raises(TypeError):
        update_many(updates=[])

    def failing():
        yield hasher, b"abc"
        raise OSError("a file cannot be read")

    hasher = MD5.hasher()
    with pytest.raises(OSError, match="cannot be read"):
        update_many(failing())
    assert hasher.digest() == MD5.digest(b"")


def test_threads_that_share_hashers_in_any_order():
    """Nobody waits forever, and each piece is appended as a whole."""
    hashers = [MD5.hasher() for _ in range(5)]
    piece = b"\7" * 5000

    def work(order):
        def run():
            for _ in range(100):
                update_many((hashers[i], piece) for i in order)
                hashers[order[0]].update(piece)
                hashers[order[-1]].copy().digest()

        return run

    together(*map(work, ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1], [3, 0, 1, 4, 2])))
    counts = [500, 400, 500, 500, 500]
    assert [each.digest() for each in hashers] == [MD5.digest(piece * count) for count in counts]


# Before, no class can define a buffer, so no Python code runs when one is released.
if sys.version_info >= (3, 12):

    def test_an_exporter_that_uses_the_hasher():
        """The locks are free again when a buffer is released."""
        hasher = MD5.hasher()

        class Exporter:
            def __buffer__(self, flags):
                return memoryview(bytearray(b"abc"))

            def __release_buffer__(self, view):
                hasher.update(b"d")

        update_many([(hasher, Exporter())])
        gc.collect()
        assert hasher.digest() == MD5.digest(b"abcd")
