//! A connection to a database.
//!
//! Drivers wait, and a cursor borrows its connection, so each connection lives on a thread of its
//! own. It returns one batch of a cursor after the other. A query may read a table several times at
//! once, and none of these readers waits for another one to finish.

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// The number of a cursor.
pub(crate) type Cursor = usize;

/// A table that a connection has found.
pub(crate) struct Opened {
    /// The parts of its name.
    pub(crate) parts: Vec<String>,
    /// The columns as SQL: what is read of each.
    pub(crate) columns: Vec<String>,
    pub(crate) schema: SchemaRef,
    /// Whether texts are stored in UTF-8.
    pub(crate) is_utf8: bool,
}

/// What ends the query of a connection, if it runs one, from another thread.
#[derive(Clone)]
pub(crate) struct Canceller(Arc<dyn Fn() + Send + Sync>);

impl Canceller {
    pub(crate) fn new(cancel: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(cancel))
    }
}

impl fmt::Debug for Canceller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Canceller")
    }
}

/// A driver's connection and its cursors. Errors start with the name of their table.
pub(crate) trait Driver {
    /// Returns what ends a query that would otherwise run on after the end of the program.
    fn canceller(&self) -> Option<Canceller> {
        None
    }

    /// Finds a table.
    fn table(&mut self, name: &str, table: &str) -> Result<Opened>;

    /// Opens a cursor over the result of a query of a table, whose columns are those of `schema`.
    fn start(
        &mut self,
        cursor: Cursor,
        name: &Arc<str>,
        sql: &str,
        schema: &SchemaRef,
    ) -> Result<()>;

    /// Returns the next rows of a cursor, if there are any.
    fn next(&mut self, cursor: Cursor) -> Result<Option<RecordBatch>>;

    /// Closes a cursor.
    fn end(&mut self, cursor: Cursor);

    /// Runs a query of a table, whose columns are integers.
    fn integers(&mut self, name: &str, sql: &str) -> Result<Vec<Vec<Option<i64>>>>;
}

type Job = Box<dyn FnOnce(&mut dyn Driver) + Send>;

/// The thread of a connection. It ends with the program or with its last user.
#[derive(Debug)]
pub(crate) struct Connection {
    jobs: mpsc::Sender<Job>,
    cursors: AtomicUsize,
    /// The number of jobs that have not ended.
    waiting: AtomicUsize,
    canceller: Option<Canceller>,
}

/// The connections that tables share. They stay open until the program ends.
static SHARED: Mutex<Vec<(String, Arc<Connection>)>> = Mutex::new(Vec::new());

/// The most time that the end of the program is put off.
const LAST_TIME: Duration = Duration::from_secs(2);

/// Whether no more jobs are taken.
static ENDS: AtomicBool = AtomicBool::new(false);

/// Ends the queries that run on servers, because nobody waits for their rows any more.
pub(crate) fn cancel() {
    ENDS.store(true, Ordering::SeqCst);
    // While a connection is being opened, the others do nothing.
    let Ok(shared) = SHARED.try_lock() else { return };
    let (ended, ends) = mpsc::channel::<()>();
    let start = Instant::now();
    for (_, connection) in &*shared {
        let Some(Canceller(cancel)) = connection.canceller.clone() else { continue };
        let (ended, connection) = (ended.clone(), Arc::clone(connection));
        thread::spawn(move || {
            // A request that comes before its query is lost.
            while connection.waiting.load(Ordering::SeqCst) > 0 && start.elapsed() < LAST_TIME {
                cancel();
                thread::sleep(Duration::from_millis(20));
            }
            drop(ended);
        });
    }
    drop(ended);
    // Nothing is sent: this ends with the last thread, or when the time is over.
    let _ = ends.recv_timeout(LAST_TIME);
}

impl Connection {
    /// Returns the connection of a database that was opened before, or opens one. All tables of a
    /// database are read in one transaction, so that they are those of one moment.
    pub(crate) fn shared<D: Driver>(
        database: &str,
        open: impl FnOnce() -> Result<D> + Send + 'static,
    ) -> Result<Arc<Self>> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, connection)) = shared.iter().find(|(opened, _)| opened == database) {
            return Ok(Arc::clone(connection));
        }
        let connection = Self::open(open)?;
        shared.push((database.to_owned(), Arc::clone(&connection)));
        Ok(connection)
    }

    /// Opens a connection on a new thread.
    pub(crate) fn open<D: Driver>(
        open: impl FnOnce() -> Result<D> + Send + 'static,
    ) -> Result<Arc<Self>> {
        let (jobs, queue) = mpsc::channel::<Job>();
        let (opened, result) = mpsc::channel();
        let run = move || {
            let mut driver = match open() {
                Ok(driver) => {
                    let _ = opened.send(Ok(driver.canceller()));
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
        let canceller = result.recv().map_err(|_| ended())??;
        let (cursors, waiting) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Ok(Arc::new(Self { jobs, cursors, waiting, canceller }))
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
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let is_sent = !ENDS.load(Ordering::SeqCst) && self.jobs.send(job).is_ok();
        let result = if is_sent { result.recv().map_err(|_| ended()) } else { Err(ended()) };
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        result?
    }

    /// Finds a table.
    pub(crate) fn table(&self, name: String, table: &str) -> Result<Opened> {
        let table = table.to_owned();
        self.run(move |driver| driver.table(&name, &table))
    }

    /// Starts to read the result of a query of a table.
    pub(crate) fn read(
        self: &Arc<Self>,
        name: Arc<str>,
        sql: String,
        schema: SchemaRef,
    ) -> Result<Reader> {
        let cursor = self.cursors.fetch_add(1, Ordering::Relaxed);
        self.run(move |driver| driver.start(cursor, &name, &sql, &schema))?;
        Ok(Reader { connection: Arc::clone(self), cursor, is_done: false })
    }

    /// Runs a query of a table, whose columns are integers.
    pub(crate) fn integers(&self, name: Arc<str>, sql: String) -> Result<Vec<Vec<Option<i64>>>> {
        self.run(move |driver| driver.integers(&name, &sql))
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
