//! The query, level by level.

use super::dialect::Dialect;
use super::expression::Expression;
use super::key::Words;
use super::types::{self, CHUNK, Column, PRESENT, Type};
use super::{BASE, DIGIT_BITS, DIGITS, Error, P, SUMS};
use crate::Key;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Products are computed in 64 bits from halves, 31 lower bits and 30 upper ones: SQLite has no
/// wider integers, and DuckDB divides those of 128 bits slowly.
const HALF_BITS: u64 = 31;
const LOW: u64 = (1 << HALF_BITS) - 1;
const HIGH: u64 = (1 << 30) - 1;
/// The number of words whose products are added before the sum is reduced. A word has less than 24
/// bits, so the sum stays below 2^62.
const GROUP: usize = 128;

/// A query that computes the checksum of a table, or of each group of its rows.
#[derive(Clone, Debug)]
#[must_use]
pub struct Query<'q> {
    dialect: Dialect,
    table: &'q [&'q str],
    columns: &'q [Column<'q>],
    filter: Option<&'q str>,
    group: Option<&'q str>,
}

impl<'q> Query<'q> {
    /// Creates a query for a table, whose name has one or more parts, such as schema and table.
    pub const fn new(dialect: Dialect, table: &'q [&'q str], columns: &'q [Column<'q>]) -> Self {
        Self { dialect, table, columns, filter: None, group: None }
    }

    /// Restricts the query to rows for which a condition is true. The condition is SQL of the
    /// database, and stands in the query as it is, so qualify its names by [`Dialect::function`]
    /// and [`Dialect::operation`] where others can create some. The table has the alias `t`.
    pub const fn filter(mut self, condition: &'q str) -> Self {
        self.filter = Some(condition);
        self
    }

    /// Groups the rows by the value of an expression, which is then the first column of the result.
    /// The expression is SQL of the database like the condition of [`filter`](Self::filter).
    pub const fn group_by(mut self, expression: &'q str) -> Self {
        self.group = Some(expression);
        self
    }

    /// Writes the query. Its result has the columns `n`, the number of rows, and `a` and `b`, the
    /// sums, for [`Checksum::new`](super::Checksum::new). The sums are NULL if the type of a column
    /// does not cover one of its values. The query contains keys.
    ///
    /// # Errors
    /// Returns [`Error::Name`] if a name is empty or contains U+0000, [`Error::Type`] if the
    /// parameter of a type is outside its range, [`Error::NoColumns`] if there are none, and
    /// [`Error::TooManyWords`] if the columns have more than 1,600 words. A boolean has one, a text
    /// or binary of at most m bytes 1 + ⌈4 m / 7⌉, and other types have three.
    pub fn to_sql(&self, key: &Key) -> Result<String, Error> {
        types::check(self.columns.iter().map(|column| column.kind))?;
        let mut words = Words::new(key);
        let mut levels = self.hashes(&mut words)?;
        let dialect = self.dialect;
        let g = if self.group.is_some() { "g, " } else { "" };
        match dialect {
            Dialect::Sqlite | Dialect::DuckDb => self.products_of_halves(&mut levels, &mut words),
            Dialect::Postgres | Dialect::MySql => {
                // Of more than 122 bits.
                let wide = if dialect == Dialect::MySql { "DECIMAL(65)" } else { "NUMERIC" };
                let product = |sum, words: &mut Words| {
                    let tables = words.tables(sum);
                    let keys = tables.iter().enumerate().map(|(i, table)| {
                        let key = dialect.choose(&self.digit(sum, i), table);
                        dialect.expression(format!("CAST({key} AS {wide})"))
                    });
                    let product = keys.reduce(|all, key| all * key % P);
                    product.map(|product| format!("{product} AS v{sum}")).unwrap_or_default()
                };
                let (a, b) = (product(0, &mut words), product(1, &mut words));
                levels.push(format!("{g}{a}, {b}"));
            }
        }
        let count = |what: &str| format!("{}({what})", dialect.function("COUNT"));
        let total = |v: &str| {
            let sum = |terms: Expression| {
                let sum = format!("COALESCE({}({terms}), 0)", dialect.function("SUM"));
                dialect.expression(sum) % P
            };
            let terms = dialect.expression(v);
            let total = if dialect == Dialect::Sqlite {
                // Halves, because SUM has 64 bits too. It fails if they are too few.
                joined(sum(terms.clone() >> HALF_BITS), sum(terms & LOW)).to_string()
            } else {
                dialect.integer(sum(terms))
            };
            // In a database with UTF-16, SQLite's texts, and digits as bytes, are others.
            let utf8 = " AND LENGTH(CAST('1' AS BLOB)) = 1";
            let utf8 = if dialect == Dialect::Sqlite { utf8 } else { "" };
            let is_covered = dialect.operation(&count(v), "=", &count("*"));
            format!("CASE WHEN {is_covered}{utf8} THEN {total} END")
        };
        let end = if self.group.is_some() { " GROUP BY g" } else { "" };
        let (a, b) = (total("v0"), total("v1"));
        Ok(self.over(&levels, &format!("{g}{} AS n, {a} AS a, {b} AS b", count("*")), end))
    }

    /// Returns a query over levels, each of which selects from the one before.
    fn over(&self, levels: &[String], select: &str, end: &str) -> String {
        let fence = self.dialect.fence();
        let (first, rest) =
            levels.split_first().map_or(("", levels), |(first, rest)| (first.as_str(), rest));
        if self.dialect == Dialect::Sqlite {
            // In a list, because its parser does not nest as many subqueries.
            let mut query = format!("WITH provenhash_0 AS ({first}{fence})");
            for (i, columns) in rest.iter().enumerate() {
                query += &format!(
                    ", provenhash_{} AS (SELECT {columns} FROM provenhash_{i}{fence})",
                    i + 1
                );
            }
            return format!("{query} SELECT {select} FROM provenhash_{}{end}", rest.len());
        }
        let nested = rest.iter().fold(format!("{first}{fence}"), |from, columns| {
            format!("SELECT {columns} FROM ({from}) AS q{fence}")
        });
        format!("SELECT {select} FROM ({nested}) AS q{end}")
    }

    /// Returns the start of a list of columns: that of the group.
    fn start(&self) -> Vec<String> {
        self.group.iter().map(|_| "g".to_string()).collect()
    }

    /// Returns the levels for the hashes of rows, `x0` and `x1`.
    fn hashes(&self, words: &mut Words) -> Result<Vec<String>, Error> {
        let dialect = self.dialect;
        let quote = |name: &str| dialect.quote(name).ok_or_else(|| Error::Name(name.to_string()));
        let table = self.table.iter().map(|name| quote(name)).collect::<Result<Vec<_>, _>>()?;
        if table.is_empty() {
            return Err(Error::Name(String::new()));
        }
        let condition = self.filter.map(|filter| format!(" WHERE ({filter})")).unwrap_or_default();

        // Values: u is NULL if the value is, and also if it is not covered; z tells them apart.
        let mut values: Vec<_> =
            self.group.iter().map(|expression| format!("({expression}) AS g")).collect();
        for (i, column) in self.columns.iter().enumerate() {
            // With the alias, because SQLite takes an unknown name in quotes for a text.
            let c = format!("t.{}", quote(column.name)?);
            values.push(format!("{} AS u{i}", dialect.value(&c, column.kind)));
            values.push(format!("CASE WHEN {c} IS NULL THEN 1 ELSE 0 END AS z{i}"));
        }
        let mut levels = Vec::from([format!(
            "SELECT {} FROM {} AS t{condition}",
            values.join(", "),
            table.join(".")
        )]);

        // Words, then the halves of each sum of products.
        let mut of_values = self.start();
        let mut factors = [Vec::new(), Vec::new()];
        for (i, column) in self.columns.iter().enumerate() {
            for (w, word) in self.words_of(i, column.kind).into_iter().enumerate() {
                let is_null = dialect.operation(&format!("z{i}"), "=", "1");
                let word = format!("CASE WHEN {is_null} THEN 0 ELSE {word} END");
                of_values.push(format!("{} AS w{i}_{w}", dialect.integer(word)));
            }
            for (sum, factors) in factors.iter_mut().enumerate() {
                let keys = words.factors(sum, i, column.kind.words());
                let named = keys.iter().enumerate();
                factors.extend(named.map(|(w, key)| (format!("w{i}_{w}"), *key)));
            }
        }
        levels.push(of_values.join(", "));
        let mut halves = self.start();
        for (sum, factors) in factors.iter().enumerate() {
            halves.push(format!("{} AS h{sum}", self.products(factors, |key| key >> HALF_BITS)));
            halves.push(format!("{} AS l{sum}", self.products(factors, |key| key & LOW)));
        }
        levels.push(halves.join(", "));
        let mut hashes = self.start();
        for sum in 0..SUMS {
            let hash = joined(self.column("h", sum), self.column("l", sum));
            hashes.push(format!("{} AS x{sum}", dialect.integer(hash)));
        }
        levels.push(hashes.join(", "));
        Ok(levels)
    }

    /// Returns column i of those of a level with a name.
    fn column(&self, name: &str, i: usize) -> Expression {
        self.dialect.expression(format!("{name}{i}"))
    }

    /// Returns the words of column i, if its value is not null.
    fn words_of(&self, i: usize, kind: Type) -> Vec<Expression> {
        let one = || self.dialect.expression(1);
        let u = || self.column("u", i);
        match kind {
            Type::Boolean => Vec::from([one() + u()]),
            Type::Text(_) | Type::Binary(_) => {
                let start = |word: usize| 1 + CHUNK * (word - 1);
                let rest = (1..kind.words())
                    .map(|word| self.dialect.digits(&u().to_string(), start(word), CHUNK));
                core::iter::once(one() + self.dialect.length(&u().to_string()))
                    .chain(rest.map(|digits| self.dialect.expression(digits)))
                    .collect()
            }
            _ => Vec::from([
                ((u() >> 42) & (PRESENT - 1)) + PRESENT,
                (u() >> 21) & ((1 << 21) - 1),
                u() & ((1 << 21) - 1),
            ]),
        }
    }

    /// Returns digit i of the hash of a sum.
    fn digit(&self, sum: usize, i: usize) -> Expression {
        (self.column("x", sum) >> (DIGIT_BITS * i)) & (BASE - 1)
    }

    /// Returns the sum of products of words and a half of their factors.
    fn products(&self, factors: &[(String, u64)], half: impl Fn(u64) -> u64) -> Expression {
        let dialect = self.dialect;
        let groups = factors.chunks(GROUP).map(|group| {
            let term = |(word, key): &(String, u64)| dialect.expression(word) * half(*key);
            Expression::sum(dialect, &group.iter().map(term).collect::<Vec<_>>())
        });
        let sum = groups.reduce(|all, group| all % P + group);
        sum.unwrap_or_else(|| dialect.expression(0)) % P
    }

    /// Appends the levels for the values of rows, `v0` and `v1`, in integers of 64 bits: y is the
    /// product so far, h and l are the halves of the next factor, m and o those of the next
    /// product.
    fn products_of_halves(&self, levels: &mut Vec<String>, words: &mut Words) {
        let tables = [words.tables(0), words.tables(1)];
        let half = |sum: usize, i: usize, map: fn(&u64) -> u64| {
            let keys: Vec<_> = tables[sum][i].iter().map(map).collect();
            self.dialect.choose(&self.digit(sum, i), &keys)
        };
        let product = |sum: usize| joined(self.column("m", sum), self.column("o", sum));
        for i in 0..DIGITS {
            let mut columns = self.start();
            for sum in 0..SUMS {
                let (h, l) = (half(sum, i, |key| key >> HALF_BITS), half(sum, i, |key| key & LOW));
                let y = if i == 0 { self.dialect.expression(1) } else { product(sum) };
                columns.push(format!("x{sum}, {y} AS y{sum}, {h} AS h{sum}, {l} AS l{sum}"));
            }
            levels.push(columns.join(", "));
            let mut columns = self.start();
            for sum in 0..SUMS {
                let [y, h, l] = ["y", "h", "l"].map(|name| self.column(name, sum));
                let (high, low) = (y.clone() >> HALF_BITS, y & LOW);
                let middle = high.clone() * l.clone() + low.clone() * h.clone();
                // 2^62 is 2 modulo p.
                let outer = high * 2 * h + low * l;
                columns.push(format!("x{sum}, {middle} AS m{sum}, {outer} AS o{sum}"));
            }
            levels.push(columns.join(", "));
        }
        let mut columns = self.start();
        columns.extend((0..SUMS).map(|sum| format!("{} AS v{sum}", product(sum))));
        levels.push(columns.join(", "));
    }
}

/// Returns high · 2^31 + low modulo p, for numbers below 2^62: 2^61 is 1.
fn joined(high: Expression, low: Expression) -> Expression {
    (((high.clone() & HIGH) << HALF_BITS) + (high >> 30) + low) % P
}
