"""Keys and hashers: the interface of `hashlib`, secret keys, errors that name the right value."""

import copy
import ctypes
import hashlib
import inspect
import io
import pickle
import sys
import threading
import time

import provenhash
import pytest
import vectors
from test_verify import MACS, SOME_MACS

DATA = bytes(i * 131 >> 3 & 255 for i in range(20_000))
ALGORITHMS = list(provenhash.algorithms.values())
SPECIFICATION = "".join(page.read_text() for page in (vectors.FOLDER.parents[2] / "proofs/spec").glob("*.md"))


def keys():
    return [algorithm.key_from_seed(1) for algorithm in ALGORITHMS] + [provenhash.md5]


each_key = pytest.mark.parametrize("key", keys(), ids=lambda key: key.name)
each_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda a: a.name)


@each_key
def test_one_hash_in_three_forms(key):
    for data in (b"", b"abc", DATA):
        digest = key.digest(data)
        assert len(digest) == key.digest_size
        assert key.hexdigest(data) == digest.hex()
        assert key.hash(data) == int.from_bytes(digest, "big")


@each_key
def test_hashers_are_like_hashlib(key):
    hasher = key.hasher()
    for piece in (b"", DATA[:1], DATA[1:5000], DATA[5000:]):
        hasher.update(piece)
    assert hasher.digest() == key.digest(DATA)
    assert hasher.hexdigest() == key.hexdigest(DATA)
    assert hasher.intdigest() == key.hash(DATA)
    assert key.hasher(DATA).digest() == key.digest(DATA)
    assert (hasher.name, hasher.digest_size, hasher.block_size) == (
        key.name,
        key.digest_size,
        key.block_size,
    )
    like = hashlib.md5()
    for name in dir(like):
        if not name.startswith("_"):
            assert hasattr(hasher, name), name
    for other in (hasher.copy(), copy.copy(hasher), copy.deepcopy(hasher)):
        other.update(b"more")
        assert other.digest() == key.digest(DATA + b"more")
    assert hasher.digest() == key.digest(DATA)


def test_md5_is_that_of_hashlib():
    assert provenhash.md5.hasher(DATA).hexdigest() == hashlib.md5(DATA).hexdigest()
    assert (provenhash.md5.name, provenhash.md5.block_size) == ("md5", hashlib.md5().block_size)


@each_key
def test_file_digest(key, tmp_path):
    (tmp_path / "file").write_bytes(DATA)
    with open(tmp_path / "file", "rb") as file:
        assert hashlib.file_digest(file, key.hasher).digest() == key.digest(DATA)
    assert hashlib.file_digest(io.BytesIO(DATA), key.hasher).digest() == key.digest(DATA)


@each_key
def test_checkpoints(key):
    for cut in (0, 1, 31, 5000):
        state = pickle.loads(pickle.dumps(key.hasher(DATA[:cut]).checkpoint()))
        assert type(state) is bytes
        hasher = key.resume(state)
        hasher.update(DATA[cut:])
        assert hasher.digest() == key.digest(DATA)
        for wrong, message in (
            (
                state[:-1],
                f"checkpoint has {len(state) - 1} bytes, this function needs {len(state)}",
            ),
            (b"", f"checkpoint has 0 bytes, this function needs {len(state)}"),
            (bytes(len(state)), "checkpoint does not start with the name of this function"),
            (state[:-9] + bytes([state[-9] ^ 1]) + state[-8:], "checkpoint is corrupt"),
            (state[:-1] + bytes([state[-1] ^ 1]), "checkpoint is of another algorithm or key"),
        ):
            with pytest.raises(ValueError, match=message):
                key.resume(wrong)


def test_checkpoints_hold_no_key():
    """Check that checkpoints hold sums with the key instead, except in SipHash and HighwayHash."""
    tried = []
    for algorithm in ALGORITHMS:
        if algorithm.name.startswith(("clhash", "vhash", "ghash", "polyval")):
            secret = hashlib.shake_128(b"key").digest(algorithm.key_size)
            state = algorithm.key_from_bytes(secret).hasher(b"\xff" * 5000).checkpoint()
            windows = {secret[i : i + 4] for i in range(len(secret) - 3)}
            assert not any(state[i : i + 4] in windows for i in range(len(state) - 3))
            tried.append(algorithm.name)
    assert len(tried) == 10


@each_key
def test_secrets_stay(key):
    assert key.export().hex() not in repr(key) or key is provenhash.md5
    assert key.name in repr(key) and key.name in repr(key.hasher())
    assert len(repr(key)) < 60
    for secret in (key, key.hasher()):
        if secret is provenhash.md5:
            continue  # has none
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError, match=r"key\.export\(\)|hasher\.checkpoint\(\)"):
                pickle.dumps(secret, protocol)
    assert copy.deepcopy(key) is key and copy.copy(key) is key


def test_the_bound_of_ghash_is_for_one_length():
    for algorithm in (provenhash.ghash, provenhash.polyval):
        assert "of the same length" in algorithm.bound
        key = algorithm.generate_key()
        assert key.hash(b"a") == key.hash(b"a\0")


@each_key
def test_tags(key):
    algorithm = provenhash.algorithms.get(key.name)
    published = algorithm.published(key.digest(DATA)) if algorithm else key.digest(DATA)
    if key.name not in MACS:
        for wrong in (lambda: key.verify(DATA, published), lambda: key.tag(DATA), key.hasher(DATA).tag):
            with pytest.raises(TypeError, match=f"{key.name} is no MAC"):
                wrong()
        return
    tag = key.tag(DATA)
    assert tag == published == key.hasher(DATA).tag()
    # The digits of numbers are another order, and one alone is right.
    assert key.verify(DATA, key.digest(DATA)) == (key.digest(DATA) == tag)
    if key.name in SOME_MACS:
        assert (key.digest(DATA) == tag) == (key.name in ("clmac", "siphash128-2-4"))
    assert key.verify(DATA, tag) and key.verify(memoryview(DATA), bytearray(tag))
    with pytest.raises(TypeError):
        key.verify(DATA, tag.hex())
    with pytest.raises(TypeError):
        key.verify(DATA, tag, len(tag))
    sizes = provenhash.algorithms[key.name].digest_sizes
    assert sizes == ((8, 12, 16) if key.name == "clmac" else (len(tag),))
    for size in range(len(tag) + 9):
        if size not in sizes:
            with pytest.raises(ValueError, match=f"{key.name} has no digests of {8 * size} bits"):
                key.verify(DATA, tag[:size], tag_size=size)
    for size in (-1, 1 << 64):
        with pytest.raises(ValueError, match="tag_size must be an int"):
            key.verify(DATA, tag, tag_size=size)


def test_keys_of_vmac():
    key = provenhash.VmacKey.generate()
    assert provenhash.VmacKey.from_bytes(key.export()).tag(b"1", b"a") == key.tag(b"1", b"a")
    assert len(key.tag(b"1", b"a")) == key.tag_size == 16
    with pytest.raises(TypeError, match="key"):
        pickle.dumps(key)
    for size in (0, 15, 17, 31, 33):
        with pytest.raises(ValueError, match=f"key has {size} bytes, vmac128 needs 16, 24 or 32"):
            provenhash.VmacKey.from_bytes(bytes(size))
    for size in (16, 24, 32):
        assert provenhash.VmacKey.from_bytes(bytes(size), tag_size=16).tag_size == 16
    with pytest.raises(ValueError, match="tag_size is 4, VMAC has tags of 8 or 16 bytes"):
        provenhash.VmacKey.generate(tag_size=4)
    with pytest.raises(ValueError, match="tag_size must be an int"):
        provenhash.VmacKey.from_seed(1, tag_size=-1)
    for nonce in (b"", bytes(17)):
        with pytest.raises(ValueError, match=f"nonce has {len(nonce)} bytes, VMAC needs 1 to 16"):
            key.tag(nonce, b"")
    with pytest.raises(ValueError, match="first bit"):
        key.hasher(b"\x80" + bytes(15))
    assert not key.verify(b"1", b"a", b"short")
    with pytest.raises(TypeError):
        provenhash.hash_array(key, [b"a"])


class Index:
    """An integer, as those of NumPy are."""

    def __index__(self):
        return 5


@each_algorithm
def test_keys(algorithm):
    assert algorithm.generate_key().export() != algorithm.generate_key().export()
    key = algorithm.key_from_seed(1)
    data = key.export()
    assert len(data) == algorithm.key_size
    assert algorithm.key_from_bytes(data).hash(DATA) == key.hash(DATA)
    assert algorithm.key_from_bytes(bytearray(data)).hash(DATA) == key.hash(DATA)
    for wrong in (b"", data[:-1], data + b"\0"):
        match = f"key has {len(wrong)} bytes, .* needs {algorithm.key_size}"
        with pytest.raises(ValueError, match=match):
            algorithm.key_from_bytes(wrong)
    for seed in (-1, 1 << 64, 1 << 200):
        with pytest.raises(ValueError, match=r"seed must be an int in range\(2\*\*64\)"):
            algorithm.key_from_seed(seed)
    with pytest.raises(TypeError, match="seed must be an int"):
        algorithm.key_from_seed("1")
    assert algorithm.key_from_seed(Index()).hash(DATA) == algorithm.key_from_seed(5).hash(DATA)
    with pytest.raises(TypeError, match="encode"):
        algorithm.key_from_bytes("0" * algorithm.key_size)


@each_algorithm
def test_what_is_said_of_algorithms(algorithm):
    assert getattr(provenhash, algorithm.name.replace("-", "_")) is algorithm
    assert algorithm.summary and algorithm.bound
    # The pages of the specification define our own functions, by the names that are stored.
    version = "-1" if f"`{algorithm.name}-1`" in SPECIFICATION else ""
    assert algorithm.stored_name == algorithm.name + version
    # What is a tag is public, and no checkpoint is.
    assert algorithm.secrets.startswith("digests are public; ") == (algorithm.name in MACS)
    assert pickle.loads(pickle.dumps(algorithm)) is algorithm
    bound = algorithm.collision_bound(4096)
    assert bound is None or -130 < bound < -20
    assert algorithm.key_from_seed(0).digest_size == algorithm.digest_size
    with pytest.raises(ValueError, match="length"):
        algorithm.collision_bound(-1)


def test_vhash_refuses_some_keys():
    with pytest.raises(ValueError, match="last step"):
        provenhash.vhash64.key_from_bytes(b"\xff" * 160)


KEY = provenhash.clhash.key_from_seed(3)


def test_methods_check_their_arguments():
    for method in (provenhash.Key.hash, provenhash.Key.digest, provenhash.Key.hexdigest):
        assert str(inspect.signature(method)) == "(self, data, /)"
        for wrong in ((), (provenhash.md5,), (provenhash.md5.hasher(), b""), (object(), b""), (b"", b"")):
            with pytest.raises(TypeError):
                method(*wrong)
        for wrong in ((provenhash.md5, b"", b""), (provenhash.md5, "")):
            with pytest.raises(TypeError):
                method(*wrong)
        with pytest.raises(TypeError):
            method(provenhash.md5, data=b"")


@pytest.mark.parametrize("call", [KEY.hash, KEY.digest, KEY.hexdigest, KEY.hasher])
def test_errors_say_what_is_wrong(call):
    with pytest.raises(TypeError, match=r"data\.encode\(\)"):
        call("text")
    with pytest.raises(TypeError, match="bytes-like|buffer"):
        call(object())
    with pytest.raises(BufferError, match="not C-contiguous"):
        call(memoryview(DATA)[::2])
    with pytest.raises(ValueError, match="references"):
        call((ctypes.py_object * 2)(1, 2))


def test_arguments_are_those_of_hashlib():
    for options in ({}, {"usedforsecurity": False}, {"usedforsecurity": True}):
        assert provenhash.md5.hasher(b"abc", **options).digest() == hashlib.md5(b"abc", **options).digest()
        assert provenhash.md5.hasher(**options).digest() == hashlib.md5(**options).digest()
    for wrong in ({"usedforsecurity": False, "more": 1}, {"string": b""}):
        with pytest.raises(TypeError):
            provenhash.md5.hasher(**wrong)
    with pytest.raises(TypeError):
        provenhash.md5.hasher(b"", False)
    hasher = provenhash.md5.hasher()
    with pytest.raises(TypeError):
        hasher.update(data=b"")


@each_key
def test_reset(key):
    hasher = key.hasher(DATA)
    assert hasher.reset() is None
    hasher.update(b"abc")
    assert hasher.digest() == key.digest(b"abc")
    for other in (key.resume(hasher.checkpoint()), hasher.copy()):
        other.reset()
        assert other.digest() == key.digest(b"")
    assert hasher.digest() == key.digest(b"abc")


def test_a_nonce_is_for_one_message():
    key = provenhash.VmacKey.generate()
    with pytest.raises(TypeError, match="every message needs a nonce"):
        key.hasher(b"1").reset()


@pytest.mark.parametrize(
    "name",
    [
        "Algorithm",
        "Checksum",
        "Fingerprint",
        "Hasher",
        "Hashes",
        "Key",
        "Receiver",
        "Sender",
        "TableKey",
        "VmacKey",
    ],
)
def test_types_are_immutable(name):
    each = getattr(provenhash, name)
    for attribute in ("digest", "new"):
        with pytest.raises(TypeError, match="immutable"):
            setattr(each, attribute, None)
    with pytest.raises(TypeError, match="immutable"):
        del each.__repr__
    with pytest.raises(TypeError, match="acceptable base type"):
        type("Mine", (each,), {})
    for each in (KEY, provenhash.clhash, KEY.hasher()):
        with pytest.raises(AttributeError):
            each.new = 1
        with pytest.raises(AttributeError):
            each.name = "other"


def test_no_key_without_an_algorithm():
    for each in (provenhash.Key, provenhash.Hasher, provenhash.Hashes, provenhash.Algorithm, provenhash.Sender):
        with pytest.raises(TypeError):
            each()


def test_threads_share_a_hasher():
    """Check that each update is appended as a whole, whatever its length."""
    hasher, piece = KEY.hasher(), b"\7" * 5000
    threads = [
        threading.Thread(target=lambda: [hasher.update(piece) for _ in range(200)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for _ in range(200):
        hasher.copy(), hasher.checkpoint(), hasher.digest()
    for thread in threads:
        thread.join()
    assert hasher.intdigest() == KEY.hash(piece * 800)


@pytest.mark.parametrize("call", ["hash", "update", "update_many", "hash_array"])
def test_other_threads_run(call):
    """Check that another thread can count and change the data while this one hashes."""
    numpy = pytest.importorskip("numpy")
    data, count, seen = numpy.zeros(32 << 20, "u1"), 0, []
    work = {
        "hash": provenhash.md5.hash,
        "update": provenhash.md5.hasher().update,
        "update_many": lambda data: provenhash.update_many((provenhash.md5.hasher(), data) for _ in range(4)),
        "hash_array": lambda data: provenhash.hash_array(provenhash.md5, data.view("S64")),
    }[call]

    def run():
        before = count
        work(data)
        seen.append(count - before)

    interval = sys.getswitchinterval()
    # Threads are not forced to switch, so they must release the lock themselves.
    sys.setswitchinterval(60)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        while thread.is_alive():
            count += 1
            data[count % len(data)] = 1
            time.sleep(0)
    finally:
        sys.setswitchinterval(interval)
    assert seen[0] > 10
