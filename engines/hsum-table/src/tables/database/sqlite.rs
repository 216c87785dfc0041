//! Tables in SQLite.
//!
//! The types of columns are only hints there: each value has a type of its own. So every value is
//! checked, and one that is not exactly a value of its column's type is an error.

use super::connection::{Connection, Cursor, Driver};
use super::{BATCH_BYTES, BATCH_ROWS, DatabaseTable, column, decimal, no_counterpart, schema};
use crate::output::{quoted, without_number};
use crate::tables::text::typed::{self, Cells};
use datafusion::arrow::array::{
    ArrayRef, BinaryBuilder, BooleanBuilder, Float64Builder, Int64Builder, RecordBatch,
    RecordBatchOptions, StringBuilder,
};
use datafusion::arrow::datatypes::{DataType, SchemaRef, TimeUnit};
use datafusion::common::{HashMap, exec_datafusion_err, exec_err};
use datafusion::error::{DataFusionError, Result};
use hash_datafusion::hash_agg::sql::Dialect;
use rusqlite::types::ValueRef;
use rusqlite::{OpenFlags, Rows};
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

/// The most digits of a decimal that a float tells from all others of so many digits.
const FLOAT_DIGITS: usize = 15;

/// Opens a table.
pub(super) fn open(path: &str, table: &str) -> Result<DatabaseTable> {
    let name = quoted(format!("sqlite:{path}#{table}"));
    let (path, table) = (path.to_owned(), table.to_owned());
    let parts = vec!["main".to_owned(), table.clone()];
    let opened = Connection::open(move || connect(name, &path, &table))?;
    let (connection, (schema, is_utf8)) = opened;
    let columns = schema.fields().iter().map(|field| column(field.name())).collect();
    let dialect = Dialect::Sqlite;
    Ok(DatabaseTable { connection, dialect, is_utf8, parts, columns, schema, condition: None })
}

fn connect(name: String, path: &str, table: &str) -> Result<(Sqlite, (SchemaRef, bool))> {
    let failed = |error: rusqlite::Error| failure(&name, &error);
    match Path::new(path).metadata() {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return exec_err!("{name}: not a file"),
        Err(error) => return exec_err!("{name}: {}", without_number(&error.to_string())),
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = rusqlite::Connection::open_with_flags(path, flags).map_err(failed)?;
    // The transaction begins with the first statement that reads.
    connection.execute_batch("BEGIN; SELECT count(*) FROM main.sqlite_schema").map_err(failed)?;
    let encoding = connection.pragma_query_value(None, "encoding", |row| row.get::<_, String>(0));
    let is_utf8 = encoding.map_err(failed)? == "UTF-8";
    let columns = {
        // Not by the function pragma_table_xinfo, because the file may have a table of that name.
        let mut columns = Vec::new();
        let read = connection.pragma(Some("main"), "table_xinfo", table, |row| {
            // Rows have no values in the hidden columns of virtual tables (1), but in computed
            // columns (2, 3).
            if row.get::<_, i64>("hidden")? != 1 {
                columns.push((row.get("name")?, row.get("type")?));
            }
            Ok(())
        });
        read.map_err(failed)?;
        columns
    };
    if columns.is_empty() {
        return exec_err!("{name}: no such table");
    }
    let typed = |(column, declared): (String, String)| match type_of(&declared) {
        Some(data_type) => Ok((column, data_type)),
        None => no_counterpart(&name, &column, &declared),
    };
    let columns = columns.into_iter().map(typed).collect::<Result<_>>()?;
    let schema = schema(&name, columns)?;
    let connection = Box::leak(Box::new(connection));
    Ok((Sqlite { name, connection, cursors: HashMap::new() }, (schema, is_utf8)))
}

/// Returns the type of a column that is declared so, if all of its values have one.
fn type_of(declared: &str) -> Option<DataType> {
    let declared = declared.to_ascii_uppercase();
    let (name, parameters) = match declared.split_once('(') {
        Some((name, rest)) => (name.trim_end(), Some(rest.split_once(')')?.0)),
        None => (&*declared, None),
    };
    let contains = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    Some(match name {
        "BOOLEAN" | "BOOL" => DataType::Boolean,
        "DATE" => DataType::Date32,
        "DATETIME" | "TIMESTAMP" => DataType::Timestamp(TimeUnit::Microsecond, None),
        "DECIMAL" | "NUMERIC" => {
            let (precision, scale) = parameters?.split_once(',').unwrap_or((parameters?, "0"));
            decimal(precision.trim().parse().ok()?, scale.trim().parse().ok()?)?
        }
        // As SQLite finds the affinity.
        _ if contains(&["INT"]) => DataType::Int64,
        _ if contains(&["CHAR", "CLOB", "TEXT"]) => DataType::Utf8,
        _ if contains(&["BLOB"]) => DataType::Binary,
        _ if contains(&["REAL", "FLOA", "DOUB"]) => DataType::Float64,
        _ => return None,
    })
}

/// A connection and its cursors.
struct Sqlite {
    name: String,
    connection: &'static rusqlite::Connection,
    cursors: HashMap<Cursor, Scan>,
}

struct Scan {
    rows: Rows<'static>,
    columns: Vec<Column>,
    schema: SchemaRef,
    count: u64,
}

impl Driver for Sqlite {
    fn start(&mut self, cursor: Cursor, sql: &str, schema: &SchemaRef) -> Result<()> {
        let failed = |error: rusqlite::Error| failure(&self.name, &error);
        // Rows borrow their statement. A query has few of them, so they stay until the program
        // ends.
        let statement = Box::leak(Box::new(self.connection.prepare(sql).map_err(failed)?));
        let rows = statement.query([]).map_err(failed)?;
        let columns = schema.fields().iter().map(|field| Column::new(field.data_type()));
        let (columns, schema) = (columns.collect::<Result<_>>()?, Arc::clone(schema));
        self.cursors.insert(cursor, Scan { rows, columns, schema, count: 0 });
        Ok(())
    }

    fn next(&mut self, cursor: Cursor) -> Result<Option<RecordBatch>> {
        match self.cursors.get_mut(&cursor) {
            Some(scan) => scan.batch(&self.name),
            None => Ok(None),
        }
    }

    fn end(&mut self, cursor: Cursor) {
        self.cursors.remove(&cursor);
    }

    fn integers(&mut self, sql: &str) -> Result<Vec<Vec<Option<i64>>>> {
        let failed = |error: rusqlite::Error| failure(&self.name, &error);
        let mut statement = self.connection.prepare(sql).map_err(failed)?;
        let width = statement.column_count();
        let rows = statement.query_map([], |row| (0..width).map(|i| row.get(i)).collect());
        rows.and_then(Iterator::collect).map_err(failed)
    }
}

impl Scan {
    fn batch(&mut self, name: &str) -> Result<Option<RecordBatch>> {
        let (mut rows, mut bytes) = (0, 0);
        while rows < BATCH_ROWS && bytes < BATCH_BYTES {
            let Some(row) = self.rows.next().map_err(|error| failure(name, &error))? else { break };
            rows += 1;
            self.count += 1;
            for (i, column) in self.columns.iter_mut().enumerate() {
                let value = row.get_ref(i).map_err(|error| failure(name, &error))?;
                let Some(size) = column.push(value) else {
                    let (field, value) = (self.schema.field(i), describe(value));
                    let (column, data_type) = (quoted(field.name()), field.data_type());
                    return exec_err!(
                        "{name}: row {}: {value} is no exact {data_type}, as column {column} has",
                        self.count
                    );
                };
                bytes += size;
            }
        }
        if rows == 0 {
            return Ok(None);
        }
        let columns = self.columns.iter_mut().map(Column::finish).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let schema = Arc::clone(&self.schema);
        Ok(Some(RecordBatch::try_new_with_options(schema, columns, &options)?))
    }
}

/// The values of a column.
enum Column {
    Boolean(BooleanBuilder),
    Integer(Int64Builder),
    Float(Float64Builder),
    Text(StringBuilder),
    Blob(BinaryBuilder),
    /// Numbers, whose digits are parsed.
    Decimal(Box<dyn Cells>),
    /// Dates and times, which are texts.
    Time(Box<dyn Cells>),
}

impl Column {
    fn new(data_type: &DataType) -> Result<Self> {
        Ok(match data_type {
            DataType::Boolean => Self::Boolean(BooleanBuilder::new()),
            DataType::Int64 => Self::Integer(Int64Builder::new()),
            DataType::Float64 => Self::Float(Float64Builder::new()),
            DataType::Utf8 => Self::Text(StringBuilder::new()),
            DataType::Binary => Self::Blob(BinaryBuilder::new()),
            DataType::Date32 | DataType::Timestamp(..) => Self::Time(typed::cells(data_type)?),
            _ => Self::Decimal(typed::cells(data_type)?),
        })
    }

    /// Appends a value, and returns about how many bytes it has, or `None` if it is not exactly one
    /// of the type.
    fn push(&mut self, value: ValueRef<'_>) -> Option<usize> {
        match (self, value) {
            (Self::Boolean(to), ValueRef::Null) => to.append_null(),
            (Self::Integer(to), ValueRef::Null) => to.append_null(),
            (Self::Float(to), ValueRef::Null) => to.append_null(),
            (Self::Text(to), ValueRef::Null) => to.append_null(),
            (Self::Blob(to), ValueRef::Null) => to.append_null(),
            (Self::Decimal(to) | Self::Time(to), ValueRef::Null) => {
                return to.push(None).then_some(8);
            }
            (Self::Boolean(to), ValueRef::Integer(value @ (0 | 1))) => to.append_value(value == 1),
            (Self::Integer(to), ValueRef::Integer(value)) => to.append_value(value),
            (Self::Float(to), ValueRef::Real(value)) => to.append_value(value),
            (Self::Text(to), ValueRef::Text(text)) => {
                to.append_value(str::from_utf8(text).ok()?);
                return Some(text.len());
            }
            (Self::Blob(to), ValueRef::Blob(bytes)) => {
                to.append_value(bytes);
                return Some(bytes.len());
            }
            (Self::Decimal(to), ValueRef::Integer(value)) => {
                return to.push(Some(&value.to_string())).then_some(16);
            }
            // SQLite stores fractions as floats: this is the decimal that was written, because
            // different ones of so many digits have different floats.
            (Self::Decimal(to), ValueRef::Real(value)) => {
                let digits = value.to_string();
                let all = digits.bytes().filter(u8::is_ascii_digit).skip_while(|d| *d == b'0');
                return (all.count() <= FLOAT_DIGITS && to.push(Some(&digits))).then_some(16);
            }
            (Self::Time(to), ValueRef::Text(text)) => {
                return to.push(Some(str::from_utf8(text).ok()?)).then_some(8);
            }
            _ => return None,
        }
        Some(8)
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Boolean(values) => Arc::new(values.finish()),
            Self::Integer(values) => Arc::new(values.finish()),
            Self::Float(values) => Arc::new(values.finish()),
            Self::Text(values) => Arc::new(values.finish()),
            Self::Blob(values) => Arc::new(values.finish()),
            Self::Decimal(values) | Self::Time(values) => values.finish(),
        }
    }
}

/// Writes a value with its storage class, for an error.
fn describe(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(value) => format!("the INTEGER {value}"),
        ValueRef::Real(value) => format!("the REAL {value}"),
        ValueRef::Text(text) => match str::from_utf8(text) {
            Ok(text) => format!("the TEXT {}", quoted(text.chars().take(40).collect::<String>())),
            Err(_) => "a TEXT that is not UTF-8".to_owned(),
        },
        ValueRef::Blob(bytes) => format!("a BLOB of {} bytes", bytes.len()),
    }
}

fn failure(name: &str, error: &dyn Display) -> DataFusionError {
    exec_datafusion_err!("{name}: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::files::TableFile;
    use datafusion::arrow::array::AsArray;
    use datafusion::arrow::datatypes::Int64Type;

    /// Others may write, and readers of a table may take turns: all see the rows of the start.
    #[test]
    fn all_readers_see_one_snapshot() {
        for mode in ["wal", "delete"] {
            let folder = tempfile::tempdir().expect("created");
            let path = folder.path().join("a.db");
            let writer = rusqlite::Connection::open(&path).expect("created");
            writer.pragma_update(None, "journal_mode", mode).expect("the mode exists");
            writer.busy_timeout(std::time::Duration::ZERO).expect("set");
            let numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n \
                           WHERE i < 19999) INSERT INTO t SELECT i FROM n";
            writer
                .execute_batch(&format!("CREATE TABLE t (id INTEGER); {numbers}"))
                .expect("filled");

            let table = open(path.to_str().expect("UTF-8"), "t").expect("the table is valid");
            let read = || table.read(&[0], &table.schema).expect("the table is valid");
            let (mut first, mut second) = (read(), read());
            let mut sums = [0_i64; 2];
            let mut written = Vec::new();
            loop {
                written.push(writer.execute("UPDATE t SET id = id + 1", []).is_ok());
                let batches = [first.next(), second.next()];
                if batches.iter().all(Option::is_none) {
                    break;
                }
                for (sum, batch) in sums.iter_mut().zip(batches) {
                    let batch = batch.expect("both have as many batches").expect("no error");
                    *sum +=
                        batch.column(0).as_primitive::<Int64Type>().values().iter().sum::<i64>();
                }
            }
            assert_eq!(sums, [19_999 * 10_000; 2], "{mode}");
            assert!(written.iter().all(|is_ok| *is_ok == (mode == "wal")), "{mode}");
        }
    }
}
