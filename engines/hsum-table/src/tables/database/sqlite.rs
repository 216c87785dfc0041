//! Tables in SQLite.
//!
//! The types of columns are only hints there: each value has a type of its own. So every value is
//! checked, and one that is not exactly a value of its column's type is an error.

use super::connection::{Connection, Cursor, Driver, Opened};
use super::{BATCH_BYTES, BATCH_ROWS, DatabaseTable, column, decimal, schema};
use crate::output::{quoted, without_number};
use crate::tables::text::typed::{self, Cells};
use datafusion::arrow::array::{
    ArrayRef, BinaryBuilder, BooleanBuilder, Float64Builder, Int64Builder, RecordBatch,
    RecordBatchOptions, StringBuilder,
};
use datafusion::arrow::datatypes::{DataType, FieldRef, Schema, SchemaRef, TimeUnit};
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
pub(super) fn open(name: String, path: &str, table: &str) -> Result<DatabaseTable> {
    let failed = |error: &dyn Display| {
        exec_datafusion_err!("{name}: {}", without_number(&error.to_string()))
    };
    let path = Path::new(path);
    if !path.metadata().map_err(|error| failed(&error))?.is_file() {
        return exec_err!("{name}: not a file");
    }
    // Links to a file are names of one database.
    let file = path.canonicalize().map_err(|error| failed(&error))?;
    let (of, path) = (name.clone(), path.to_owned());
    let database = format!("sqlite:{}", file.display());
    let connection = Connection::shared(&database, move || connect(&of, &path))?;
    DatabaseTable::find(name, connection, Dialect::Sqlite, table)
}

fn connect(name: &str, path: &Path) -> Result<Sqlite> {
    let failed = |error: rusqlite::Error| failure(name, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = rusqlite::Connection::open_with_flags(path, flags).map_err(failed)?;
    // The transaction begins with the first statement that reads.
    connection.execute_batch("BEGIN; SELECT count(*) FROM main.sqlite_schema").map_err(failed)?;
    Ok(Sqlite { connection: Box::leak(Box::new(connection)), cursors: HashMap::new() })
}

/// The key of a field's metadata for a column whose values are of any storage class.
const ANY: &str = "hsum.any";

/// Returns whether a column that is declared so has values of any storage class: one without a
/// type, and ANY of a STRICT table.
fn is_any(declared: &str) -> bool {
    declared.is_empty() || declared.eq_ignore_ascii_case("any")
}

/// Returns the type of a column that is declared so, if all of its values have one.
fn type_of(declared: &str) -> Option<DataType> {
    if is_any(declared) {
        return Some(DataType::Utf8);
    }
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
    connection: &'static rusqlite::Connection,
    cursors: HashMap<Cursor, Scan>,
}

struct Scan {
    name: Arc<str>,
    rows: Rows<'static>,
    columns: Vec<Column>,
    schema: SchemaRef,
    count: u64,
}

impl Driver for Sqlite {
    fn table(&mut self, name: &str, table: &str) -> Result<Opened> {
        let (failed, connection) =
            (|error: rusqlite::Error| failure(name, &error), self.connection);
        let encoding =
            connection.pragma_query_value(None, "encoding", |row| row.get::<_, String>(0));
        let is_utf8 = encoding.map_err(failed)? == "UTF-8";
        // Not by the function pragma_table_xinfo, because the file may have a table of that name.
        let mut columns: Vec<(String, String)> = Vec::new();
        let read = connection.pragma(Some("main"), "table_xinfo", table, |row| {
            // Rows have no values in the hidden columns of virtual tables (1), but in computed
            // columns (2, 3).
            if row.get::<_, i64>("hidden")? != 1 {
                columns.push((row.get("name")?, row.get("type")?));
            }
            Ok(())
        });
        read.map_err(failed)?;
        if columns.is_empty() {
            return exec_err!("{name}: no such table");
        }
        let typed = |(column, declared): (String, String)| {
            let data_type = type_of(&declared).ok_or(declared);
            (column, data_type)
        };
        let is_any = columns.iter().map(|(_, declared)| is_any(declared)).collect::<Vec<_>>();
        let schema = schema(name, columns.into_iter().map(typed).collect())?;
        let marked = |(field, is_any): (&FieldRef, bool)| {
            let field = field.as_ref().clone();
            if is_any {
                field.with_metadata([(ANY.to_owned(), String::new())].into())
            } else {
                field
            }
        };
        let fields = schema.fields().iter().zip(is_any).map(marked).collect::<Vec<_>>();
        let schema = Arc::new(Schema::new(fields));
        let columns = schema.fields().iter().map(|field| column(field.name())).collect();
        Ok(Opened { parts: vec!["main".to_owned(), table.to_owned()], columns, schema, is_utf8 })
    }

    fn start(
        &mut self,
        cursor: Cursor,
        name: &Arc<str>,
        sql: &str,
        schema: &SchemaRef,
    ) -> Result<()> {
        let failed = |error: rusqlite::Error| failure(name, &error);
        // Rows borrow their statement. A query has few of them, so they stay until the program
        // ends.
        let statement = Box::leak(Box::new(self.connection.prepare(sql).map_err(failed)?));
        let rows = statement.query([]).map_err(failed)?;
        let columns = schema.fields().iter().map(Column::new);
        let (columns, schema) = (columns.collect::<Result<_>>()?, Arc::clone(schema));
        let name = Arc::clone(name);
        self.cursors.insert(cursor, Scan { name, rows, columns, schema, count: 0 });
        Ok(())
    }

    fn next(&mut self, cursor: Cursor) -> Result<Option<RecordBatch>> {
        match self.cursors.get_mut(&cursor) {
            Some(scan) => scan.batch(),
            None => Ok(None),
        }
    }

    fn end(&mut self, cursor: Cursor) {
        self.cursors.remove(&cursor);
    }

    fn integers(&mut self, name: &str, sql: &str) -> Result<Vec<Vec<Option<i64>>>> {
        let failed = |error: rusqlite::Error| failure(name, &error);
        let mut statement = self.connection.prepare(sql).map_err(failed)?;
        let width = statement.column_count();
        let rows = statement.query_map([], |row| (0..width).map(|i| row.get(i)).collect());
        rows.and_then(Iterator::collect).map_err(failed)
    }
}

impl Scan {
    fn batch(&mut self) -> Result<Option<RecordBatch>> {
        let name = &*self.name;
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
    /// Values of any storage class, as literals of SQL.
    Any(StringBuilder),
}

impl Column {
    fn new(field: &FieldRef) -> Result<Self> {
        let data_type = field.data_type();
        Ok(match data_type {
            _ if field.metadata().contains_key(ANY) => Self::Any(StringBuilder::new()),
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
            (Self::Text(to) | Self::Any(to), ValueRef::Null) => to.append_null(),
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
            (Self::Any(to), value) => {
                let literal = literal(value)?;
                to.append_value(&literal);
                return Some(literal.len());
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
            Self::Text(values) | Self::Any(values) => Arc::new(values.finish()),
            Self::Blob(values) => Arc::new(values.finish()),
            Self::Decimal(values) | Self::Time(values) => values.finish(),
        }
    }
}

/// Writes a value as a literal, which tells its storage class: 5, 5.0, '5' or X'35'. SQLite's own
/// function would end a text at a NUL.
fn literal(value: ValueRef<'_>) -> Option<String> {
    Some(match value {
        ValueRef::Null => return None,
        ValueRef::Integer(value) => value.to_string(),
        // The fewest digits that tell it from other floats, always with a point or an exponent; 0.0
        // is -0.0.
        ValueRef::Real(value) => format!("{:?}", value + 0.0),
        ValueRef::Text(text) => format!("'{}'", str::from_utf8(text).ok()?.replace('\'', "''")),
        ValueRef::Blob(bytes) => {
            let digits = bytes.iter().map(|byte| format!("{byte:02X}"));
            format!("X'{}'", digits.collect::<String>())
        }
    })
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

    fn opened(path: &Path, table: &str) -> DatabaseTable {
        let path = path.to_str().expect("UTF-8");
        open(format!("{path}#{table}"), path, table).expect("the table is valid")
    }

    fn sum(table: &DatabaseTable) -> i64 {
        let batches = table.read(&[0], &table.schema).expect("the table is valid");
        let sum = |batch: Result<RecordBatch>| -> i64 {
            let batch = batch.expect("no error");
            batch.column(0).as_primitive::<Int64Type>().values().iter().sum()
        };
        batches.map(sum).sum()
    }

    /// Two tables that are always changed in one transaction are those of one moment.
    #[test]
    fn all_tables_are_of_one_snapshot() {
        let folder = tempfile::tempdir().expect("created");
        let path = folder.path().join("a.db");
        let writer = rusqlite::Connection::open(&path).expect("created");
        writer.pragma_update(None, "journal_mode", "wal").expect("the mode exists");
        let tables = "CREATE TABLE t (id INTEGER); INSERT INTO t VALUES (1);
                      CREATE TABLE u (id INTEGER); INSERT INTO u VALUES (1);";
        writer.execute_batch(tables).expect("created");
        let write = || {
            writer
                .execute_batch("BEGIN; UPDATE t SET id = id + 1; UPDATE u SET id = id + 1; COMMIT")
        };
        let first = opened(&path, "t");
        write().expect("others can write");
        let second = opened(&path, "u");
        assert_eq!([sum(&first), sum(&second)], [1, 1]);
        write().expect("others can write");
        #[cfg(unix)]
        {
            let link = folder.path().join("link.db");
            std::os::unix::fs::symlink(&path, &link).expect("linked");
            assert_eq!(sum(&opened(&link, "u")), 1);
        }
    }

    #[test]
    fn literals_tell_storage_classes() {
        for (value, wanted) in [
            (ValueRef::Integer(5), "5"),
            (ValueRef::Real(5.0), "5.0"),
            (ValueRef::Real(-0.0), "0.0"),
            (ValueRef::Real(1e300), "1e300"),
            (ValueRef::Real(0.1), "0.1"),
            (ValueRef::Text(b"5"), "'5'"),
            (ValueRef::Text(b"it's\0"), "'it''s\0'"),
            (ValueRef::Blob(b"5"), "X'35'"),
        ] {
            assert_eq!(literal(value).as_deref(), Some(wanted));
        }
        assert_eq!(literal(ValueRef::Text(b"\xff")), None);
    }

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

            let table = opened(&path, "t");
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
