"""Queries of checksums mean the same whatever functions, operators, macros and types a database has.

Whoever may create one in a schema that a session searches could otherwise make different tables equal,
and run code with the rights of the one who compares them.
"""

import pathlib
import tempfile

import databases
import pytest
import sql as oracle
from provenhash import TableKey, sql_checksum

duckdb = pytest.importorskip("duckdb")

KEY = TableKey.from_seed(7)
ORACLE = oracle.Key(KEY.export())
KINDS = ["boolean", "integer", "decimal(4)", "date", "timestamp", "text(60)", "binary(40)"]
COLUMNS = {f"c{i}": kind for i, kind in enumerate(KINDS)}
ROWS = [
    [True, 1, 15000, 1, 10**6, "Ada", b"\x00\xff"],
    [False, -(2**63), -1, -1, -1, "9é", b""],
    [None] * 7,
]
WANT = oracle.checksum(ORACLE, KINDS, ROWS)


@pytest.fixture(scope="module")
def postgres():
    with tempfile.TemporaryDirectory() as folder:
        try:
            server = databases.Postgres(pathlib.Path(folder))
        except FileNotFoundError as error:
            pytest.skip(str(error))
        server.fill("public.t", KINDS, ROWS)
        yield server
        server.stop()


@pytest.fixture(scope="module")
def mariadb():
    with tempfile.TemporaryDirectory() as folder:
        try:
            server = databases.MariaDb(pathlib.Path(folder))
        except FileNotFoundError as error:
            pytest.skip(str(error))
        yield server
        server.stop()


QUERY = sql_checksum("postgres", ("public", "t"), COLUMNS, KEY)

#: Each by a user who may only create objects in `public`, which comes after `pg_catalog`: a better
#: match for the types of the arguments replaces a function or an operator nevertheless.
IN_PUBLIC = {
    "convert_to": """CREATE FUNCTION public.convert_to(text, text) RETURNS bytea IMMUTABLE LANGUAGE sql
                     AS $$ SELECT '\\x'::bytea $$""",
    "= of types": """CREATE FUNCTION public.no(regtype, regtype) RETURNS bool IMMUTABLE LANGUAGE sql
                     AS $$ SELECT false $$;
                     CREATE OPERATOR public.= (LEFTARG = regtype, RIGHTARG = regtype, FUNCTION = public.no)""",
    "* of numbers": """CREATE FUNCTION public.one(numeric, int) RETURNS numeric IMMUTABLE LANGUAGE sql
                       AS $$ SELECT 1::numeric $$;
                       CREATE OPERATOR public.* (LEFTARG = numeric, RIGHTARG = int, FUNCTION = public.one)""",
    "%": """CREATE FUNCTION public.rest(numeric, bigint) RETURNS numeric IMMUTABLE LANGUAGE sql
            AS $$ SELECT 1::numeric $$;
            CREATE OPERATOR public.% (LEFTARG = numeric, RIGHTARG = bigint, FUNCTION = public.rest)""",
}

#: In a schema that the database's own path names before `pg_catalog`.
FIRST = """
    CREATE FUNCTION evil.bytes(text, name) RETURNS bytea IMMUTABLE LANGUAGE sql AS $$ SELECT '\\x'::bytea $$;
    CREATE FUNCTION evil.text(text, int, int) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT '1' $$;
    CREATE FUNCTION evil.three(text, text, text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT '1' $$;
    CREATE FUNCTION evil.no(oid, oid) RETURNS bool IMMUTABLE LANGUAGE sql AS $$ SELECT false $$;
    CREATE FUNCTION evil.yes(int, int) RETURNS bool IMMUTABLE LANGUAGE sql AS $$ SELECT true $$;
    CREATE FUNCTION evil.no(numeric, numeric) RETURNS bool IMMUTABLE LANGUAGE sql AS $$ SELECT false $$;
    CREATE FUNCTION evil.two(bigint, bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS $$ SELECT 0::int8 $$;
    CREATE FUNCTION evil.two(bigint, int) RETURNS bigint IMMUTABLE LANGUAGE sql AS $$ SELECT 0::int8 $$;
    CREATE FUNCTION evil.two(numeric, numeric) RETURNS numeric IMMUTABLE LANGUAGE sql
        AS $$ SELECT 0::numeric $$;
    CREATE FUNCTION evil.minus(date, date) RETURNS int IMMUTABLE LANGUAGE sql AS $$ SELECT 0 $$
"""
FIRST_NAMES = {
    "convert_to": "ALTER FUNCTION evil.bytes(text, name) RENAME TO convert_to",
    "substr": "ALTER FUNCTION evil.text(text, int, int) RENAME TO substr",
    "replace": "ALTER FUNCTION evil.three(text, text, text) RENAME TO replace",
    "sum": "CREATE AGGREGATE evil.sum(numeric) (SFUNC = evil.two, STYPE = numeric, INITCOND = '0')",
    "count": """CREATE FUNCTION evil.next(bigint, numeric) RETURNS bigint IMMUTABLE LANGUAGE sql
                AS $$ SELECT 0::int8 $$;
                CREATE AGGREGATE evil.count(numeric) (SFUNC = evil.next, STYPE = bigint, INITCOND = '0')""",
    "type text": "CREATE DOMAIN evil.text AS pg_catalog.varchar(1)",
    "type date": "CREATE DOMAIN evil.date AS pg_catalog.timestamp",
    "type regtype": "CREATE DOMAIN evil.regtype AS pg_catalog.text",
    "type bytea": "CREATE DOMAIN evil.bytea AS pg_catalog.text",
    "= of oids": "CREATE OPERATOR evil.= (LEFTARG = oid, RIGHTARG = oid, FUNCTION = evil.no)",
    "= of integers": "CREATE OPERATOR evil.= (LEFTARG = int, RIGHTARG = int, FUNCTION = evil.yes)",
    "= of numbers": "CREATE OPERATOR evil.= (LEFTARG = numeric, RIGHTARG = numeric, FUNCTION = evil.no)",
    "* of bigint": "CREATE OPERATOR evil.* (LEFTARG = bigint, RIGHTARG = int, FUNCTION = evil.two)",
    "* of numbers": "CREATE OPERATOR evil.* (LEFTARG = numeric, RIGHTARG = numeric, FUNCTION = evil.two)",
    "& of bigint": "CREATE OPERATOR evil.& (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.two)",
    ">> of bigint": "CREATE OPERATOR evil.>> (LEFTARG = bigint, RIGHTARG = int, FUNCTION = evil.two)",
    "- of dates": "CREATE OPERATOR evil.- (LEFTARG = date, RIGHTARG = date, FUNCTION = evil.minus)",
}


def in_session(server, setup, query):
    """Run a query beside objects that are gone afterwards."""
    return server.run(f"BEGIN; {setup}; {query}; ROLLBACK")


@pytest.mark.parametrize("name", IN_PUBLIC)
def test_public(postgres, name):
    assert in_session(postgres, IN_PUBLIC[name], QUERY) == [WANT]


@pytest.mark.parametrize("name", FIRST_NAMES)
def test_schema_before_the_catalog(postgres, name):
    """A path such as that of `ALTER DATABASE ... SET search_path = evil, pg_catalog`."""
    setup = f"CREATE SCHEMA evil; {FIRST}; {FIRST_NAMES[name]}; SET LOCAL search_path = evil, pg_catalog"
    assert in_session(postgres, setup, QUERY) == [WANT]


def test_temporary_objects(postgres):
    """The schema of temporary objects has no functions, and types are not sought in it by a full name."""
    setup = "CREATE DOMAIN pg_temp.text AS varchar(1); CREATE DOMAIN pg_temp.regtype AS varchar"
    assert in_session(postgres, setup, QUERY) == [WANT]


def test_citext_and_collations(postgres):
    """Texts that the database compares without case are compared by their bytes, or not covered."""
    column = {"c": "text(9)"}
    for kind in ("citext", "CHAR(3)", "public.words"):
        setup = f"""CREATE EXTENSION citext; CREATE DOMAIN public.words AS text;
                    CREATE TABLE public.u (c {kind}); INSERT INTO public.u VALUES ('A')"""
        found = in_session(postgres, setup, sql_checksum("postgres", ("public", "u"), column, KEY))
        covered = oracle.checksum(ORACLE, ["text(9)"], [["A"]])
        assert found == [covered if kind == "CHAR(3)" else (1, None, None)]
    # A view with a text.
    sums = set()
    for text in "aA":
        setup = f"""CREATE EXTENSION citext; CREATE TABLE public.u (c citext);
                    INSERT INTO public.u VALUES ('{text}');
                    CREATE VIEW public.v AS SELECT CAST(c AS text) AS c FROM public.u"""
        (found,) = in_session(
            postgres, setup, sql_checksum("postgres", ("public", "v"), column, KEY)
        )
        assert found == oracle.checksum(ORACLE, ["text(9)"], [[text]])
        sums.add(found)
    assert len(sums) == 2


def test_views(postgres):
    """A view calls the functions that it was made with."""
    setup = """CREATE FUNCTION public.twice(bigint) RETURNS bigint IMMUTABLE LANGUAGE sql
               AS $$ SELECT 2 OPERATOR(pg_catalog.*) $1 $$;
               CREATE VIEW public.v AS SELECT public.twice(c1) AS c FROM public.t WHERE c1 > 0"""
    query = sql_checksum("postgres", ("public", "v"), {"c": "integer"}, KEY)
    assert in_session(postgres, setup, query) == [oracle.checksum(ORACLE, ["integer"], [[2]])]


def test_text_is_no_boolean(postgres):
    """Under a collation without case, TRUE is equal to true."""
    setup = """CREATE COLLATION public.folded (provider = icu, locale = 'und-u-ks-level2',
                                               deterministic = false);
               CREATE TABLE public.u (c text COLLATE public.folded); INSERT INTO public.u VALUES ('TRUE')"""
    query = sql_checksum("postgres", ("public", "u"), {"c": "boolean"}, KEY)
    assert in_session(postgres, setup, query) == [(1, None, None)]


MACROS = {
    "hex": "hex(x) AS '00'",
    "replace": "replace(x, y, z) AS '00'",
    "substr": "substr(x, y, z) AS '0'",
    "length": "length(x) AS 1",
    "typeof": "typeof(x) AS 'VARCHAR'",
    "strlen": "strlen(x) AS 99",
    "sum": "sum(x) AS 0",
    "count": "count(x) AS 2",
    "count_star": "count_star() AS 2",
    "date_diff": "date_diff(x, y, z) AS 0",
    "epoch_us": "epoch_us(x) AS 0",
    "isfinite": "isfinite(x) AS false",
    "list_value": "list_value(x) AS 1",
    "list_extract": "list_extract(x, y) AS 1",
    "array_extract": "array_extract(x, y) AS 1",
    "~~": '"~~"(x, y) AS false',
    **{name: f'"{name}"(x, y) AS 1' for name in ("+", "-", "*", "%", "&", "<<", ">>")},
    # Comparisons are no functions. The query relies on it.
    **{name: f'"{name}"(x, y) AS false' for name in ("=", "<=", ">=", "contains", "coalesce")},
    "||": "\"||\"(x, y) AS '0'",
    "minus": '"-"(x) AS 1',
}


@pytest.mark.parametrize("name", MACROS)
def test_macros_in_the_file(tmp_path, name):
    """Macros of DuckDB are saved in its file, and come before functions."""
    database = databases.DuckDb("")
    database.stop()
    path = tmp_path / "a.duckdb"
    database.database = duckdb.connect(str(path))
    database.fill("t", KINDS, ROWS)
    database.run(f"CREATE MACRO {MACROS[name]}")
    database.stop()
    database.database = duckdb.connect(str(path), read_only=True)
    assert database.run(sql_checksum("duckdb", "t", COLUMNS, KEY)) == [WANT]
    database.stop()


def test_collations_of_columns(tmp_path):
    """Texts are compared by their bytes, whatever the collation of the column."""
    for database, collation in (
        (databases.DuckDb(""), "NOCASE"),
        (databases.Sqlite(""), "NOCASE"),
        (databases.Sqlite(""), "RTRIM"),
    ):
        sums = set()
        for text in ("a", "A", "a "):
            database.run("DROP TABLE IF EXISTS t")
            database.run(f"CREATE TABLE t (c VARCHAR(9) COLLATE {collation})")
            database.run(f"INSERT INTO t VALUES ('{text}')")
            found = database.run(sql_checksum(database.dialect, "t", {"c": "text(9)"}, KEY))
            assert found == [oracle.checksum(ORACLE, ["text(9)"], [[text]])]
            sums.add(found[0])
        assert len(sums) == 3
        for text, kind in (("TRUE", "boolean"), ("true ", "boolean"), ("2026-11-30 ", "date")):
            if (database.dialect, kind) == ("duckdb", "date"):
                # A column of texts has no dates there, and the query fails.
                continue
            database.run(f"UPDATE t SET c = '{text}'")
            found = database.run(sql_checksum(database.dialect, "t", {"c": kind}, KEY))
            assert found == [(1, None, None)], (database.dialect, collation, text)
        database.stop()


MODES = [
    "", "ANSI", "ORACLE", "IGNORE_SPACE", "PIPES_AS_CONCAT", "NO_BACKSLASH_ESCAPES", "HIGH_NOT_PRECEDENCE",
    "NO_UNSIGNED_SUBTRACTION", "REAL_AS_FLOAT", "STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE",
    "TIME_ROUND_FRACTIONAL", "EMPTY_STRING_IS_NULL", "SIMULTANEOUS_ASSIGNMENT", "TRADITIONAL",
]  # fmt: skip


def test_modes_and_stored_functions(mariadb):
    """A session's mode changes no value, and functions stored in the database replace none."""
    functions = [
        ("hex", "x TEXT", "TEXT"), ("length", "x TEXT", "INT"), ("octet_length", "x TEXT", "INT"),
        ("elt", "x INT", "INT"), ("to_days", "x DATE", "INT"), ("charset", "x TEXT", "TEXT"),
        ("concat", "x TEXT, y TEXT", "TEXT"), ("coalesce", "x INT, y INT", "INT"),
        ("timestampdiff", "x INT, y INT, z INT", "INT"), ("from_days", "x INT", "DATE"),
    ]  # fmt: skip
    for name, arguments, kind in functions:
        mariadb.run(f"CREATE FUNCTION {name} ({arguments}) RETURNS {kind} DETERMINISTIC RETURN 1")
    mariadb.fill("t", KINDS, ROWS)
    query = sql_checksum("mysql", "t", COLUMNS, KEY)
    one = sql_checksum("mysql", "t", COLUMNS, KEY, where="t.c1 = 1")
    # The limit is one of bytes, of which é has two.
    too_long = sql_checksum("mysql", "t", {"c5": "text(2)"}, KEY, where="t.c1 < 0")
    for mode in MODES:
        run = lambda query, mode=mode: mariadb.run(f"SET sql_mode = '{mode}'; {query}")  # noqa: E731
        # In Oracle mode REPLACE has no empty texts.
        assert run(query) == ([(3, None, None)] if mode == "ORACLE" else [WANT]), mode
        assert run(one) == [oracle.checksum(ORACLE, KINDS, ROWS[:1])], mode
        assert run(too_long) == [(1, None, None)], mode
    mariadb.run("DROP TABLE t")
    mariadb.run("CREATE TABLE t (c VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci)")
    for text, kind in (("1 ", "boolean"), ("\uff11", "boolean"), ("2026-11-30 ", "date")):
        mariadb.run(f"DELETE FROM t; INSERT INTO t VALUES ('{text}')")
        found = mariadb.run(sql_checksum("mysql", "t", {"c": kind}, KEY))
        assert found == [(1, None, None)], (text, kind)
