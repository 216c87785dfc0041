//! Parallel work on many items, with the results in order.

use crate::descriptors;
use crate::output::Output;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::iter;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A pause in which many small files are hashed. To wake a thread for each would take longer than
/// to hash it.
const NAP: Duration = Duration::from_micros(300);

/// Returns as many threads as can be started, or `None` if not even one can.
fn pool() -> Option<&'static ThreadPool> {
    static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
        let fewer = |number: &usize| Some(number / 2).filter(|number| *number > 0);
        iter::successors(Some(descriptors::threads()), fewer)
            .find_map(|number| ThreadPoolBuilder::new().num_threads(number).build().ok())
    });
    POOL.as_ref()
}

/// Items to process.
pub(crate) struct Items<I> {
    /// Each item, with the number of bytes that it takes in memory.
    pub(crate) items: I,
    /// An item may take a long time to arrive, so that those before it must not wait for it.
    pub(crate) are_slow: bool,
}

/// Calls `work(item)` for all items, on all CPUs, and `report(out, result)` for their results in
/// order, each as soon as it and those before it are known.
pub(crate) fn in_order<T: Send, R: Send>(
    Items { items, are_slow }: Items<impl Iterator<Item = (usize, T)>>,
    out: &mut Output,
    work: impl Fn(T) -> R + Sync,
    mut report: impl FnMut(&mut Output, R) + Send,
) {
    let mut items = items.peekable();
    let Some(first) = items.next() else { return };
    // Starting threads would take longer than hashing a small file.
    let is_only = !are_slow && items.peek().is_none();
    let mut items = Some(iter::once(first).chain(items));
    if let Some(pool) = if is_only { None } else { pool() } {
        let window = Window::default();
        let (queue, results) = mpsc::channel();
        let (to, report, given) = (&mut *out, &mut report, &window);
        let reporter = move || {
            while let Some((bytes, result)) = receive(&results, to) {
                // A call of `work` that panics sends no result. The scope propagates the panic.
                if let Some(result) = receive(&result, to) {
                    report(to, result);
                }
                given.give_back(bytes);
            }
        };
        thread::scope(|threads| {
            if thread::Builder::new().spawn_scoped(threads, reporter).is_err() {
                return;
            }
            let (work, queue) = (&work, queue);
            pool.in_place_scope(|scope| {
                for (bytes, item) in items.take().into_iter().flatten() {
                    window.take(bytes);
                    let (sender, result) = mpsc::sync_channel(1);
                    scope.spawn(move |_| drop(sender.send(work(item))));
                    drop(queue.send((bytes, result)));
                }
            });
        });
    }
    one_by_one(items.into_iter().flatten(), out, work, report);
}

/// Does the same as [`in_order`] on this thread alone.
pub(crate) fn one_by_one<T, R>(
    items: impl Iterator<Item = (usize, T)>,
    out: &mut Output,
    work: impl Fn(T) -> R,
    mut report: impl FnMut(&mut Output, R),
) {
    for (_, item) in items {
        report(out, work(item));
        out.flush();
    }
}

/// Returns the number of threads that [`map`] uses here.
pub(crate) fn width() -> usize {
    // A thread of the pool that waits for others begins another item meanwhile. Items would nest as
    // deep as there are items.
    if rayon::current_thread_index().is_some() { 1 } else { descriptors::threads() }
}

/// Calls `work(item)` for all items, on [`width`] threads, and returns the results in order.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    let pool = if width().min(items.len()) > 1 { pool() } else { None };
    match pool {
        Some(pool) => pool.install(|| items.into_par_iter().map(work).collect()),
        None => items.into_iter().map(work).collect(),
    }
}

/// Receives a value. Before it waits for a long time, it writes the output that was held back.
fn receive<T>(receiver: &Receiver<T>, out: &mut Output) -> Option<T> {
    let received = receiver.try_recv().or_else(|error| {
        if error == TryRecvError::Empty {
            thread::sleep(NAP);
        }
        receiver.try_recv()
    });
    match received {
        Err(TryRecvError::Empty) => {
            out.flush();
            receiver.recv().ok()
        }
        received => received.ok(),
    }
}

/// Counts the bytes of the items and results that wait in memory for an item before them.
#[derive(Default)]
struct Window {
    bytes: Mutex<usize>,
    fell: Condvar,
}

impl Window {
    /// The number of bytes from which on no further item is started.
    const MAX: usize = 8 << 20;
    /// The number of bytes that each item adds to its own, so that at most 1,024 items are in
    /// memory.
    const EACH: usize = 8 << 10;

    fn take(&self, bytes: usize) {
        let held = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let held = self.fell.wait_while(held, |held| *held >= Self::MAX);
        *held.unwrap_or_else(PoisonError::into_inner) += bytes + Self::EACH;
    }

    fn give_back(&self, bytes: usize) {
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) -= bytes + Self::EACH;
        self.fell.notify_one();
    }
}
