//! Fails jobs that Ballista 55.0 would complete with a wrong result, or never.
//!
//! A stage that has lost inputs is rolled back and gets a new attempt number, but tasks of the
//! earlier attempt cannot be cancelled, and tasks of both attempts write the same files. If a task
//! of the last stage is repeated because its executor is taken for dead, the results of both runs
//! belong to the output. [`Guard`] is between the executors and the scheduler: it hands out no task
//! of such a job, so the job cannot succeed, and fails it. It also fails jobs without progress.

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpc;
use ballista_core::serde::protobuf::{self, job_status, task_status};
use ballista_scheduler::scheduler_server::SchedulerServer;
use ballista_scheduler::state::execution_graph::ExecutionGraphBox;
use ballista_scheduler::state::execution_stage::{ExecutionStage, TaskInfo};
use ballista_scheduler::state::task_manager::JobInfoCache;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tonic::{Request, Response, Status};

/// The error of a job that cannot be completed correctly.
const LOST: &str = "an executor or its results were lost after others had begun to use them; \
     run the query again";

/// The time for which a failed job's reason is kept for clients that poll; they do so every 50 ms.
const KEPT: Duration = Duration::from_secs(60);

/// The time between two looks at the jobs.
const PERIOD: Duration = Duration::from_millis(500);

type Scheduler = SchedulerServer<LogicalPlanNode, PhysicalPlanNode>;

/// The scheduler's service without tasks that could make a result wrong.
#[derive(Clone)]
pub(crate) struct Guard(Scheduler);

impl Guard {
    pub(crate) fn new(scheduler: Scheduler) -> Self {
        Self(scheduler)
    }

    /// Asks the scheduler for tasks, and drops those of jobs that must fail. A job in which a stage
    /// or an output is repeated needs another task, so it comes by here before it can succeed.
    async fn tasks(
        &self,
        request: Request<protobuf::PollWorkParams>,
    ) -> std::result::Result<Response<protobuf::PollWorkResult>, Status> {
        let mut response = self.0.poll_work(request).await?;
        let jobs = self.0.state.task_manager.get_running_job_cache();
        let mut safe = Vec::new();
        for task in std::mem::take(&mut response.get_mut().tasks) {
            let job = task.job_id.clone().into();
            if let Some(cached) = jobs.get(&job)
                && self.check(&job, cached).await
            {
                safe.push(task);
            }
        }
        response.get_mut().tasks = safe;
        Ok(response)
    }

    /// Returns whether a job can still succeed, and fails it otherwise.
    async fn check(&self, job: &JobId, cached: &JobInfoCache) -> bool {
        let is_sound = is_sound(&*cached.execution_graph.read().await);
        if !is_sound {
            self.fail(job, cached, LOST).await;
        }
        is_sound
    }

    /// Fails a job for this reason, unless it has already failed.
    async fn fail(&self, job: &JobId, cached: &JobInfoCache, reason: &str) {
        {
            let mut graph = cached.execution_graph.write().await;
            if !is_running(&graph) {
                return;
            }
            graph.fail_job(reason.to_owned());
        }
        log::error!("job {job}: {reason}");
        // Clients that wait for events get the status from this call.
        report(self.0.state.task_manager.update_job(job).await);
        // Cancelling frees the job's memory and files, but replaces the reason by "Cancelled".
        let (scheduler, job) = (self.0.clone(), job.clone());
        tokio::spawn(async move {
            tokio::time::sleep(KEPT).await;
            report(scheduler.cancel_job(job).await);
        });
    }

    /// Fails jobs that cannot succeed or in which no task has begun or ended for `patience`.
    pub(crate) async fn watch(self, patience: Duration) {
        let mut seen = HashMap::<JobId, (Progress, Instant)>::new();
        loop {
            tokio::time::sleep(PERIOD).await;
            let jobs = self.0.state.task_manager.get_running_job_cache();
            seen.retain(|job, _| jobs.contains_key(job));
            for (job, cached) in jobs.iter() {
                if !self.check(job, cached).await {
                    continue;
                }
                let now = progress(&*cached.execution_graph.read().await);
                let last = seen.entry(job.clone()).or_insert((now, Instant::now()));
                if last.0 != now {
                    *last = (now, Instant::now());
                } else if last.1.elapsed() >= patience {
                    let seconds = patience.as_secs();
                    let reason = format!(
                        "no task of this query began or ended for {seconds} seconds; \
                         look after the executors and run the query again"
                    );
                    self.fail(job, cached, &reason).await;
                }
            }
        }
    }
}

fn report<T>(result: Result<T>) {
    if let Err(error) = result {
        log::error!("{error}");
    }
}

fn is_running(graph: &ExecutionGraphBox) -> bool {
    matches!(graph.status().status, Some(job_status::Status::Running(_)))
}

/// Returns whether every stage is in its first attempt, and every result for the client comes from
/// a task that has succeeded.
fn is_sound(graph: &ExecutionGraphBox) -> bool {
    let stages = graph.stages();
    stages.values().all(|stage| attempt(stage) == 0)
        && graph.output_locations().iter().all(|output| {
            let stage = stages.get(&output.partition_id.stage_id);
            let tasks = stage.and_then(ExecutionStage::task_infos).unwrap_or_default();
            tasks.get(output.map_partition_id).is_some_and(has_succeeded)
        })
}

fn has_succeeded(task: &TaskInfo) -> bool {
    matches!(task.task_status, task_status::Status::Successful(_))
}

fn attempt(stage: &ExecutionStage) -> usize {
    match stage {
        ExecutionStage::UnResolved(stage) => stage.stage_attempt_num,
        ExecutionStage::Resolved(stage) => stage.stage_attempt_num,
        ExecutionStage::Running(stage) => stage.stage_attempt_num,
        ExecutionStage::Successful(stage) => stage.stage_attempt_num,
        ExecutionStage::Failed(stage) => stage.stage_attempt_num,
    }
}

/// The numbers of tasks that have begun and that have ended.
type Progress = (usize, usize);

fn progress(graph: &ExecutionGraphBox) -> Progress {
    let tasks = || graph.stages().values().flat_map(|stage| stage.task_infos().unwrap_or_default());
    let runs = |task: &&TaskInfo| matches!(task.task_status, task_status::Status::Running(_));
    (tasks().count(), tasks().filter(|task| !runs(task)).count())
}

/// Implements the service with one method of the guard's own, and the scheduler's other methods.
macro_rules! service {
    ($($method:ident($params:ident) -> $result:ident;)*) => {
        #[async_trait]
        impl SchedulerGrpc for Guard {
            type ExecuteQueryPushStream = <Scheduler as SchedulerGrpc>::ExecuteQueryPushStream;

            async fn poll_work(
                &self,
                request: Request<protobuf::PollWorkParams>,
            ) -> std::result::Result<Response<protobuf::PollWorkResult>, Status> {
                self.tasks(request).await
            }

            async fn execute_query_push(
                &self,
                request: Request<protobuf::ExecuteQueryParams>,
            ) -> std::result::Result<Response<Self::ExecuteQueryPushStream>, Status> {
                self.0.execute_query_push(request).await
            }

            $(async fn $method(
                &self,
                request: Request<protobuf::$params>,
            ) -> std::result::Result<Response<protobuf::$result>, Status> {
                SchedulerGrpc::$method(&self.0, request).await
            })*
        }
    };
}

service! {
    register_executor(RegisterExecutorParams) -> RegisterExecutorResult;
    heart_beat_from_executor(HeartBeatParams) -> HeartBeatResult;
    update_task_status(UpdateTaskStatusParams) -> UpdateTaskStatusResult;
    create_update_session(CreateUpdateSessionParams) -> CreateUpdateSessionResult;
    remove_session(RemoveSessionParams) -> RemoveSessionResult;
    execute_query(ExecuteQueryParams) -> ExecuteQueryResult;
    get_job_status(GetJobStatusParams) -> GetJobStatusResult;
    get_job_metrics(GetJobMetricsParams) -> GetJobMetricsResult;
    executor_stopped(ExecutorStoppedParams) -> ExecutorStoppedResult;
    cancel_job(CancelJobParams) -> CancelJobResult;
    clean_job_data(CleanJobDataParams) -> CleanJobDataResult;
}
