//! Kernels on integers only, in constant time, with the products of `gf2::portable`.

use crate::function::Schedule64;
use gf2::backend::portable::{clmul64, reduce64};
use hash_core::load;

pub(super) fn dot((a, b): (u64, u64), key: &[u64], message: &[u8]) -> u128 {
    clmul64(a, b) ^ sum(key, message)
}

fn sum(key: &[u64], message: &[u8]) -> u128 {
    debug_assert!(message.len() <= 8 * key.len(), "a word has no key");
    let words = message.chunks(8).map(load::word);
    words.zip(key).fold(0, |sum, (m, x)| sum ^ clmul64(m, *x))
}

pub(super) fn inner(key: &[u64], message: &[u8]) -> u64 {
    reduce64(sum(key, message))
}

pub(super) fn hash(key: &Schedule64, message: &[u8]) -> u64 {
    if let Some(constant) = key.constants.get(message.len()) {
        return constant ^ inner(&key.body, message);
    }
    let pair = (message.len() as u64, key.length);
    key.short() ^ reduce64(dot(pair, &key.body, message))
}

pub(super) fn dot_each<'m>(
    length: u64,
    key: &[u64],
    messages: impl Iterator<Item = &'m [u8]>,
    mut each: impl FnMut(&'m [u8], Option<u64>),
) {
    for message in messages {
        let pair = (message.len() as u64, length);
        let fits = message.len() <= 8 * key.len();
        each(message, fits.then(|| reduce64(dot(pair, key, message))));
    }
}

pub(super) fn products(x: u64, c: u64, words: &[u64], out: &mut [u64]) {
    for (word, h) in words.iter().zip(out) {
        *h = reduce64(clmul64(*word, x)) ^ c;
    }
}
