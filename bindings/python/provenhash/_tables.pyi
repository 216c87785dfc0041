from typing import Any, Protocol, TypeAlias

from ._provenhash import Fingerprint, Hashes, TableKey

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

class _LazyFrame(Protocol):
    """A LazyFrame of Polars."""

    def collect_batches(self) -> Any: ...

_Table: TypeAlias = _ArrowArray | _ArrowStream | _LazyFrame

def fingerprint(table: _Table, key: TableKey, *, nan_is_null: bool = True) -> Fingerprint: ...
def row_hashes(table: _Table, key: TableKey, *, nan_is_null: bool = True) -> Hashes: ...
