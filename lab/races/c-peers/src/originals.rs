//! The family beside its originals in C and C++, in one table of ratios.
//!
//! A race runs ours first, on the backend that detection chooses, and then its peers. Contenders of
//! one algorithm must produce equal hashes, before they are timed and after.

mod batches;
pub(crate) mod foreign;
pub(crate) mod macs;

use crate::clhash_c;
use races::md5::{SINGLES, Single, article, folded};
use races::measure;
use races::results::{Case, Section, Unit};
use races::{Options, Subject};
use races::{multilinear, siphash, subjects};
use std::fmt::Write as _;
use std::hint::black_box;
use std::ops::RangeInclusive;
use vhash::vmac::{Nonce, Vmac64, Vmac128};

/// The quantity that a race times.
#[derive(Clone, Copy)]
enum Timing {
    /// Independent messages.
    Throughput,
    /// Each hash chooses the next message.
    Latency,
}

use Timing::{Latency, Throughput};

/// Named races, each with the name of our contender.
#[derive(Default)]
pub(crate) struct Races(Vec<(Case, String)>);

impl Races {
    /// Races the subjects, ours first, on messages of these lengths.
    fn run(
        &mut self,
        name: &str,
        timing: Timing,
        lengths: impl IntoIterator<Item = RangeInclusive<usize>>,
        subjects: &[Subject],
        options: &Options,
    ) {
        for lengths in lengths {
            let (what, case) = match timing {
                Throughput => {
                    let plan = options.plan_for(*lengths.end());
                    ("", measure::throughput(subjects, lengths, options, plan))
                }
                Latency => (" latency", measure::latency(subjects, lengths, options)),
            };
            self.add(&format!("{name}{what}"), subjects[0].name(), case);
        }
    }

    /// Adds a race under the name `name, <its case>`.
    fn add(&mut self, name: &str, ours: &str, case: Option<Case>) {
        if let Some(mut case) = case {
            case.name = format!("{name}, {}", case.name);
            self.0.push((case, ours.to_owned()));
        }
    }

    /// Builds a table with one line for each peer of each race.
    fn table(&self) -> String {
        let mut table = String::from(
            "| row | peer | ratio | ours, ns | peer, ns | ours, cycles | peer, cycles |\n\
             |---|---|--:|--:|--:|--:|--:|\n",
        );
        for (case, ours) in &self.0 {
            let Some(ours) = case.row(ours) else { continue };
            for peer in case.rows.iter().filter(|row| row.name != ours.name) {
                let ratio = case.ratio(ours, peer);
                // Rows in which the peer is ahead are bold.
                let bold = if ratio < 0.995 { "**" } else { "" };
                let _ = writeln!(
                    table,
                    "| {} | {} | {bold}{ratio:.2}{bold} | {:.2} | {:.2} | {:.1} | {:.1} |",
                    case.name, peer.name, ours.ns, peer.ns, ours.cycles, peer.cycles,
                );
            }
        }
        table
    }
}

/// Measures and prints all rows. The ratio is the peer's time divided by ours.
pub(crate) fn section(options: &Options) -> Section {
    let mut races = Races::default();
    clhash(&mut races, options);
    md5(&mut races, options);
    batches::md5(&mut races, options);
    siphash(&mut races, options);
    highwayhash(&mut races, options);
    batches::highwayhash(&mut races, options);
    vmac(&mut races, options);
    ghash(&mut races, options);
    inner_products(&mut races, options);
    println!("{}", races.table());
    measure::section(
        "originals",
        Unit::Ns,
        "The family beside its originals. Independent messages at random offsets; latency: the \
         address of each message depends on the previous hash. A range: random lengths.",
        races.0.into_iter().map(|(case, _)| case),
    )
}

/// Returns one range of a single length for each length.
fn fixed<const N: usize>(lengths: [usize; N]) -> impl Iterator<Item = RangeInclusive<usize>> {
    lengths.into_iter().map(|n| n..=n)
}

/// Picks the subjects with these names, in this order. Names that this build lacks are left out.
fn pick(subjects: Vec<Subject>, names: &[&str]) -> Vec<Subject> {
    let mut subjects: Vec<_> = subjects.into_iter().filter(|s| names.contains(&s.name())).collect();
    subjects.sort_by_key(|s| names.iter().position(|name| *name == s.name()));
    subjects
}

fn clhash(races: &mut Races, options: &Options) {
    let ours = format!("clhash/{}", clhash::Backend::detect().name());
    let mut all = pick(races::clhash::subjects(), &[&ours]);
    all.push(clhash_c());
    let short = [9, 12, 16, 24, 32];
    races.run("CLHASH", Throughput, fixed(short).chain([9..=32, 1..=64]), &all, options);
    races.run("CLHASH", Latency, fixed(short).chain([9..=24, 1..=64]), &all, options);
    all.push(crate::xxh3_c());
    all.extend(pick(subjects::peers(), &["gxhash64/gxhash"]));
    let long = fixed([64, 128, 256, 1 << 10, 4 << 10, 16 << 10]);
    races.run("CLHASH", Throughput, long, &all, options);
}

fn md5(races: &mut Races, options: &Options) {
    let single =
        |(name, md5): Single| Subject::new("md5", name, move |m| folded(&black_box(md5)(m)));
    let mut all = vec![Subject::new("md5", "md5-opt", |m| folded(&md5_opt::hash(m)))];
    all.extend(SINGLES.into_iter().filter(|(name, _)| *name == "md5-many").map(single));
    all.extend(article::variants().into_iter().filter(|(name, _)| *name == "AVX512").map(single));
    all.push(Subject::new("md5", "OpenSSL", |m| folded(&foreign::openssl_md5(m))));
    let lengths = fixed([55, 64, 1 << 10, 16 << 10]).chain([1..=64]);
    races.run("MD5", Throughput, lengths, &all, options);
    races.run("MD5", Latency, fixed([55, 64]), &all, options);
}

fn siphash(races: &mut Races, options: &Options) {
    // These are the keys of `benches`; for SipHash-1-3, that of std.
    let pairs = [
        ("SipHash-1-3", "siphash13", foreign::siphash_1_3([0, 0])),
        ("SipHash-2-4", "siphash24", foreign::siphash_2_4([1, 2])),
    ];
    for (title, algorithm, foreign) in pairs {
        let names = ["siphash-fast", "siphasher", "std"].map(|name| format!("{algorithm}/{name}"));
        let mut all = siphash::subjects();
        all.extend(subjects::peers());
        let mut all = pick(all, &names.each_ref().map(String::as_str));
        all.extend(foreign);
        races.run(title, Throughput, fixed([1, 8]).chain([1..=8]), &all, options);
        races.run(title, Latency, fixed([1, 8]).chain([1..=8]), &all, options);
    }
    let backend = siphash_fast::Backend::detect().name();
    let algorithms = [("SipTreeHash", "siptreehash"), ("SipTreeHash-1-3", "siptreehash13")];
    for ((title, algorithm), google) in
        algorithms.into_iter().zip(foreign::siptreehashes([1, 2, 3, 4]))
    {
        let mut all = pick(siphash::trees(), &[&format!("{algorithm}/{backend}")]);
        all.push(google);
        let long = [8, 31, 32, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10];
        races.run(title, Throughput, fixed(long).chain([1..=64]), &all, options);
        races.run(title, Latency, fixed([8, 31, 64]).chain([1..=64]), &all, options);
    }
}

fn highwayhash(races: &mut Races, options: &Options) {
    use highwayhash::{Key, hash, hash128, hash256};
    let key =
        || Key::from_words(black_box([1, 2, 3, 4])).with_backend(highwayhash::Backend::detect());
    let [k64, k128, k256] = [key(), key(), key()];
    let ours = [
        Subject::new("highwayhash", "ours", move |m| hash(&k64, m)),
        Subject::new("highwayhash128", "ours", move |m| {
            let [a, b] = hash128(&k128, m);
            a ^ b
        }),
        Subject::new("highwayhash256", "ours", move |m| {
            let [a, b, c, d] = hash256(&k256, m);
            a ^ b ^ c ^ d
        }),
    ];
    let foreign = foreign::highwayhashes(black_box([1, 2, 3, 4]));
    let titles = ["HighwayHash-64", "HighwayHash-128", "HighwayHash-256"];
    for ((title, ours), foreign) in titles.into_iter().zip(ours).zip(foreign) {
        let all = [ours, foreign];
        let lengths = fixed([8, 16, 31, 32, 64, 128, 256]).chain([1..=64]);
        races.run(title, Throughput, lengths, &all, options);
        races.run(title, Latency, fixed([8, 16, 31, 32, 64]).chain([1..=64]), &all, options);
    }
}

/// Races VHASH and VMAC. Ours add the pad as a number where Crypto++ caches it.
fn vmac(races: &mut Races, options: &Options) {
    let key = black_box([7; 16]);
    let [foreign64, foreign128] = macs::vmacs(&key);
    let nonce = || Nonce::from(black_box(2));
    let vmac: Vmac64 = Vmac64::from_key(&key).expect("16 bytes");
    let hasher = vmac.clone();
    let ours = Subject::new("vhash64", "ours", move |m| vhash::hash(hasher.key(), m));
    let all = [ours, macs::vhash(&key)];
    let lengths = [16, 64, 128, 192, 256, 384, 512, 1 << 10, 4 << 10, 16 << 10];
    races.run("VHASH-64", Throughput, fixed(lengths), &all, options);
    races.run("VHASH-64", Latency, fixed([16, 128, 256, 512]), &all, options);
    let pad =
        u64::from_be_bytes(vmac.tag(&nonce(), b"")).wrapping_sub(vhash::hash(vmac.key(), b""));
    let ours64 =
        Subject::new("vmac64", "ours", move |m| vhash::hash(vmac.key(), m).wrapping_add(pad));
    let vmac: Vmac128 = Vmac128::from_key(&key).expect("16 bytes");
    let ours128 = Subject::new("vmac128", "ours", move |m| folded(&vmac.tag(&nonce(), m)));
    let pairs = [
        ("VMAC-64, pad remembered", [ours64, foreign64]),
        ("VMAC-128, pad encrypted", [ours128, foreign128]),
    ];
    for (title, all) in pairs {
        let lengths = fixed([16, 64, 128, 192, 256, 384, 512, 1 << 10]).chain([1..=512]);
        races.run(title, Throughput, lengths, &all, options);
        races.run(title, Latency, fixed([128, 256, 512]), &all, options);
    }
}

fn ghash(races: &mut Races, options: &Options) {
    let mut all = crate::gmac::ours();
    all.extend(macs::gmacs());
    #[cfg(feature = "aws-lc")]
    all.push(crate::gmac::aws_lc());
    races.run("GMAC", Throughput, fixed([16, 1 << 10, 4 << 10, 16 << 10]), &all, options);
    races.run("GMAC", Latency, fixed([16]), &all, options);

    let ours = format!("ghash/{}", ghash_clmul::Backend::detect().name());
    let mut all = pick(races::ghash::with_ready_keys(), &[&ours, "ghash/ghash"]);
    all.push(foreign::ghash(&races::ghash::key_bytes()));
    races.run("GHASH", Throughput, fixed([16, 1 << 10, 4 << 10, 16 << 10]), &all, options);
    races.run("GHASH", Latency, fixed([16, 64]), &all, options);
}

fn inner_products(races: &mut Races, options: &Options) {
    let mmh = *multilinear::MMH_KEY;
    let gf64: &'static [u64] = mmh
        .as_chunks()
        .0
        .iter()
        .map(|[a, b]| u64::from(*a) << 32 | u64::from(*b))
        .collect::<Vec<_>>()
        .leak();
    let ours_gf64 = Subject::new("gf64", "ours", |m| {
        multilinear_hash::multilinear::gf64(gf64, m).expect("the key is long enough")
    });
    let [mmh, gf64] = foreign::inner_products(mmh, gf64);
    let backend = multilinear_hash::Backend::detect().name();
    let names = [backend, "loop", "loop avx2", "loop avx512"].map(|name| format!("mmh32/{name}"));
    let mut loops = pick(multilinear::inner_products(), &names.each_ref().map(String::as_str));
    loops.push(mmh);
    let rows = [("MMH32", loops), ("inner product over GF(2^64)", vec![ours_gf64, gf64])];
    for (title, all) in &rows {
        races.run(title, Throughput, fixed([16, 32, 64]), all, options);
        races.run(title, Latency, fixed([16, 64]), all, options);
    }
    let ours = format!("multilinear64/{}", clhash::Backend::detect().name());
    let mut all = pick(multilinear::over_gf64(), &[&ours]);
    all.push(crate::xxh3_c());
    let short = [1, 8, 16, 32, 64];
    races.run("Multilinear64", Throughput, fixed(short).chain([1..=64]), &all, options);
    races.run("Multilinear64", Latency, fixed(short).chain([1..=64]), &all, options);
}
