//! The suites of the family, and tests of what only this crate has.

mod limits;

use multilinear_hash::{
    Backend, CheckpointError, Function, Key, Mmh32, Mmh64, Multilinear64, MultilinearHasher,
    Partial, Tmmh16, hash, hash_many,
};
use reference::multilinear as oracle;
use testkit::conformance::{AnyFunction, checkpoint};
use testkit::message::NOISE;
use testkit::on_every_backend;

/// Converts the numbers of the reference to the words of a hash.
fn words<W: TryFrom<u64>, const N: usize>(numbers: &[u64]) -> [W; N] {
    core::array::from_fn(|j| {
        W::try_from(numbers[j]).unwrap_or_else(|_| panic!("the number does not fit in a word"))
    })
}

/// Runs the suites on a function, whose hash under a key of ones is that of the reference.
macro_rules! conforms {
    ($module:ident: $name:literal of $family:literal, $F:ty, $Hash:ty, $Backend:ty;
        |$key:ident, $message:ident| $oracle:expr) => {
        mod $module {
            use super::*;

            testkit::suites!(suites: joining $F);
            testkit::key_suite!(universal key: Key<$F>, $family);

            /// All sums that can wrap do so under a key of ones.
            #[test]
            fn ones() {
                on_every_backend!($Backend, concat!($name, ": ones"), |backend| {
                    let $key = &Key::<$F>::from_bytes(&[0xff; Key::<$F>::BYTES]).with_backend(backend);
                    for len in [0, 1, 64, 1000, 4096, 4097, 9000] {
                        let $message = &vec![0xff; len];
                        let expected: $Hash = $oracle;
                        assert_eq!(hash($key, $message), expected, "{len} bytes");
                    }
                });
            }
        }
    };
}

conforms! {
    mmh32: "mmh32" of "MMH", Mmh32, [u32; 1], Backend;
    |key, message| words(&oracle::mmh(&key.to_bytes(), message, 1))
}
conforms! {
    mmh64: "mmh64" of "MMH", Mmh64, [u32; 2], Backend;
    |key, message| words(&oracle::mmh(&key.to_bytes(), message, 2))
}
conforms! {
    tmmh16: "tmmh16" of "TMMH/16", Tmmh16, [u16; 4], Backend;
    |key, message| words(&oracle::tmmh(&key.to_bytes(), message, 4))
}
conforms! {
    multilinear64: "multilinear64" of "Multilinear64", Multilinear64, u64, gf2::Backend;
    |key, message| oracle::multilinear64(&key.to_bytes(), message)
}

#[test]
fn batches_of_messages_around_a_block() {
    fn check<F: Function>(backend: F::Backend) {
        let key = F::key_from_seed(4).with_backend(backend);
        let messages = [4095, 4096, 4097, 9000, 3, 64, 0].map(|len| NOISE.message(len));
        let slices = messages.each_ref().map(Vec::as_slice);
        let mut out = [hash(&key, b"another"); 7];
        hash_many(&key, &slices, &mut out).expect("there are as many outputs as messages");
        assert_eq!(out, slices.map(|m| hash(&key, m)));
    }
    on_every_backend!(Backend, "mmh64: batches around a block", check::<Mmh64>);
    on_every_backend!(
        gf2::Backend,
        "multilinear64: batches around a block",
        check::<Multilinear64>
    );
}

#[test]
fn streams_become_parts() {
    let key = Key::<Tmmh16>::from_seed(16);
    let message = NOISE.message(8300);
    let mut hasher = MultilinearHasher::new(&key);
    for len in 0..message.len() {
        assert_eq!(hasher.partial(), Partial::of(&key, &message[..len]), "{len} bytes");
        hasher.update(&message[len..=len]);
    }
}

#[test]
fn streams_own_borrow_or_share_their_key() {
    let key = Key::<Mmh64>::from_seed(6);
    let expected = hash(&key, b"owned, borrowed or shared");
    let mut borrows = MultilinearHasher::new(&key);
    borrows.update(b"owned, borrowed or shared");
    assert_eq!(borrows.finalize(), expected);
    let mut shares = MultilinearHasher::new(std::sync::Arc::new(key.clone()));
    shares.update(b"owned, borrowed or shared");
    assert_eq!(shares.finalize(), expected);
    let mut owns = MultilinearHasher::new(key.clone());
    owns.update(b"owned, borrowed or shared");
    assert_eq!(owns.finalize(), expected);
}

/// The bytes of a checkpoint are part of the contract.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    checkpoint::frozen(
        &AnyFunction::joining::<Tmmh16>(),
        4096 + 64 + 3,
        "6d756c696e0204014310000000000000d4b3b847000000000000000000000000126ead5300000000\
         0000000000000000bc6f896d000000000000000000000000e40601c4000000000000000000000000\
         9c0c5ba56cdfcbe0babe68b60ab9870454b15ba56cdfcbe0babe68b60ab98704c52c5ba56cdfcbe0\
         babe68b60ab98704b0345ba56cdfcbe0babe68b60ab9870403860900000000000000000000000000\
         00000000000000000000000000000000000000000000000000000000000000000000000000000000\
         0000000000000000de0bb7fff67bce12",
    );
}

#[test]
fn checkpoints_of_other_functions_are_refused() {
    let saved = MultilinearHasher::new(&Key::<Mmh32>::from_seed(1)).checkpoint();
    let (two, tag) = (Key::<Mmh64>::from_seed(1), Key::<Tmmh16>::from_seed(1));
    let error =
        MultilinearHasher::from_checkpoint(&two, &saved).expect_err("a checkpoint of one row");
    assert_eq!(error, CheckpointError::Foreign);
    let error = MultilinearHasher::from_checkpoint(&tag, &saved).expect_err("a checkpoint of MMH");
    assert_eq!(error, CheckpointError::Foreign);
}

fn set_len(bytes: &mut [u8], len: u64) {
    bytes[8..16].copy_from_slice(&len.to_le_bytes());
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    checkpoint::refuse_states(
        &AnyFunction::joining::<Mmh32>(),
        &[
            ("2^63 bytes", |b| set_len(b, 1 << 63)),
            ("a fourth byte in a tail of three", |b| (set_len(b, 3), b[147] = 1).1),
            ("a sum without a whole piece", |b| (set_len(b, 63), b[16] = 1).1),
            ("a second row of sums of one row", |b| (set_len(b, 64), b[32] = 1).1),
            ("a polynomial before the end of a block", |b| (set_len(b, 4159), b[80] = 7).1),
            ("a second polynomial of one row", |b| (set_len(b, 4160), b[96] = 7).1),
            ("a polynomial of 2^127 - 1", |b| {
                set_len(b, 4160);
                b[80..96].copy_from_slice(&(u128::MAX >> 1).to_le_bytes());
            }),
        ],
    );
    let forged =
        |change: fn(&mut [u8])| checkpoint::forged(&AnyFunction::joining::<Mmh32>(), &change);
    assert_eq!(
        forged(|b| (set_len(b, 3), b[146] = 1).1),
        None,
        "a third byte in a tail of three is valid"
    );
    assert_eq!(forged(|b| (set_len(b, 64), b[16] = 1).1), None, "any sum is valid after a piece");
    assert_eq!(
        forged(|b| (set_len(b, 4160), b[80] = 7).1),
        None,
        "any polynomial is valid after a block"
    );
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: Key<Mmh32> = Key::<Mmh32>::from_seed(6);
    assert_eq!(KEY.backend(), Backend::detect());
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    assert_eq!(hash(&KEY, b"abc"), words::<u32, 1>(&oracle::mmh(&KEY.to_bytes(), b"abc", 1)));
}
