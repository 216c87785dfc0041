//! Published values and values of other libraries, on every backend of the machine.

use ghash_clmul::{
    Backend, GhashKey, Key, Partial, PolynomialHasher, PolyvalKey, Standard, hash, hash_aead,
};
use hex_literal::hex;
use testkit::message::hex as text;
use testkit::on_every_backend;
use testkit::vectors::{GHASH, POLYVAL, Table};

fn key<S: Standard>(bytes: &[u8]) -> Key<S> {
    Key::try_from(bytes).expect("the keys of the vectors have 16 bytes")
}

/// Checks one way of hashing against all vectors of a function, on every backend.
fn check<S: Standard>(
    what: &str,
    table: &Table,
    function: &str,
    way: impl Fn(&Key<S>, &[u8]) -> [u8; 16],
) {
    on_every_backend!(Backend, what, |backend| {
        table.hashes().check(
            function,
            |bytes| key(bytes).with_backend(backend),
            |k, m| text(&way(k, m)),
        );
    });
}

#[test]
fn one_shot() {
    check("ghash: vectors", &GHASH, "ghash", |k: &GhashKey, m| hash(k, m));
    check("polyval: vectors", &POLYVAL, "polyval", |k: &PolyvalKey, m| hash(k, m));
}

#[test]
fn as_gcm_uses_it() {
    let aad = |k: &GhashKey, m: &[u8]| hash_aead(k, m, &[]);
    check("ghash: additional data of GCM", &GHASH, "ghash_gcm_aad", aad);
    let text = |k: &GhashKey, m: &[u8]| hash_aead(k, &[], m);
    check("ghash: ciphertexts of GCM", &GHASH, "ghash_gcm_ct", text);
}

fn streamed<S: Standard>(key: &Key<S>, message: &[u8]) -> [u8; 16] {
    let mut hasher = PolynomialHasher::new(key);
    message.chunks(37).for_each(|piece| hasher.update(piece));
    hasher.finalize()
}

#[test]
fn stream() {
    check("ghash: vectors as streams", &GHASH, "ghash", |k: &GhashKey, m| streamed(k, m));
    check("polyval: vectors as streams", &POLYVAL, "polyval", |k: &PolyvalKey, m| streamed(k, m));
}

fn in_parts<S: Standard>(key: &Key<S>, message: &[u8]) -> [u8; 16] {
    let parts = message.chunks(2032).map(|part| Partial::of(key, part));
    let whole = parts.fold(Partial::EMPTY, |left, right| {
        left.combine(key, &right).expect("2,032 is a multiple of 16")
    });
    whole.finalize(key)
}

#[test]
fn parts() {
    check("ghash: vectors in parts", &GHASH, "ghash", |k: &GhashKey, m| in_parts(k, m));
    check("polyval: vectors in parts", &POLYVAL, "polyval", |k: &PolyvalKey, m| in_parts(k, m));
}

/// RFC 8452, appendix A: both functions of two blocks, and GHASH computed by POLYVAL.
#[test]
fn appendix_a() {
    const H: [u8; 16] = hex!("25629347589242761d31f826ba4b757b");
    const X: [[u8; 16]; 2] =
        [hex!("4f4f95668c83dfb6401762bb2d01a262"), hex!("d1a24ddd2721d006bbe45f20d3c9f362")];
    const MUL_X: [u8; 16] = hex!("dcbaa5dd137c188ebb21492c23c9b112");
    fn reversed(mut block: [u8; 16]) -> [u8; 16] {
        block.reverse();
        block
    }
    on_every_backend!(Backend, "ghash: appendix A of RFC 8452", |backend| {
        let ghash = |h, x: [[u8; 16]; 2]| {
            hash(&GhashKey::from_bytes(&h).with_backend(backend), x.as_flattened())
        };
        let polyval = hash(&PolyvalKey::from_bytes(&H).with_backend(backend), X.as_flattened());
        assert_eq!(polyval, hex!("f7a3b47b846119fae5b7866cf5e5b77e"));
        assert_eq!(ghash(H, X), hex!("bd9b3997046731fb96251b91f9c99d7a"));
        assert_eq!(reversed(ghash(MUL_X, X.map(reversed))), polyval);
    });
}
