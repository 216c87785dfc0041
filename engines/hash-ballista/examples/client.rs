//! A client of a cluster.
//!
//! ```text
//! cargo run -p hash-ballista --example client -- 127.0.0.1:50050 payments.parquet
//! ```
//!
//! Prints the fingerprint of a Parquet file, or of a directory of such files, and the value by
//! which the key of the executors can be recognised. All executors must be able to read the path.

use ballista::prelude::SessionContextExt;
use datafusion::common::{Column, exec_datafusion_err};
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::options::ParquetReadOptions;
use datafusion::prelude::SessionContext;
use hash_datafusion::Functions;

#[tokio::main]
async fn main() -> Result<()> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [scheduler, path] = args.as_slice() else {
        return Err(exec_datafusion_err!("usage: client SCHEDULER PATH"));
    };
    let config = hash_ballista::session_config();
    let state = SessionStateBuilder::new().with_default_features().with_config(config).build();
    let mut ctx = SessionContext::remote_with_state(&format!("df://{scheduler}"), state).await?;
    // The client knows the names and types of the functions, the executors the key.
    Functions::without_key().register_in(&mut ctx)?;
    ctx.register_parquet("t", path, ParquetReadOptions::default()).await?;
    let table = ctx.table("t").await?;
    let columns: Vec<_> = table.schema().columns().iter().map(Column::quoted_flat_name).collect();
    let sql = format!(
        "SELECT fingerprint({}), count(*) AS rows, hash_key_check() AS key FROM t",
        columns.join(", ")
    );
    ctx.sql(&sql).await?.show().await
}
