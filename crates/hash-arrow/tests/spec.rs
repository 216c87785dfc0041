//! The tables of all types of Arrow of SPEC.md, whose fingerprints, digests and checksums a program
//! in another language computed from their cells. C, Python, DataFusion and databases have the same
//! test.

// Tests of single types run on big-endian machines.
#![cfg(target_endian = "little")]

#[allow(dead_code, reason = "shared with other tests")]
mod support;

use hash_agg::sql::{Hasher, Type};
use hash_agg::{Digest, Fingerprint, Key};
use hash_arrow::{RowHasher, add_checksums};
use serde_json::Value as Json;
use support::{unhex, vectors};

#[test]
fn the_vectors_of_the_specification() {
    let mut checksums = 0;
    for (i, (vector, table)) in vectors().into_iter().enumerate() {
        let text = |json: &Json| json.as_str().unwrap().to_owned();
        let key = Key::try_from(&*unhex(&text(&vector["key"]))).unwrap();
        let array = table.export().unwrap();
        let view = array.view().unwrap();
        let rows = view.len();
        let columns = view.into_columns().unwrap();
        let (mut hasher, mut hashes) = (RowHasher::new(&key), Vec::new());
        hasher.rows(&columns, rows, |block| hashes.extend_from_slice(block)).unwrap();
        let found: Vec<_> = hashes.iter().map(|row| Json::from(format!("{row:032x}"))).collect();
        assert_eq!(Json::from(found), vector["row_fingerprints"], "vector {i}");
        let mut fingerprint = Fingerprint::EMPTY;
        hasher.add(&columns, rows, &mut fingerprint).unwrap();
        assert_eq!(fingerprint.to_string(), text(&vector["fingerprint"]), "vector {i}");
        assert_eq!(Digest::of(&key, &hashes).to_string(), text(&vector["digest"]), "vector {i}");

        if let Some(types) = vector["types"].as_array() {
            let types: Vec<Type> = types.iter().map(|kind| text(kind).parse().unwrap()).collect();
            let mut hasher = Hasher::new(&key, &types).unwrap();
            add_checksums(&mut hasher, &columns, rows).unwrap();
            assert_eq!(hasher.checksum().to_string(), text(&vector["checksum"]), "vector {i}");
            checksums += 1;
        }
    }
    assert_eq!(checksums, 50);
}
