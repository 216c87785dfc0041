//! Expressions whose functions and operators are the database's own.
//!
//! Postgres looks for functions, operators and types in the schemas of the session's `search_path`.
//! DuckDB looks for functions, which most of its operators are, first among the macros that are
//! saved in the file. A user who creates one there could decide the checksum, and in Postgres run
//! code with the rights of the reader (as in CVE-2018-1058). So every name is qualified, except
//! those of tables and columns. In SQLite and MySQL nothing in a database redefines a built-in
//! name.

use super::dialect::Dialect;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::ops::{Add, BitAnd, Mul, Rem, Shl, Shr};

/// The operators that DuckDB's grammar knows. All others are names of functions there.
const COMPARISONS: [&str; 6] = ["=", "<>", "<", ">", "<=", ">="];

impl Dialect {
    /// Returns the name of a function of the database itself, which no function of that name in
    /// another schema, and no macro, replaces. Conditions and groups of a [`Query`](super::Query)
    /// should call functions by it.
    ///
    /// ```
    /// use hash_agg::sql::Dialect;
    /// assert_eq!(Dialect::Postgres.function("length"), "pg_catalog.length");
    /// assert_eq!(Dialect::DuckDb.function("length"), "system.main.length");
    /// assert_eq!(Dialect::Sqlite.function("length"), "length");
    /// ```
    #[must_use]
    pub fn function(self, name: &str) -> String {
        let schema = match self {
            Self::Sqlite | Self::MySql => "",
            Self::DuckDb => "system.main.",
            Self::Postgres => "pg_catalog.",
        };
        format!("{schema}{name}")
    }

    /// Returns the result of an operator of the database itself, which none in another schema, and
    /// no macro, replaces. The operands are columns, numbers, or in parentheses.
    ///
    /// ```
    /// use hash_agg::sql::Dialect;
    /// assert_eq!(Dialect::Postgres.operation("t.a", "+", "1"), "(t.a OPERATOR(pg_catalog.+) 1)");
    /// assert_eq!(Dialect::DuckDb.operation("t.a", "+", "1"), "system.main.\"+\"(t.a, 1)");
    /// assert_eq!(Dialect::Sqlite.operation("t.a", "+", "1"), "(t.a + 1)");
    /// ```
    #[must_use]
    pub fn operation(self, left: &str, operator: &str, right: &str) -> String {
        match self {
            Self::DuckDb if !COMPARISONS.contains(&operator) => {
                format!("{}({left}, {right})", self.function(&format!("\"{operator}\"")))
            }
            Self::Postgres => format!("({left} OPERATOR(pg_catalog.{operator}) {right})"),
            // Under MariaDB's Oracle mode a percent sign can be the start of an attribute.
            Self::MySql if operator == "%" => format!("MOD({left}, {right})"),
            _ => format!("({left} {operator} {right})"),
        }
    }

    /// Returns an expression that is written so.
    pub(crate) fn expression(self, text: impl fmt::Display) -> Expression {
        Expression { dialect: self, text: text.to_string() }
    }
}

/// A number: a column, a literal, or the result of an operator or a function.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    dialect: Dialect,
    text: String,
}

impl Expression {
    /// Returns the sum of some terms, or 0. Operators are nested as little as possible.
    pub(crate) fn sum(dialect: Dialect, terms: &[Self]) -> Self {
        match terms {
            [] => dialect.expression(0),
            [term] => term.clone(),
            _ => {
                let (left, right) = terms.split_at(terms.len() / 2);
                Self::sum(dialect, left) + Self::sum(dialect, right)
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Implements operators for an expression and another one or a number.
macro_rules! operators {
    ($($trait:ident $method:ident $symbol:literal,)*) => { $(
        impl<T: fmt::Display> $trait<T> for Expression {
            type Output = Self;
            fn $method(self, right: T) -> Self {
                let text = self.dialect.operation(&self.text, $symbol, &right.to_string());
                Self { dialect: self.dialect, text }
            }
        }
    )* };
}

operators! {
    Add add "+",
    Mul mul "*",
    Rem rem "%",
    BitAnd bitand "&",
    Shl shl "<<",
    Shr shr ">>",
}
