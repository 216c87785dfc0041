//! The sums by which two tables are compared.

use crate::output::note;
use hash_datafusion::hash_agg::Fingerprint;
use hash_datafusion::hash_agg::sql::{Checksum, collision_bound};
use serde_json::{Value, json};

/// The sums of the rows of both tables.
#[derive(Debug)]
pub(crate) enum Sums {
    Fingerprints([Fingerprint; 2]),
    /// Those that databases compute.
    Checksums([Checksum; 2]),
}

impl Sums {
    pub(crate) fn are_equal(&self) -> bool {
        match self {
            Self::Fingerprints([a, b]) => a == b,
            Self::Checksums([a, b]) => a == b,
        }
    }

    /// Returns the numbers of rows.
    pub(crate) fn rows(&self) -> [u64; 2] {
        match self {
            Self::Fingerprints(of) => of.map(|fingerprint| fingerprint.rows()),
            Self::Checksums(of) => of.map(|checksum| checksum.rows()),
        }
    }

    /// Adds the sums to a verdict, and the bound of checksums that agree.
    pub(crate) fn write(&self, verdict: &mut Value) {
        match self {
            Self::Fingerprints(of) => {
                let of = of.map(|fingerprint| fingerprint.to_string());
                verdict["fingerprints"] = json!(of);
            }
            Self::Checksums(of) => {
                verdict["checksums"] = json!(of.map(|checksum| checksum.to_string()));
                if let Some(log) = self.bound() {
                    verdict["collisions"] = json!({ "rows": of[0].rows(), "log2": log });
                }
            }
        }
    }

    /// Says with which probability different tables have checksums that agree.
    pub(crate) fn print_bound(&self) {
        if let Some(log) = self.bound() {
            let rows = self.rows()[0];
            note(&format!(
                "the checksums agree; collisions: at most 2^{log:.3} = {:.2e} for two given tables of \
                 {rows} rows, under a random key",
                log.exp2()
            ));
        }
    }

    /// Returns the base-2 logarithm of the bound on the probability that two different tables have
    /// checksums that agree, rounded up to a thousandth. Without rows tables are equal.
    fn bound(&self) -> Option<f64> {
        let Self::Checksums([a, _]) = self else { return None };
        let log = collision_bound(a.rows());
        (self.are_equal() && log.is_finite()).then_some((log * 1000.0).ceil() / 1000.0)
    }
}
