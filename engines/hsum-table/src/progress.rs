//! Shows the number of rows read, on a terminal.

use crate::cli::Common;
use datafusion::arrow::array::RecordBatch;
use datafusion::common::exec_datafusion_err;
use datafusion::dataframe::DataFrame;
use datafusion::error::{DataFusionError, Result};
use datafusion::physical_plan::metrics::MetricValue;
use datafusion::physical_plan::statistics::{StatisticsArgs, StatisticsContext};
use datafusion::physical_plan::{ExecutionPlan, collect};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::time::Duration;

/// The interval at which the bar is updated.
const TICK: Duration = Duration::from_millis(100);

/// Runs a query and shows a progress bar.
pub(crate) async fn run(frame: DataFrame, common: &Common, what: &str) -> Result<Vec<RecordBatch>> {
    let context = Arc::new(frame.task_ctx());
    let plan = frame.create_physical_plan().await?;
    let of_what = |error: DataFusionError| {
        let root = error.find_root();
        let reason = crate::output::reason(root);
        match root {
            // An error of this program names the file already.
            DataFusionError::Execution(_) => exec_datafusion_err!("{reason}"),
            _ => exec_datafusion_err!("{what}: {reason}"),
        }
    };
    let query = collect(Arc::clone(&plan), context);
    if common.no_progress || !stderr().is_terminal() {
        return query.await.map_err(of_what);
    }
    let leaves = leaves(&plan);
    let rows = leaves.iter().map(expected_rows).sum::<Option<u64>>();
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
    tokio::pin!(query);
    let result = loop {
        tokio::select! {
            result = &mut query => break result,
            _ = tick.tick() => bar.set_position(leaves.iter().map(read_rows).sum()),
        }
    };
    bar.finish_and_clear();
    result.map_err(of_what)
}

/// Returns the nodes of a plan that read files.
fn leaves(plan: &Arc<dyn ExecutionPlan>) -> Vec<Arc<dyn ExecutionPlan>> {
    let children = plan.children();
    if children.is_empty() {
        return vec![Arc::clone(plan)];
    }
    children.into_iter().flat_map(leaves).collect()
}

fn expected_rows(leaf: &Arc<dyn ExecutionPlan>) -> Option<u64> {
    let statistics = StatisticsContext::new().compute(&**leaf, &StatisticsArgs::new()).ok()?;
    statistics.num_rows.get_value().map(|rows| *rows as u64)
}

fn read_rows(leaf: &Arc<dyn ExecutionPlan>) -> u64 {
    let metrics = leaf.metrics();
    let rows = metrics.and_then(|metrics| {
        metrics.sum(|metric| matches!(metric.value(), MetricValue::OutputRows(_)))
    });
    rows.map_or(0, |rows| rows.as_usize() as u64)
}
