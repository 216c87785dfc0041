from collections.abc import Mapping
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, overload

from typing_extensions import Buffer

from ._provenhash import Algorithm as Algorithm
from ._provenhash import Checksum as Checksum
from ._provenhash import Diff as Diff
from ._provenhash import Fingerprint as Fingerprint
from ._provenhash import Hasher as Hasher
from ._provenhash import Hashes as Hashes
from ._provenhash import Key as Key
from ._provenhash import Receiver as Receiver
from ._provenhash import Sender as Sender
from ._provenhash import TableKey as TableKey
from ._provenhash import VmacKey as VmacKey
from ._provenhash import md5 as md5
from ._provenhash import s3_etag as s3_etag
from ._provenhash import update_many as update_many
from ._checksums import sql_checksum as sql_checksum
from ._checksums import table_checksum as table_checksum
from ._diff import diff as diff
from ._tables import fingerprint as fingerprint
from ._tables import row_hashes as row_hashes

__version__: str

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

class _Array(Protocol):
    def __array__(self) -> Any: ...

_Column: TypeAlias = (
    _ArrowArray
    | _ArrowStream
    | _Array
    | list[str]
    | list[bytes]
    | list[str | None]
    | list[bytes | None]
    | list[str | bytes | bytearray | memoryview | float | None]
)

@overload
def hash_array(
    key: Key,
    array: _Column,
    *,
    null: SupportsIndex | None = None,
    canonical: bool = False,
    nan_is_null: bool = True,
) -> Hashes: ...
@overload
def hash_array(
    key: Key,
    array: list[Any],
    *,
    null: SupportsIndex | None = None,
    canonical: Literal[True],
    nan_is_null: bool = True,
) -> Hashes: ...

def new(
    name: str,
    data: Buffer = b"",
    *,
    key: Key | Buffer | None = None,
    usedforsecurity: object = True,
) -> Hasher: ...

algorithms: Mapping[str, Algorithm]

clhash: Algorithm
clhash_mixed: Algorithm
clhash_bitmix: Algorithm
clhash128: Algorithm
clhash128_mixed: Algorithm
mshash: Algorithm
clmac: Algorithm
vhash64: Algorithm
vhash64_mixed: Algorithm
vhash128: Algorithm
ghash: Algorithm
polyval: Algorithm
mmh32: Algorithm
mmh64: Algorithm
tmmh16: Algorithm
multilinear64: Algorithm
multilinear64_mixed: Algorithm
siphash_2_4: Algorithm
siphash_1_3: Algorithm
siphash_1_2: Algorithm
siphash_4_8: Algorithm
siphash_1_2_nocase: Algorithm
siphash128_2_4: Algorithm
siphash128_1_3: Algorithm
siptreehash: Algorithm
siptreehash13: Algorithm
halfsiphash32: Algorithm
halfsiphash64: Algorithm
highwayhash64: Algorithm
highwayhash128: Algorithm
highwayhash256: Algorithm

__all__ = [
    "Algorithm",
    "Checksum",
    "Diff",
    "Fingerprint",
    "Hasher",
    "Hashes",
    "Key",
    "Receiver",
    "Sender",
    "TableKey",
    "VmacKey",
    "algorithms",
    "diff",
    "fingerprint",
    "hash_array",
    "md5",
    "new",
    "row_hashes",
    "s3_etag",
    "sql_checksum",
    "table_checksum",
    "update_many",
    "clhash",
    "clhash_mixed",
    "clhash_bitmix",
    "clhash128",
    "clhash128_mixed",
    "mshash",
    "clmac",
    "vhash64",
    "vhash64_mixed",
    "vhash128",
    "ghash",
    "polyval",
    "mmh32",
    "mmh64",
    "tmmh16",
    "multilinear64",
    "multilinear64_mixed",
    "siphash_2_4",
    "siphash_1_3",
    "siphash_1_2",
    "siphash_4_8",
    "siphash_1_2_nocase",
    "siphash128_2_4",
    "siphash128_1_3",
    "siptreehash",
    "siptreehash13",
    "halfsiphash32",
    "halfsiphash64",
    "highwayhash64",
    "highwayhash128",
    "highwayhash256",
]
