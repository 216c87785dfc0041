//! Every row of `provenhash` as programs call it that learn the name of a function at run time:
//! `FUNCTION/by-name/BYTES`.

use crate::common::measure;
use criterion::{Criterion, Throughput};
use provenhash::ALGORITHMS;
use std::hint::black_box;

/// The lengths of messages in bytes.
const LENGTHS: [usize; 2] = [8, 1 << 10];

pub(crate) fn all(c: &mut Criterion) {
    for row in ALGORITHMS {
        for length in LENGTHS {
            let bytes = vec![0x5a; length];
            let size = Throughput::Bytes(length as u64);
            // A key of VMAC tags messages under nonces, and does not hash.
            if row.nonce {
                let key = row.nonce_key_from_seed(1).expect("a row of nonces");
                let tag = || key.tag(&[1; 8], black_box(&bytes)).expect("a nonce of its length");
                measure(c, row.name, "by-name", length, size, tag);
            } else {
                let key = row.from_seed(1).expect("a row without nonces");
                measure(c, row.name, "by-name", length, size, || key.hash(black_box(&bytes)));
            }
        }
    }
}
