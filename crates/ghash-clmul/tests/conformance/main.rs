//! The suites of the family on both functions, and tests of what only these functions have.

mod limits;

use ghash_clmul::named::{Ghash, Polyval};
use ghash_clmul::{
    Backend, CheckpointError, Gcm, GhashHasher, GhashKey, Key, PolyvalHasher, PolyvalKey, Standard,
    hash, hash_aead,
};
use reference::ghash as oracle;
use testkit::conformance::{AnyFunction, checkpoint};
use testkit::message::{NOISE, PAINT};
use testkit::{Guarded, on_every_backend};

testkit::suites!(ghash: joining Ghash);
testkit::suites!(polyval: joining Polyval);
testkit::key_suite!(universal ghash_key: GhashKey, "GHASH");
testkit::key_suite!(universal polyval_key: PolyvalKey, "POLYVAL");

/// All bits of H count.
#[test]
fn only_zeros_are_degenerate() {
    for bit in 0..128 {
        let bytes = (1_u128 << bit).to_le_bytes();
        assert!(GhashKey::try_from(bytes.as_slice()).is_ok(), "bit {bit}");
        assert!(PolyvalKey::try_from(bytes.as_slice()).is_ok(), "bit {bit}");
    }
    assert_eq!(hash(&GhashKey::from_bytes(&[0; 16]), &[7; 100]), [0; 16]);
    assert_eq!(hash(&PolyvalKey::from_bytes(&[0; 16]), &[7; 100]), [0; 16]);
}

/// Two backends compute further powers of the key, one above 512 and above 2,624 bytes, the other
/// above 4 KiB. The lengths include whole groups of blocks and every remainder of a group.
#[test]
fn long_messages_agree_with_the_reference() {
    on_every_backend!(Backend, "ghash: long messages", |backend| {
        let (ghash, polyval) = (
            GhashKey::from_seed(1).with_backend(backend),
            PolyvalKey::from_seed(1).with_backend(backend),
        );
        let lengths = (500..1700).chain(2500..3100).chain(4090..4700).step_by(16);
        for len in lengths.chain([5000, 8192 + 15]) {
            let message = NOISE.message(len);
            let expected = oracle::ghash(ghash.to_bytes(), &message);
            assert_eq!(hash(&ghash, &message), expected, "{len} bytes");
            let expected = oracle::polyval(polyval.to_bytes(), &message);
            assert_eq!(hash(&polyval, &message), expected, "{len} bytes");
        }
    });
}

#[test]
fn keys_with_few_bits() {
    on_every_backend!(Backend, "ghash: keys", |backend| {
        let (noise, ones) = (NOISE.message(1300), vec![0xff; 1300]);
        let check = |key: [u8; 16], message: &[u8]| {
            let ghash = hash(&GhashKey::from_bytes(&key).with_backend(backend), message);
            assert_eq!(ghash, oracle::ghash(key, message), "{key:x?}");
            let polyval = hash(&PolyvalKey::from_bytes(&key).with_backend(backend), message);
            assert_eq!(polyval, oracle::polyval(key, message), "{key:x?}");
        };
        for bit in 0..128 {
            check((1_u128 << bit).to_le_bytes(), &noise);
        }
        check([0; 16], &noise);
        check([0xff; 16], &ones);
    });
}

#[test]
fn a_key_of_unknown_backend_takes_the_best() {
    static KEY: GhashKey = GhashKey::from_seed(6);
    assert_eq!(KEY.backend(), Backend::detect());
    assert_eq!(KEY.clone().with_backend(Backend::PORTABLE).backend(), Backend::PORTABLE);
    assert_eq!(hash(&KEY, b"abc"), oracle::ghash(KEY.to_bytes(), b"abc"));
}

/// Returns padded additional data, padded text and the block of their lengths, as the standards
/// define them.
fn padded(parts: [&[u8]; 2], to_bytes: fn(u64) -> [u8; 8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend(part);
        bytes.resize(bytes.len().next_multiple_of(16), 0);
    }
    bytes.extend(parts.map(|part| to_bytes(8 * part.len() as u64)).as_flattened());
    bytes
}

#[test]
fn lengths_are_a_block() {
    on_every_backend!(Backend, "ghash: lengths as a block", |backend| {
        let (ghash, polyval) = (
            GhashKey::from_seed(4).with_backend(backend),
            PolyvalKey::from_seed(4).with_backend(backend),
        );
        let message = NOISE.message(800);
        for (a, t) in [(0, 0), (0, 1), (1, 0), (16, 16), (20, 300), (300, 20), (400, 400)] {
            let parts = [&message[..a], &message[400..400 + t]];
            let expected = oracle::ghash(ghash.to_bytes(), &padded(parts, u64::to_be_bytes));
            assert_eq!(hash_aead(&ghash, parts[0], parts[1]), expected);
            let expected = oracle::polyval(polyval.to_bytes(), &padded(parts, u64::to_le_bytes));
            assert_eq!(hash_aead(&polyval, parts[0], parts[1]), expected);
        }
    });
}

/// No byte before or after additional data and text is read.
#[test]
fn aead_no_read_outside() {
    on_every_backend!(Backend, "ghash: guard pages of two parts", |backend| {
        let (ghash, polyval) = (
            GhashKey::from_seed(4).with_backend(backend),
            PolyvalKey::from_seed(4).with_backend(backend),
        );
        let mut pages = [600, 600].map(Guarded::new);
        for a in (0..70).chain([512, 530]) {
            for t in (0..70).chain([512, 530]) {
                let (additional, text) = (&NOISE.message(a), &PAINT.message(t));
                let hashes =
                    |a: &[u8], t: &[u8]| [hash_aead(&ghash, a, t), hash_aead(&polyval, a, t)];
                let expected = hashes(additional, text);
                let [first, second] = &mut pages;
                assert_eq!(hashes(first.end(additional), second.end(text)), expected);
                assert_eq!(hashes(first.begin(additional), second.begin(text)), expected);
            }
        }
    });
}

#[test]
fn padding_ends_a_block() {
    on_every_backend!(Backend, "polyval: padding", |backend| {
        let key = PolyvalKey::from_seed(5).with_backend(backend);
        for (a, t) in [(0, 0), (0, 5), (5, 0), (16, 32), (17, 15), (100, 300)] {
            let message = NOISE.message(a + t);
            let (additional, text) = message.split_at(a);
            let mut expected = additional.to_vec();
            expected.resize(a.next_multiple_of(16), 0);
            let mut hasher = PolyvalHasher::new(&key);
            hasher.update(additional);
            hasher.pad();
            hasher.pad();
            assert_eq!(hasher.len(), expected.len() as u64);
            hasher.update(text);
            expected.extend(text);
            assert_eq!(hasher.finalize(), hash(&key, &expected));
            hasher.append_lengths(a as u64, t as u64);
            assert_eq!(hasher.finalize(), hash_aead(&key, additional, text));
            assert_eq!(hasher.len(), expected.len().next_multiple_of(16) as u64 + 16);
        }
    });
}

/// Streams own, borrow or share their key, under one name for both functions.
#[test]
fn streams_hold_any_kind_of_key() {
    fn finalize<S: Standard, K: std::borrow::Borrow<Key<S>>>(key: K) -> [u8; 16] {
        let mut hasher = ghash_clmul::PolynomialHasher::new(key);
        hasher.update(b"a message of some blocks, in one piece");
        hasher.finalize()
    }
    let key = GhashKey::from_seed(7);
    let expected = hash(&key, b"a message of some blocks, in one piece");
    assert_eq!(finalize::<Gcm, _>(&key), expected);
    assert_eq!(finalize::<Gcm, _>(std::sync::Arc::new(key.clone())), expected);
    assert_eq!(finalize::<Gcm, _>(key), expected);
}

/// The bytes of a checkpoint are part of the contract.
#[test]
fn the_format_of_checkpoints_is_frozen() {
    checkpoint::frozen(
        &AnyFunction::joining::<Ghash>(),
        32 + 3,
        "67686173680000012300000000000000c66fea837c88f8dbcbbe41c37ce9eb3ab336b90000000000\
         0000000000000000a81c0fc652fc7bbe",
    );
    checkpoint::frozen(
        &AnyFunction::joining::<Polyval>(),
        32 + 3,
        "706f6c7976616c0123000000000000001c7eca5cc6fea008ec04a82cde62ecc6b336b90000000000\
         0000000000000000d448c402b07ef23d",
    );
}

#[test]
fn checkpoints_show_the_hash_of_whole_blocks() {
    fn check<S: Standard>(key: &Key<S>) {
        let message = PAINT.message(35);
        let mut hasher = ghash_clmul::PolynomialHasher::new(key);
        hasher.update(&message);
        let saved = hasher.checkpoint();
        assert_eq!(saved[16..32], hash(key, &message[..32]));
        assert_eq!(saved[32..35], message[32..]);
    }
    check(&GhashKey::from_seed(1));
    check(&PolyvalKey::from_seed(1));
}

#[test]
fn states_that_no_stream_reaches_are_refused() {
    let changes: [checkpoint::Forgery<'_>; 4] = [
        ("2^63 bytes", |b| b[15] = 0x80),
        ("a tail after an empty message", |b| b[32] = 1),
        ("a fourth byte in a tail of three", |b| (b[8], b[35]) = (3, 1)),
        ("a hash without a whole block", |b| (b[8], b[16]) = (3, 1)),
    ];
    checkpoint::refuse_states(&AnyFunction::joining::<Ghash>(), &changes);
    checkpoint::refuse_states(&AnyFunction::joining::<Polyval>(), &changes);
    assert_eq!(
        checkpoint::forged(&AnyFunction::joining::<Ghash>(), &|b| b[8] = 3),
        None,
        "a tail of three zeros is valid"
    );
    let ghash = GhashHasher::new(GhashKey::from_seed(9)).checkpoint();
    let foreign = PolyvalHasher::from_checkpoint(PolyvalKey::from_seed(9), &ghash);
    assert_eq!(foreign.err(), Some(CheckpointError::Foreign));
}
