//! The theorem on the code that ships: the tests find the keys under which the hashes of two
//! messages differ by a given number, on every backend, at once and in pieces.
//!
//! For one block the difference is a product with the key in a field, which `testkit::linear` shows
//! for all differences. For n blocks it is a polynomial of degree n in the key. The tests make
//! messages for which this polynomial has n chosen roots. These keys give the difference, and
//! others do not.

use ghash_clmul::bound::{aead_collision_bound, collision_bound};
use ghash_clmul::{Backend, Gcm, GcmSiv, Key, PolynomialHasher, Standard, hash, hash_aead};
use hash_core::seed::SeedWords;
use reference::ghash::{ghash_product, polyval_dot};
use testkit::linear::{multiplies, takes_each_value_once};
use testkit::message::{NOISE, PAINT};
use testkit::on_every_backend;

/// The bytes of a block or a key as a little-endian integer, whose bits the tests number.
type Block = u128;

fn random(seed: u64) -> impl FnMut() -> Block {
    let mut words = SeedWords::new("bound", seed);
    move || u128::from(words.next_word()) | u128::from(words.next_word()) << 64
}

/// Hashes a message under a key.
type Hash<'f> = &'f dyn Fn(Block, &[u8]) -> Block;
/// Hashes additional data, a text and their lengths under a key.
type Aead<'f> = &'f dyn Fn(Block, &[u8], &[u8]) -> Block;

/// The rules in which the two functions differ.
#[derive(Clone, Copy)]
struct Rules {
    /// Multiplies the elements of two blocks.
    product: fn(Block, Block) -> Block,
    /// Makes the block whose element has bit i of this integer as its coefficient of x^i.
    of_coefficients: fn(Block) -> Block,
}

/// Cuts a message into pieces that end inside blocks, and a last one of many blocks.
fn pieces(message: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (start, rest) = message.split_at(message.len().min(150));
    start.chunks(37).chain([rest])
}

fn run<S: Standard>(backend: Backend, rules: Rules, test: &impl Fn(Hash, Aead, Rules)) {
    // Both ways to make a key.
    let keys: [fn(Backend, Block) -> Key<S>; 2] = [
        |backend, h| Key::from_bytes(&h.to_le_bytes()).with_backend(backend),
        |backend, h| Key::from_bytes_on(backend, &h.to_le_bytes()),
    ];
    test(
        &|h, m| Block::from_le_bytes(hash(&keys[0](backend, h), m)),
        &|h, a, t| Block::from_le_bytes(hash_aead(&keys[0](backend, h), a, t)),
        rules,
    );
    let streamed = |h, parts: [&[u8]; 2], aead: bool| {
        let mut hasher = PolynomialHasher::new(keys[1](backend, h));
        pieces(parts[0]).for_each(|piece| hasher.update(piece));
        if aead {
            hasher.pad();
            pieces(parts[1]).for_each(|piece| hasher.update(piece));
            hasher.append_lengths(parts[0].len() as u64, parts[1].len() as u64);
        }
        Block::from_le_bytes(hasher.finalize())
    };
    test(&|h, m| streamed(h, [m, &[]], false), &|h, a, t| streamed(h, [a, t], true), rules);
}

/// Runs the test for GHASH and POLYVAL, at once and in pieces, on every backend.
fn on_every_path(what: &str, test: impl Fn(Hash, Aead, Rules)) {
    on_every_backend!(Backend, what, |backend| {
        // GHASH counts the bits of a byte in the opposite order.
        let ghash = Rules {
            product: |a, b| Block::from_le_bytes(ghash_product(a.to_le_bytes(), b.to_le_bytes())),
            of_coefficients: |d| d.reverse_bits().swap_bytes(),
        };
        run::<Gcm>(backend, ghash, &test);
        let polyval = Rules { product: polyval_dot, of_coefficients: |d| d };
        run::<GcmSiv>(backend, polyval, &test);
    });
}

/// Adds a difference to one block of the message.
fn add(message: &[u8], block: usize, difference: Block) -> Vec<u8> {
    let mut message = message.to_vec();
    message[16 * block..].iter_mut().zip(difference.to_le_bytes()).for_each(|(m, d)| *m ^= d);
    message
}

/// The hashes differ by a product of the key with the difference in a last block of 1 to 16 bytes.
#[test]
fn the_last_block() {
    on_every_path("ghash: the last block", |hash, _, rules| {
        for (len, block) in [(16, 0), (32, 1), (1, 0), (9, 0), (15, 0), (40, 2), (1100, 68)] {
            let message = NOISE.message(len);
            multiplies(8 * (len - 16 * block), 128, |d, h| {
                let d = (rules.of_coefficients)(d);
                hash(h, &message) ^ hash(h, &add(&message, block, d))
            });
        }
    });
}

/// Zeros before the block of lengths do not matter, and that block is like any other: the hashes of
/// pairs of zeros with different lengths differ by a product with the key.
#[test]
fn lengths() {
    on_every_path("ghash: lengths", |_, aead, _| {
        let zeros = [0; 1 << 10];
        for [a, t] in [[0, 0], [5, 0], [0, 5], [16, 17]] {
            for [b, u] in [[0, 1], [1, 0], [4, 0], [0, 16], [16, 0], [32, 1], [1000, 24]] {
                takes_each_value_once(128, |h| {
                    aead(h, &zeros[..a], &zeros[..t]) ^ aead(h, &zeros[..b], &zeros[..u])
                });
            }
        }
        // Every length of data below 2^10, and every such length of a text.
        multiplies(10, 128, |d, h| {
            aead(h, &zeros[..usize::try_from(d).expect("10 bits")], &[]) ^ aead(h, &[], &[])
        });
        multiplies(10, 128, |d, h| {
            aead(h, &[], &zeros[..usize::try_from(d).expect("10 bits")]) ^ aead(h, &[], &[])
        });
    });
}

/// Lengths of messages that no memory holds.
#[test]
fn lengths_of_61_bits() {
    on_every_backend!(Backend, "ghash: long lengths", |backend| {
        fn hash<S: Standard>(backend: Backend, h: Block, [a, t]: [u64; 2]) -> Block {
            let mut hasher =
                PolynomialHasher::new(Key::<S>::from_bytes(&h.to_le_bytes()).with_backend(backend));
            hasher.append_lengths(a, t);
            Block::from_le_bytes(hasher.finalize())
        }
        for hash in [hash::<Gcm>, hash::<GcmSiv>] {
            let length = |d| u64::try_from(d).expect("61 bits");
            multiplies(61, 128, |d, h| hash(backend, h, [length(d), 5]) ^ hash(backend, h, [0, 5]));
            multiplies(61, 128, |d, h| hash(backend, h, [5, length(d)]) ^ hash(backend, h, [5, 0]));
        }
    });
}

/// Computes the coefficients of c (H + r) (H + s) …, the highest first.
fn from_roots(product: fn(Block, Block) -> Block, c: Block, roots: &[Block]) -> Vec<Block> {
    testkit::linear::from_roots(c, roots, |sum, a, root| sum ^ product(a, root))
}

/// The bound holds and is tight: if the polynomial of the differences of n blocks has n roots, the
/// hashes differ by the given number under these n keys and under no other key tried.
#[test]
fn roots_of_polynomials() {
    on_every_path("ghash: roots", |hash, aead, Rules { product, .. }| {
        for blocks in [1, 2, 3, 7, 8, 9, 16, 17, 33, 70] {
            let mut random = random(blocks as u64);
            let roots: Vec<_> = (0..blocks).map(|_| random()).collect();
            // The coefficient of H^0 belongs to no block: it is the difference of the hashes.
            let mut differences = from_roots(product, random(), &roots);
            let wanted = differences.pop().expect("a constant");
            let message = NOISE.message(16 * blocks);
            let other = differences
                .iter()
                .enumerate()
                .fold(message.clone(), |m, (i, difference)| add(&m, i, *difference));
            let difference = |h| hash(h, &message) ^ hash(h, &other);
            for h in &roots {
                assert_eq!(difference(*h), wanted, "{blocks} blocks");
            }
            for bit in 0..128 {
                assert_ne!(difference(roots[0] ^ 1 << bit), wanted, "{blocks} blocks, bit {bit}");
            }
            for _ in 0..10 {
                assert_ne!(difference(random()), wanted, "{blocks} blocks");
            }
            // With data and lengths one more block follows, so the roots are 0 and all chosen ones
            // but the first.
            let data = PAINT.message(21);
            let roots = &roots[1..];
            let differences = from_roots(product, random(), roots);
            let other = differences
                .iter()
                .enumerate()
                .fold(message.clone(), |m, (i, difference)| add(&m, i, *difference));
            let collide = |h| aead(h, &data, &message) == aead(h, &data, &other);
            assert!(collide(0) && roots.iter().all(|h| collide(*h)), "{blocks} blocks");
            for h in (0..10).map(|_| random()).chain((0..128).map(|bit| 1 << bit)) {
                assert!(!collide(h), "{blocks} blocks");
            }
        }
    });
}

/// Different pairs never have the same blocks: however data and text are cut from the same bytes,
/// and whatever zeros they end with, their blocks of lengths differ.
#[test]
fn pairs_of_data_and_text() {
    on_every_path("ghash: pairs", |_, aead, _| {
        let bytes = [NOISE.message(40), vec![0; 40]].concat();
        let mut random = random(1);
        let keys = [(); 2].map(|()| random());
        let mut seen = std::collections::BTreeMap::new();
        for a in 0..=48 {
            for t in 0..=32 {
                let (data, text) = (&bytes[..a], &bytes[a..a + t]);
                let hashes = keys.map(|h| aead(h, data, text));
                let before = seen.insert(hashes, (a, t));
                assert_eq!(
                    before, None,
                    "the pair of {a} and {t} bytes has the hashes of an earlier one"
                );
            }
        }
    });
}

#[test]
fn values_of_the_bound() {
    for (len, expected) in [(0, -128.0), (1, -128.0), (16, -128.0), (17, -127.0), (1 << 30, -102.0)]
    {
        assert!((collision_bound(len) - expected).abs() < 1e-12, "{len} bytes");
    }
    for blocks in [3_u32, 5, 7, 1000, 123_456_789] {
        let expected = f64::from(blocks).log2() - 128.0;
        assert!((collision_bound(16 * u64::from(blocks)) - expected).abs() < 1e-12, "{blocks}");
    }
    assert!((collision_bound(u64::MAX) + 68.0).abs() < 1e-12);
    let longest = (1 << 61) - 1;
    assert!((aead_collision_bound(longest, longest) + 70.0).abs() < 1e-12);
    let mut last = f64::NEG_INFINITY;
    for len in (0..64).map(|shift| 1_u64 << shift).chain([u64::MAX]) {
        let bound = collision_bound(len);
        assert!(bound >= last && bound <= aead_collision_bound(0, len), "{len} bytes");
        last = bound;
    }
}
