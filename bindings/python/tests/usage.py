"""Code that mypy must accept, and must refuse where a line has `type: ignore`."""

import hashlib
import mmap

import numpy as np
import polars as pl

import provenhash
from provenhash import (
    Fingerprint,
    Hasher,
    Hashes,
    Key,
    Receiver,
    Sender,
    TableKey,
    VmacKey,
    fingerprint,
    hash_array,
    row_hashes,
)

key: Key = provenhash.clhash_mixed.generate_key()
number: int = key.hash(b"abc") + key.hash(bytearray()) + key.hash(memoryview(b""))
key.hash(np.arange(3))
with mmap.mmap(-1, 8) as memory:
    key.digest(memory)
hasher: Hasher = key.hasher()
hasher.update(b"")
with open(__file__, "rb") as file:
    hashlib.file_digest(file, key.hasher)
provenhash.update_many((key.hasher(), data) for data in (b"", bytearray()))
hasher.update_mmap(__file__)
provenhash.md5(b"abc").hexdigest()
hashlib.file_digest(open(__file__, "rb"), provenhash.md5)
hasher = provenhash.siphash_2_4(b"abc", key=bytes(16))
hasher = provenhash.new("siphash-2-4", b"abc", key=memoryview(bytes(16)))
number = key.hash_signed(b"abc") + hasher.intdigest(signed=True)
hashes: Hashes = hash_array(key, np.arange(3))
numbers: list[int] = hashes.tolist(signed=True)
hash_array(key, hashes, null=1)
hash_array(key, pl.Series(["a"]))
hash_array(key, ["a", None])
hash_array(key, [5, 2.5, None], canonical=True, null=np.int64(5))
first: int = hashes[0]
texts: list[str] = hashes.hexdigests()
part: Hashes = hashes[1:]
hasher.reset()
secret: bytes = key.export()
key.hasher(data=b"", usedforsecurity=False)
provenhash.clhash.key_from_seed(np.int64(1))
np.asarray(hashes)
tag: bytes = VmacKey.generate(tag_size=16).tag(b"nonce", b"message")
sender: Sender = provenhash.clmac.generate_key().sender()
nonce, tag = sender.tag(bytearray(b"message"))
receiver: Receiver = provenhash.clmac.generate_key().receiver()
good: bool = receiver.verify(nonce, memoryview(b"message"), tag)
good = key.verify(b"message", tag, tag_size=8)
sizes: tuple[int, ...] = provenhash.clmac.digest_sizes
bound: float | None = provenhash.algorithms["clhash"].collision_bound(100)
etag: str = provenhash.s3_etag(b"", 5 << 20)
table_key: TableKey = TableKey.from_bytes(bytes(32))
whole: Fingerprint = fingerprint(pl.DataFrame({"a": [1]}), table_key).combine(Fingerprint())
fingerprint(pl.LazyFrame({"a": [1]}), table_key)
whole = Fingerprint.from_str(str(whole))
shown: str = whole.hexdigest() + whole.digest().hex()
stored: bytes = bytes(whole) + str(whole.rows).encode()
sums: tuple[int, int] = provenhash.Checksum(1, 2, 3).combine(provenhash.Checksum()).sums
columns = {"a": "integer"}
query: str = provenhash.sql_checksum("sqlite", ("main", "t"), columns, table_key, where="t.a > 5")
same: bool = provenhash.table_checksum(pl.DataFrame({"a": [1]}), columns, table_key) == provenhash.Checksum()
found: provenhash.Diff = provenhash.diff(pl.DataFrame({"a": [1]}), pl.LazyFrame({"a": [1]}), "a", limit=5)
good = bool(found) or found.is_same or len(found) == found.changed + found.only_in_a + found.only_in_b
pl.DataFrame(found)
row: int = row_hashes(pl.DataFrame({"a": [1]}), table_key)[0] ^ whole.value

provenhash.update_many([b""])  # type: ignore[list-item]
key.hash("abc")  # type: ignore[arg-type]
hash_array(key, 5)  # type: ignore[call-overload]
fingerprint(5, table_key)  # type: ignore[arg-type]
fingerprint(pl.DataFrame(), key)  # type: ignore[arg-type]
provenhash.diff(pl.DataFrame(), pl.DataFrame(), 5)  # type: ignore[arg-type]
hash_array(key, [5])  # type: ignore[arg-type]
provenhash.clhash(b"abc")  # type: ignore[call-arg]
provenhash.clhash.hash(b"abc")  # type: ignore[attr-defined]
provenhash.clhash.key_from_seed("1")  # type: ignore[arg-type]
provenhash.no_such_hash  # type: ignore[attr-defined]
