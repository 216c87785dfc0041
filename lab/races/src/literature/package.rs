//! The table of Google's HighwayHash package: HighwayHash, SipTreeHash and SipHash.

use super::{Order, Plan, Table, cycles_a_byte, named};
use crate::{highwayhash, siphash};

/// The lengths of the table, in bytes.
const LENGTHS: [usize; 7] = [3, 4, 7, 8, 9, 10, 1023];

/// Measures the table of the package's README.
#[must_use]
pub fn table(plan: Plan) -> Table {
    let best = siphash_fast::Backend::detect().name();
    let tree = format!("siptreehash/{best}");
    let highway = |names: &[&str]| named(highwayhash::subjects(), names);
    let schemes = [
        (
            "HighwayTreeHash (AVX-2)",
            Some([40.75, 31.59, 17.48, 15.80, 13.76, 12.41, 0.38]),
            highway(&["highwayhash/x86_avx2"]),
        ),
        (
            "SSE41HighwayTreeHash",
            Some([40.40, 33.34, 18.09, 16.84, 14.42, 12.93, 0.39]),
            highway(&["highwayhash/x86_sse41"]),
        ),
        (
            "SipTreeHash",
            Some([55.43, 42.83, 23.99, 21.46, 18.82, 16.92, 0.61]),
            named(siphash::trees(), &[&tree]),
        ),
        (
            "SipHash",
            Some([36.57, 25.82, 14.69, 15.20, 14.49, 13.16, 1.32]),
            named(siphash::subjects(), &["siphash24/siphash-fast"]),
        ),
        (
            "(no row: wider vectors)",
            None,
            highway(&["highwayhash/x86_avx512vbmi", "highwayhash/aarch64_neon"]),
        ),
    ];
    let rows = schemes.iter().flat_map(|(name, published, subjects)| {
        let published = published.map_or([None; LENGTHS.len()], |row| row.map(Some));
        cycles_a_byte(name, &published, subjects, &LENGTHS, Order::Mixed, plan)
    });
    Table {
        id: "highwayhash",
        title: "HighwayHash, SipTreeHash and SipHash",
        source: "README of Google's HighwayHash package, 2016-08-05, Results",
        published_on: "Xeon E5-2690 v3 (Haswell) at 2.6 GHz, GCC 4.8.4",
        unit: "cycles per byte, less is better",
        columns: LENGTHS.map(|n| format!("{n} B")).to_vec(),
        rows: rows.collect(),
        notes: vec![
            "All lengths in random order, as in the package's nanobenchmark. Calls do not \
             wait for one another."
                .to_owned(),
            "The function that the table calls HighwayTreeHash changed before its outputs were \
             frozen; here it is HighwayHash-64 as published later."
                .to_owned(),
            "The published cycles are ticks of the time-stamp counter at the CPU's base rate; here \
             they are core cycles."
                .to_owned(),
        ],
    }
}
