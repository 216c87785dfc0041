//! VMAC: published answers, vectors, and refused keys, nonces and tags.
#![cfg(feature = "vmac")]

use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use digest::Mac;
use reference::vmac as oracle;
use testkit::message::NOISE;
use testkit::on_every_backend;
use testkit::vectors::{VMAC, VMAC_KEYSCHEDULE};
use vhash::vmac::{Nonce, NonceError, Vmac64, Vmac128};
use vhash::{Backend, KeyLengthError};

const KEY: &[u8; 16] = b"abcdefghijklmnop";

fn nonce(bytes: &[u8]) -> Nonce {
    Nonce::try_from(bytes).expect("a valid nonce")
}

/// The answers in the appendix of draft-krovetz-vmac-01: the number of times that "abc" is
/// repeated, VMAC-64 and VMAC-128.
#[test]
fn published_answers() {
    let answers = [
        (0, 0x2576_be1c_56d8_b81b_u64, 0x4727_66c7_0f74_ed23_481d_6d7d_e4e8_0dac_u128),
        (1, 0x2d37_6cf5_b181_3ce5, 0x4ee8_15a0_6a1d_71ed_d36f_c75d_5118_8a42),
        (16, 0xe842_1f61_d573_d298, 0x09f2_c80c_8e10_07a0_c12f_ae19_fe45_04ae),
        (100, 0x4492_df6c_5cac_1bbe, 0x6643_8817_1548_50c6_1d8a_4121_6480_3bcb),
        (1_000_000, 0x09ba_597d_d760_1113, 0x2b6b_0228_8ffc_461b_7548_5de8_93c6_29dc),
    ];
    on_every_backend!(Backend, "vmac: published answers", |backend| {
        let short: Vmac64 = Vmac64::from_key(KEY).expect("16 bytes").with_backend(backend);
        let long: Vmac128 = Vmac128::from_key(KEY).expect("16 bytes").with_backend(backend);
        let nonce = nonce(b"bcdefghi");
        for (count, tag, double) in answers {
            let message = b"abc".repeat(count);
            assert_eq!(short.tag(&nonce, &message), tag.to_be_bytes(), "{count} times");
            assert_eq!(long.tag(&nonce, &message), double.to_be_bytes(), "{count} times");
        }
    });
}

/// A stream under a key of its own would have tags that nobody can verify.
#[test]
fn owners_of_another_key_panic() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let [vmac, other] = [1, 2].map(Vmac64::from_seed);
    // Equal keys in two places are two keys.
    let same = vmac.clone();
    let nonce = nonce(b"1");
    let saved = vmac.mac(&nonce).checkpoint();
    let tag = |owner: &vhash::Key64| {
        let started = vmac.mac_owned(owner, &nonce).finalize().into_bytes();
        let resumed = vmac.resume_owned(owner, &nonce, &saved).expect("a checkpoint");
        assert_eq!(resumed.finalize().into_bytes(), started);
        started
    };
    assert_eq!(tag(vmac.key())[..], vmac.tag(&nonce, b""));
    for owner in [other.key(), same.key()] {
        let start = || drop(vmac.mac_owned(owner, &nonce));
        assert!(catch_unwind(AssertUnwindSafe(start)).is_err());
        let resume = || drop(vmac.resume_owned(owner, &nonce, &saved));
        assert!(catch_unwind(AssertUnwindSafe(resume)).is_err());
    }
}

#[test]
fn vectors() {
    let words = |tag: &[u8]| {
        let words: Vec<_> = tag.chunks(8).map(testkit::message::hex).collect();
        words.join(",")
    };
    on_every_backend!(Backend, "vmac: vectors", |backend| {
        VMAC.hashes().check(
            "vmac64",
            |bytes| {
                let vmac: Vmac64 = Vmac64::from_key(&bytes[..16]).expect("16 bytes");
                (vmac.with_backend(backend), nonce(&bytes[16..]))
            },
            |(vmac, nonce), m| words(&vmac.tag(nonce, m)),
        );
        VMAC.hashes().check(
            "vmac128",
            |bytes| {
                let vmac: Vmac128 = Vmac128::from_key(&bytes[..16]).expect("16 bytes");
                (vmac.with_backend(backend), nonce(&bytes[16..]))
            },
            |(vmac, nonce), m| {
                let mut mac = vmac.mac(nonce);
                m.chunks(100).for_each(|piece| Mac::update(&mut mac, piece));
                words(&mac.finalize().into_bytes())
            },
        );
    });
}

#[test]
fn key_schedule() {
    let all = |fields: &[&str]| fields.join(",");
    let text =
        |words: &[u64]| words.iter().map(|w| format!("{w:016x}")).collect::<Vec<_>>().join(",");
    for fields in VMAC_KEYSCHEDULE.of_kind("S") {
        let [bits, key, words @ ..] = &fields[..] else { panic!("{fields:?}") };
        let key = testkit::message::unhex(key);
        let found = if *bits == "64" {
            let vmac: Vmac64 = Vmac64::from_key(&key).expect("16 bytes");
            text(&vmac.key().to_words())
        } else {
            let vmac: Vmac128 = Vmac128::from_key(&key).expect("16 bytes");
            text(&vmac.key().to_words())
        };
        assert_eq!(found, all(words), "{fields:?}");
    }
}

/// All three sizes of keys agree with the reference.
#[test]
fn every_cipher() {
    macro_rules! check {
        ($cipher:ty, $bytes:literal) => {
            let key: Vec<u8> = (1..=$bytes).collect();
            let cipher = <$cipher>::new_from_slice(&key).expect("a key of the cipher's length");
            let encrypt = |block: [u8; 16]| {
                let mut block = block.into();
                cipher.encrypt_block(&mut block);
                block.into()
            };
            let short = Vmac64::<$cipher>::from_key(&key).expect("a key of the cipher's length");
            let long = Vmac128::<$cipher>::from_key(&key).expect("a key of the cipher's length");
            let by_trait = <Vmac64<$cipher> as KeyInit>::new_from_slice(&key)
                .expect("a key of the cipher's length");
            for counter in [0, 1, 2, u64::MAX] {
                let nonce = Nonce::from(counter);
                let message = NOISE.message(77);
                let bytes = nonce.to_bytes();
                let expected = oracle::tag64(encrypt, bytes, &message).to_be_bytes();
                assert_eq!(short.tag(&nonce, &message), expected);
                assert_eq!(by_trait.tag(&nonce, &message), expected);
                let expected = oracle::tag128(encrypt, bytes, &message).map(u64::to_be_bytes);
                assert_eq!(long.tag(&nonce, &message).as_slice(), expected.as_flattened());
            }
            for found in [0, $bytes - 1, $bytes + 1] {
                let error = Vmac64::<$cipher>::from_key(&vec![0; found]).err();
                assert_eq!(
                    error,
                    Some(KeyLengthError { function: "VMAC", expected: $bytes, found })
                );
            }
        };
    }
    check!(Aes128, 16);
    check!(Aes192, 24);
    check!(Aes256, 32);
    let error = Vmac64::<Aes128>::from_key(&[0; 3]).expect_err("a wrong length");
    assert_eq!(error.to_string(), "key has 3 bytes, VMAC needs 16");
}

#[test]
fn verification() {
    let short: Vmac64 = Vmac64::from_seed(1);
    let long: Vmac128 = Vmac128::from_seed(1);
    let [here, there] = [1, 2].map(Nonce::from);
    for len in [0, 1, 16, 128, 1100] {
        let message = NOISE.message(len);
        let (tag, double) = (short.tag(&here, &message), long.tag(&here, &message));
        assert!(short.verify(&here, &message, &tag).is_ok());
        assert!(long.verify(&here, &message, &double).is_ok());
        assert!(short.mac(&here).chain_update(&message).verify_slice(&tag).is_ok());
        assert!(long.mac(&here).chain_update(&message).verify_slice(&double).is_ok());
        assert!(short.verify(&there, &message, &tag).is_err());
        assert!(short.verify(&here, &[&*message, b"x"].concat(), &tag).is_err());
        assert!(short.verify(&here, &message, &tag[1..]).is_err());
        assert!(long.verify(&here, &message, &double[..8]).is_err());
        for bit in 0..128 {
            let (mut tag, mut double) = (tag, double);
            tag[bit / 8 % 8] ^= 1 << (bit % 8);
            double[bit / 8] ^= 1 << (bit % 8);
            assert!(short.verify(&here, &message, &tag).is_err());
            assert!(long.verify(&here, &message, &double).is_err());
            assert!(short.mac(&here).chain_update(&message).verify_slice(&tag).is_err());
        }
    }
}

#[test]
fn nonces() {
    assert_eq!(nonce(b"\x01\x02"), Nonce::from(0x102));
    assert_eq!(nonce(&[0x7f; 16]).to_bytes(), [0x7f; 16]);
    assert_eq!(nonce(b"abc").to_bytes(), *b"\0\0\0\0\0\0\0\0\0\0\0\0\0abc");
    for found in [0, 17, 100] {
        let error = Nonce::try_from(vec![0; found].as_slice()).expect_err("a wrong length");
        assert_eq!(error, NonceError::Length { found });
        assert_eq!(error.to_string(), format!("nonce has {found} bytes, VMAC needs 1 to 16"));
    }
    assert_eq!(Nonce::try_from([0x80; 16].as_slice()), Err(NonceError::FirstBit));
    assert!(Nonce::try_from([0x80; 15].as_slice()).is_ok());
    assert_eq!(NonceError::FirstBit.to_string(), "nonce has 1 as its first bit, VMAC needs 0");
}

/// A counter has all of its 64 bits in the nonce, the lowest in the last byte.
#[test]
fn counters_do_not_wrap() {
    for bit in 0..64 {
        let mut bytes = [0; 16];
        bytes[15 - bit / 8] = 1 << (bit % 8);
        assert_eq!(Nonce::from(1 << bit).to_bytes(), bytes, "2^{bit}");
    }
    assert_eq!(Nonce::from(u64::MAX).to_bytes(), (u128::MAX >> 64).to_be_bytes());
}

/// Each bit of a nonce makes another pad, so the same message has another tag.
#[test]
fn every_bit_of_a_nonce_counts() {
    let (short, long): (Vmac64, Vmac128) = (Vmac64::from_seed(2), Vmac128::from_seed(2));
    let nonces = (0..127).map(|bit| nonce(&(1_u128 << bit).to_be_bytes())).chain([0.into()]);
    let (mut tags, mut doubles): (Vec<_>, Vec<_>) =
        nonces.map(|nonce| (short.tag(&nonce, b"m"), long.tag(&nonce, b"m"))).unzip();
    tags.sort_unstable();
    tags.dedup();
    doubles.sort_unstable();
    doubles.dedup();
    assert_eq!([tags.len(), doubles.len()], [128; 2], "two nonces have one pad");
}

#[test]
fn secrets_are_not_printed() {
    let vmac: Vmac64 = Vmac64::from_seed(1);
    assert_eq!(format!("{vmac:?}"), "Vmac { .. }");
    assert_eq!(format!("{:?}", vmac.mac(&Nonce::from(1))), "VmacStream { .. }");
}

/// The AES key derived from a number is that of the reference.
#[test]
fn seeds() {
    let bytes = testkit::conformance::key::derived("VMAC", 7, 16);
    let vmac: Vmac128 = Vmac128::from_key(&bytes).expect("16 bytes");
    assert_eq!(Vmac128::from_seed(7).key().to_words(), vmac.key().to_words());
}
