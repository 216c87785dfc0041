//! Work on many things at once, results in order.

use crate::output::Output;
use std::collections::VecDeque;
use std::iter;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Duration;

/// The number of results that may wait for one before them.
const WINDOW: usize = 1024;

/// Being woken for each small file would cost more than hashing it: after this time many are done.
const NAP: Duration = Duration::from_micros(300);

/// Calls `work` on all items, on all CPUs, and `report` on the results in the order of the items,
/// each as soon as it and those before it are there.
pub(crate) fn in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T>,
    out: &mut Output,
    work: impl Fn(T) -> R + Sync,
    mut report: impl FnMut(&mut Output, R),
) {
    let mut items = items.peekable();
    let Some(first) = items.next() else { return };
    if items.peek().is_none() {
        // Threads would take longer to start than a small file to hash.
        return report(out, work(first));
    }
    let mut settle = |queue: &mut VecDeque<Receiver<R>>, limit| {
        while let Some(front) = queue.front() {
            let result = match front.try_recv() {
                Err(TryRecvError::Empty) if queue.len() <= limit => break,
                Err(TryRecvError::Empty) => {
                    thread::sleep(NAP);
                    let soon = front.try_recv();
                    let wait = |_| {
                        out.flush();
                        front.recv()
                    };
                    soon.or_else(wait).ok()
                }
                ready => ready.ok(),
            };
            queue.pop_front();
            // There is none where `work` panicked, and the scope will hand that on.
            if let Some(result) = result {
                report(out, result);
            }
        }
    };
    let work = &work;
    rayon::in_place_scope(|scope| {
        let mut queue = VecDeque::new();
        for item in iter::once(first).chain(items) {
            let (sender, receiver) = mpsc::sync_channel(1);
            scope.spawn(move |_| drop(sender.send(work(item))));
            queue.push_back(receiver);
            settle(&mut queue, WINDOW);
        }
        settle(&mut queue, 0);
    });
}
