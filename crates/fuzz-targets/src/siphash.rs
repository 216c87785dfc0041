//! SipHash of 64 and 128 bits, its case-insensitive form, HalfSipHash and SipTreeHash.

use crate::Part;
use crate::differential::{any_backend, batches, hostile_checkpoint, messages};
use crate::input::message;
use arbitrary::{Result, Unstructured};
use core::hash::Hasher as _;
use reference::siphash as oracle;
use siphash_fast::{
    Backend, CHECKPOINT_BYTES, HalfKey, HalfSipHasher, Key, NocaseHasher, SipHasher, SipHasher128,
    TREE_CHECKPOINT_BYTES, TreeHasher, TreeKey, half, hash, hash_column, hash_fixed, hash_many,
    hash_u64s, hash128, nocase, tree,
};
use siphasher::{sip, sip128};

/// Defines SipHash-C-D as a subject, with the crate `siphasher` as its peer.
macro_rules! function {
    ($Name:ident = $name:literal, $c:literal, $d:literal, $Peer:ident) => {
        testkit::function! {
            $Name = $name, block: 8, backend: Backend;
            key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
            hash: u64 = |key, message| hash::<$c, $d>(key, message);
            stream: SipHasher<$c, $d> = |key| SipHasher::new(key), finalize;
            finish: |hash| hash;
            oracle: |key, message| oracle::hash64(($c, $d), key.to_words(), message);
        }
        testkit::checkpoints!($Name, CHECKPOINT_BYTES, |_, bytes| SipHasher::from_checkpoint(
            bytes
        ));
        testkit::batches!(
            $Name,
            hash_many::<$c, $d, _>,
            hash_u64s::<$c, $d, _>,
            hash_column::<$c, $d, _, _>
        );
        crate::subject!(
            $Name,
            1200,
            Key,
            |key, backend| key.with_backend(backend),
            |key, message| {
                let [a, b] = key.to_words();
                let mut peer = sip::$Peer::new_with_keys(a, b);
                peer.write(message);
                peer.finish()
            }
        );
    };
}

function!(Sip13 = "siphash13", 1, 3, SipHasher13);
function!(Sip24 = "siphash24", 2, 4, SipHasher24);

testkit::function! {
    Wide = "siphash128_24", block: 8, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: [u64; 2] = |key, message| hash128::<2, 4>(key, message);
    stream: SipHasher128<2, 4> = |key| SipHasher128::new(key), finalize;
    finish: |[first, _]| first;
    oracle: |key, message| oracle::hash128((2, 4), key.to_words(), message);
}
testkit::checkpoints!(Wide, CHECKPOINT_BYTES, |_, bytes| SipHasher128::from_checkpoint(bytes));
testkit::batches!(Wide, hash_many::<2, 4, _>, hash_u64s::<2, 4, _>, hash_column::<2, 4, _, _>);
crate::subject!(Wide, 1200, Key, |key, backend| key.with_backend(backend), |key, message| {
    use sip128::Hasher128;
    let [a, b] = key.to_words();
    let mut peer = sip128::SipHasher24::new_with_keys(a, b);
    peer.write(message);
    let sip128::Hash128 { h1, h2 } = peer.finish128();
    [h1, h2]
});

testkit::function! {
    Nocase = "siphash12_nocase", block: 256, backend: Backend;
    key: Key = |seed, backend| Key::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| nocase::hash::<1, 2>(key, message);
    stream: NocaseHasher<1, 2> = |key| NocaseHasher::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::hash64_nocase((1, 2), key.to_words(), message);
}
testkit::checkpoints!(Nocase, CHECKPOINT_BYTES, |_, bytes| NocaseHasher::from_checkpoint(bytes));
testkit::batches!(
    Nocase,
    nocase::hash_many::<1, 2>,
    nocase::hash_u64s::<1, 2>,
    nocase::hash_column::<1, 2, _>
);
crate::subject!(Nocase, 1200, Key, |key, backend| key.with_backend(backend));

/// Returns a HalfSipHash key as one word.
fn half_word(key: &HalfKey) -> [u64; 1] {
    [u64::from_le_bytes(key.to_bytes())]
}

testkit::function! {
    Half32 = "halfsiphash32_24", block: 4, backend: Backend;
    key: HalfKey = |seed, _backend| HalfKey::from_seed(seed);
    hash: u32 = |key, message| half::hash32::<2, 4>(key, message);
    stream: HalfSipHasher<2, 4> = |key| HalfSipHasher::new(key), finalize;
    finish: |hash| u64::from(hash);
    oracle: |key, message| oracle::half32((2, 4), half_word(key), message);
}
testkit::checkpoints!(Half32, CHECKPOINT_BYTES, |_, bytes| HalfSipHasher::from_checkpoint(bytes));
crate::subject!(Half32, 1200, HalfKey, |key, _backend| key);

testkit::function! {
    Half64 = "halfsiphash64_13", block: 4, backend: Backend;
    key: HalfKey = |seed, _backend| HalfKey::from_seed(seed);
    hash: u64 = |key, message| half::hash::<1, 3>(key, message);
    stream: HalfSipHasher<1, 3, 2> = |key| HalfSipHasher::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::half64((1, 3), half_word(key), message);
}
testkit::checkpoints!(Half64, CHECKPOINT_BYTES, |_, bytes| HalfSipHasher::from_checkpoint(bytes));
testkit::batches!(
    Half64,
    half::hash_many::<1, 3>,
    half::hash_u64s::<1, 3>,
    half::hash_column::<1, 3, _>
);
crate::subject!(Half64, 1200, HalfKey, |key, _backend| key);

testkit::function! {
    Tree = "siptreehash13", block: 32, backend: Backend;
    key: TreeKey = |seed, backend| TreeKey::from_seed(seed).with_backend(backend);
    hash: u64 = |key, message| tree::hash::<1, 3>(key, message);
    stream: TreeHasher<1, 3> = |key| TreeHasher::new(key), finalize;
    finish: |hash| hash;
    oracle: |key, message| oracle::tree((1, 3), key.to_words(), message);
}
testkit::checkpoints!(Tree, TREE_CHECKPOINT_BYTES, |key, bytes| {
    // The bytes hold the key, but not its backend.
    TreeHasher::from_checkpoint(bytes).map(|hasher| hasher.with_backend(key.backend()))
});
testkit::batches!(
    Tree,
    tree::hash_many::<1, 3>,
    tree::hash_u64s::<1, 3>,
    tree::hash_column::<1, 3, _>
);
crate::subject!(Tree, 2500, TreeKey, |key, backend| key.with_backend(backend));

/// Hostile checkpoints.
pub(crate) const CHECKPOINTS: &[Part] = &[
    hostile_checkpoint::<Sip13>,
    hostile_checkpoint::<Wide>,
    hostile_checkpoint::<Nocase>,
    hostile_checkpoint::<Half32>,
    hostile_checkpoint::<Half64>,
    hostile_checkpoint::<Tree>,
];

/// Checks all functions.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[
            messages::<Sip13>,
            messages::<Sip24>,
            messages::<Wide>,
            messages::<Nocase>,
            messages::<Half32>,
            messages::<Half64>,
            messages::<Tree>,
            batches::<Sip13>,
            batches::<Sip24>,
            batches::<Wide>,
            batches::<Nocase>,
            batches::<Half64>,
            batches::<Tree>,
            fixed::<1>,
            fixed::<8>,
            fixed::<13>,
            fixed::<33>,
            std_hasher,
        ],
    );
}

/// Checks batches of messages of one length.
fn fixed<const N: usize>(u: &mut Unstructured<'_>) -> Result<()> {
    let key = Key::from_bytes(&u.arbitrary()?).with_backend(any_backend(u)?);
    let messages: Vec<[u8; N]> = u.arbitrary()?;
    let (mut narrow, mut wide) = (vec![0; messages.len()], vec![[0; 2]; messages.len()]);
    hash_fixed::<1, 3, N, u64>(&key, &messages, &mut narrow)
        .expect("there are as many outputs as messages");
    hash_fixed::<2, 4, N, [u64; 2]>(&key, &messages, &mut wide)
        .expect("there are as many outputs as messages");
    let [same, other] = [(1, 3), (2, 4)];
    for ((message, narrow), wide) in messages.iter().zip(narrow).zip(wide) {
        assert_eq!(narrow, oracle::hash64(same, key.to_words(), message));
        assert_eq!(wide, oracle::hash128(other, key.to_words(), message));
    }
    Ok(())
}

/// Checks that std's hasher is SipHash-1-3 under the zero key.
fn std_hasher(u: &mut Unstructured<'_>) -> Result<()> {
    let message = message(u, 1200, 8)?;
    let mut std = std::hash::DefaultHasher::new();
    std.write(&message);
    assert_eq!(hash::<1, 3>(&Key::from_bytes(&[0; 16]), &message), std.finish());
    Ok(())
}
