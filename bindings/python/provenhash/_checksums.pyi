from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ._provenhash import Checksum, TableKey
from ._tables import _Table

_Columns: TypeAlias = Mapping[str, str] | Iterable[tuple[str, str]]

def sql_checksum(
    dialect: str,
    table: str | Iterable[str],
    columns: _Columns,
    key: TableKey,
    *,
    where: str | None = None,
    group_by: str | None = None,
) -> str: ...
def table_checksum(table: _Table, columns: _Columns, key: TableKey) -> Checksum: ...
