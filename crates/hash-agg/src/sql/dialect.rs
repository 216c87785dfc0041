//! The differences between databases: names, and how a column's value is read.

use super::expression::Expression;
use super::types::Type;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A database's SQL. The names in parentheses are those of [`FromStr`] and `Display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// SQLite, tested with 3.40 (`sqlite`). Its databases in UTF-16 are not covered: the sums are
    /// NULL.
    Sqlite,
    /// DuckDB, tested with 2.0 (`duckdb`).
    DuckDb,
    /// Postgres, tested with 15 (`postgres`).
    Postgres,
    /// MariaDB, tested with 10.11, and MySQL, which the tests do not run (`mysql`).
    MySql,
}

const ALL: [(Dialect, &str); 4] = [
    (Dialect::Sqlite, "sqlite"),
    (Dialect::DuckDb, "duckdb"),
    (Dialect::Postgres, "postgres"),
    (Dialect::MySql, "mysql"),
];

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = ALL.iter().find(|(dialect, _)| dialect == self).map(|(_, name)| *name);
        f.write_str(name.unwrap_or_default())
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = ALL.iter().find(|(_, name)| *name == text);
        found.map(|(dialect, _)| *dialect).ok_or_else(|| {
            format!("dialect {text:?} is not covered: sqlite, duckdb, postgres and mysql are")
        })
    }
}

impl Dialect {
    /// Returns an identifier in quotes, or `None` if none can be written.
    pub(crate) fn quote(self, name: &str) -> Option<String> {
        if name.is_empty() || name.contains('\0') {
            return None;
        }
        let quote = if self == Self::MySql { "`" } else { "\"" };
        Some(format!("{quote}{}{quote}", name.replace(quote, &quote.repeat(2))))
    }

    /// Returns what follows a subquery that must be computed once for each row, and not merged into
    /// the expressions that use its columns several times.
    pub(crate) const fn fence(self) -> &'static str {
        match self {
            Self::Sqlite => " LIMIT -1",
            Self::DuckDb => "",
            Self::Postgres => " OFFSET 0",
            Self::MySql => " LIMIT 18446744073709551615",
        }
    }

    /// Returns an integer of 64 bits.
    pub(crate) fn integer(self, expression: impl fmt::Display) -> String {
        let name = match self {
            Self::Sqlite => "INTEGER",
            Self::DuckDb | Self::Postgres => "BIGINT",
            Self::MySql => "SIGNED",
        };
        format!("CAST({expression} AS {name})")
    }

    /// Returns the length of a column of digits.
    pub(crate) fn length(self, column: &str) -> Expression {
        // Under MariaDB's Oracle mode LENGTH counts characters.
        let name = if self == Self::MySql { "OCTET_LENGTH" } else { "LENGTH" };
        self.expression(format!("{}({column})", self.function(name)))
    }

    /// Returns some digits of a column of digits as an integer, which is 0 after the end.
    pub(crate) fn digits(self, column: &str, start: usize, count: usize) -> String {
        let digits = format!("{}({column}, {start}, {count})", self.function("SUBSTR"));
        match self {
            Self::MySql => self.integer(format!("CONCAT('0', {digits})")),
            _ => self.integer(self.operation("'0'", "||", &digits)),
        }
    }

    /// Returns one of the keys of a digit, which `index` selects from 0 on.
    pub(crate) fn choose(self, index: &Expression, keys: &[u64]) -> String {
        let texts: Vec<_> = keys.iter().map(u64::to_string).collect();
        let list = texts.join(",");
        let index = index.clone();
        match self {
            // Keys of ten digits each. SUBSTR is fast at any place of bytes, but not of text.
            Self::Sqlite => {
                let digits: String = texts.iter().map(|key| format!("{key:0>10}")).collect();
                let hex: String = digits.bytes().map(|digit| format!("{digit:02x}")).collect();
                format!("CAST(SUBSTR(x'{hex}', {}, 10) AS INTEGER)", index * 10 + 1)
            }
            // Brackets are functions too, and a list of all keys as one text is slow.
            Self::DuckDb => {
                let list = format!("CAST({}({list}) AS BIGINT[])", self.function("LIST_VALUE"));
                format!("{}({list}, {})", self.function("LIST_EXTRACT"), index + 1)
            }
            Self::Postgres => {
                let index = self.expression(format!("CAST({index} AS INTEGER)"));
                format!("(CAST('{{{list}}}' AS BIGINT[]))[{}]", index + 1)
            }
            Self::MySql => format!("ELT({}, {list})", index + 1),
        }
    }

    /// Returns the value of a column: an integer or, for strings, their digits. It is NULL if the
    /// value is NULL and if the type does not cover it.
    pub(crate) fn value(self, c: &str, kind: Type) -> String {
        match self {
            Self::Sqlite => sqlite(c, kind),
            Self::DuckDb => duckdb(c, kind),
            Self::Postgres => postgres(c, kind),
            Self::MySql => mysql(c, kind),
        }
    }
}

/// Returns the digits of a string of hexadecimal digits.
fn digits(dialect: Dialect, hex: &str, letters: &str) -> String {
    let replace = dialect.function("REPLACE");
    // A nine first, because the letters become digits with nines.
    let nine = format!("{replace}({hex}, '9', '90')");
    letters
        .chars()
        .zip(1..)
        .fold(nine, |all, (letter, digit)| format!("{replace}({all}, '{letter}', '9{digit}')"))
}

const UPPER: &str = "ABCDEF";

fn power(scale: u8) -> u64 {
    10_u64.pow(scale.into())
}

fn sqlite(c: &str, kind: Type) -> String {
    match kind {
        Type::Boolean => {
            format!("CASE WHEN TYPEOF({c}) = 'integer' AND {c} IN (0, 1) THEN {c} END")
        }
        Type::Integer => format!("CASE WHEN TYPEOF({c}) = 'integer' THEN {c} END"),
        Type::Decimal(scale) => {
            let power = power(scale);
            let most = i64::MAX.cast_unsigned() / power;
            let integer = if scale == 0 {
                c.to_string()
            } else {
                format!("CASE WHEN {c} BETWEEN -{most} AND {most} THEN {c} * {power} END")
            };
            // With 15 digits, the nearest floats of different numbers differ. Dividing two integers
            // that are exact as floats gives the nearest float.
            let near = format!("CAST(ROUND({c} * {power}.0) AS INTEGER)");
            format!(
                "CASE TYPEOF({c}) WHEN 'integer' THEN {integer} WHEN 'real' THEN \
                 CASE WHEN ABS({c}) * {power}.0 < 1e15 AND {near} / {power}.0 = {c} THEN {near} END END"
            )
        }
        // The modifier turns February 30 into March 2. A column may have another collation.
        Type::Date => format!(
            "CASE WHEN TYPEOF({c}) = 'text' AND LENGTH(CAST({c} AS BLOB)) = 10 AND \
             DATE({c}, '+0 days') = {c} COLLATE BINARY THEN CAST(STRFTIME('%s', {c}) AS INTEGER) / 86400 END"
        ),
        Type::Timestamp => format!(
            "CASE WHEN TYPEOF({c}) = 'text' AND \
             DATETIME(SUBSTR({c}, 1, 19), '+0 days') = SUBSTR({c}, 1, 19) AND \
             (LENGTH(CAST({c} AS BLOB)) = 19 OR LENGTH(CAST({c} AS BLOB)) BETWEEN 21 AND 26 AND \
             SUBSTR({c}, 20, 1) = '.' AND LENGTH({c}) = LENGTH(CAST({c} AS BLOB)) AND \
             SUBSTR({c}, 21) NOT GLOB '*[^0-9]*') THEN \
             CAST(STRFTIME('%s', SUBSTR({c}, 1, 19)) AS INTEGER) * 1000000 + \
             CAST(SUBSTR(SUBSTR({c}, 21) || '000000', 1, 6) AS INTEGER) END"
        ),
        Type::Text(max) => format!(
            "CASE WHEN TYPEOF({c}) = 'text' AND LENGTH(CAST({c} AS BLOB)) <= {max} THEN {} END",
            digits(Dialect::Sqlite, &format!("HEX({c})"), UPPER)
        ),
        Type::Binary(max) => format!(
            "CASE WHEN TYPEOF({c}) = 'blob' AND LENGTH({c}) <= {max} THEN {} END",
            digits(Dialect::Sqlite, &format!("HEX({c})"), UPPER)
        ),
    }
}

fn duckdb(c: &str, kind: Type) -> String {
    let f = |name: &str| Dialect::DuckDb.function(name);
    let is = |types: &str| format!("{}({c}) IN ({types})", f("TYPEOF"));
    // Floats would be rounded.
    let exact = format!(
        "({} OR {}({}({c}), 'DECIMAL('))",
        is("'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'UTINYINT', 'USMALLINT', \
            'UINTEGER', 'UBIGINT', 'UHUGEINT'"),
        f("STARTS_WITH"),
        f("TYPEOF")
    );
    match kind {
        Type::Boolean => format!(
            "CASE WHEN {} THEN CASE CAST({c} AS VARCHAR) WHEN 'true' THEN 1 WHEN 'false' THEN 0 END END",
            is("'BOOLEAN'")
        ),
        Type::Integer | Type::Decimal(0) => {
            let integer = format!("TRY_CAST({c} AS BIGINT)");
            format!("CASE WHEN {exact} AND {integer} = {c} THEN {integer} END")
        }
        Type::Decimal(scale) => {
            let decimal = format!("TRY_CAST({c} AS DECIMAL(38, {scale}))");
            let more = u64::MAX / 2 / power(scale) + 1;
            let unscaled = Dialect::DuckDb.expression(&decimal) * power(scale);
            // The bounds come first: a comparison with a number of more digits is an error.
            format!(
                "CASE WHEN {exact} AND {decimal} BETWEEN -{more} AND {more} THEN \
                 CASE WHEN {decimal} = {c} THEN TRY_CAST({unscaled} AS BIGINT) END END"
            )
        }
        Type::Date => format!(
            "CASE WHEN {} AND {}({c}) THEN {}('day', DATE '1970-01-01', {c}) END",
            is("'DATE'"),
            f("ISFINITE"),
            f("DATE_DIFF")
        ),
        Type::Timestamp => format!(
            "CASE WHEN {} AND {}({c}) THEN {}(CAST({c} AS TIMESTAMP)) END",
            is("'TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_MS'"),
            f("ISFINITE"),
            f("EPOCH_US")
        ),
        Type::Text(max) => {
            let text = format!("CAST({c} AS VARCHAR)");
            format!(
                "CASE WHEN {} AND {}({text}) <= {max} THEN {} END",
                is("'VARCHAR'"),
                f("STRLEN"),
                digits(Dialect::DuckDb, &format!("{}({text})", f("HEX")), UPPER)
            )
        }
        Type::Binary(max) => format!(
            "CASE WHEN {} AND {}({c}) <= {max} THEN {} END",
            is("'BLOB'"),
            f("OCTET_LENGTH"),
            digits(Dialect::DuckDb, &format!("{}({c})", f("HEX")), UPPER)
        ),
    }
}

/// Writes the value of a column without IN, BETWEEN, CASE with an operand and literals such as DATE
/// '...', in which names of operators and types cannot be qualified. Only types of the SQL standard
/// with names of their own in the grammar, BIGINT for example, are the database's own everywhere.
fn postgres(c: &str, kind: Type) -> String {
    let f = |name: &str| Dialect::Postgres.function(name);
    let compare = |a: &str, operator: &str, b: &str| Dialect::Postgres.operation(a, operator, b);
    let is = |types: &[&str]| {
        let types: Vec<_> = types.iter().map(|name| f(name)).collect();
        let types = format!("ANY (CAST('{{{}}}' AS pg_catalog.REGTYPE[]))", types.join(","));
        compare(&format!("{}({c})", f("PG_TYPEOF")), "=", &types)
    };
    let is_short = |bytes: &str, max: u32| {
        compare(&format!("{}({bytes})", f("OCTET_LENGTH")), "<=", &max.to_string())
    };
    let hex_digits = |bytes: &str| {
        digits(Dialect::Postgres, &format!("{}({bytes}, 'hex')", f("ENCODE")), "abcdef")
    };
    let expression = |text: String| Dialect::Postgres.expression(text);
    match kind {
        Type::Boolean => format!(
            "CASE WHEN {} THEN CASE WHEN {} THEN 1 ELSE 0 END END",
            is(&["bool"]),
            compare(&format!("CAST({c} AS pg_catalog.TEXT)"), "=", "'true'")
        ),
        Type::Integer | Type::Decimal(_) => {
            let scale = if let Type::Decimal(scale) = kind { scale } else { 0 };
            let number = expression(format!("CAST({c} AS NUMERIC)")) * power(scale);
            let number = number.to_string();
            format!(
                "CASE WHEN {} AND {} AND {} AND {} THEN CAST({number} AS BIGINT) END",
                is(&["int2", "int4", "int8", "numeric"]),
                compare(&number, "=", &format!("{}({number})", f("TRUNC"))),
                compare(&number, ">=", &format!("({})", i64::MIN)),
                compare(&number, "<=", &i64::MAX.to_string())
            )
        }
        Type::Date => format!(
            "CASE WHEN {} AND {}({c}) THEN CAST({} AS BIGINT) END",
            is(&["date"]),
            f("ISFINITE"),
            Dialect::Postgres.operation(c, "-", "CAST('1970-01-01' AS pg_catalog.DATE)")
        ),
        // In parts, because EXTRACT(EPOCH) was a float before Postgres 14.
        Type::Timestamp => {
            let start = format!("{}('second', {c})", f("DATE_TRUNC"));
            let seconds = expression(format!("CAST(EXTRACT(EPOCH FROM {start}) AS BIGINT)"));
            let rest = expression(format!("CAST(EXTRACT(MICROSECONDS FROM {c}) AS BIGINT)"));
            format!(
                "CASE WHEN {} AND {}({c}) THEN {} END",
                is(&["timestamp"]),
                f("ISFINITE"),
                seconds * 1_000_000 + rest % 1_000_000
            )
        }
        Type::Text(max) => {
            let bytes = format!("{}(CAST({c} AS pg_catalog.TEXT), 'UTF8')", f("CONVERT_TO"));
            format!(
                "CASE WHEN {} AND {} THEN {} END",
                is(&["text", "varchar", "bpchar"]),
                is_short(&bytes, max),
                hex_digits(&bytes)
            )
        }
        Type::Binary(max) => format!(
            "CASE WHEN {} AND {} THEN {} END",
            is(&["bytea"]),
            is_short(c, max),
            hex_digits(c)
        ),
    }
}

/// Writes the value of a column so that it does not depend on the session's `sql_mode` and
/// collation. Texts are compared as bytes, because in collations other digits, and spaces at the
/// end, are equal.
fn mysql(c: &str, kind: Type) -> String {
    let bytes = |value: &str| format!("CAST(CAST({value} AS CHAR) AS BINARY)");
    match kind {
        Type::Boolean => format!("CASE {} WHEN '0' THEN 0 WHEN '1' THEN 1 END", bytes(c)),
        Type::Integer | Type::Decimal(_) => {
            let scale = if let Type::Decimal(scale) = kind { scale } else { 0 };
            let number = format!("CAST({c} AS DECIMAL(65, {scale}))");
            let scaled = format!("({number} * {})", power(scale));
            // A text that does not begin with a number would be 0, and one that goes on after it
            // would lose its end. The end of a pattern also matches before a new line.
            format!(
                "CASE WHEN CAST({c} AS CHAR) REGEXP '^-?[0-9]+([.][0-9]+)?$' AND \
                 CAST({c} AS CHAR) NOT REGEXP '[^-0-9.]' AND \
                 CAST({c} AS DECIMAL(65, 30)) = {number} AND \
                 {scaled} BETWEEN {} AND {} THEN CAST({scaled} AS SIGNED) END",
                i64::MIN,
                i64::MAX
            )
        }
        // Back and forth, because dates such as 2026-11-00 and 0000-00-00 exist.
        Type::Date => format!(
            "CASE WHEN {} = {} THEN TO_DAYS({c}) - 719528 END",
            bytes(&format!("FROM_DAYS(TO_DAYS({c}))")),
            bytes(c)
        ),
        Type::Timestamp => {
            let start = "CAST('1970-01-01 00:00:00' AS DATETIME(6))";
            let microseconds = format!("TIMESTAMPDIFF(MICROSECOND, {start}, {c})");
            format!(
                "CASE WHEN DATE_ADD({start}, INTERVAL {microseconds} MICROSECOND) = \
                 CAST({c} AS DATETIME(6)) AND CAST({c} AS DATETIME(6)) = {c} THEN {microseconds} END"
            )
        }
        Type::Text(max) => {
            let text = format!("CONVERT({c} USING utf8mb4)");
            format!(
                "CASE WHEN CHARSET({c}) <> 'binary' AND OCTET_LENGTH({text}) <= {max} THEN {} END",
                digits(Dialect::MySql, &format!("HEX({text})"), UPPER)
            )
        }
        Type::Binary(max) => format!(
            "CASE WHEN CHARSET({c}) = 'binary' AND OCTET_LENGTH({c}) <= {max} THEN {} END",
            digits(Dialect::MySql, &format!("HEX(CAST({c} AS BINARY))"), UPPER)
        ),
    }
}
