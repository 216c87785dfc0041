//! The second pass: reads the rows of differing segments, which lie in files if they do not fit the
//! memory.

use super::Table;
use super::differences::{Rows, take};
use super::filter::Filter;
use super::layout::Layout;
use super::segments::{self, Buckets, Hashes};
use crate::cli::Common;
use crate::progress;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::Schema;
use datafusion::arrow::ipc::reader::StreamReader;
use datafusion::arrow::ipc::writer::StreamWriter;
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use hash_datafusion::Keys;
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The rows of a bucket in a temporary file, which has no name.
type Spilled = StreamWriter<BufWriter<File>>;

/// The rows of the buckets, each of which fits the memory.
pub(crate) enum Pass {
    Memory(Rows),
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
    let split = move |batch: &RecordBatch| {
        let parts = split(batch, &of_layout, &of_buckets, &of_keys)?;
        let parts = parts.into_iter().map(|(bucket, batch, of_batch)| {
            let hashes = Hashes::with_keys(of_batch, &of_keys, &of_layout, &batch)?;
            let (batch, hashes) = match &*filter {
                Some(filter) => filter.keep(&batch, &hashes)?,
                None => (batch, hashes),
            };
            Ok((bucket, batch, hashes))
        });
        parts.collect::<Result<Vec<_>>>()
    };
    if buckets.count == 1 {
        let rows = Arc::new(Mutex::new(Rows::new(layout, memory)));
        let (all, keys) = (Arc::clone(&rows), keys.clone());
        let step = move |(): &mut (), table: usize, batch: RecordBatch| {
            for (_, batch, hashes) in split(&batch)? {
                lock(&all).add(table, &batch, &hashes, &keys)?;
            }
            Ok(())
        };
        progress::fold(queries, common, || (), step).await?;
        let rows = Arc::into_inner(rows).ok_or_else(still_used)?;
        return Ok(Pass::Memory(rows.into_inner().unwrap_or_else(PoisonError::into_inner)));
    }
    let files = tables.map(|table| {
        let files =
            (0..buckets.count).map(|_| Ok(Mutex::new(create(table.frame.schema().as_arrow())?)));
        files.collect::<Result<Vec<_>>>()
    });
    let [a, b] = files;
    let files = Arc::new([a?, b?]);
    let all = Arc::clone(&files);
    let step = move |(): &mut (), table: usize, batch: RecordBatch| {
        for (bucket, batch, _) in split(&batch)? {
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
    let mut rows = Rows::new(layout, memory);
    for (table, file) in files.into_iter().enumerate() {
        let file = file.into_inner().map_err(|error| failure(&error))?;
        let mut file = file.into_inner().map_err(|error| failure(error.error()))?;
        file.rewind().map_err(|error| failure(&error))?;
        let batches = StreamReader::try_new(BufReader::new(file), None);
        for batch in batches.map_err(|error| failure(&error))? {
            let batch = batch.map_err(|error| failure(&error))?;
            rows.add(table, &batch, &Hashes::of(keys, layout, &batch)?, keys)?;
        }
    }
    Ok(rows)
}

/// Returns the buckets of a batch with its rows in them, and the fingerprints of their keys.
fn split(
    batch: &RecordBatch,
    layout: &Layout,
    buckets: &Buckets,
    keys: &Keys,
) -> Result<Vec<(usize, RecordBatch, Vec<u128>)>> {
    let mut rows = vec![(Vec::new(), Vec::new()); buckets.count];
    for (row, key) in (0_u32..).zip(segments::of_keys(keys, layout, batch)?) {
        if let Some(bucket) = buckets.of_segment(segments::segment(key)) {
            let (rows, keys) = &mut rows[bucket];
            rows.push(row);
            keys.push(key);
        }
    }
    let rows = rows.into_iter().enumerate().filter(|(_, (rows, _))| !rows.is_empty());
    rows.map(|(bucket, (rows, keys))| Ok((bucket, take(batch, rows)?, keys))).collect()
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
