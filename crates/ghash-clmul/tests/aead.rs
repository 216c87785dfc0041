//! AES-GCM and AES-GCM-SIV, built from the `aes` crate and this one, against published answers and
//! tags of OpenSSL.

use aes::Aes128;
use aes::cipher::{Array, BlockCipherEncrypt, KeyInit};
use ghash_clmul::{Backend, GhashKey, Key, PolyvalKey, Standard, hash_aead};
use hex_literal::hex;
use testkit::message::{Generator, unhex};
use testkit::on_every_backend;
use testkit::vectors::{GCM_RELATION, md5_hex};

/// Hashes both parts and the block of their lengths through every interface, which must agree.
fn authenticate<S: Standard>(
    key: &Key<S>,
    additional: &[u8],
    text: &[u8],
    to_bytes: fn(u64) -> [u8; 8],
) -> [u8; 16] {
    let hash = hash_aead(key, additional, text);
    let lengths = [additional, text].map(|part| to_bytes(8 * part.len() as u64));
    let mut stream = ghash_clmul::PolynomialHasher::new(key);
    for part in [additional, text, lengths.as_flattened()] {
        stream.update(part);
        stream.pad();
    }
    assert_eq!(stream.finalize(), hash);
    #[cfg(feature = "universal-hash")]
    {
        use ghash_clmul::universal_hash::BlockHasher;
        use universal_hash::UniversalHash;
        let from_bytes = BlockHasher::new_on(key.backend(), &key.to_bytes().into());
        for mut hasher in [BlockHasher::with_key(key.clone()), from_bytes] {
            for part in [additional, text, lengths.as_flattened()] {
                hasher.update_padded(part);
            }
            assert_eq!(hasher.finalize(), hash);
        }
    }
    hash
}

fn encrypt(cipher: &Aes128, block: [u8; 16]) -> [u8; 16] {
    let mut block = Array(block);
    cipher.encrypt_block(&mut block);
    block.0
}

/// Adds the encryptions of `blocks` to a text by XOR.
fn stream(cipher: &Aes128, blocks: impl Iterator<Item = [u8; 16]>, text: &[u8]) -> Vec<u8> {
    let pad = blocks.flat_map(|block| encrypt(cipher, block));
    text.iter().zip(pad).map(|(t, p)| t ^ p).collect()
}

/// Computes the ciphertext and the tag of AES-128-GCM with a nonce of 12 bytes (SP 800-38D,
/// algorithm 4).
fn gcm(
    backend: Backend,
    key: &[u8],
    nonce: &[u8],
    additional: &[u8],
    text: &[u8],
) -> (Vec<u8>, [u8; 16]) {
    let cipher = Aes128::new_from_slice(key).expect("16 bytes");
    let counter = |i: u32| -> [u8; 16] {
        [nonce, &i.to_be_bytes()].concat().try_into().expect("a nonce of 12 bytes")
    };
    let h = GhashKey::from_bytes(&encrypt(&cipher, [0; 16])).with_backend(backend);
    let ciphertext = stream(&cipher, (2..).map(counter), text);
    let hash = authenticate(&h, additional, &ciphertext, u64::to_be_bytes);
    let pad = encrypt(&cipher, counter(1));
    (ciphertext, std::array::from_fn(|i| hash[i] ^ pad[i]))
}

/// Computes the ciphertext of AES-128-GCM-SIV, followed by the tag (RFC 8452, section 4).
fn gcm_siv(
    backend: Backend,
    key: [u8; 16],
    nonce: [u8; 12],
    additional: &[u8],
    text: &[u8],
) -> Vec<u8> {
    let cipher = Aes128::new_from_slice(&key).expect("16 bytes");
    let derived = |i: u32| -> [u8; 16] {
        let halves = [i, i + 1].map(|i| {
            let block = [&i.to_le_bytes(), &nonce[..]].concat().try_into().expect("16 bytes");
            encrypt(&cipher, block)
        });
        [&halves[0][..8], &halves[1][..8]].concat().try_into().expect("16 bytes")
    };
    let h = PolyvalKey::from_bytes(&derived(0)).with_backend(backend);
    let cipher = Aes128::new_from_slice(&derived(2)).expect("16 bytes");
    let mut tag = authenticate(&h, additional, text, u64::to_le_bytes);
    for (byte, n) in tag.iter_mut().zip(nonce) {
        *byte ^= n;
    }
    tag[15] &= 0x7f;
    let tag = encrypt(&cipher, tag);
    let counter = |i: u32| {
        let first = u32::from_le_bytes([tag[0], tag[1], tag[2], tag[3]]);
        let mut block = tag;
        block[..4].copy_from_slice(&first.wrapping_add(i).to_le_bytes());
        block[15] |= 0x80;
        block
    };
    [stream(&cipher, (0..).map(counter), text), tag.to_vec()].concat()
}

/// Test cases 1 to 4 of McGrew and Viega's specification, which NIST has adopted.
#[test]
fn published_answers_of_gcm() {
    const KEY: [u8; 16] = hex!("feffe9928665731c6d6a8f9467308308");
    const NONCE: [u8; 12] = hex!("cafebabefacedbaddecaf888");
    const TEXT: [u8; 64] = hex!(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
    );
    const CIPHERTEXT: [u8; 64] = hex!(
        "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
        "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985"
    );
    on_every_backend!(Backend, "ghash: published answers of GCM", |backend| {
        let zeros = |text: &[u8]| gcm(backend, &[0; 16], &[0; 12], b"", text);
        assert_eq!(zeros(b""), (vec![], hex!("58e2fccefa7e3061367f1d57a4e7455a")));
        assert_eq!(
            zeros(&[0; 16]),
            (
                hex!("0388dace60b6a392f328c2b971b2fe78").to_vec(),
                hex!("ab6e47d42cec13bdf53a67b21257bddf")
            )
        );
        assert_eq!(
            gcm(backend, &KEY, &NONCE, b"", &TEXT),
            (CIPHERTEXT.to_vec(), hex!("4d5c2af327cd64a62cf35abd2ba6fab4"))
        );
        let additional = hex!("feedfacedeadbeeffeedfacedeadbeefabaddad2");
        assert_eq!(
            gcm(backend, &KEY, &NONCE, &additional, &TEXT[..60]),
            (CIPHERTEXT[..60].to_vec(), hex!("5bc94fbc3221a5db94fae95ae7121a47"))
        );
    });
}

/// RFC 8452, appendix C.1.
#[test]
fn published_answers_of_gcm_siv() {
    on_every_backend!(Backend, "polyval: published answers of GCM-SIV", |backend| {
        let seal = |text: &[u8]| {
            gcm_siv(
                backend,
                hex!("01000000000000000000000000000000"),
                hex!("030000000000000000000000"),
                b"",
                text,
            )
        };
        assert_eq!(seal(b""), hex!("dc20e2d83f25705bb49e439eca56de25"));
        assert_eq!(
            seal(&hex!("0100000000000000")),
            hex!("b5d839330ac7b786578782fff6013b815b287c22493a364c")
        );
    });
}

#[test]
fn tags_of_openssl() {
    on_every_backend!(Backend, "ghash: tags of AES-GCM", |backend| {
        for record in GCM_RELATION.of_kind("G") {
            let [key, nonce, generator, len, h, _, tag, md5] = record[..] else {
                panic!("{record:?}")
            };
            let message = Generator::parse(generator).message(len.parse().expect("length"));
            let (additional, text) = message.split_at(message.len() / 3);
            let (key, nonce) = (unhex(key), unhex(nonce));
            let (ciphertext, found) = gcm(backend, &key, &nonce, additional, text);
            assert_eq!(md5_hex(&ciphertext), md5, "{record:?}");
            assert_eq!(found.as_slice(), unhex(tag), "{record:?}");
            let cipher = Aes128::new_from_slice(&key).expect("16 bytes");
            assert_eq!(encrypt(&cipher, [0; 16]).as_slice(), unhex(h));
        }
    });
}
