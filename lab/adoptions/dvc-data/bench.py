"""bench.py SCALE: prints the time of hashing folders and of adding one to a store; SCALE multiplies the files."""

import hashlib
import os
import random
import shutil
import sys
import tempfile
import time

from dvc_data.hashfile.build import build
from dvc_data.hashfile.db import HashFileDB
from dvc_data.hashfile.state import State
from dvc_data.hashfile.transfer import transfer
from dvc_objects.fs import localfs

SCALE = float(sys.argv[1])
draw = random.Random(1)


def make(folder, sizes):
    """Writes files of random bytes, unless a run before has done so."""
    if not os.path.isdir(folder):
        os.makedirs(folder)
        for i, size in enumerate(sizes):
            with open(os.path.join(folder, str(i)), "wb") as file:
                file.write(draw.randbytes(size))


def measure(label, folder, prepare=None, add=False, runs=3, clock=time.process_time):
    """Prints the time of one run, by default the CPU time of all threads: the fastest of several."""
    best = float("inf")
    for _ in range(runs):
        scratch = tempfile.mkdtemp(dir=".")
        odb = HashFileDB(localfs, os.path.join(scratch, "store"), **(prepare(scratch) if prepare else {}))
        start = clock()
        staging, _, tree = build(odb, os.path.abspath(folder), localfs, "md5", dry_run=not add)
        if add:
            transfer(staging, odb, {tree.hash_info}, shallow=False)
        best = min(best, clock() - start)
        if prepare:
            odb.state.close()
        shutil.rmtree(scratch)
    # The hashes are those of hashlib.
    for entry in tree.as_list():
        with open(os.path.join(folder, entry["relpath"]), "rb") as file:
            assert entry["md5"] == hashlib.md5(file.read()).hexdigest(), entry
    print(f"{label}, ms\t{best * 1e3:.4g}")


def state(scratch):
    return {"state": State(os.path.abspath(scratch), os.path.join(scratch, "tmp"))}


def count(files):
    return max(1, round(files * SCALE))


make("data/4k", [4 << 10] * count(4_000))
make("data/100k", [100 << 10] * count(400))
make("data/1m", [1 << 20] * count(40))
make("data/10m", [10 << 20] * count(4))
make("data/many10m", [10 << 20] * count(16))
# A median of 20 kB; the longest files have some MB.
make("data/mixed", [int(draw.lognormvariate(9.9, 1.5)) for _ in range(count(800))])
measure(f"{count(4_000)} files of 4 KiB", "data/4k")
measure(f"{count(400)} files of 100 KiB", "data/100k")
measure(f"{count(40)} files of 1 MiB", "data/1m")
measure(f"{count(800)} files, most of 4 to 100 kB", "data/mixed")
measure(f"{count(4)} files of 10 MiB, no small ones", "data/10m")
measure(f"{count(4)} files of 10 MiB, by the clock", "data/10m", clock=time.perf_counter)
measure(f"{count(16)} files of 10 MiB", "data/many10m")
measure(f"{count(16)} files of 10 MiB, by the clock", "data/many10m", clock=time.perf_counter)
measure(f"{count(400)} files of 100 KiB, saved in the state", "data/100k", state)
measure(f"{count(400)} files of 100 KiB, copied to a store", "data/100k", state, add=True)
