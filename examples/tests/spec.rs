//! Compares the crates with the vectors of `proofs/spec/vectors`, which the programs in
//! `proofs/spec/oracle` computed from the specifications alone.

use clhash::clhash128::ClHasher128;
use clhash::{ClHasher, clhash128};
use clmac::nonce::{self, Nonce, NonceMac};
use core::hash::{BuildHasher, Hasher};
use mshash::MsHasher;
use multilinear_hash::{Function, Mmh32, Mmh64, Multilinear64, MultilinearHasher, Tmmh16};
use provenhash::{ALGORITHMS, Algorithm};
use provenhash_map::state::{FastState, RandomState};
use provenhash_map::{FixedState, MapKey, ProcessKey, Slices};
use serde_json::Value;

const SPEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../proofs/spec");

/// Returns the vectors of a file.
fn vectors(file: &str) -> Vec<Value> {
    let path = format!("{SPEC}/vectors/{file}.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut file: Value = serde_json::from_str(&text).expect("JSON");
    let Value::Array(vectors) = file["vectors"].take() else { panic!("{path}: no vectors") };
    assert!(vectors.len() > 10, "{path}");
    vectors
}

fn text<'v>(vector: &'v Value, name: &str) -> &'v str {
    vector[name].as_str().unwrap_or_else(|| panic!("{vector}: no {name}"))
}

fn number(vector: &Value, name: &str) -> u64 {
    vector[name].as_u64().unwrap_or_else(|| panic!("{vector}: no {name}"))
}

fn bytes(digits: &str) -> Vec<u8> {
    let digit = |c: &u8| char::from(*c).to_digit(16).expect("a hexadecimal digit");
    let byte = |pair: &[u8; 2]| u8::try_from(16 * digit(&pair[0]) + digit(&pair[1]));
    digits.as_bytes().as_chunks().0.iter().map(|pair| byte(pair).expect("a byte")).collect()
}

fn hexadecimal(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the message of a vector.
fn message(vector: &Value) -> Vec<u8> {
    let len = usize::try_from(number(vector, "length")).expect("short");
    if let Some(fill) = vector["fill"].as_u64() {
        return vec![u8::try_from(fill).expect("a byte"); len];
    }
    let mut message = vec![0; len];
    hash_core::seed::SeedWords::new("message", number(vector, "message_seed")).fill(&mut message);
    message
}

/// Checks a function of messages, given a seed of a key and a message.
fn check(file: &str, hash: impl Fn(u64, &[u8]) -> String) {
    for vector in vectors(file) {
        let found = hash(number(&vector, "key_seed"), &message(&vector));
        assert_eq!(found, text(&vector, "hash"), "{file}: {vector}");
    }
}

/// Returns the algorithm of that name or stored name.
fn algorithm(name: &str) -> &'static Algorithm {
    Algorithm::find(name).unwrap_or_else(|| panic!("no algorithm {name}"))
}

/// Every function that these crates define has vectors, and a page.
#[test]
fn functions() {
    let ours = ALGORITHMS.iter().filter(|row| row.version.is_some());
    let names = ours.map(|row| row.stored_name().into_owned());
    let mut pages = String::new();
    for file in std::fs::read_dir(SPEC).expect("the folder of the pages") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "md") {
            pages += &std::fs::read_to_string(path).expect("a page");
        }
    }
    for name in names.chain(["clhash".to_owned()]) {
        assert!(pages.contains(&format!("`{name}`")), "no page defines {name}");
        // VHASH is a function of others, and `mixes` tests its mixed form.
        if name != "vhash64-mixed-1" {
            let key = |seed| algorithm(&name).from_seed(seed).expect("a key");
            let keys = [0, 1, 2].map(key);
            let key = |seed| &keys[usize::try_from(seed).expect("small")];
            check(&name, |seed, m| {
                let digits = key(seed).hash(m).to_string();
                // The table writes words in order, the page a number.
                if name.starts_with("clhash128-") {
                    digits[16..].to_owned() + &digits[..16]
                } else {
                    digits
                }
            });
        }
    }
}

#[test]
fn mixes() {
    for vector in vectors("mix-1") {
        let word = |name| u64::from_str_radix(text(&vector, name), 16).expect("a word");
        assert_eq!(hash_core::mix(word("word")), word("mixed"), "{vector}");
    }
    let key = |name| algorithm(name).from_seed(1).expect("a key");
    let (plain, mixed) = (key("vhash64"), key("vhash64-mixed-1"));
    for vector in vectors("clhash") {
        let message = message(&vector);
        assert_eq!(hash_core::mix(plain.hash_u64(&message)), mixed.hash_u64(&message), "{vector}");
    }
}

#[test]
fn clmac() {
    let keys = [0, 1, 2].map(nonce::Key::from_seed);
    for vector in vectors("clmac-nonce-1") {
        let key = &keys[usize::try_from(number(&vector, "key_seed")).expect("small")];
        let nonce = Nonce::try_from(&*bytes(text(&vector, "nonce"))).expect("a nonce");
        let found = nonce::tag_with(key, &nonce, &message(&vector));
        assert_eq!(hexadecimal(found), text(&vector, "hash"), "{vector}");
    }
    let key = clmac::Key::from_seed(1);
    for vector in vectors("clmac-1") {
        if number(&vector, "key_seed") == 1 {
            let (message, tag) = (message(&vector), text(&vector, "hash"));
            assert_eq!(hexadecimal(clmac::tag96(&key, &message)), tag[..24], "{vector}");
            assert_eq!(hexadecimal(clmac::tag64(&key, &message)), tag[..16], "{vector}");
        }
    }
}

/// The keys of stored algorithms, and the nonces of all. (The tests of the Python package compare
/// each algorithm with the program.)
#[test]
fn keys_of_secrets() {
    let mut names = std::collections::BTreeSet::new();
    for vector in vectors("secrets") {
        let row = algorithm(text(&vector, "name"));
        let secret = bytes(text(&vector, "secret")).try_into().expect("32 bytes");
        let found = if row.nonce {
            row.nonce_key_from_secret(&secret).expect("a key").to_bytes()
        } else {
            row.from_secret(&secret).expect("a key").to_bytes()
        };
        assert_eq!(found, bytes(text(&vector, "bytes")), "{}", row.name);
        names.insert(row.name);
    }
    assert!(names.len() >= 33, "{names:?}");
    let hashes: std::collections::BTreeSet<_> =
        ALGORITHMS.iter().map(|row| hash_core::checkpoint::fnv1a(row.name.as_bytes())).collect();
    assert!(hashes.len() == ALGORITHMS.len() && !hashes.contains(&0), "a nonce is used twice");
}

#[test]
fn keys_of_seeds() {
    for vector in vectors("keys") {
        let seed = u64::from_str_radix(text(&vector, "seed"), 16).expect("a seed");
        let of = |name: &str| algorithm(name).from_seed(seed).expect("a key").to_bytes();
        let found = match text(&vector, "name") {
            "CLHASH" => vec![of("clhash"), of("clhash-mixed")],
            "CLHASH-128" => vec![of("clhash128"), of("clhash128-mixed")],
            "CLMAC" => vec![of("clmac"), nonce::Key::from_seed(seed).to_bytes().to_vec()],
            "multilinear map hash" => vec![MapKey::from_seed(seed).to_bytes().to_vec()],
            "process map" => {
                let key = ProcessKey::from_seed(seed);
                let (words, slices) = (key.to_words_before_slices(), key.slices().to_words());
                vec![words.into_iter().chain(slices).flat_map(u64::to_le_bytes).collect()]
            }
            "Multilinear64" => vec![of("multilinear64"), of("multilinear64-mixed")],
            "MMH" => vec![of("mmh32"), of("mmh64")],
            "TMMH/16" => vec![of("tmmh16")],
            "mshash" => vec![of("mshash")],
            "hash-agg" => vec![hash_agg::Key::from_seed(seed).to_bytes().to_vec()],
            "VHASH-64" => vec![of("vhash64"), of("vhash64-mixed")],
            "VHASH-128" => vec![of("vhash128")],
            "VMAC" => ["vmac64", "vmac128"]
                .map(|name| algorithm(name).nonce_key_from_seed(seed).expect("a key").to_bytes())
                .to_vec(),
            "GHASH" => vec![of("ghash")],
            "POLYVAL" => vec![of("polyval")],
            "SipHash" => vec![of("siphash-2-4"), of("siphash-1-3"), of("siphash128-2-4")],
            "SipTreeHash" => vec![of("siptreehash"), of("siptreehash13")],
            "HalfSipHash" => vec![of("halfsiphash32"), of("halfsiphash64")],
            "HighwayHash" => vec![of("highwayhash64"), of("highwayhash128"), of("highwayhash256")],
            name => panic!("no key is derived under the name {name}"),
        };
        for key in found {
            assert_eq!(
                hexadecimal(key),
                text(&vector, "bytes"),
                "{} {seed}",
                text(&vector, "name")
            );
        }
    }
}

/// Returns the hash of the writes of a vector, in hexadecimal.
fn hash_of_writes(mut hasher: impl Hasher, vector: &Value) -> String {
    for write in vector["writes"].as_array().expect("writes") {
        if write["slice"].is_string() {
            hasher.write(&bytes(text(write, "slice")));
            continue;
        }
        let value = u128::from_str_radix(text(write, "integer"), 16).expect("a number");
        match number(write, "bits") {
            8 => hasher.write_u8(value.try_into().expect("8 bits")),
            16 => hasher.write_u16(value.try_into().expect("16 bits")),
            32 => hasher.write_u32(value.try_into().expect("32 bits")),
            64 => hasher.write_u64(value.try_into().expect("64 bits")),
            128 => hasher.write_u128(value),
            bits => panic!("no integer has {bits} bits"),
        }
    }
    format!("{:016x}", hasher.finish())
}

#[test]
fn maps() {
    let states: Vec<_> = (0..3).map(FixedState::from_seed).collect();
    for vector in vectors("map-1") {
        let state = &states[usize::try_from(number(&vector, "key_seed")).expect("small")];
        assert_eq!(
            hash_of_writes(state.build_hasher(), &vector),
            text(&vector, "hash"),
            "{vector}"
        );
    }
}

/// Checks the vectors of one hash of slices. The name of its states is that of the end alone, or
/// followed by `name`.
fn random_states<S: Slices + 'static>(name: &str, key: impl Fn(u64) -> ProcessKey<S>) {
    let keys = [0, 1, 2].map(|seed| &*Box::leak(Box::new(key(seed))));
    let mut checked = 0;
    for vector in vectors("maps") {
        let (end, slices) =
            text(&vector, "state").split_once(' ').unwrap_or((text(&vector, "state"), ""));
        if slices != name {
            continue;
        }
        let key = keys[usize::try_from(number(&vector, "key_seed")).expect("small")];
        let map = u64::from_str_radix(text(&vector, "number"), 16).expect("a number");
        let found = match end {
            "apart" => hash_of_writes(RandomState::with_key(key, map).build_hasher(), &vector),
            "uneven" => hash_of_writes(FastState::with_key(key, map).build_hasher(), &vector),
            end => panic!("no end {end}"),
        };
        assert_eq!(found, text(&vector, "hash"), "{vector}");
        checked += 1;
    }
    assert!(checked > 200, "{checked} vectors of {name}");
}

#[test]
fn random_states_of_maps() {
    random_states("", ProcessKey::from_seed);
    random_states("clhash", |seed| {
        let high = ProcessKey::from_seed(seed).slices().to_words()[0];
        let slices = clhash::map::LongSlices::new(clhash::Key::from_seed(seed), high);
        ProcessKey::seeded(seed, slices)
    });
}

/// Returns the checkpoint of a function of the crate `multilinear-hash`.
fn rows<F: Function>(seed: u64, message: &[u8]) -> String {
    let mut hasher = MultilinearHasher::<F, _>::new(F::key_from_seed(seed));
    hasher.update(message);
    hexadecimal(hasher.checkpoint())
}

#[test]
fn checkpoints() {
    macro_rules! saved {
        ($stream:expr, $message:expr) => {{
            let mut stream = $stream;
            stream.update($message);
            hexadecimal(stream.checkpoint())
        }};
    }
    for vector in vectors("checkpoints") {
        let (seed, message) = (number(&vector, "key_seed"), &message(&vector));
        let found = match text(&vector, "function") {
            "clhash" => saved!(ClHasher::new(clhash::Key::from_seed(seed)), message),
            "clhash128-1" => saved!(ClHasher128::new(clhash128::Key::from_seed(seed)), message),
            "mshash-1" => saved!(MsHasher::new(mshash::Key::from_seed(seed)), message),
            "clmac-1" => saved!(clmac::ClMac::new(clmac::Key::from_seed(seed)), message),
            "clmac-nonce-1" => {
                let nonce = Nonce::new([7; 16], 7);
                saved!(NonceMac::new(nonce::Key::from_seed(seed), &nonce), message)
            }
            "multilinear64-1" => rows::<Multilinear64>(seed, message),
            "mmh32-1" => rows::<Mmh32>(seed, message),
            "mmh64-1" => rows::<Mmh64>(seed, message),
            "tmmh16-1" => rows::<Tmmh16>(seed, message),
            function => panic!("no function {function}"),
        };
        assert_eq!(found, text(&vector, "checkpoint"), "{vector}");
    }
}
