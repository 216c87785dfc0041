//! The second pass: reads the rows of differing segments, which lie in files if they do not fit the
//! memory.

use super::{Table, failed};
use crate::cli::Common;
use crate::output::DOOR;
use crate::progress;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::Schema;
use datafusion::arrow::ipc::reader::StreamReader;
use datafusion::arrow::ipc::writer::StreamWriter;
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use hash_datafusion::Keys;
use hash_diff::{Buckets, Filter, Hashes, Layout, Rows};
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The rows of a bucket in a temporary file, which has no name.
type Spilled = StreamWriter<BufWriter<File>>;

/// The rows of the buckets, each of which fits the memory.
pub(crate) enum Pass {
    Memory(Box<Rows>),
    /// The files of table A, and of table B.
    Files([Vec<Spilled>; 2]),
}

/// Reads both tables again.
pub(crate) async fn read(
    tables: [&Table; 2],
    layout: &Layout,
    (buckets, filter): (&Arc<Buckets>, Option<Filter>),
    keys: &Keys,
    common: &Common,
    memory: u64,
) -> Result<Pass> {
    let queries = tables.map(|table| (table.frame.clone(), &*table.name));
    let (of_layout, of_buckets, of_keys) = (layout.clone(), Arc::clone(buckets), keys.clone());
    let filter = Arc::new(filter);
    let columns = tables.map(|table| table.columns.clone());
    let split = move |table: usize, batch: &RecordBatch| {
        let filter = filter.as_ref().as_ref();
        let selected = columns[table].select(batch);
        let split = |batch| of_buckets.split(&batch, filter, &of_layout, of_keys.rows());
        selected.and_then(split).map_err(failed)
    };
    if buckets.count == 1 {
        let rows = Arc::new(Mutex::new(Rows::new(layout, memory, &DOOR)));
        let (all, keys) = (Arc::clone(&rows), keys.clone());
        let step = move |(): &mut (), table: usize, batch: RecordBatch| {
            for (_, batch, hashes) in split(table, &batch)? {
                lock(&all).add(table, &batch, &hashes, keys.rows()).map_err(failed)?;
            }
            Ok(())
        };
        progress::fold(queries, common, || (), step).await?;
        let rows = Arc::into_inner(rows).ok_or_else(still_used)?;
        let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        return Ok(Pass::Memory(Box::new(rows)));
    }
    let files = tables.map(|table| {
        let schema = table.columns.schema(table.frame.schema().as_arrow()).map_err(failed)?;
        let files = (0..buckets.count).map(|_| Ok(Mutex::new(create(&schema)?)));
        files.collect::<Result<Vec<_>>>()
    });
    let [a, b] = files;
    let files = Arc::new([a?, b?]);
    let all = Arc::clone(&files);
    let step = move |(): &mut (), table: usize, batch: RecordBatch| {
        for (bucket, batch, _) in split(table, &batch)? {
            let mut file = lock(&all[table][bucket]);
            file.write(&batch).map_err(|error| failure(&error))?;
        }
        Ok(())
    };
    progress::fold(queries, common, || (), step).await?;
    let files = Arc::into_inner(files).ok_or_else(still_used)?;
    Ok(Pass::Files(files.map(|files| {
        files.into_iter().map(|f| f.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    })))
}

/// Reads the rows of a bucket.
pub(crate) fn rows(files: [Spilled; 2], layout: &Layout, keys: &Keys, memory: u64) -> Result<Rows> {
    let mut rows = Rows::new(layout, memory, &DOOR);
    for (table, file) in files.into_iter().enumerate() {
        let file = file.into_inner().map_err(|error| failure(&error))?;
        let mut file = file.into_inner().map_err(|error| failure(error.error()))?;
        file.rewind().map_err(|error| failure(&error))?;
        let batches = StreamReader::try_new(BufReader::new(file), None);
        for batch in batches.map_err(|error| failure(&error))? {
            let batch = batch.map_err(|error| failure(&error))?;
            let hashes = Hashes::of(keys.rows(), layout, &batch).map_err(failed)?;
            rows.add(table, &batch, &hashes, keys.rows()).map_err(failed)?;
        }
    }
    Ok(rows)
}

fn create(schema: &Schema) -> Result<Spilled> {
    let file = tempfile::tempfile().map_err(|error| failure(&error))?;
    StreamWriter::try_new_buffered(file, schema).map_err(|error| failure(&error))
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    // After a panic the program ends.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn still_used() -> datafusion::error::DataFusionError {
    datafusion::common::internal_datafusion_err!("a reader still runs")
}

fn failure(error: &dyn std::fmt::Display) -> datafusion::error::DataFusionError {
    exec_datafusion_err!(
        "{}: {}",
        crate::output::quoted(std::env::temp_dir()),
        crate::output::without_number(&error.to_string())
    )
}
