//! Prints the GMAC tag of standard input: AES-128-GCM (NIST SP 800-38D) of a message that is
//! authenticated but not encrypted. OpenSSL's `mac -cipher AES-128-GCM … GMAC` prints the same.
//!
//! ```text
//! (umask 077; head -c 16 /dev/urandom > KEYFILE)
//! cargo run --release -p examples --example gmac -- KEYFILE NONCE < FILE
//! ```
//!
//! KEYFILE has the 16 bytes of the key, NONCE 24 hexadecimal digits. A nonce must never be used
//! again under the same key, because two tags with one nonce reveal the key of GHASH.

use aes::Aes128;
use aes::cipher::{Array, BlockCipherEncrypt, KeyInit};
use ghash_clmul::{Backend, GhashHasher, GhashKey};
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(tag) => {
            println!("{:032x}", u128::from_be_bytes(tag));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<[u8; 16], String> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [key_file, nonce] = &arguments[..] else {
        return Err("usage: gmac KEYFILE NONCE < FILE".to_owned());
    };
    let nonce = digits(nonce, 24).ok_or("NONCE has 24 hexadecimal digits")?;
    let key = u128::from_be_bytes(examples::read_key(Path::new(key_file))?);
    let tag = tag(key, nonce, &mut io::stdin().lock());
    tag.map_err(|error| format!("cannot read standard input: {error}"))
}

/// Parses exactly `count` hexadecimal digits.
fn digits(text: &str, count: usize) -> Option<u128> {
    let all_digits = text.len() == count && text.bytes().all(|b| b.is_ascii_hexdigit());
    u128::from_str_radix(text, 16).ok().filter(|_| all_digits)
}

/// Computes the tag of a message under a key and a nonce of 96 bits.
fn tag(key: u128, nonce: u128, message: &mut impl Read) -> io::Result<[u8; 16]> {
    let cipher = Aes128::new(&Array(key.to_be_bytes()));
    let encrypt = |block: u128| {
        let mut block = Array(block.to_be_bytes());
        cipher.encrypt_block(&mut block);
        u128::from_be_bytes(block.0)
    };
    let key = GhashKey::from_bytes_on(Backend::detect(), &encrypt(0).to_be_bytes());
    let mut hasher = GhashHasher::new(&key);
    io::copy(message, &mut hasher)?;
    hasher.append_lengths(hasher.len(), 0);
    let hash = u128::from_be_bytes(hasher.finalize());
    // The pad of this nonce is the encrypted counter block 1.
    Ok((hash ^ encrypt(nonce << 32 | 1)).to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tag of the empty message is that of test case 1 of the GCM specification.
    #[test]
    fn published_answer() -> io::Result<()> {
        let expected = 0x58e2_fcce_fa7e_3061_367f_1d57_a4e7_455a_u128;
        assert_eq!(u128::from_be_bytes(tag(0, 0, &mut io::empty())?), expected);
        assert_eq!((digits("0f", 2), digits("0f", 3), digits("+f", 2)), (Some(15), None, None));
        Ok(())
    }
}
