//! The vector files: text with one record per line and tab-separated fields.
//!
//! `vectors/README.md` of this crate describes their format, and how each value was computed. The
//! first comment lines of each file name its reference. The files are compiled into the tests, so
//! that they are also available under an emulator.

use crate::conformance::AnyFunction;
use crate::conformance::any::{AnyKey, Batch, Place, Words};
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
    /// CLHASH of the published library, in its default build.
    CLHASH = "clhash.tsv";
    /// CLHASH of the published library, built with bit mixing.
    CLHASH_BITMIX = "clhash_bitmix.tsv";
    /// Block products, final steps and length terms of CLHASH.
    CLHASH_PARTS = "clhash_parts.tsv";
    /// AES-128-GCM tags of OpenSSL, with H and E(K, J0).
    GCM_RELATION = "gcm_relation.tsv";
    /// Carry-less products.
    GF2_CLMUL = "gf2_clmul.tsv";
    /// Operations in GF(2^64).
    GF2_FIELD64 = "gf2_field64.tsv";
    /// Operations in GF(2^127).
    GF2_FIELD127 = "gf2_field127.tsv";
    /// Operations in GF(2^128).
    GF2_FIELD128 = "gf2_field128.tsv";
    /// Operations in the fields of GHASH and POLYVAL, on blocks of 16 bytes.
    GF2_GCM = "gf2_gcm.tsv";
    /// Irreducible polynomials, and factorisations.
    GF2_IRREDUCIBLE = "gf2_irreducible.tsv";
    /// The lazy reduction modulo x^128+x^2+x.
    GF2_LAZY128 = "gf2_lazy128.tsv";
    /// Operations on polynomials of any degree.
    GF2_POLY = "gf2_poly.tsv";
    /// GHASH of the libraries of RustCrypto and OpenSSL.
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
    /// SipHash-1-2 that ignores the case of ASCII letters.
    SIPHASH64_NOCASE = "siphash64_nocase.tsv";
    /// HalfSipHash of 32 bits.
    HALFSIPHASH32 = "halfsiphash32.tsv";
    /// HalfSipHash of 64 bits.
    HALFSIPHASH64 = "halfsiphash64.tsv";
    /// SipTreeHash of Google's library, 2-4 and 1-3.
    SIPTREEHASH = "siptreehash.tsv";
    /// CLHASH-128, which this project defines.
    CLHASH128 = "clhash128.tsv";
    /// CLMAC, which this project defines.
    CLMAC = "clmac.tsv";
    /// CLMAC with nonces; the keys are keys with nonces.
    CLMAC_NONCE = "clmac_nonce.tsv";
    /// VHASH-64 of the authors' library, from explicit key material.
    VHASH64 = "vhash64.tsv";
    /// VHASH-128 of the authors' library, from explicit key material.
    VHASH128 = "vhash128.tsv";
    /// Block hashes, polynomial steps and last steps of VHASH.
    VHASH_PARTS = "vhash_parts.tsv";
    /// VMAC-64 and VMAC-128 with AES-128; the keys are AES keys with nonces.
    VMAC = "vmac.tsv";
    /// The key schedules of VMAC, from AES keys.
    VMAC_KEYSCHEDULE = "vmac_keyschedule.tsv";
    /// Linear congruential hashes: `L` records.
    LCH = "lch.tsv";
    /// The mixed variants of CLHASH, VHASH-64 and Multilinear64, which this project defines.
    MIXED = "mixed.tsv";
    /// MMH: `M` records.
    MMH = "mmh.tsv";
    /// mshash, which this project defines.
    MSHASH = "mshash.tsv";
    /// Scalar products over GF(2^64), GF(2^32) and the integers: `V` records without `K`.
    MULTILINEAR = "multilinear.tsv";
    /// TMMH/16: `T` records.
    TMMH16 = "tmmh16.tsv";
}

/// The files with hashes of the functions of the table, by their names there.
pub static HASHES: [&Table; 21] = [
    &CLHASH,
    &CLHASH_BITMIX,
    &CLHASH128,
    &MIXED,
    &MSHASH,
    &CLMAC,
    &VHASH64,
    &VHASH128,
    &GHASH,
    &POLYVAL,
    &SIPHASH64,
    &SIPHASH64_NOCASE,
    &SIPHASH128,
    &HALFSIPHASH32,
    &HALFSIPHASH64,
    &SIPTREEHASH,
    &HIGHWAYHASH64,
    &HIGHWAYHASH128,
    &HIGHWAYHASH256,
    &MD5,
    &VMAC,
];

/// Checks that a function has all values of its vectors: as whole messages, as streams, in batches,
/// in columns, and in parts, on every backend.
///
/// # Panics
/// Panics at the first difference, and if there are no vectors of the function.
pub fn agree(function: &AnyFunction) {
    let files = HASHES.iter().filter(|table| table.has(function.name));
    let files: Vec<_> = files.map(|table| table.hashes()).collect();
    assert!(!files.is_empty(), "there are no vectors of {}", function.name);
    for file in files {
        for (id, bytes) in &file.keys {
            function.on_bytes(&format!("vectors, key {id}"), bytes, &|key, parts| {
                file.check_key(function.name, id, &mut |message| {
                    let hash = in_each_way(function, key, message);
                    if let Some(parts) = parts {
                        let pieces = message.chunks(2 * function.block);
                        let whole = pieces.fold(parts.empty(), |left, right| {
                            parts.join(&left, &parts.part(right)).expect("whole blocks")
                        });
                        assert_eq!(parts.whole(&whole), hash);
                    }
                    function.text(hash)
                });
            });
        }
    }
}

/// Returns the hash of a message, which is also that of a stream and those of a batch and a column
/// with the message among others, often enough to fill vectors.
fn in_each_way(function: &AnyFunction, key: &dyn AnyKey, message: &[u8]) -> Words {
    let hash = key.hash(message);
    let mut stream = key.stream();
    message.chunks(37).for_each(|piece| stream.update(piece));
    let name = function.name;
    assert_eq!((stream.finalize(), stream.count()), (hash, message.len() as u64), "{name}");
    let (half, third) = (&message[..message.len() / 2], &message[..message.len() / 3]);
    let m = message;
    let batch: [&[u8]; 11] = [&[1; 70], m, m, m, b"after", m, half, m, m, m, third];
    let expected = batch.map(|other| if other == m { hash } else { key.hash(other) });
    let mut offsets = vec![0];
    offsets.extend(batch.iter().scan(0, |end, other| {
        *end += i32::try_from(other.len()).expect("a short message");
        Some(*end)
    }));
    for batch in [Batch::Many(&batch), Batch::Column(&batch.concat(), &offsets)] {
        let (done, hashes) = key.batch(batch, 11, Place::Heap);
        assert_eq!((done, hashes.as_slice()), (Ok(()), expected.as_slice()), "{name}");
    }
    hash
}

impl Table {
    /// Returns the name of the file.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns whether the file has hashes of a function.
    #[must_use]
    pub fn has(&self, function: &str) -> bool {
        self.text.contains(&format!("\nV\t{function}\t"))
    }

    /// Returns all records: the kind, and the fields after it.
    pub fn records(&self) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        self.text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).map(|line| {
            let (kind, fields) = line.split_once('\t').unwrap_or((line, ""));
            (kind, fields.split('\t').collect())
        })
    }

    /// Returns the fields of all records of one kind.
    ///
    /// # Panics
    /// Panics if there are none, because the test would then check nothing.
    #[must_use]
    pub fn of_kind(&self, kind: &str) -> Vec<Vec<&'static str>> {
        let found: Vec<_> = self.records().filter(|(k, _)| *k == kind).map(|(_, f)| f).collect();
        assert!(!found.is_empty(), "{} has no {kind} records", self.name);
        found
    }

    /// Parses the `K`, `V` and `D` records of a hash file.
    ///
    /// # Panics
    /// Panics if a record is malformed, or if there are no keys or no values.
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
                _ => panic!("{}: malformed record of a hash file: {kind} {fields:?}", self.name),
            }
        }
        assert!(
            !file.keys.is_empty() && !file.values.is_empty(),
            "{} has no keys or no values",
            self.name
        );
        file
    }
}

/// The parsed records of a hash file.
#[derive(Debug, Default)]
pub struct HashFile {
    name: &'static str,
    /// The name and the bytes of each key.
    pub keys: Vec<(&'static str, Vec<u8>)>,
    /// The `V` records.
    pub values: Vec<Value>,
    /// The `D` records.
    pub ranges: Vec<Range>,
}

/// One message and its hash.
#[derive(Debug)]
pub struct Value {
    /// The name of the function, because a file can have several.
    pub function: &'static str,
    /// The name of the key.
    pub key: &'static str,
    /// The generator of the message.
    pub generator: Generator,
    /// The length of the message in bytes.
    pub length: usize,
    /// The hash as text: words of 16 digits separated by commas, or bytes.
    pub output: &'static str,
}

/// The MD5 of the hashes of the messages of a range of lengths.
#[derive(Debug)]
pub struct Range {
    /// The name of the function.
    pub function: &'static str,
    /// The name of the key.
    pub key: &'static str,
    /// The generator of the messages.
    pub generator: Generator,
    /// The first length.
    pub lo: usize,
    /// The last length.
    pub hi: usize,
    /// The MD5 of the outputs, each followed by LF.
    pub md5: &'static str,
}

impl HashFile {
    /// Returns the file without its key of zeros, which has published values but which the loaders
    /// of secret keys refuse.
    #[must_use]
    pub fn without_zeros(mut self) -> Self {
        self.keys.retain(|(_, bytes)| bytes.is_empty() || bytes.iter().any(|byte| *byte != 0));
        self
    }

    /// Returns the names of the functions, each once.
    #[must_use]
    pub fn functions(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.values.iter().map(|value| value.function).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Checks every `V` and `D` record of `function` under every key. `new_key` creates a key from
    /// its bytes, `hash` returns a hash in the format of the file.
    ///
    /// # Panics
    /// Panics at the first difference, and if the file has no record of the function.
    pub fn check<K>(
        &self,
        function: &str,
        mut new_key: impl FnMut(&[u8]) -> K,
        mut hash: impl FnMut(&K, &[u8]) -> String,
    ) {
        for (id, bytes) in &self.keys {
            let key = new_key(bytes);
            self.check_key(function, id, &mut |message| hash(&key, message));
        }
        assert!(self.functions().contains(&function), "{} has no {function}", self.name);
    }

    /// Checks the records of a function under the key of this name.
    fn check_key(&self, function: &str, id: &str, hash: &mut dyn FnMut(&[u8]) -> String) {
        for v in self.values.iter().filter(|v| v.function == function && v.key == id) {
            let (Value { generator, length, .. }, name) = (v, self.name);
            let found = hash(&generator.message(*length));
            let what = format!("{name}: {function}, key {id}, {generator} of {length} bytes");
            assert_eq!(found, v.output, "{what}");
        }
        for d in self.ranges.iter().filter(|d| d.function == function && d.key == id) {
            let mut md5 = Md5::new();
            for length in d.lo..=d.hi {
                md5.update(hash(&d.generator.message(length)));
                md5.update(b"\n");
            }
            let (Range { generator, lo, hi, .. }, name) = (d, self.name);
            let what = format!("{name}: {function}, key {id}, {generator} of {lo}..={hi} bytes");
            assert_eq!(crate::message::hex(&md5.finalize()), d.md5, "{what}");
        }
    }
}

/// Computes the MD5 of bytes, as hexadecimal digits.
#[must_use]
pub fn md5_hex(bytes: &[u8]) -> String {
    crate::message::hex(&Md5::digest(bytes))
}
