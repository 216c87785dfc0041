//! Measures whether the time to verify a MAC or to run a hash kernel depends on secrets.
//!
//! The method is that of Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?"
//! (2017): the same code is timed on two classes of inputs, in random order, and Welch's t shows
//! whether the means differ. Interruptions make some samples long, so t is also computed from the
//! fastest 50 to 99 per cent, and the largest |t| counts. Above 10 the classes certainly differ;
//! below 4.5 no difference was detected. A difference counts if three measurements show it.
//!
//! * **Verification**: wrong tags that differ from the right one in the first byte, or in the last.
//! * **Kernels**: a message of zeros under a key of zeros, or both random.
//! * **The control** is a comparison that stops at the first difference. If the measurement does
//!   not detect it, the other results mean nothing.
//!
//! ```sh
//! cargo run --release -p examples --example dudect -- 100000
//! ```
//!
//! The argument is the number of samples. The program fails if it does not detect the control, or
//! if it detects anything else. Other work on the machine adds noise to both classes, and hides
//! differences.

use ghash_clmul::universal_hash::{GHash, Polyval};
use provenhash::{ALGORITHMS, Digest};
use siphash_fast::digest::{SipMac64, SipMac128};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;
use universal_hash::UniversalHash;
use vhash::vmac::{Nonce, Vmac64, Vmac128};

/// The number of calls per sample.
const CALLS: usize = 8;
/// The length of a message in bytes.
const BYTES: usize = 64;
/// The |t| above which the classes certainly differ.
const CERTAIN: f64 = 10.0;

/// A generator of random words (xorshift64*), for classes and inputs.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.next().to_be_bytes()[0])
    }
}

/// The running mean and variance.
#[derive(Clone, Copy, Default)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, x: f64) {
        self.count += 1.0;
        let before = x - self.mean;
        self.mean += before / self.count;
        self.squares += before * (x - self.mean);
    }

    /// Returns the variance of the mean.
    fn error(&self) -> f64 {
        self.squares / (self.count - 1.0) / self.count
    }
}

/// Returns Welch's t of the samples of at most `longest` nanoseconds.
fn welch(samples: &[(bool, f64)], longest: f64) -> f64 {
    let mut classes = [Moments::default(); 2];
    for (class, time) in samples.iter().filter(|(_, time)| *time <= longest) {
        classes[usize::from(*class)].add(*time);
    }
    let [a, b] = classes;
    (a.mean - b.mean) / (a.error() + b.error()).sqrt()
}

/// Returns the t with the largest absolute value, over all samples and over the fastest ones.
fn largest_t(samples: &[(bool, f64)]) -> f64 {
    let mut times: Vec<f64> = samples.iter().map(|(_, time)| *time).collect();
    times.sort_unstable_by(f64::total_cmp);
    let crops = [50, 75, 90, 95, 99, 100].map(|percent| (times.len() - 1) * percent / 100);
    let all = crops.map(|last| welch(samples, times[last]));
    all.into_iter()
        .filter(|t| t.is_finite())
        .max_by(|x, y| x.abs().total_cmp(&y.abs()))
        .unwrap_or(0.0)
}

/// Returns the smallest |t| of three measurements: what is there shows in each of them.
fn confirmed<I>(count: usize, mut input: impl FnMut(bool) -> I, code: impl Fn(&I)) -> f64 {
    let smallest = |x: f64, y: f64| if x.abs() < y.abs() { x } else { y };
    (0..3).map(|_| measure(count, &mut input, &code)).reduce(smallest).expect("three of them")
}

/// Times `code` on inputs of both classes. `input` makes them outside the measurement, without a
/// branch on the class: what the branch predictor learns there would change the time of `code`.
fn measure<I>(count: usize, mut input: impl FnMut(bool) -> I, code: impl Fn(&I)) -> f64 {
    let mut order = Words(0x9e37_79b9_7f4a_7c15);
    let mut samples = Vec::with_capacity(count);
    for i in 0..count + count / 10 {
        let class = order.next() >> 63 == 1;
        let input = black_box(input(class));
        let start = Instant::now();
        for _ in 0..CALLS {
            code(black_box(&input));
        }
        let time = start.elapsed().as_secs_f64() * 1e9;
        // The first samples warm up caches and predictors.
        if i >= count / 10 {
            samples.push((class, time));
        }
    }
    largest_t(&samples)
}

/// The results so far.
struct Report {
    samples: usize,
    failed: bool,
}

impl Report {
    fn line(&mut self, name: &str, t: f64, leaks: bool) {
        let found = t.abs() > CERTAIN;
        self.failed |= found != leaks;
        println!("{t:>9.2}  {name}{}", if found == leaks { "" } else { "  <- unexpected" });
    }

    /// Measures a verification: `check` returns whether a tag is right.
    fn tags<const N: usize>(
        &mut self,
        name: &str,
        right: [u8; N],
        check: impl Fn(&[u8; N]) -> bool,
    ) {
        assert!(check(&right), "{name}");
        let [first, last] = [0, N - 1].map(|wrong| {
            let mut tag = right;
            tag[wrong] ^= 1;
            tag
        });
        // Every byte is selected in the same way: a store of one byte would delay the load of the
        // vector around it, and so the start of the measurement, by the class.
        let input = |is_last: bool| -> [u8; N] {
            let mask = black_box(u8::from(is_last).wrapping_neg());
            std::array::from_fn(|i| first[i] ^ ((first[i] ^ last[i]) & mask))
        };
        let t = confirmed(self.samples, input, |tag| assert!(!check(tag)));
        self.line(name, t, name.starts_with("control"));
    }

    /// Measures the verification of every MAC of the table.
    fn table(&mut self, message: &[u8]) {
        for row in ALGORITHMS.iter().filter(|row| row.mac) {
            let name = format!("{}, by name: verify", row.name);
            if row.nonce {
                let key = row.nonce_key_from_seed(1).expect("a seed is allowed");
                let right = key.tag(b"nonce", message).expect("a nonce");
                let check = |tag: &[u8]| key.verify(b"nonce", message, tag).is_ok();
                self.digest(&name, &right, check);
            } else {
                let key = row.from_seed(1).expect("a seed is allowed");
                let right = key.tag(message).expect("a MAC");
                self.digest(&name, &right, |tag| key.verify(message, tag).is_ok());
            }
        }
    }

    fn digest(&mut self, name: &str, right: &Digest, check: impl Fn(&[u8]) -> bool) {
        let right = right.as_bytes();
        if let Ok(right) = <[u8; 8]>::try_from(right) {
            self.tags(name, right, |tag| check(tag));
        } else if let Ok(right) = <[u8; 16]>::try_from(right) {
            self.tags(name, right, |tag| check(tag));
        } else {
            let right: [u8; 32] = right.try_into().expect("a tag has 8, 16 or 32 bytes");
            self.tags(name, right, |tag| check(tag));
        }
    }

    /// Measures a kernel on a key and a message, both zero or both random. Inputs of both classes
    /// are made by the same steps, because those run just before the measurement.
    fn kernel<K, H, const KEY_BYTES: usize>(
        &mut self,
        name: &str,
        backend: &str,
        key: impl Fn(&[u8; KEY_BYTES]) -> K,
        hash: impl Fn(&K, &[u8]) -> H,
    ) {
        let mut random = Words(1);
        let input = |is_random| {
            let mask = black_box(u8::from(is_random).wrapping_neg());
            let masked = random.bytes().map(|byte| byte & mask);
            (key(&masked), random.bytes::<BYTES>().map(|byte| byte & mask))
        };
        let t = confirmed(self.samples, input, |(key, message)| {
            black_box(hash(key, message));
        });
        self.line(&format!("{name}, {backend}: {BYTES} bytes"), t, false);
    }
}

fn main() -> ExitCode {
    let samples = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(100_000);
    let mut report = Report { samples, failed: false };
    let message = [7; BYTES];
    println!("{samples} samples of {CALLS} calls; largest |t| over the fastest 50 to 100 per cent");

    let tag: [u8; 16] = Words(3).bytes();
    let stops = |tag: &[u8; 16], other: &[u8; 16]| tag.iter().zip(other).all(|(a, b)| a == b);
    report.tags("control: a comparison that stops", tag, |other| stops(black_box(&tag), other));

    let key = clmac::Key::from_bytes(&[1; 32]);
    let right = clmac::tag(&key, &message);
    report.tags("clmac::verify", right, |tag| clmac::verify(&key, &message, tag).is_ok());
    let right = clmac::tag64(&key, &message);
    report.tags("clmac::verify64", right, |tag| clmac::verify64(&key, &message, tag).is_ok());
    let (key, nonce) = (clmac::nonce::Key::from_seed(1), clmac::nonce::Nonce::new([1; 16], 1));
    let right = clmac::nonce::tag_with(&key, &nonce, &message);
    report.tags("clmac::nonce::verify", right, |tag| {
        clmac::nonce::verify(&key, &nonce, &message, tag).is_ok()
    });
    let nonce = Nonce::from(1);
    let vmac: Vmac64 = Vmac64::from_key(&[1; 16]).expect("16 bytes");
    let right = vmac.tag(&nonce, &message);
    report.tags("VMAC-64 verify", right, |tag| vmac.verify(&nonce, &message, tag).is_ok());
    let vmac: Vmac128 = Vmac128::from_key(&[1; 16]).expect("16 bytes");
    let right = vmac.tag(&nonce, &message);
    report.tags("VMAC-128 verify", right, |tag| vmac.verify(&nonce, &message, tag).is_ok());
    let key = siphash_fast::Key::from_bytes(&[1; 16]);
    let right = siphash_fast::siphash_2_4(&key, &message).to_le_bytes();
    report.tags("siphash_fast::verify", right, |tag| {
        siphash_fast::verify::<2, 4>(&key, &message, tag).is_ok()
    });
    let key = highwayhash::Key::from_bytes(&[1; 32]);
    let right: [u8; 32] = highwayhash::hash256(&key, &message)
        .map(u64::to_le_bytes)
        .as_flattened()
        .try_into()
        .expect("32 bytes");
    report.tags("highwayhash::verify256", right, |tag: &[u8; 32]| {
        highwayhash::verify256(&key, &message, tag).is_ok()
    });
    {
        use ::digest::{KeyInit, Mac};
        let mac = SipMac64::<2, 4>::new(&[1; 16].into()).chain_update(message);
        let right = mac.clone().finalize().into_bytes().into();
        report.tags("SipHash-2-4 verify, 8 bytes", right, |tag: &[u8; 8]| {
            mac.clone().verify_slice(tag).is_ok()
        });
        let mac = SipMac128::<2, 4>::new(&[1; 16].into()).chain_update(message);
        let right = mac.clone().finalize().into_bytes().into();
        report.tags("SipHash-2-4 verify, 16 bytes", right, |tag: &[u8; 16]| {
            mac.clone().verify_slice(tag).is_ok()
        });
    }
    let mut hash = GHash::with_key(ghash_clmul::Key::from_bytes(&[1; 16]));
    hash.update_padded(&message);
    let right = hash.clone().finalize().into();
    report
        .tags("GHASH verify", right, |tag: &[u8; 16]| hash.clone().verify(&(*tag).into()).is_ok());
    let mut hash = Polyval::with_key(ghash_clmul::Key::from_bytes(&[1; 16]));
    hash.update_padded(&message);
    let right = hash.clone().finalize().into();
    report.tags("POLYVAL verify", right, |tag: &[u8; 16]| {
        hash.clone().verify(&(*tag).into()).is_ok()
    });

    report.table(&message);

    /// Measures the portable and the widest kernels of a crate.
    macro_rules! kernels {
        ($name:literal, $Backend:ty, |$seed:ident, $backend:ident| $key:expr, $hash:expr) => {
            for $backend in [<$Backend>::PORTABLE, <$Backend>::detect()] {
                report.kernel($name, $backend.name(), |$seed| $key, $hash);
            }
        };
    }
    kernels!(
        "GHASH",
        ghash_clmul::Backend,
        |seed, backend| { ghash_clmul::GhashKey::from_bytes(seed).with_backend(backend) },
        ghash_clmul::hash
    );
    kernels!(
        "POLYVAL",
        ghash_clmul::Backend,
        |seed, backend| { ghash_clmul::PolyvalKey::from_bytes(seed).with_backend(backend) },
        ghash_clmul::hash
    );
    kernels!(
        "CLHASH",
        clhash::Backend,
        |seed, backend| { clhash::Key::from_bytes(seed).with_backend(backend) },
        clhash::hash
    );
    kernels!(
        "VHASH-64",
        vhash::Backend,
        |seed, backend| {
            vhash::Key64::from_bytes(seed).expect("there is a key").with_backend(backend)
        },
        vhash::hash
    );
    kernels!(
        "HighwayHash",
        highwayhash::Backend,
        |seed, backend| { highwayhash::Key::from_bytes(seed).with_backend(backend) },
        highwayhash::hash
    );
    kernels!(
        "SipHash-2-4",
        siphash_fast::Backend,
        |seed, backend| { siphash_fast::Key::from_bytes(seed).with_backend(backend) },
        siphash_fast::siphash_2_4
    );
    kernels!(
        "multilinear64",
        clhash::Backend,
        |seed, backend| {
            multilinear_hash::Key::<multilinear_hash::Multilinear64>::from_bytes(seed)
                .with_backend(backend)
        },
        multilinear_hash::hash
    );
    kernels!(
        "mmh64",
        multilinear_hash::Backend,
        |seed, backend| {
            multilinear_hash::Key::<multilinear_hash::Mmh64>::from_bytes(seed).with_backend(backend)
        },
        multilinear_hash::hash
    );

    if report.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
