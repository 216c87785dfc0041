"""Which buffers are hashed: those of hashlib, except references, whose bytes are addresses."""

import array
import ctypes
import gc
import hashlib
import io
import itertools
import mmap
import pickle
import sys

import provenhash
import pytest

DATA = bytes(i * 131 >> 3 & 255 for i in range(20_000))
KEY = provenhash.clhash.key_from_seed(3)

ADDRESSES = "references"
UNDESCRIBED = "does not describe|without a format"


class Plain(ctypes.Structure):
    """Code letters in the names, padding, and an array."""

    _fields_ = [("Open", ctypes.c_byte), ("OrderId", ctypes.c_double), ("P", ctypes.c_wchar * 3)]


class Wrapped(ctypes.Structure):
    _fields_ = [("T{O}", Plain), ("Z", Plain * 2)]


class Bits(ctypes.Structure):
    _fields_ = [("a", ctypes.c_int, 3), ("b", ctypes.c_int, 5)]


class Packed(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("a", ctypes.c_byte), ("b", ctypes.c_double)]


class Numbers(ctypes.Union):
    _fields_ = [("a", ctypes.c_double), ("b", ctypes.c_int)]


class Derived(Plain):
    _fields_ = [("more", ctypes.c_uint)]


class Text(ctypes.Structure):
    _fields_ = [("length", ctypes.c_int), ("text", ctypes.c_char_p)]


class DerivedText(Text):
    """Its format names only the last field."""

    _fields_ = [("more", ctypes.c_int)]


class PackedText(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("a", ctypes.c_byte), ("text", ctypes.c_char_p)]


class Hidden(ctypes.Union):
    """Its format is that of one byte."""

    _fields_ = [("text", ctypes.c_char_p), ("a", ctypes.c_int)]


class HiddenBetween(ctypes.Structure):
    """The format has as many bytes as the structure: too many for its bit fields, too few for the union."""

    _fields_ = [(f"bit{i}", ctypes.c_int, 1) for i in range(5)]
    _fields_ += [("hidden", Hidden), *((f"c{i}", ctypes.c_byte) for i in range(3))]


def of_ctypes():
    yield from (each() for each in (Plain, Wrapped, Bits, Packed, Numbers, Derived, Plain * 3))
    yield from (each(1) for each in (ctypes.c_int, ctypes.c_longdouble, ctypes.c_bool, ctypes.c_byte))
    yield from (ctypes.c_wchar("a"), (ctypes.c_char * 5)(), ctypes.create_unicode_buffer("text"))
    yield ctypes.c_int.__ctype_be__(5)


def of_ctypes_by_address():
    yield (ctypes.py_object * 2)(1, 2)
    yield from (ctypes.c_char_p(b"a"), ctypes.c_wchar_p("a"), ctypes.c_void_p(5), ctypes.pointer(Plain()))
    yield from ((ctypes.c_char_p * 2)(b"a", b"b"), ctypes.CFUNCTYPE(ctypes.c_int)(), (ctypes.c_void_p * 2)())
    yield from (each() for each in (Text, Text * 2, DerivedText, PackedText, Hidden, Hidden * 2, HiddenBetween))


def buffers():
    """Yield objects, and why hashing them is refused although hashlib does not."""
    yield from ((data, None) for data in (b"", b"abc", bytearray(DATA), memoryview(DATA)))
    yield from ((array.array("q", DATA), None), (array.array("q"), None))
    yield array.array("w" if sys.version_info >= (3, 13) else "u", "text"), None
    yield from ((io.BytesIO(DATA).getbuffer(), None), (pickle.PickleBuffer(DATA), None))
    yield memoryview(DATA)[100:200], None
    yield memoryview(DATA)[::2], None
    yield memoryview(DATA)[::-1], None
    yield memoryview(DATA).cast("H"), None
    yield memoryview(DATA).cast("B", [100, 200]), None
    yield memoryview(DATA).cast("B", [100, 200]).toreadonly(), None
    for data in of_ctypes():
        yield from ((data, None), (memoryview(data), None))
    for data in of_ctypes_by_address():
        yield from ((data, f"{ADDRESSES}|{UNDESCRIBED}"), (memoryview(data), f"{ADDRESSES}|{UNDESCRIBED}"))
        yield from ((bytes(data), None), (memoryview(bytes(data)).cast("B"), None))
    yield from ((wrong, None) for wrong in (1, 1.5, "text", None, [b"a"], object(), {}, range(3)))
    released = memoryview(DATA)
    released.release()
    yield released, None
    try:
        import numpy
    except ImportError:
        return
    yield from ((numpy.arange(10), None), (numpy.arange(0), None), (numpy.arange(10)[::2], None))
    yield numpy.array(["2020-01-01", "NaT"], "M8[s]"), None
    yield numpy.array([1, 2], "m8[ns]"), None
    yield numpy.array(["2020-01-01", "2021-01-01"], "M8[s]")[::2], None
    yield numpy.array(["text", "more"]), None
    yield numpy.ones((3, 4)), None
    yield numpy.asfortranarray(numpy.ones((3, 4))), None
    yield from ((scalar, None) for scalar in (numpy.int32(5), numpy.float64(1.5), numpy.bool_(True)))
    yield numpy.datetime64("2020-01-01"), None
    yield numpy.bytes_(b"abc"), None
    yield from ((scalar, None) for scalar in (numpy.float16(1), numpy.longdouble(1), numpy.complex64(1j)))
    yield from ((scalar, None) for scalar in (numpy.timedelta64(5, "s"), numpy.void(b"abc"), numpy.str_("text")))
    yield from ((scalar, None) for scalar in (numpy.array(5), numpy.zeros(1, "i4,f8")[0], numpy.ma.masked))
    aligned = numpy.dtype("f8,i1", align=True)
    structs = ["Open", "OrderId", "O", "P", "T{O}", "&"]
    dtypes = [[(name, "f8")] for name in structs]
    dtypes += ["i4,f8", ">i4,S3,U2,V5", [("a", "?", (2, 3))], aligned, [("a", aligned, 2), ("b", "g")], "c8,G,e"]
    for dtype in dtypes:
        yield numpy.zeros(3, dtype), None
        yield memoryview(numpy.zeros(3, dtype)), None
    # These have no format: times, and fields that share bytes.
    shared = {"names": ["a", "b"], "formats": ["f8", "i4"], "offsets": [0, 0]}
    for dtype in ([("a", "i4"), ("b", "M8[s]")], [("a", "M8[s]", 2)], [("a", [("b", "m8[ns]")])], shared):
        yield numpy.zeros(3, dtype), None
    for dtype in ("O", [("a", "i4"), ("b", "O")], [("a", [("b", "O", 2)])], [("a", "M8[s]"), ("b", "O")]):
        yield numpy.zeros(3, dtype), f"{ADDRESSES}|{UNDESCRIBED}"
    if hasattr(numpy, "dtypes") and hasattr(numpy.dtypes, "StringDType"):
        yield numpy.array(["one", "two"], numpy.dtypes.StringDType()), UNDESCRIBED
        yield numpy.array([], numpy.dtypes.StringDType()), UNDESCRIBED


def outcome(function, data):
    try:
        return function(data).hex()
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("data,refused", list(buffers()), ids=lambda x: type(x).__name__)
def test_buffers_are_those_of_hashlib(data, refused):
    """What hashlib takes is taken, and what it refuses is refused with the same type of error."""
    theirs = outcome(lambda data: hashlib.md5(data).digest(), data)
    functions = (
        provenhash.md5.digest,
        lambda data: provenhash.md5.hasher(data).digest(),
        lambda data: provenhash.md5.hasher(data=data).digest(),
        lambda data: bytes.fromhex(provenhash.md5.hexdigest(data)),
    )
    for function in functions:
        if refused:
            assert isinstance(theirs, str), "hashlib takes it"
            with pytest.raises(ValueError, match=refused):
                function(data)
            continue
        ours = outcome(function, data)
        if data is None and isinstance(ours, str):
            continue  # a hasher without data
        assert ours == theirs


def test_dimensions():
    """The shape is not hashed. Which shapes hashlib takes depends on the exporter: these it refuses."""
    rows = ((ctypes.c_int * 2) * 3)((1, 2), (3, 4), (5, 6))
    with pytest.raises(BufferError, match="single dimension"):
        hashlib.md5(rows)
    assert KEY.hash(rows) == KEY.hash(bytes(rows)) == KEY.hash((ctypes.c_int * 6)(*range(1, 7)))
    with pytest.raises(ValueError, match="holds references"):
        KEY.hash(((ctypes.c_char_p * 2) * 3)())


def test_every_door_refuses_addresses():
    data, mac = ctypes.c_char_p(b"text"), provenhash.clmac.key_from_seed(1)
    sender, receiver = mac.sender(), mac.receiver()
    vmac = provenhash.VmacKey.from_seed(1)
    doors = [KEY.hash, KEY.digest, KEY.hexdigest, KEY.hasher, KEY.hasher().update, mac.tag, sender.tag]
    doors += [KEY.resume, provenhash.s3_etag, provenhash.VmacKey.from_bytes, provenhash.TableKey.from_bytes]
    doors += [lambda data: mac.verify(data, bytes(16)), lambda data: mac.verify(b"", data)]
    doors += [lambda data: receiver.verify(bytes(24), data, bytes(16)), lambda data: vmac.tag(b"1", data)]
    doors += [lambda data: provenhash.update_many([(KEY.hasher(), data)]), provenhash.clhash.key_from_bytes]
    doors += [lambda data: provenhash.hash_array(KEY, [memoryview(data)]), provenhash.clhash.published]
    for door in doors:
        with pytest.raises(ValueError, match="holds references"):
            door(data)


class View(ctypes.Structure):
    """A `Py_buffer`."""

    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t)]
    _fields_ += [("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int)]
    _fields_ += [("format", ctypes.c_char_p), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p)]
    _fields_ += [("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p)]


MEMORY = ctypes.create_string_buffer(4096)
MAKE = ctypes.pythonapi.PyMemoryView_FromBuffer
MAKE.restype, MAKE.argtypes = ctypes.py_object, [ctypes.POINTER(View)]


def takes(format, size):
    """Return whether an item of this size and format is hashed. It is its memory then."""
    shape = (ctypes.c_ssize_t * 2)(1, size)
    strides = ctypes.addressof(shape) + ctypes.sizeof(ctypes.c_ssize_t)
    memory = ctypes.addressof(MEMORY)
    view = View(memory, None, size, size, 1, 1, format, ctypes.addressof(shape), strides, None, None)
    data = MAKE(view)
    try:
        assert provenhash.md5.digest(data) == hashlib.md5(MEMORY[:size]).digest()
        return True
    except ValueError:
        return False
    finally:
        del data, view
        gc.collect(0)


#: Codes with their native and standard sizes, by ctypes and by PEP 3118.
WIDE, LONG, SIZE = (ctypes.sizeof(each) for each in (ctypes.c_wchar, ctypes.c_long, ctypes.c_size_t))
VALUES = {code: (1, 1) for code in "xcbB?sp"} | {code: (2, 2) for code in "hHe"}
VALUES |= {code: (4, 4) for code in "iIfw"} | {code: (8, 8) for code in "qQd"}
VALUES |= {"l": (LONG, 4), "L": (LONG, 4), "n": (SIZE, SIZE), "N": (SIZE, SIZE), "u": (WIDE, WIDE)}
VALUES |= {"g": 2 * (ctypes.sizeof(ctypes.c_longdouble),), "Zf": (8, 8), "Zd": (16, 16)}
REFERENCES = ["O", "P", "z", "Z", "&i", "&T{i:a:}", "X{}", "&<i", "X{i->d}"]
UNKNOWN = ["t", "a", "v", "D", "$", "\x01", "Ze", "T", "S", "é", ";", "-"]


@pytest.mark.parametrize("code", VALUES)
def test_codes_of_values(code):
    native, standard = VALUES[code]
    for order, size in (("", native), ("@", native), ("^", native), *((o, standard) for o in "<>=!")):
        item = order + code
        for format in (item, item + ":name:", f"T{{{item}:a:}}", f"T{{T{{{item}:O:}}:P:}}:Z:"):
            assert takes(format.encode(), size), format
            # An item whose format does not say what all of its bytes are may hold an address.
            for other in {size + 1, size + 8, 2 * size} - {0, size}:
                assert not takes(format.encode(), other), (format, other)
        assert takes(f"(2,3){item}".encode(), 6 * size) and takes(f"{order}5{code}".encode(), 5 * size)


@pytest.mark.parametrize("code", [*REFERENCES, *UNKNOWN])
def test_other_codes(code):
    for before, after in itertools.product(("", "<", "i", "3", "(2)", "T{i:a:"), ("", ":O:", "i:a:")):
        format = before + code + after + "}" * before.startswith("T")
        for size in range(1, 33):
            assert not takes(format.encode(), size), (format, size)


MALFORMED = ["", ":", "i:a", ":a:i", "T", "T{", "T{i", "T{i:a:", "}", "i}", "3", "(", "(2", "()i", "(a)i", "(2,)i"]
MALFORMED += ["(-1)i", "(+1)i", "-1i", "i3", "3}", "T{i:a:}}", "{i}", "i:a:b:", "(2)", "i,i", "9" * 40 + "x"]
MALFORMED += ["T{" * 100_000, "T{" * 500 + "i:a:" + "}:a:" * 500, "(1)" * 100_000, "i:a:" * 100_000]


@pytest.mark.parametrize("format", MALFORMED, ids=lambda text: text[:9])
def test_malformed_formats(format):
    for size in range(1, 25):
        assert not takes(format.encode(), size)


def test_sums_do_not_wrap():
    for format in (f"{2**61}q", f"{2**64}x", f"({2**32},{2**32})x", f"T{{{2**63}x{2**63}x}}", f"{2**63}T{{xx}}"):
        for size in (1, 8):
            assert not takes((format + "x" * size).encode(), size), format


def test_formats_at_random():
    """A format of values is taken exactly for its own size, and one with a reference for none."""
    hypothesis = pytest.importorskip("hypothesis")
    from hypothesis import strategies

    names = strategies.sampled_from(["", ":O:", ":T{:", ":Open:", ":&P}:", ":é:"])
    counts = strategies.sampled_from([("", 1), ("3", 3), ("0", 0), ("(2,2)", 4), ("(1)", 1)])
    orders = strategies.sampled_from(["", "@", "^", "<", ">", "=", "!"])
    codes = strategies.sampled_from([*VALUES.items(), *((code, None) for code in ("O", "P", "z", "&d"))])
    leaves = strategies.tuples(orders, counts, codes, names)
    items = strategies.recursive(
        strategies.lists(leaves, min_size=1, max_size=3),
        lambda inner: strategies.lists(strategies.tuples(orders, counts, inner, names), min_size=1, max_size=3),
        max_leaves=8,
    )

    def render(items, is_standard=False):
        """Return the text, the size, whether all are values, and whether sizes are standard at the end."""
        text, total, fine = "", 0, True
        for order, (prefix, count), content, name in items:
            is_standard = order in "<>=!" if order else is_standard
            if isinstance(content, list):
                inner, size, good, is_standard = render(content, is_standard)
                inner = f"T{{{inner}}}"
            else:
                inner, sizes = content
                size, good = (sizes[is_standard], True) if sizes else (8, False)
            text, total, fine = text + order + prefix + inner + name, total + count * size, fine and good
        return text, total, fine, is_standard

    @hypothesis.settings(max_examples=500, deadline=None)
    @hypothesis.given(items)
    def check(items):
        text, size, fine, _ = render(items)
        if size == 0 or size + 8 > len(MEMORY):
            return
        assert takes(text.encode(), size) == fine, text
        assert not takes(text.encode(), size + 8) and not takes(text.encode(), size + 1), text

    check()


def test_exporters_of_python():
    class Exporter:
        def __init__(self, view):
            self.view = view

        def __buffer__(self, flags):
            return self.view

    if sys.version_info < (3, 12):
        # Classes cannot define a buffer.
        with pytest.raises(TypeError):
            KEY.hash(Exporter(memoryview(DATA)))
        return
    assert KEY.hash(Exporter(memoryview(DATA))) == KEY.hash(DATA)
    assert KEY.hash(Exporter(memoryview(array.array("d", [1, 2])))) == KEY.hash(array.array("d", [1, 2]))
    for data in (Hidden(), Text(), DerivedText()):
        with pytest.raises(ValueError, match="holds references|does not describe"):
            KEY.hash(Exporter(memoryview(data)))


def test_subclasses_export_their_own_buffer():
    class Bytes(bytes):
        pass

    class Other(bytes):
        def __buffer__(self, flags):
            return memoryview(b"other")

    # Before Python 3.12, classes cannot define a buffer.
    other = b"other" if sys.version_info >= (3, 12) else b"abc"
    key = provenhash.md5
    for data, bytes_of in ((Bytes(b"abc"), b"abc"), (Other(b"abc"), other)):
        digest = hashlib.md5(bytes_of).digest()
        assert hashlib.md5(data).digest() == key.digest(data) == key.hasher(data).digest() == digest
        assert provenhash.hash_array(key, [data]).digests() == [digest]


def test_buffers_are_released():
    with mmap.mmap(-1, len(DATA)) as memory:
        memory[:] = DATA
        assert KEY.hash(memory) == KEY.hasher(memory).intdigest() == KEY.hash(DATA)
        # Nothing holds the buffer any longer, so it can be closed.
    growing = bytearray(DATA)
    KEY.hash(growing), KEY.hasher(growing)
    growing += b"more"
