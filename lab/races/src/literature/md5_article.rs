//! The table of "MD5 Optimisation Tricks", and its figures in cycles per byte.

use super::{Order, Plan, Row, Table, cycles};
use crate::md5::{SINGLES, Single, article, folded};
use crate::subject::Subject;

/// The length of the message in bytes, as in the article.
const BYTES: usize = 16 << 10;

/// The CPUs of the article.
const CPUS: [&str; 7] = ["Merom", "Haswell", "Skylake-X", "Airmont", "K10", "Piledriver", "Jaguar"];

/// The table "Speedup vs Standard": the speedup over Standard in per cent, by CPU.
const SPEEDUPS: [(&str, [Option<f64>; 7]); 10] = {
    const fn all(row: [f64; 7]) -> [Option<f64>; 7] {
        let mut cells = [None; 7];
        let mut i = 0;
        while i < 7 {
            cells[i] = Some(row[i]);
            i += 1;
        }
        cells
    }
    [
        ("Standard", all([0.0; 7])),
        ("GOpt", all([4.99, 5.37, 5.35, 0.0, 0.85, 6.27, -0.38])),
        ("GHOpt", all([5.63, 5.56, 5.64, 3.72, -1.24, 8.47, -0.38])),
        ("NoLEA", all([-1.71, 3.59, 3.97, 2.79, 3.91, -6.65, -3.70])),
        ("NoLEA-G", all([2.43, 9.35, 9.70, 5.40, 7.76, 4.49, -3.06])),
        ("NoLEA-GH", all([1.93, 9.27, 9.66, 8.66, 7.76, 2.75, -3.51])),
        ("Cache4", all([0.93, 0.15, 0.20, 2.19, -0.13, -1.59, 0.19])),
        ("Cache8", all([0.86, 0.17, 0.26, 1.68, -0.72, -0.39, 0.06])),
        ("CacheG", all([5.14, 5.56, 5.55, 1.21, 6.65, 2.21, 1.02])),
        ("AVX512", [None, None, Some(23.11), None, None, None, None]),
    ]
};

/// Cycles per byte on Skylake-X, from the article's observations, and the theoretical limits in its
/// graph.
const CYCLES: [(&str, Option<f64>, Option<f64>); 4] = [
    ("Standard", Some(4.99), Some(4.75)),
    ("GOpt", Some(4.734), Some(4.5)),
    ("NoLEA-G", Some(4.546), None),
    ("AVX512", Some(4.051), Some(4.0)),
];

/// Measures the variants of the article, then our code and other crates beside them.
#[must_use]
pub fn tables(plan: Plan) -> [Table; 2] {
    let measure = |(name, digest): &Single| {
        let digest = *digest;
        let subject = Subject::new("md5", name, move |m| folded(&digest(m)));
        (*name, cycles(&subject, &[BYTES], Order::Same, plan)[0] / BYTES as f64)
    };
    let variants: Vec<_> = article::variants().iter().map(measure).collect();
    let crates: Vec<_> = SINGLES.iter().map(measure).collect();
    [speedups(&variants), in_cycles(&variants, &crates)]
}

const SOURCE: &str = "Anime Tosho, MD5 Optimisation Tricks: Beating OpenSSL's Hand-tuned Assembly";

fn speedups(variants: &[(&str, f64)]) -> Table {
    let of = |name: &str| variants.iter().find(|v| v.0 == name).map(|v| v.1);
    let row = |(name, published): (&str, [Option<f64>; 7])| {
        let here = of("Standard").zip(of(name)).map(|(standard, c)| (standard / c - 1.0) * 100.0);
        let mut cells = vec![None; CPUS.len()];
        cells.push(here);
        let published = published.into_iter().chain([None]).collect();
        let measured = here.map_or(String::new(), |_| format!("md5/{name}"));
        Row { name: name.to_owned(), measured, published, here: cells }
    };
    Table {
        id: "md5-speedups",
        title: "MD5: speedup over Standard",
        source: SOURCE,
        published_on: "as the columns say; Clang 11, x86-64 assembly, 16 KB",
        unit: "per cent more bytes per cycle than Standard, more is better",
        columns: CPUS.iter().map(ToString::to_string).chain(["here".into()]).collect(),
        rows: SPEEDUPS.into_iter().map(row).collect(),
        notes: vec![
            "The article uses assembly. Here a compiler chooses the instructions, and barriers fix \
             the order of additions (`lab/races/src/md5/article.rs`). So Standard is not OpenSSL's \
             code, and Cache allows the compiler to keep words in registers, but does not force it."
                .to_owned(),
        ],
    }
}

fn in_cycles(variants: &[(&str, f64)], crates: &[(&str, f64)]) -> Table {
    let row = |(name, here): &(&str, f64)| {
        let published = CYCLES.iter().find(|row| row.0 == *name);
        Row {
            name: published.map_or(String::new(), |row| row.0.to_owned()),
            measured: format!("md5/{name}"),
            published: vec![published.and_then(|row| row.1), published.and_then(|row| row.2), None],
            here: vec![None, None, Some(*here)],
        }
    };
    Table {
        id: "md5-cycles",
        title: "MD5: cycles per byte",
        source: SOURCE,
        published_on: "Skylake-X (Observations), and the limits in the graph",
        unit: "cycles per byte of a 16 KiB message, less is better",
        columns: ["Skylake-X", "limit", "here"].map(String::from).to_vec(),
        rows: variants.iter().chain(crates).map(row).collect(),
        notes: vec![
            "The readings for OpenSSL are a graph without figures. OpenSSL is not a crate: `report \
             md5` of `lab/races/c-peers` measures it beside these."
                .to_owned(),
            "The article's AVX512 needs a one-cycle `vprold`, which Intel's cores have and AMD's \
             do not."
                .to_owned(),
            "The article gives no figures for several messages at once.".to_owned(),
        ],
    }
}
