"""The databases of the tests of checksums: each starts where it is installed, in a folder of its own."""

import contextlib
import datetime
import os
import pathlib
import shutil
import sqlite3
import subprocess
import time

EPOCH = datetime.datetime(1970, 1, 1)


def day(days):
    return (EPOCH + datetime.timedelta(days)).date().isoformat()


def clock(microseconds):
    return (EPOCH + datetime.timedelta(microseconds=microseconds)).isoformat(" ")


def digits(unscaled, scale):
    """Return a decimal number as SQL."""
    text = f"{abs(unscaled):0{scale + 1}d}"
    return (
        ("-" if unscaled < 0 else "") + text[: len(text) - scale] + "." + text[len(text) - scale :]
    )


class Database:
    """A database, which runs SQL and returns rows. `types` are those of its columns."""

    def literal(self, kind, cell):
        """Return a cell of a type of checksums as SQL."""
        name, _, rest = kind.partition("(")
        if cell is None:
            return "NULL"
        if name == "boolean":
            return self.booleans[cell]
        if name == "decimal":
            return digits(cell, int(rest[:-1]))
        if name in ("date", "timestamp"):
            return f"{self.times[name]}'{(day if name == 'date' else clock)(cell)}'"
        if name in ("text", "binary"):
            data = cell.encode() if name == "text" else cell
            return self.bytes[name].format(data.hex())
        return str(cell)

    def fill(self, table, kinds, rows):
        columns = ", ".join(
            f"c{i} {self.types[kind.partition('(')[0]]}" for i, kind in enumerate(kinds)
        )
        self.run(f"DROP TABLE IF EXISTS {table}")
        self.run(f"CREATE TABLE {table} ({columns})")
        for start in range(0, len(rows), 50):
            values = ", ".join(
                "(" + ", ".join(map(self.literal, kinds, cells)) + ")"
                for cells in rows[start : start + 50]
            )
            self.run(f"INSERT INTO {table} VALUES {values}")


class Sqlite(Database):
    name = dialect = "sqlite"
    booleans = ("0", "1")
    times = {"date": "", "timestamp": ""}
    bytes = {"text": "CAST(x'{}' AS TEXT)", "binary": "x'{}'"}
    types = {
        "boolean": "BOOLEAN", "integer": "INTEGER", "decimal": "DECIMAL(18, 4)", "date": "TEXT",
        "timestamp": "TEXT", "text": "TEXT", "binary": "BLOB",
    }  # fmt: skip

    def __init__(self, folder, encoding="UTF-8"):
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        self.run(f"PRAGMA encoding = '{encoding}'")

    def run(self, sql):
        return self.database.execute(sql).fetchall()

    def stop(self):
        self.database.close()


class DuckDb(Database):
    name = dialect = "duckdb"
    booleans = ("false", "true")
    times = {"date": "DATE ", "timestamp": "TIMESTAMP "}
    bytes = {"text": "DECODE(FROM_HEX('{}'))", "binary": "FROM_HEX('{}')"}
    types = {
        "boolean": "BOOLEAN", "integer": "BIGINT", "decimal": "DECIMAL(38, 4)", "date": "DATE",
        "timestamp": "TIMESTAMP", "text": "VARCHAR", "binary": "BLOB",
    }  # fmt: skip

    def __init__(self, folder):
        import duckdb

        self.database = duckdb.connect()

    def run(self, sql):
        return self.database.execute(sql).fetchall()

    def stop(self):
        self.database.close()


class Server(Database):
    """A server of its own, on a socket in a folder, by a user who is not root."""

    programs = ()

    def __init__(self, folder):
        missing = [name for name in self.programs if not self.program(name)]
        if missing:
            raise FileNotFoundError(f"{self.name}: no {', '.join(missing)}")
        self.folder = folder
        self.user = {}
        # Servers refuse to run as root. (Windows has neither function.)
        if os.getuid() == 0:
            import pwd

            nobody = pwd.getpwnam("nobody")
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        self.environment = {
            **os.environ,
            "HOME": str(folder),
            "TZ": "Asia/Tokyo",
            "LC_ALL": "C.UTF-8",
        }
        with open(folder / "log", "wb") as log:
            self.start(log)
        for _ in range(600):
            with contextlib.suppress(subprocess.CalledProcessError):
                self.run("SELECT 1")
                return
            time.sleep(0.1)
        raise RuntimeError((folder / "log").read_text(errors="replace"))

    @staticmethod
    def program(name):
        folders = sorted(map(str, pathlib.Path("/usr/lib/postgresql").glob("*/bin")))
        return shutil.which(name, path=os.pathsep.join([*folders, "/usr/sbin", os.environ["PATH"]]))

    def call(self, name, *arguments, **keywords):
        return subprocess.run(
            [self.program(name), *arguments], cwd=self.folder, env=self.environment, check=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **self.user, **keywords,
        ).stdout  # fmt: skip

    def serve(self, log, name, *arguments):
        self.process = subprocess.Popen(
            [self.program(name), *arguments], cwd=self.folder, env=self.environment, stdout=log,
            stderr=log, **self.user,
        )  # fmt: skip

    def run(self, sql):
        lines = self.ask(sql).decode().splitlines()
        return [tuple(self.cell(text) for text in line.split("\t")) for line in lines]

    @staticmethod
    def cell(text):
        with contextlib.suppress(ValueError):
            return int(text)
        return None if text == "NULL" else text

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Postgres(Server):
    name = dialect = "postgres"
    programs = ("initdb", "postgres", "psql")
    booleans = ("false", "true")
    times = {"date": "DATE ", "timestamp": "TIMESTAMP "}
    bytes = {
        "text": "CONVERT_FROM(DECODE('{}', 'hex'), 'UTF8')",
        "binary": "DECODE('{}', 'hex')",
    }
    types = {
        "boolean": "BOOLEAN", "integer": "BIGINT", "decimal": "NUMERIC", "date": "DATE",
        "timestamp": "TIMESTAMP", "text": "TEXT", "binary": "BYTEA",
    }  # fmt: skip

    def start(self, log):
        self.call("initdb", "-D", "data", "-U", "test", "-A", "trust", "-N", "--encoding", "UTF8")
        self.serve(log, "postgres", "-D", "data", "-k", str(self.folder), "-h", "", "-F")

    def ask(self, sql):
        options = ["-X", "-q", "-A", "-t", "-F", "\t", "-P", "null=NULL", "-v", "ON_ERROR_STOP=1"]
        host = ["-h", str(self.folder), "-U", "test", "-d", "postgres"]
        return self.call("psql", *options, *host, "-f", "-", input=sql.encode())


class MariaDb(Server):
    name, dialect = "mariadb", "mysql"
    programs = ("mariadb-install-db", "mariadbd", "mariadb")
    booleans = ("0", "1")
    times = {"date": "DATE ", "timestamp": "TIMESTAMP "}
    bytes = {"text": "CONVERT(x'{}' USING utf8mb4)", "binary": "x'{}'"}
    types = {
        "boolean": "BOOLEAN", "integer": "BIGINT", "decimal": "DECIMAL(30, 4)", "date": "DATE",
        "timestamp": "DATETIME(6)", "text": "VARCHAR(300) CHARACTER SET utf8mb4",
        "binary": "VARBINARY(300)",
    }  # fmt: skip

    def start(self, log):
        data = f"--datadir={self.folder}/data"
        install = ["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"]
        self.call("mariadb-install-db", *install, data)
        socket = [
            f"--socket={self.folder}/socket",
            "--skip-networking",
            f"--pid-file={self.folder}/pid",
        ]
        self.serve(log, "mariadbd", "--no-defaults", data, *socket)

    def ask(self, sql):
        client = ["--no-defaults", f"--socket={self.folder}/socket", "-u", "root", "-B", "-N", "-r"]
        sql = "CREATE DATABASE IF NOT EXISTS test; USE test; " + sql
        return self.call("mariadb", *client, "--default-character-set=utf8mb4", input=sql.encode())


ALL = {each.name: each for each in (Sqlite, DuckDb, Postgres, MariaDb)}
