//! A Ballista scheduler, which knows the names of the hashes and fingerprints, but has no key.

use clap::Parser;
use datafusion::execution::FunctionRegistry;
use hash_ballista::Patience;
use hash_datafusion::Functions;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;

/// Schedule queries with keyed hashes and fingerprints of tables on a cluster.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The address to listen on; port 0 chooses a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50050")]
    bind: SocketAddr,
    /// Declare an executor dead after this many seconds of silence; at least 6
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    #[arg(value_parser = clap::value_parser!(u64).range(6..))]
    executor_timeout: u64,
    /// Fail a query in which no task begins or ends for this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 900)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    query_timeout: u64,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let args = Args::parse();
    let listener = TcpListener::bind(args.bind).await?;
    println!("listening on {}", listener.local_addr()?);
    let register =
        |registry: &mut dyn FunctionRegistry| Functions::without_key().register_in(registry);
    let patience = Patience {
        executor: Duration::from_secs(args.executor_timeout),
        query: Duration::from_secs(args.query_timeout),
    };
    Ok(hash_ballista::scheduler(listener, patience, register).await?)
}
