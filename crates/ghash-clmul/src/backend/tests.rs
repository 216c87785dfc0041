//! Tests of each kernel by itself, also from sums other than zero.

use super::*;
use crate::standard::{Gcm, GcmSiv};
use reference::ghash::polyval_dot;
use std::vec::Vec;
use testkit::message::{NOISE, splitmix64_bytes};
use testkit::on_every_backend;

fn elements() -> Vec<u128> {
    let noise = splitmix64_bytes(1, 16 * 20);
    let random = noise.as_chunks().0.iter().map(|bytes| u128::from_le_bytes(*bytes));
    let single = (0..128).map(|bit| 1 << bit);
    single.chain([0, u128::MAX]).chain(random).collect()
}

#[test]
fn powers_and_products() {
    on_every_backend!(Backend, "ghash: powers", |backend| {
        for h in elements() {
            let powers = expand(backend, h);
            assert_eq!(powers, expand_const(h));
            let mut power = h;
            for words in powers.iter().rev() {
                let found = u128::from(words[0]) | u128::from(words[1]) << 64;
                assert_eq!(found, power, "{h:x}");
                power = polyval_dot(power, h);
            }
        }
        let powers = expand(backend, u128::MAX / 7);
        for a in elements() {
            assert_eq!(multiply(backend, &powers, a), polyval_dot(a, u128::MAX / 7), "{a:x}");
        }
    });
}

#[test]
fn absorb_continues_any_sum() {
    on_every_backend!(Backend, "ghash: sums", |backend| {
        let h = u128::MAX / 11;
        let powers = expand(backend, h);
        let message = NOISE.message(5000);
        for sum in [0, 1, 1 << 127, u128::MAX, u128::MAX / 5] {
            for len in (0..=300).chain((300..=5000).step_by(37)) {
                let bytes = &message[..len];
                let expected = bytes.chunks(16).fold([sum; 2], |[plain, reversed], chunk| {
                    let mut block = [0; 16];
                    block[..chunk.len()].copy_from_slice(chunk);
                    [
                        portable::multiply(&powers, plain ^ u128::from_le_bytes(block)),
                        portable::multiply(&powers, reversed ^ u128::from_be_bytes(block)),
                    ]
                });
                let found = [
                    absorb::<GcmSiv>(backend, &powers, sum, bytes),
                    absorb::<Gcm>(backend, &powers, sum, bytes),
                ];
                assert_eq!(found, expected, "{len} bytes from {sum:x}");
                let found = [
                    absorb_once::<GcmSiv>(backend, h, sum, bytes),
                    absorb_once::<Gcm>(backend, h, sum, bytes),
                ];
                assert_eq!(found, expected, "{len} bytes from {sum:x}, without powers");
            }
        }
    });
}
