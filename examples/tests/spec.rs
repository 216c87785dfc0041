//! Compares the crates with the vectors of `spec/vectors`, which the programs in `spec/oracle`
//! computed from the specifications alone.

use clhash::wide::ClHasher128;
use clhash::{ClHasher, wide};
use core::hash::{BuildHasher, Hasher};
use multilinear_hash::{FixedState, MapKey};
use serde_json::Value;

/// Returns the vectors of a file.
fn vectors(file: &str) -> Vec<Value> {
    let path = format!("{}/../spec/vectors/{file}.json", env!("CARGO_MANIFEST_DIR"));
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
        assert_eq!(found, text(&vector, "hash"), "{vector}");
    }
}

#[test]
fn clhash() {
    let key = clhash::Key::from_seed;
    check("clhash", |seed, m| format!("{:016x}", clhash::hash(&key(seed), m)));
    check("clhash-mixed-1", |seed, m| format!("{:016x}", clhash::hash_mixed(&key(seed), m)));
}

#[test]
fn clhash128() {
    check("clhash128-1", |seed, m| {
        let [low, high] = wide::hash(&wide::Key::from_seed(seed), m);
        format!("{high:016x}{low:016x}")
    });
}

#[test]
fn keys_of_seeds() {
    for vector in vectors("keys") {
        let seed = u64::from_str_radix(text(&vector, "seed"), 16).expect("a seed");
        let found = match text(&vector, "name") {
            "CLHASH" => hexadecimal(clhash::Key::from_seed(seed).to_bytes()),
            "CLHASH-128" => hexadecimal(wide::Key::from_seed(seed).to_bytes()),
            "multilinear map hash" => hexadecimal(MapKey::from_seed(seed).to_bytes()),
            name => panic!("no key is derived under the name {name}"),
        };
        assert_eq!(found, text(&vector, "bytes"), "{} {seed}", text(&vector, "name"));
    }
}

#[test]
fn maps() {
    let states: Vec<_> = (0..3).map(FixedState::from_seed).collect();
    for vector in vectors("map-1") {
        let state = &states[usize::try_from(number(&vector, "key_seed")).expect("small")];
        let mut hasher = state.build_hasher();
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
        assert_eq!(format!("{:016x}", hasher.finish()), text(&vector, "hash"), "{vector}");
    }
}

#[test]
fn checkpoints() {
    for vector in vectors("checkpoints") {
        let (seed, message) = (number(&vector, "key_seed"), message(&vector));
        let found = match text(&vector, "function") {
            "clhash" => {
                let mut hasher = ClHasher::new(clhash::Key::from_seed(seed));
                hasher.update(&message);
                hexadecimal(hasher.checkpoint())
            }
            "clhash128-1" => {
                let mut hasher = ClHasher128::new(wide::Key::from_seed(seed));
                hasher.update(&message);
                hexadecimal(hasher.checkpoint())
            }
            function => panic!("no function {function}"),
        };
        assert_eq!(found, text(&vector, "checkpoint"), "{} bytes", message.len());
    }
}
