"""Types, their values, and what a text in CSV is exactly, by Python's decimals and fractions."""

import datetime
import decimal
import re
import struct
from decimal import Decimal
from fractions import Fraction

import pyarrow as pa

decimal.getcontext().prec = 2000

UNITS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
ITEM, SHORT = pa.field("item", pa.int32()), pa.field("item", pa.int16())


def struct_type(*fields):
    """Returns the type of a struct with these names and types."""
    return pa.struct([pa.field(name, kind) for name, kind in fields])


# Kinds of values, which decide what can be compared, and the types of each.
TYPES = {
    "number": [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(),
               pa.uint64(), pa.decimal32(7, 3), pa.decimal64(15, 1), pa.decimal128(10, 2),
               pa.decimal128(38, 10), pa.decimal256(60, 20), pa.dictionary(pa.int8(), pa.int64())],
    "float": [pa.float16(), pa.float32(), pa.float64()],
    "text": [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int16(), pa.string())],
    "binary": [pa.binary(), pa.large_binary(), pa.binary(3), pa.binary_view()],
    "boolean": [pa.bool_()],
    "date": [pa.date32(), pa.date64()],
    "time": [pa.time32("s"), pa.time32("ms"), pa.time64("us"), pa.time64("ns")],
    "timestamp": [pa.timestamp(unit) for unit in UNITS],
    "instant": [pa.timestamp(unit, zone) for unit in UNITS
                for zone in ("UTC", "+02:00", "Europe/Paris")],
    "duration": [pa.duration(unit) for unit in UNITS],
    "list": [pa.list_(ITEM), pa.large_list(ITEM), pa.list_(SHORT, 2), pa.list_(SHORT)],
    "struct": [struct_type(("x", pa.int32()), ("y", pa.string())),
               struct_type(("x", pa.decimal128(9, 1)), ("y", pa.large_string())),
               struct_type(("y", pa.string()), ("x", pa.int32()))],
    "renamed struct": [struct_type(("x", pa.int32()), ("z", pa.string()))],
    "map": [pa.map_(pa.string(), pa.int32()), pa.map_(pa.large_string(), pa.int64())],
    "null": [pa.null()],
}
KIND = {kind: name for name, kinds in TYPES.items() for kind in kinds}
# Types with a notation in CSV.
IN_CSV = {"number", "float", "text", "boolean", "date", "time", "timestamp", "instant"}
SCALE = {kind: kind.scale for kind in TYPES["number"] if pa.types.is_decimal(kind)}


def value(kind, rng):
    """Returns a value of this kind of types, or None."""
    if rng.random() < 0.15 or kind == "null":
        return None
    if kind == "number":
        unscaled = Decimal(rng.choice([0, 1, 5, 10, 42, 100, -1, rng.randrange(128)]))
        return unscaled.scaleb(-rng.choice([0, 0, 0, 1, 2, 3]))
    if kind == "float":
        return rng.choice([0.0, -0.0, 0.5, 1.5, 0.1, 1e10, 1 / 3, 12345678901234568.0, float("inf"),
                           float("nan"), 2.0**-20, 5e-324])
    if kind == "text":
        return rng.choice(["", "a", "ä", "NULL", "null", "1", "01", "1.0", " a", "a,b", 'q"q', "l\nf",
                           "\r", "true", "NaN", "\u202e", "2020-01-01", "a;b", "'"])
    if kind == "binary":
        return rng.choice([b"abc", b"\0\1\2", b"\xff\xfe\xfd"])
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "date":
        return rng.choice([0, 1, -1, 18262, 11016])
    unit = rng.choice(list(UNITS.values()))
    if kind == "time":
        return rng.randrange(86_400 * 10**9) // unit * unit
    if kind in ("timestamp", "instant", "duration"):
        seconds = rng.choice([0, -1, 1, 86_400, 10**9, rng.randrange(-10**9, 10**9)])
        return seconds * 10**9 + rng.choice([0, 0, unit])
    if kind == "list":
        return tuple(rng.choice([None, 1, 2, 300]) for _ in range(2))
    if "struct" in kind:
        return rng.choice([1, 2, None]), rng.choice(["a", "b", None])
    return (("k", rng.randrange(3)), ("l", 1))


def fits(cell, kind):
    """Returns whether a type holds a value exactly."""
    name = KIND[kind]
    if cell is None or name not in ("null", "number", "float", "time", "timestamp", "instant", "duration"):
        return True
    if name == "null":
        return False
    if name == "number":
        if kind in SCALE:
            shifted = cell.scaleb(kind.scale)
            return shifted == int(shifted) and len(str(abs(int(shifted)))) <= kind.precision
        kind = pa.int64() if pa.types.is_dictionary(kind) else kind
        low = 0 if pa.types.is_unsigned_integer(kind) else -(2 ** (kind.bit_width - 1))
        bits = kind.bit_width - (0 if low == 0 else 1)
        return cell == int(cell) and low <= cell < 2**bits
    if name == "float":
        return cell != cell or rounded(cell, kind) == cell
    ticks = Fraction(cell, UNITS[kind.unit])
    return ticks.denominator == 1 and abs(ticks) < 2**63


def rounded(cell, kind):
    """Returns the float of this type that is nearest to a float."""
    code = {16: "e", 32: "f", 64: "d"}[kind.bit_width]
    try:
        return struct.unpack(code, struct.pack(code, cell))[0]
    except OverflowError:
        return float("inf") if cell > 0 else -float("inf")


def array(cells, kind):
    """Returns a column of Arrow."""
    name = KIND[kind]
    if name == "number":
        if kind not in SCALE:
            cells = [None if cell is None else int(cell) for cell in cells]
        if pa.types.is_dictionary(kind):
            return pa.array(cells, pa.int64()).dictionary_encode().cast(kind)
        return pa.array(cells, kind)
    if name == "text" and pa.types.is_dictionary(kind):
        return pa.array(cells, pa.string()).dictionary_encode().cast(kind)
    if name == "date":
        length = 1 if kind == pa.date32() else 86_400_000
        cells = [None if cell is None else cell * length for cell in cells]
        return pa.array(cells, pa.int32() if length == 1 else pa.int64()).view(kind)
    if name in ("time", "timestamp", "instant", "duration"):
        cells = [None if cell is None else cell // UNITS[kind.unit] for cell in cells]
        return pa.array(cells, pa.int32() if kind.bit_width == 32 else pa.int64()).view(kind)
    if "struct" in name:
        number = Decimal if pa.types.is_decimal(kind.field("x").type) else int
        second = "z" if name == "renamed struct" else "y"

        def fields(x, text):
            return {"x": None if x is None else number(x), second: text}

        return pa.array([None if cell is None else fields(*cell) for cell in cells], kind)
    if name in ("list", "map"):
        return pa.array([None if cell is None else list(cell) for cell in cells], kind)
    return pa.array(cells, kind)


def canonical(cell):
    """Returns a value that equals another one exactly if the cells are equal."""
    if isinstance(cell, float):
        return "NaN" if cell != cell else ("float", cell + 0.0)
    return cell


def texts(cell, kind, rng):
    """Returns a text for a value: a usual one, or one that says more or less."""
    name = KIND[kind]
    odd = rng.random() < 0.06
    if name == "text":
        return cell
    if name == "number":
        plain = f"{cell:f}"
        if odd:
            return rng.choice([f"0{plain}", f"+{plain}", f" {plain}", f"{plain}.", f"{plain}e", "",
                               f"{cell + Decimal('1e-25'):f}", f"{plain}_0", f"{cell + 10**70:f}", "x"])
        zeros = plain + ("" if "." in plain else ".") + "0" * rng.randrange(1, 30)
        return rng.choice([plain, plain, zeros, f"{cell:E}", f"{cell.normalize():e}"])
    if name == "float":
        if odd:
            return rng.choice(["1e", ".5", "5.", "0x1p3", "1e999", "1e-999", "12345678901234567.89",
                               "0.10000000000000004", "+1", "nan(1)", ""])
        if cell != cell or cell in (float("inf"), -float("inf")):
            return rng.choice([str(cell), str(cell).upper()])
        if kind == pa.float32():
            return rng.choice([f"{cell:.9g}", repr(cell), f"{Decimal(cell):f}"])
        return rng.choice([repr(cell), f"{cell:.17g}", f"{Decimal(cell):f}", f"{cell:.20e}"])
    if name == "boolean":
        return rng.choice(["1", "t", "yes", "TRUE "]) if odd else rng.choice([str(cell), str(cell).lower()])
    if name == "date":
        day = datetime.date(1970, 1, 1) + datetime.timedelta(days=cell)
        others = [f"{day} 00:00:00", f"{day}T12:00:00", day.strftime("%d.%m.%Y"), f"{day}Z"]
        return rng.choice(others) if odd else str(day)
    seconds, nanoseconds = divmod(cell, 10**9)
    digits = f"{nanoseconds:09}"
    shortest = digits.rstrip("0")
    fraction = rng.choice([f".{digits}", f".{digits}000", f".{shortest}" if shortest else ""])
    if odd:
        fraction = rng.choice([f".{digits}1", ".", ".5", ",5"])
    if name == "time":
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"
    zones = [("Z", 0), ("+00", 0), ("+02:00", 7200), ("-0530", -19800)]
    offset = rng.choice(zones) if name == "instant" else ("", 0)
    if odd:
        offset = rng.choice([("", 0), ("Z", 0), (" UTC", 0), ("+2", 7200)])
    clock = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds + offset[1])
    return f"{clock:%Y-%m-%d}{rng.choice('T ')}{clock:%H:%M:%S}{fraction}{offset[0]}"


NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
DATE = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
CLOCK = r"([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?"
ZONE = r"(Z|[+-][0-9]{2}(:?[0-9]{2})?)"


class Inexact(Exception):
    """A text is not exactly a value of a type."""


def require(condition):
    if not condition:
        raise Inexact


def exact(text, kind):
    """Returns the value of a text in a column of this type."""
    name = KIND[kind]
    if name == "text":
        return text
    if name == "boolean":
        require(text.lower() in ("true", "false", "t", "f"))
        return text.lower() in ("true", "t")
    if name == "number":
        require(NUMBER.fullmatch(text))
        cell = Decimal(text)
        require(fits(cell, kind))
        return cell
    if name == "float":
        if re.fullmatch(r"-?(inf(inity)?|nan)", text, re.I):
            return float(text)
        require(NUMBER.fullmatch(text))
        written = Decimal(text)
        cell = nearest(written, kind)
        require(abs(cell) != float("inf"))
        # The text must be the value, rounded to as many digits.
        count = max(1, len("".join(map(str, written.as_tuple().digits)).strip("0")))
        require(decimal.Context(prec=count).plus(Decimal(cell)) == written)
        return cell
    if name == "date":
        match = re.fullmatch(DATE, text)
        require(match)
        return (datetime.date(*map(int, match.groups())) - datetime.date(1970, 1, 1)).days
    if name == "time":
        match = re.fullmatch(CLOCK, text)
        require(match)
        cell = nanoseconds(match.groups())
    else:
        match = re.fullmatch(f"{DATE}[T ]{CLOCK}{ZONE if name == 'instant' else ''}", text)
        require(match)
        groups = match.groups()
        days = (datetime.date(*map(int, groups[:3])) - datetime.date(1970, 1, 1)).days
        cell = days * 86_400 * 10**9 + nanoseconds(groups[3:7])
        if name == "instant" and groups[7] != "Z":
            minutes = int(groups[7][1:3]) * 60 + int((groups[8] or "0").strip(":"))
            cell -= minutes * 60 * 10**9 * (-1 if groups[7][0] == "-" else 1)
    require(cell.denominator == 1 and fits(int(cell), kind))
    return int(cell)


def nanoseconds(groups):
    hours, minutes, seconds = map(int, groups[:3])
    require(hours < 24 and minutes < 60 and seconds < 60)
    return ((hours * 60 + minutes) * 60 + seconds + Fraction(groups[3] or 0)) * 10**9


def nearest(written, kind):
    """Returns the float that is nearest to a decimal."""
    double = float(written)
    if kind == pa.float64() or abs(double) == float("inf"):
        return double
    # Rounding twice could go astray by one unit in the last place.
    integer, code = {16: "He", 32: "If"}[kind.bit_width]
    bits = struct.unpack(integer, struct.pack(code, rounded(double, kind)))[0]
    around = [b for b in (bits - 1, bits, bits + 1) if 0 <= b < 2**kind.bit_width]
    around = [struct.unpack(code, struct.pack(integer, b))[0] for b in around]
    around = [f for f in around if f == f and abs(f) != float("inf")]
    if not around:
        return double
    return min(around, key=lambda f: (abs(Decimal(f) - written), struct.pack(code, f)[0] & 1))
