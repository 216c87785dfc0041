//! Tables in Postgres.

use super::connection::{Connection, Cursor, Driver};
use super::{BATCH_BYTES, BATCH_ROWS, DatabaseTable, decimal, identifier, no_counterpart, schema};
use crate::output::{quoted, without_number};
use crate::tables::text::typed::{self, Cells};
use datafusion::arrow::array::{
    ArrayRef, BinaryBuilder, BooleanBuilder, Date32Builder, FixedSizeBinaryBuilder, Float32Builder,
    Float64Builder, Int16Builder, Int32Builder, Int64Builder, RecordBatch, RecordBatchOptions,
    StringBuilder, TimestampMicrosecondBuilder,
};
use datafusion::arrow::datatypes::{DataType, SchemaRef, TimeUnit};
use datafusion::common::{HashMap, exec_datafusion_err, exec_err};
use datafusion::error::{DataFusionError, Result};
use hash_datafusion::hash_agg::sql::Dialect;
use postgres::types::{FromSql, Type};
use postgres::{Client, Config, NoTls, Row};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

/// The most time for the start of a connection, unless the URL gives another one.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of rows that are fetched first, before their size is known.
const FIRST_ROWS: usize = 1 << 8;
/// Restricts the names of functions, operators and types to those of Postgres until the end of the
/// transaction. Temporary tables come last, because otherwise they would come first.
const OWN_NAMES: &str = "SET LOCAL search_path = pg_catalog, pg_temp";
/// From 1970 to 2000, where Postgres begins to count.
const EPOCH_DAYS: i32 = 10_957;
const EPOCH_MICROSECONDS: i64 = 946_684_800_000_000;

/// Opens a table. `name` is for messages, and has no password.
pub(super) fn open(name: String, url: &str, table: &str) -> Result<DatabaseTable> {
    let (url, table) = (url.to_owned(), table.to_owned());
    let (connection, opened) = Connection::open(move || connect(name, &url, &table))?;
    let Opened { parts, columns, schema, is_utf8 } = opened;
    let dialect = Dialect::Postgres;
    Ok(DatabaseTable { connection, dialect, is_utf8, parts, columns, schema, condition: None })
}

/// An open table.
struct Opened {
    parts: Vec<String>,
    columns: Vec<String>,
    schema: SchemaRef,
    is_utf8: bool,
}

fn connect(name: String, url: &str, table: &str) -> Result<(Postgres, Opened)> {
    let failed = |error: postgres::Error| failure(&name, &error);
    let mut config: Config = url.parse().map_err(failed)?;
    if config.get_password().is_none()
        && let Some(password) = std::env::var_os("PGPASSWORD")
    {
        config.password(password.as_encoded_bytes());
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(PATIENCE);
    }
    let mut client = config.connect(NoTls).map_err(failed)?;
    // Without the first line, policies that hide rows from this user would do so silently.
    client
        .batch_execute(
            "SET row_security = off;
             BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        )
        .map_err(failed)?;
    // In the session's path, as anywhere else. From then on no name is sought in a schema in which
    // others may have created a function, an operator or a type; views have resolved theirs long
    // ago.
    let found = client
        .query_one("SELECT CAST(pg_catalog.to_regclass($1) AS pg_catalog.oid)", &[&sql_name(table)])
        .map_err(failed)?
        .get::<_, Option<u32>>(0);
    client.batch_execute(OWN_NAMES).map_err(failed)?;
    let found = client
        .query_opt(
            "SELECT c.oid, n.nspname::text, c.relname::text, c.relkind IN ('r', 'p', 'v', 'm', 'f')
             FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
             WHERE c.oid = $1",
            &[&found],
        )
        .map_err(failed)?;
    let Some(found) = found else {
        return exec_err!("{name}: no such table, or no right to use its schema");
    };
    let (oid, space, relation): (u32, String, String) = (found.get(0), found.get(1), found.get(2));
    if !found.get::<_, bool>(3) {
        return exec_err!("{name}: neither a table nor a view");
    }
    let rows = client
        .query(
            "SELECT attname::text, atttypid, atttypmod, pg_catalog.format_type(atttypid, atttypmod)
             FROM pg_catalog.pg_attribute
             WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            &[&oid],
        )
        .map_err(failed)?;
    let (mut columns, mut types) = (Vec::new(), Vec::new());
    for row in rows {
        let (column, oid, modifier): (String, u32, i32) = (row.get(0), row.get(1), row.get(2));
        let Some(data_type) = type_of(oid, modifier) else {
            return no_counterpart(&name, &column, row.get(3));
        };
        let sql = super::column(&column);
        // All digits of a number, as text.
        let is_decimal = Type::NUMERIC.oid() == oid;
        columns.push(if is_decimal { format!("CAST({sql} AS pg_catalog.text)") } else { sql });
        types.push((column, data_type));
    }
    let schema = schema(&name, types)?;
    let encoding = client.query_one("SELECT pg_catalog.current_setting('server_encoding')", &[]);
    let is_utf8 = encoding.map_err(failed)?.get::<_, &str>(0) == "UTF8";
    let parts = vec![space, relation];
    let postgres = Postgres { name, client, cursors: HashMap::new() };
    Ok((postgres, Opened { parts, columns, schema, is_utf8 }))
}

/// Writes the name of a table in SQL: with quotes as it is, and without them exactly so, in parts.
fn sql_name(table: &str) -> String {
    if table.contains('"') {
        return table.to_owned();
    }
    table.split('.').map(identifier).collect::<Vec<_>>().join(".")
}

/// Returns the type for the values of a column, if there is one that is the same for all.
fn type_of(oid: u32, modifier: i32) -> Option<DataType> {
    Some(match Type::from_oid(oid)? {
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
        // Four bytes more than the precision in the upper half, and the scale in eleven bits.
        Type::NUMERIC if modifier >= 4 => {
            let [a, b, c, d] = (modifier - 4).to_be_bytes();
            let (precision, scale) =
                (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]) & 0x7ff);
            decimal(u8::try_from(precision).ok()?, i8::try_from(scale).ok()?)?
        }
        _ => return None,
    })
}

/// A connection and its cursors.
struct Postgres {
    name: String,
    client: Client,
    cursors: HashMap<Cursor, Scan>,
}

struct Scan {
    columns: Vec<Column>,
    schema: SchemaRef,
    /// The number of rows to fetch next.
    next: usize,
    count: u64,
}

impl Driver for Postgres {
    fn start(&mut self, cursor: Cursor, sql: &str, schema: &SchemaRef) -> Result<()> {
        let sql = format!("{OWN_NAMES}; DECLARE c{cursor} NO SCROLL CURSOR FOR {sql}");
        self.client.batch_execute(&sql).map_err(|error| failure(&self.name, &error))?;
        let columns = schema.fields().iter().map(|field| Column::new(field.data_type()));
        let (columns, schema) = (columns.collect::<Result<_>>()?, Arc::clone(schema));
        self.cursors.insert(cursor, Scan { columns, schema, next: FIRST_ROWS, count: 0 });
        Ok(())
    }

    fn next(&mut self, cursor: Cursor) -> Result<Option<RecordBatch>> {
        let Some(scan) = self.cursors.get_mut(&cursor) else { return Ok(None) };
        let sql = format!("FETCH {} FROM c{cursor}", scan.next);
        let rows = self.client.query_typed(&sql, &[]);
        scan.batch(&self.name, &rows.map_err(|error| failure(&self.name, &error))?)
    }

    fn end(&mut self, cursor: Cursor) {
        self.cursors.remove(&cursor);
        // After an error the transaction has ended, and all cursors with it.
        let _ = self.client.batch_execute(&format!("CLOSE c{cursor}"));
    }

    fn integers(&mut self, sql: &str) -> Result<Vec<Vec<Option<i64>>>> {
        let failed = |error: postgres::Error| failure(&self.name, &error);
        // Again, because a function of a view that was read could have set another path.
        self.client.batch_execute(OWN_NAMES).map_err(failed)?;
        let rows = self.client.query_typed(sql, &[]).map_err(failed)?;
        let row = |row: &Row| (0..row.len()).map(|i| row.try_get(i)).collect();
        rows.iter().map(row).collect::<std::result::Result<_, _>>().map_err(failed)
    }
}

impl Scan {
    fn batch(&mut self, name: &str, rows: &[Row]) -> Result<Option<RecordBatch>> {
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
                         infinite one, NaN, out of its range or not UTF-8",
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

/// The bytes of a value in the binary format.
struct Raw<'a>(&'a [u8]);

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(
        _: &Type,
        raw: &'a [u8],
    ) -> std::result::Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(raw))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// The values of a column.
enum Column {
    Boolean(BooleanBuilder),
    Int16(Int16Builder),
    Int32(Int32Builder),
    Int64(Int64Builder),
    Float32(Float32Builder),
    Float64(Float64Builder),
    Text(StringBuilder),
    Binary(BinaryBuilder),
    Uuid(FixedSizeBinaryBuilder),
    Date(Date32Builder),
    Timestamp(TimestampMicrosecondBuilder),
    /// Numbers as text.
    Decimal(Box<dyn Cells>),
}

impl Column {
    fn new(data_type: &DataType) -> Result<Self> {
        Ok(match data_type {
            DataType::Boolean => Self::Boolean(BooleanBuilder::new()),
            DataType::Int16 => Self::Int16(Int16Builder::new()),
            DataType::Int32 => Self::Int32(Int32Builder::new()),
            DataType::Int64 => Self::Int64(Int64Builder::new()),
            DataType::Float32 => Self::Float32(Float32Builder::new()),
            DataType::Float64 => Self::Float64(Float64Builder::new()),
            DataType::Utf8 => Self::Text(StringBuilder::new()),
            DataType::Binary => Self::Binary(BinaryBuilder::new()),
            DataType::FixedSizeBinary(bytes) => Self::Uuid(FixedSizeBinaryBuilder::new(*bytes)),
            DataType::Date32 => Self::Date(Date32Builder::new()),
            DataType::Timestamp(..) => Self::Timestamp(
                TimestampMicrosecondBuilder::new().with_data_type(data_type.clone()),
            ),
            _ => Self::Decimal(typed::cells(data_type)?),
        })
    }

    /// Appends a value in the binary format. Returns `None` if it is not one of the type.
    fn push(&mut self, value: Option<&[u8]>) -> Option<()> {
        /// Reads a number in network byte order.
        macro_rules! number {
            ($type:ty) => {
                value.map(|bytes| Some(<$type>::from_be_bytes(bytes.try_into().ok()?)))
            };
        }
        /// Appends an option of an option: the outer one is a null, the inner one no value.
        macro_rules! append {
            ($to:expr, $value:expr) => {
                match $value {
                    None => $to.append_null(),
                    Some(value) => $to.append_value(value?),
                }
            };
        }
        match self {
            Self::Boolean(to) => append!(to, number!(u8).map(|byte| Some(byte? != 0))),
            Self::Int16(to) => append!(to, number!(i16)),
            Self::Int32(to) => append!(to, number!(i32)),
            Self::Int64(to) => append!(to, number!(i64)),
            Self::Float32(to) => append!(to, number!(f32)),
            Self::Float64(to) => append!(to, number!(f64)),
            Self::Text(to) => append!(to, value.map(|bytes| str::from_utf8(bytes).ok())),
            Self::Binary(to) => append!(to, value.map(Some)),
            Self::Uuid(to) => match value {
                None => to.append_null(),
                Some(bytes) => to.append_value(bytes).ok()?,
            },
            // The least and the greatest integers are infinities.
            Self::Date(to) => append!(
                to,
                number!(i32).map(|days| {
                    days?
                        .checked_add(EPOCH_DAYS)
                        .filter(|_| !matches!(days, Some(i32::MIN | i32::MAX)))
                })
            ),
            Self::Timestamp(to) => append!(
                to,
                number!(i64).map(|time| {
                    time?
                        .checked_add(EPOCH_MICROSECONDS)
                        .filter(|_| !matches!(time, Some(i64::MIN | i64::MAX)))
                })
            ),
            Self::Decimal(to) => {
                let text = match value {
                    None => None,
                    Some(bytes) => Some(str::from_utf8(bytes).ok()?),
                };
                return to.push(text).then_some(());
            }
        }
        Some(())
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Boolean(values) => Arc::new(values.finish()),
            Self::Int16(values) => Arc::new(values.finish()),
            Self::Int32(values) => Arc::new(values.finish()),
            Self::Int64(values) => Arc::new(values.finish()),
            Self::Float32(values) => Arc::new(values.finish()),
            Self::Float64(values) => Arc::new(values.finish()),
            Self::Text(values) => Arc::new(values.finish()),
            Self::Binary(values) => Arc::new(values.finish()),
            Self::Uuid(values) => Arc::new(values.finish()),
            Self::Date(values) => Arc::new(values.finish()),
            Self::Timestamp(values) => Arc::new(values.finish()),
            Self::Decimal(values) => values.finish(),
        }
    }
}

/// Explains an error by all of its causes, of which the first ones say little.
fn failure(name: &str, error: &postgres::Error) -> DataFusionError {
    let mut text = match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => error.to_string(),
    };
    let mut cause = error.source().filter(|_| error.as_db_error().is_none());
    while let Some(error) = cause {
        text += &format!(": {}", without_number(&error.to_string()));
        cause = error.source();
    }
    exec_datafusion_err!("{name}: {text}")
}
