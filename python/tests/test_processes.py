"""Keys that processes generate are unrelated, however the processes are made."""

import multiprocessing
import os

import pytest

import provenhash


def draw():
    """Returns the bytes of a new key of each algorithm, and of VMAC."""
    keys = [algorithm.generate_key() for algorithm in provenhash.algorithms.values()]
    return [key.to_bytes() for key in [*keys, provenhash.VmacKey.generate()]]


def unrelated(draws):
    """Checks that no two draws have eight bytes in common at one place."""
    seen = set()
    for draw in draws:
        for name, key in enumerate(draw):
            for at in range(0, len(key) - 7, 8):
                place = (name, at, key[at : at + 8])
                assert place not in seen
                seen.add(place)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_workers(method):
    context = multiprocessing.get_context(method)
    before = draw()
    with context.Pool(4, maxtasksperchild=1) as pool:
        draws = pool.starmap(draw, [()] * 8, chunksize=1)
    unrelated([before, *draws, draw()])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_prefork():
    """As servers do: the parent loads everything, and each worker keeps its key."""
    before, pipes = draw(), []
    for _ in range(4):
        reading, writing = os.pipe()
        if os.fork() == 0:
            try:
                with os.fdopen(writing, "wb") as pipe:
                    pipe.write(b"".join(draw()))
            finally:
                os._exit(0)
        os.close(writing)
        pipes.append(reading)
    draws = [before]
    for reading in pipes:
        with os.fdopen(reading, "rb") as pipe:
            data = pipe.read()
        os.wait()
        keys = []
        for key in before:
            keys.append(data[: len(key)])
            data = data[len(key) :]
        assert data == b"" and [len(key) for key in keys] == [len(key) for key in before]
        draws.append(keys)
    unrelated(draws)
