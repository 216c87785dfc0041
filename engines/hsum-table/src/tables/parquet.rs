//! Parquet files.
//!
//! The engine's own scan is not used: it looks for each column in the list of all.

use super::files::{Batches, FilesTable, TableFile, checked, selected, whole};
use super::listing::failure;
use super::schema::Columns;
use crate::output::quoted;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::error::Result;
use datafusion::parquet::arrow::ProjectionMask;
use datafusion::parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use datafusion::parquet::basic::Type;
use datafusion::parquet::column::reader::get_typed_column_reader;
use datafusion::parquet::data_type::{Int96, Int96Type};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::metadata::{ColumnChunkMetaData, FooterTail, RowGroupMetaData};
use datafusion::parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of rows of a batch.
const BATCH_ROWS: usize = 1 << 13;

/// Every `step`-th row group of a file.
#[derive(Debug)]
struct RowGroups {
    path: Arc<Path>,
    first: usize,
    step: usize,
    /// The places of the table's columns in this file.
    places: Arc<[usize]>,
}

/// Opens a table, which at most so many threads read.
pub(crate) fn open(paths: &[PathBuf], threads: usize) -> Result<Arc<dyn TableProvider>> {
    let (mut schemas, mut steps, mut rows) = (Vec::new(), Vec::new(), 0_usize);
    for path in paths {
        let file = File::open(path).map_err(|error| failure(path, &error))?;
        let found = metadata(path, &file)?;
        if holds_another(&file, &found).map_err(|error| failure(path, &error))? {
            return exec_err!("{}: several Parquet files in one", quoted(path));
        }
        if columns(&found).any(|column| column.file_path().is_some()) {
            return exec_err!("{}: its columns are in other files", quoted(path));
        }
        check_instants(file, &found)
            .map_err(|error| exec_datafusion_err!("{}: {}", quoted(path), text(&error)))?;
        let count = found.metadata().file_metadata().num_rows();
        rows = rows.saturating_add(usize::try_from(count).unwrap_or_default());
        schemas.push((&**path, Arc::clone(found.schema())));
        steps.push(found.metadata().num_row_groups().min(threads));
    }
    let columns = Columns::of(schemas.iter().map(|(path, schema)| (*path, &**schema)))?;
    let groups = paths.iter().zip(columns.places).zip(steps).flat_map(|((path, places), step)| {
        let (path, places): (Arc<Path>, Arc<[usize]>) = (path.as_path().into(), places.into());
        let part = move |first| {
            let (path, places) = (Arc::clone(&path), Arc::clone(&places));
            RowGroups { path, first, step, places }
        };
        (0..step).map(part)
    });
    Ok(Arc::new(FilesTable::new(columns.schema, groups.collect()).with_rows(rows)))
}

impl TableFile for RowGroups {
    fn read(&self, columns: &[usize], schema: &SchemaRef) -> Result<Batches> {
        let path = &*self.path;
        let file = File::open(path).map_err(|error| failure(path, &error))?;
        let found = metadata(path, &file)?;
        let places: Vec<_> = columns.iter().map(|column| self.places[*column]).collect();
        let fields = found.schema().fields();
        for (place, field) in places.iter().zip(schema.fields()) {
            if fields.get(*place).is_none_or(|found| found.name() != field.name()) {
                return exec_err!("{}: has other columns than before", quoted(path));
            }
        }
        let mask = ProjectionMask::roots(found.parquet_schema(), places.iter().copied());
        check_encryption(path, &found, &mask)?;
        let groups = (self.first..found.metadata().num_row_groups()).step_by(self.step);
        // The reader has them in the order of the file.
        let mut sorted = places.clone();
        sorted.sort_unstable();
        let ranks = places.iter().map(|place| sorted.partition_point(|other| other < place));
        let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(file, found)
            .with_projection(mask)
            .with_row_groups(groups.collect())
            .with_batch_size(BATCH_ROWS);
        let reader = checked(path, || reader.build().map_err(|error| text(&error)))?;
        Ok(selected(path, whole(path, reader), ranks.collect(), Arc::clone(schema)))
    }
}

/// Reads the footer of a file.
fn metadata(path: &Path, mut file: &File) -> Result<ArrowReaderMetadata> {
    let mut tail = [0; 8];
    let is_read = file.seek(SeekFrom::End(-8)).and_then(|_| file.read_exact(&mut tail)).is_ok();
    if is_read && FooterTail::try_new(&tail).is_ok_and(|tail| tail.is_encrypted_footer()) {
        return exec_err!("{}: is encrypted, which is not supported", quoted(path));
    }
    let load = || ArrowReaderMetadata::load(file, ArrowReaderOptions::new());
    checked(path, || load().map_err(|error| text(&error)))
}

fn columns(found: &ArrowReaderMetadata) -> impl Iterator<Item = &ColumnChunkMetaData> {
    found.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns)
}

/// Refuses encrypted columns, which a file can have although its footer is not encrypted.
fn check_encryption(path: &Path, found: &ArrowReaderMetadata, read: &ProjectionMask) -> Result<()> {
    for group in found.metadata().row_groups() {
        let columns =
            group.columns().iter().enumerate().filter(|(leaf, _)| read.leaf_included(*leaf));
        for (_, column) in columns {
            if column.crypto_metadata().is_some() {
                let (path, name) = (quoted(path), quoted(column.column_path().string()));
                return exec_err!(
                    "{path}: column {name} is encrypted, which is not supported; leave it out"
                );
            }
        }
    }
    Ok(())
}

fn text(error: &ParquetError) -> String {
    let text = error.to_string();
    text.strip_prefix("Parquet error: ").unwrap_or(&text).to_owned()
}

/// Returns whether a file starts with another one, whose data the reader would take for that of the
/// last: places in a footer are relative to the start of the file.
fn holds_another(mut file: &File, found: &ArrowReaderMetadata) -> io::Result<bool> {
    let bytes = file.metadata()?.len();
    let end = |column: &ColumnChunkMetaData| {
        let data = column.data_page_offset();
        // Some writers say 0 for no dictionary.
        let dictionary = column.dictionary_page_offset().filter(|start| *start > 0);
        let start = dictionary.map_or(data, |start| start.min(data));
        u64::try_from(start.saturating_add(column.compressed_size())).unwrap_or(0)
    };
    let end = columns(found).map(end).max().unwrap_or(0);
    file.seek(SeekFrom::Start(end))?;
    // Between the data and the footer are indexes and filters, and here another footer.
    let mut rest = Vec::new();
    file.take(bytes.saturating_sub(end)).read_to_end(&mut rest)?;
    Ok(rest.windows(8).any(|window| window == b"PAR1PAR1"))
}

/// Refuses timestamps of the old type INT96 that do not fit 64 bits of nanoseconds, where the
/// reader wraps around.
fn check_instants(file: File, found: &ArrowReaderMetadata) -> Result<(), ParquetError> {
    let columns = found.parquet_schema().columns().iter().enumerate();
    let columns: Vec<_> = columns.filter(|(_, c)| c.physical_type() == Type::INT96).collect();
    if columns.is_empty() {
        return Ok(());
    }
    let reader = SerializedFileReader::new(file)?;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let is_plain = |index: usize| group.metadata().column(index).crypto_metadata().is_none();
        for (index, column) in columns.iter().filter(|(index, _)| is_plain(*index)) {
            let mut values = get_typed_column_reader::<Int96Type>(group.get_column_reader(*index)?);
            let (mut levels, mut repetitions) = (Vec::new(), Vec::new());
            let mut instants = Vec::new();
            loop {
                levels.clear();
                repetitions.clear();
                instants.clear();
                let (records, ..) = values.read_records(
                    1 << 13,
                    Some(&mut levels),
                    Some(&mut repetitions),
                    &mut instants,
                )?;
                if records == 0 {
                    break;
                }
                if !instants.iter().all(fits_nanoseconds) {
                    return Err(ParquetError::General(format!(
                        "column {}: an instant (INT96) is outside of the years 1678 to 2261",
                        quoted(column.name())
                    )));
                }
            }
        }
    }
    Ok(())
}

fn fits_nanoseconds(instant: &Int96) -> bool {
    /// The Julian day of 1970-01-01.
    const EPOCH: i128 = 2_440_588;
    let [low, high, day] = instant.data() else { return false };
    let nanoseconds = i128::from(u64::from(*high) << 32 | u64::from(*low));
    let days = i128::from(day.cast_signed()) - EPOCH;
    i64::try_from(days * 86_400_000_000_000 + nanoseconds).is_ok()
}
