//! Digests of more rows than a limit of memory allows.

use datafusion::arrow::array::AsArray;
use datafusion::error::DataFusionError;
use datafusion::execution::disk_manager::{DiskManagerBuilder, DiskManagerMode};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use hash_datafusion::Keys;

/// Runs a query over 100,000 rows, with so many bytes of memory, and files if that is not enough.
async fn run(sql: &str, memory: usize, files: bool) -> Result<Vec<u8>, DataFusionError> {
    let mode = if files { DiskManagerMode::OsTmpDirectory } else { DiskManagerMode::Disabled };
    let runtime = RuntimeEnvBuilder::new()
        .with_memory_limit(memory, 1.0)
        .with_disk_manager_builder(DiskManagerBuilder::default().with_mode(mode))
        .build_arc()?;
    let config =
        SessionConfig::new().with_target_partitions(1).with_sort_spill_reservation_bytes(1 << 18);
    let ctx = SessionContext::new_with_config_rt(config, runtime);
    hash_datafusion::register(&ctx, &Keys::from_seed(1))?;
    let rows = "CREATE VIEW t AS SELECT value % 1000 AS a, value AS b, value * 7 AS c
                FROM generate_series(1, 100000)";
    ctx.sql(rows).await?.collect().await?;
    let batches = ctx.sql(sql).await?.collect().await?;
    let column = batches[0].column(0);
    Ok(column.as_fixed_size_binary().value(0).to_vec())
}

/// `row_digest` keeps its rows in memory and fails where they do not fit. The window that the docs
/// give in its place sorts in files.
#[tokio::test]
async fn rows_in_order_beyond_the_memory() {
    let digest = "SELECT row_digest(a, b, c ORDER BY a, b) FROM t";
    let window = "SELECT fingerprint(n, a, b, c) FROM
                  (SELECT row_number() OVER (ORDER BY a, b) AS n, a, b, c FROM t)";
    let (small, large) = (3 << 20, 1 << 30);
    let expected = run(digest, large, false).await.expect("the rows fit");
    assert_ne!(expected, run(window, large, false).await.expect("the rows fit"));
    for files in [false, true] {
        let error = run(digest, small, files).await.expect_err("the rows do not fit");
        let exhausted = matches!(error.find_root(), DataFusionError::ResourcesExhausted(_));
        assert!(exhausted, "{error}");
    }
    let expected = run(window, large, false).await.expect("the rows fit");
    assert_eq!(run(window, small, true).await.expect("the sort uses files"), expected);
    run(window, small, false).await.expect_err("without files the rows do not fit");
}
