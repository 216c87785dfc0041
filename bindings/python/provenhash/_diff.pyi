from collections.abc import Mapping, Sequence

from ._provenhash import Diff, TableKey
from ._tables import _Table

def diff(
    a: _Table,
    b: _Table,
    key: str | Sequence[str] | None = None,
    *,
    columns: str | Sequence[str] | None = None,
    ignore: str | Sequence[str] = (),
    column_map: Mapping[str, str] | None = None,
    ignore_name_case: bool = False,
    tolerance: float | Mapping[str, float] | None = None,
    relative_tolerance: float | Mapping[str, float] | None = None,
    limit: int | None = None,
    memory_limit: int = ...,
    table_key: TableKey | None = None,
    nan_is_null: bool = True,
) -> Diff: ...
