"""Threads share objects."""

import subprocess
import sys
import threading

import provenhash
from provenhash import hash_array

THREADS = 8
KEY = provenhash.clhash_mixed.key_from_seed(1)


def together(*functions):
    """Run functions at the same time, and raise the first error of one."""
    barrier, errors = threading.Barrier(len(functions)), []

    def run(function):
        barrier.wait()
        try:
            function()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_an_interpreter_without_a_lock_is_refused():
    """One that could take a lock has taken it for this package before it asks."""
    for enabled in (True, False):
        code = f"import sys; sys._is_gil_enabled = lambda: {enabled}; import provenhash"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert (run.returncode == 0) == enabled
        assert enabled or "ImportError: provenhash needs the interpreter's lock" in run.stderr


def test_a_key():
    messages = [bytes([i]) * (i % 50) for i in range(256)] + [bytes(5000), bytearray(20), bytearray(5000)]
    numbers = [KEY.hash(message) for message in messages]

    def work():
        for _ in range(20):
            assert [KEY.hash(message) for message in messages] == numbers
            assert [int.from_bytes(KEY.digest(message), "big") for message in messages] == numbers
            assert [int(KEY.hexdigest(message), 16) for message in messages] == numbers
            assert hash_array(KEY, messages).tolist() == numbers

    together(*[work] * THREADS)


def test_a_hasher():
    hasher, piece = KEY.hasher(), b"abc" * 1000

    def work():
        for _ in range(100):
            hasher.update(piece)
            assert len(hasher.copy().digest()) == len(hasher.digest()) == 8
            assert KEY.resume(hasher.checkpoint()).name == hasher.name

    together(*[work] * THREADS)
    assert hasher.intdigest() == KEY.hash(piece * 100 * THREADS)


def test_a_list_that_changes():
    items, done = [], threading.Event()
    one, two = KEY.hash(b"one"), KEY.hash(b"two")

    def change():
        for i in range(2000):
            items.extend([b"one", "two"] * (i % 20))
            del items[i % 7 :: 3]
            if i % 10 == 0:
                items.clear()
        done.set()

    def work():
        while not done.is_set():
            assert {*hash_array(KEY, items).tolist()} <= {one, two}

    together(change, *[work] * 3)


def test_a_buffer_that_changes():
    """Its length cannot change while it is hashed; otherwise there is an error or some hash."""
    data, done = bytearray(9000), threading.Event()

    def change():
        for i in range(3000):
            try:
                data.extend(bytes(i))
                del data[9000:]
            except BufferError:
                pass
            data[i % 100] = i & 255
        done.set()

    def work():
        while not done.is_set():
            assert 0 <= KEY.hash(data) < 2**64

    together(change, *[work] * 3)


def test_a_capsule_is_taken_once():
    """Objects should export new capsules each time, but nothing makes them."""

    class Array:
        def __init__(self):
            self.capsules = hash_array(KEY, ["a", "b"]).__arrow_c_array__()

        def __arrow_c_array__(self):
            return self.capsules

    expected = hash_array(KEY, hash_array(KEY, ["a", "b"]))
    for _ in range(100):
        array, results = Array(), []

        def work():
            try:
                results.append(hash_array(KEY, array))
            except ValueError as error:
                results.append(str(error))

        together(*[work] * THREADS)
        hashes = [each for each in results if not isinstance(each, str)]
        assert hashes == [expected], results
        assert len(results) == THREADS
