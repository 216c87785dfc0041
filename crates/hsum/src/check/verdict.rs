//! The verdicts on files, and what a list adds up to.

use super::{Checker, Rules};
use crate::algorithms::Digest;
use crate::json;
use crate::output::{Failure, Output};
use crate::quote::quote;
use crate::sums::{Line, Mark, escaped};
use serde_json::json;
use std::ffi::OsStr;
use std::path::PathBuf;

/// The verdict on the file of a line.
pub(crate) enum Verdict {
    Same,
    /// The file has this hash.
    Differs(Digest),
    /// There is no such file.
    Missing,
    /// There is no such file, but one of another name that has the hash.
    Moved(PathBuf),
    /// The reason why the file could not be opened or read.
    Unread(String),
    /// The reason why the file has not been read.
    Unverified(String),
}

impl Rules<'_> {
    /// Prints the verdict on the file of a line, if it is asked for.
    pub(super) fn say(&self, out: &mut Output, line: &Line, verdict: &Verdict) {
        let (text, word) = match verdict {
            Verdict::Same => ("OK", "ok"),
            Verdict::Differs(_) => ("FAILED", "failed"),
            Verdict::Missing => ("MISSING", "missing"),
            Verdict::Moved(_) => ("MOVED to ", "moved"),
            Verdict::Unread(_) => ("FAILED open or read", "unread"),
            Verdict::Unverified(_) => ("NOT VERIFIED", "unverified"),
        };
        if self.verdicts.status || self.verdicts.quiet && matches!(verdict, Verdict::Same) {
            return;
        }
        let to = if let Verdict::Moved(to) = verdict { Some(to.as_os_str()) } else { None };
        if !self.json {
            return self.say_text(out, line.name.as_os_str(), text, to);
        }
        let mut object = json!({
            "status": word,
            "algorithm": line.algorithm.stored_name(),
            "expected": line.digest.to_string(),
        });
        match verdict {
            Verdict::Same => object["found"] = line.digest.to_string().into(),
            Verdict::Differs(found) => object["found"] = found.to_string().into(),
            Verdict::Unread(reason) | Verdict::Unverified(reason) => {
                object["reason"] = (&**reason).into();
            }
            Verdict::Moved(to) => json::name(&mut object, "to", to.as_os_str()),
            Verdict::Missing => {}
        }
        json::file(out.buffer(), line.name.as_os_str(), object);
    }

    /// Prints that a file has no line.
    pub(super) fn say_unlisted(&self, out: &mut Output, name: &OsStr) {
        if self.verdicts.status {
        } else if self.json {
            json::file(out.buffer(), name, json!({ "status": "unlisted" }));
        } else {
            self.say_text(out, name, "NOT LISTED", None);
        }
    }

    /// Prints `NAME: TEXT`, or with another name `NAME: TEXT OTHER`.
    fn say_text(&self, out: &mut Output, name: &OsStr, text: &str, other: Option<&OsStr>) {
        let other = other.unwrap_or_default();
        if self.is_md5 {
            let other = if other.is_empty() { String::new() } else { quote(other) };
            let line = format!("{}: {text}{other}\n", quote(name));
            return out.buffer().extend(line.into_bytes());
        }
        let [(mark, name), (other_mark, other)] =
            [name, other].map(|name| escaped(name.as_encoded_bytes()));
        let mark = mark.max(other_mark);
        out.buffer().extend([mark, &name, b": ", text.as_bytes(), &other, b"\n"].concat());
    }
}

/// What the lines of a list add up to.
#[derive(Default)]
pub(super) struct Counts {
    same: u64,
    differing: u64,
    /// The differing lines that record nothing about the key.
    unmarked: u64,
    pub(super) missing: u64,
    unread: u64,
    unverified: u64,
    pub(super) improper: u64,
    pub(super) unknown: u64,
    /// The last line was one that ends the list.
    pub(super) has_ended: bool,
}

impl Counts {
    pub(super) fn count(&mut self, line: &Line, verdict: &Verdict) {
        let count = match verdict {
            Verdict::Same => &mut self.same,
            Verdict::Differs(_) => {
                self.unmarked += u64::from(line.mark == Mark::None);
                &mut self.differing
            }
            Verdict::Missing | Verdict::Moved(_) => &mut self.missing,
            Verdict::Unread(_) => &mut self.unread,
            Verdict::Unverified(_) => &mut self.unverified,
        };
        *count += 1;
    }

    /// Reports what the list adds up to.
    pub(super) fn sum_up(
        &self,
        checker: &Checker<'_>,
        out: &mut Output,
        complaint: impl Fn(&str) -> Failure,
    ) -> Result<(), Failure> {
        let &Self { same, differing, unmarked, missing, unread, unverified, .. } = self;
        let &Self { improper, unknown, has_ended, .. } = self;
        let Rules { verdicts, complete, is_md5, .. } = &checker.rules;
        let status = verdicts.status;
        if *complete && !has_ended {
            let reason = "may not be complete: no line ends it, as --complete writes one";
            out.complain(&complaint(reason));
        }
        if same + differing + missing + unread + unverified + unknown == 0 && !has_ended {
            return Err(complaint("no properly formatted checksum lines found"));
        }
        let trouble = [
            (improper, "line is", "lines are", "improperly formatted"),
            (unknown, "line has", "lines have", "an unknown algorithm"),
            (unverified, "line was", "lines were", "NOT verified"),
            (unread, "listed file", "listed files", "could not be read"),
            (differing, "computed checksum", "computed checksums", "did NOT match"),
        ];
        verdicts.sum_up(out, &trouble, &complaint);
        // It is more likely that an option is missing than that several files have all changed.
        let has_key = checker.hashers.material.is_key();
        let (are_unmarked, are_keyed) = (unmarked == differing, has_key && unmarked == 0);
        if same == 0 && differing > 1 && (are_unmarked || are_keyed) && !status && !is_md5 {
            let what = match has_key {
                true if are_keyed => "key",
                true => "algorithm or key",
                false => "algorithm or seed",
            };
            out.warn(&complaint(&format!("no hash matched: wrong {what}?")));
        }
        // A list that says that it is empty is whole.
        let is_empty = has_ended && missing == 0;
        if same + differing + unread + unverified + unknown == 0 && !is_empty && !status {
            out.warn(&complaint("no file was verified"));
        }
        if same == 0 && !is_empty || differing + unread + unverified > 0 {
            out.fail();
        }
        Ok(())
    }
}
