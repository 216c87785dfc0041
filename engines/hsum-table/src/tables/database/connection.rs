//! A connection to a database.
//!
//! Drivers wait, and a cursor borrows its connection, so each connection lives on a thread of its
//! own. It returns one batch of a cursor after the other. A query may read a table several times at
//! once, and none of these readers waits for another one to finish.

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The number of a cursor.
pub(crate) type Cursor = usize;

/// A driver's connection and its cursors.
pub(crate) trait Driver {
    /// Opens a cursor over the result of a query, whose columns are those of `schema`.
    fn start(&mut self, cursor: Cursor, sql: &str, schema: &SchemaRef) -> Result<()>;

    /// Returns the next rows of a cursor, if there are any.
    fn next(&mut self, cursor: Cursor) -> Result<Option<RecordBatch>>;

    /// Closes a cursor.
    fn end(&mut self, cursor: Cursor);

    /// Runs a query whose columns are integers.
    fn integers(&mut self, sql: &str) -> Result<Vec<Vec<Option<i64>>>>;
}

type Job = Box<dyn FnOnce(&mut dyn Driver) + Send>;

/// The thread of a connection. It ends with the program or with its last user.
#[derive(Debug)]
pub(crate) struct Connection {
    jobs: mpsc::Sender<Job>,
    cursors: AtomicUsize,
}

impl Connection {
    /// Opens a connection on a new thread, and returns it with what else `open` returns.
    pub(crate) fn open<D: Driver, T: Send + 'static>(
        open: impl FnOnce() -> Result<(D, T)> + Send + 'static,
    ) -> Result<(Arc<Self>, T)> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let (opened, result) = mpsc::channel();
        let run = move || {
            let mut driver = match open() {
                Ok((driver, other)) => {
                    let _ = opened.send(Ok(other));
                    driver
                }
                Err(error) => {
                    let _ = opened.send(Err(error));
                    return;
                }
            };
            queue.into_iter().for_each(|job| job(&mut driver));
        };
        thread::Builder::new().spawn(run).map_err(|error| exec_datafusion_err!("{error}"))?;
        let other = result.recv().map_err(|_| ended())??;
        Ok((Arc::new(Self { jobs, cursors: AtomicUsize::new(0) }), other))
    }

    /// Runs a job and waits for its result.
    fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut dyn Driver) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (sender, result) = mpsc::channel();
        let job: Job = Box::new(move |driver| {
            // Nobody waits any more if the program ends.
            let _ = sender.send(job(driver));
        });
        self.jobs.send(job).map_err(|_| ended())?;
        result.recv().map_err(|_| ended())?
    }

    /// Starts to read the result of a query.
    pub(crate) fn read(self: &Arc<Self>, sql: String, schema: SchemaRef) -> Result<Reader> {
        let cursor = self.cursors.fetch_add(1, Ordering::Relaxed);
        self.run(move |driver| driver.start(cursor, &sql, &schema))?;
        Ok(Reader { connection: Arc::clone(self), cursor, is_done: false })
    }

    /// Runs a query whose columns are integers.
    pub(crate) fn integers(&self, sql: String) -> Result<Vec<Vec<Option<i64>>>> {
        self.run(move |driver| driver.integers(&sql))
    }
}

fn ended() -> datafusion::error::DataFusionError {
    exec_datafusion_err!("the thread of a connection has ended")
}

/// The batches of a cursor.
#[derive(Debug)]
pub(crate) struct Reader {
    connection: Arc<Connection>,
    cursor: Cursor,
    is_done: bool,
}

impl Iterator for Reader {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let cursor = self.cursor;
        let batch = self.connection.run(move |driver| driver.next(cursor));
        // Nothing is read after an error.
        self.is_done = !matches!(batch, Ok(Some(_)));
        batch.transpose()
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let cursor = self.cursor;
        // A thread that has ended has no cursors.
        let _ = self.connection.jobs.send(Box::new(move |driver| driver.end(cursor)));
    }
}
