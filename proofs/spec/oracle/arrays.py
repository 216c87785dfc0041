"""Tables of all types of Arrow, as the buffers of its C data interface: the vectors of tables.md.

The cells of a table come first. Fingerprints and checksums are computed from them alone, by tables.py and
sql.py, and the arrays are written from them: in any layout, with values before and after those of the
table, and with other values in the places of nulls.
"""

import random
import struct

import sql
import tables

NANOSECONDS = {"s": 10**9, "m": 10**6, "u": 10**3, "n": 1}
DAY = 86_400_000
#: Days and seconds of the years 1 to 9999, which every database has.
DAYS = -719_162, 2_932_896
SECONDS = DAYS[0] * 86_400, DAYS[1] * 86_400
WORDS = ["", "a", "b", "twelve bytes", "thirteen byte", "ü€😀", " z 09 ", "y" * 60]


class Type:
    """A type of Arrow.

    A value is a pair: its cell, and what the type's `layout` writes. None is a null. `plain` is the type of
    checksums in SQL that covers the values, and `random` then returns values that every database has.
    """

    plain = None
    #: Whether there is a bit for each value.
    has_validity = True
    #: Whether `layout` can write nulls.
    null_values = False

    def random(self, rng, plain=False):
        """Returns a value that is not null."""
        raise NotImplementedError

    def some(self, rng, count, plain=False):
        """Returns values, some of them null or those before."""
        values = []
        for _ in range(count):
            if values and rng.random() < 0.2:
                values.append(values[-1])
            else:
                values.append(None if rng.random() < 0.2 else self.random(rng, plain))
        return values

    def array(self, rng, values):
        """Returns the array of values as in the file."""
        before, after = rng.choice([0, 0, 1, 3]), rng.choice([0, 0, 2])
        stored = self.some(rng, before) + values + self.some(rng, after)
        validity = None
        if not self.null_values or (self.has_validity and rng.random() < 0.5):
            if None in stored or rng.random() < 0.3:
                validity = bits([value is not None for value in stored])
            # What lies at the place of a null has no meaning.
            stored = [value or self.random(rng) for value in stored]
        buffers, *rest = self.layout(rng, stored)
        buffers = [validity] * self.has_validity + buffers
        return {
            "format": self.format,
            "length": len(values),
            "offset": before,
            "buffers": [None if each is None else each.hex() for each in buffers],
            **dict(zip(["children", "dictionary"], rest)),
        }

    def layout(self, rng, values):
        """Returns the buffers after the validity and, if there are any, the children and the dictionary."""
        raise NotImplementedError


def bits(values):
    """Returns bits as bytes, the first one lowest."""
    number = sum(bool(value) << i for i, value in enumerate(values))
    return number.to_bytes(-(-len(values) // 8), "little")


def numbers(width, values):
    """Returns signed integers as bytes."""
    return b"".join(value.to_bytes(width, "little", signed=True) for value in values)


class Null(Type):
    format = "n"
    has_validity, null_values = False, True

    def some(self, rng, count, plain=False):
        return [None] * count

    def layout(self, rng, values):
        return ([],)


class Boolean(Type):
    format, plain = "b", "boolean"

    def random(self, rng, plain=False):
        value = rng.random() < 0.5
        return ("boolean", value), value

    def layout(self, rng, values):
        return ([bits([value for _, value in values])],)


class Fixed(Type):
    """Values of as many bytes. `draw` takes the source of chance and whether databases must have the value."""

    def __init__(self, format, draw, plain=None):
        self.format, self.draw, self.plain = format, draw, plain

    def random(self, rng, plain=False):
        return self.draw(rng, plain)

    def layout(self, rng, values):
        return ([b"".join(data for _, data in values)],)


def near(rng, low, high):
    """Returns an integer from low to high, often at a limit."""
    some = [0, 1, -1, 7, 10, 1000, low, high, low + 1, rng.randint(low, high)]
    return min(max(rng.choice(some), low), high)


def integer(format, width, signed):
    low, high = (-(2 ** (8 * width - 1)), 2 ** (8 * width - 1) - 1) if signed else (0, 2 ** (8 * width) - 1)

    def draw(rng, plain):
        value = near(rng, low, high)
        return ("number", (value, 0)), value.to_bytes(width, "little", signed=signed)

    return Fixed(format, draw, None if format == "L" else "integer")


def decimal(precision, scale, width):
    plain = f"decimal({scale})" if precision <= 18 else None

    def draw(rng, plain):
        # SQLite has floats of 15 digits in place of decimals.
        top = 10 ** (14 if plain else precision) if precision > 9 else 10**9
        value = near(rng, 1 - top, top - 1)
        return ("number", (value, scale)), value.to_bytes(width, "little", signed=True)

    bits_of = "" if width == 16 else f",{8 * width}"
    return Fixed(f"d:{precision},{scale}{bits_of}", draw, plain)


def real(format):
    special = [0.0, -0.0, 1.5, -2.0**-14, 2.0**-24, float("inf"), -float("inf"), float("nan"), -float("nan")]

    def draw(rng, plain):
        data = struct.pack("<" + format, rng.choice([*special, rng.uniform(-60_000, 60_000)]))
        return ("float", struct.unpack("<" + format, data)[0]), data

    # The letters of Arrow's formats are not those of struct.
    return Fixed({"e": "e", "f": "f", "d": "g"}[format], draw)


def time(what, format, width, unit, limits, plain=None):
    def draw(rng, in_databases):
        low, high = limits
        if in_databases and plain == "timestamp":
            low, high = (limit * 10**9 // unit for limit in SECONDS)
        elif in_databases:
            low, high = DAYS
        value = near(rng, low, high)
        cell = what, value * unit
        return cell, value.to_bytes(width, "little", signed=True)

    return Fixed(format, draw, plain)


def date_in_milliseconds():
    def draw(rng, plain):
        value = near(rng, *DAYS) * DAY + (0 if plain or rng.random() < 0.5 else rng.randrange(DAY))
        cell = ("timestamp", value * 10**6) if value % DAY else ("date", value // DAY)
        return cell, numbers(8, [value])

    return Fixed("tdm", draw, "date")


def interval(format, widths, cell):
    def draw(rng, plain):
        parts = [near(rng, -(2 ** (8 * width - 1)), 2 ** (8 * width - 1) - 1) for width in widths]
        return ("interval", cell(*parts)), b"".join(numbers(w, [p]) for w, p in zip(widths, parts))

    return Fixed(format, draw)


class String(Type):
    """Text or bytes, by offsets of as many bytes or, if that is None, by views."""

    def __init__(self, format, what, width):
        self.format, self.what, self.width = format, what, width
        self.plain = "text(60)" if what == "text" else "binary(60)"

    def random(self, rng, plain=False):
        text = rng.choice(WORDS)
        if not plain and rng.random() < 0.1:
            text += "\0" + "long " * rng.choice([5, 30])
        if self.what == "text":
            return ("text", text), text.encode()
        data = text.encode()[:50] + rng.randbytes(rng.choice([0, 1, 7]))
        return ("binary", data), data

    def layout(self, rng, values):
        data = [each for _, each in values]
        if self.width is None:
            return (self.views(rng, data),)
        first = rng.choice([b"", b"before"])
        offsets = [len(first)]
        for each in data:
            offsets.append(offsets[-1] + len(each))
        return ([numbers(self.width, offsets), first + b"".join(data)],)

    @staticmethod
    def views(rng, data):
        views, buffers = b"", [b"one", b"two"]
        for each in data:
            views += numbers(4, [len(each)])
            if len(each) <= 12:
                views += each.ljust(12, b"\0")
                continue
            place = rng.randrange(2)
            views += each[:4] + numbers(4, [place, len(buffers[place])])
            buffers[place] += each
        # The interface ends with the lengths of the buffers.
        return [views, *buffers, numbers(8, map(len, buffers))]


def fixed_binary(width):
    def draw(rng, plain):
        data = rng.randbytes(width)
        return ("binary", data), data

    return Fixed(f"w:{width}", draw, f"binary({width})")


class List(Type):
    """Lists: by offsets, by offsets and sizes (`+v`), or of as many items (`+w:`)."""

    def __init__(self, format, items):
        self.format, self.items = format, items
        self.size = int(format[3:]) if format.startswith("+w") else None
        self.width = 8 if format[-1] == "L" else 4

    def random(self, rng, plain=False):
        values = self.items.some(rng, rng.randrange(4) if self.size is None else self.size)
        return ("list", [cell_of(value) for value in values]), values

    def layout(self, rng, values):
        lists = [items for _, items in values]
        if self.size is not None:
            return [], [self.items.array(rng, sum(lists, []))]
        order = list(range(len(lists)))
        if self.format[1] == "v":
            rng.shuffle(order)
        flat, offsets = self.items.some(rng, rng.choice([0, 2])), [0] * len(lists)
        for i in order:
            offsets[i] = len(flat)
            flat = flat + lists[i]
        if self.format[1] == "v":
            buffers = [numbers(self.width, offsets), numbers(self.width, map(len, lists))]
        else:
            buffers = [numbers(self.width, [*offsets, len(flat)])]
        return buffers, [self.items.array(rng, flat)]


class Struct(Type):
    format = "+s"

    def __init__(self, *fields):
        self.fields = fields

    def random(self, rng, plain=False):
        values = [field.some(rng, 1)[0] for field in self.fields]
        return ("struct", [cell_of(value) for value in values]), values

    def layout(self, rng, values):
        columns = [[fields[i] for _, fields in values] for i in range(len(self.fields))]
        return [], [field.array(rng, column) for field, column in zip(self.fields, columns)]


class Map(Type):
    format = "+m"

    def __init__(self, keys, values):
        self.keys, self.values = keys, values

    def random(self, rng, plain=False):
        count = rng.randrange(4)
        entries = [(self.keys.random(rng), value) for value in self.values.some(rng, count)]
        return ("map", [cell_of(each) for entry in entries for each in entry]), entries

    def layout(self, rng, values):
        offsets, flat = [0], []
        for _, entries in values:
            flat += entries
            offsets.append(len(flat))
        keys, items = ([entry[i] for entry in flat] for i in range(2))
        keys = {**self.keys.array(rng, keys), "nullable": False}
        structs = {
            "format": "+s", "length": len(flat), "offset": 0, "buffers": [None],
            "children": [keys, self.values.array(rng, items)], "nullable": False,
        }  # fmt: skip
        return [numbers(4, offsets)], [structs]


class Dictionary(Type):
    """A dictionary, whose values may be null."""

    null_values = True

    def __init__(self, indices, width, values):
        self.format, self.width, self.values = indices, width, values
        self.plain = values.plain

    def random(self, rng, plain=False):
        return self.values.random(rng, plain)

    def layout(self, rng, values):
        items = [*{id(value): value for value in values}.values(), None]
        rng.shuffle(items)
        places = {id(value): i for i, value in enumerate(items)}
        indices = [places[id(value)] for value in values]
        return [numbers(self.width, indices)], [], self.values.array(rng, items)


class Runs(Type):
    """Equal values in a row, by the ends of the runs."""

    format = "+r"
    has_validity, null_values = False, True

    def __init__(self, ends, values):
        self.ends, self.values, self.plain = ends, values, values.plain

    def random(self, rng, plain=False):
        return self.values.random(rng, plain)

    def layout(self, rng, values):
        ends, items = [], []
        for i, value in enumerate(values, 1):
            if items and value is items[-1]:
                ends[-1] = i
            else:
                ends.append(i)
                items.append(value)
        width = {"s": 2, "i": 4, "l": 8}[self.ends]
        ends = {
            "format": self.ends, "length": len(ends), "offset": 0,
            "buffers": [None, numbers(width, ends).hex()], "nullable": False,
        }  # fmt: skip
        return [], [ends, self.values.array(rng, items)]


class Union(Type):
    """Values of several types: a number for each says which. A null is one of the first field."""

    has_validity, null_values = False, True

    def __init__(self, format, fields):
        self.fields, self.dense = fields, format == "+ud"
        self.format = f"{format}:{','.join(map(str, fields))}"

    def random(self, rng, plain=False):
        number = rng.choice([*self.fields])
        (value,) = self.fields[number].some(rng, 1)
        return cell_of(value), (number, value)

    def layout(self, rng, values):
        chosen = [(next(iter(self.fields)), None) if value is None else value[1] for value in values]
        columns = {number: field.some(rng, len(values)) for number, field in self.fields.items()}
        if self.dense:
            columns = {number: field.some(rng, 1) for number, field in self.fields.items()}
        offsets = []
        for i, (number, value) in enumerate(chosen):
            column = columns[number]
            if self.dense:
                offsets.append(len(column))
                column.append(value)
            else:
                column[i] = value
        buffers = [numbers(1, [number for number, _ in chosen])]
        if self.dense:
            buffers.append(numbers(4, offsets))
        return buffers, [self.fields[number].array(rng, column) for number, column in columns.items()]


def cell_of(value):
    return None if value is None else value[0]


def wide(bits_of):
    return -(2 ** (bits_of - 1)), 2 ** (bits_of - 1) - 1


def types():
    """Returns all types, and some that are nested deeper."""
    ints = {format: integer(format, 2 ** (i // 2), i % 2 == 0) for i, format in enumerate("cCsSiIlL")}
    reals = [real(format) for format in "efd"]
    text, binary = String("u", "text", 4), String("z", "binary", 4)
    money = decimal(18, 4, 8)
    decimals = [decimal(9, 2, 4), money, decimal(38, 10, 16), decimal(38, -3, 16), decimal(76, 20, 32)]
    strings = [text, String("U", "text", 8), String("vu", "text", None), fixed_binary(5), fixed_binary(16),
               binary, String("Z", "binary", 8), String("vz", "binary", None)]  # fmt: skip
    dates = [time("date", "tdD", 4, 1, wide(32), "date"), date_in_milliseconds()]
    times = []
    for letter, unit in NANOSECONDS.items():
        width = 4 if letter in "sm" else 8
        times.append(time("time", f"tt{letter}", width, unit, (0, 86_400 * 10**9 // unit - 1)))
        plain = None if letter == "n" else "timestamp"
        times.append(time("timestamp", f"ts{letter}:", 8, unit, wide(64), plain))
        times.append(time("duration", f"tD{letter}", 8, unit, wide(64)))
    zones = zip(NANOSECONDS.items(), ["UTC", "Asia/Tokyo", "+05:30", "America/New_York"])
    instants = [time("instant", f"ts{letter}:{zone}", 8, unit, wide(64)) for (letter, unit), zone in zones]
    intervals = [
        interval("tiM", [4], lambda months: (months, 0, 0)),
        interval("tiD", [4, 4], lambda days, milliseconds: (0, days, milliseconds * 10**6)),
        interval("tin", [4, 4, 8], lambda *parts: parts),
    ]
    pair = Struct(ints["s"], text)
    lists = [
        List("+l", ints["i"]), List("+L", text), List("+vl", reals[1]), List("+vL", strings[2]),
        List("+w:2", ints["c"]), List("+l", pair), List("+l", List("+w:3", Boolean())),
    ]  # fmt: skip
    referring = [
        Dictionary("c", 1, text), Dictionary("C", 1, ints["l"]), Dictionary("s", 2, reals[2]),
        Dictionary("S", 2, dates[0]), Dictionary("i", 4, binary), Dictionary("I", 4, money),
        Dictionary("l", 8, strings[2]), Dictionary("L", 8, List("+l", ints["s"])),
        Runs("s", ints["i"]), Runs("i", text), Runs("l", reals[2]), Runs("i", Dictionary("c", 1, text)),
    ]  # fmt: skip
    unions = [
        Union("+ud", {0: ints["i"], 5: text}), Union("+us", {3: reals[2], 1: ints["l"], 2: strings[5]}),
        Union("+ud", {1: pair, 2: dates[0]}),
    ]  # fmt: skip
    nested = [
        pair, Struct(referring[0], Runs("i", ints["l"]), unions[0]), Map(text, ints["l"]),
        Map(ints["i"], List("+l", decimals[2])), Struct(Struct(instants[0]), Null(), intervals[2]),
    ]  # fmt: skip
    return [Null(), Boolean(), *ints.values(), *reals, *decimals, *strings, *dates, *times, *instants,
            *intervals, *lists, *referring, *unions, *nested]  # fmt: skip


def plain_cell(kind, cell):
    """Returns the cell of sql.py: numbers have the scale of the type, and times are in microseconds."""
    if cell is None:
        return None
    what, value = cell
    if what == "number":
        unscaled, scale = value
        return unscaled * 10 ** (int(kind[8:-1]) - scale) if kind.startswith("decimal") else unscaled
    return value // 1000 if what == "timestamp" else value


def vectors():
    """Yields the 100 tables, of which every second has a checksum in SQL."""
    rng = random.Random("tables of Arrow, version 1")
    all_types = types()
    covered = [each for each in all_types if each.plain]
    decks = {False: [], True: []}
    for i in range(100):
        plain = i % 2 == 1
        chosen = []
        for _ in range([1, 2, 3, 5, 8][i // 2 % 5]):
            # Every type has its turn.
            if not decks[plain]:
                decks[plain] = rng.sample(covered if plain else all_types, k=len(covered if plain else all_types))
            chosen.append(decks[plain].pop())
        count = [1, 2, 3, 5, 9, 17, 0][i % 7]
        values = [each.some(rng, count, plain) for each in chosen]
        rows = [[cell_of(value) for value in row] for row in zip(*values)]
        key = tables.Key.from_seed(i)
        vector = tables.vector(key, rows)
        vector["columns"] = [each.array(rng, column) for each, column in zip(chosen, values)]
        if plain:
            kinds = [each.plain for each in chosen]
            cells = [[plain_cell(kind, cell) for kind, cell in zip(kinds, row)] for row in rows]
            vector["types"] = kinds
            vector["checksum"] = sql.text(sql.checksum(sql.Key(key.secret), kinds, cells))
        yield vector
