//! Parquet files.

use super::listing::failure;
use super::schema::Columns;
use crate::output::quoted;
use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::config::TableParquetOptions;
use datafusion::common::stats::Precision;
use datafusion::common::{Statistics, exec_datafusion_err, exec_err};
use datafusion::datasource::TableType;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{
    FileGroup, FileScanConfigBuilder, ParquetFileReaderFactory, ParquetSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::error::Result;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::logical_expr::Expr;
use datafusion::parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use datafusion::parquet::arrow::async_reader::AsyncFileReader;
use datafusion::parquet::basic::Type;
use datafusion::parquet::column::reader::get_typed_column_reader;
use datafusion::parquet::data_type::{Int96, Int96Type};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use datafusion::parquet::file::reader::{FileReader, SerializedFileReader};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug)]
struct ParquetTable {
    schema: SchemaRef,
    files: Arc<[ParquetFile]>,
    rows: usize,
}

#[derive(Clone, Debug)]
struct ParquetFile {
    path: PathBuf,
    bytes: u64,
}

/// Opens a table.
pub(crate) fn open(paths: &[PathBuf]) -> Result<Arc<dyn TableProvider>> {
    let (mut files, mut schemas, mut rows) = (Vec::new(), Vec::new(), 0_usize);
    for path in paths {
        let of_path =
            |error: ParquetError| exec_datafusion_err!("{}: {}", quoted(path), text(&error));
        let file = File::open(path).map_err(|error| failure(path, &error))?;
        let bytes = file.metadata().map_err(|error| failure(path, &error))?.len();
        let found = ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()).map_err(of_path)?;
        if holds_another(&file, bytes, &found).map_err(|error| failure(path, &error))? {
            return exec_err!("{}: several Parquet files in one", quoted(path));
        }
        let mut columns = found.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns);
        if columns.any(|column| column.file_path().is_some()) {
            return exec_err!("{}: its columns are in other files", quoted(path));
        }
        check_instants(file, &found).map_err(of_path)?;
        let count = found.metadata().file_metadata().num_rows();
        rows = rows.saturating_add(usize::try_from(count).unwrap_or_default());
        schemas.push((&**path, Arc::clone(found.schema())));
        files.push(ParquetFile { path: path.clone(), bytes });
    }
    let columns = Columns::of(schemas.iter().map(|(path, schema)| (*path, &**schema)))?;
    Ok(Arc::new(ParquetTable { schema: columns.schema, files: files.into(), rows }))
}

fn text(error: &ParquetError) -> String {
    let text = error.to_string();
    text.strip_prefix("Parquet error: ").unwrap_or(&text).to_owned()
}

/// Returns whether a file starts with another one, whose data the reader would take for that of the
/// last: places in a footer are relative to the start of the file.
fn holds_another(mut file: &File, bytes: u64, found: &ArrowReaderMetadata) -> io::Result<bool> {
    let columns = found.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns);
    let end = |column: &ColumnChunkMetaData| {
        let data = column.data_page_offset();
        // Some writers say 0 for no dictionary.
        let dictionary = column.dictionary_page_offset().filter(|start| *start > 0);
        let start = dictionary.map_or(data, |start| start.min(data));
        u64::try_from(start.saturating_add(column.compressed_size())).unwrap_or(0)
    };
    let end = columns.map(end).max().unwrap_or(0);
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
        for (index, column) in &columns {
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

#[async_trait]
impl TableProvider for ParquetTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        _filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let readers = Arc::new(Readers(Arc::clone(&self.files)));
        // Conditions are evaluated on all rows. Statistics say nothing about NaN, and may be wrong.
        let mut options = TableParquetOptions::default();
        options.global.pruning = false;
        options.global.enable_page_index = false;
        options.global.bloom_filter_on_read = false;
        let source = ParquetSource::new(Arc::clone(&self.schema))
            .with_table_parquet_options(options)
            .with_parquet_file_reader_factory(readers);
        let file = |(number, file): (usize, &ParquetFile)| {
            PartitionedFile::new(number.to_string(), file.bytes)
        };
        let files = FileGroup::new(self.files.iter().enumerate().map(file).collect());
        let groups = files.split_files(state.config().target_partitions().max(1));
        // Inexact, so that `count(*)` reads the rows instead of trusting the footer.
        let statistics = Statistics {
            num_rows: Precision::Inexact(self.rows),
            ..Statistics::new_unknown(&self.schema)
        };
        let config =
            FileScanConfigBuilder::new(ObjectStoreUrl::local_filesystem(), Arc::new(source))
                .with_file_groups(groups)
                .with_statistics(statistics)
                .with_projection_indices(projection.cloned())?
                .with_limit(limit)
                .build();
        Ok(DataSourceExec::from_data_source(config))
    }
}

/// Opens files by number, because the engine treats names as URLs.
#[derive(Debug)]
struct Readers(Arc<[ParquetFile]>);

impl ParquetFileReaderFactory for Readers {
    fn create_reader(
        &self,
        _: usize,
        file: PartitionedFile,
        _: Option<usize>,
        _: &ExecutionPlanMetricsSet,
    ) -> Result<Box<dyn AsyncFileReader + Send>> {
        let number = file.object_meta.location.as_ref();
        let found = number.parse().ok().and_then(|number: usize| self.0.get(number));
        let ParquetFile { path, .. } =
            found.ok_or_else(|| exec_datafusion_err!("no file has the number {number}"))?;
        let file = File::open(path).map_err(|error| failure(path, &error))?;
        Ok(Box::new(tokio::fs::File::from_std(file)))
    }
}
