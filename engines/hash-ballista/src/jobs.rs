//! Makes jobs fail whose shuffles were read twice.
//!
//! When an executor dies, Ballista 55.0 runs stages again. But the outputs that finished tasks of
//! such a stage have already passed to the next stage stay there, so rows count twice, and the
//! query succeeds with a wrong result. [`CheckedJobs`] wraps the scheduler's state of jobs. It
//! compares every job that it receives with the tasks that really succeeded, and cancels jobs whose
//! outputs disagree.

use async_trait::async_trait;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::task_status::Status as TaskStatus;
use ballista_core::serde::protobuf::{JobStatus, job_status};
use ballista_core::serde::scheduler::PartitionLocation;
use ballista_core::{JobId, JobStatusSubscriber};
use ballista_scheduler::cluster::{JobState, JobStateEventStream};
use ballista_scheduler::state::execution_graph::ExecutionGraphBox;
use ballista_scheduler::state::execution_stage::{ExecutionStage, StageOutput, TaskInfo};
use datafusion::prelude::{SessionConfig, SessionContext};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedSender;

/// The error of a query that cannot be completed correctly.
pub(crate) const LOST: &str =
    "an executor was lost after other executors had used its results; run the query again";

/// A state of jobs that never stores a success whose shuffles were read twice.
pub(crate) struct CheckedJobs {
    jobs: Arc<dyn JobState>,
    /// Receives the jobs that must be cancelled.
    doomed: UnboundedSender<JobId>,
}

impl CheckedJobs {
    pub(crate) fn new(jobs: Arc<dyn JobState>, doomed: UnboundedSender<JobId>) -> Self {
        Self { jobs, doomed }
    }
}

fn failed(status: &JobStatus) -> bool {
    matches!(status.status, Some(job_status::Status::Failed(_)))
}

/// Returns whether each output that a stage or the client reads comes from a task that succeeded in
/// the last attempt of its stage, and is present once.
fn is_consistent(graph: &ExecutionGraphBox) -> bool {
    let stages = graph.stages();
    let read = stages.values().flat_map(|stage| inputs(stage).into_iter().flatten());
    let of_client = graph.output_locations();
    read.map(|(id, output)| (*id, output.partition_locations.values().flatten().collect()))
        .chain(by_stage(&of_client))
        .all(|(id, locations)| are_current(stages.get(&id), &locations))
}

/// Returns whether these outputs of a stage are those of its tasks that succeeded.
fn are_current(stage: Option<&ExecutionStage>, locations: &[&PartitionLocation]) -> bool {
    let tasks = stage.map(tasks).unwrap_or_default();
    let written = |task: &TaskInfo, executor: Option<&str>| match &task.task_status {
        TaskStatus::Successful(done) if executor.is_none_or(|id| id == done.executor_id) => {
            done.partitions.len()
        }
        _ => 0,
    };
    let all: usize = tasks.iter().map(|task| written(task, None)).sum();
    locations.len() <= all
        && locations.iter().all(|location| {
            let task = tasks.get(location.map_partition_id);
            task.is_some_and(|task| written(task, Some(&location.executor_meta.id)) > 0)
        })
}

fn by_stage(locations: &[PartitionLocation]) -> HashMap<usize, Vec<&PartitionLocation>> {
    let mut stages = HashMap::<_, Vec<_>>::new();
    for location in locations {
        stages.entry(location.partition_id.stage_id).or_default().push(location);
    }
    stages
}

/// Returns the outputs of other stages that a stage reads.
fn inputs(stage: &ExecutionStage) -> Option<&HashMap<usize, StageOutput>> {
    match stage {
        ExecutionStage::UnResolved(stage) => Some(&stage.inputs),
        ExecutionStage::Resolved(stage) => Some(&stage.inputs),
        ExecutionStage::Running(stage) => Some(&stage.inputs),
        ExecutionStage::Successful(stage) => Some(&stage.inputs),
        ExecutionStage::Failed(_) => None,
    }
}

/// Returns the tasks of a stage's last attempt, by their numbers.
fn tasks(stage: &ExecutionStage) -> &[TaskInfo] {
    match stage {
        ExecutionStage::Running(stage) => &stage.task_infos,
        ExecutionStage::Successful(stage) => &stage.task_infos,
        _ => &[],
    }
}

#[async_trait]
impl JobState for CheckedJobs {
    async fn save_job(&self, job_id: &JobId, graph: &ExecutionGraphBox) -> Result<()> {
        // The first failure is kept, because cancelling a failed job would replace its reason.
        if self.jobs.get_job_status(job_id).await?.as_ref().is_some_and(failed) {
            return Ok(());
        }
        if failed(graph.status()) || is_consistent(graph) {
            return self.jobs.save_job(job_id, graph).await;
        }
        // If there is no receiver, the scheduler is ending, and all jobs with it.
        let _ = self.doomed.send(job_id.clone());
        let mut graph = graph.cloned();
        graph.fail_job(LOST.to_owned());
        self.jobs.save_job(job_id, &graph).await
    }

    fn accept_job(&self, job_id: &JobId, job_name: &str, queued_at: u64) -> Result<()> {
        self.jobs.accept_job(job_id, job_name, queued_at)
    }

    fn pending_job_number(&self) -> usize {
        self.jobs.pending_job_number()
    }

    async fn submit_job(
        &self,
        job_id: JobId,
        graph: &ExecutionGraphBox,
        subscriber: Option<JobStatusSubscriber>,
    ) -> Result<()> {
        self.jobs.submit_job(job_id, graph, subscriber).await
    }

    async fn get_jobs(&self) -> Result<HashSet<JobId>> {
        self.jobs.get_jobs().await
    }

    async fn get_all_jobs(&self) -> Result<HashSet<JobId>> {
        self.jobs.get_all_jobs().await
    }

    async fn get_job_status(&self, job_id: &JobId) -> Result<Option<JobStatus>> {
        self.jobs.get_job_status(job_id).await
    }

    async fn get_execution_graph(&self, job_id: &JobId) -> Result<Option<ExecutionGraphBox>> {
        self.jobs.get_execution_graph(job_id).await
    }

    async fn fail_unscheduled_job(&self, job_id: &JobId, reason: String) -> Result<()> {
        self.jobs.fail_unscheduled_job(job_id, reason).await
    }

    async fn remove_job(&self, job_id: &JobId) -> Result<()> {
        self.jobs.remove_job(job_id).await
    }

    async fn try_acquire_job(&self, job_id: &JobId) -> Result<Option<ExecutionGraphBox>> {
        self.jobs.try_acquire_job(job_id).await
    }

    async fn job_state_events(&self) -> Result<JobStateEventStream> {
        self.jobs.job_state_events().await
    }

    async fn create_or_update_session(
        &self,
        session_id: &str,
        config: &SessionConfig,
    ) -> Result<Arc<SessionContext>> {
        self.jobs.create_or_update_session(session_id, config).await
    }

    async fn remove_session(&self, session_id: &str) -> Result<()> {
        self.jobs.remove_session(session_id).await
    }

    fn produce_config(&self) -> SessionConfig {
        self.jobs.produce_config()
    }
}
