//! The page of the races in which a peer is ahead, each with its cause.

use crate::all_machines::Builds;
use crate::summary;
use crate::svg::digits;
use std::collections::BTreeMap;
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
        "The figures of the Zen 3, the Zen 5 and the Emerald Rapids are of other orders of a round. Today's takes 5.0 cycles a \
         word on the Zen 4 and 9.0 with two rounds a word, as many as its critical path has; native builds 5.3 and 9.5, \
         as siphasher's. At constant lengths of 1 to 8 B we load without a branch: a load, a shift and two ORs on the \
         critical path, where a predicted `switch` has a load and an OR; with mixed lengths ours is 1.2 to 1.4 times as \
         fast. Up to 32 B the throughput of one length depends on the code around the call: in a program of its own \
         SipHash-1-3 takes 0.85 to 0.88 of siphasher's time at 1 to 16 B, and 0.94 at 32 B.",
    ),
    cause(
        &["siptreehash", "siptreehash13"],
        &["plain AVX2"],
        "Both loops are one chain of dependent operations. llvm-mca, a model, has 8.0 cycles for a word of each lane in \
         our loop with AVX2 and 7.4 in the plain one on a Zen 3 (SipHash-2-4: 16.0 and 14.7), 8.4 and 8.0 on a Sapphire \
         Rapids (17.7 and 17.5): ours adds the message before the last operation of a round. Measured on a Zen 4, the \
         plain order in our lanes takes the same time with AVX2, and 1.02 to 1.05 times as long with AVX-512 from 1 KiB \
         on, so it was not kept. A native build of the plain one was not modelled.",
    ),
    cause(
        &["polyval", "ghash"],
        &["crate polyval", "crate ghash"],
        "In native builds the package's kernel becomes part of the caller. Of one block under a ready key, ours computes \
         H x^-64 for each message, six carry-less products, where the package's key has it, five: 19 and 17 cycles on a Zen 4 \
         where messages overlap. To keep it in our key made a new key and 256 B 1.2 to 1.45 times as slow, because a copy of \
         the key waits for two stores. Where each message waits for the hash before it, 64 B have two products in sequence in \
         both, and ours then adds four lanes in two steps: 41 and 37 cycles; 32 B take 44 for that and for masked loads, the \
         package's four products in sequence 41. The new keys of the Zen 3 and of the Emerald Rapids were measured with all \
         powers, which a short message no longer computes.",
    ),
    cause(
        &["mmh32"],
        &["loop", "loop avx2", "loop avx512", "C loop"],
        "The loops leave checks of lengths to their caller; ours checks, and calls the kernel of its CPU: 7 to 13 cycles.",
    ),
    cause(
        &["gf64"],
        &["C loop"],
        "Up to 32 B: nine cycles for a call of the kernel of this CPU and checks of lengths, which the loop leaves to its caller.",
    ),
    cause(
        &["ghash"],
        &["Intel IPsec"],
        "Intel's key stores 48 powers of H, of which a message of 1 KiB uses all in one group; ours stores eight, computes \
         two more, and adds groups of 16 blocks.",
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
        "On the Emerald Rapids one port, that of products and shuffles, bounds both loops with four lanes. For 4 KiB it \
         has 68 products, six shuffles of lanes and four shifts of bytes in ours, 72 products in ChainHash: 81 and 72 \
         cycles on a Sapphire Rapids by llvm-mca, a model. With two lanes on a Zen 3 the model has 148 and 154 cycles for \
         2 KiB, which leaves the ends: 2 KiB are two blocks, for which ours computed powers and joined lanes as for a long \
         message, and no longer does. On a Zen 4 the four vector pipes are the limit: by loops of both, a product of four lanes takes 1.5 \
         cycles of them and another instruction 0.5, and 4 KiB had 68 products and 120 others in ours, where ChainHash has \
         72 and 100. Today one product does what 13 others did, for 4 KiB with four lanes and for 2 KiB with two; the \
         figures of the Zen 3 and of the Emerald Rapids are older. Beyond the caches, \
         the figures of the Zen 4 are of code that prefetched as a Zen 5 needs it; without, 64 MiB take 0.75 of the time.",
    ),
    cause(
        &["multilinear64"],
        &["from the specification"],
        "A product takes one word of the message, where ChainHash's takes two: for 64 bytes two instructions on four \
         lanes against one. The figures of the Emerald Rapids at random lengths of 1 to 64 B are of code with two branches on \
         the length, which were mispredicted: 14 to 15 cycles at each single length up to 64 B, 38 at random ones \
         (ChainHash: 24 to 28, and 36). Today's has one, at 16 B.",
    ),
    cause(
        &["clhash128"],
        &["from the specification"],
        "A block of 2 KiB has 41 products and 96 other instructions on vectors in our loop on AVX-512, without its 32 loads; \
         it needs fewer additions. The figures of the Emerald Rapids are of a reduction with 16 instructions more. \
         Beyond the caches the ratio moves from 0.67 to 0.96 between runs.",
    ),
    cause(
        &["ghash", "clhash128", "polyval", "multilinear64"],
        &["polyxor"],
        "Beyond the caches: the prefetcher of the CPU follows its loads of 16 bytes better than wider ones.",
    ),
    cause(&["highwayhash128"], &["highway"], "Beyond the caches, where both wait for memory."),
    cause(
        &["vmac128"],
        &["crate poly1305"],
        "No message at all, in a native build: a tag of ours encrypts its nonce by AES, and the package adds its key.",
    ),
    cause(
        &["md5-opt", "md5-opt hash_many"],
        &["md5-many hash_many", "md5-many", "md5-simd", "fast-md5"],
        "All forms wait for the same chain of 288 cycles a block, or, with many messages, for the vector units. Ours passes \
         the state of one message through memory as bytes, some 15 cycles; few short messages pay for grouping, 12 \
         cycles each.",
    ),
    cause(
        &["clhash"],
        &["C library"],
        "One message of a constant length, which our detected kernels read without branches on the length, by \
         masked loads; at random lengths up to 64 B it is ahead. A kernel with narrow registers from 65 to 128 B took 0.83 to \
         0.95 of the time at one length, but 1.04 to 1.06 at random lengths of 1 to 256 and 1 to 1,024 B, and was not kept. \
         UMASH has no carry-less product up to 8 B. At 64 MiB all wait for memory, and the figures of the Zen 4 are of code \
         that prefetched as a Zen 5 needs it; without, 64 MiB take 0.75 of the time.",
    ),
    cause(
        &["clhash128", "ghash", "polyval"],
        &["C library"],
        "UMASH has no carry-less product up to 8 B, and a shorter chain of them above; a short message of `clhash128` is \
         a chain of some eight.",
    ),
    cause(
        &["clhash"],
        &["C++"],
        "HalftimeHash, at 64 MiB, where all wait for memory and figures move by 15 %.",
    ),
    cause(
        &["vmac64", "vmac128", "vmac128 loop"],
        &["vmac.c", "vmac.c AES-NI", "vmac.c AES-NI loop"],
        "rustc's loop on 128-bit integers has 113 instructions for a block of 128 B and one iteration and 253 for two, \
         gcc's of `vmac.c` 95 and 195, by callgrind: rustc adds the sum to the product and not the product to the sum, so \
         it moves each product out of the registers in which `mul` leaves it, and it keeps the words of the key on the \
         stack. On a Zen 4, forced to this loop, a block takes 26.5 and 59.2 cycles, in `vmac.c` 24.3 and 58.4. Sums that \
         stay in place, by three instructions of assembly a product, take 99 and 226 instructions and 0.91 to 0.96 of the \
         time from 4 KiB on, but up to 1.12 at lengths to 1,000 B; limited to whole blocks the gain was lost, so it was \
         not kept. MULX is not the cause: our kernel compiled with BMI2 is not faster.",
    ),
];

const HEAD: &str = "\
# Where a peer is ahead, and why

Written by `report --readme` from the JSON files of this folder: each race in which another implementation of the same
function takes less time than ours, or a proven peer takes less than the fastest of our proven functions of that
strength, by more than 1 %. Figures are the peer's time divided by ours. The races of \"c-peers\" have peers and originals
in C and C++.

| ours | peer | where | cause |
|---|---|---|---|
";

/// The ratio below which a peer must have a cause.
const NOISE: f64 = 0.98;

/// Writes the page.
#[must_use]
pub fn page(machines: &[Builds]) -> String {
    let mut rows: BTreeMap<(String, String), (Vec<String>, f64)> = BTreeMap::new();
    for (title, results) in machines.iter().flat_map(Builds::each) {
        for loss in summary::losses(results) {
            let cases = loss.cases.iter().map(|(name, ratio)| format!("{name} {}", digits(*ratio)));
            let cases = cases.collect::<Vec<_>>().join(", ");
            let pair = (loss.ours.display(), loss.peer.display());
            let (places, least) = rows.entry(pair).or_insert((Vec::new(), 1.0));
            places.push(format!("{title}, {}: {cases}", loss.section));
            *least = loss.cases.iter().fold(*least, |least, (_, ratio)| ratio.min(least));
        }
    }
    let mut text = HEAD.to_owned();
    for ((ours, peer), (places, least)) in rows {
        let why = match cause_of(&ours, &peer) {
            Some(cause) => cause.text,
            None if least >= NOISE => "within the noise of a run",
            None => "not found",
        };
        let _ = writeln!(text, "| `{ours}` | `{peer}` | {} | {why} |", places.join("; "));
    }
    text
}

/// Returns why this peer is ahead of this function of ours.
fn cause_of(ours: &str, peer: &str) -> Option<&'static Cause> {
    let peer = peer.rsplit(", ").next()?;
    CAUSES.iter().find(|cause| cause.ours.contains(&ours) && cause.peers.contains(&peer))
}

/// Returns what the list of causes lacks, and what it has in vain: a line for each race in which a
/// peer is ahead by more than two per cent without a cause, and for each cause without such a race.
#[must_use]
pub fn mismatches(machines: &[Builds]) -> Vec<String> {
    let all: Vec<_> = machines.iter().flat_map(Builds::each).collect();
    let losses = all.iter().flat_map(|(_, results)| summary::losses(results));
    let behind: Vec<_> = losses
        .filter(|loss| loss.cases.iter().any(|(_, ratio)| *ratio < NOISE))
        .map(|loss| (loss.ours.display(), loss.peer.display()))
        .collect();
    let unexplained = behind
        .iter()
        .filter(|(ours, peer)| cause_of(ours, peer).is_none())
        .map(|(ours, peer)| format!("why is {peer} ahead of {ours}?"));
    let explains = |cause: &Cause| {
        let found = |(ours, peer): &(String, String)| cause_of(ours, peer);
        behind.iter().filter_map(found).any(|found| std::ptr::eq(found, cause))
    };
    let idle = CAUSES
        .iter()
        .filter(|cause| !explains(cause))
        .map(|cause| format!("{:?} are not ahead of {:?}", cause.peers, cause.ours));
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
        let page = std::fs::read_to_string(folder.join("behind.md")).expect("the page");
        assert!(page == super::page(&machines), "report --readme writes another behind.md");
    }
}
