//! Prints nanoseconds per call in Rust, as `bench.c` does in C: `bench [ROUNDS]`.

use std::hint::black_box;
use std::time::Instant;

fn measure(name: &str, rounds: usize, mut hash: impl FnMut(&[u8]) -> u64) {
    let mut message = vec![0; 65536];
    for len in [8, 64, 1024, 65536] {
        let calls = 100_000 / (1 + len / 32) + 1;
        let mut out = 0;
        let mut times: Vec<f64> = (0..rounds)
            .map(|_| {
                let start = Instant::now();
                for _ in 0..calls {
                    message[..8].copy_from_slice(&u64::to_le_bytes(out));
                    out = hash(black_box(&message[..len]));
                }
                start.elapsed().as_secs_f64() * 1e9
                    / f64::from(u32::try_from(calls).expect("the number is small"))
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!("{name:10} {len:6} {:10.2}", times[rounds / 2]);
    }
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(51);
    let key = black_box(clhash::Key::from_seed(1).with_backend(clhash::Backend::detect()));
    measure("clhash", rounds, |m| clhash::hash(&key, m));
    let key = black_box(siphash_fast::Key::from_seed(1));
    measure("siphash-2-4", rounds, |m| siphash_fast::siphash_2_4(&key, m));
    let key = highwayhash::Key::from_seed(1).with_backend(highwayhash::Backend::detect());
    let key = black_box(key);
    measure("highway64", rounds, |m| highwayhash::hash(&key, m));
    measure("md5", rounds, |m| {
        let [word, _] = *md5_opt::hash(m).as_chunks().0 else { unreachable!("16 bytes") };
        u64::from_le_bytes(word)
    });
}
