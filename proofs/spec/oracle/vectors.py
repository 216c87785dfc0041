#!/usr/bin/env python3
"""Computes the vectors of the specifications by the programs of this folder.

    vectors.py           compares them with the files of ../vectors
    vectors.py --write   writes these files

README.md describes the files. Needs Python 3.9.
"""

import json
import pathlib
import random
import sys

import arrays
import clhash
import clhash128
import clmac
import keys
import maps
import mshash
import multilinear
import sql
import states
import tables
from keys import derive, words
from mix import mix, mix128

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "vectors"


def lengths(block):
    """Returns the lengths of messages: all short ones, and those around the sizes of units."""
    edges = [16, 64, 112, 128, 512, 1024, 2048, block, 2 * block, 3 * block]
    near = {edge + by for edge in edges for by in (-17, -16, -9, -8, -1, 0, 1, 7, 8, 9, 16, 17)}
    return sorted({*range(40), *(n for n in near if n >= 0)})


def messages(block):
    """Yields the messages of a function, each as the members of a vector and as bytes."""
    for n in lengths(block):
        yield {"message_seed": n, "length": n}, derive("message", n, n)
    for fill in (0, 255):
        for n in (1, 8, 16, 17, block, block + 1):
            yield {"fill": fill, "length": n}, bytes([fill]) * n


def hashes(name, key_name, key_bytes, block, under):
    """Returns the vectors of a function of messages, given as a function of the bytes of a key."""
    vectors = []
    functions = [under(derive(key_name, seed, key_bytes)) for seed in range(3)]
    for i, (vector, message) in enumerate(messages(block)):
        vectors.append({"key_seed": i % 3, **vector, "hash": functions[i % 3](message)})
    return {"function": name, "vectors": vectors}


def numbered(function, digits):
    """Returns a function of the bytes of a key from one of the words of a key."""
    return lambda key: lambda message: f"{function(words(key), message):0{digits}x}"


def rows(function, finish):
    """Returns a function of the bytes of a key from a class of multilinear.py."""
    def under(key):
        keyed = function(key)
        return lambda message: finish(multilinear.hashed(keyed, message))
    return under


def tags(key):
    """Returns CLMAC without nonces under a key."""
    mac = clmac.Clmac(key)
    return lambda message: mac.tag(message).hex()


def mixed_text(text):
    """Returns the mixed form of a hash in hexadecimal digits."""
    return f"{mix(int(text, 16)):016x}"


def mixes():
    """Returns words and their images under the bijection of the mixed forms."""
    given = [0, 255, 2**64 - 1, *(2**i for i in range(64)), *words(derive("message", 0, 320))]
    vectors = [{"word": f"{word:016x}", "mixed": f"{mix(word):016x}"} for word in given]
    return {"function": "mix-1", "vectors": vectors}


def nonces():
    """Returns the vectors of CLMAC with nonces."""
    under = [clmac.NonceClmac(derive("CLMAC", seed, clmac.KEY_BYTES)) for seed in range(3)]
    vectors = []
    for i, (vector, message) in enumerate(messages(clmac.BLOCK)):
        prefix, counter = derive("prefix", i // 5, 16), [0, 1, 255, 2**32, 2**64 - 1][i % 5]
        nonce = prefix + counter.to_bytes(8, "little")
        tag = under[i % 3].tag(nonce, message)
        vectors.append({"key_seed": i % 3, "nonce": nonce.hex(), **vector, "hash": tag.hex()})
    return {"function": "clmac-nonce-1", "vectors": vectors}


def seeds():
    """Returns bytes that names and seeds give."""
    vectors = [
        {"name": name, "seed": f"{seed:016x}", "bytes": keys.of_seed(name, seed).hex()}
        for name, length in keys.NAMES.items()
        for seed in (0, 1, 2**32, 2**63, 2**64 - 1)[:5 if length < 4096 else 2]]
    return {"function": "keys of seeds", "vectors": vectors}


def secrets():
    """Returns the keys that secrets give."""
    vectors = [
        {"name": name, "secret": secret.hex(), "bytes": keys.of_secret(name, secret, length).hex()}
        for name, length in keys.ALGORITHMS.items()
        for secret in [bytes(range(32)), derive("secret", 1, 32)][:2 if length < 1000 else 1]]
    return {"function": "keys of secrets", "vectors": vectors}


def integer(value, bits):
    """Returns a write of an integer."""
    return {"integer": f"{value:x}", "bits": bits}


def text(data):
    """Returns the writes of a text."""
    return [{"slice": data.hex()}, integer(255, 8)]


def write_lists():
    """Yields sequences of writes."""
    yield []
    for bits in (8, 16, 32, 64, 128):
        yield from ([integer(value, bits)] for value in (0, 1, 2 ** (bits - 1), 2**bits - 1))
        for count in (2, 3, 5, 17, 40):
            yield [integer((i * 0x9E37_79B9) % 2**bits, bits) for i in range(count)]
    for length in [*range(50), *range(104, 121), 223, 224, 225, 336, 500]:
        data = derive("message", length, length)
        yield text(data)
        yield [integer(length, 64), {"slice": data.hex()}]
    for count in (2, 15, 16, 17, 18, 33):
        yield [write for i in range(count) for write in text(derive("message", i, 3 * i))]
        yield [{"slice": bytes(i % 20).hex()} for i in range(count)]
    choose = random.Random(1)
    for _ in range(60):
        writes = []
        for i in range(choose.randrange(1, 24)):
            if choose.random() < 0.5:
                bits = choose.choice([8, 16, 32, 64, 128])
                writes.append(integer(choose.getrandbits(bits), bits))
            else:
                writes.append({"slice": derive("message", i, choose.randrange(40)).hex()})
        yield writes


def map_vectors():
    """Yields sequences of writes, each as a seed of the key and the member of a vector, and as given."""
    for i, writes in enumerate(write_lists()):
        given = [bytes.fromhex(w["slice"]) if "slice" in w else (int(w["integer"], 16), w["bits"])
                 for w in writes]
        yield {"key_seed": i % 3, "writes": writes}, maps.key_of_seed(derive, i % 3), given


def map_hashes():
    """Returns the vectors of the map hasher."""
    vectors = [{**vector, "hash": f"{maps.map_hash(key, writes):016x}"}
               for vector, key, writes in map_vectors()]
    return {"function": "map-1", "vectors": vectors}


def map_states():
    """Returns the vectors of the other states of maps, of which each sequence of writes has two."""
    def with_words(process, seed):
        return maps.slices_of_clhash(words(derive(clhash.NAME, seed, clhash.KEY_BYTES)), process[159])

    def with_products(process, _):
        return lambda data: maps.slice_hash(process[159:], data)

    vectors = []
    for suffix, slices in ("", with_products), (" clhash", with_words):
        for i, (vector, _, writes) in enumerate(map_vectors()):
            state, function = [("apart", maps.apart), ("uneven", maps.uneven)][i // 2 % 2]
            process, number = maps.process_of_seed(derive, i % 3), i * 0x9E37_79B9_7F4A_7C15 % 2**64
            found = function(process, number, slices(process, i % 3), writes)
            vectors.append({"state": state + suffix, "number": f"{number:x}", **vector, "hash": f"{found:016x}"})
    return {"function": "states of maps", "vectors": vectors}


def checkpoints():
    """Returns checkpoints of streams."""
    vectors = []

    def add(function, unit, key_name, key_bytes, save):
        key = derive(key_name, 1, key_bytes)
        near = {0, 1, 15, 16, 17, 63, 64, 65, 511, 512, 513, unit, unit + 1, unit + 64, 3 * unit + 600}
        for n in sorted(near):
            vectors.append({"function": function, "key_seed": 1, "message_seed": n, "length": n,
                            "checkpoint": save(key, derive("message", n, n)).hex()})

    for name, key_name, module, save in [
            ("clhash", "CLHASH", clhash, states.checkpoint),
            ("clhash128-1", "CLHASH-128", clhash128, states.checkpoint128)]:
        add(name, module.BLOCK, key_name, module.KEY_BYTES, lambda key, m, save=save: save(words(key), m))
    add("mshash-1", mshash.BLOCK, "mshash", mshash.KEY_BYTES,
        lambda key, m: states.checkpoint_short(words(key), m))
    add("clmac-1", clmac.BLOCK, "CLMAC", clmac.KEY_BYTES,
        lambda key, m: states.checkpoint128(clmac.Clmac(key).hash_key, m))
    add("clmac-nonce-1", clmac.BLOCK, "CLMAC", clmac.KEY_BYTES,
        lambda key, m: states.checkpoint128(clmac.NonceClmac(key).hash_key, m))
    for name, (number, function) in ROWS.items():
        add(name, multilinear.BLOCK, function.NAME, function.KEY_BYTES,
            lambda key, m, f=function, i=number: states.checkpoint_rows(i, f(key), m))
    return {"function": "checkpoints", "vectors": vectors}


def check_joins():
    """Checks that parts join to the hash of the whole, for splits at blocks."""
    for module, key_name, name in [(clhash, "CLHASH", "clhash"), (clhash128, "CLHASH-128", "clhash128")]:
        key = words(derive(key_name, 2, module.KEY_BYTES))
        check_splits(module, key, module.BLOCK, lambda m, f=getattr(module, name), k=key: f(k, m))
    for _, function in ROWS.values():
        key = function(derive(function.NAME, 2, function.KEY_BYTES))
        check_splits(multilinear, key, multilinear.BLOCK, lambda m, k=key: multilinear.hashed(k, m))


def check_splits(module, key, block, whole):
    """Checks all splits of a message into three parts."""
    message = derive("message", 5, 3 * block + 100)
    for left in range(0, len(message), block):
        for middle in range(left, len(message), block):
            parts = message[:left], message[left:middle], message[middle:]
            a, b, c = (module.part(key, part) for part in parts)
            first = module.join(key, module.join(key, a, b, middle - left), c, len(parts[2]))
            rest = module.join(key, b, c, len(parts[2]))
            then = module.join(key, a, rest, len(message) - left)
            assert first == then and module.end(key, first, len(message)) == whole(message)


#: The functions of multilinear.py, and their numbers in checkpoints.
ROWS = {
    "multilinear64-1": (3, multilinear.Multilinear64),
    "mmh32-1": (1, multilinear.Mmh32),
    "mmh64-1": (1, multilinear.Mmh64),
    "tmmh16-1": (2, multilinear.Tmmh16),
}


def files():
    """Returns the contents of each file."""
    def of_words(name, module, function, digits):
        return hashes(name, module.NAME, module.KEY_BYTES, module.BLOCK, numbered(function, digits))

    def of_rows(name, file, finish=str):
        function = ROWS[name][1]
        return hashes(file, function.NAME, function.KEY_BYTES, multilinear.BLOCK, rows(function, finish))

    contents = [
        ("keys", seeds()),
        ("secrets", secrets()),
        ("clhash", of_words("clhash", clhash, clhash.clhash, 16)),
        ("clhash-mixed-1", of_words("clhash-mixed-1", clhash, lambda k, m: mix(clhash.clhash(k, m)), 16)),
        ("clhash128-1", of_words("clhash128-1", clhash128, clhash128.clhash128, 32)),
        ("clhash128-mixed-1", of_words("clhash128-mixed-1", clhash128,
                                       lambda k, m: mix128(clhash128.clhash128(k, m)), 32)),
        ("clmac-1", hashes("clmac-1", "CLMAC", clmac.KEY_BYTES, clmac.BLOCK, tags)),
        ("clmac-nonce-1", nonces()),
        ("map-1", map_hashes()),
        ("maps", map_states()),
        ("mix-1", mixes()),
        ("mshash-1", of_words("mshash-1", mshash, mshash.mshash, 16)),
        *((name, of_rows(name, name)) for name in ROWS),
        ("multilinear64-mixed-1", of_rows("multilinear64-1", "multilinear64-mixed-1", mixed_text)),
        ("checkpoints", checkpoints()),
        ("tables-1", {"format": 1, "vectors": list(tables.vectors())}),
        ("tables-arrow-1", {"format": 1, "vectors": list(arrays.vectors())}),
        ("sql-1", {"format": 1, "vectors": list(sql.vectors())}),
    ]
    return {f"{name}.json": content for name, content in contents}


def main():
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit(__doc__)
    check_joins()
    wrong = []
    for name, contents in files().items():
        lines = ",\n".join(json.dumps(vector) for vector in contents.pop("vectors"))
        first = json.dumps(contents)[1:-1]
        text_of_file = f'{{{first}, "vectors": [\n{lines}\n]}}\n'
        if sys.argv[1:]:
            (FOLDER / name).write_text(text_of_file, "utf-8")
        elif (FOLDER / name).read_text("utf-8") != text_of_file:
            wrong.append(name)
        print(f"{name}: {lines.count(chr(10)) + 1} vectors")
    if wrong:
        sys.exit(f"other values than the programs': {', '.join(wrong)}")


if __name__ == "__main__":
    main()
