"""Hand-made Arrow arrays, which no library has checked: malformed ones, and those of the specification."""

import ctypes
import json

from vectors import FOLDER

_release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class RawArray:
    """An object with `__arrow_c_array__` and these fields; it counts its releases."""

    def __init__(
        self,
        format,
        length,
        buffers,
        offset=0,
        null_count=-1,
        n_buffers=None,
        dictionary=None,
        children=(),
        nullable=True,
    ):
        self.released = 0
        self._callbacks = [_release(self._released(Schema)), _release(self._released(Array))]
        addresses = [ctypes.cast(each, ctypes.c_void_p) for each in self._callbacks]
        self._buffers = [
            None if each is None else ctypes.create_string_buffer(each, len(each) + 1)
            for each in buffers
        ]
        pointers = (ctypes.c_void_p * max(len(buffers), 1))(
            *(None if each is None else ctypes.addressof(each) for each in self._buffers)
        )
        self._dictionary, self._children = dictionary, children
        for i, child in enumerate(children):
            child.schema.name = b"c%d" % i
        self._structs = [
            (ctypes.c_void_p * len(children))(*(ctypes.addressof(getattr(each, name)) for each in children))
            for name in ("schema", "array")
        ]  # fmt: skip
        schemas, arrays = [ctypes.cast(each, ctypes.c_void_p) for each in self._structs]
        self.schema = Schema(
            format=format,
            flags=2 if nullable else 0,
            n_children=len(children),
            children=schemas,
            release=addresses[0].value,
        )
        self.array = Array(
            length=length,
            null_count=null_count,
            offset=offset,
            n_buffers=len(buffers) if n_buffers is None else n_buffers,
            n_children=len(children),
            buffers=pointers,
            children=arrays,
            release=addresses[1].value,
        )
        if dictionary is not None:
            self.schema.dictionary = ctypes.pointer(dictionary.schema)
            self.array.dictionary = ctypes.pointer(dictionary.array)

    def _released(self, kind):
        def release(address):
            kind.from_address(address).release = None
            self.released += 1

        return release

    def __arrow_c_array__(self, requested_schema=None):
        return (
            _capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
            _capsule(ctypes.addressof(self.array), b"arrow_array", None),
        )


#: The tables of all types, which Rust, C and DataFusion read too.
VECTORS = json.loads(
    (FOLDER.parents[2] / "proofs/spec/vectors/tables-arrow-1.json").read_text()
)["vectors"]


def of_vector(node):
    """Return the array of a vector."""
    return RawArray(
        node["format"].encode(),
        node["length"],
        [each if each is None else bytes.fromhex(each) for each in node["buffers"]],
        node["offset"],
        # These types have no nulls of their own.
        null_count=0 if node["format"][:2] in ("+u", "+r") else -1,
        dictionary=of_vector(node["dictionary"]) if "dictionary" in node else None,
        children=[of_vector(child) for child in node.get("children", [])],
        nullable=node.get("nullable", True),
    )


#: pyarrow reads arrays until it releases them.
_kept = []


def table_of_vector(vector):
    """Return the table of a vector, with the columns c0, c1 and so on."""
    columns = [of_vector(node) for node in vector["columns"]]
    _kept.append(RawArray(b"+s", len(vector["rows"]), [None], children=columns))
    return _kept[-1]
