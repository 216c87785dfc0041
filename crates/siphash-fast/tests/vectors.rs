//! Values of the published implementations.

use siphash_fast::named::{
    Halfsiphash32, Halfsiphash64, Siphash12, Siphash12Nocase, Siphash13, Siphash24, Siphash48,
    Siphash128V13, Siphash128V24, Siptreehash, Siptreehash13,
};
use siphash_fast::{
    Backend, HalfKey, HalfSipHasher, Key, SipHasher, SipHasher128, half, hash, hash_many, hash128,
};
use testkit::message::hex;
use testkit::on_every_backend;
use testkit::vectors::{HALFSIPHASH32, HALFSIPHASH64, SIPHASH64, SIPHASH128};

testkit::vectors! {
    siphash_2_4: of Siphash24;
    siphash_1_3: of Siphash13;
    siphash_1_2: of Siphash12;
    siphash_4_8: of Siphash48;
    siphash_1_2_nocase: of Siphash12Nocase;
    siphash128_2_4: of Siphash128V24;
    siphash128_1_3: of Siphash128V13;
    siptreehash: of Siptreehash;
    siptreehash13: of Siptreehash13;
    halfsiphash32: of Halfsiphash32;
    halfsiphash64: of Halfsiphash64;
}

/// Checks whole messages, streams, and batches on every backend, of rounds that have no name.
fn other_rounds<const C: u8, const D: u8>() {
    let key = |bytes: &[u8]| Key::try_from(bytes).expect("keys of 16 bytes");
    SIPHASH64.hashes().check(&format!("siphash-{C}-{D}"), key, |key, message| {
        let mut stream = SipHasher::<C, D>::new(key);
        message.chunks(37).for_each(|piece| stream.update(piece));
        assert_eq!(stream.finalize(), hash::<C, D>(key, message));
        format!("{:016x}", stream.finalize())
    });
    on_every_backend!(Backend, &format!("siphash-{C}-{D}: vectors in batches"), |backend| {
        let key = |bytes: &[u8]| key(bytes).with_backend(backend);
        SIPHASH64.hashes().check(&format!("siphash-{C}-{D}"), key, |key, m| {
            let others: [&[u8]; 3] = [&[1; 70], b"after", &m[..m.len() / 2]];
            let all = [others[0], m, m, m, others[1], m, others[2], m, m, m, &m[..m.len() / 3]];
            let mut out = [0; 11];
            hash_many::<C, D>(key, &all, &mut out).expect("one output per message");
            assert_eq!([out[0], out[4], out[6]], others.map(|m| hash::<C, D>(key, m)));
            assert_eq!([out[2], out[3], out[5], out[7], out[8], out[9]], [out[1]; 6]);
            format!("{:016x}", out[1])
        });
    });
    SIPHASH128.hashes().check(&format!("siphash128-{C}-{D}"), key, |key, message| {
        let mut stream = SipHasher128::<C, D>::new(key);
        message.chunks(37).for_each(|piece| stream.update(piece));
        assert_eq!(stream.finalize(), hash128::<C, D>(key, message));
        hex(stream.finalize().map(u64::to_le_bytes).as_flattened())
    });
}

#[test]
fn rounds_without_a_name() {
    other_rounds::<1, 1>();
    other_rounds::<1, 2>();
    other_rounds::<2, 3>();
    other_rounds::<3, 5>();
    other_rounds::<4, 8>();
}

#[test]
fn halfsiphash_1_3() {
    let key = |bytes: &[u8]| HalfKey::try_from(bytes).expect("keys of 8 bytes");
    HALFSIPHASH32.hashes().check("halfsiphash32-1-3", key, |key, message| {
        let mut stream = HalfSipHasher::<1, 3>::new(key);
        message.chunks(37).for_each(|piece| stream.update(piece));
        assert_eq!(stream.finalize(), half::hash32::<1, 3>(key, message));
        format!("{:08x}", stream.finalize())
    });
    HALFSIPHASH64.hashes().check("halfsiphash64-1-3", key, |key, message| {
        let mut stream = HalfSipHasher::<1, 3, 2>::new(key);
        message.chunks(37).for_each(|piece| stream.update(piece));
        assert_eq!(stream.finalize(), half::hash::<1, 3>(key, message));
        format!("{:016x}", stream.finalize())
    });
}
