//! Tables whose files are read from start to end.

use crate::output::{quoted, reason};
use crate::panics::caught;
use async_trait::async_trait;
use datafusion::arrow::array::{RecordBatch, RecordBatchOptions};
use datafusion::arrow::compute::{CastOptions, cast_with_options};
use datafusion::arrow::datatypes::{FieldRef, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::stats::Precision;
use datafusion::common::{Statistics, exec_datafusion_err};
use datafusion::datasource::TableType;
use datafusion::error::Result;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::Expr;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use std::fmt::{Debug, Display};
use std::path::Path;
use std::sync::Arc;

/// The batches of a file.
pub(crate) type Batches = Box<dyn Iterator<Item = Result<RecordBatch>> + Send>;

/// A file of a table, or a part of one.
pub(crate) trait TableFile: Debug + Send + Sync + 'static {
    /// Reads these columns of the table.
    fn read(&self, columns: &[usize], schema: &SchemaRef) -> Result<Batches>;
}

/// A table of files, each of which is read on one thread.
#[derive(Debug)]
pub(crate) struct FilesTable<F> {
    schema: SchemaRef,
    files: Arc<[F]>,
    rows: Precision<usize>,
}

impl<F> FilesTable<F> {
    pub(crate) fn new(schema: SchemaRef, files: Vec<F>) -> Self {
        Self { schema, files: files.into(), rows: Precision::Absent }
    }

    /// Sets the number of rows that the files say they have.
    pub(crate) fn with_rows(self, rows: usize) -> Self {
        // Inexact, so that a query counts the rows instead.
        Self { rows: Precision::Inexact(rows), ..self }
    }

    pub(crate) fn files(&self) -> &[F] {
        &self.files
    }
}

#[async_trait]
impl<F: TableFile> TableProvider for FilesTable<F> {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn statistics(&self) -> Option<Statistics> {
        Some(Statistics { num_rows: self.rows, ..Statistics::new_unknown(&self.schema) })
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        _filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let all = || (0..self.schema.fields().len()).collect();
        let columns: Arc<[usize]> = projection.cloned().unwrap_or_else(all).into();
        let schema = Arc::new(self.schema.project(&columns)?);
        let step = state.config().target_partitions().clamp(1, self.files.len().max(1));
        let part = |first| -> Arc<dyn PartitionStream> {
            let (files, columns) = (Arc::clone(&self.files), Arc::clone(&columns));
            Arc::new(Part { files, first, step, columns, schema: Arc::clone(&schema) })
        };
        let parts = (0..step).map(part).collect();
        // With a limit, the node counts its rows, which the progress bar shows.
        let limit = limit.or(Some(usize::MAX));
        Ok(Arc::new(StreamingTableExec::try_new(schema, parts, None, None, false, limit)?))
    }
}

/// Every `step`-th file.
#[derive(Debug)]
struct Part<F> {
    files: Arc<[F]>,
    first: usize,
    step: usize,
    columns: Arc<[usize]>,
    schema: SchemaRef,
}

impl<F: TableFile> PartitionStream for Part<F> {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let (columns, schema) = (Arc::clone(&self.columns), Arc::clone(&self.schema));
        let files = Arc::clone(&self.files);
        let places = (self.first..files.len()).step_by(self.step);
        let batches = places.flat_map(move |file| {
            files[file]
                .read(&columns, &schema)
                .unwrap_or_else(|error| Box::new(std::iter::once(Err(error))))
        });
        let batches = futures::stream::iter(batches);
        Box::pin(RecordBatchStreamAdapter::new(Arc::clone(&self.schema), batches))
    }
}

/// Returns the batches of a reader, whose errors name the file.
pub(super) fn whole(
    path: &Path,
    mut reader: impl Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static,
) -> Batches {
    let path = path.to_owned();
    let next = move || checked(&path, || reader.next().transpose()).transpose();
    Box::new(std::iter::from_fn(next))
}

/// Runs a step of a reader, which panics on some damaged files.
pub(super) fn checked<T, E: Display>(
    path: &Path,
    step: impl FnOnce() -> Result<T, E>,
) -> Result<T> {
    let of_path = |error: &dyn Display| exec_datafusion_err!("{}: {error}", quoted(path));
    caught(step).map_err(|error| of_path(&reason(&error)))?.map_err(|error| of_path(&error))
}

/// Selects the columns at these places of the batches of a file, with the types of the table.
pub(super) fn selected(
    path: &Path,
    batches: Batches,
    places: Vec<usize>,
    schema: SchemaRef,
) -> Batches {
    let path = path.to_owned();
    let batch = move |batch: Result<RecordBatch>| {
        let batch = batch?;
        // A value that does not fit is an error, and not a null.
        let exact = CastOptions { safe: false, ..CastOptions::default() };
        let column = |(place, field): (&usize, &FieldRef)| {
            cast_with_options(batch.column(*place), field.data_type(), &exact)
        };
        let columns = places.iter().zip(schema.fields()).map(column).collect::<Result<_, _>>();
        let columns =
            columns.map_err(|error| exec_datafusion_err!("{}: {error}", quoted(&path)))?;
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&schema), columns, &options)?)
    };
    Box::new(batches.map(batch))
}
