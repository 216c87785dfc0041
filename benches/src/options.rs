//! The command line of the report.

use crate::race::{BATCH, Plan};
use std::path::PathBuf;
use std::time::Duration;

/// What to measure, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The sections, by name.
    pub sections: Vec<String>,
    /// A tenth of the time, fewer cases: to see that everything works, not for figures.
    pub quick: bool,
    /// Messages start at cache lines.
    pub aligned: bool,
    /// Only contenders whose names contain one of these; all if there are none.
    pub only: Vec<String>,
    /// Where files are written.
    pub out: PathBuf,
}

impl Options {
    /// Reads the arguments, among them names of sections: none, or `all`, are all of `known`.
    /// Files go to `out` unless they say otherwise.
    ///
    /// # Errors
    /// What is wrong with them, and the usage.
    pub fn parse(
        mut args: impl Iterator<Item = String>,
        known: &[&str],
        out: &str,
    ) -> Result<Self, String> {
        let usage = format!(
            "usage: report [{}|all]... [--quick] [--aligned] [--only TEXT]... [--out DIR]",
            known.join("|")
        );
        let mut options = Self {
            sections: Vec::new(),
            quick: false,
            aligned: false,
            only: Vec::new(),
            out: PathBuf::from(out),
        };
        let mut all = false;
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value\n{usage}"));
            match arg.as_str() {
                "--quick" => options.quick = true,
                "--aligned" => options.aligned = true,
                "--only" => options.only.push(value()?),
                "--out" => options.out = value()?.into(),
                "all" => all = true,
                name if known.contains(&name) => options.sections.push(arg),
                _ => return Err(format!("unknown argument: {arg}\n{usage}")),
            }
        }
        if all || options.sections.is_empty() {
            options.sections = known.iter().map(ToString::to_string).collect();
        }
        Ok(options)
    }

    /// Whether the contender takes part.
    #[must_use]
    pub fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|text| name.contains(text))
    }

    /// The plan for a case of short operations.
    #[must_use]
    pub const fn plan(&self) -> Plan {
        let budget = Duration::from_millis(if self.quick { 120 } else { 1500 });
        Plan { batch: BATCH, budget, min_rounds: 9, max_rounds: 601 }
    }

    /// The plan for messages of up to so many bytes.
    #[must_use]
    pub const fn plan_for(&self, longest: usize) -> Plan {
        // From here on messages pass through the last cache or leave it.
        if longest < 1 << 20 { self.plan() } else { self.long_plan() }
    }

    /// The plan for a case whose working set leaves the caches, so that a batch has to be longer
    /// than what it takes to bring back the part that others displaced.
    #[must_use]
    pub const fn long_plan(&self) -> Plan {
        let (budget, min_rounds) = if self.quick { (400, 3) } else { (8000, 9) };
        let budget = Duration::from_millis(budget);
        Plan { batch: Duration::from_millis(2), budget, min_rounds, max_rounds: 201 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Options, String> {
        Options::parse(args.iter().map(ToString::to_string), &["maps", "batch"], "out")
    }

    #[test]
    fn arguments() -> Result<(), String> {
        assert_eq!(parse(&[])?.sections, ["maps", "batch"]);
        let options = parse(&["batch", "--quick", "--only", "std", "--only", "clhash"])?;
        assert_eq!(options.sections, ["batch"]);
        assert!(options.quick && options.wants("clhash/portable") && !options.wants("ahash"));
        assert!(parse(&["--out"]).is_err_and(|e| e.contains("--out needs a value")));
        assert!(parse(&["bulk"]).is_err_and(|e| e.contains("usage")));
        Ok(())
    }
}
