"""Hashes of Polars columns: ``import provenhash.polars`` adds the namespace ``provenhash``.

    >>> import polars, provenhash, provenhash.polars
    >>> key = provenhash.clhash_mixed.key_from_seed(0)
    >>> polars.DataFrame({"a": ["abc", None]}).select(polars.col("a").provenhash.hash(key))

``hash_array`` says which hashes may be published.
Columns are passed as Arrow arrays, without copying their values. Unlike Polars' own ``hash``, the
values are the same on every CPU and in every version.
"""

import polars as _polars

from . import hash_array as _hash_array


def _type(key):
    return {4: _polars.UInt32, 8: _polars.UInt64}.get(key.digest_size, _polars.Binary)()


@_polars.api.register_series_namespace("provenhash")
class SeriesNamespace:
    """The namespace ``series.provenhash``."""

    def __init__(self, series):
        self._series = series

    def hash(self, key, *, null=None, canonical=False):
        """Hash every value, as ``provenhash.hash_array`` does, to a series of UInt64 (UInt32 for
        32 bits, of Binary above 64)."""
        hashes = _polars.Series(self._series.name, _hash_array(key, self._series, null=null, canonical=canonical))
        return hashes.cast(_type(key))


@_polars.api.register_expr_namespace("provenhash")
class ExprNamespace:
    """The namespace ``expr.provenhash``."""

    def __init__(self, expr):
        self._expr = expr

    def hash(self, key, *, null=None, canonical=False):
        """Hash every value, as ``provenhash.hash_array`` does, to UInt64 (UInt32 for 32 bits,
        Binary above 64)."""
        return self._expr.map_batches(
            lambda series: SeriesNamespace(series).hash(key, null=null, canonical=canonical),
            return_dtype=_type(key),
            is_elementwise=True,
        )
