//! The page of the races in which a peer is ahead, each with its cause.

use crate::builds::Builds;
use crate::summary;
use crate::svg::digits;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Why a peer is ahead.
struct Cause {
    /// Our functions.
    ours: &'static [&'static str],
    /// The peers, as the page shows them, without the names of their functions.
    peers: &'static [&'static str],
    text: &'static str,
}

const fn cause(
    ours: &'static [&'static str],
    peers: &'static [&'static str],
    text: &'static str,
) -> Cause {
    Cause { ours, peers, text }
}

/// The causes that were found by profiles, by models, or by trying the alternative, and what is
/// known where none was.
static CAUSES: [Cause; 18] = [
    cause(
        &["siphash13", "siphash24", "siphash24 loop", "siphash128-24", "siphash128-24 loop"],
        &["siphasher", "std", "siphasher loop", "loop", "C", "libsodium"],
        "The figures of the Zen 3 and of the Emerald Rapids are of other orders of a round. Today's takes 5.0 cycles a word \
         on the Zen 4, 9.0 with two rounds a word, as many as its critical path has. Up to 8 B at a constant length we load \
         without a branch, which puts a load, a shift and two ORs on that path, where a predicted `switch` has a load and \
         an OR; with mixed lengths ours is 1.2 to 1.4 times as fast. Up to 32 B the throughput of one length depends on the \
         code around the call: in a program of its own SipHash-1-3 takes 0.85 to 0.94 of siphasher's time.",
    ),
    cause(
        &["siptreehash", "siptreehash13"],
        &["plain AVX2"],
        "Both loops are one chain of dependent operations. llvm-mca, a model, has 8.0 cycles for a word of each lane in ours \
         and 7.4 in the plain one on a Zen 3: ours adds the message before the last operation of a round. On a Zen 4 the \
         plain order takes the same time with AVX2, and 1.02 to 1.05 times as long with AVX-512, so it was not kept. With \
         AVX-512 ours adds it in that operation on Intel's CPUs and on a Zen 5, where it is ahead; the figures of the Emerald \
         Rapids are older.",
    ),
    cause(
        &["polyval", "ghash"],
        &["crate polyval", "crate ghash"],
        "In native builds the package's kernel becomes part of the caller. For one block ours computes H x^-64 for each \
         message, which the package's key has: six products against five. To keep it in our key made a new key and 256 B \
         1.2 to 1.45 times as slow, because a copy of the key waits for two stores. The new keys of the Zen 3 and of the \
         Emerald Rapids were measured with all powers, which a short message no longer computes.",
    ),
    cause(
        &["mmh32"],
        &["loop", "loop avx2", "loop avx512", "C loop"],
        "The loops leave checks of lengths to their caller; ours checks, and calls the kernel of its CPU: 7 to 13 cycles.",
    ),
    cause(&["gf64"], &["C loop"], "The same, up to 32 B: nine cycles."),
    cause(
        &["ghash"],
        &["Intel IPsec"],
        "Intel's key stores 48 powers of H, of which 1 KiB uses all in one group; ours stores eight, computes two more, and \
         adds groups of 16 blocks.",
    ),
    cause(
        &["clhash", "multilinear64", "clhash::FixedState"],
        &["polymur-hash"],
        "One message of a constant length: it multiplies in general-purpose registers, where ours has a move to those of \
         vectors, two carry-less products, a reduction and the way back, some 22 cycles.",
    ),
    cause(
        &["clhash"],
        &["from the specification"],
        "For 4 KiB ours has 68 products and 120 other instructions, ChainHash 72 and 100. On a Zen 4 the four vector pipes \
         are the limit, on an Emerald Rapids the port of products and shuffles. Today one product does what 13 \
         instructions did, for 4 KiB with four lanes and for 2 KiB with two; the figures of the Zen 3 and of the Emerald \
         Rapids are older. Beyond the caches, those of the Zen 4 are of code that prefetched as a Zen 5 needs it; without, \
         64 MiB take 0.75 of the time.",
    ),
    cause(
        &["multilinear64"],
        &["from the specification"],
        "A product takes one word of the message, ChainHash's two. The figures of the Emerald Rapids at 1 to 64 B are of code \
         with two branches on the length, which were mispredicted; today's has one, at 16 B.",
    ),
    cause(
        &["clhash128"],
        &["from the specification"],
        "A block of 2 KiB has 38.5 products in our loop on AVX-512, which take 77 cycles on a Zen 5, where the loop takes 80 to \
         83; ChainHash-128 has fewer for a weaker bound. The figures of other CPUs are of a loop with 41 products, which did \
         not prefetch. Beyond the caches the ratio moves from 0.67 to 0.96 between runs.",
    ),
    cause(
        &["ghash", "clhash128", "polyval", "multilinear64"],
        &["polyxor"],
        "Beyond the caches: the prefetcher follows its loads of 16 bytes better than wider ones.",
    ),
    cause(
        &["highwayhash128", "ghash", "polyval"],
        &["highway", "from the specification"],
        "At 64 MiB, where all wait for memory and figures move by 15 % between runs; no other cause was isolated.",
    ),
    cause(
        &["vmac128"],
        &["crate poly1305"],
        "No message at all, in a native build: a tag of ours encrypts its nonce by AES, and the package adds its key.",
    ),
    cause(
        &["md5-opt", "md5-opt hash_many"],
        &["md5-many hash_many", "md5-many", "md5-simd", "fast-md5"],
        "All forms wait for the same chain of 288 cycles a block, or, with many messages, for the vector units; few short \
         messages pay for grouping, 12 cycles each. The figures are of code that passed the state of one message through \
         memory as bytes, some 15 cycles, stored the padding byte by byte, and hashed at most 48 messages side by side. \
         Today's is level with or ahead of the packages on a Zen 5, but for 55 and 100 B, which take 1.02 of `md5-simd`'s \
         time.",
    ),
    cause(
        &["clhash"],
        &["C library"],
        "One message of a constant length, which our detected kernels read by masked loads; at random lengths up to 64 B ours \
         is ahead. Narrow registers from 65 to 128 B took 0.83 to 0.95 of the time at one length, but 1.04 to 1.06 at random \
         ones, and were not kept. UMASH has no carry-less product up to 8 B. At 64 MiB the figures of the Zen 4 are of code \
         that prefetched as a Zen 5 needs it.",
    ),
    cause(
        &["clhash128", "ghash", "polyval"],
        &["C library"],
        "UMASH has no carry-less product up to 8 B, and a shorter chain of them above.",
    ),
    cause(&["clhash"], &["C++"], "HalftimeHash, at 64 MiB, where all wait for memory."),
    cause(
        &["vmac64", "vmac128", "vmac128 loop"],
        &["vmac.c", "vmac.c AES-NI", "vmac.c AES-NI loop"],
        "rustc's loop on 128-bit integers has 113 instructions for a block of 128 B, gcc's of `vmac.c` 95, by callgrind: rustc \
         moves each product out of the registers in which `mul` leaves it, and keeps the words of the key on the stack. Sums \
         that stay in place, by three instructions of assembly a product, took 0.91 to 0.96 of the time from 4 KiB on, but \
         up to 1.12 at lengths to 1,000 B; limited to whole blocks the gain was lost, so it was not kept.",
    ),
];

const START: &str = "\
# Where a peer is ahead, and why

Written by `report --readme` from the files of this folder: the peers that compute the same function as ours in less time,
and the proven peers that take less than the fastest of our proven functions of that strength, by more than 2 % in some race.
A row has the number of such races, the least of their ratios (the peer's time divided by ours) and its race, and the number
of [the cause](#causes). The builds are default, native, and one beside peers and originals in C and C++.
";

const HEAD: &str = "
| ours | peer | races | least | in the race | cause |
|---|---|--:|--:|---|--:|
";

/// The ratio below which a peer must have a cause.
const NOISE: f64 = 0.98;

/// The races in which a peer is ahead: their number, the least ratio, and its race.
type Behind = (usize, f64, String);

/// Writes the page.
#[must_use]
pub fn page(machines: &[Builds]) -> String {
    let mut text = START.to_owned();
    for builds in machines {
        let mut rows: BTreeMap<(String, String), Behind> = BTreeMap::new();
        for results in builds.each() {
            for loss in summary::losses(results) {
                let pair = (loss.ours.display(), loss.peer.display());
                let (count, least, race) = rows.entry(pair).or_insert((0, NOISE, String::new()));
                *count += loss.cases.iter().filter(|(_, ratio)| *ratio < NOISE).count();
                for (case, ratio) in loss.cases {
                    if ratio < *least {
                        *least = ratio;
                        *race = format!("{}, {}, {case}", results.machine.build, loss.section);
                    }
                }
            }
        }
        let noise = rows.values().filter(|(count, ..)| *count == 0).count();
        text += &builds.heading(&builds.default);
        let _ = writeln!(text, "{noise} more pairs are level, within 2 %.");
        text += HEAD;
        for ((ours, peer), (count, least, race)) in rows {
            if count > 0 {
                let cause =
                    cause_of(&ours, &peer).map_or("not found".to_owned(), |i| (i + 1).to_string());
                let least = digits(least);
                let _ = writeln!(
                    text,
                    "| `{ours}` | `{peer}` | {count} | {least} | {race} | {cause} |"
                );
            }
        }
    }
    text += "\n## Causes\n\n";
    for (i, cause) in CAUSES.iter().enumerate() {
        let _ = writeln!(text, "{}. {}", i + 1, cause.text);
    }
    text
}

/// Returns the index of the cause why this peer is ahead of this function of ours.
fn cause_of(ours: &str, peer: &str) -> Option<usize> {
    let peer = peer.rsplit(", ").next()?;
    CAUSES.iter().position(|cause| cause.ours.contains(&ours) && cause.peers.contains(&peer))
}

/// Returns what the list of causes lacks, and what it has in vain: a line for each race in which a
/// peer is ahead by more than two per cent without a cause, and for each cause without such a race.
#[must_use]
pub fn mismatches(machines: &[Builds]) -> Vec<String> {
    let behind: Vec<_> = machines
        .iter()
        .flat_map(Builds::each)
        .flat_map(summary::losses)
        .filter(|loss| loss.cases.iter().any(|(_, ratio)| *ratio < NOISE))
        .map(|loss| (loss.ours.display(), loss.peer.display()))
        .collect();
    let unexplained = behind
        .iter()
        .filter(|(ours, peer)| cause_of(ours, peer).is_none())
        .map(|(ours, peer)| format!("why is {peer} ahead of {ours}?"));
    let explain: BTreeSet<_> =
        behind.iter().filter_map(|(ours, peer)| cause_of(ours, peer)).collect();
    let idle = CAUSES
        .iter()
        .enumerate()
        .filter(|(i, _)| !explain.contains(i))
        .map(|(_, cause)| format!("{:?} are not ahead of {:?}", cause.peers, cause.ours));
    unexplained.chain(idle).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_race_behind_has_its_cause() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../results");
        let machines = crate::report::machines(&folder).expect("the results of the machines");
        assert_eq!(super::mismatches(&machines), [""; 0]);
        assert_eq!(super::mismatches(&[]).len(), super::CAUSES.len());
    }
}
