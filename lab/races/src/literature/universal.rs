//! Universal hashing: Lemire and Kaser's CLHASH, and Yang, Karri and McGrew's
//! divide-and-concatenate.

use super::circuit::{CLOCK_MHZ, GATES, GBPS, MBPS_PER_GATE};
use super::{Order, Plan, Row, Table, cycles, cycles_a_byte, named};
use crate::subject::Subject;
use crate::{clhash, ghash, multilinear, peers, siphash, vhash};

/// The lengths of Figure 1, in bytes. Table 5 has two of them.
const LENGTHS: [usize; 11] = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];

/// Measures Table 5 and Figure 1 of the paper on CLHASH.
#[must_use]
pub fn clhash(order: Order, plan: Plan) -> Table {
    let best = ::clhash::Backend::detect().name();
    let on = |algorithm: &str, first: &str, best: &str| {
        let mut names = vec![format!("{algorithm}/{first}")];
        if best != first {
            names.push(format!("{algorithm}/{best}"));
        }
        names
    };
    let pick = |from: Vec<Subject>, names: Vec<String>| {
        named(from, &names.iter().map(String::as_str).collect::<Vec<_>>())
    };
    // The instructions that the paper's code used, and those that this CPU has.
    let schemes = [
        (
            "VHASH",
            [1.0, 0.26],
            pick(vhash::subjects(), on("vhash64", "portable", ::vhash::Backend::detect().name())),
        ),
        ("CLHASH", [0.45, 0.16], pick(clhash::subjects(), on("clhash", "x86_clmul", best))),
        ("CityHash", [0.48, 0.23], vec![peers::cityhash()]),
        ("SipHash", [3.1, 2.1], pick(siphash::subjects(), vec!["siphash24/siphash-fast".into()])),
        (
            "GHASH",
            [2.3, 0.93],
            pick(
                ghash::with_ready_keys(),
                on("ghash", "x86_clmul", ghash_clmul::Backend::detect().name()),
            ),
        ),
    ];
    let rows = schemes.iter().flat_map(|(name, [of_64, of_4096], subjects)| {
        let published = LENGTHS.map(|n| match n {
            64 => Some(*of_64),
            4096 => Some(*of_4096),
            _ => None,
        });
        cycles_a_byte(name, &published, subjects, &LENGTHS, order, plan)
    });
    let (id, title, how) = match order {
        Order::Same => (
            "clhash",
            "CLHASH: Table 5 and Figure 1",
            "One length repeatedly, as in the paper, so its branches are predicted.",
        ),
        Order::Mixed => (
            "clhash-mixed",
            "CLHASH: the same with unpredictable lengths",
            "8 to 256 B in random order, then 512 B to 8 KiB: a mispredicted branch on the length \
             costs its full price, which the paper's method leaves out.",
        ),
    };
    Table {
        id,
        title,
        source: "Lemire and Kaser, Faster 64-bit universal hashing using carry-less \
                 multiplications (2015), Table 5 and Figure 1",
        published_on: "Intel Core i7-4770 (Haswell), GCC 4.8 -O2, time-stamp counter",
        unit: "cycles per byte, less is better",
        columns: LENGTHS.map(crate::measure::size).to_vec(),
        rows: rows.collect(),
        notes: vec![
            how.to_owned(),
            "Figure 1 has curves without figures: only 64 B and 4 KiB have published values."
                .to_owned(),
            "CityHash: the paper ported CityHash64WithSeed 1.1.1 to C; here it is the crate \
             `cityhasher`."
                .to_owned(),
            "VHASH: the paper hashed in place without the padding; here the padding is included."
                .to_owned(),
        ],
    }
}

/// The length of the messages of the tables below, in bytes. They are so long that the final
/// reduction, which the paper leaves out of its throughputs, does not matter.
const BYTES: usize = 4096;

/// Measures Table 1, and the part of Figure 2 on divide-and-concatenate that applies to software.
#[must_use]
pub fn divide(plan: Plan) -> [Table; 2] {
    let bits_a_cycle =
        |subject: &Subject| (8 * BYTES) as f64 / cycles(subject, &[BYTES], Order::Same, plan)[0];
    // The loop for the widest registers of this CPU.
    let subject = |algorithm: &str| -> Option<Subject> {
        let names = ["loop avx512", "loop avx2", "loop"].map(|name| format!("{algorithm}/{name}"));
        named(multilinear::inner_products(), &names.each_ref().map(String::as_str))
            .into_iter()
            .next()
    };
    let concatenated = ["mmh32", "paths16x2", "paths8x4"].map(subject);
    let here = concatenated.each_ref().map(|s| s.as_ref().map(bits_a_cycle));
    let mut throughputs: Vec<_> = here.to_vec();
    throughputs.push(None);
    let relative = |values: &[Option<f64>]| -> Vec<_> {
        values.iter().map(|v| Some((*v)? / values[0]?)).collect()
    };
    let row = |name: &str, measured: &str, published: &[f64], here: Vec<Option<f64>>| Row {
        name: name.to_owned(),
        measured: measured.to_owned(),
        published: published.iter().copied().map(Some).collect(),
        here,
    };
    let table_1 = Table {
        id: "divide",
        title: "Divide-and-concatenate: Table 1",
        source: "Yang, Karri and McGrew, Divide-and-Concatenate: An Architecture Level \
                 Optimization Technique for Universal Hash Functions (DAC 2004), Table 1",
        published_on: "synthesis for a 0.13 µm library, combinational multipliers",
        unit: "as the rows say; here, bits of message per cycle of one core",
        columns: ["1 path of 32 bits", "4 of 16", "16 of 8", "64 of 4"].map(String::from).to_vec(),
        rows: vec![
            row(
                "Throughput (Gbps; here bits a cycle)",
                "mmh32, paths16x2, paths8x4",
                &GBPS,
                throughputs.clone(),
            ),
            row(
                "Throughput, relative",
                "the same",
                &GBPS.map(|t| (t / GBPS[0] * 100.0).round() / 100.0),
                relative(&throughputs),
            ),
            row("Area (gates)", "", &GATES, vec![None; 4]),
            row("Throughput/area (Mbps/gate)", "", &MBPS_PER_GATE, vec![None; 4]),
        ],
        notes: vec![
            "The paper synthesises hardware, and says that the technique cannot speed up software, \
             whose additions and multiplications take as long for narrow words. Vectors hold more \
             narrow words, so here it may. Loops of equal collision bounds are measured, as the \
             compiler vectorises them: one sum of 32-bit words, two of 16-bit words, four of \
             bytes."
                .to_owned(),
            "Area, clock rates of adders, and Figure 4 (pipelined multipliers) are properties of \
             gates, which software does not have. No vector unit multiplies 4-bit numbers."
                .to_owned(),
        ],
    };
    let words = |subject: Option<Subject>, bytes: usize| {
        let cycles = cycles(&subject?, &[BYTES], Order::Same, plan)[0];
        Some((BYTES / bytes) as f64 / cycles)
    };
    let width = Table {
        id: "width",
        title: "Divide-and-concatenate: words a cycle by their width (Figure 2)",
        source: "The same paper, clock rates in section 3.2, from Figure 2 (b)",
        published_on: "synthesis for a 0.13 µm library, combinational multipliers",
        unit: "MHz; here, words of message per cycle of one core under one path",
        columns: ["32 bits", "16 bits", "8 bits"].map(String::from).to_vec(),
        rows: vec![row(
            "clock rate of a multiplier",
            "mmh32, paths16x1, paths8x1",
            &CLOCK_MHZ[..3],
            [("mmh32", 4), ("paths16x1", 2), ("paths8x1", 1)]
                .map(|(algorithm, bytes)| words(subject(algorithm), bytes))
                .to_vec(),
        )],
        notes: vec![
            "A hardware path takes one word per cycle, so its clock rate is its rate of words. A \
             vector holds more words the narrower they are, which is why the rate grows faster \
             here than in hardware, and the rate of bytes hardly grows at all."
                .to_owned(),
            "Areas (Figure 2 (a)) have no counterpart in software.".to_owned(),
        ],
    };
    [table_1, width]
}
