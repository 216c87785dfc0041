//! Hashes a message many times: `emulated FUNCTION BYTES TIMES`. An emulator counts the
//! instructions of two runs that differ in TIMES; see `benches::literature::emulated`.

use siphash_fast::{Key, hash};
use std::hash::Hasher;
use std::hint::black_box;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let function = arguments.next().unwrap_or_default();
    let mut number = || arguments.next().and_then(|text| text.parse::<usize>().ok());
    let (Some(bytes), Some(times)) = (number(), number()) else {
        eprintln!("usage: emulated FUNCTION BYTES TIMES");
        return ExitCode::FAILURE;
    };
    let message = vec![0x5a; bytes];
    let key = Key::from_words(black_box([1, 2]));
    let siphasher = siphasher::sip::SipHasher13::new_with_keys(black_box(1), 2);
    let sum = match &*function {
        "siphash12/siphash-fast" => run(times, &message, |m| hash::<1, 2>(&key, m)),
        "siphash13/siphash-fast" => run(times, &message, |m| hash::<1, 3>(&key, m)),
        "siphash24/siphash-fast" => run(times, &message, |m| hash::<2, 4>(&key, m)),
        "siphash13/siphasher" => run(times, &message, |m| siphasher.hash(m)),
        "siphash13/std" => run(times, &message, |m| {
            let mut hasher = std::hash::DefaultHasher::new();
            hasher.write(m);
            hasher.finish()
        }),
        _ => {
            eprintln!("no function {function}");
            return ExitCode::FAILURE;
        }
    };
    println!("{sum:016x}");
    ExitCode::SUCCESS
}

/// Returns the sum of `times` hashes.
#[inline(never)]
fn run(times: usize, message: &[u8], hash: impl Fn(&[u8]) -> u64) -> u64 {
    (0..times).fold(0, |sum, _| sum.wrapping_add(hash(black_box(message))))
}
