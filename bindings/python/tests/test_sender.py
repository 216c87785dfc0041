"""CLMAC with nonces that cannot repeat."""

import copy
import os
import pickle
import threading

import clmac
import provenhash
import pytest

KEY = provenhash.clmac.key_from_seed(1)


def test_tags_are_those_of_the_specification():
    """A second implementation, in Python, computes the same tags under the nonces that are drawn."""
    sender, receiver = KEY.sender(), KEY.receiver()
    theirs = clmac.NonceClmac(KEY.export())
    for length in (0, 1, 16, 17, 2048, 2049, 5000):
        data = bytes(i * i % 251 for i in range(length))
        nonce, tag = sender.tag(data)
        assert theirs.tag(nonce, data) == tag
        assert receiver.verify(nonce, data, tag)
        assert receiver.verify(bytearray(nonce), memoryview(data), bytearray(tag))


def test_what_is_refused():
    sender, receiver = KEY.sender(), KEY.receiver()
    nonce, tag = sender.tag(b"message")
    assert not receiver.verify(nonce, b"massage", tag)
    assert not receiver.verify(sender.tag(b"message")[0], b"message", tag)
    for size in (0, 12, 16, 23, 25):
        with pytest.raises(ValueError, match=f"nonce has {size} bytes, CLMAC needs 24"):
            receiver.verify(bytes(size), b"message", tag)
    # Without nonces no tag of a sender is accepted, and by a receiver none without a nonce.
    assert not KEY.verify(b"message", tag)
    assert not receiver.verify(nonce, b"message", KEY.digest(b"message"))
    other = provenhash.clmac.key_from_seed(2).receiver()
    assert not other.verify(nonce, b"message", tag)
    for arguments in [("",), ([],), (5,)]:
        with pytest.raises(TypeError):
            sender.tag(*arguments)


@pytest.mark.parametrize("name", [name for name in provenhash.algorithms if name != "clmac"])
def test_other_algorithms_have_none(name):
    key = provenhash.algorithms[name].key_from_seed(1)
    for make in (key.sender, key.receiver):
        with pytest.raises(TypeError, match=f"{name} has no senders, only clmac has"):
            make()


def test_senders_cannot_be_copied():
    for each in (KEY.sender(), KEY.receiver()):
        for function in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="make another with key"):
                function(each)


def test_nonces_do_not_repeat():
    """Check this also for senders of one key and for threads that share a sender."""
    senders, seen = [KEY.sender(), KEY.sender()], []
    large = bytes(1 << 16)

    def run():
        for sender in senders:
            seen.extend(sender.tag(data)[0] for data in (b"message", large) * 500)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == len(set(seen)) == 8000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_forks_have_other_nonces():
    """A sender that was made before its process forks draws another prefix in each child."""
    sender = KEY.sender()
    prefixes = [sender.tag(b"message")[0][:16]]
    for _ in range(3):
        reader, writer = os.pipe()
        if os.fork() == 0:
            try:
                os.write(writer, b"".join(sender.tag(b"message")))
            finally:
                os._exit(0)
        os.close(writer)
        sent = os.read(reader, 100)
        os.close(reader)
        os.wait()
        assert KEY.receiver().verify(sent[:24], b"message", sent[24:])
        prefixes.append(sent[:16])
    assert len(set(prefixes)) == 4
    assert sender.tag(b"message")[0][:16] == prefixes[0], "the parent goes on"
