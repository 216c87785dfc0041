//! Tables in databases, read by the databases' own drivers.
//!
//! A connection opens one read transaction, which lasts until the program ends. So all passes over
//! the tables of a database see the same rows, whatever others write. A file of DuckDB is locked
//! instead.

mod address;
mod connection;
mod duckdb;
mod postgres;
#[cfg(unix)]
mod signals;
mod sqlite;

use super::files::{Batches, FilesTable, TableFile};
use crate::output::quoted;
pub(crate) use address::{Address, is_address, shown};
use connection::{Connection, Opened};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, TimeUnit};
use datafusion::catalog::TableProvider;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::dataframe::DataFrame;
use datafusion::datasource::source_as_provider;
use datafusion::error::Result;
use datafusion::logical_expr::LogicalPlan;
use hash_datafusion::hash_agg::sql::Dialect;
use std::path::Path;
use std::sync::Arc;

/// A batch ends with this number of rows, or of bytes.
const BATCH_ROWS: usize = 1 << 13;
const BATCH_BYTES: usize = 1 << 24;

/// A table of a database, or those of its rows for which a condition is true.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseTable {
    /// For messages: it has no password.
    name: Arc<str>,
    connection: Arc<Connection>,
    dialect: Dialect,
    /// Whether texts are stored in UTF-8.
    is_utf8: bool,
    /// The parts of the name of the table.
    parts: Vec<String>,
    /// The columns as SQL: what is read of each.
    columns: Vec<String>,
    schema: SchemaRef,
    condition: Option<String>,
}

/// Opens a table.
pub(crate) fn open(path: &Path) -> Result<Arc<dyn TableProvider>> {
    let name = quoted(shown(path));
    let table = match Address::parse(path)? {
        Address::Sqlite { path, table } => sqlite::open(name, path, table)?,
        Address::DuckDb { path, table } => duckdb::open(name, path, table)?,
        Address::Postgres { url, table } => postgres::open(name, url, table)?,
    };
    Ok(Arc::new(table.into_provider()))
}

/// Ends the queries that still run on servers, at the end of the program.
pub(crate) fn end_queries() {
    #[cfg(unix)]
    signals::wait();
    connection::cancel();
}

impl DatabaseTable {
    /// Finds a table of a database that is open.
    fn find(
        name: String,
        connection: Arc<Connection>,
        dialect: Dialect,
        table: &str,
    ) -> Result<Self> {
        let Opened { parts, columns, schema, is_utf8 } = connection.table(name.clone(), table)?;
        let name = name.into();
        Ok(Self { name, connection, dialect, is_utf8, parts, columns, schema, condition: None })
    }

    fn into_provider(self) -> FilesTable<Self> {
        FilesTable::new(Arc::clone(&self.schema), vec![self])
    }

    /// Returns the table with only those of its rows for which a condition in SQL is true.
    pub(crate) fn restricted(&self, condition: String) -> Arc<dyn TableProvider> {
        Arc::new(Self { condition: Some(condition), ..self.clone() }.into_provider())
    }

    /// Returns whether the rows come from another process.
    pub(crate) fn is_remote(&self) -> bool {
        self.dialect == Dialect::Postgres
    }

    pub(crate) const fn is_utf8(&self) -> bool {
        self.is_utf8
    }

    pub(crate) const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the parts of the name, such as schema and table.
    pub(crate) fn parts(&self) -> Vec<&str> {
        self.parts.iter().map(String::as_str).collect()
    }

    /// Writes the name of the table, which queries call `t`.
    pub(crate) fn to_sql(&self) -> String {
        self.parts.iter().map(|part| identifier(part)).collect::<Vec<_>>().join(".")
    }

    /// Writes a column.
    pub(crate) fn column(&self, name: &str) -> String {
        column(name)
    }

    /// Returns whether this database has a checksum of a column, of whose type files have one.
    pub(crate) fn covers(&self, name: &str, data_type: &DataType) -> bool {
        // Not of one that is read as the text of another type.
        let place = self.schema.fields().iter().position(|field| field.name() == name);
        let is_plain = place.is_some_and(|place| {
            self.columns[place] == column(name) && self.schema.field(place).metadata().is_empty()
        });
        if !is_plain && !data_type.is_decimal() {
            return false;
        }
        let is_enum = matches!(data_type, DataType::Dictionary(..));
        let is_in_nanoseconds = matches!(data_type, DataType::Timestamp(TimeUnit::Nanosecond, _));
        self.dialect != Dialect::DuckDb || !is_enum && !is_in_nanoseconds
    }

    /// Writes the number of bytes of a column of texts or of binary values.
    pub(crate) fn bytes_of(&self, name: &str, is_text: bool) -> String {
        let function = match self.dialect {
            Dialect::DuckDb if is_text => "STRLEN",
            _ => "OCTET_LENGTH",
        };
        format!("{}({})", self.dialect.function(function), self.column(name))
    }

    /// Writes an integer, without so many lower bits. Databases keep the sign as this program does.
    pub(crate) fn shifted(&self, name: &str, bits: u32) -> String {
        let integer = format!("CAST({} AS BIGINT)", self.column(name));
        self.dialect.operation(&integer, ">>", &bits.to_string())
    }

    /// Writes the condition that a value is one of some integers.
    pub(crate) fn is_one_of(&self, value: &str, integers: &[i64]) -> String {
        let integers: Vec<_> = integers.iter().map(i64::to_string).collect();
        let integers = integers.join(", ");
        if self.dialect == Dialect::Postgres {
            // IN has an operator that cannot be qualified.
            let any = format!("ANY (CAST('{{{integers}}}' AS BIGINT[]))");
            return self.dialect.operation(value, "=", &any);
        }
        format!("{value} IN ({integers})")
    }

    /// Runs a query whose columns are integers.
    pub(crate) async fn integers(&self, sql: String) -> Result<Vec<Vec<Option<i64>>>> {
        let (connection, name) = (Arc::clone(&self.connection), Arc::clone(&self.name));
        let rows = tokio::task::spawn_blocking(move || connection.integers(name, sql)).await;
        rows.map_err(|error| exec_datafusion_err!("{error}"))?
    }
}

impl TableFile for DatabaseTable {
    fn read(&self, columns: &[usize], schema: &SchemaRef) -> Result<Batches> {
        if let Some(column) =
            columns.iter().find(|column| uncovered(self.schema.field(**column)).is_some())
        {
            return exec_err!("{}", problem(&self.name, self.schema.field(*column)));
        }
        let columns: Vec<_> = columns.iter().map(|column| &*self.columns[*column]).collect();
        // A query needs a column, and a count of rows none.
        let columns = if columns.is_empty() { "1".to_owned() } else { columns.join(", ") };
        let condition = self.condition.iter().map(|condition| format!(" WHERE {condition}"));
        let condition = condition.collect::<String>();
        let sql = format!("SELECT {columns} FROM {} AS t{condition}", self.to_sql());
        Ok(Box::new(self.connection.read(Arc::clone(&self.name), sql, Arc::clone(schema))?))
    }
}

/// Returns the table that a query reads, if it reads all rows and columns of one in a database.
pub(crate) fn of(frame: &DataFrame) -> Option<DatabaseTable> {
    let LogicalPlan::TableScan(scan) = frame.logical_plan() else { return None };
    let provider = source_as_provider(&scan.source).ok()?;
    provider.downcast_ref::<FilesTable<DatabaseTable>>()?.files().first().cloned()
}

/// The key of a field's metadata for a type that has no exact counterpart.
const UNCOVERED: &str = "hsum.uncovered";

/// A column of a type that may have no exact counterpart: the type that is declared instead. Such a
/// column is an error only if it is read.
type Typed = std::result::Result<DataType, String>;

/// Returns the declared type of a column that has no exact counterpart.
pub(crate) fn uncovered(field: &Field) -> Option<&str> {
    field.metadata().get(UNCOVERED).map(String::as_str)
}

/// Says why a column with such a type cannot be read.
pub(crate) fn problem(table: &str, field: &Field) -> String {
    let (column, declared) = (quoted(field.name()), quoted(uncovered(field).unwrap_or_default()));
    format!(
        "{table}: column {column}: its type {declared} has no exact counterpart; read a view in which it is \
         CAST(... AS TEXT) or another type, or leave the column out"
    )
}

/// Returns the columns of a table, given their names and types.
fn schema(table: &str, columns: Vec<(String, Typed)>) -> Result<SchemaRef> {
    if columns.is_empty() {
        return exec_err!("{table}: has no columns");
    }
    let field = |(name, data_type)| match data_type {
        Ok(data_type) => Field::new(name, data_type, true),
        Err(declared) => Field::new(name, DataType::Null, true)
            .with_metadata([(UNCOVERED.to_owned(), declared)].into()),
    };
    Ok(Arc::new(Schema::new(columns.into_iter().map(field).collect::<Vec<_>>())))
}

/// Writes a column of the table that a query calls `t`.
fn column(name: &str) -> String {
    format!("t.{}", identifier(name))
}

/// Writes a name in SQL.
fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The type of a decimal, or nothing if no type has as many digits.
fn decimal(precision: u8, scale: i8) -> Option<DataType> {
    let is_valid = scale >= 0 && scale.unsigned_abs() <= precision;
    match precision {
        1..=38 if is_valid => Some(DataType::Decimal128(precision, scale)),
        39..=76 if is_valid => Some(DataType::Decimal256(precision, scale)),
        _ => None,
    }
}
