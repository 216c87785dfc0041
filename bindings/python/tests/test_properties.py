"""Properties, checked on data from Hypothesis."""

import hashlib

import provenhash
from hypothesis import given, settings
from hypothesis import strategies as st
from provenhash import hash_array

KEYS = [each.key_from_seed(11) for each in provenhash.algorithms.values()] + [provenhash.md5]

keys = st.sampled_from(KEYS)
#: Lengths around the blocks of all algorithms, which Hypothesis would not find by itself.
data = st.binary(max_size=300) | st.builds(
    lambda length, seed: hashlib.shake_128(seed).digest(length),
    st.sampled_from([1023, 1024, 1025, 2049, 4095, 4096, 4097, 8193, 70_000]),
    st.binary(max_size=4),
)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=200, database=None)
settings.load_profile("ci")


@given(keys, data, st.lists(st.integers(0, 70_000), max_size=5))
def test_any_split_gives_the_hash(key, data, cuts):
    hasher, at = key.hasher(), 0
    for cut in sorted(cuts):
        hasher.update(memoryview(data)[at:cut])
        hasher = key.resume(hasher.checkpoint()) if cut % 2 else hasher.copy()
        at = max(at, cut)
    hasher.update(data[at:])
    assert hasher.digest() == key.digest(bytearray(data))


values = st.lists(st.none() | st.text(max_size=40) | st.binary(max_size=40), max_size=600)


@given(keys, values, st.integers(0, 2**32 - 1))
def test_lists_hash_their_items(key, items, null):
    def one(item):
        return null if item is None else key.hash(item.encode() if type(item) is str else item)

    assert hash_array(key, items, null=null).tolist() == [one(item) for item in items]


@given(st.sampled_from(KEYS), st.binary(max_size=300))
def test_no_bytes_are_a_checkpoint_by_accident(key, data):
    try:
        key.resume(data)
    except ValueError:
        return
    raise AssertionError("the checkpoint was accepted")


@given(st.sampled_from(list(provenhash.algorithms.values())), st.binary(max_size=1200))
def test_bytes_are_a_key_if_their_length_is_right(algorithm, data):
    try:
        key = algorithm.key_from_bytes(data)
    except ValueError as error:
        assert f"key has {len(data)} bytes" in str(error)
        assert len(data) != algorithm.key_size
    else:
        assert len(data) == algorithm.key_size == len(key.export())
