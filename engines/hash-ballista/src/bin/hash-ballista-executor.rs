//! A Ballista executor, which has the key of the hashes and fingerprints.

use clap::Parser;
use datafusion::execution::FunctionRegistry;
use hash_datafusion::{Functions, Keys};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::thread::available_parallelism;
use tokio::net::TcpListener;

/// Compute keyed hashes and fingerprints of tables on a cluster. All executors need the same key.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The address to listen on; port 0 chooses a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    bind: SocketAddr,
    /// The address of the scheduler
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:50050")]
    scheduler: SocketAddr,
    /// A file with the key: 32 bytes, or 64 hexadecimal digits and at most one line end
    #[arg(long, value_name = "FILE", env = "HASH_KEY_FILE", conflicts_with = "seed")]
    #[arg(required_unless_present = "seed")]
    key_file: Option<PathBuf>,
    /// Derive the key from this number, which protects against accidents only
    #[arg(long, value_name = "N", env = "HASH_SEED", hide_env_values = true)]
    seed: Option<u64>,
    /// The number of concurrent tasks [default: one per CPU]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    vcores: Option<u16>,
    /// The directory for shuffles [default: a temporary directory]
    #[arg(long, value_name = "DIRECTORY")]
    work_dir: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let args = Args::parse();
    let keys = match (&args.key_file, args.seed) {
        (Some(path), _) => Keys::from_file(path)?,
        (None, seed) => Keys::from_seed(seed.unwrap_or_default()),
    };
    let vcores = match args.vcores {
        Some(vcores) => vcores.into(),
        None => available_parallelism()?.get(),
    };
    let temporary = tempfile::tempdir()?;
    let work_dir = args.work_dir.as_deref().unwrap_or(temporary.path());
    let listener = TcpListener::bind(args.bind).await?;
    println!("listening on {}", listener.local_addr()?);
    let register =
        |registry: &mut dyn FunctionRegistry| Functions::new(&keys).register_in(registry);
    hash_ballista::executor(listener, args.scheduler, register, vcores, work_dir).await?;
    Ok(())
}
