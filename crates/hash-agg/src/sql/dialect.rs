//! What differs between databases: names, and how a column's value is read.

use super::types::Type;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// A database's SQL. The names in parentheses are those of [`FromStr`] and `Display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// SQLite, tested with 3.40 (`sqlite`). Its databases in UTF-16 are not covered: the sums are NULL.
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

/// The least and the greatest integer of 64 bits.
const RANGE: &str = "BETWEEN -9223372036854775808 AND 9223372036854775807";

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
    pub(crate) fn integer(self, expression: &str) -> String {
        let name = match self {
            Self::Sqlite => "INTEGER",
            Self::DuckDb | Self::Postgres => "BIGINT",
            Self::MySql => "SIGNED",
        };
        format!("CAST({expression} AS {name})")
    }

    /// Returns some digits of a column of digits as an integer, which is 0 behind the end.
    pub(crate) fn digits(self, column: &str, start: usize, count: usize) -> String {
        let digits = format!("SUBSTR({column}, {start}, {count})");
        self.integer(&match self {
            Self::MySql => format!("CONCAT('0', {digits})"),
            _ => format!("'0' || {digits}"),
        })
    }

    /// Returns one of the keys of a digit, which `index` selects from 0 on.
    pub(crate) fn choose(self, index: &str, keys: &[u64]) -> String {
        let keys: alloc::vec::Vec<_> = keys.iter().map(u64::to_string).collect();
        match self {
            // Keys of ten digits each. SUBSTR is fast at any place of bytes, but not of text.
            Self::Sqlite => {
                let digits: String = keys.iter().map(|key| format!("{key:0>10}")).collect();
                let hex: String = digits.bytes().map(|digit| format!("{digit:02x}")).collect();
                format!("CAST(SUBSTR(x'{hex}', 1 + 10 * ({index}), 10) AS INTEGER)")
            }
            Self::DuckDb => format!("CAST([{}] AS BIGINT[])[1 + ({index})]", keys.join(",")),
            Self::Postgres => {
                format!(
                    "(CAST('{{{}}}' AS BIGINT[]))[1 + CAST({index} AS INTEGER)]",
                    keys.join(",")
                )
            }
            Self::MySql => format!("ELT(1 + ({index}), {})", keys.join(",")),
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
fn digits(hex: &str, letters: &str) -> String {
    // A nine first, because the letters become digits with nines.
    let nine = format!("REPLACE({hex}, '9', '90')");
    letters
        .chars()
        .zip(1..)
        .fold(nine, |all, (letter, digit)| format!("REPLACE({all}, '{letter}', '9{digit}')"))
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
        // The modifier turns February 30 into March 2.
        Type::Date => format!(
            "CASE WHEN TYPEOF({c}) = 'text' AND LENGTH(CAST({c} AS BLOB)) = 10 AND \
             DATE({c}, '+0 days') = {c} THEN CAST(STRFTIME('%s', {c}) AS INTEGER) / 86400 END"
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
            digits(&format!("HEX({c})"), UPPER)
        ),
        Type::Binary(max) => format!(
            "CASE WHEN TYPEOF({c}) = 'blob' AND LENGTH({c}) <= {max} THEN {} END",
            digits(&format!("HEX({c})"), UPPER)
        ),
    }
}

fn duckdb(c: &str, kind: Type) -> String {
    // Floats would be rounded.
    let exact = format!(
        "(TYPEOF({c}) IN ('TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'UTINYINT', \
         'USMALLINT', 'UINTEGER', 'UBIGINT', 'UHUGEINT') OR TYPEOF({c}) LIKE 'DECIMAL(%')"
    );
    match kind {
        Type::Boolean => {
            format!("CASE CAST({c} AS VARCHAR) WHEN 'true' THEN 1 WHEN 'false' THEN 0 END")
        }
        Type::Integer | Type::Decimal(0) => {
            let integer = format!("TRY_CAST({c} AS BIGINT)");
            format!("CASE WHEN {exact} AND {integer} = {c} THEN {integer} END")
        }
        Type::Decimal(scale) => {
            let decimal = format!("TRY_CAST({c} AS DECIMAL(38, {scale}))");
            let most = u64::MAX / 2 / power(scale);
            // The bounds come first: a comparison with a number of more digits is an error.
            format!(
                "CASE WHEN {exact} AND {decimal} BETWEEN -{most} - 1 AND {most} + 1 THEN \
                 CASE WHEN {decimal} = {c} THEN TRY_CAST({decimal} * {} AS BIGINT) END END",
                power(scale)
            )
        }
        Type::Date => format!(
            "CASE WHEN TYPEOF({c}) = 'DATE' AND ISFINITE({c}) THEN \
             DATE_DIFF('day', DATE '1970-01-01', {c}) END"
        ),
        Type::Timestamp => format!(
            "CASE WHEN TYPEOF({c}) IN ('TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_MS') AND ISFINITE({c}) \
             THEN EPOCH_US(CAST({c} AS TIMESTAMP)) END"
        ),
        Type::Text(max) => {
            let text = format!("CAST({c} AS VARCHAR)");
            format!(
                "CASE WHEN TYPEOF({c}) = 'VARCHAR' AND STRLEN({text}) <= {max} THEN {} END",
                digits(&format!("HEX({text})"), UPPER)
            )
        }
        Type::Binary(max) => format!(
            "CASE WHEN TYPEOF({c}) = 'BLOB' AND OCTET_LENGTH({c}) <= {max} THEN {} END",
            digits(&format!("HEX({c})"), UPPER)
        ),
    }
}

fn postgres(c: &str, kind: Type) -> String {
    let is = |types: &[&str]| {
        let types: alloc::vec::Vec<_> =
            types.iter().map(|name| format!("CAST('{name}' AS REGTYPE)")).collect();
        format!("PG_TYPEOF({c}) IN ({})", types.join(", "))
    };
    match kind {
        Type::Boolean => {
            format!("CASE CAST({c} AS TEXT) WHEN 'true' THEN 1 WHEN 'false' THEN 0 END")
        }
        Type::Integer | Type::Decimal(_) => {
            let scale = if let Type::Decimal(scale) = kind { scale } else { 0 };
            let number = format!("(CAST({c} AS NUMERIC) * {})", power(scale));
            format!(
                "CASE WHEN {} AND {number} = TRUNC{number} AND {number} {RANGE} THEN \
                 CAST({number} AS BIGINT) END",
                is(&["smallint", "integer", "bigint", "numeric"])
            )
        }
        Type::Date => format!(
            "CASE WHEN {} AND ISFINITE({c}) THEN CAST({c} - DATE '1970-01-01' AS BIGINT) END",
            is(&["date"])
        ),
        // In parts, because EXTRACT(EPOCH) was a float before Postgres 14.
        Type::Timestamp => format!(
            "CASE WHEN {} AND ISFINITE({c}) THEN \
             CAST(EXTRACT(EPOCH FROM DATE_TRUNC('second', {c})) AS BIGINT) * 1000000 + \
             CAST(EXTRACT(MICROSECONDS FROM {c}) AS BIGINT) % 1000000 END",
            is(&["timestamp without time zone"])
        ),
        Type::Text(max) => {
            let bytes = format!("CONVERT_TO(CAST({c} AS TEXT), 'UTF8')");
            format!(
                "CASE WHEN {} AND OCTET_LENGTH({bytes}) <= {max} THEN {} END",
                is(&["text", "character varying", "character"]),
                digits(&format!("ENCODE({bytes}, 'hex')"), "abcdef")
            )
        }
        Type::Binary(max) => format!(
            "CASE WHEN {} AND OCTET_LENGTH({c}) <= {max} THEN {} END",
            is(&["bytea"]),
            digits(&format!("ENCODE({c}, 'hex')"), "abcdef")
        ),
    }
}

fn mysql(c: &str, kind: Type) -> String {
    match kind {
        Type::Boolean => format!("CASE CAST({c} AS CHAR) WHEN '0' THEN 0 WHEN '1' THEN 1 END"),
        Type::Integer | Type::Decimal(_) => {
            let scale = if let Type::Decimal(scale) = kind { scale } else { 0 };
            let number = format!("CAST({c} AS DECIMAL(65, {scale}))");
            let scaled = format!("{number} * {}", power(scale));
            // A text that does not begin with a number would be 0, and one that goes on after it
            // would lose its end. The end of a pattern also matches before a new line.
            format!(
                "CASE WHEN CAST({c} AS CHAR) REGEXP '^-?[0-9]+([.][0-9]+)?$' AND \
                 CAST({c} AS CHAR) NOT REGEXP '[^-0-9.]' AND \
                 CAST({c} AS DECIMAL(65, 30)) = {number} AND {scaled} {RANGE} THEN \
                 CAST({scaled} AS SIGNED) END"
            )
        }
        // Back and forth, because dates such as 2026-11-00 and 0000-00-00 exist.
        Type::Date => format!(
            "CASE WHEN CAST(FROM_DAYS(TO_DAYS({c})) AS CHAR) = CAST({c} AS CHAR) THEN \
             TO_DAYS({c}) - 719528 END"
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
                "CASE WHEN CHARSET({c}) <> 'binary' AND LENGTH({text}) <= {max} THEN {} END",
                digits(&format!("HEX({text})"), UPPER)
            )
        }
        Type::Binary(max) => format!(
            "CASE WHEN CHARSET({c}) = 'binary' AND LENGTH({c}) <= {max} THEN {} END",
            digits(&format!("HEX(CAST({c} AS BINARY))"), UPPER)
        ),
    }
}
