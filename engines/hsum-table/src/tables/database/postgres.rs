//! Tables in Postgres.

mod files;
mod login;
mod parameters;
mod tls;
mod values;

use super::connection::{Canceller, Connection, Cursor, Driver, Opened};
use super::{BATCH_BYTES, BATCH_ROWS, DatabaseTable, decimal, identifier, schema};
use crate::output::{quoted, without_number};
use datafusion::arrow::array::{RecordBatch, RecordBatchOptions, StringBuilder};
use datafusion::arrow::datatypes::{
    DataType, Field, FieldRef, IntervalUnit, Schema, SchemaRef, TimeUnit,
};
use datafusion::common::{HashMap, exec_datafusion_err, exec_err};
use datafusion::error::{DataFusionError, Result};
use hash_datafusion::hash_agg::sql::Dialect;
use postgres::error::SqlState;
use postgres::types::Type;
use postgres::{Client, Row};
use std::error::Error;
use std::sync::Arc;
use values::{Column, Raw};

/// The number of rows that are fetched first, before their size is known.
const FIRST_ROWS: usize = 1 << 8;
/// Restricts the names of functions, operators and types to those of Postgres until the end of the
/// transaction. Temporary tables come last, because otherwise they would come first.
const OWN_NAMES: &str = "SET LOCAL search_path = pg_catalog, pg_temp";

/// Opens a table. `name` is for messages, and has no password.
pub(super) fn open(name: String, url: &str, table: &str) -> Result<DatabaseTable> {
    let (of, address) = (name.clone(), url.to_owned());
    let connection = Connection::shared(url, move || connect(&of, &address))?;
    DatabaseTable::find(name, connection, Dialect::Postgres, table)
}

fn connect(name: &str, url: &str) -> Result<Postgres> {
    let connected = login::connect(name, url);
    let (mut client, canceller) = connected.map_err(|text| exec_datafusion_err!("{text}"))?;
    #[cfg(unix)]
    super::signals::watch();
    // Without the first line, policies that hide rows from this user would do so silently. The next
    // two decide how values are written as text.
    client
        .batch_execute(
            "SET row_security = off;
             SET DateStyle = ISO;
             SET IntervalStyle = postgres;
             BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        )
        .map_err(|error| failure(name, &error))?;
    Ok(Postgres { client, canceller, cursors: HashMap::new(), failed: None })
}

/// Writes the name of a table in SQL: with quotes as it is, and without them exactly so, in parts.
fn sql_name(table: &str) -> String {
    if table.contains('"') {
        return table.to_owned();
    }
    table.split('.').map(identifier).collect::<Vec<_>>().join(".")
}

/// How a column is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    /// In the binary format.
    Value,
    /// As text, of which equal values have one.
    Text,
    /// As a number without trailing zeros, as text.
    Trimmed,
    /// As text, with numbers that have no trailing zeros: Postgres sorts the fields and keeps one
    /// of each name, but 5.00 as it is.
    Json,
    BigInt,
}

/// The key of a field's metadata for JSON.
const JSON: &str = "hsum.json";

/// Returns the type for the values of a column, if there is one that is the same for all, and how
/// they are read.
fn type_of(oid: u32, modifier: i32) -> Option<(DataType, Read)> {
    let text = |read| Some((DataType::Utf8, read));
    let data_type = match Type::from_oid(oid)? {
        // A NUMERIC without precision has any number of digits, more than any type of Arrow.
        Type::NUMERIC if modifier < 4 => return text(Read::Trimmed),
        // Of a CHAR(n) without the spaces at its end, which have no meaning.
        Type::BPCHAR
        | Type::NAME
        | Type::CHAR
        | Type::INET
        | Type::CIDR
        | Type::MACADDR
        | Type::MACADDR8
        | Type::BIT
        | Type::VARBIT
        | Type::TIMETZ => return text(Read::Text),
        Type::JSONB => return text(Read::Json),
        Type::OID => return Some((DataType::Int64, Read::BigInt)),
        // Four bytes more than the precision in the upper half, and the scale in eleven bits.
        Type::NUMERIC => {
            let [a, b, c, d] = (modifier - 4).to_be_bytes();
            let (precision, scale) =
                (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]) & 0x7ff);
            let data_type = decimal(u8::try_from(precision).ok()?, i8::try_from(scale).ok()?)?;
            // All digits of a number, as text.
            return Some((data_type, Read::Text));
        }
        other => plain(&other)?,
    };
    Some((data_type, Read::Value))
}

/// Returns the type for values that are read in the binary format.
fn plain(of: &Type) -> Option<DataType> {
    Some(match *of {
        Type::BOOL => DataType::Boolean,
        Type::INT2 => DataType::Int16,
        Type::INT4 => DataType::Int32,
        Type::INT8 => DataType::Int64,
        Type::FLOAT4 => DataType::Float32,
        Type::FLOAT8 => DataType::Float64,
        Type::TEXT | Type::VARCHAR => DataType::Utf8,
        Type::BYTEA => DataType::Binary,
        Type::UUID => DataType::FixedSizeBinary(16),
        Type::DATE => DataType::Date32,
        Type::TIMESTAMP => DataType::Timestamp(TimeUnit::Microsecond, None),
        Type::TIMESTAMPTZ => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        Type::TIME => DataType::Time64(TimeUnit::Microsecond),
        Type::INTERVAL => DataType::Interval(IntervalUnit::MonthDayNano),
        Type::BOOL_ARRAY => list(DataType::Boolean),
        Type::INT2_ARRAY => list(DataType::Int16),
        Type::INT4_ARRAY => list(DataType::Int32),
        Type::INT8_ARRAY => list(DataType::Int64),
        Type::FLOAT4_ARRAY => list(DataType::Float32),
        Type::FLOAT8_ARRAY => list(DataType::Float64),
        Type::TEXT_ARRAY | Type::VARCHAR_ARRAY => list(DataType::Utf8),
        Type::BYTEA_ARRAY => list(DataType::Binary),
        Type::UUID_ARRAY => list(DataType::FixedSizeBinary(16)),
        Type::DATE_ARRAY => list(DataType::Date32),
        Type::TIME_ARRAY => list(DataType::Time64(TimeUnit::Microsecond)),
        Type::TIMESTAMP_ARRAY => list(DataType::Timestamp(TimeUnit::Microsecond, None)),
        Type::TIMESTAMPTZ_ARRAY => {
            list(DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())))
        }
        _ => return None,
    })
}

fn list(of: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(of, true)))
}

/// A connection and its cursors.
struct Postgres {
    client: Client,
    canceller: Canceller,
    cursors: HashMap<Cursor, Scan>,
    /// What the first error said, after which the transaction is aborted.
    failed: Option<String>,
}

impl Postgres {
    /// Explains an error of a table. One that says only that the transaction is aborted is due to
    /// the first one.
    fn failure(&mut self, name: &str, error: &postgres::Error) -> DataFusionError {
        let is_aborted = error.code() == Some(&SqlState::IN_FAILED_SQL_TRANSACTION);
        if let Some(first) = self.failed.as_ref().filter(|_| is_aborted) {
            return exec_datafusion_err!("{first}");
        }
        let text = explain(name, error);
        self.failed.get_or_insert_with(|| text.clone());
        exec_datafusion_err!("{text}")
    }
}

struct Scan {
    name: Arc<str>,
    columns: Vec<Column>,
    schema: SchemaRef,
    /// The number of rows to fetch next.
    next: usize,
    count: u64,
}

impl Driver for Postgres {
    fn canceller(&self) -> Option<Canceller> {
        Some(self.canceller.clone())
    }

    fn table(&mut self, name: &str, table: &str) -> Result<Opened> {
        let client = &mut self.client;
        let failed = |error: postgres::Error| failure(name, &error);
        // In the session's path, as anywhere else. From then on no name is sought in a schema in
        // which others may have created a function, an operator or a type; views have resolved
        // theirs long ago.
        client.batch_execute("SET LOCAL search_path TO DEFAULT").map_err(failed)?;
        let found = client
            .query_one(
                "SELECT CAST(pg_catalog.to_regclass($1) AS pg_catalog.oid)",
                &[&sql_name(table)],
            )
            .map_err(failed)?
            .get::<_, Option<u32>>(0);
        client.batch_execute(OWN_NAMES).map_err(failed)?;
        let found = client
            .query_opt(
                "SELECT c.oid, n.nspname::text, c.relname::text,
                        c.relkind IN ('r', 'p', 'v', 'm', 'f')
                 FROM pg_catalog.pg_class c
                 JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                 WHERE c.oid = $1",
                &[&found],
            )
            .map_err(failed)?;
        let Some(found) = found else {
            return exec_err!("{name}: no such table, or no right to use its schema");
        };
        let (oid, space, relation): (u32, String, String) =
            (found.get(0), found.get(1), found.get(2));
        if !found.get::<_, bool>(3) {
            return exec_err!("{name}: neither a table nor a view");
        }
        // The values of a domain are those of its base type, which may be another domain.
        let rows = client
            .query(
                "WITH RECURSIVE found(attnum, attname, type, modifier) AS (
                     SELECT attnum, attname, atttypid, atttypmod FROM pg_catalog.pg_attribute
                     WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped
                     UNION ALL
                     SELECT attnum, attname, typbasetype, CASE typtypmod WHEN -1 THEN modifier ELSE typtypmod END
                     FROM found JOIN pg_catalog.pg_type t ON t.oid = type WHERE typtype = 'd')
                 SELECT f.attname::text, f.type, f.modifier, t.typtype = 'e',
                        pg_catalog.format_type(a.atttypid, a.atttypmod)
                 FROM found f JOIN pg_catalog.pg_type t ON t.oid = f.type
                 JOIN pg_catalog.pg_attribute a ON a.attrelid = $1 AND a.attnum = f.attnum
                 WHERE t.typtype <> 'd' ORDER BY f.attnum",
                &[&oid],
            )
            .map_err(failed)?;
        let (mut columns, mut types, mut is_json) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            let (name, oid, modifier): (String, u32, i32) = (row.get(0), row.get(1), row.get(2));
            let (sql, is_enum) = (super::column(&name), row.get::<_, bool>(3));
            let (data_type, read) = match type_of(oid, modifier) {
                Some((data_type, read)) => (Ok(data_type), read),
                None if is_enum => (Ok(DataType::Utf8), Read::Text),
                None => (Err(row.get(4)), Read::Value),
            };
            columns.push(match read {
                Read::Value => sql,
                Read::Text | Read::Json => format!("CAST({sql} AS pg_catalog.text)"),
                Read::BigInt => format!("CAST({sql} AS pg_catalog.int8)"),
                // Without trailing zeros: 5 is 5.00.
                Read::Trimmed => {
                    format!("CAST(pg_catalog.trim_scale({sql}) AS pg_catalog.text)")
                }
            });
            types.push((name, data_type));
            is_json.push(read == Read::Json);
        }
        let schema = schema(name, types)?;
        let marked = |(field, is_json): (&FieldRef, bool)| {
            let field = field.as_ref().clone();
            if is_json {
                field.with_metadata([(JSON.to_owned(), String::new())].into())
            } else {
                field
            }
        };
        let fields = schema.fields().iter().zip(is_json).map(marked).collect::<Vec<_>>();
        let schema = Arc::new(Schema::new(fields));
        let encoding =
            client.query_one("SELECT pg_catalog.current_setting('server_encoding')", &[]);
        let is_utf8 = encoding.map_err(failed)?.get::<_, &str>(0) == "UTF8";
        Ok(Opened { parts: vec![space, relation], columns, schema, is_utf8 })
    }

    fn start(
        &mut self,
        cursor: Cursor,
        name: &Arc<str>,
        sql: &str,
        schema: &SchemaRef,
    ) -> Result<()> {
        let sql = format!("{OWN_NAMES}; DECLARE c{cursor} NO SCROLL CURSOR FOR {sql}");
        self.client.batch_execute(&sql).map_err(|error| self.failure(name, &error))?;
        let columns = schema.fields().iter().map(|field| match field.metadata().get(JSON) {
            Some(_) => Ok(Column::Json(StringBuilder::new())),
            None => Column::new(field.data_type()),
        });
        let (columns, schema) = (columns.collect::<Result<_>>()?, Arc::clone(schema));
        let name = Arc::clone(name);
        self.cursors.insert(cursor, Scan { name, columns, schema, next: FIRST_ROWS, count: 0 });
        Ok(())
    }

    fn next(&mut self, cursor: Cursor) -> Result<Option<RecordBatch>> {
        let Some(scan) = self.cursors.get_mut(&cursor) else { return Ok(None) };
        let sql = format!("FETCH {} FROM c{cursor}", scan.next);
        let rows = self.client.query_typed(&sql, &[]);
        match rows {
            Ok(rows) => scan.batch(&rows),
            Err(error) => {
                let name = Arc::clone(&scan.name);
                Err(self.failure(&name, &error))
            }
        }
    }

    fn end(&mut self, cursor: Cursor) {
        self.cursors.remove(&cursor);
        // After an error the transaction has ended, and all cursors with it.
        let _ = self.client.batch_execute(&format!("CLOSE c{cursor}"));
    }

    fn integers(&mut self, name: &str, sql: &str) -> Result<Vec<Vec<Option<i64>>>> {
        let read = |client: &mut Client| -> std::result::Result<_, postgres::Error> {
            // Again, because a function of a view that was read could have set another path.
            client.batch_execute(OWN_NAMES)?;
            let rows = client.query_typed(sql, &[])?;
            let row = |row: &Row| (0..row.len()).map(|i| row.try_get(i)).collect();
            rows.iter().map(row).collect()
        };
        read(&mut self.client).map_err(|error| self.failure(name, &error))
    }
}

impl Scan {
    fn batch(&mut self, rows: &[Row]) -> Result<Option<RecordBatch>> {
        let name = &*self.name;
        if rows.is_empty() {
            return Ok(None);
        }
        let mut bytes = 0;
        for row in rows {
            self.count += 1;
            for (i, column) in self.columns.iter_mut().enumerate() {
                let value: Option<Raw<'_>> =
                    row.try_get(i).map_err(|error| failure(name, &error))?;
                let value = value.map(|Raw(bytes)| bytes);
                bytes += value.map_or(0, <[u8]>::len);
                if column.push(value).is_none() {
                    let field = self.schema.field(i);
                    let (column, data_type) = (quoted(field.name()), field.data_type());
                    return exec_err!(
                        "{name}: row {}: column {column} has a value that is no {data_type}: an \
                         infinite one, NaN, 24:00:00, out of its range, not UTF-8, or an array that is no list",
                        self.count
                    );
                }
            }
        }
        let of_row = bytes / rows.len() + 1;
        self.next = (BATCH_BYTES / of_row).clamp(1, BATCH_ROWS);
        let columns = self.columns.iter_mut().map(Column::finish).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let schema = Arc::clone(&self.schema);
        Ok(Some(RecordBatch::try_new_with_options(schema, columns, &options)?))
    }
}

/// Explains an error by all of its causes, of which the first ones say little.
fn explain(name: &str, error: &postgres::Error) -> String {
    let mut text = match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => error.to_string(),
    };
    let mut cause = error.source().filter(|_| error.as_db_error().is_none());
    while let Some(error) = cause {
        text += &format!(": {}", without_number(&error.to_string()));
        cause = error.source();
    }
    format!("{name}: {text}")
}

fn failure(name: &str, error: &postgres::Error) -> DataFusionError {
    exec_datafusion_err!("{}", explain(name, error))
}
