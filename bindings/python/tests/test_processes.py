"""Keys that processes generate are unrelated, however the processes are made."""

import contextlib
import ctypes
import errno
import importlib
import multiprocessing
import os
import platform
import struct
import sys

import pytest

import provenhash


def draw():
    """Returns the bytes of a new key of each algorithm, and of VMAC."""
    keys = [algorithm.generate_key() for algorithm in provenhash.algorithms.values()]
    return [key.export() for key in [*keys, provenhash.VmacKey.generate()]]


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


KEY = None


def receive(algorithm, secret):
    """Makes the key of a worker, as the README does."""
    global KEY
    KEY = algorithm.key_from_bytes(secret)


def work(data):
    return KEY.hash(data), provenhash.hash_array(KEY, [data])


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_key_for_workers(method):
    algorithm = provenhash.siphash_2_4
    key = algorithm.generate_key()
    context = multiprocessing.get_context(method)
    with context.Pool(2, receive, (algorithm, key.export())) as pool:
        results = pool.map(work, [b"a", b"b", b"c"])
    assert [number for number, _ in results] == [key.hash(data) for data in (b"a", b"b", b"c")]
    assert [hashes.tolist() for _, hashes in results] == [[number] for number, _ in results]
    with pytest.raises(TypeError, match=r"key\.export\(\)"):
        with context.Pool(1) as pool:
            pool.apply(work, (key,))


def interpreters():
    """Returns a function that runs code in another interpreter of this process, if there are any."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        with contextlib.suppress(ImportError):
            return importlib.import_module(name)


@pytest.mark.skipif(interpreters() is None, reason="this Python has no interpreters to start")
@pytest.mark.parametrize("config", ["legacy", "isolated"])
def test_other_interpreters_are_refused(config):
    """The import fails there, with an error that says why; nothing else happens."""
    module = interpreters()
    if module.__name__ == "_interpreters":
        interpreter = module.create(config)
    else:
        interpreter = module.create(isolated=config == "isolated")
    reading, writing = os.pipe()
    code = f"""if True:
        import os, sys
        sys.path[:] = {sys.path!r}
        try:
            import provenhash
            text = "imported"
        except ImportError as error:
            text = str(error)
        os.write({writing}, text.encode())
        os.close({writing})"""
    module.run_string(interpreter, code)
    module.destroy(interpreter)
    with os.fdopen(reading, "rb") as pipe:
        assert "subinterpreters" in pipe.read().decode()
    assert provenhash.md5.hexdigest(b"abc").startswith("9001")


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


def without_entropy(pipe):
    """Forbids this process the system call getrandom, and sends what happens to new keys."""
    number = {"x86_64": 318, "aarch64": 278, "riscv64": 278}[platform.machine()]
    load, equal, give = 0x20, 0x15, 0x06  # of BPF, with constants
    allow, refuse = 0x7FFF0000, 0x00050000 | errno.EIO
    steps = [(load, 0, 0, 0), (equal, 0, 1, number), (give, 0, 0, refuse), (give, 0, 0, allow)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    program = struct.pack("@HP", len(steps), ctypes.addressof(code))
    system = ctypes.CDLL(None, use_errno=True)
    no_new_privileges, filter_calls = (38, 1, 0, 0, 0), (22, 2, program)
    for call in [no_new_privileges, filter_calls]:
        assert system.prctl(*call) == 0, os.strerror(ctypes.get_errno())
    errors = []
    for make in [*(a.generate_key for a in provenhash.algorithms.values()), provenhash.VmacKey.generate]:
        try:
            make()
            errors.append(None)
        except OSError as error:
            errors.append(str(error))
    pipe.send(errors)


if sys.platform == "linux":

    def test_no_entropy():
        """Where the system gives no entropy, there is an error and no key."""
        context = multiprocessing.get_context("spawn")
        reading, writing = context.Pipe(duplex=False)
        process = context.Process(target=without_entropy, args=(writing,))
        process.start()
        writing.close()
        errors = reading.recv()
        process.join()
        assert process.exitcode == 0
        assert len(errors) == len(provenhash.algorithms) + 1
        assert all(error and error.startswith("no entropy for a key") for error in errors), errors
