//! Divide-and-concatenate (Yang, Karri and McGrew, DAC 2004): the paper's Table 1 computed from a
//! model of its circuit, and the speed of the same idea on this machine.
//!
//! ```text
//! cargo run --release -p examples --example divide
//! ```

use multilinear_hash::Backend;
use multilinear_hash::divide::{Divide, Family, Path, Paths8, Paths16, hash};
use multilinear_hash::hardware::{ARCHITECTURES, DataPath};
use multilinear_hash::mmh::Mmh;
use std::hint::black_box;
use std::time::Instant;

/// The number of 32-bit words per block.
const K: u32 = 256;
const MESSAGE: usize = 4096;

fn main() -> Result<(), multilinear_hash::Error> {
    table();
    values()?;
    this_machine()
}

/// Prints paths, throughput and area computed from clock rates and gate counts, beside the figures
/// of the paper.
fn table() {
    println!("Table 1: hashes with collision probability 2^-32 that take 32 bits per clock\n");
    println!(
        "{:>5} {:>5} {:>6} {:>7}  {:>15} {:>19}  {:>12}",
        "bits", "paths", "MHz", "gates", "Gb/s", "Mb/s per gate", "k = 256"
    );
    for a in ARCHITECTURES {
        let printed = a.printed;
        println!(
            "{:>5} {:>5} {:>6} {:>7}  {:>6.3} ({:>5.2}) {:>8.4} ({:>6.3})  {:>7.2} Gb/s",
            a.width,
            a.paths(),
            a.clock_mhz,
            a.gates,
            a.throughput_gbps(),
            printed.throughput_gbps,
            a.mbps_per_gate(),
            printed.mbps_per_gate,
            a.block_throughput_gbps(K),
        );
    }
    println!(
        "in brackets: as printed; k = {K}: with the {} clocks that a block of {K} words takes\n",
        K + 6
    );
    let words: Vec<u32> = (0..K).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
    for a in ARCHITECTURES {
        if let Some(mut path) = DataPath::new(a.width) {
            let (value, cycles) = path.block(&words, &words, 0);
            println!(
                "a path of {:>2} bits: {cycles} clocks for {K} words, value {value:#x}",
                a.width
            );
        }
    }
}

/// Prints the hashes of a message of two 32-bit words.
fn values() -> Result<(), multilinear_hash::Error> {
    fn show<F: Family>(words: &[u32]) -> Result<(), multilinear_hash::Error> {
        let key: Vec<u32> = (1..)
            .map(|i: u32| i * i % (1 << F::WIDTH.min(16)))
            .take(words.len() + F::ROWS - 1)
            .collect();
        let mut out = vec![0; F::PATHS];
        hash::<F>(&key, 0, words, &mut out)?;
        println!("{:>2} paths of {:>2} bits: {out:x?}", F::PATHS, F::WIDTH);
        Ok(())
    }
    let message = 0x0123_4567_89ab_cdef_u64;
    let words = |bits: u32| -> Vec<u32> {
        let mask = (1_u64 << bits) - 1;
        (0..64 / bits).map(|i| u32::try_from(message >> (bits * i) & mask).unwrap_or(0)).collect()
    };
    println!("\nthe hash of {message:#018x}");
    show::<Path<32>>(&words(32))?;
    show::<Divide<Path<16>>>(&words(16))?;
    show::<Divide<Divide<Path<8>>>>(&words(8))
}

/// Prints the median speeds of contenders that are interleaved in every round.
fn this_machine() -> Result<(), multilinear_hash::Error> {
    type Contender<'a> = (&'a str, Box<dyn Fn(&[u8]) -> Result<u64, multilinear_hash::Error> + 'a>);
    let backend = Backend::detect();
    let words: Vec<u32> = (0..1088_u32).map(|i| i.wrapping_mul(0x9e37_79b9) ^ i << 13).collect();
    let words = &words[words.as_ptr().align_offset(64)..];
    let sixteen = Paths16::<68>::from_seed(1);
    let eight = Paths8::<68>::from_seed(1);
    let mmh = Mmh::new(words);
    let contenders: [Contender<'_>; 5] = [
        ("one path of 32 bits (MMH)", Box::new(|m| mmh.hash(m).map(u64::from))),
        (
            "two rows of 16 bits",
            Box::new(|m| sixteen.sums::<2>(backend, m).map(|s| u64::from(s[0] ^ s[1]))),
        ),
        (
            "four rows of 8 bits",
            Box::new(|m| eight.sums::<4>(backend, m).map(|s| u64::from(s[0] ^ s[3]))),
        ),
        ("two rows of 32 bits (MMH)", Box::new(|m| mmh.hash64(m).map(|h| u64::from(h[0] ^ h[1])))),
        (
            "four rows of 16 bits",
            Box::new(|m| sixteen.sums::<4>(backend, m).map(|s| u64::from(s[0] ^ s[3]))),
        ),
    ];
    let message: Vec<u8> = (0..=250).cycle().take(MESSAGE + 64).collect();
    let message = &message[message.as_ptr().align_offset(64)..][..MESSAGE];
    let mut times = vec![Vec::new(); contenders.len()];
    for _ in 0..201 {
        for ((_, run), times) in contenders.iter().zip(&mut times) {
            let start = Instant::now();
            for _ in 0..100 {
                black_box(run(black_box(message))?);
            }
            times.push(start.elapsed().as_secs_f64() / 100.0);
        }
    }
    println!("\n{MESSAGE} bytes on this machine, backend {}", backend.name());
    for ((name, _), mut times) in contenders.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!("{name:<28} {:>6.1} GB/s", MESSAGE as f64 / times[times.len() / 2] / 1e9);
    }
    println!("the first three have one collision bound, the last two another");
    Ok(())
}
