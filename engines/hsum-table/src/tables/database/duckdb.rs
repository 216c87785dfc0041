//! Tables in DuckDB, read by its library through ADBC.

mod library;
mod types;

use super::connection::{Connection, Cursor, Driver, Opened};
use super::{DatabaseTable, column, identifier, schema};
use crate::output::{quoted, without_number};
use adbc_core::options::OptionDatabase;
use adbc_core::{Connection as _, Database as _, Driver as _, Statement as _};
use adbc_driver_manager::{ManagedConnection, ManagedDatabase, ManagedStatement};
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, RecordBatch, RecordBatchOptions, RecordBatchReader,
};
use datafusion::arrow::datatypes::{Field, Int64Type, SchemaRef};
use datafusion::common::{HashMap, exec_datafusion_err, exec_err};
use datafusion::error::{DataFusionError, Result};
use hash_datafusion::hash_agg::sql::Dialect;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

/// How a database is opened. Nothing is written, not even temporary files beside it, and views read
/// no other files, which may change. The memory is for pages of the file: without a limit, the
/// library would keep all of them.
const OPTIONS: [(&str, &str); 5] = [
    ("access_mode", "READ_ONLY"),
    ("temp_directory", ""),
    // After the folder, which the library refuses to change then.
    ("enable_external_access", "false"),
    ("memory_limit", "1GiB"),
    ("arrow_lossless_conversion", "true"),
];
/// The most threads of a database, of which each needs a page of 256 KiB for each column.
const THREADS: usize = 8;
/// The mark in the header of a database, and where it is.
const MARK: (usize, &[u8]) = (8, b"DUCK");

/// The databases that are open, until the program ends. A file is opened once, whatever names it
/// has: its lock, which keeps writers out, is one of the process, and ends when any part of the
/// process closes the file.
static OPEN: Mutex<Vec<(Identity, ManagedDatabase)>> = Mutex::new(Vec::new());

/// The numbers that tell a file from others.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = std::path::PathBuf;

/// Returns the identity of a file, without opening it.
fn identity(path: &Path) -> io::Result<Identity> {
    #[cfg(unix)]
    return path.metadata().map(|metadata| {
        use std::os::unix::fs::MetadataExt;
        (metadata.dev(), metadata.ino())
    });
    #[cfg(not(unix))]
    path.canonicalize()
}

/// Opens a table.
pub(super) fn open(name: String, path: &str, table: &str) -> Result<DatabaseTable> {
    let (path, of) = (path.to_owned(), name.clone());
    // Nobody can write, so each table has a thread of its own.
    let connection = Connection::open(move || {
        let database = database(&of, Path::new(&path))?;
        Ok(DuckDb { name: of, database, cursors: HashMap::new() })
    })?;
    DatabaseTable::find(name, connection, Dialect::DuckDb, table)
}

/// Opens the database in a file.
fn database(name: &str, path: &Path) -> Result<ManagedDatabase> {
    let failed =
        |error: io::Error| exec_datafusion_err!("{name}: {}", without_number(&error.to_string()));
    // Canonical paths of Windows contain question marks.
    let path = if cfg!(windows) { std::path::absolute(path) } else { path.canonicalize() };
    let path = path.map_err(failed)?;
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let identity = identity(&path).map_err(failed)?;
    if let Some((_, database)) = open.iter().find(|(opened, _)| *opened == identity) {
        return Ok(database.clone());
    }
    if !path.metadata().map_err(failed)?.is_file() {
        return exec_err!("{name}: not a file");
    }
    // DuckDB would take other files for those of its extensions.
    let mut header = Vec::new();
    let (start, mark) = MARK;
    let file = File::open(&path).map_err(failed)?;
    file.take((start + mark.len()) as u64).read_to_end(&mut header).map_err(failed)?;
    if header.get(start..) != Some(mark) {
        return exec_err!("{name}: not a database of DuckDB");
    }
    let Some(text) = path.to_str() else { return exec_err!("{name}: the path is not UTF-8") };
    // The library looks for the log before the question mark.
    if text.contains('?') {
        return exec_err!(
            "{name}: the path contains a question mark, which DuckDB gives a meaning"
        );
    }
    let threads = available_parallelism().map_or(1, usize::from).min(THREADS).to_string();
    let options = [("path", text), ("threads", &threads)].into_iter().chain(OPTIONS);
    let options = options.map(|(key, value)| (OptionDatabase::Other(key.to_owned()), value.into()));
    let opened = library::load(name)?.new_database_with_opts(options);
    let opened = opened.map_err(|error| failure(name, &error.message))?;
    open.push((identity, opened.clone()));
    Ok(opened)
}

/// Returns the schema and the table of a name, whose parts may be in quotes as in SQL. The schema
/// is `main` if the name has none.
fn parts(name: &str) -> Option<[String; 2]> {
    let mut parts = vec![String::new()];
    let mut is_quoted = false;
    // After a closing quote, the part has ended.
    let mut is_closed = false;
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let last = parts.last_mut()?;
        match character {
            '"' if is_quoted && characters.next_if_eq(&'"').is_some() => last.push('"'),
            '"' if is_quoted => (is_quoted, is_closed) = (false, true),
            other if is_quoted => last.push(other),
            '.' => {
                is_closed = false;
                parts.push(String::new());
            }
            _ if is_closed => return None,
            '"' if last.is_empty() => is_quoted = true,
            '"' => return None,
            other => last.push(other),
        }
    }
    let is_valid = !is_quoted && parts.iter().all(|part| !part.is_empty());
    match parts.len() {
        1 if is_valid => Some(["main".to_owned(), parts.pop()?]),
        2 if is_valid => parts.try_into().ok(),
        _ => None,
    }
}

/// A database and its cursors.
struct DuckDb {
    name: String,
    database: ManagedDatabase,
    cursors: HashMap<Cursor, Scan>,
}

/// A query on a connection of its own: before another query, DuckDB would read all rows of this one
/// into memory. All connections see the same rows, because nobody can write.
struct Session {
    // Dropped in this order.
    reader: Box<dyn RecordBatchReader + Send>,
    _statement: ManagedStatement,
    _connection: ManagedConnection,
}

struct Scan {
    session: Session,
    schema: SchemaRef,
    count: usize,
}

impl DuckDb {
    /// Starts a query.
    fn session(&self, sql: &str) -> Result<Session> {
        let start = || -> adbc_core::error::Result<Session> {
            let mut connection = self.database.new_connection()?;
            let mut statement = connection.new_statement()?;
            statement.set_sql_query(sql)?;
            let reader = statement.execute()?;
            Ok(Session { reader, _statement: statement, _connection: connection })
        };
        start().map_err(|error| failure(&self.name, &error.message))
    }

    /// Runs a query, and returns its rows as `read` reads the columns of each batch.
    fn rows<T>(
        &self,
        sql: &str,
        read: impl Fn(&ArrayRef) -> Option<Vec<T>>,
    ) -> Result<Vec<Vec<T>>> {
        let mut rows = Vec::new();
        let mut session = self.session(sql)?;
        for batch in &mut session.reader {
            let batch = batch.map_err(|error| failure(&self.name, &error.to_string()))?;
            let start = rows.len();
            rows.resize_with(start + batch.num_rows(), Vec::new);
            for column in batch.columns() {
                let Some(values) = read(column) else {
                    return exec_err!("{}: the result is {}", self.name, column.data_type());
                };
                for (row, value) in rows[start..].iter_mut().zip(values) {
                    row.push(value);
                }
            }
        }
        Ok(rows)
    }

    /// Runs a query whose columns are texts.
    fn texts(&self, sql: &str) -> Result<Vec<Vec<String>>> {
        self.rows(sql, |column| {
            let texts = column.as_string_opt::<i32>()?;
            Some(texts.iter().map(|text| text.unwrap_or_default().to_owned()).collect())
        })
    }
}

impl Driver for DuckDb {
    fn table(&mut self, name: &str, table: &str) -> Result<Opened> {
        // The name of the file, with which no schema can be confused.
        let catalog =
            self.texts("SELECT system.main.current_database()")?.into_iter().flatten().next();
        let parts: Vec<_> = match parts(table) {
            Some([schema, table]) => catalog.into_iter().chain([schema, table]).collect(),
            None => return exec_err!("{name}: {} is not TABLE or SCHEMA.TABLE", quoted(table)),
        };
        let sql_name = parts.iter().map(|part| identifier(part)).collect::<Vec<_>>().join(".");
        let read = self.session(&format!("SELECT * FROM {sql_name} LIMIT 0"))?.reader.schema();
        let described = format!("SELECT column_name, column_type FROM (DESCRIBE {sql_name})");
        let typed = |field: &Arc<Field>| {
            let Some(data_type) = types::type_of(field) else {
                let declared = self.texts(&described)?;
                let declared = declared.iter().find(|row| row.first() == Some(field.name()));
                let declared = declared.and_then(|row| row.get(1)).cloned().unwrap_or_default();
                return Ok((field.name().clone(), Err(declared)));
            };
            Ok((field.name().clone(), Ok(data_type)))
        };
        let columns = read.fields().iter().map(typed).collect::<Result<_>>()?;
        let schema = schema(name, columns)?;
        let columns = schema.fields().iter().map(|field| column(field.name())).collect();
        Ok(Opened { parts, columns, schema, is_utf8: true })
    }

    fn start(&mut self, cursor: Cursor, _: &Arc<str>, sql: &str, schema: &SchemaRef) -> Result<()> {
        let session = self.session(sql)?;
        let read = session.reader.schema();
        // Without columns, the query has one that is not used.
        let is_same = |(to, from): (&Arc<Field>, &Arc<Field>)| {
            to.name() == from.name() && types::type_of(from).as_ref() == Some(to.data_type())
        };
        if !schema.fields().iter().zip(read.fields()).all(is_same) {
            return exec_err!("{}: its columns have changed while it was read", self.name);
        }
        self.cursors.insert(cursor, Scan { session, schema: Arc::clone(schema), count: 0 });
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

    fn integers(&mut self, _: &str, sql: &str) -> Result<Vec<Vec<Option<i64>>>> {
        self.rows(sql, |column| Some(column.as_primitive_opt::<Int64Type>()?.iter().collect()))
    }
}

impl Scan {
    fn batch(&mut self, name: &str) -> Result<Option<RecordBatch>> {
        let Some(batch) = self.session.reader.next() else { return Ok(None) };
        let batch = batch.map_err(|error| failure(name, &error.to_string()))?;
        let rows = batch.num_rows();
        let column = |(field, column): (&Arc<Field>, &ArrayRef)| {
            let shown = quoted(field.name());
            match types::convert(column, field.data_type()) {
                Ok(Some(column)) => Ok(column),
                Ok(None) => exec_err!(
                    "{name}: rows {} to {}: column {shown} has a value that is no {}: an infinite \
                     one, or 24:00:00",
                    self.count + 1,
                    self.count + rows,
                    field.data_type()
                ),
                Err(error) => exec_err!("{name}: column {shown}: {error}"),
            }
        };
        let columns = self.schema.fields().iter().zip(batch.columns()).map(column);
        let columns = columns.collect::<Result<_>>()?;
        self.count += rows;
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let schema = Arc::clone(&self.schema);
        Ok(Some(RecordBatch::try_new_with_options(schema, columns, &options)?))
    }
}

/// Explains an error by the part of its message that is not the text of the query, in which keys
/// can be.
fn failure(name: &str, message: &str) -> DataFusionError {
    let text = message.split("\n\n").next().unwrap_or_default();
    exec_datafusion_err!("{name}: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_schema_and_a_table() {
        let of = |name: &str| parts(name).map(|parts| parts.join("|"));
        for (name, wanted) in [
            ("t", "main|t"),
            ("s.t", "s|t"),
            ("a b", "main|a b"),
            ("\"a.b\"", "main|a.b"),
            ("s.\"a\"\"b.c\"", "s|a\"b.c"),
            ("\"s.\".t", "s.|t"),
            ("\"s\".\"a\"\"\"", "s|a\""),
        ] {
            assert_eq!(of(name).as_deref(), Some(wanted), "{name}");
        }
        for name in [
            "", ".t", "s.", "a.b.c", "\"t", "t\"", "\"\"", "a\"b\"", "\"a\"b", "\"a\" .b",
            "\"a\"\"b",
        ] {
            assert_eq!(of(name), None, "{name}");
        }
    }
}
