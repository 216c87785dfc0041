//! Measures the family beside hashes that need a C compiler: the sections `throughput`, `latency`,
//! `wide` and `mac` of the report, with other peers. The feature `originals` adds a section that
//! races the whole family against the originals, and OpenSSL's MD5 in the section `md5`; `aws-lc`
//! adds the section `gmac`, with GHASH beside AWS-LC's.

#[cfg(any(feature = "aws-lc", feature = "originals"))]
mod gmac;
mod mac;
#[cfg(feature = "originals")]
mod originals;
#[cfg(any(feature = "abseil", feature = "go"))]
mod runtimes;
mod universal;

use clap::Parser;
#[cfg(feature = "originals")]
use races::md5;
use races::{Options, Section, Subject, machine, report, sections, subjects, wide};
use std::hint::black_box;
use std::process::ExitCode;

/// The measured packages, whose versions come from this lock file.
const PEERS: &[&str] = &[
    "aegis",
    "clhash-sys",
    "stringzilla",
    "umash-sys",
    "xxhash-c-sys",
    "xxhash-rust",
    "twox-hash",
    #[cfg(feature = "aws-lc")]
    "aws-lc-rs",
    #[cfg(feature = "originals")]
    "highwayhash",
    #[cfg(feature = "originals")]
    "md5-many",
    #[cfg(feature = "originals")]
    "siphasher",
];
/// The names of all sections.
const SECTIONS: &[&str] = &[
    "throughput",
    "latency",
    "wide",
    "mac",
    #[cfg(feature = "aws-lc")]
    "gmac",
    #[cfg(feature = "originals")]
    "md5",
    #[cfg(feature = "originals")]
    "originals",
    #[cfg(any(feature = "abseil", feature = "go"))]
    "runtimes",
];

fn main() -> ExitCode {
    let mut machine = machine::describe(include_str!("../Cargo.lock"), PEERS);
    // The report shows this as a separate build, because its contenders differ from those of the
    // other.
    machine.build += "-c-peers";
    match report::run(Options::parse(), machine, [SECTIONS, SECTIONS], run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(name: &str, options: &Options) -> Vec<Section> {
    #[cfg(feature = "aws-lc")]
    if name == "gmac" {
        return vec![gmac::section(options)];
    }
    #[cfg(any(feature = "abseil", feature = "go"))]
    if name == "runtimes" {
        return runtimes::sections(options);
    }
    #[cfg(feature = "originals")]
    match name {
        "md5" => return md5::sections(options, &[("OpenSSL", originals::foreign::openssl_md5)]),
        "originals" => return vec![originals::section(options)],
        _ => {}
    }
    let [umash, umash128] = universal::umash();
    if name == "mac" {
        return mac::sections(options);
    }
    if name == "wide" {
        let mut subjects = wide::hashes();
        subjects.push(umash128);
        let throughput = sections::throughput(name, &subjects, options);
        return vec![throughput, sections::latency("wide-latency", &subjects, options)];
    }
    // These are in both reports, so that the two can be compared.
    let mut subjects = subjects::all();
    subjects.retain(|s| s.name().starts_with("clhash") || s.name().starts_with("xxh3"));
    #[cfg(clhash_c)]
    subjects.push(clhash_c());
    subjects.extend([xxh3_c(), stringzilla(), umash]);
    #[cfg(halftime)]
    subjects.push(universal::halftime());
    let section = match name {
        "throughput" => sections::throughput(name, &subjects, options),
        _ => sections::latency(name, &subjects, options),
    };
    vec![section]
}

/// Returns the published library, under the key of all measurements. It carries the name of the
/// crate's algorithm, so the race also checks that the two agree.
#[cfg(clhash_c)]
fn clhash_c() -> Subject {
    use std::ffi::{c_char, c_void};

    unsafe extern "C" {
        fn clhash(random: *const c_void, string: *const c_char, length: usize) -> u64;
    }

    /// The library loads its key in blocks of 16 bytes; the crate aligns its own to a cache line.
    #[derive(Clone)]
    #[repr(align(64))]
    struct Aligned([u8; clhash::Key::BYTES]);

    let key = Aligned(races::clhash::key(clhash::Backend::PORTABLE).to_bytes());
    Subject::new("clhash", "C library", move |m| {
        // SAFETY: the key has the bytes and the alignment that the library requires, the message
        // is readable for its length, and build.rs compiled for this CPU.
        unsafe { clhash(key.0.as_ptr().cast(), m.as_ptr().cast(), m.len()) }
    })
}

/// Returns the hash of StringZilla, which is written in C. It passes statistical tests and has no
/// proof.
fn stringzilla() -> Subject {
    let seed = black_box(1);
    Subject::new("stringzilla", "stringzilla", move |m| {
        stringzilla::stringzilla::hash_with_seed(m, seed)
    })
}

/// Returns XXH3 in C, compiled for this CPU.
fn xxh3_c() -> Subject {
    use std::ffi::c_void;

    unsafe extern "C" {
        #[link_name = "XXH3_64bits"]
        fn xxh3(message: *const c_void, len: usize) -> u64;
    }

    Subject::new("xxh3", "C library", |m| {
        // SAFETY: the message is readable for its length.
        unsafe { xxh3(m.as_ptr().cast(), m.len()) }
    })
}
