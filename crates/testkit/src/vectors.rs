//! The vector files: text, one record a line, tab-separated fields.
//!
//! Their format, and how each value was made, stands in `vectors/README.md` of this crate; the
//! first comment lines of each file name its reference. They are compiled in, so that they are
//! there under an emulator as well.

use crate::message::{Generator, unhex};
use md5::{Digest, Md5};

/// The records of a vector file.
#[derive(Debug)]
pub struct Table {
    name: &'static str,
    text: &'static str,
}

macro_rules! tables {
    ($($(#[$doc:meta])* $constant:ident = $file:literal;)*) => {
        $($(#[$doc])* pub static $constant: Table = Table {
            name: $file,
            text: include_str!(concat!("../vectors/", $file)),
        };)*
    };
}

tables! {
    /// CLHASH of the published library, default build.
    CLHASH = "clhash.tsv";
    /// CLHASH of the published library, built with bit mixing.
    CLHASH_BITMIX = "clhash_bitmix.tsv";
    /// Block products, final steps and length terms of CLHASH.
    CLHASH_PARTS = "clhash_parts.tsv";
    /// AES-128-GCM tags of OpenSSL, with H and E(K, J0).
    GCM_RELATION = "gcm_relation.tsv";
    /// Carry-less products.
    GF2_CLMUL = "gf2_clmul.tsv";
    /// GF(2^64).
    GF2_FIELD64 = "gf2_field64.tsv";
    /// GF(2^127).
    GF2_FIELD127 = "gf2_field127.tsv";
    /// GF(2^128).
    GF2_FIELD128 = "gf2_field128.tsv";
    /// GHASH's and POLYVAL's fields on 16-byte blocks.
    GF2_GCM = "gf2_gcm.tsv";
    /// Irreducible polynomials, and factorisations.
    GF2_IRREDUCIBLE = "gf2_irreducible.tsv";
    /// The lazy reduction modulo x^128+x^2+x.
    GF2_LAZY128 = "gf2_lazy128.tsv";
    /// Polynomials of any degree.
    GF2_POLY = "gf2_poly.tsv";
    /// GHASH of RustCrypto's and OpenSSL's libraries.
    GHASH = "ghash.tsv";
    /// HighwayHash-64 of Google's library.
    HIGHWAYHASH64 = "highwayhash64.tsv";
    /// HighwayHash-128 of Google's library.
    HIGHWAYHASH128 = "highwayhash128.tsv";
    /// HighwayHash-256 of Google's library.
    HIGHWAYHASH256 = "highwayhash256.tsv";
    /// POLYVAL of RustCrypto's library.
    POLYVAL = "polyval.tsv";
    /// MD5 of OpenSSL.
    MD5 = "md5.tsv";
    /// SipHash of 64 bits, for several numbers of rounds.
    SIPHASH64 = "siphash64.tsv";
    /// SipHash of 128 bits, for several numbers of rounds.
    SIPHASH128 = "siphash128.tsv";
    /// SipHash-1-2 without regard to the case of ASCII letters.
    SIPHASH64_NOCASE = "siphash64_nocase.tsv";
    /// HalfSipHash of 32 bits.
    HALFSIPHASH32 = "halfsiphash32.tsv";
    /// HalfSipHash of 64 bits.
    HALFSIPHASH64 = "halfsiphash64.tsv";
    /// SipTreeHash of Google's library, 2-4 and 1-3.
    SIPTREEHASH = "siptreehash.tsv";
    /// CLHASH-128, which is this project's own.
    CLHASH128 = "clhash128.tsv";
    /// VHASH-64 of the authors' library, from explicit key material.
    VHASH64 = "vhash64.tsv";
    /// VHASH-128 of the authors' library, from explicit key material.
    VHASH128 = "vhash128.tsv";
    /// Block hashes, polynomial steps and last steps of VHASH.
    VHASH_PARTS = "vhash_parts.tsv";
    /// VMAC-64 and VMAC-128 with AES-128; the keys are AES keys with nonces.
    VMAC = "vmac.tsv";
    /// What AES keys become in VMAC.
    VMAC_KEYSCHEDULE = "vmac_keyschedule.tsv";
    /// Linear congruential hashes: `L` records.
    LCH = "lch.tsv";
    /// The mixed flavours of CLHASH, VHASH-64 and Multilinear64, which nobody else has published.
    MIXED = "mixed.tsv";
    /// MMH: `M` records.
    MMH = "mmh.tsv";
    /// Scalar products over GF(2^64), GF(2^32) and the integers: `V` records without `K`.
    MULTILINEAR = "multilinear.tsv";
    /// TMMH/16: `T` records.
    TMMH16 = "tmmh16.tsv";
}

impl Table {
    /// The file's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// All records: the kind and the fields after it.
    pub fn records(&self) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        self.text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).map(|line| {
            let (kind, fields) = line.split_once('\t').unwrap_or((line, ""));
            (kind, fields.split('\t').collect())
        })
    }

    /// The fields of all records of one kind.
    ///
    /// # Panics
    /// If there are none: a test that would check nothing.
    #[must_use]
    pub fn of_kind(&self, kind: &str) -> Vec<Vec<&'static str>> {
        let found: Vec<_> = self.records().filter(|(k, _)| *k == kind).map(|(_, f)| f).collect();
        assert!(!found.is_empty(), "{} has no {kind} records", self.name);
        found
    }

    /// The `K`, `V` and `D` records of a hash file.
    ///
    /// # Panics
    /// If a record is malformed, or there are no values.
    #[must_use]
    pub fn hashes(&self) -> HashFile {
        let mut file = HashFile { name: self.name, ..HashFile::default() };
        for (kind, fields) in self.records() {
            match (kind, fields.as_slice()) {
                ("K", [id, key, ..]) => file.keys.push((id, unhex(key))),
                ("V", [function, key, generator, length, output]) => file.values.push(Value {
                    function,
                    key,
                    generator: Generator::parse(generator),
                    length: length.parse().expect("length"),
                    output,
                }),
                ("D", [function, key, generator, range, md5]) => {
                    let (lo, hi) = range.split_once("..=").expect("range");
                    file.ranges.push(Range {
                        function,
                        key,
                        generator: Generator::parse(generator),
                        lo: lo.parse().expect("range"),
                        hi: hi.parse().expect("range"),
                        md5,
                    });
                }
                _ => panic!("{}: not a record of a hash file: {kind} {fields:?}", self.name),
            }
        }
        assert!(!file.keys.is_empty() && !file.values.is_empty(), "{} is empty", self.name);
        file
    }
}

/// A hash file, read.
#[derive(Debug, Default)]
pub struct HashFile {
    name: &'static str,
    /// Name and bytes of each key.
    pub keys: Vec<(&'static str, Vec<u8>)>,
    /// The `V` records.
    pub values: Vec<Value>,
    /// The `D` records.
    pub ranges: Vec<Range>,
}

/// One message and its hash.
#[derive(Debug)]
pub struct Value {
    /// The function's name, for files that hold several.
    pub function: &'static str,
    /// The key's name.
    pub key: &'static str,
    /// The message, with `length`.
    pub generator: Generator,
    /// Length of the message in bytes.
    pub length: usize,
    /// The hash as text: words of 16 digits joined by commas, or bytes.
    pub output: &'static str,
}

/// The MD5 of the hashes of all messages of some lengths.
#[derive(Debug)]
pub struct Range {
    /// The function's name.
    pub function: &'static str,
    /// The key's name.
    pub key: &'static str,
    /// The messages.
    pub generator: Generator,
    /// The first length.
    pub lo: usize,
    /// The last length.
    pub hi: usize,
    /// MD5 of the outputs, an LF after each.
    pub md5: &'static str,
}

impl HashFile {
    /// Checks every `V` and `D` record of `function` under every key: `new_key` makes a key of
    /// its bytes, `hash` gives a hash as the file writes it.
    ///
    /// # Panics
    /// At the first difference, and if the file has no record of the function.
    pub fn check<K>(
        &self,
        function: &str,
        mut new_key: impl FnMut(&[u8]) -> K,
        mut hash: impl FnMut(&K, &[u8]) -> String,
    ) {
        let mut checked = 0;
        for (id, bytes) in &self.keys {
            let key = new_key(bytes);
            for v in self.values.iter().filter(|v| v.function == function && v.key == *id) {
                let message = v.generator.message(v.length);
                assert_eq!(
                    hash(&key, &message),
                    v.output,
                    "{}: {function}, key {id}, {} of {} bytes",
                    self.name,
                    v.generator,
                    v.length
                );
                checked += 1;
            }
            for d in self.ranges.iter().filter(|d| d.function == function && d.key == *id) {
                let mut md5 = Md5::new();
                for length in d.lo..=d.hi {
                    md5.update(hash(&key, &d.generator.message(length)));
                    md5.update(b"\n");
                }
                assert_eq!(
                    crate::message::hex(&md5.finalize()),
                    d.md5,
                    "{}: {function}, key {id}, {} of {}..={} bytes",
                    self.name,
                    d.generator,
                    d.lo,
                    d.hi
                );
                checked += 1;
            }
        }
        assert!(checked > 0, "{} has no records of {function}", self.name);
    }
}

/// The MD5 of some bytes in hex.
#[must_use]
pub fn md5_hex(bytes: &[u8]) -> String {
    crate::message::hex(&Md5::digest(bytes))
}
