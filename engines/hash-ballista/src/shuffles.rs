//! Hashes of the files in which an executor keeps its results.
//!
//! Ballista 55.0 has no checksums, so a changed bit in such a file changes the result in silence.
//! [`Engine`] hashes the files of a task with CLHASH-128 when the task ends, and [`Service`] hashes
//! the part that is asked for again before it is sent. All reads go through the service.
//!
//! The key is random, and key and hashes stay in the memory of the process that wrote the files. An
//! accidental change is missed with probability below 2^-126. So is a deliberate one, if its author
//! cannot read that memory. Files of other processes are refused. Changes before the task ends,
//! changes between check and transmission, and changes on the network (use TLS) are not covered.

use arrow_flight::flight_service_server::FlightService;
use arrow_flight::{
    Action, Criteria, Empty, FlightData, FlightDescriptor, FlightInfo, HandshakeRequest, PollInfo,
    SchemaResult, Ticket,
};
use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::BallistaError;
use ballista_core::execution_plans::sort_shuffle::{
    ShuffleIndex, get_index_path, is_sort_shuffle_output,
};
use ballista_core::execution_plans::{RangeShuffleWriterExec, create_shuffle_path};
use ballista_core::extension::SessionConfigExt;
use ballista_core::serde::decode_protobuf;
use ballista_core::serde::protobuf::{
    RuntimeStatsReport, ShuffleWritePartition, TaskColumnStats, WindowStateReport,
};
use ballista_core::serde::scheduler::{Action as Fetch, ShuffleFileKind, ShuffleLayout};
use ballista_executor::execution_engine::{
    DefaultExecutionEngine, ExecutionEngine, QueryStageExecutor,
};
use ballista_executor::flight_service::BallistaFlightService;
use clhash::clhash128::{ClHasher128, Key};
use datafusion::arrow::error::ArrowError;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::prelude::SessionConfig;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tonic::{Request, Response, Status, Streaming};

/// The number of files at which those that were deleted are first forgotten.
const FIRST_SWEEP: usize = 1024;

/// A part of a file, and its hash.
struct Part {
    bytes: Range<u64>,
    hash: [u64; 2],
}

/// The hashes of all files that this process has written.
pub(crate) struct Shuffles {
    key: Box<Key>,
    files: Mutex<Files>,
}

struct Files {
    parts: HashMap<PathBuf, Vec<Part>>,
    /// The number of files at which those that were deleted are forgotten.
    sweep: usize,
}

impl Shuffles {
    pub(crate) fn new() -> Arc<Self> {
        let files = Files { parts: HashMap::new(), sweep: FIRST_SWEEP };
        Arc::new(Self { key: Box::new(Key::generate()), files: Mutex::new(files) })
    }

    fn files(&self) -> MutexGuard<'_, Files> {
        // A panic leaves the map as it was before or after an insertion.
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hashes a file that a task has written. A sorted file has a header and a part for each
    /// partition, whose boundaries are in its index, and any other file is one part.
    fn add(&self, path: &Path, is_sorted: bool) -> io::Result<()> {
        let whole = 0..std::fs::metadata(path)?.len();
        let mut ranges = vec![whole];
        if is_sorted {
            let index_path = get_index_path(path);
            self.add(&index_path, false)?;
            let index = ShuffleIndex::read_from_file(&index_path).map_err(io::Error::other)?;
            let bytes = |start: i64, end: i64| start.cast_unsigned()..end.cast_unsigned();
            ranges = vec![bytes(0, index.header_end_offset())];
            ranges.extend((0..index.partition_count()).map(|partition| {
                let (start, end) = index.get_partition_range(partition);
                bytes(start, end)
            }));
        }
        let mut file = File::open(path)?;
        let parts = ranges
            .into_iter()
            .map(|bytes| Ok(Part { hash: self.hash(&mut file, &bytes)?, bytes }))
            .collect::<io::Result<_>>()?;
        let mut files = self.files();
        files.parts.insert(path.to_owned(), parts);
        if files.parts.len() >= files.sweep {
            files.parts.retain(|path, _| path.exists());
            files.sweep = FIRST_SWEEP.max(2 * files.parts.len());
        }
        Ok(())
    }

    /// Returns the reason why a partition in a file must not be sent, if there is one.
    fn check(&self, path: &Path, partition: Option<usize>) -> std::result::Result<(), String> {
        let name = path.display();
        let parts: Vec<(Range<u64>, [u64; 2])> = {
            let files = self.files();
            let parts = files.parts.get(path).ok_or_else(|| format!("{name} is unknown"))?;
            let chosen = match partition {
                Some(partition) => vec![parts.first(), parts.get(1 + partition)],
                None => parts.iter().map(Some).collect(),
            };
            let chosen =
                chosen.into_iter().map(|part| part.map(|part| (part.bytes.clone(), part.hash)));
            chosen.collect::<Option<_>>().ok_or_else(|| format!("{name} has no such partition"))?
        };
        let mut file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
        for (bytes, hash) in parts {
            match self.hash(&mut file, &bytes) {
                Ok(found) if found == hash => {}
                Ok(_) => return Err(format!("{name} has changed since it was written")),
                Err(error) => return Err(format!("{name}: {error}")),
            }
        }
        Ok(())
    }

    fn hash(&self, file: &mut File, bytes: &Range<u64>) -> io::Result<[u64; 2]> {
        let mut hasher = ClHasher128::new(&*self.key);
        let mut left = bytes.end.saturating_sub(bytes.start);
        file.seek(SeekFrom::Start(bytes.start))?;
        let mut buffer = vec![0; usize::try_from(left).map_or(1 << 20, |left| left.min(1 << 20))];
        while left > 0 {
            let wanted = usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()));
            file.read_exact(&mut buffer[..wanted])?;
            hasher.update(&buffer[..wanted]);
            left -= wanted as u64;
        }
        Ok(hasher.finalize())
    }
}

/// Ballista's engine, which hashes the files of its tasks.
pub(crate) struct Engine(pub(crate) Arc<Shuffles>);

impl ExecutionEngine for Engine {
    fn create_query_stage_exec(
        &self,
        job: JobId,
        stage: usize,
        task: usize,
        partitions: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        work_dir: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        if !config.ballista_shuffle_reader_force_remote_read() {
            // The scheduler of this crate always sets it.
            let reason = "an executor of hash-ballista needs a scheduler of hash-ballista";
            return Err(DataFusionError::Configuration(reason.to_owned()));
        }
        if plan.downcast_ref::<RangeShuffleWriterExec>().is_some() {
            let reason = "hash-ballista does not support shuffles by range";
            return Err(DataFusionError::NotImplemented(reason.to_owned()));
        }
        let inner = DefaultExecutionEngine::new().create_query_stage_exec(
            job.clone(),
            stage,
            task,
            partitions,
            plan,
            work_dir,
            config,
        )?;
        let shuffles = self.0.clone();
        Ok(Arc::new(Stage { inner, shuffles, job, stage, work_dir: work_dir.to_owned() }))
    }
}

/// A task whose files are hashed when it ends.
struct Stage {
    inner: Arc<dyn QueryStageExecutor>,
    shuffles: Arc<Shuffles>,
    job: JobId,
    stage: usize,
    work_dir: String,
}

impl fmt::Debug for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, f)
    }
}

/// Says what to do about an error in the stream of another executor's results. Ballista passes such
/// an error on as it is, while one at the stream's beginning tells the scheduler that results are
/// lost.
fn explained(error: DataFusionError) -> DataFusionError {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    let mut is_in_stream = false;
    while let Some(each) = cause {
        is_in_stream |= matches!(
            each.downcast_ref(),
            Some(BallistaError::ArrowError(error)) if matches!(**error, ArrowError::IpcError(_))
        );
        cause = each.source();
    }
    if is_in_stream {
        return error
            .context("an executor was lost while its results were read; run the query again");
    }
    error
}

#[async_trait]
impl QueryStageExecutor for Stage {
    async fn execute_query_stage(
        &self,
        task: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        let written = self.inner.execute_query_stage(task, context).await.map_err(explained)?;
        let mut last = None;
        for part in &written {
            let path = create_shuffle_path(
                &self.work_dir,
                &self.job,
                self.stage,
                usize::try_from(part.partition_id)
                    .map_err(|error| DataFusionError::External(Box::new(error)))?,
                part.file_id,
                part.is_sort_shuffle,
            )?;
            // All partitions of a sorted task are in one file.
            if last.as_ref() != Some(&path) {
                self.shuffles.add(&path, part.is_sort_shuffle)?;
                last = Some(path);
            }
        }
        Ok(written)
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        self.inner.collect_plan_metrics()
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.inner.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.inner.collect_window_state_reports()
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.inner.collect_column_stats()
    }
}

/// Ballista's service of results, which sends only what has the hash that it had when it was
/// written.
pub(crate) struct Service {
    inner: BallistaFlightService,
    work_dir: String,
    shuffles: Arc<Shuffles>,
}

impl Service {
    pub(crate) fn new(work_dir: String, shuffles: Arc<Shuffles>) -> Self {
        Self { inner: BallistaFlightService::new(work_dir.clone()), work_dir, shuffles }
    }

    /// Checks the files of an encoded request.
    async fn check(&self, request: &[u8]) -> std::result::Result<(), Status> {
        let request = decode_protobuf(request)
            .map_err(|error| Status::invalid_argument(error.to_string()))?;
        let Fetch::FetchPartition {
            job_id,
            stage_id,
            partition_id,
            file_id,
            layout,
            file_kind,
            byte_ranges,
            ..
        } = request;
        if file_kind == ShuffleFileKind::Index || !byte_ranges.is_empty() {
            return Err(Status::unimplemented("shuffles by range"));
        }
        let is_sorted = layout == ShuffleLayout::Sort;
        let path = create_shuffle_path(
            &self.work_dir,
            &job_id,
            stage_id,
            partition_id,
            file_id,
            is_sorted,
        )
        .map_err(|error| Status::invalid_argument(error.to_string()))?;
        let shuffles = self.shuffles.clone();
        let checked = tokio::task::spawn_blocking(move || {
            if is_sort_shuffle_output(&path) != is_sorted {
                return Err(format!("{} has lost or gained an index", path.display()));
            }
            if is_sorted {
                shuffles.check(&get_index_path(&path), None)?;
            }
            shuffles.check(&path, is_sorted.then_some(partition_id))
        });
        checked.await.map_err(|error| Status::internal(error.to_string()))?.map_err(|reason| {
            log::error!("{reason}");
            Status::data_loss(reason)
        })
    }
}

type Inner = BallistaFlightService;
type Answer<T> = std::result::Result<Response<T>, Status>;

#[async_trait]
impl FlightService for Service {
    type HandshakeStream = <Inner as FlightService>::HandshakeStream;
    type ListFlightsStream = <Inner as FlightService>::ListFlightsStream;
    type DoGetStream = <Inner as FlightService>::DoGetStream;
    type DoPutStream = <Inner as FlightService>::DoPutStream;
    type DoActionStream = <Inner as FlightService>::DoActionStream;
    type ListActionsStream = <Inner as FlightService>::ListActionsStream;
    type DoExchangeStream = <Inner as FlightService>::DoExchangeStream;

    async fn do_get(&self, request: Request<Ticket>) -> Answer<Self::DoGetStream> {
        self.check(&request.get_ref().ticket).await?;
        self.inner.do_get(request).await
    }

    async fn do_action(&self, request: Request<Action>) -> Answer<Self::DoActionStream> {
        self.check(&request.get_ref().body).await?;
        self.inner.do_action(request).await
    }

    async fn handshake(
        &self,
        request: Request<Streaming<HandshakeRequest>>,
    ) -> Answer<Self::HandshakeStream> {
        self.inner.handshake(request).await
    }

    async fn list_flights(&self, request: Request<Criteria>) -> Answer<Self::ListFlightsStream> {
        self.inner.list_flights(request).await
    }

    async fn get_flight_info(&self, request: Request<FlightDescriptor>) -> Answer<FlightInfo> {
        self.inner.get_flight_info(request).await
    }

    async fn poll_flight_info(&self, request: Request<FlightDescriptor>) -> Answer<PollInfo> {
        self.inner.poll_flight_info(request).await
    }

    async fn get_schema(&self, request: Request<FlightDescriptor>) -> Answer<SchemaResult> {
        self.inner.get_schema(request).await
    }

    async fn do_put(&self, request: Request<Streaming<FlightData>>) -> Answer<Self::DoPutStream> {
        self.inner.do_put(request).await
    }

    async fn list_actions(&self, request: Request<Empty>) -> Answer<Self::ListActionsStream> {
        self.inner.list_actions(request).await
    }

    async fn do_exchange(
        &self,
        request: Request<Streaming<FlightData>>,
    ) -> Answer<Self::DoExchangeStream> {
        self.inner.do_exchange(request).await
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST_SWEEP, Shuffles, explained};
    use ballista_core::error::BallistaError;
    use ballista_core::execution_plans::sort_shuffle::{ShuffleIndex, get_index_path};
    use datafusion::arrow::error::ArrowError;
    use datafusion::error::DataFusionError;
    use std::error::Error;
    use std::fs;
    use std::sync::Arc;

    /// The errors of an executor that was killed while it sent its results, and before.
    #[test]
    fn errors_in_streams_say_what_to_do() {
        let in_stream = BallistaError::from(ArrowError::IpcError("broken pipe".into()));
        let in_stream =
            DataFusionError::Shared(Arc::new(DataFusionError::External(in_stream.into())));
        assert!(explained(in_stream).to_string().contains("run the query again"));
        let lost = BallistaError::FetchFailed("executor".into(), 1, 2, "gone".into());
        let lost = explained(DataFusionError::External(lost.into()));
        assert!(matches!(&lost, DataFusionError::External(error) if error.is::<BallistaError>()));
    }

    #[test]
    fn every_changed_bit_is_found() -> Result<(), Box<dyn Error>> {
        let dir = tempfile::tempdir()?;
        let path = dir.path().join("data.arrow");
        let index_path = get_index_path(&path);
        let bytes: Vec<u8> = (0..100).collect();
        // A header of 10 bytes and three partitions, the second of which is empty.
        let mut index = ShuffleIndex::new(3);
        for (partition, start) in [(0, 10), (1, 40), (2, 40)] {
            index.set_offset(partition, start);
        }
        index.set_total_length(100);
        let parts = [10..40, 40..40, 40..100];
        for is_sorted in [false, true] {
            fs::write(&path, &bytes)?;
            index.write_to_file(&index_path)?;
            let shuffles = Shuffles::new();
            assert!(shuffles.check(&path, None).is_err(), "the file is not yet known");
            shuffles.add(&path, is_sorted)?;
            shuffles.check(&path, None)?;
            for bit in 0..8 * bytes.len() {
                let mut changed = bytes.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                fs::write(&path, &changed)?;
                assert!(shuffles.check(&path, None).is_err(), "bit {bit}");
                for (partition, range) in parts.iter().enumerate().filter(|_| is_sorted) {
                    let is_read = bit / 8 < 10 || range.contains(&(bit / 8));
                    let found = shuffles.check(&path, Some(partition)).is_err();
                    assert_eq!(found, is_read, "bit {bit}, partition {partition}");
                }
            }
            fs::write(&path, &bytes[..99])?;
            assert!(shuffles.check(&path, None).is_err(), "the file is cut");
            fs::write(&path, &bytes)?;
            shuffles.check(&path, None)?;
            assert!(shuffles.check(&path, Some(3)).is_err(), "there is no such partition");
            let mut changed = fs::read(&index_path)?;
            changed[8] ^= 1;
            fs::write(&index_path, changed)?;
            assert!(shuffles.check(&index_path, None).is_err(), "the index has changed");
        }
        Ok(())
    }

    #[test]
    fn deleted_files_are_forgotten() -> Result<(), Box<dyn Error>> {
        let dir = tempfile::tempdir()?;
        let shuffles = Shuffles::new();
        for file in 0..3 * FIRST_SWEEP {
            let path = dir.path().join(file.to_string());
            fs::write(&path, "")?;
            shuffles.add(&path, false)?;
            fs::remove_file(path)?;
        }
        assert!(shuffles.files().parts.len() < FIRST_SWEEP);
        Ok(())
    }
}
