//! The command line of the report.

use crate::catalog;
use crate::race::{BATCH, Plan};
use crate::results::Role;
use clap::Parser;
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::time::Duration;

/// The sections to measure, and how.
#[derive(Clone, Debug, Parser)]
#[command(name = "report", about = "Measures the family beside its peers and writes one HTML page")]
pub struct Options {
    /// Sections to measure; `all` names every one [default: those that take minutes].
    pub sections: Vec<String>,
    /// Run fewer cases and rounds, in under a minute: a check that it works, not for figures.
    #[arg(long)]
    pub quick: bool,
    /// Start messages at cache lines.
    #[arg(long)]
    pub aligned: bool,
    /// Measure only contenders whose names contain this; can be repeated.
    #[arg(long, value_name = "TEXT")]
    pub only: Vec<String>,
    /// The folder of the page. The figures go to its folder `results`.
    #[arg(long, value_name = "DIR", default_value = "target/report")]
    pub out: PathBuf,
    /// Measure nothing: make the page from these results files.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub join: Vec<PathBuf>,
    /// Keep the figures for readers on other machines, in lab/results.
    #[arg(long)]
    pub save: bool,
    /// Measure nothing: write the pages and the README's picture from the results in lab/results,
    /// and print the README's section.
    #[arg(long)]
    pub readme: bool,
    /// The name of this machine in files and headings.
    #[arg(long, value_name = "NAME")]
    pub machine: Option<String>,
    /// The progress bar, which shows the current measurement.
    #[arg(skip = ProgressBar::hidden())]
    pub progress: ProgressBar,
}

impl Options {
    /// Returns the names of the sections to measure: the requested ones, or `usual`.
    ///
    /// # Errors
    /// Returns an error if a name is not among `known`.
    pub fn names<'a>(&self, known: &[&'a str], usual: &[&'a str]) -> Result<Vec<&'a str>, String> {
        if self.sections.is_empty() {
            return Ok(usual.to_vec());
        }
        if self.sections.iter().any(|name| name == "all") {
            return Ok(known.to_vec());
        }
        let find = |name: &String| {
            known.iter().find(|k| *k == name).copied().ok_or_else(|| {
                format!("no section {name}: choose among {}, or all", known.join(", "))
            })
        };
        self.sections.iter().map(find).collect()
    }

    /// Returns whether the contender takes part. A quick run leaves out those of our backends that
    /// detection does not choose.
    #[must_use]
    pub fn wants(&self, name: &str) -> bool {
        (self.only.is_empty() || self.only.iter().any(|text| name.contains(text)))
            && !(self.quick && catalog::role(name) == Role::OursForced)
    }

    /// Returns the cases of a full or of a quick run.
    #[must_use]
    pub fn pick<'a, T>(&self, full: &'a [T], quick: &'a [T]) -> &'a [T] {
        if self.quick { quick } else { full }
    }

    /// Returns the plan for a case of short operations.
    #[must_use]
    pub const fn plan(&self) -> Plan {
        let budget = Duration::from_millis(if self.quick { 350 } else { 1500 });
        Plan { batch: BATCH, budget, min_rounds: 9, max_rounds: 601 }
    }

    /// Returns the plan for messages of up to `longest` bytes.
    #[must_use]
    pub const fn plan_for(&self, longest: usize) -> Plan {
        // From this length on, messages pass through the last-level cache or leave it.
        if longest < 1 << 20 { self.plan() } else { self.long_plan() }
    }

    /// Returns the plan for a case whose working set leaves the caches. A batch must take longer
    /// than reloading the part that other contenders displaced.
    #[must_use]
    pub const fn long_plan(&self) -> Plan {
        let (budget, min_rounds) = if self.quick { (700, 5) } else { (8000, 9) };
        let budget = Duration::from_millis(budget);
        Plan { batch: Duration::from_millis(2), budget, min_rounds, max_rounds: 201 }
    }

    /// Returns the plan for tables of millions of entries, of which filling one takes half a
    /// second.
    #[must_use]
    pub const fn plan_of_millions(&self) -> Plan {
        let budget = Duration::from_millis(if self.quick { 700 } else { 4000 });
        Plan { budget, min_rounds: 3, ..self.long_plan() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(args: &[&str]) -> Result<Vec<&'static str>, String> {
        let args = ["report"].iter().chain(args);
        let options = Options::try_parse_from(args).map_err(|error| error.to_string())?;
        options.names(&["maps", "batch", "keys"], &["maps", "batch"])
    }

    #[test]
    fn arguments() {
        assert_eq!(names(&[]).as_deref(), Ok(&["maps", "batch"][..]));
        assert_eq!(names(&["all"]).as_deref(), Ok(&["maps", "batch", "keys"][..]));
        assert_eq!(names(&["keys", "--quick", "--only", "std"]).as_deref(), Ok(&["keys"][..]));
        assert!(names(&["--out"]).is_err_and(|e| e.contains("--out")));
        assert!(names(&["bulk"]).is_err_and(|e| e.contains("no section bulk")));
    }

    #[test]
    fn contenders() {
        let options = |args: &[&str]| Options::parse_from(["report"].iter().chain(args));
        let only = options(&["--only", "std", "--only", "clhash"]);
        assert!(only.wants("clhash/portable") && only.wants("std") && !only.wants("ahash"));
        let chosen = format!("clhash/{}", clhash::Backend::detect().name());
        assert!(options(&["--quick"]).wants(&chosen));
        if clhash::Backend::detect() != clhash::Backend::PORTABLE {
            assert!(!options(&["--quick"]).wants("clhash/portable"));
        }
    }
}
