//! Functions, operators, types and tables whose names are those that this program's queries use.
//! Whoever may create them in an examined database does not decide what is the same.

mod support;

use rusqlite::Connection;
use support::Dir;
use support::duckdb::{self, DuckDb};

#[cfg(unix)]
mod postgres {
    use super::support::Dir;
    use super::support::server::Server;

    /// Functions with which the objects below are made. None of them is called by the program.
    const EVIL: &str = r"
        CREATE ROLE reader LOGIN; CREATE ROLE mallory; GRANT CREATE ON SCHEMA public TO mallory;
        CREATE SCHEMA evil AUTHORIZATION mallory; GRANT USAGE ON SCHEMA evil TO reader;
        CREATE TABLE a (id bigint, amount numeric(9, 2), day date, note text);
        INSERT INTO a SELECT i, i / 4.0, date '2026-11-30' - i, 'note ' || i FROM generate_series(1, 300) i;
        CREATE TABLE b AS SELECT * FROM a;
        ALTER TABLE b ALTER amount TYPE numeric(9, 2);
        UPDATE b SET note = 'another' WHERE id = 7; UPDATE b SET amount = 1 WHERE id = 8;
        UPDATE b SET day = '1999-12-31' WHERE id = 9;
        CREATE TABLE same AS SELECT * FROM a; ALTER TABLE same ALTER amount TYPE numeric(9, 2);
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;
        SET ROLE mallory;
        CREATE FUNCTION evil.bytes(text, name) RETURNS bytea IMMUTABLE LANGUAGE sql AS $$ SELECT '\x'::bytea $$;
        CREATE FUNCTION evil.one(numeric, bigint) RETURNS numeric IMMUTABLE LANGUAGE sql AS $$ SELECT 1::numeric $$;
        CREATE FUNCTION evil.one(numeric, numeric) RETURNS numeric IMMUTABLE LANGUAGE sql AS $$ SELECT 1::numeric $$;
        CREATE FUNCTION evil.three(text, text, text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT '1' $$;
        CREATE FUNCTION evil.zero(bigint, bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS $$ SELECT 0::int8 $$;
        CREATE FUNCTION evil.zero(bigint, integer) RETURNS bigint IMMUTABLE LANGUAGE sql AS $$ SELECT 0::int8 $$;
        CREATE FUNCTION evil.never(oid, regclass) RETURNS bool IMMUTABLE LANGUAGE sql AS $$ SELECT false $$;
        CREATE FUNCTION evil.ever(bigint, bigint) RETURNS bool IMMUTABLE LANGUAGE sql AS $$ SELECT false $$;
        CREATE FUNCTION evil.redirect() RETURNS bool LANGUAGE sql AS $$
            SELECT pg_catalog.set_config('search_path', 'evil, pg_catalog', true) IS NOT NULL $$";

    fn differ(server: &Server, dir: &Dir, what: &str) {
        let address = |table: &str| server.address("reader", table);
        for more in [&["--brief"][..], &["--key", "id"]] {
            let run =
                dir.run(&[&["diff", &*address("public.a"), &address("public.b")], more].concat());
            assert_eq!(run.code, 1, "{what}: {}{}", run.stdout, run.stderr);
            assert!(!run.stderr.contains("all rows are read"), "{what}: {}", run.stderr);
            if more.len() > 1 {
                assert!(
                    run.stdout.contains("0 rows only in A, 0 only in B, 3 changed"),
                    "{}",
                    run.stdout
                );
            }
        }
        let run = dir.run(&["diff", &*address("public.a"), &address("public.same")]);
        assert!(
            run.code == 0 && run.stderr.contains("the checksums agree"),
            "{what}: {}",
            run.stderr
        );
    }

    #[test]
    fn names_of_postgres() {
        let Some(server) = Server::shared() else { return };
        let dir = Dir::new();
        server.run(EVIL);
        differ(&server, &dir, "nothing");
        // After the catalog, where a better match for the arguments comes first nevertheless.
        for (create, drop) in [
            (
                r"CREATE FUNCTION public.convert_to(text, text) RETURNS bytea IMMUTABLE LANGUAGE sql
                  AS $$ SELECT '\x'::bytea $$",
                "DROP FUNCTION public.convert_to",
            ),
            (
                "CREATE OPERATOR public.% (LEFTARG = numeric, RIGHTARG = bigint, FUNCTION = evil.one)",
                "DROP OPERATOR public.% (numeric, bigint)",
            ),
            (
                "CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = regclass, FUNCTION = evil.never)",
                "DROP OPERATOR public.= (oid, regclass)",
            ),
        ] {
            server.run(&format!("SET ROLE mallory; {create}"));
            differ(&server, &dir, create);
            server.run(drop);
        }
        // Before it.
        server.run("ALTER DATABASE postgres SET search_path = evil, pg_catalog, public");
        for (create, drop) in [
            (
                "ALTER FUNCTION evil.bytes RENAME TO convert_to",
                "ALTER FUNCTION evil.convert_to RENAME TO bytes",
            ),
            (
                "ALTER FUNCTION evil.three RENAME TO replace",
                "ALTER FUNCTION evil.replace RENAME TO three",
            ),
            (
                "CREATE AGGREGATE evil.sum(numeric) (SFUNC = evil.one, STYPE = numeric, INITCOND = '1')",
                "DROP AGGREGATE evil.sum(numeric)",
            ),
            ("CREATE DOMAIN evil.text AS pg_catalog.varchar(1)", "DROP DOMAIN evil.text"),
            ("CREATE DOMAIN evil.date AS pg_catalog.timestamp", "DROP DOMAIN evil.date"),
            (
                "CREATE OPERATOR evil.>> (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = evil.zero)",
                "DROP OPERATOR evil.>> (bigint, integer)",
            ),
            (
                "CREATE OPERATOR evil.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.ever)",
                "DROP OPERATOR evil.= (bigint, bigint)",
            ),
        ] {
            let path = "SET search_path = pg_catalog";
            server.run(&format!("{path}; SET ROLE mallory; {create}"));
            differ(&server, &dir, create);
            server.run(&format!("{path}; {drop}"));
        }
        // A table without a schema is that of the path.
        let run = dir.run(&[
            "diff",
            &*server.address("reader", "a"),
            &server.address("reader", "public.same"),
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        server.run(
            "CREATE TABLE evil.a (id bigint, amount numeric(9, 2), day date, note text);
             GRANT SELECT ON evil.a TO reader",
        );
        let run = dir.run(&[
            "diff",
            "--brief",
            &*server.address("reader", "a"),
            &server.address("reader", "public.a"),
        ]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        server.run("ALTER DATABASE postgres RESET search_path");
        views(&server, &dir);
    }

    /// Views call the functions that they were made with, also those that set another path.
    fn views(server: &Server, dir: &Dir) {
        server.run(
            "SET ROLE mallory; SET search_path = pg_catalog;
             ALTER FUNCTION evil.bytes RENAME TO convert_to; ALTER FUNCTION evil.three RENAME TO replace;
             RESET ROLE; RESET search_path; CREATE EXTENSION citext;
             CREATE FUNCTION public.twice(bigint) RETURNS bigint IMMUTABLE LANGUAGE sql
             AS $$ SELECT 2 * $1 $$;
             CREATE TABLE folded AS SELECT id, note::citext AS note FROM a;
             CREATE VIEW of_function AS SELECT twice(id) AS id, note FROM a;
             CREATE VIEW of_function_too AS SELECT 2 * id AS id, note FROM a;
             CREATE VIEW of_function_other AS SELECT twice(id) AS id, upper(note) AS note FROM a;
             CREATE VIEW of_citext AS SELECT 2 * id AS id, CAST(note AS text) AS note FROM folded;
             CREATE VIEW redirecting AS SELECT 2 * id AS id, note FROM a WHERE evil.redirect();
             CREATE VIEW redirecting_too AS SELECT 2 * id AS id, upper(note) AS note FROM a WHERE evil.redirect();
             GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader",
        );
        let diff = |a: &str, b: &str, options: &[&str]| {
            let (a, b) = (server.address("reader", a), server.address("reader", b));
            dir.run(&[&["diff", &*a, &b], options].concat())
        };
        for (a, b, code) in [
            ("of_function", "of_function_too", 0),
            ("of_function", "of_function_other", 1),
            ("of_function", "of_citext", 0),
            ("of_citext", "of_function_other", 1),
            ("redirecting", "of_function", 0),
            ("redirecting", "redirecting_too", 1),
        ] {
            for options in
                [&["--key", "id"][..], &["--brief"], &["--key", "id", "--pushdown", "never"]]
            {
                let run = diff(a, b, options);
                assert_eq!(run.code, code, "{a} {b}: {}{}", run.stdout, run.stderr);
            }
        }
        let says = ["column note: its type public.citext has no exact counterpart"];
        diff("folded", "folded", &[]).is_trouble(&says);
    }
}

#[test]
fn macros_of_duckdb() {
    if !DuckDb::is_installed() {
        return;
    }
    let dir = Dir::new();
    let columns = "id BIGINT, amount DECIMAL(9, 2), day DATE, note VARCHAR";
    let table = |note: &str| {
        format!("CREATE TABLE t ({columns}); INSERT INTO t VALUES (1, 1.5, '2026-11-30', '{note}')")
    };
    let macros = [
        "hex(x) AS '00'",
        "replace(x, y, z) AS '1'",
        "substr(x, y, z) AS '1'",
        "sum(x) AS 0",
        "max(x) AS 9",
        "strlen(x) AS 1",
        "typeof(x) AS 'VARCHAR'",
        "current_database() AS 'system'",
        "list_value(x) AS 0",
        "array_extract(x, y) AS 0",
        "\"~~\"(x, y) AS true",
        "\"+\"(x, y) AS 1",
        "\"*\"(x, y) AS 1",
        "\"%\"(x, y) AS 1",
        "\"&\"(x, y) AS 1",
        "\">>\"(x, y) AS 1",
        "\"||\"(x, y) AS '0'",
    ];
    for text in macros {
        for (name, note) in [("a", "Ada"), ("b", "Bob"), ("c", "Ada")] {
            let sql = format!("{}; CREATE MACRO {text}", table(note));
            duckdb::write(&dir.path(&format!("{name}.duckdb")), &sql);
        }
        let diff = |other: &str| {
            dir.run(&["diff", "--pushdown", "always", "--key", "id", "duckdb:a.duckdb#t", other])
        };
        let run = diff("duckdb:b.duckdb#t");
        assert_eq!(run.code, 1, "{text}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("! id=1: note: Ada -> Bob"), "{text}: {}", run.stdout);
        let run = diff("duckdb:c.duckdb#t");
        assert!(
            run.code == 0 && run.stderr.contains("the checksums agree"),
            "{text}: {}",
            run.stderr
        );
    }
}

/// The names of functions that list columns, and of parts of queries, as those of tables.
#[test]
fn tables_of_sqlite() {
    let dir = Dir::new();
    let connection = Connection::open(dir.path("a.db")).expect("created");
    let names = ["pragma_table_xinfo", "provenhash_0", "provenhash_1"];
    for name in names {
        let sql = format!(
            "CREATE TABLE {name} (id INTEGER, name TEXT, type TEXT, hidden INTEGER);
                           INSERT INTO {name} VALUES (1, 'id', 'TEXT', 0)"
        );
        connection.execute_batch(&sql).expect("filled");
    }
    let addresses = names.map(|name| format!("sqlite:a.db#{name}"));
    for a in &addresses {
        for b in &addresses {
            let run = dir.run(&["diff", "--pushdown", "always", a, b]);
            assert!(run.code == 0 && run.stderr.contains("the checksums agree"), "{}", run.stderr);
        }
    }
}
