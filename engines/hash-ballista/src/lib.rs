//! A Ballista cluster that knows the functions of [`hash_datafusion`].
//!
//! [`scheduler`] plans and [`executor`] computes. The programs `hash-ballista-scheduler` and
//! `hash-ballista-executor` call them.
//!
//! # Location of the key
//! Only executors have the key, and each reads it from its own file or environment. Plans, and so
//! the scheduler and the network, contain names of functions but no key; the scheduler and clients
//! register [`hash_datafusion::Functions::without_key`]. Shuffles and results carry fingerprints.
//! These need not be hidden from readers who cannot choose rows; see the theorem.
//!
//! # Executors with different keys
//! Each partial fingerprint carries a check value of its key, and a query that merges two with
//! different keys fails. A client that wants to know *which* key a cluster has compares
//! `hash_key_check()` with that of its own [`Keys`](hash_datafusion::Keys).

mod jobs;

use arrow_flight::flight_service_server::FlightServiceServer;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::{BallistaError, Result};
use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::{create_grpc_server, default_session_builder};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::flight_service::BallistaFlightService;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::execution::FunctionRegistry;
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use jobs::{CheckedJobs, LOST};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::mpsc::unbounded_channel;
use tokio_stream::wrappers::TcpListenerStream;

/// Registers functions in addition to DataFusion's.
pub trait Register: Fn(&mut dyn FunctionRegistry) -> datafusion::error::Result<()> {}

impl<F: Fn(&mut dyn FunctionRegistry) -> datafusion::error::Result<()>> Register for F {}

/// Runs a scheduler on a socket that is already listening. It needs the names and types of
/// functions but no key: `register` is `|registry| Functions::without_key().register_in(registry)`.
///
/// An executor that is silent for `executor_timeout` seconds is declared dead, and its work is
/// repeated elsewhere. Executors report at least every five seconds. Where Ballista 55.0 would then
/// count rows twice, the query fails instead, and can be run again.
///
/// # Errors
/// Returns the error that ended the server.
pub async fn scheduler(
    listener: TcpListener,
    executor_timeout: u64,
    register: impl Register + Send + Sync + 'static,
) -> Result<()> {
    let address = listener.local_addr()?;
    let config = SchedulerConfig {
        external_host: address.ip().to_string(),
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        // Executors poll for work, so that they need one port instead of two.
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        executor_timeout_seconds: executor_timeout,
        expire_dead_executor_interval_seconds: 1,
        override_session_builder: Some(Arc::new(move |config: SessionConfig| {
            // The adaptive planner of Ballista 55.0 never runs a stage again whose shuffles are lost.
            let config = config.with_ballista_adaptive_query_planner(false);
            let mut state = default_session_builder(config)?;
            register(&mut state)?;
            Ok(state)
        })),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let (doomed, mut to_cancel) = unbounded_channel();
    let jobs = Arc::new(CheckedJobs::new(cluster.job_state(), doomed));
    let cluster = BallistaCluster::new(cluster.cluster_state(), jobs);
    let scheduler =
        create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    let canceller = scheduler.clone();
    tokio::spawn(async move {
        while let Some(job) = to_cancel.recv().await {
            log::error!("job {job}: {LOST}");
            if let Err(error) = canceller.cancel_job(job).await {
                log::error!("{error}");
            }
        }
    });
    start_grpc_service_with_listener(listener, scheduler).await
}

/// Runs an executor that serves its partitions on a socket that is already listening, until the
/// process is asked to stop.
///
/// It runs up to `vcores` tasks at once, writes shuffles to `work_dir`, and evaluates DataFusion's
/// functions and those that `register` registers:
/// `|registry| Functions::new(&keys).register_in(registry)`.
///
/// # Errors
/// Returns the error that kept it from the scheduler or ended the server.
pub async fn executor(
    listener: TcpListener,
    scheduler: SocketAddr,
    register: impl Register,
    vcores: usize,
    work_dir: &Path,
) -> Result<()> {
    let mut state = default_session_builder(SessionConfig::new())?;
    register(&mut state)?;
    let registry = BallistaFunctionRegistry::from(&state);
    let address = listener.local_addr()?;
    // The provider could be called again, but is not, because there is one such server.
    let listener = Mutex::new(Some(listener));
    let config = ExecutorProcessConfig {
        bind_host: address.ip().to_string(),
        external_host: Some(address.ip().to_string()),
        port: address.port(),
        scheduler_host: scheduler.ip().to_string(),
        scheduler_port: scheduler.port(),
        vcores,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        work_dir: Some(work_dir.display().to_string()),
        override_function_registry: Some(Arc::new(registry)),
        override_arrow_flight_service: Some(Arc::new(move |work_dir, _, mut shutdown, config| {
            let listener = listener.lock().ok().and_then(|mut listener| listener.take());
            tokio::spawn(async move {
                let listener = listener
                    .ok_or_else(|| BallistaError::Internal("a second server".to_owned()))?;
                create_grpc_server(&config)
                    .add_service(FlightServiceServer::new(BallistaFlightService::new(work_dir)))
                    .serve_with_incoming_shutdown(TcpListenerStream::new(listener), shutdown.recv())
                    .await
                    .map_err(BallistaError::TonicError)
            })
        })),
        // No connections are kept: a query failed once over a connection to an executor that had
        // died, where a new connection lets the scheduler run the stage again.
        client_ttl: 0,
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await
}
