//! Hashers of maps under random states, and pairs of the values that people use as keys.

use super::hashes::{AHASH, ahash_state, foldhash_seeds};
use super::{Keys, Words, count, pairs, search};
use crate::maps::hashers::Sip13;
use multilinear_hash::map::{NhKey, ProcessKey, Slices, state};
use rapidhash::v3::RapidSecrets;
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::OnceLock;

/// A state that is drawn for each key.
trait State: Sized {
    /// The name.
    const NAME: &'static str;
    /// The bound on the probability that two values have one hash, if any.
    const BOUND: &'static str;

    fn draw(words: &mut Words) -> Self;
    /// What `BuildHasher::hash_one` returns.
    fn hash_one<T: Hash>(&self, value: &T) -> u64;
}

macro_rules! state {
    ($Name:ident, $name:expr, $bound:expr, $Inner:ty, $draw:expr, |$state:ident, $value:ident| $hash:expr) => {
        struct $Name($Inner);

        impl State for $Name {
            const NAME: &'static str = $name;
            const BOUND: &'static str = $bound;

            #[inline]
            fn draw(words: &mut Words) -> Self {
                Self($draw(words))
            }

            #[inline]
            fn hash_one<T: Hash>(&self, $value: &T) -> u64 {
                let $state = &self.0;
                $hash
            }
        }
    };
}

/// Hashes as the default `BuildHasher::hash_one` does.
fn through<H: Hasher>(mut hasher: H, value: &impl Hash) -> u64 {
    value.hash(&mut hasher);
    hasher.finish()
}

type FoldSeeds = (u64, foldhash::SharedSeed);

// Their states want a shared seed that lives as long as the process.
state!(FoldFast, "foldhash::fast", "none", FoldSeeds, foldhash_seeds, |state, value| {
    through(foldhash::fast::FoldHasher::with_seed(state.0, &state.1), value)
});
state!(FoldQuality, "foldhash::quality", "none", FoldSeeds, foldhash_seeds, |state, value| {
    through(foldhash::quality::FoldHasher::with_seed(state.0, &state.1), value)
});
state!(AHash, AHASH, "none", ahash::RandomState, ahash_state, |state, value| {
    state.hash_one(value)
});
state!(Fx, "rustc-hash", "none", rustc_hash::FxSeededState, fx_state, |state, value| {
    state.hash_one(value)
});
state!(Rapid, "rapidhash::fast", "none", RapidSecrets, rapid_secrets, |state, value| {
    rapidhash::fast::SeedableState::custom(state.seed, &state.secrets).hash_one(value)
});
state!(Std, "SipHash-1-3, as std's", "none, a PRF", Sip13, sip_state, |state, value| {
    state.hash_one(value)
});

fn fx_state(words: &mut Words) -> rustc_hash::FxSeededState {
    let seed = usize::try_from(words.next_word()).expect("a machine of 64 bits");
    rustc_hash::FxSeededState::with_seed(seed)
}

fn rapid_secrets(words: &mut Words) -> RapidSecrets {
    RapidSecrets::seed(words.next_word())
}

fn sip_state(words: &mut Words) -> Sip13 {
    Sip13(words.next_word(), words.next_word())
}

/// The number of processes among which a state of ours is drawn, because the key of a process lives
/// as long as the program.
const PROCESSES: usize = 1 << 14;

/// Draws the key of one of [`PROCESSES`], and the number of a map in it.
fn process<S: Slices>(
    keys: &'static OnceLock<Vec<ProcessKey<S>>>,
    words: &mut Words,
    slices: impl Fn(&mut Words) -> S,
) -> (&'static ProcessKey<S>, u64) {
    let keys = keys.get_or_init(|| {
        let mut key = || {
            let slices = slices(words);
            ProcessKey::with_slices(&std::array::from_fn(|_| words.next_word()), slices)
        };
        (0..PROCESSES).map(|_| key()).collect()
    });
    let word = words.next_word();
    (&keys[usize::try_from(word % PROCESSES as u64).expect("small")], words.next_word())
}

/// A state of ours, in a process of random words.
macro_rules! own_state {
    ($Name:ident, $name:expr, $bound:expr, $State:ident, $Slices:ty, $slices:expr) => {
        state!(
            $Name,
            $name,
            $bound,
            state::$State<$Slices>,
            |words: &mut Words| {
                static KEYS: OnceLock<Vec<ProcessKey<$Slices>>> = OnceLock::new();
                let (key, number) = process(&KEYS, words, $slices);
                state::$State::with_key(key, number)
            },
            |state, value| state.hash_one(value)
        );
    };
}

fn nh(words: &mut Words) -> NhKey {
    NhKey::from_words(&std::array::from_fn(|_| words.next_word()))
}

fn clhash_slices(words: &mut Words) -> clhash::map::LongSlices {
    let key = clhash::Key::from_words(std::array::from_fn(|_| words.next_word()));
    clhash::map::LongSlices::new(key.with_backend(clhash::Backend::detect()), words.next_word())
}

fn vhash_slices(words: &mut Words) -> vhash::map::LongSlices {
    let key = vhash::Key64::from_seed(words.next_word());
    vhash::map::LongSlices::new(key.with_backend(vhash::Backend::detect()), words.next_word())
}

own_state!(
    Multilinear,
    "**multilinear_hash**",
    "2^-64 integers, 2^-61.6 slices",
    RandomState,
    NhKey,
    nh
);
own_state!(
    Uneven,
    "**multilinear_hash::FastState**",
    "2^-62 integers, 2^-61 slices",
    FastState,
    NhKey,
    nh
);
own_state!(
    ClHash,
    "**clhash**",
    "2^-64 integers, 2^-61.6 slices",
    RandomState,
    clhash::map::LongSlices,
    clhash_slices
);
own_state!(
    VHash,
    "**vhash**",
    "2^-64 integers, 2^-61.4 slices",
    RandomState,
    vhash::map::LongSlices,
    vhash_slices
);

/// The worst pair of values of a type that was found for a state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Worst {
    /// The type.
    pub values: String,
    /// The pair.
    pub pair: String,
    /// Under how many keys it collides.
    pub collisions: u64,
}

/// A state with its worst pairs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The name.
    pub name: String,
    /// The bound for two values, whose whole hashes are compared.
    pub bound: String,
    /// The binary logarithm of the number of keys.
    pub keys: u32,
    /// A pair of each type.
    pub types: Vec<Worst>,
}

/// Names and values of pairs.
type Pairs<T> = (Vec<String>, Vec<[T; 2]>);

/// Two of each list of values.
fn of_all<T: Copy>(values: &[T], show: impl Fn(T) -> String) -> Pairs<T> {
    let pairs = |(i, a): (usize, &T)| values[..i].iter().map(|b| [*b, *a]).collect::<Vec<_>>();
    let pairs: Vec<_> = values.iter().enumerate().flat_map(pairs).collect();
    (pairs.iter().map(|[a, b]| format!("{} and {}", show(*a), show(*b))).collect(), pairs)
}

/// Words that are usual, or that a function uses.
fn words() -> Vec<u64> {
    let usual = [0, 1, u64::MAX, 2, 3, 1 << 31, 1 << 32, 1 << 63, 0xffff_ffff, 0xffff_ffff << 32];
    usual.into_iter().chain(pairs::PUBLIC).collect()
}

/// All pairs of values that are tried.
struct Values {
    u32s: Pairs<u32>,
    u64s: Pairs<u64>,
    two: Pairs<(u64, u64)>,
    strings: Vec<(String, [String; 2])>,
    slices: Vec<pairs::Pair>,
}

impl Values {
    fn new() -> Self {
        let words = words();
        #[expect(clippy::cast_possible_truncation, reason = "the lower half is wanted")]
        let mut narrow: Vec<u32> = words.iter().map(|word| *word as u32).collect();
        narrow.sort_unstable();
        narrow.dedup();
        // A word and 0, twice the word, and a word with its complement.
        let two: Vec<_> =
            words.iter().flat_map(|w| [(*w, 0), (0, *w), (*w, *w), (*w, !*w)]).collect();
        let slices = pairs::all();
        let ascii = |bytes: &Vec<u8>| {
            String::from_utf8(bytes.iter().map(|byte| byte & 0x7f).collect()).expect("ASCII")
        };
        let strings = slices.iter().map(|pair| (pair, pair.messages.each_ref().map(ascii)));
        let strings = strings.filter(|(_, [a, b])| a != b);
        let strings = strings.map(|(pair, strings)| (format!("{} (7 bits)", pair.name), strings));
        Self {
            u32s: of_all(&narrow, |a| format!("{a:#x}")),
            u64s: of_all(&words, |a| format!("{a:#x}")),
            two: of_all(&distinct(two), |(a, b)| format!("({a:#x}, {b:#x})")),
            strings: strings.collect(),
            slices,
        }
    }
}

fn distinct<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort_unstable();
    values.dedup();
    values
}

/// Searches and counts under every state whose name is wanted.
#[must_use]
pub fn rows(keys: Keys, wanted: impl Fn(&str) -> bool) -> Vec<Row> {
    let values = Values::new();
    let mut stream = 500;
    let mut rows = Vec::new();
    macro_rules! states {
        ($($State:ident),*) => {$(
            if wanted($State::NAME) {
                eprintln!("{}", $State::NAME);
                rows.push(row::<$State>(&values, keys, &mut stream));
            }
        )*};
    }
    states!(FoldFast, FoldQuality, AHash, Fx, Rapid, Std, Multilinear, Uneven, ClHash, VHash);
    rows
}

fn row<S: State>(values: &Values, keys: Keys, stream: &mut u64) -> Row {
    let (names, strings): (Vec<_>, Vec<_>) = values
        .strings
        .iter()
        .map(|(name, pair)| (name, pair.each_ref().map(String::as_str)))
        .unzip();
    let slices: Vec<_> =
        values.slices.iter().map(|pair| pair.messages.each_ref().map(Vec::as_slice)).collect();
    let mut on =
        |values: &str, worst: &dyn Fn(u64) -> (usize, u64), name: &dyn Fn(usize) -> String| {
            *stream += 1;
            let (pair, collisions) = worst(*stream);
            Worst { values: values.to_owned(), pair: name(pair), collisions }
        };
    let types = vec![
        on("u32", &|stream| worst::<S, _>(stream, &values.u32s.1, keys), &|i| {
            values.u32s.0[i].clone()
        }),
        on("u64", &|stream| worst::<S, _>(stream, &values.u64s.1, keys), &|i| {
            values.u64s.0[i].clone()
        }),
        on("(u64, u64)", &|stream| worst::<S, _>(stream, &values.two.1, keys), &|i| {
            values.two.0[i].clone()
        }),
        on("&str", &|stream| worst::<S, _>(stream, &strings, keys), &|i| names[i].clone()),
        on("&[u8]", &|stream| worst::<S, _>(stream, &slices, keys), &|i| {
            values.slices[i].name.clone()
        }),
    ];
    Row { name: S::NAME.to_owned(), bound: S::BOUND.to_owned(), keys: keys.last, types }
}

/// Returns the number of the worst pair, with its count.
fn worst<S: State, T: Hash + Copy + Sync>(
    stream: u64,
    pairs: &[[T; 2]],
    keys: Keys,
) -> (usize, u64) {
    let found = search(stream, pairs, [0, 1], keys, &|words, keys, pairs: &[[T; 2]]| {
        count(words, keys, pairs, S::draw, S::hash_one)
    });
    found.into_iter().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step of rustc-hash is (seed + a) K, so its pair collides under every seed. Ours
    /// has no such pair.
    #[test]
    fn maps_of_pairs() {
        let values = Values::new();
        let keys = Keys { first: 1, second: 4, last: 6 };
        let (pair, collisions) = worst::<Fx, _>(0, &values.two.1, keys);
        assert_eq!(collisions, 64, "{}", values.two.0[pair]);
        assert_eq!(worst::<Multilinear, _>(0, &values.two.1, keys).1, 0);
        assert_eq!(worst::<Std, _>(0, &values.two.1, keys).1, 0);
    }
}
