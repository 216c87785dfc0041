//! CSV files.

mod numbers;
mod records;
mod times;
mod typed;

use super::files::{Batches, FilesTable, TableFile};
use super::listing::failure;
use super::schema::Columns;
use crate::cli::Common;
use crate::output::quoted;
use datafusion::arrow::array::{RecordBatch, RecordBatchOptions};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema, SchemaRef};
use datafusion::catalog::TableProvider;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::error::{DataFusionError, Result};
use records::{Record, Records};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use typed::Cells;

/// A batch ends with this number of rows, or of bytes.
const BATCH_ROWS: usize = 1 << 13;
const BATCH_BYTES: usize = 1 << 26;

#[derive(Debug)]
struct CsvFile {
    path: PathBuf,
    dialect: Dialect,
    /// The number of fields of each record.
    width: usize,
    /// The places of the table's columns in a record.
    places: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Dialect {
    delimiter: u8,
    has_header: bool,
}

/// Opens a table. Columns that `types` has come first, in its order and with its types. All others
/// follow as text.
pub(crate) fn open(
    paths: &[PathBuf],
    common: &Common,
    types: Option<&Schema>,
) -> Result<Arc<dyn TableProvider>> {
    let delimiter = u8::try_from(common.delimiter).ok();
    let delimiter = delimiter.filter(|byte| byte.is_ascii() && !b"\"\r\n\0".contains(byte));
    let delimiter = delimiter.ok_or_else(|| {
        exec_datafusion_err!(
            "--delimiter must be one ASCII character, and neither quote nor line end"
        )
    })?;
    let dialect = Dialect { delimiter, has_header: !common.no_header };
    let schemas = paths.iter().map(|path| Ok((&**path, header(path, dialect, types)?)));
    let schemas = schemas.collect::<Result<Vec<_>>>()?;
    let columns = Columns::of(schemas.iter().map(|(path, schema)| (*path, schema)))?;
    let width = columns.schema.fields().len();
    let (schema, places) = match types {
        Some(types) => sorted(&columns, types)?,
        None => (columns.schema, columns.places),
    };
    let file =
        |(path, places): (&PathBuf, _)| CsvFile { path: path.clone(), dialect, width, places };
    Ok(Arc::new(FilesTable::new(schema, paths.iter().zip(places).map(file).collect())))
}

/// Reads the names of a file's columns, and gives them their types.
fn header(path: &Path, dialect: Dialect, types: Option<&Schema>) -> Result<Schema> {
    let mut records = records(path, dialect)?;
    let mut record = Record::default();
    if !next(path, &mut records, &mut record)? {
        return exec_err!("{}: is empty; a CSV file has a header line", quoted(path));
    }
    let of_file = || (0..record.len()).map(|i| record.field(i).unwrap_or_default().to_owned());
    let names: Vec<_> = match types {
        _ if dialect.has_header => of_file().collect(),
        Some(types) if types.fields().len() != record.len() => {
            let (fields, wanted) = (record.len(), types.fields().len());
            return exec_err!(
                "{}: the first line has {fields} fields, and the types are of {wanted} columns",
                quoted(path)
            );
        }
        // Without names, columns are matched by position.
        Some(types) => types.fields().iter().map(|field| field.name().clone()).collect(),
        None => (1..=record.len()).map(|number| format!("column_{number}")).collect(),
    };
    let field = |name: String| {
        let found = types.and_then(|types| types.field_with_name(&name).ok());
        let data_type = found.map_or(DataType::Utf8, |field| typed::plain(field.data_type()));
        Field::new(name, data_type, true)
    };
    Ok(Schema::new(names.into_iter().map(field).collect::<Vec<_>>()))
}

/// Brings columns into the order of `types`.
fn sorted(columns: &Columns, types: &Schema) -> Result<(SchemaRef, Vec<Vec<usize>>)> {
    let place = |field: &FieldRef| {
        let place = types.fields().iter().position(|other| other.name() == field.name());
        place.unwrap_or(usize::MAX)
    };
    let mut order: Vec<_> = (0..columns.schema.fields().len()).collect();
    order.sort_by_key(|index| place(&columns.schema.fields()[*index]));
    let schema = columns.schema.project(&order)?;
    let of_file = |places: &Vec<usize>| order.iter().map(|index| places[*index]).collect();
    Ok((Arc::new(schema), columns.places.iter().map(of_file).collect()))
}

impl TableFile for CsvFile {
    fn read(&self, columns: &[usize], schema: &SchemaRef) -> Result<Batches> {
        let mut records = records(&self.path, self.dialect)?;
        let mut record = Record::default();
        if self.dialect.has_header {
            next(&self.path, &mut records, &mut record)?;
        }
        let cells = schema.fields().iter().map(|field| typed::cells(field.data_type()));
        let reader = Reader {
            path: self.path.clone(),
            records,
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

/// Reads the batches of a file.
struct Reader {
    path: PathBuf,
    records: Records<BufReader<File>>,
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
            if !next(&self.path, &mut self.records, &mut self.record)? {
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
            let problem = match (fields, self.record.field(0)) {
                (1, None) => "is empty".to_owned(),
                _ => format!("has {fields} fields, and the first line {}", self.width),
            };
            return Err(self.error(&problem));
        }
        for ((cells, place), column) in
            self.cells.iter_mut().zip(&self.places).zip(self.schema.fields())
        {
            let cell = self.record.field(*place);
            if !cells.push(cell) {
                let (name, cell) = (quoted(column.name()), quoted(cell.unwrap_or_default()));
                let data_type = column.data_type();
                return Err(
                    self.error(&format!("{cell} is no exact {data_type}, as column {name} has"))
                );
            }
        }
        Ok(())
    }

    fn error(&self, problem: &str) -> DataFusionError {
        exec_datafusion_err!("{}: line {}: {problem}", quoted(&self.path), self.record.line())
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

fn records(path: &Path, dialect: Dialect) -> Result<Records<BufReader<File>>> {
    let file = File::open(path).map_err(|error| failure(path, &error))?;
    Ok(Records::new(BufReader::with_capacity(1 << 16, file), dialect.delimiter))
}

fn next(path: &Path, records: &mut Records<BufReader<File>>, record: &mut Record) -> Result<bool> {
    records.read(record).map_err(|error| exec_datafusion_err!("{}: {error}", quoted(path)))
}
