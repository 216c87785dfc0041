#!/usr/bin/env python3
"""Writes the test vectors of the repository as the lines that `compare` reads: those of
crates/testkit/vectors, which other implementations computed, of proofs/spec/vectors and of hash-agg. Messages of
more than 4,200 bytes, two blocks of CLHASH-128, are left out, because the programs out of Coq take seconds for them.

    proofs/extract/vectors.py >FILE

Needs Python 3.9.
"""

import functools
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "proofs/spec/oracle"))

import keys  # noqa: E402
import maps as map_oracle  # noqa: E402
import tables as table_oracle  # noqa: E402

MASK = 2**64 - 1
LONGEST = 4_200
derive = functools.lru_cache(maxsize=None)(keys.derive)
count = 0
current = {}


def digits(data):
    return data.hex() or "-"


def write(function, kind, key, text, output):
    """Writes a line, and before it the key if that is another one than before."""
    global count
    if current.get(function) != key:
        current[function] = key
        print("key", function, digits(key))
    print(function, kind, text, output)
    count += 1


def splitmix64(state, length):
    """Returns the first bytes of the stream of splitmix64."""
    stream = b""
    while len(stream) < length:
        state = state + 0x9E3779B97F4A7C15 & MASK
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        stream += (z ^ z >> 31).to_bytes(8, "little")
    return stream[:length]


def message(generator, n):
    """Returns the message of a generator: see the README of the vectors."""
    kind, _, rest = generator.partition(":")
    if kind == "g":
        a, b, c = map(int, rest.split(":"))
        return bytes((i * a + n * b + (i >> 8) * c) % 256 for i in range(n))
    if kind == "s":
        return splitmix64((int(rest, 16) + n) & MASK, n)
    if kind == "r":
        return bytes.fromhex(rest) * n
    if kind == "x":
        return bytes.fromhex(rest)
    raise ValueError(generator)


def file_of_hashes(file, functions):
    """Writes the records V of a file. Records D are digests of many hashes, most of which are also in V."""
    found, local = set(), {}
    for line in (ROOT / f"crates/testkit/vectors/{file}.tsv").read_text().splitlines():
        record, *fields = line.split("\t")
        if record == "K":
            local[fields[0]] = bytes.fromhex(fields[1])
        elif record == "V" and fields[0] in functions:
            name, key, generator, length, output = fields
            function, text, value = functions[name]
            if int(length) > LONGEST:
                continue
            data = message(generator, int(length))
            assert len(data) == int(length), line
            write(function, "testkit", local[key], text(digits(data)), value(output))
            found.add(name)
    assert found == set(functions), f"{file}: no vectors of {set(functions) - found}"


def same(text):
    return text


def double(output):
    """Joins words, the low one first."""
    low, high = output.split(",")
    return high + low


def specification(file, key_name, key_bytes, function, width):
    """Writes the vectors of a function whose hash is of numbers with so many digits, the first one first."""
    for vector in json.loads((ROOT / f"proofs/spec/vectors/{file}.json").read_text())["vectors"]:
        n = vector["length"]
        data = bytes([vector["fill"]]) * n if "fill" in vector else derive("message", vector["message_seed"], n)
        write(function, "spec", derive(key_name, vector["key_seed"], key_bytes), digits(data),
              ",".join(vector["hash"][i:i + width] for i in range(0, len(vector["hash"]), width)))


def maps(file):
    for vector in json.loads((ROOT / f"proofs/spec/vectors/{file}.json").read_text())["vectors"]:
        writes = [f"i:{w['bits']}:{w['integer']}" if "integer" in w else f"s:{w['slice'] or '-'}"
                  for w in vector["writes"]]
        seed, end, *slices = vector["key_seed"], *vector.get("state", "").split(" ")
        name = "-".join(["map", *slices, *filter(None, [end])])
        if end:
            process = derive("process map", seed, 1400)
            words = [int.from_bytes(process[i:i + 8], "little") for i in range(0, 1400, 8)]
            own = [map_oracle.own(words, i, int(vector["number"], 16)) for i in range(4)]
            key = process[:8 * 159] + b"".join(word.to_bytes(8, "little") for word in own)
            key += process[8 * 159:8 * 160] + derive("CLHASH", seed, 1064) if slices else process[8 * 159:]
        else:
            key = derive("multilinear map hash", seed, 960)
        write(name, "spec", key, ",".join(writes) or "none", vector["hash"])


def cell(value):
    form = table_oracle.canonical(value)
    if len(form) == 2:
        return f"b:{form[0]:x}:{digits(form[1])}"
    return f"f:{':'.join(f'{part:x}' for part in form)}"


def rows_and_tables():
    for vector in json.loads((ROOT / "proofs/spec/vectors/tables-1.json").read_text())["vectors"]:
        key = table_oracle.Key(bytes.fromhex(vector["key"]))
        width = max(map(len, vector["rows"]), default=0)
        columns = [value for column in range(width) for value in key.elements(64 + column)[:3]]
        data = b"".join(value.to_bytes(16, "little") for value in (key.z, key.r0, key.r1, key.y))
        data += b"".join(word.to_bytes(8, "little") for word in key.strings[:300])
        data += b"".join(value.to_bytes(16, "little") for value in columns)
        rows = [[table_oracle.of_json(value) for value in row] for row in vector["rows"]]
        texts = [",".join(map(cell, row)) or "-" for row in rows]
        for text, output in zip(texts, vector["row_fingerprints"]):
            write("row", "spec", data, text, output)
        for function, name in (("table", "fingerprint"), ("digest", "digest")):
            write(function, "spec", data, "/".join(texts) or "none", vector[name].split("-")[0])


def main():
    file_of_hashes("clhash", {"clhash": ("clhash", same, same)})
    file_of_hashes("clhash128", {"clhash128": ("clhash128", same, double)})
    file_of_hashes("ghash", {
        "ghash": ("ghash", same, same),
        "ghash-gcm-aad": ("ghash-aead", "{}:-".format, same),
        "ghash-gcm-ct": ("ghash-aead", "-:{}".format, same),
    })
    file_of_hashes("polyval", {"polyval": ("polyval", same, same)})
    file_of_hashes("vhash64", {"vhash64": ("vhash", same, same)})
    file_of_hashes("vhash128", {"vhash128": ("vhash128", same, same)})
    specification("clhash", "CLHASH", 1064, "clhash", 16)
    specification("clhash128-1", "CLHASH-128", 2400, "clhash128", 32)
    specification("multilinear64-1", "Multilinear64", 4152, "multilinear64", 16)
    specification("mmh32-1", "MMH", 4176, "mmh32", 8)
    specification("mmh64-1", "MMH", 4176, "mmh64", 8)
    specification("tmmh16-1", "TMMH/16", 4224, "tmmh16", 4)
    maps("map-1")
    maps("maps")
    rows_and_tables()
    print("end", count, *sorted(current))


if __name__ == "__main__":
    main()
