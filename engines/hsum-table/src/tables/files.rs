//! Tables whose files are read from start to end.

use async_trait::async_trait;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::datasource::TableType;
use datafusion::error::Result;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::Expr;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use std::fmt::Debug;
use std::sync::Arc;

/// The batches of a file.
pub(crate) type Batches = Box<dyn Iterator<Item = Result<RecordBatch>> + Send>;

/// A file of a table.
pub(crate) trait TableFile: Debug + Send + Sync + 'static {
    /// Reads these columns of the table.
    fn read(&self, columns: &[usize], schema: &SchemaRef) -> Result<Batches>;
}

/// A table of files, each of which is read on one thread.
#[derive(Debug)]
pub(crate) struct FilesTable<F> {
    schema: SchemaRef,
    files: Arc<[F]>,
}

impl<F> FilesTable<F> {
    pub(crate) fn new(schema: SchemaRef, files: Vec<F>) -> Self {
        Self { schema, files: files.into() }
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
