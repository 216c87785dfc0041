"""Values of the published implementations, and literal ones where there are none."""

import hashlib
import json
import random

import clmac
import provenhash
import pytest
import vectors
from keys import of_secret
from vectors import FILES, message, records


@pytest.mark.parametrize("file", FILES)
def test_published_values(file):
    keys, made, tried, names = {}, {}, set(), set()
    for kind, *fields in records(file):
        if kind == "K":
            keys[fields[0]] = fields[1]
        elif (name := fields[0]) in provenhash.algorithms:
            names.add(name)
            if fields[1] == "zero":
                # The published values of a key that is no secret.
                with pytest.raises(ValueError, match="^key has zeros where"):
                    vectors.key_of(name, keys["zero"])
                continue
            key = made.setdefault((name, fields[1]), vectors.key_of(name, keys[fields[1]]))
            if kind == "V":
                data = message(fields[2], int(fields[3]))
                assert vectors.text(name, key, data) == fields[4], fields[:4]
                tried.add(name)
            elif kind == "D":
                low, high = map(int, fields[3].split("..="))
                if high > 700:
                    continue
                lines = (
                    vectors.text(name, key, message(fields[2], length)) + "\n"
                    for length in range(low, high + 1)
                )
                assert hashlib.md5("".join(lines).encode()).hexdigest() == fields[4], fields[:4]
    assert tried == names


def test_keys_of_secrets():
    path = vectors.FOLDER.parents[2] / "proofs/spec/vectors/secrets.json"
    for vector in json.loads(path.read_text())["vectors"]:
        algorithm = provenhash.algorithms.get(vector["name"])
        if algorithm is not None:
            key = algorithm.key_from_secret(bytes.fromhex(vector["secret"]))
            assert key.export() == bytes.fromhex(vector["bytes"]), vector["name"]
    for name, algorithm in provenhash.algorithms.items():
        secret = random.Random(name).randbytes(32)
        expected = of_secret(name, secret, algorithm.key_size)
        assert algorithm.key_from_secret(secret).export() == expected, name
    for size in (0, 31, 33):
        with pytest.raises(ValueError, match=f"^secret has {size} bytes, keys are derived from 32$"):
            provenhash.clhash.key_from_secret(bytes(size))


def test_md5():
    for kind, *fields in records("md5.tsv"):
        if kind == "V":
            data = message(fields[2], int(fields[3]))
            assert provenhash.md5.hexdigest(data) == fields[4] == hashlib.md5(data).hexdigest()


def test_vmac():
    keys, tried = {}, set()
    for kind, *fields in records("vmac.tsv"):
        if kind == "K":
            keys[fields[0]] = bytes.fromhex(fields[1])
        elif kind == "V" and int(fields[3]) <= 700:
            size = {"vmac64": 8, "vmac128": 16}[fields[0]]
            key, nonce = keys[fields[1]][:16], keys[fields[1]][16:]
            key = provenhash.VmacKey.from_bytes(key, tag_size=size)
            data, tag = (
                message(fields[2], int(fields[3])),
                bytes.fromhex(fields[4].replace(",", "")),
            )
            assert key.tag(nonce, data) == tag
            assert key.verify(nonce, data, tag) and not key.verify(nonce, data + b"\0", tag)
            hasher = key.hasher(nonce)
            hasher.update(data[: len(data) // 2])
            hasher = key.resume(nonce, hasher.checkpoint())
            hasher.update(data[len(data) // 2 :])
            assert hasher.digest() == tag and hasher.name == fields[0] == key.name
            tried.add(size)
    assert tried == {8, 16}


def test_clmac_by_its_specification():
    """The second implementation and the crate agree, on values that neither has frozen."""
    key = random.Random(5).randbytes(32)
    ours, theirs = provenhash.clmac.key_from_bytes(key), clmac.Clmac(key)
    for length in (0, 1, 15, 16, 17, 511, 512, 513, 2047, 2048, 2049, 5000):
        data = random.Random(length).randbytes(length)
        tag = theirs.tag(data)
        assert ours.digest(data) == tag and ours.verify(data, tag)
        assert not ours.verify(data, tag[:8]) and not ours.verify(data + b"\0", tag)
    keys = {}
    for kind, *fields in records("clmac_nonce.tsv"):
        if kind == "K":
            keys[fields[0]] = bytes.fromhex(fields[1])
        elif int(fields[3]) < 2100:
            key, nonce = keys[fields[1]][:32], keys[fields[1]][32:]
            data = message(fields[2], int(fields[3]))
            assert clmac.NonceClmac(key).tag(nonce, data).hex() == fields[4]


#: The hashes of b"provenhash" under the keys of seed 7, as `hsum --seed 7` prints them.
FROZEN = {
    "clhash": "2246a0668df2343e",
    "clhash-mixed": "780a4aa40dd488c9",
    "clhash-bitmix": "e7df921a11f5ae2f",
    "clhash128": "5b2801b95d78db8f02d47f99351d628b",
    "clhash128-mixed": "b4f372d675e7485222926ceaeab9281f",
    "mshash": "070c677c6de519e8",
    "clmac": "12463481045b67d9d90fb275bf2ec305",
    "vhash64": "1a3b1ac587fc1aec",
    "vhash64-mixed": "a7de9552059f4366",
    "vhash128": "bd1ac7329928800f91ee9d819eebbd99",
    "ghash": "927367e155e1f5c56795cba8ce113494",
    "polyval": "8595883e9acacf61b14b6728eb9bda0a",
    "mmh32": "8c193843",
    "mmh64": "8c19384317b0065d",
    "tmmh16": "95ef3ee7a919313f",
    "multilinear64": "cd0d65eac2c5d823",
    "multilinear64-mixed": "b852c015f46b9a6a",
    "siphash-2-4": "1024630434464bce",
    "siphash-1-3": "86645b9b558caaa2",
    "siphash-1-2": "667a39768c6c30a1",
    "siphash-4-8": "0de8759f46e1ca0f",
    "siphash-1-2-nocase": "667a39768c6c30a1",
    "siphash128-2-4": "d2d306df655c772eda6a95d216e71e44",
    "siphash128-1-3": "d546f9074c7c76f0b37750a94edbe5de",
    "siptreehash": "98c7082baebf706d",
    "siptreehash13": "bedda059ea64ad4f",
    "halfsiphash32": "ab91b0a6",
    "halfsiphash64": "ba508c2bea1e6e6f",
    "highwayhash64": "f0706f78a245d6a1",
    "highwayhash128": "4d09388fea05f08ff44669efda3643a0",
    "highwayhash256": "7ea79674bfb5af6c56b4ee7738641526927c35380590ded79e84faa31a1b0350",
}


def test_frozen_values():
    """Literal values, of which every algorithm has these or vectors: a change of one is a break."""
    assert set(provenhash.algorithms) == set(FROZEN) | vectors.NAMES
    values = {
        name: algorithm.key_from_seed(7).hexdigest(b"provenhash")
        for name, algorithm in provenhash.algorithms.items()
    }
    assert FROZEN.items() <= values.items()
    key = provenhash.VmacKey.from_seed(7)
    assert key.tag(b"\1", b"provenhash").hex() == "7528bb029f8f8d5963e2c475cb8264b4"
    key = provenhash.VmacKey.from_seed(7, tag_size=8)
    assert key.tag(b"\1", b"provenhash").hex() == "f298f087aa52b473"


def test_s3():
    parts = [bytes(5 << 20), b"x" * (5 << 20), b"end"]
    md5s = b"".join(hashlib.md5(part).digest() for part in parts)
    expected = hashlib.md5(md5s).hexdigest() + "-3"
    assert provenhash.s3_etag(b"".join(parts), 5 << 20) == expected
    assert provenhash.s3_etag(b"abc") == hashlib.md5(b"abc").hexdigest()
    with pytest.raises(ValueError, match="part"):
        provenhash.s3_etag(b"abc", 0)
    with pytest.raises(ValueError, match="part"):
        provenhash.s3_etag(bytes(20_000), 1)
