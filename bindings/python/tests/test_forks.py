"""Children of a process whose threads are at work meanwhile."""

import contextlib
import ctypes
import os
import select
import threading
import time
import warnings

import provenhash
import pytest

KEY = provenhash.clmac.key_from_seed(1)
LARGE = bytes(1 << 20)

if not hasattr(os, "fork"):
    pytest.skip("there is no fork", allow_module_level=True)


def bare_fork():
    """Makes a child without handlers, by `_Fork`, with the interpreter's lock, which it keeps."""
    return ctypes.PyDLL(None)._Fork()


FORKS = [os.fork]
with contextlib.suppress(AttributeError, OSError):
    if ctypes.PyDLL(None)._Fork:
        FORKS.append(bare_fork)


def in_child(work, fork=os.fork):
    """Returns the bytes that `work` returns in a child, which must not take a minute. Without Python's handlers a child may
    hang now and then, because a mutex of the interpreter was held; one that takes our locks would hang every time."""
    for _ in range(1 if fork is os.fork else 3):
        sent = of_child(work, fork)
        if sent is not None:
            return sent
    raise AssertionError("the child hangs")


def of_child(work, fork):
    """Returns the bytes that `work` returns in a child, or None if it hangs."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # A process with threads is what we test.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = fork()
    if child == 0:
        try:
            os.write(writing, work())
        finally:
            os._exit(0)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], 60)
    if not ready:
        os.kill(child, 9)
    with os.fdopen(reading, "rb") as pipe:
        sent = pipe.read()
    os.waitpid(child, 0)
    return sent if ready else None


@contextlib.contextmanager
def busy(work):
    """Calls `work` again and again in a thread that releases the interpreter's lock most of the time."""
    ended = threading.Event()

    def run():
        while not ended.is_set():
            work()

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.01)
    try:
        yield
    finally:
        ended.set()
        thread.join()


@pytest.mark.parametrize("fork", FORKS)
def test_a_sender_and_a_receiver_that_a_thread_uses(fork):
    sender, receiver = KEY.sender(), KEY.receiver()
    nonce, tag = sender.tag(LARGE)

    def work():
        own = sender.tag(b"message")
        assert receiver.verify(own[0], b"message", own[1]) and receiver.verify(nonce, LARGE, tag)
        return b"".join(own)

    prefixes = {nonce[:16]}
    for function in (lambda: sender.tag(LARGE), lambda: receiver.verify(nonce, LARGE, tag)):
        with busy(function):
            for _ in range(5):
                sent = in_child(work, fork)
                assert KEY.receiver().verify(sent[:24], b"message", sent[24:])
                assert sent[:16] not in prefixes, "a child has the prefix of another process"
                prefixes.add(sent[:16])
    assert sender.tag(b"m")[0][:16] == nonce[:16], "the parent goes on"


@pytest.mark.parametrize("call", ["update", "update_many", "update_mmap"])
def test_a_hasher_that_a_thread_updates(call, tmp_path):
    """The child has the state after whole updates, and goes on from there. (After `_Fork` it hangs when it releases the
    interpreter's lock: for that Python needs its own handlers.)"""
    file = tmp_path / "large"
    file.write_bytes(LARGE)
    algorithm = provenhash.md5
    hasher, reference = algorithm.hasher(), algorithm.hasher()
    other = algorithm.hasher()

    def update():
        if call == "update_many":
            provenhash.update_many([(hasher, LARGE), (other, LARGE)])
        elif call == "update_mmap":
            hasher.update_mmap(file)
        else:
            hasher.update(LARGE)

    def work():
        before = hasher.digest()
        hasher.update(b"of the child")
        provenhash.update_many([(other, LARGE), (hasher, LARGE)])
        hasher.update_mmap(file)
        hasher.copy().reset()
        return before + hasher.digest()

    with busy(update):
        sent = [in_child(work) for _ in range(5)]
    # How often the thread has appended is not known, but it is a whole number.
    states = {}
    total = hasher.digest()
    while True:
        before = reference.digest()
        child = reference.copy()
        child.update(b"of the child")
        child.update(LARGE)
        child.update(LARGE)
        states[before] = child.digest()
        if before == total:
            break
        reference.update(LARGE)
    assert all(states.get(each[:16]) == each[16:] for each in sent)


def test_updates_of_threads_wait_for_each_other():
    """None is lost, whether it is long or short."""
    hasher, other = provenhash.md5.hasher(), provenhash.md5.hasher()
    pieces = (b"x" * 100, b"x" * 100_000)

    def run():
        for _ in range(200):
            for piece in pieces:
                hasher.update(piece)
                provenhash.update_many([(other, piece), (hasher, piece)])

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    length = 4 * 200 * 100_100
    assert hasher.digest() == provenhash.md5.digest(b"x" * (2 * length))
    assert other.digest() == provenhash.md5.digest(b"x" * length)
