"""Every class that has a value writes it in the same forms, and reads those that say all of it."""

import copy
import pickle

import provenhash
import pyarrow
import pytest

KEY = provenhash.TableKey.from_seed(0)
TABLE = pyarrow.table({"id": [2, 1, 7], "name": [None, "Ada", ""]})


def checksums():
    columns = {"id": "integer", "name": "text(20)"}
    largest = provenhash.Checksum(2**64 - 1, 2**61 - 2, 2**61 - 2)
    return [provenhash.Checksum(), provenhash.table_checksum(TABLE, columns, KEY), largest]


def fingerprints():
    return [provenhash.Fingerprint(), provenhash.fingerprint(TABLE, KEY)]


def test_bytes_and_digits_agree():
    """`hexdigest` has the digits of `digest`, whatever the class."""
    for name in provenhash.algorithms:
        algorithm = provenhash.algorithms[name]
        key = algorithm.key_from_seed(1)
        for value in (key.hasher(b"abc"), key.hasher(b"ab" + b"c").copy()):
            assert value.hexdigest() == value.digest().hex() == key.hexdigest(b"abc")
            assert value.intdigest() == int(value.hexdigest(), 16)
        hashes = provenhash.hash_array(key, ["abc", ""])
        assert hashes.hexdigests() == [digest.hex() for digest in hashes.digests()]
    for value in checksums() + fingerprints():
        assert value.hexdigest() == value.digest().hex()
        assert str(value) == f"{value.hexdigest()}-{value.rows}"
        assert str(value) in repr(value)


def test_tables_have_one_form_of_each_value():
    """Of a table, `str` and `bytes` say all, and what differs from them is refused."""
    for value in checksums() + fingerprints():
        for again in (
            type(value).from_str(str(value)),
            type(value).from_bytes(bytes(value)),
            pickle.loads(pickle.dumps(value)),
            copy.deepcopy(value),
        ):
            assert again == value and hash(again) == hash(value)
            assert str(again) == str(value) and bytes(again) == bytes(value)
        digits, _, rows = str(value).partition("-")
        wrong = [f"{digits}-0{rows}", f"{digits}-+{rows}", f" {value}", f"{value}\n", digits, f"0{value}"]
        wrong += [f"{digits[1:]}-{rows}", f"+{digits[1:]}-{rows}", f"{digits}-{2**64}", f"{digits}--{rows}", ""]
        wrong += [str(value).upper()] if str(value).upper() != str(value) else []
        wrong += [f"é{digits[2:]}-{rows}", f"{digits[:15]}é{digits[17:]}-{rows}"]
        for text in wrong:
            with pytest.raises(ValueError):
                type(value).from_str(text)
        with pytest.raises(TypeError):
            type(value).from_str(bytes(value))


def test_checksums_keep_the_order_of_their_sums():
    checksum = provenhash.Checksum(3, 0x0123456789ABCDEF, 2)
    assert str(checksum) == "0123456789abcdef0000000000000002-3"
    assert provenhash.Checksum.from_str(str(checksum)).sums == (0x0123456789ABCDEF, 2)
    assert bytes(checksum) == checksum.digest()[7::-1] + checksum.digest()[:7:-1] + (3).to_bytes(8, "little")
    for text in (f"{2**61 - 1:016x}{2:016x}-3", f"{2:016x}{2**61 - 1:016x}-3", f"{1:032x}-0"):
        with pytest.raises(ValueError, match="sum"):
            provenhash.Checksum.from_str(text)
