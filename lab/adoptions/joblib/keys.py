"""Checks the key of a cache: processes that start together use one key, and a damaged key is an error."""

import multiprocessing
import os
import random
import tempfile
import time

from joblib import Memory, _store_backends

PROCESSES = 8
TRIES = 20


write = _store_backends.concurrency_safe_write


def write_late(*arguments):
    """Delays the writing of a key, so that other processes find no key either."""
    time.sleep(random.uniform(0, 0.02))
    return write(*arguments)


def export(location, barrier, keys):
    """Sends the key of a cache as soon as all processes are ready, once for each try."""
    _store_backends.concurrency_safe_write = write_late
    for i in range(TRIES):
        store = Memory(os.path.join(location, str(i)), verbose=0).store_backend
        barrier.wait()
        keys.put((i, store.argument_hash().export()))


def main():
    with tempfile.TemporaryDirectory() as location:
        context = multiprocessing.get_context("spawn")
        barrier, keys = context.Barrier(PROCESSES), context.Queue()
        processes = [context.Process(target=export, args=(location, barrier, keys)) for _ in range(PROCESSES)]
        for process in processes:
            process.start()
        found = {keys.get(timeout=300) for _ in range(PROCESSES * TRIES)}
        for process in processes:
            process.join()
        assert len(found) == len({i for i, _ in found}) == len({key for _, key in found}) == TRIES
        # Nothing else is left in the folder of a cache.
        assert sorted(os.listdir(os.path.join(location, "0"))) == [".argument_hash.key", ".gitignore", "joblib"]

        store = Memory(location, verbose=0).store_backend
        first = store.argument_hash().export()
        assert store.argument_hash().export() == first
        with open(store.key_file, "wb") as file:
            file.write(first[:-1])
        try:
            store.argument_hash()
        except ValueError as error:
            assert str(len(first)) in str(error), error
        else:
            raise AssertionError("a damaged key is used")
    print(f"{PROCESSES} processes used one key in each of {TRIES} caches")


if __name__ == "__main__":
    main()
