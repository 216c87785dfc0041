//! Signals that end the program, which first ends its queries on servers: a server notices that a
//! client has gone only when it sends rows.

use super::connection;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::fs;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

static HAS_ENDED: AtomicBool = AtomicBool::new(false);

/// Has signals end the queries of shared connections before they end the program.
pub(super) fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        let ends = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal));
        let ends: Vec<_> = ends.collect();
        // Without this thread, signals end the program at once.
        let _ = thread::Builder::new().spawn(move || {
            let Ok(mut signals) = Signals::new(ends) else { return };
            if let Some(signal) = signals.forever().next() {
                HAS_ENDED.store(true, Ordering::Relaxed);
                connection::cancel();
                let _ = emulate_default_handler(signal);
            }
        });
    });
}

/// Waits for the end by a signal, if there was one, so that the error of a query that it ended is
/// not shown.
pub(super) fn wait() {
    if HAS_ENDED.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_secs(10));
    }
}

/// Returns whether the parent process had the signal ignored, as `nohup` does, where the system
/// tells.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
