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
//!
//! # Executors that die, files that change
//! A query has the right result or fails with an error. See the modules `guard`, for jobs that
//! Ballista would complete wrongly or never, and `shuffles`, for the hashes of files.

mod guard;
mod shuffles;

use arrow_flight::flight_service_server::FlightServiceServer;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_core::error::{BallistaError, Result};
use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpcServer;
use ballista_core::utils::{GrpcServerConfig, create_grpc_server, default_session_builder};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::create_scheduler;
use datafusion::execution::FunctionRegistry;
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use guard::Guard;
use shuffles::{Engine, Service, Shuffles};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;

/// Registers functions in addition to DataFusion's.
pub trait Register: Fn(&mut dyn FunctionRegistry) -> datafusion::error::Result<()> {}

impl<F: Fn(&mut dyn FunctionRegistry) -> datafusion::error::Result<()>> Register for F {}

/// The time after which a silent connection is asked for a sign of life, and the time for the
/// answer.
const KEEPALIVE: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(5)];

/// Returns the configuration of a client's session. Connections to a process that is stopped or
/// unreachable end after seconds; those of Ballista 55.0 last for ever.
#[must_use]
pub fn session_config() -> SessionConfig {
    SessionConfig::new_with_ballista().with_ballista_override_create_grpc_client_endpoint(Arc::new(
        |endpoint| {
            let [interval, timeout] = KEEPALIVE;
            Ok(endpoint
                .connect_timeout(timeout)
                .http2_keep_alive_interval(interval)
                .keep_alive_timeout(timeout)
                .keep_alive_while_idle(true))
        },
    ))
}

/// When a scheduler gives up.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The time after which a silent executor is taken for dead. Executors report at least every
    /// five seconds.
    pub executor: Duration,
    /// The time after which a query fails in which no task begins or ends.
    pub query: Duration,
}

/// Runs a scheduler on a socket that is already listening. It needs the names and types of
/// functions but no key: `register` is `|registry| Functions::without_key().register_in(registry)`.
///
/// The work of an executor that dies is repeated by others if nobody has used its results.
/// Otherwise the query fails with an error that says to run it again, because Ballista 55.0 may
/// return a wrong result.
///
/// # Errors
/// Returns the error that ended the server.
pub async fn scheduler(
    listener: TcpListener,
    patience: Patience,
    register: impl Register + Send + Sync + 'static,
) -> Result<()> {
    let address = listener.local_addr()?;
    let config = SchedulerConfig {
        external_host: address.ip().to_string(),
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        // Executors poll for work, so that they need one port instead of two.
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        executor_timeout_seconds: patience.executor.as_secs(),
        expire_dead_executor_interval_seconds: 1,
        override_session_builder: Some(Arc::new(move |config: SessionConfig| {
            let config = config
                // The adaptive planner of Ballista 55.0 never runs a stage again whose shuffles are
                // lost.
                .with_ballista_adaptive_query_planner(false)
                // Shuffles are checked by the service that sends them.
                .with_ballista_shuffle_reader_force_remote_read(true);
            let mut state = default_session_builder(config)?;
            register(&mut state)?;
            Ok(state)
        })),
        ..SchedulerConfig::default()
    };
    let decoding = config.grpc_server_max_decoding_message_size as usize;
    let encoding = config.grpc_server_max_encoding_message_size as usize;
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let scheduler =
        create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    let guard = Guard::new(scheduler);
    tokio::spawn(guard.clone().watch(patience.query));
    let service = SchedulerGrpcServer::new(guard)
        .max_decoding_message_size(decoding)
        .max_encoding_message_size(encoding);
    create_grpc_server(&GrpcServerConfig::default())
        .add_service(service)
        .serve_with_incoming(TcpListenerStream::new(listener))
        .await
        .map_err(BallistaError::TonicError)
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
    let shuffles = Shuffles::new();
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
        override_execution_engine: Some(Arc::new(Engine(shuffles.clone()))),
        override_config_producer: Some(Arc::new(session_config)),
        override_arrow_flight_service: Some(Arc::new(move |work_dir, _, mut shutdown, config| {
            let listener = listener.lock().ok().and_then(|mut listener| listener.take());
            let service = FlightServiceServer::new(Service::new(work_dir, shuffles.clone()));
            tokio::spawn(async move {
                let listener = listener
                    .ok_or_else(|| BallistaError::Internal("a second server".to_owned()))?;
                create_grpc_server(&config)
                    .add_service(service)
                    .serve_with_incoming_shutdown(TcpListenerStream::new(listener), shutdown.recv())
                    .await
                    .map_err(BallistaError::TonicError)
            })
        })),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await
}
