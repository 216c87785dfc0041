"""Comparisons of secrets take as many instructions wherever two differ, as valgrind counts them."""

import re
import shutil
import subprocess
import sys

import pytest

#: Compares one pair of secrets many times, which differ in the byte of this index.
PROGRAM = """
import sys
import provenhash
kind, index = sys.argv[1], int(sys.argv[2])

def changed(data):
    data = bytearray(data)
    data[index] ^= 1
    return bytes(data)

if kind == "Key":
    one = provenhash.clhash.key_from_seed(1)
    compare = one.__eq__
    other = provenhash.clhash.key_from_bytes(changed(one.export()))
elif kind == "VmacKey":
    one = provenhash.VmacKey.from_bytes(bytes(range(32)))
    compare = one.__eq__
    other = provenhash.VmacKey.from_bytes(changed(one.export()))
elif kind == "TableKey":
    one = provenhash.TableKey.from_seed(1)
    compare = one.__eq__
    other = provenhash.TableKey.from_bytes(changed(one.export()))
else:
    key = provenhash.highwayhash256.key_from_seed(1)
    compare = lambda tag: key.verify(b"", tag)
    other = changed(key.tag(b""))
for _ in range(1000):
    if compare(other):
        raise SystemExit("the secrets differ")
"""


def run(command, kind, index):
    """Run the program, and return what it writes to its standard error."""
    command = [*command, sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path!r}\n{PROGRAM}", kind, str(index)]
    done = subprocess.run(
        command, capture_output=True, text=True, env={"PYTHONHASHSEED": "0", "PATH": ""}, executable=shutil.which(command[0])
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def instructions(kind, index):
    """Return the number of instructions that the program executes."""
    counted = run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], kind, index)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", counted)[1].replace(",", ""))


def spread(kind):
    """Return by how much the numbers differ, where the first byte, a later one and the last one differ."""
    counts = [instructions(kind, index) for index in (0, 10, -1)]
    return max(counts) - min(counts)


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind: no such program")
@pytest.mark.parametrize("kind", ["Key", "VmacKey", "TableKey", "tag"])
def test_secrets_are_compared_in_constant_time(kind):
    # The first run may compile what it imports.
    run([], kind, 0)
    # The start of the interpreter differs by a few hundred, and rarely by more, so that a second count decides. A loop that
    # ends at the first difference would always take at least 21 instructions less for each of 1,000 comparisons; `memcmp` of
    # the 1,064 bytes of the key of CLHASH dozens less.
    assert spread(kind) < 5000 or spread(kind) < 5000
