//! Runs the suites of the family, and tests what only MD5 has.

mod limits;

use md5_opt::{
    BLOCK_BYTES, Backend, CHECKPOINT_BYTES, Digest, Md5, hash, hash_column_on, hash_many_on,
    hash_u64s_on,
};
use testkit::conformance::{BatchError, checkpoint};

testkit::function! {
    OneStream = "md5", block: BLOCK_BYTES, backend: Backend;
    key: Backend = |_seed, backend| backend;
    hash: Digest = |_, message| hash(message);
    stream: Md5 = |_| Md5::new(), finalize;
    finish: |digest| u64::from_le_bytes(*digest.first_chunk().expect("sixteen bytes"));
    oracle: |_, message| reference::md5::hash(message);
}
testkit::checkpoints!(OneStream, CHECKPOINT_BYTES, |_, bytes| Md5::from_checkpoint(bytes));
testkit::batches!(OneStream, many, words, column);

fn many(backend: &Backend, messages: &[&[u8]], out: &mut [Digest]) -> Result<(), BatchError> {
    hash_many_on(*backend, messages, out)
}

fn words(backend: &Backend, words: &[u64], out: &mut [Digest]) -> Result<(), BatchError> {
    hash_u64s_on(*backend, words, out)
}

fn column<O: Copy + TryInto<usize>>(
    backend: &Backend,
    values: &[u8],
    offsets: &[O],
    out: &mut [Digest],
) -> Result<(), BatchError> {
    hash_column_on(*backend, values, offsets, out)
}

testkit::suite!(one_shot: OneStream);
testkit::suite!(stream: OneStream);
testkit::suite!(checkpoint as checkpoints: OneStream);
testkit::suite!(batch: OneStream);
testkit::suite!(choice: OneStream);

/// The bytes of a checkpoint are part of the API and must never change.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    checkpoint::frozen(
        &OneStream,
        100,
        "6d64352d6f70740164000000000000008702068dfffd8c27f666fac9a265f35264e76aed70f376f97cff\
         8205880b8e1194179a1da023a629ac2fb235b83bbe41c447ca4d00000000000000000000000000000000\
         000000000000000000000000c21c359c7c0bdddd",
    );
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    checkpoint::refuse_states(
        &OneStream,
        &[
            ("2^63 bytes", |b| b[15] = 0x80),
            ("a tail of an empty message", |b| b[32] = 1),
            ("a fourth byte of three", |b| (b[8], b[35]) = (3, 1)),
            ("a state of no block", |b| (b[8], b[16]) = (63, 0)),
        ],
    );
    assert_eq!(checkpoint::forged(&OneStream, &|b| b[8] = 3), None, "three bytes of zero");
    assert_eq!(checkpoint::forged(&OneStream, &|b| (b[8], b[16]) = (64, 0)), None, "one block");
}
