//! The progress of long work, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// A bar on standard error, if that is a terminal.
#[derive(Clone)]
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    /// Work that takes less time shows no bar.
    const DELAY: Duration = Duration::from_millis(500);

    /// Never shows anything.
    pub(crate) const NONE: Self = Self(None);

    /// Whether standard error is a terminal.
    pub(crate) fn is_watched() -> bool {
        io::stderr().is_terminal()
    }

    /// Counts bytes, up to `total` if that is known.
    pub(crate) fn bytes(is_hidden: bool, total: Option<u64>) -> Self {
        Self::new(
            is_hidden,
            total,
            match total {
                Some(_) => "{bar:24} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
                None => "{spinner} {bytes}, {bytes_per_sec}, {elapsed}",
            },
        )
    }

    /// Counts steps that take about the same time.
    pub(crate) fn steps(is_hidden: bool, total: u64) -> Self {
        Self::new(is_hidden, Some(total), "{bar:24} {eta} left")
    }

    fn new(is_hidden: bool, total: Option<u64>, template: &str) -> Self {
        if is_hidden || !Self::is_watched() {
            return Self::NONE;
        }
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        Self(Some(bar.with_style(style)))
    }

    /// Counts bytes or steps that are done.
    pub(crate) fn add(&self, done: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(done);
            if bar.is_hidden() && bar.elapsed() > Self::DELAY {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        }
    }

    /// Calls `write` while the bar is off the screen.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar off the screen for good.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
