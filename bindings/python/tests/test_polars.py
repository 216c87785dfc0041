"""Tests of the Polars namespace."""

import provenhash
import pytest

pl = pytest.importorskip("polars")
import provenhash.polars  # noqa: E402

KEY = provenhash.vhash64_mixed.key_from_seed(1)
FRAME = pl.DataFrame(
    {
        "text": ["a", None, "a longer string than twelve", ""] * 3,
        "number": [1, 2, None, -4] * 3,
    }
)


@pytest.mark.parametrize("column", FRAME.columns)
@pytest.mark.parametrize("lazy", [False, True])
def test_expressions(column, lazy):
    frame = FRAME.lazy() if lazy else FRAME
    result = frame.select(pl.col(column).provenhash.hash(KEY, null=5))
    result = result.collect() if lazy else result
    assert result.schema == {column: pl.UInt64()}
    assert result[column].to_list() == provenhash.hash_array(KEY, FRAME[column], null=5).tolist()


def test_what_is_computed():
    assert FRAME["text"].provenhash.hash(KEY)[0] == KEY.hash(b"a")
    assert FRAME["number"].provenhash.hash(KEY)[0] == KEY.hash((1).to_bytes(8, "little"))
    assert FRAME["text"].cast(pl.Categorical).provenhash.hash(KEY)[2] == KEY.hash(
        b"a longer string than twelve"
    )
    wide = provenhash.siphash128_2_4.key_from_seed(1)
    assert FRAME["text"].provenhash.hash(wide).to_list()[0] == wide.digest(b"a")
    narrow = provenhash.mmh32.key_from_seed(1)
    assert FRAME.select(pl.col("text").provenhash.hash(narrow)).schema == {"text": pl.UInt32()}
    assert FRAME["text"][:0].provenhash.hash(KEY).to_list() == []


def test_groups_and_chunks():
    both = pl.concat([FRAME, FRAME], rechunk=False)
    assert both["text"].n_chunks() == 2
    hashes = both["text"].provenhash.hash(KEY)
    assert hashes.to_list() == FRAME["text"].provenhash.hash(KEY).to_list() * 2
    grouped = both.group_by("number").agg(pl.col("text").provenhash.hash(KEY).unique().len())
    assert grouped.height == 4
