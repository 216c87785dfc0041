//! Runs queries and shows the number of rows read, on a terminal.

use crate::cli::Common;
use crate::tables;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::exec_datafusion_err;
use datafusion::dataframe::DataFrame;
use datafusion::error::{DataFusionError, Result};
use datafusion::physical_plan::metrics::MetricValue;
use datafusion::physical_plan::{ExecutionPlan, execute_stream_partitioned};
use futures::StreamExt;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// The interval at which the bar is updated.
const TICK: Duration = Duration::from_millis(100);

/// Returns the first rows of a table: at least `rows`, or all.
pub(crate) async fn first(frame: DataFrame, rows: usize, what: &str) -> Result<Vec<RecordBatch>> {
    let context = Arc::new(frame.task_ctx());
    let plan = frame.create_physical_plan().await?;
    let mut first = Vec::new();
    let mut left = rows;
    for mut batches in execute_stream_partitioned(plan, context)? {
        while left > 0
            && let Some(batch) = batches.next().await
        {
            let batch = batch.map_err(|error| of_what(&error, what))?;
            left = left.saturating_sub(batch.num_rows());
            first.push(batch);
        }
    }
    Ok(first)
}

/// Runs queries over tables at once. Each partition has a state of its own, which takes its
/// batches on one thread. Returns the states with the number of their table.
pub(crate) async fn fold<S: Send + 'static, const N: usize>(
    queries: [(DataFrame, &str); N],
    common: &Common,
    start: impl Fn() -> S,
    step: impl Fn(&mut S, usize, RecordBatch) -> Result<()> + Clone + Send + 'static,
) -> Result<Vec<(usize, S)>> {
    let mut plans = Vec::new();
    let mut tasks = JoinSet::new();
    let names = queries.each_ref().map(|(_, name)| (*name).to_owned());
    let rows = queries.iter().map(|(frame, _)| tables::rows(frame.logical_plan())).sum();
    for (table, (frame, name)) in queries.into_iter().enumerate() {
        let context = Arc::new(frame.task_ctx());
        let plan = frame.create_physical_plan().await?;
        for mut batches in execute_stream_partitioned(Arc::clone(&plan), context)? {
            let (mut state, step, name) = (start(), step.clone(), name.to_owned());
            tasks.spawn(async move {
                while let Some(batch) = batches.next().await {
                    let batch = batch.map_err(|error| of_what(&error, &name))?;
                    step(&mut state, table, batch)?;
                }
                Ok((table, state))
            });
        }
        plans.push(plan);
    }
    let all = async {
        let mut states = Vec::new();
        while let Some(done) = tasks.join_next().await {
            states.push(done.unwrap_or_else(|error| match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                Err(error) => Err(exec_datafusion_err!("{error}")),
            })?);
        }
        Ok(states)
    };
    with_bar(all, rows, &plans, common, &names.join(", ")).await
}

/// Names the table that an error is of.
fn of_what(error: &DataFusionError, what: &str) -> DataFusionError {
    let root = error.find_root();
    let reason = crate::output::reason(root);
    match root {
        // An error of this program names the file already.
        DataFusionError::Execution(_) => exec_datafusion_err!("{reason}"),
        _ => exec_datafusion_err!("{what}: {reason}"),
    }
}

/// Waits for a result, and shows how many rows the plans have read, of how many there are.
async fn with_bar<T>(
    result: impl Future<Output = T>,
    rows: Option<u64>,
    plans: &[Arc<dyn ExecutionPlan>],
    common: &Common,
    what: &str,
) -> T {
    if common.no_progress || !stderr().is_terminal() {
        return result.await;
    }
    let leaves: Vec<_> = plans.iter().flat_map(leaves).collect();
    let bar = rows.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    let template = if rows.is_some() {
        "{msg} {bar:30} {human_pos}/{human_len} rows, {per_sec}, {eta}"
    } else {
        "{msg} {spinner} {human_pos} rows, {per_sec}"
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    let mut tick = tokio::time::interval(TICK);
    tokio::pin!(result);
    let result = loop {
        tokio::select! {
            result = &mut result => break result,
            _ = tick.tick() => bar.set_position(leaves.iter().map(read_rows).sum()),
        }
    };
    bar.finish_and_clear();
    result
}

/// Returns the nodes of a plan that read files.
fn leaves(plan: &Arc<dyn ExecutionPlan>) -> Vec<Arc<dyn ExecutionPlan>> {
    let children = plan.children();
    if children.is_empty() {
        return vec![Arc::clone(plan)];
    }
    children.into_iter().flat_map(leaves).collect()
}

fn read_rows(leaf: &Arc<dyn ExecutionPlan>) -> u64 {
    let metrics = leaf.metrics();
    let rows = metrics.and_then(|metrics| {
        metrics.sum(|metric| matches!(metric.value(), MetricValue::OutputRows(_)))
    });
    rows.map_or(0, |rows| rows.as_usize() as u64)
}
