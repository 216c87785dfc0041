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

import clhash
import clhash128
import maps
import states
from keys import derive, words

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


def hashes(name, key_name, module, function, digits):
    """Returns the vectors of a function of messages."""
    vectors = []
    for i, (vector, message) in enumerate(messages(module.BLOCK)):
        seed = i % 3
        key = words(derive(key_name, seed, module.KEY_BYTES))
        vectors.append({"key_seed": seed, **vector, "hash": f"{function(key, message):0{digits}x}"})
    return {"function": name, "vectors": vectors}


def seeds():
    """Returns bytes that names and seeds give."""
    vectors = [
        {"name": name, "seed": f"{seed:016x}", "bytes": derive(name, seed, length).hex()}
        for name, length in [("CLHASH", 1064), ("CLHASH-128", 2400), ("multilinear map hash", 960)]
        for seed in (0, 1, 2**32, 2**63, 2**64 - 1)]
    return {"function": "keys of seeds", "vectors": vectors}


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


def map_hashes():
    """Returns the vectors of the map hasher."""
    vectors = []
    for i, writes in enumerate(write_lists()):
        key = maps.key_of_seed(derive, i % 3)
        given = [bytes.fromhex(w["slice"]) if "slice" in w else (int(w["integer"], 16), w["bits"])
                 for w in writes]
        vectors.append({"key_seed": i % 3, "writes": writes, "hash": f"{maps.map_hash(key, given):016x}"})
    return {"function": "map-1", "vectors": vectors}


def checkpoints():
    """Returns checkpoints of streams."""
    vectors = []
    for name, key_name, module, function in [
            ("clhash", "CLHASH", clhash, states.checkpoint),
            ("clhash128-1", "CLHASH-128", clhash128, states.checkpoint128)]:
        for n in [0, 1, 15, 16, 17, 511, 512, 513, module.BLOCK, module.BLOCK + 1, 3 * module.BLOCK + 600]:
            key = words(derive(key_name, 1, module.KEY_BYTES))
            saved = function(key, derive("message", n, n))
            vectors.append({"function": name, "key_seed": 1, "message_seed": n, "length": n,
                            "checkpoint": saved.hex()})
    return {"function": "checkpoints", "vectors": vectors}


def check_joins():
    """Checks that parts join to the hash of the whole, for splits at blocks."""
    for module, key_name, name in [(clhash, "CLHASH", "clhash"), (clhash128, "CLHASH-128", "clhash128")]:
        key = words(derive(key_name, 2, module.KEY_BYTES))
        block = module.BLOCK
        message = derive("message", 5, 5 * block + 100)
        whole = getattr(module, name)(key, message)
        for left in range(0, len(message), block):
            for middle in range(left, len(message), block):
                parts = message[:left], message[left:middle], message[middle:]
                a, b, c = (module.part(key, part) for part in parts)
                first = module.join(key, module.join(key, a, b, middle - left), c, len(parts[2]))
                rest = module.join(key, b, c, len(parts[2]))
                then = module.join(key, a, rest, len(message) - left)
                assert first == then and module.end(key, first, len(message)) == whole


def files():
    """Returns the contents of each file."""
    return {
        "keys.json": seeds(),
        "clhash.json": hashes("clhash", "CLHASH", clhash, clhash.clhash, 16),
        "clhash-mixed-1.json": hashes("clhash-mixed-1", "CLHASH", clhash, clhash.mixed, 16),
        "clhash128-1.json": hashes("clhash128-1", "CLHASH-128", clhash128, clhash128.clhash128, 32),
        "map-1.json": map_hashes(),
        "checkpoints.json": checkpoints(),
    }


def main():
    if sys.argv[1:] not in ([], ["--write"]):
        sys.exit(__doc__)
    check_joins()
    wrong = []
    for name, contents in files().items():
        lines = ",\n".join(json.dumps(vector) for vector in contents.pop("vectors"))
        text_of_file = f'{{"function": "{contents["function"]}", "vectors": [\n{lines}\n]}}\n'
        if sys.argv[1:]:
            (FOLDER / name).write_text(text_of_file, "utf-8")
        elif (FOLDER / name).read_text("utf-8") != text_of_file:
            wrong.append(name)
        print(f"{name}: {lines.count(chr(10)) + 1} vectors")
    if wrong:
        sys.exit(f"other values than the programs': {', '.join(wrong)}")


if __name__ == "__main__":
    main()
