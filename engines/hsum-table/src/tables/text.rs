//! Text files: CSV, TSV and NDJSON.

mod csv;
mod input;
mod json;
mod numbers;
mod times;
pub(super) mod typed;

use super::files::{Batches, FilesTable, TableFile};
use super::schema::{Columns, places_by_name};
use crate::cli::{Common, Format};
use crate::output::quoted;
use csv::{Record, Records};
use datafusion::arrow::array::{RecordBatch, RecordBatchOptions};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::TableProvider;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::error::{DataFusionError, Result};
pub(crate) use input::decompressed_name;
use input::{Input, TextError};
use json::Objects;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use typed::Cells;

/// A batch ends with this number of rows, or of bytes.
const BATCH_ROWS: usize = 1 << 13;
const BATCH_BYTES: usize = 1 << 26;

#[derive(Debug)]
struct TextFile {
    path: PathBuf,
    dialect: Arc<Dialect>,
    /// The number of fields of each record.
    width: usize,
    /// The places of the table's columns in a record.
    places: Vec<usize>,
}

/// How records are written.
#[derive(Debug)]
enum Dialect {
    Csv { delimiter: u8, quote: Option<u8>, null: String, has_header: bool },
    Json { is_typed: bool },
}

impl Dialect {
    fn new(common: &Common, format: Format, is_typed: bool) -> Result<Self> {
        if format == Format::Ndjson {
            return Ok(Self::Json { is_typed });
        }
        let character = |name: &str, c: char| {
            let byte =
                u8::try_from(c).ok().filter(|byte| byte.is_ascii() && !b"\r\n\0".contains(byte));
            byte.ok_or_else(|| {
                exec_datafusion_err!("{name} must be one ASCII character, and no line end")
            })
        };
        let usual = if format == Format::Tsv { '\t' } else { ',' };
        let delimiter = character("--delimiter", common.delimiter.unwrap_or(usual))?;
        let mut quote = common.quote.chars();
        let quote = match (&*common.quote, quote.next(), quote.next()) {
            ("none", ..) => None,
            (_, Some(c), None) => Some(character("--quote", c)?),
            _ => return exec_err!("--quote must be one ASCII character, or none"),
        };
        if quote == Some(delimiter) {
            return exec_err!("--delimiter and --quote must differ");
        }
        Ok(Self::Csv { delimiter, quote, null: common.null.clone(), has_header: !common.no_header })
    }

    /// Returns the text that is a null without quotes.
    fn null(&self) -> &str {
        match self {
            Self::Csv { null, .. } => null,
            Self::Json { .. } => "",
        }
    }

    const fn is_json(&self) -> bool {
        matches!(self, Self::Json { .. })
    }
}

/// Opens a table. Columns that `types` has come first, in its order and with its types. All others
/// follow as text.
pub(crate) fn open(
    paths: &[PathBuf],
    format: Format,
    common: &Common,
    types: Option<&Schema>,
) -> Result<Arc<dyn TableProvider>> {
    let dialect = Arc::new(Dialect::new(common, format, types.is_some())?);
    let schemas = paths.iter().map(|path| Ok((&**path, header(path, &dialect, types)?)));
    let schemas = schemas.collect::<Result<Vec<_>>>()?;
    let columns = Columns::of(schemas.iter().map(|(path, schema)| (*path, schema)))?;
    let width = columns.schema.fields().len();
    let (schema, places) = match types {
        Some(types) => sorted(&columns, types)?,
        None => (columns.schema, columns.places),
    };
    let file = |(path, places): (&PathBuf, _)| {
        let dialect = Arc::clone(&dialect);
        TextFile { path: path.clone(), dialect, width, places }
    };
    Ok(Arc::new(FilesTable::new(schema, paths.iter().zip(places).map(file).collect())))
}

/// Reads the names of a file's columns, and gives them their types.
fn header(path: &Path, dialect: &Dialect, types: Option<&Schema>) -> Result<Schema> {
    let mut source = Source::open(path, dialect)?;
    let mut record = Record::default();
    if !source.next(path, &mut record)? {
        return exec_err!("{}: is empty; its first line names the columns", quoted(path));
    }
    let names: Vec<_> = match (&source, types, dialect) {
        (Source::Json(objects), ..) => objects.names().to_vec(),
        (_, _, Dialect::Csv { has_header: true, .. }) => {
            (0..record.len()).map(|i| record.text(i).to_owned()).collect()
        }
        (_, Some(types), _) if types.fields().len() != record.len() => {
            let (fields, wanted) = (record.len(), types.fields().len());
            return exec_err!(
                "{}: the first line has {fields} fields, and the types are of {wanted} columns",
                quoted(path)
            );
        }
        // Without names, columns are matched by position.
        (_, Some(types), _) => types.fields().iter().map(|field| field.name().clone()).collect(),
        _ => (1..=record.len()).map(|number| format!("column_{number}")).collect(),
    };
    let typed = types.map(|types| (types, places_by_name(types)));
    let field = |name: String| {
        let found = typed.as_ref().and_then(|(types, by_name)| {
            by_name.get(&*name).map(|place| typed::plain(types.field(*place).data_type()))
        });
        let data_type = found.unwrap_or(DataType::Utf8);
        Field::new(name, data_type, true)
    };
    Ok(Schema::new(names.into_iter().map(field).collect::<Vec<_>>()))
}

/// Brings columns into the order of `types`.
fn sorted(columns: &Columns, types: &Schema) -> Result<(SchemaRef, Vec<Vec<usize>>)> {
    let by_name = places_by_name(types);
    let place = |name: &str| by_name.get(name).copied().unwrap_or(usize::MAX);
    let mut order: Vec<_> = (0..columns.schema.fields().len()).collect();
    order.sort_by_key(|index| place(columns.schema.field(*index).name()));
    let schema = columns.schema.project(&order)?;
    let of_file = |places: &Vec<usize>| order.iter().map(|index| places[*index]).collect();
    Ok((Arc::new(schema), columns.places.iter().map(of_file).collect()))
}

impl TableFile for TextFile {
    fn read(&self, columns: &[usize], schema: &SchemaRef) -> Result<Batches> {
        let mut source = Source::open(&self.path, &self.dialect)?;
        let mut record = Record::default();
        if matches!(*self.dialect, Dialect::Csv { has_header: true, .. }) {
            source.next(&self.path, &mut record)?;
        }
        let cells = schema.fields().iter().map(|field| typed::cells(field.data_type()));
        let reader = Reader {
            path: self.path.clone(),
            dialect: Arc::clone(&self.dialect),
            source,
            record,
            width: self.width,
            places: columns.iter().map(|column| self.places[*column]).collect(),
            cells: cells.collect::<Result<_>>()?,
            schema: Arc::clone(schema),
            is_done: false,
        };
        Ok(Box::new(reader))
    }
}

/// The records of a file.
enum Source {
    Csv(Records<Input>),
    Json(Objects),
}

impl Source {
    fn open(path: &Path, dialect: &Dialect) -> Result<Self> {
        let input = input::open(path)?;
        Ok(match *dialect {
            Dialect::Csv { delimiter, quote, .. } => {
                Self::Csv(Records::new(input, delimiter, quote))
            }
            Dialect::Json { is_typed } => Self::Json(Objects::new(input, is_typed)),
        })
    }

    /// Reads the next record, and returns whether there is one.
    fn next(&mut self, path: &Path, record: &mut Record) -> Result<bool> {
        let done = match self {
            Self::Csv(records) => records.read(record),
            Self::Json(objects) => objects.read(record),
        };
        done.map_err(|error: TextError| exec_datafusion_err!("{}: {error}", quoted(path)))
    }
}

/// Reads the batches of a file.
struct Reader {
    path: PathBuf,
    dialect: Arc<Dialect>,
    source: Source,
    record: Record,
    width: usize,
    places: Vec<usize>,
    cells: Vec<Box<dyn Cells>>,
    schema: SchemaRef,
    is_done: bool,
}

impl Reader {
    fn batch(&mut self) -> Result<Option<RecordBatch>> {
        let (mut rows, mut bytes) = (0, 0);
        while rows < BATCH_ROWS && bytes < BATCH_BYTES {
            if !self.source.next(&self.path, &mut self.record)? {
                break;
            }
            self.push()?;
            rows += 1;
            bytes += self.record.bytes();
        }
        if rows == 0 {
            return Ok(None);
        }
        let columns = self.cells.iter_mut().map(|cells| cells.finish()).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let schema = Arc::clone(&self.schema);
        Ok(Some(RecordBatch::try_new_with_options(schema, columns, &options)?))
    }

    /// Appends the record to the columns.
    fn push(&mut self) -> Result<()> {
        let fields = self.record.len();
        if fields != self.width {
            let problem = match fields {
                1 if self.record.cell(0, "").is_none() => "is empty".to_owned(),
                _ => format!("has {fields} fields, and the first line {}", self.width),
            };
            return Err(self.error(&problem));
        }
        for ((cells, place), column) in
            self.cells.iter_mut().zip(&self.places).zip(self.schema.fields())
        {
            let cell = self.record.cell(*place, self.dialect.null());
            let is_text = *column.data_type() == DataType::Utf8;
            // In JSON a number is no text.
            let is_other = self.dialect.is_json() && is_text && !self.record.has_quotes(*place);
            if cell.is_some() && is_other || !cells.push(cell) {
                let (name, cell) = (quoted(column.name()), quoted(cell.unwrap_or_default()));
                let data_type = column.data_type();
                let hint = hint(&cell, data_type);
                return Err(self.error(&format!(
                    "{cell} is no exact {data_type}, as column {name} has{hint}"
                )));
            }
        }
        Ok(())
    }

    fn error(&self, problem: &str) -> DataFusionError {
        exec_datafusion_err!("{}: line {}: {problem}", quoted(&self.path), self.record.line())
    }
}

/// Says what programs mean by some texts.
fn hint(cell: &str, data_type: &DataType) -> &'static str {
    match data_type {
        _ if matches!(cell, "" | "''" | "\"\"") => {
            "; it has quotes, and a null has none: pandas writes nulls of a table of one column so"
        }
        DataType::Timestamp(..) if times::date(cell).is_some() => {
            "; pandas writes a column of midnights as dates: give it date_format to write times"
        }
        _ => "",
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let batch = self.batch();
        // Nothing is read after an error.
        self.is_done = !matches!(batch, Ok(Some(_)));
        batch.transpose()
    }
}
