"""Runs the test suites of other packages on this one: `upstream.py FOLDER`.

They are those of hashlib, python-xxhash, blake3-py, python-siphash24 and siphashc. FOLDER holds the unpacked sources of the last four; the suite of hashlib is that of the running
interpreter. Each suite sees objects of this package in place of its own. Only the tests in `APPLIES` run;
the others are listed with the reason why they do not apply, and a test without either is an error, so that
a new version of a suite is looked at.
"""

import collections
import hashlib
import importlib.util
import sys
import types
import unittest
import unittest.mock
from pathlib import Path

import provenhash

VALUES = "has values of other functions"
STAND_IN = "tests the arguments of a function for which the suite gets a stand-in"
SUBPROCESS = "runs another process, which does not get a stand-in"
SEEDS = "hashers have no seed, and seeds do not wrap"
THREADS = "one message is hashed by one thread"


def of_hashlib(folder):
    """Put `provenhash.md5` in the place of hashlib's md5."""
    try:
        from test import test_hashlib
    except ImportError:
        return None

    class Suite(test_hashlib.HashLibTestCase):
        supported_hash_names = ("md5",)

        def __init__(self, *arguments):
            unittest.TestCase.__init__(self, *arguments)
            self._hashlib = None
            again = lambda *arguments, **options: provenhash.md5.hasher(*arguments, **options).copy()
            # The other functions have no constructors.
            self.constructors_to_test = collections.defaultdict(list)
            self.constructors_to_test["md5"] = [provenhash.md5, again]

        def test_readonly_types(self):
            # The names of the original are those of modules of the interpreter.
            for each in (provenhash.Key, provenhash.Hasher, provenhash.Algorithm, provenhash.Hashes):
                with self.assertRaises(TypeError):
                    each.value = False

        def test_disallow_instantiation(self):
            for each in (provenhash.Key, provenhash.Hasher, provenhash.Algorithm, provenhash.Hashes):
                test_hashlib.support.check_disallow_instantiation(self, each)

    # MD5 stands in for the other functions.
    known = hashlib.algorithms_available
    new = lambda name, *arguments, **options: provenhash.new("md5" if name in known else name, *arguments, **options)
    Suite.patches = [unittest.mock.patch.object(hashlib, "md5", provenhash.md5)]
    Suite.patches += [unittest.mock.patch.object(hashlib, "new", new)]
    return [Suite]


def module(name, path, **stubs):
    """Import a file while other modules stand in for those that it imports."""
    with unittest.mock.patch.dict(sys.modules, stubs):
        spec = importlib.util.spec_from_file_location(name, path)
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
    return made


def of_xxhash(folder):
    """Put a key for each seed in the place of each function, whose names the suite has."""
    names = {"xxh32": "mmh32", "xxh64": "clhash_mixed", "xxh3_64": "siphash_1_3"}
    names |= {"xxh3_128": "siphash128_2_4", "xxh128": "siphash128_2_4"}
    stub = types.ModuleType("xxhash")

    def key(algorithm, seed):
        return getattr(provenhash, algorithm).key_from_seed(seed % 2**64)

    for name, algorithm in names.items():
        hasher = lambda data=b"", seed=0, *, a=algorithm: key(a, seed).hasher(data)
        setattr(stub, name, hasher)
        for method in ("digest", "hexdigest"):
            function = lambda data, seed=0, *, a=algorithm, m=method: getattr(key(a, seed), m)(data)
            setattr(stub, f"{name}_{method}", function)
        setattr(stub, f"{name}_intdigest", lambda data, seed=0, *, a=algorithm: key(a, seed).hash(data))
    stub.XXHASH_VERSION = stub.VERSION = stub.VERSION_TUPLE = ""
    suites = []
    for path in sorted(folder.glob("xxhash-*/tests/test_*.py")):
        if path.stem.startswith(("test_benchmark", "test_stubs", "test_interpreters")):
            print(f"skipped: xxhash {path.stem}: {WHOLE_FILES[path.stem.split('_')[1]]}")
            continue
        made = module(path.stem, path, xxhash=stub)
        suites += [each for each in vars(made).values() if isinstance(each, type)]
    return [each for each in suites if issubclass(each, unittest.TestCase)]


def of_blake3(folder):
    """Put HighwayHash-256, whose keys and digests also have 32 bytes, in the place of BLAKE3."""

    def blake3(data=b"", /, *, key=bytes(32), max_threads=1, usedforsecurity=True):
        return provenhash.highwayhash256.key_from_bytes(key).hasher(data, usedforsecurity=usedforsecurity)

    blake3.key_size = provenhash.highwayhash256.key_size
    stub = types.ModuleType("blake3")
    stub.blake3, stub.__version__ = blake3, provenhash.__version__
    path = next(folder.glob("blake3-*/tests/test_blake3.py"))
    made = module("test_blake3", path, blake3=stub)
    tests = {n: staticmethod(f) for n, f in vars(made).items() if n.startswith("test_")}
    return [type("Blake3", (unittest.TestCase,), tests)]


def of_siphash24(folder):
    """Put a class in the place of theirs, whose hashers have the published bytes as their digests."""

    class Siphash24:
        name, digest_size, block_size = "siphash24", 8, 8

        def __init__(self, data=b"", /, *, key=b""):
            # Keys have one length here: theirs are filled up.
            self.hasher = provenhash.siphash_2_4(data, key=bytes(memoryview(key)).ljust(16, b"\0"))
            self.update, self.digest = self.hasher.update, self.hasher.tag

        def hexdigest(self):
            return self.digest().hex()

    stub = types.ModuleType("siphash24")
    stub.siphash24 = Siphash24
    return [module("test_siphash24", next(folder.glob("siphash24-*/test.py")), siphash24=stub).TestSipHas24]


def of_siphashc(folder):
    """Put a function in the place of theirs, which also takes keys and messages of characters."""

    def siphash(key, plaintext):
        key, plaintext = (each.encode() if isinstance(each, str) else each for each in (key, plaintext))
        return provenhash.siphash_2_4.key_from_bytes(key).hash(plaintext)

    stub = types.ModuleType("siphashc")
    stub.siphash = siphash
    return [module("test_siphashc", next(folder.glob("siphashc-*/test_siphashc.py")), siphashc=stub).TestSiphashC]


WHOLE_FILES = {
    "benchmark": "measures times",
    "stubs": "checks the stubs of xxhash by pyright; mypy and stubtest check ours",
    "interpreters": "needs subinterpreters, which are refused: test_processes.py tests that",
}

#: The tests that run, by suite.
APPLIES = {
    "hashlib": """hash_array unknown_hash usedforsecurity_true usedforsecurity_false hexdigest name_attribute
        large_update no_unicode blocksize_name case_md5_0 case_md5_1 case_md5_2 case_md5_huge
        case_md5_uintmax gil threaded_hashing readonly_types disallow_instantiation""",
    "xxhash": """xxh32_update xxh32_reset xxh32_copy xxh64_update xxh64_reset xxh64_copy xxh3_64_update
        xxh3_64_reset xxh3_64_copy xxh3_128_update xxh3_128_reset xxh3_128_copy xxh3_64_reset_more
        xxh3_128_reset_more xxh3_64_seed_reset xxh3_128_seed_reset xxh3_64_seed_reset_more
        xxh3_128_seed_reset_more digest hexdigest update copy
        data_keyword_constructor input_bytes input_empty input_bytearray input_memoryview input_array input_mmap
        input_pickle_buffer input_ctypes data_keyword""",
    "blake3": """buffer_types key_types invalid_key_lengths strided_array_fails string_fails copy_basic
        positional_only_arguments usedforsecurity_ignored buffers_released reset reentrancy_deadlock
        version""",
    "siphash24": """siphash24 siphash24_data siphash24_key siphash24_long_key siphash24_data_and_key
        siphash24_hexdigest siphash24_name siphash24_digest_size siphash24_reference
        siphahs24_reference_chunked siphash24_update siphash24_types siphash24_buffer_interface""",
    "siphashc": "hash immutable_inputs reference_vectors",
}

#: Why the other tests do not apply, by suite: beginnings of names, the longest of which decides.
REASONS = {
    "hashlib": {
        "algorithms": "tests lists of hashlib",
        "new_upper": "tests names in upper case, which OpenSSL has",
        "get_": "tests functions of hashlib",
        "hash_disallow": "tests a type of OpenSSL",
        "digest_length": "only SHAKE has digests of any length",
        "no_unicode_": VALUES,
        "blocksize_name_": VALUES,
        "extra": VALUES,
        "case_": VALUES,
        "blake": VALUES,
    },
    "xxhash": {
        "algorithms": "tests lists of xxhash",
        "xxh": VALUES,
        "xxh32_overflow": SEEDS,
        "xxh32_wrap": SEEDS,
        "xxh64_overflow": SEEDS,
        "xxh64_wrap": SEEDS,
        "xxh3_64_overflow": SEEDS,
        "xxh3_64_wrap": SEEDS,
        "xxh3_128_overflow": SEEDS,
        "xxh3_128_wrap": SEEDS,
        "str_rejected": "tests the words of errors, which here say what to do",
        "digest_size": VALUES,
        "block_size": VALUES,
        "name": VALUES,
        "concurrent": SUBPROCESS,
        "xxh128_update": SUBPROCESS,
        "xxh128_all": SUBPROCESS,
        "xxh64_update_reset_race": SUBPROCESS,
        "input_str": STAND_IN,
        "input_not": STAND_IN,
        "invalid_seed": STAND_IN,
        "positional": STAND_IN,
        "keyword": STAND_IN,
        "missing": STAND_IN,
        "too_many": STAND_IN,
        "unknown": STAND_IN,
        "duplicate": STAND_IN,
    },
    "blake3": {
        "vectors": VALUES,
        "constants": VALUES,
        "name": VALUES,
        "module_name": VALUES,
        "example_dot_py": VALUES,
        "xof": "digests have one length",
        "output_overflows": "digests have one length",
        "int_array": "arrays of integers are taken, as by hashlib",
        "max_threads": THREADS,
        "copy_with_threads": THREADS,
        "invalid_max": THREADS,
        "key_context": "there are no keys from contexts",
        "context": "there are no keys from contexts",
        "keyword_only": STAND_IN,
        "mmap": "chains updates, which return None here, as in hashlib",
    },
    "siphash24": {},
    "siphashc": {
        "gil_disabled": "needs an interpreter without the lock, for which there is no wheel",
        "gil_release": "tests the length from which siphashc releases the interpreter's lock",
        "rejects_keywords": STAND_IN,
        "rejects_other": "refuses other buffers than bytes",
        "argument_count": STAND_IN,
        "errors": "tests the words of errors, which here say what to do",
    },
}


def run(name, suites):
    """Run the tests that apply, and return whether all is well."""
    applies, used = set(APPLIES[name].split()), set()
    loader, wanted, fine = unittest.TestLoader(), unittest.TestSuite(), True
    patches = []
    for each in suites:
        patches += getattr(each, "patches", [])
        for test in loader.getTestCaseNames(each):
            short = test.removeprefix("test_")
            reasons = [start for start in REASONS[name] if short.startswith(start)]
            if short in applies:
                used.add(short)
                wanted.addTest(each(test))
            elif reasons:
                print(f"skipped: {name} {test}: {REASONS[name][max(reasons, key=len)]}")
            else:
                print(f"neither runs nor is skipped: {name} {each.__name__}.{test}")
                fine = False
    for missing in sorted(applies - used):
        print(f"not in this version: {name} test_{missing}")
    for patch in patches:
        patch.start()
    result = unittest.TextTestRunner(verbosity=0).run(wanted)
    for patch in patches:
        patch.stop()
    for test, why in result.skipped:
        print(f"skipped: {name} {test.id().rpartition('.')[2]}: {why}")
    passed = result.testsRun - len(result.skipped) - len(result.failures) - len(result.errors)
    print(f"{name}: {passed} passed, {len(result.failures) + len(result.errors)} failed")
    return fine and result.wasSuccessful() and passed > 0


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    wells = [run("hashlib", of_hashlib(folder) or []), run("xxhash", of_xxhash(folder))]
    wells += [run("blake3", of_blake3(folder))]
    wells += [run("siphash24", of_siphash24(folder)), run("siphashc", of_siphashc(folder))]
    sys.exit(not all(wells))
