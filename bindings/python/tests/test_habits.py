"""The habits of those who come from hashlib, xxhash, blake3, siphash24 and siphashc.

Each alias is what a program needs to keep its calls. Where it does more than pass arguments on, its comment says
how we differ, and why.
"""

import copy
import ctypes
import hashlib
import hmac
import inspect
import io
import os
import pickle
import random
import subprocess
import sys
import threading
import time
import warnings

import provenhash
import pytest

SECRET = bytes(range(16))
#: Of the authors of SipHash, for this key: the messages are 0, 1, 2, ...
PUBLISHED = {0: "310e0edd47db6f72", 1: "fd67dc93c539f874", 15: "e545be4961ca29a1", 63: "724506eb4c328a95"}
DATA = random.Random(1).randbytes(50_000)
KEYED = list(provenhash.algorithms.values())
UNIVERSAL = [a for a in KEYED if a.name.startswith(("clhash", "vhash", "ghash", "polyval", "mmh", "tmmh", "multi"))]


def test_md5_as_in_hashlib():
    assert provenhash.md5(b"abc").hexdigest() == hashlib.md5(b"abc").hexdigest()
    hasher = provenhash.md5(data=b"a", usedforsecurity=False)
    hasher.update(b"bc")
    assert hasher.digest() == provenhash.md5.digest(b"abc")
    assert hashlib.file_digest(io.BytesIO(DATA), provenhash.md5).digest() == hashlib.md5(DATA).digest()
    assert str(inspect.signature(provenhash.md5.hasher)) == "(data=None, *, usedforsecurity=None)"
    with pytest.raises(TypeError):
        provenhash.md5(string=b"abc")


def test_new_as_in_hashlib():
    assert provenhash.new("md5").digest() == hashlib.new("md5").digest()
    assert provenhash.new("md5", b"abc", usedforsecurity=False).digest() == hashlib.md5(b"abc").digest()
    for algorithm in KEYED:
        key = algorithm.key_from_seed(1)
        for secret in (key, key.export(), bytearray(key.export())):
            assert provenhash.new(algorithm.name, DATA, key=secret).digest() == key.digest(DATA)
        # As hashlib.blake2b(data, key=key), except that a key is required: it is what the bounds are about.
        assert algorithm(DATA, key=key.export()).digest() == key.digest(DATA)
        with pytest.raises(TypeError, match=f"{algorithm.name} needs a key: pass its {algorithm.key_size} bytes"):
            provenhash.new(algorithm.name, DATA)
        with pytest.raises(TypeError, match="key"):
            algorithm(DATA)
        with pytest.raises(ValueError, match="key has 5 bytes"):
            algorithm(key=b"short")
        with pytest.raises(ValueError, match=f"the key is one of {algorithm.name}, not of"):
            provenhash.new("clmac" if algorithm.name != "clmac" else "ghash", key=key)
    with pytest.raises(TypeError, match="md5 has no key"):
        provenhash.new("md5", b"", key=SECRET)
    for hash in (hashlib, provenhash):
        with pytest.raises(ValueError, match="sha1024"):
            hash.new("sha1024")
        with pytest.raises(TypeError):
            hash.new(1)


def test_names_that_are_none():
    wrong = {
        "md5": r"provenhash\.md5 hashes",
        "vmac64": r"provenhash\.VmacKey",
        "clhash_mixed": r"no algorithm 'clhash_mixed', but 'clhash-mixed'",
        "CLMAC": "but 'clmac'",
        "siphash24": "but 'siphash-2-4'",
        "zzz": r"^\"no algorithm 'zzz': list\(provenhash\.algorithms\) has all names\"$",
        None: "no algorithm None",
        5: "no algorithm 5",
    }
    for name, message in wrong.items():
        with pytest.raises(KeyError, match=message):
            provenhash.algorithms[name]
        assert name not in provenhash.algorithms and provenhash.algorithms.get(name) is None
    with pytest.raises(TypeError):
        provenhash.algorithms["new"] = provenhash.clhash
    assert len(dict(provenhash.algorithms)) == len(KEYED)


def test_algorithms_say_that_keys_hash():
    for name in ("hash", "digest", "hexdigest", "hasher", "tag", "verify", "export", "hash_signed"):
        with pytest.raises(AttributeError, match=rf"generate_key\(\); key\.{name}$"):
            getattr(provenhash.siphash_2_4, name)
    with pytest.raises(AttributeError, match='no attribute "other"'):
        provenhash.clhash.other
    assert not hasattr(provenhash.clhash, "__hashes__")
    assert copy.copy(provenhash.clhash) is provenhash.clhash


def signed(number, bits):
    return number - (number >> bits - 1 << bits)


@pytest.mark.parametrize("key", [*(a.key_from_seed(1) for a in KEYED), provenhash.md5], ids=lambda key: key.name)
def test_signed(key):
    """What a column of type BIGINT holds."""
    seen = set()
    for i in range(64):
        data = bytes([i]) * i
        value = key.hash_signed(data)
        assert value == signed(key.hash(data), 8 * key.digest_size)
        assert value == key.hasher(data).intdigest(signed=True)
        assert key.hasher(data).intdigest(signed=False) == key.hash(data)
        seen.add(value < 0)
    assert len(seen) == 2
    texts = [str(i) for i in range(64)]
    hashes = provenhash.hash_array(key, texts)
    assert hashes.tolist(signed=True) == [key.hash_signed(text.encode()) for text in texts]
    with pytest.raises(TypeError, match="encode"):
        key.hash_signed("text")


def test_signed_in_a_database():
    numpy = pytest.importorskip("numpy")
    duckdb = pytest.importorskip("duckdb")
    hashes = provenhash.hash_array(provenhash.clhash_mixed.key_from_seed(0), [str(i) for i in range(99)])
    database = duckdb.connect()
    database.execute("CREATE TABLE t (h BIGINT)")
    database.executemany("INSERT INTO t VALUES (?)", [(h,) for h in hashes.tolist(signed=True)])
    assert [h for (h,) in database.execute("SELECT h FROM t").fetchall()] == numpy.asarray(hashes).view("i8").tolist()


def test_update_mmap(tmp_path):
    key = provenhash.highwayhash256.key_from_seed(1)
    for data in (b"", b"a", DATA, DATA * 30):
        (tmp_path / "file").write_bytes(data)
        for path in (tmp_path / "file", str(tmp_path / "file")):
            hasher = key.hasher(b"before ")
            assert hasher.update_mmap(path) is None
            hasher.update(b" behind")
            assert hasher.digest() == key.digest(b"before " + data + b" behind")
    hasher = key.hasher(b"before")
    for path, error in ((tmp_path / "none", FileNotFoundError), (tmp_path, (IsADirectoryError, PermissionError))):
        with pytest.raises(error) as caught:
            hasher.update_mmap(path=path)
        if os.name == "posix":
            with pytest.raises(error) as theirs:
                open(path)
            assert (caught.value.errno, str(caught.value)) == (theirs.value.errno, str(theirs.value))
    for wrong, error in ((5, TypeError), (None, TypeError), (b"bytes", TypeError), ("a\0b", OSError)):
        with pytest.raises(error):
            hasher.update_mmap(wrong)
    assert hasher.digest() == key.digest(b"before")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_update_mmap_of_what_cannot_be_mapped(tmp_path):
    """A pipe is read to its end while other threads run. A file of /proc says that it is empty."""
    os.mkfifo(tmp_path / "pipe")
    thread = threading.Thread(target=lambda: (tmp_path / "pipe").write_bytes(DATA))
    thread.start()
    hasher = provenhash.md5()
    hasher.update_mmap(tmp_path / "pipe")
    thread.join()
    assert hasher.hexdigest() == hashlib.md5(DATA).hexdigest()
    if os.path.exists("/proc/self/cmdline"):
        with open("/proc/self/cmdline", "rb") as file:
            command = file.read()
        hasher.reset()
        hasher.update_mmap("/proc/self/cmdline")
        assert command and hasher.hexdigest() == hashlib.md5(command).hexdigest()


def test_equal_keys():
    keys = [a.key_from_seed(seed) for a in KEYED for seed in (1, 2)] + [provenhash.md5]
    for i, key in enumerate(keys):
        assert [each == key for each in keys] == [i == j for j in range(len(keys))]
        assert [each != key for each in keys] == [i != j for j in range(len(keys))]
        if key is not provenhash.md5:
            data = bytearray(key.export())
            algorithm = provenhash.algorithms[key.name]
            assert algorithm.key_from_bytes(data) == key
            for place in (0, len(data) // 2, len(data) - 1):
                data[place] ^= 1
                assert algorithm.key_from_bytes(data) != key
                data[place] ^= 1
        assert key != key.export() and not key == key.name and key != None  # noqa: E711
        with pytest.raises(TypeError, match="unhashable"):
            hash(key)
    vmac = provenhash.VmacKey
    assert vmac.from_seed(1) == vmac.from_bytes(vmac.from_seed(1).export()) != vmac.from_seed(2)
    assert vmac.from_seed(1) != vmac.from_seed(1, tag_size=8) and vmac.from_seed(1) != provenhash.clmac.key_from_seed(1)
    # One is the beginning of the other.
    assert vmac.from_bytes(bytes(16)) != vmac.from_bytes(bytes(32))
    with pytest.raises(TypeError, match="unhashable"):
        hash(vmac.from_seed(1))


def test_keys_are_compared_in_constant_time():
    """A difference in the first byte is found no sooner than one in the last."""
    algorithm = provenhash.multilinear64
    secret = random.Random(2).randbytes(algorithm.key_size)
    key, times = algorithm.key_from_bytes(secret), {}
    others = {}
    for place in (0, algorithm.key_size - 1):
        data = bytearray(secret)
        data[place] ^= 1
        others[place] = algorithm.key_from_bytes(data)
    for _ in range(300):
        for place, other in others.items():
            start = time.perf_counter_ns()
            for _ in range(20):
                key == other
            times[place] = min(times.get(place, 1 << 60), time.perf_counter_ns() - start)
    first, last = times.values()
    assert 0.7 < first / last < 1.4, times


def test_hmac_needs_another_hash():
    """HMAC of a universal hash is no MAC: its last step is linear in the key. hmac makes the calls of file_digest."""
    for algorithm in KEYED:
        key = algorithm.key_from_seed(1)
        for make in (key.hasher, key, lambda key=key: key.hasher()):
            doors = [lambda: hmac.new(b"key", b"message", make), lambda: hmac.digest(b"key", b"message", make)]
            if make not in (key.hasher, key):
                # A function of the caller's hides who calls: nothing can be done about it.
                continue
            for door in doors:
                with warnings.catch_warnings(), pytest.raises(TypeError, match="HMAC with it is not secure"):
                    warnings.simplefilter("ignore")
                    door()
        assert hashlib.file_digest(io.BytesIO(DATA), key.hasher).digest() == key.digest(DATA)
        assert hashlib.file_digest(io.BytesIO(DATA), key).digest() == key.digest(DATA)
    for make in (provenhash.md5, provenhash.md5.hasher):
        assert hmac.new(b"key", b"message", make).digest() == hmac.digest(b"key", b"message", "md5")


def test_fingerprints_as_text():
    key, fingerprint = provenhash.TableKey.from_seed(0), provenhash.Fingerprint
    pyarrow = pytest.importorskip("pyarrow")
    for rows in range(5):
        whole = provenhash.fingerprint(pyarrow.table({"a": list(range(rows))}), key)
        assert str(whole) == f"{whole.hexdigest()}-{rows}"
        assert whole.digest().hex() == whole.hexdigest() == f"{whole.value:032x}"
        assert fingerprint.from_str(str(whole)) == whole == fingerprint.from_bytes(bytes(whole))
        # SQL and files have the 24 bytes, of which the least significant comes first in both numbers.
        assert bytes(whole) == whole.digest()[::-1] + rows.to_bytes(8, "little")
    digits = "0" * 31 + "1"
    assert fingerprint.from_str(f"{digits}-{2**64 - 1}").rows == 2**64 - 1
    wrong = ["", "-", digits, f"{digits}-", f"{digits}-{2**64}", f"{digits}-00", f"{digits}-+1", f"{digits[1:]}-1"]
    wrong += [f"0{digits}-1", f"{'A' * 32}-1", f"+{digits[1:]}-1", f"{digits}-1\n", f" {digits}-1", f"{digits}--1"]
    wrong += [f"{digits}-1-1", f"{'g' * 32}-1", f"{digits}-\u0661"]
    for text in wrong:
        with pytest.raises(ValueError, match="a fingerprint is 32 hexadecimal digits"):
            fingerprint.from_str(text)
    with pytest.raises(TypeError):
        fingerprint.from_str(bytes(24))


def test_the_order_of_arguments():
    pyarrow = pytest.importorskip("pyarrow")
    table, of_table, key = pyarrow.table({"a": [1]}), provenhash.TableKey.from_seed(0), provenhash.clmac.generate_key()
    with pytest.raises(TypeError, match=r"hash_array\(key, array\) needs a Key first, not list, and the two are swapped"):
        provenhash.hash_array(["a"], key)
    with pytest.raises(TypeError, match=r"hash_array\(key, array\) needs a Key first, not provenhash\.TableKey$"):
        provenhash.hash_array(of_table, ["a"])
    columns = {"a": "integer"}
    functions = {
        r"fingerprint\(table, key\)": provenhash.fingerprint,
        r"row_hashes\(table, key\)": provenhash.row_hashes,
        r"table_checksum\(table, columns, key\)": lambda t, k: provenhash.table_checksum(t, columns, k),
        r"sql_checksum\(dialect, table, columns, key\)": lambda t, k: provenhash.sql_checksum("sqlite", t, columns, k),
    }
    for call, function in functions.items():
        with pytest.raises(TypeError, match=f"{call} needs a TableKey last, not provenhash.Key$"):
            function("t", key)
        with pytest.raises(TypeError, match=f"{call} needs a TableKey last, not pyarrow.lib.Table, and the two are swapped"):
            function(of_table, table)


def test_pickles_of_what_has_no_secret():
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(provenhash.md5, protocol)) is provenhash.md5
        for name in ("hash", "digest", "hexdigest", "hash_signed", "hasher"):
            method = pickle.loads(pickle.dumps(getattr(provenhash.md5, name), protocol))
            assert method.__self__ is provenhash.md5 and method.__name__ == name
        assert pickle.loads(pickle.dumps(provenhash.clhash.key_from_seed, protocol))(1) == provenhash.clhash.key_from_seed(1)
        with pytest.raises(TypeError, match="a key is a secret"):
            pickle.dumps(provenhash.clhash.generate_key().hash, protocol)


def test_errors_name_types_by_their_module():
    numpy = pytest.importorskip("numpy")
    key = provenhash.clhash.key_from_seed(0)
    name = f"numpy.{numpy.bool_.__name__}"
    with pytest.raises(TypeError, match=f"not {name}$"):
        provenhash.hash_array(key, [numpy.bool_(True)], canonical=True)
    with pytest.raises(TypeError, match=f"not {name}; numbers need"):
        provenhash.hash_array(key, [numpy.bool_(True)])
    with pytest.raises(TypeError, match=f"cannot hash {name}: "):
        provenhash.hash_array(key, type(numpy.bool_.__name__, (), {"__module__": "numpy"})())
    with pytest.raises(TypeError, match=f"an update must be a tuple .*, not {name}"):
        provenhash.update_many([numpy.bool_(True)])
    with pytest.raises(TypeError, match="not complex; numbers need"):
        provenhash.hash_array(key, [1j])


def test_dir_has_only_names_of_ours():
    allowed = set(provenhash.__all__) | {"polars"}
    assert {name for name in dir(provenhash) if not name.startswith("_")} <= allowed
    program = "import provenhash; print(*(n for n in dir(provenhash) if n[0] != '_' and n not in provenhash.__all__))"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).split() == []


def siphash24(data=b"", /, *, key=b""):
    """As in siphash24."""
    # It pads a short key with zeros. Ours are refused: a key of few bytes is a guess away from none.
    return SipHash24(provenhash.siphash_2_4(data, key=key + bytes(16 - len(key)) if len(key) < 16 else key))


class SipHash24:
    """A hasher of siphash24."""

    # It spells the name without hyphens; ours is that of `hsum` and of every other door.
    name = "siphash24"

    def __init__(self, hasher):
        self.update, self.digest_size = hasher.update, hasher.digest_size
        # Its digest is what the authors publish, the least significant byte first. Ours has that as `tag`, so that
        # the digest of every algorithm is its number, the most significant byte first.
        self.digest = hasher.tag
        self.hexdigest = lambda: hasher.tag().hex()
        # Its number is signed, for databases; ours is unless `signed` asks for it the one that is published.
        self.intdigest = lambda: hasher.intdigest(signed=True)


def test_siphash24():
    message = bytes(range(63))
    for length, digits in PUBLISHED.items():
        whole = siphash24(message[:length], key=SECRET)
        assert (whole.hexdigest(), len(whole.digest()), whole.name) == (digits, whole.digest_size, "siphash24")
        assert whole.intdigest() == int.from_bytes(bytes.fromhex(digits), "little", signed=True)
        for cut in range(length + 1):
            pieces = siphash24(key=SECRET)
            pieces.update(message[:cut])
            pieces.update(message[cut:length])
            assert pieces.digest() == whole.digest()
    assert siphash24().digest() == siphash24(b"").digest() == siphash24(key=b"").digest() == siphash24(key=bytes(16)).digest()
    for wrong in (lambda: siphash24("text"), lambda: siphash24(1), lambda: siphash24(key="text"), lambda: siphash24(key=1)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="key has 17 bytes, siphash-2-4 needs 16"):
        siphash24(key=bytes(17))
    with pytest.raises(ValueError, match="key has 3 bytes, siphash-2-4 needs 16"):
        provenhash.siphash_2_4(key=b"abc")


def siphash(key, data):
    """As in siphashc."""
    # It encodes texts as UTF-8 by itself, and refuses what is neither text nor bytes. We refuse texts, as hashlib does,
    # because their encoding is a choice, and take any buffer. It keeps the interpreter's lock below 8 KiB, and we below
    # 4 KiB, from where on other threads gain more than releasing it takes. Its errors say 128 bits, ours both lengths.
    key, data = (each.encode() if isinstance(each, str) else each for each in (key, data))
    return provenhash.siphash_2_4.key_from_bytes(key).hash(data)


def test_siphashc():
    for length, digits in PUBLISHED.items():
        expected = int.from_bytes(bytes.fromhex(digits), "little")
        assert siphash(SECRET.decode(), bytes(range(length)).decode()) == siphash(SECRET, bytes(range(length))) == expected
    for wrong in ("", "short", "x" * 17):
        with pytest.raises(ValueError, match=f"key has {len(wrong)} bytes, siphash-2-4 needs 16"):
            siphash(wrong, "a")
    with pytest.raises(TypeError):
        siphash(object(), "a")


def xxh64(data=b"", seed=0):
    """As in xxhash."""
    # Its seeds wrap around. Ours are refused above 2^64: two seeds that seem different would be one.
    return provenhash.clhash_mixed.key_from_seed(seed % 2**64).hasher(data)


def test_xxhash():
    hasher = xxh64()
    hasher.update(b"one ")
    hasher.update(b"message")
    whole = xxh64(b"one message")
    assert hasher.digest() == whole.digest() == whole.intdigest().to_bytes(8, "big")
    assert whole.hexdigest() == format(whole.intdigest(), "016x") == whole.digest().hex()
    assert (whole.digest_size, len(whole.digest())) == (8, 8) and whole.block_size > 0
    assert xxh64(b"a", seed=5).digest() != xxh64(b"a", seed=6).digest() == xxh64(b"a", seed=6 + 2**64).digest()
    other = hasher.copy()
    hasher.reset()
    assert hasher.digest() == xxh64().digest() != other.digest() == whole.digest()
    with pytest.raises(TypeError):
        xxh64("text")
    # Its hashers cannot be pickled either; ours say what to store.
    with pytest.raises(TypeError, match="checkpoint"):
        pickle.dumps(whole)


class Blake3:
    """As in blake3."""

    # Its hash without a key has 32 bytes. We have no hash without a key but MD5, so that a key of zeros stands in.
    def __init__(self, data=b"", /, *, key=bytes(32), usedforsecurity=True):
        self.hasher = provenhash.highwayhash256(data, key=key, usedforsecurity=usedforsecurity)
        self.digest, self.hexdigest = self.hasher.digest, self.hasher.hexdigest

    def update(self, data):
        # Its updates return the hasher. Ours return None, as those of hashlib do, so that a line shows what it changes.
        self.hasher.update(data)
        return self

    def update_mmap(self, path):
        self.hasher.update_mmap(path)
        return self


def test_blake3(tmp_path):
    (tmp_path / "large").write_bytes(DATA)
    assert Blake3(b"foobarbaz").digest() == Blake3(b"foo").update(b"bar").update(b"baz").digest()
    assert Blake3(b"foobarbaz").hexdigest() == Blake3(b"foobarbaz").digest().hex()
    assert len(Blake3().digest()) == provenhash.highwayhash256.key_size == 32
    assert Blake3(b"a", key=bytes(31) + b"1").digest() != Blake3(b"a").digest()
    assert Blake3().update_mmap(tmp_path / "large").digest() == Blake3(DATA).digest()
    with pytest.raises(ValueError, match="key has 31 bytes, highwayhash256 needs 32"):
        Blake3(key=bytes(31))
    # Its digests have any length, because it is an extendable output. Ours have one, for which the bounds hold.
    with pytest.raises(TypeError):
        Blake3(b"foo").digest(length=100)
    # Its derive_key_context makes a key from a context. Ours derives those of all algorithms from one secret.
    first, second = (a.key_from_secret(bytes(32)).export() for a in (provenhash.clmac, provenhash.highwayhash256))
    assert first[:32] != second[:32]
    # Its max_threads hashes one message with many threads. Ours runs threads beside each other.
    with pytest.raises(TypeError):
        provenhash.highwayhash256(b"", key=bytes(32), max_threads=2)


def test_ctypes_of_the_habits():
    """hashlib hashes the address of a text. We refuse it: test_buffers.py has every kind."""
    assert len(hashlib.md5(ctypes.c_char_p(b"text")).digest()) == 16
    with pytest.raises(ValueError, match="references"):
        provenhash.md5(ctypes.c_char_p(b"text"))
