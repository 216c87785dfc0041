//! The map hashers: `hash_one` and the hasher agree with each other and with the definition,
//! whatever is written. Equal values have equal hashes, and different ones do not.

use crate::input::Write;
use arbitrary::{Arbitrary, Result, Unstructured};
use core::hash::{BuildHasher, Hash, Hasher};
use provenhash_map::{HashMapExt, HashSetExt};
use reference::map::{map_hash, state_hash, uneven_hash};
use reference::{highwayhash as highway_oracle, multilinear, seed, siphash};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Checks arbitrary writes, types that derive `Hash`, and maps in use.
pub fn target(data: &[u8]) {
    crate::choose(
        data,
        &[writes, values::<Record>, values::<Tree>, values::<Vec<(u8, String)>>, used],
    );
}

/// A value whose `Hash` makes these writes.
struct Writes<'w>(&'w [Write]);

impl Hash for Writes<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.iter().for_each(|write| write.write(hasher));
    }
}

/// Returns the hash of a value after checking that `hash_one` and the hasher, asked twice, agree.
fn hash_of<S: BuildHasher, T: Hash + ?Sized>(state: &S, value: &T) -> u64 {
    let mut hasher = state.build_hasher();
    value.hash(&mut hasher);
    let hash = state.hash_one(value);
    assert_eq!([hasher.finish(), hasher.finish()], [hash; 2], "two paths to one hash");
    hash
}

/// Derives words from a number under a name, by the reference.
fn derived(name: &str, number: u64, count: usize) -> Vec<u64> {
    multilinear::words(&seed::bytes(name, number, 8 * count), 8)
}

/// Checks arbitrary writes under seeded and fixed states.
fn writes(u: &mut Unstructured<'_>) -> Result<()> {
    let number: u64 = u.arbitrary()?;
    let mut writes: Vec<Write> = u.arbitrary()?;
    writes.truncate(50);
    let value = Writes(&writes);
    let plain: Vec<_> = writes.iter().map(Write::plain).collect();
    let bytes: Vec<u8> = writes.iter().flat_map(Write::bytes).collect();

    // The written bytes are hashed as one message.
    let key = siphash_fast::Key::from_seed(number);
    let expected = siphash::hash64((1, 3), key.to_words(), &bytes);
    assert_eq!(hash_of(&siphash_fast::FixedState::new(&key), &value), expected);
    assert_eq!(hash_of(&siphash_fast::FixedState::new(key), &value), expected);
    let words = derived("siphash map", number, 2);
    let expected = siphash::hash64((1, 3), [words[0], words[1]], &bytes);
    assert_eq!(hash_of(&siphash_fast::RandomState::from_seed(number), &value), expected);
    let key = highwayhash::Key::from_seed(number);
    let expected = highway_oracle::hash64(&key.to_words(), &bytes);
    assert_eq!(hash_of(&highwayhash::FixedState::new(&key), &value), expected);
    let key = clhash::Key::from_seed(number);
    let expected = reference::clhash::hash(&key.to_words(), &bytes);
    assert_eq!(hash_of(&clhash::FixedState::new(&key), &value), expected);
    let key = vhash::Key64::from_seed(number);
    let words = reference::vhash::Key::new(&key.to_bytes());
    let expected = reference::vhash::hash64(&words, &bytes);
    assert_eq!(hash_of(&vhash::FixedState::new(&key), &value), expected);

    // Words are hashed as such, and slices separately.
    let expected = highway_map(&derived("highwayhash map", number, 4), &writes);
    assert_eq!(hash_of(&highwayhash::RandomState::from_seed(number), &value), expected);
    let key = provenhash_map::MapKey::from_seed(number);
    let words = key.to_words();
    let slice = |bytes: &[u8]| multilinear::map_slice(&words[104..], bytes);
    let expected = map_hash(&words[..6], &words[6..104], slice, &plain);
    assert_eq!(hash_of(&provenhash_map::FixedState::new(&key), &value), expected);

    // The own word of a random state, and the four of a fast one.
    let (process, own) = (derived("process map", 0, 175), derived("states of maps", number, 4));
    let seeded = |slice: &dyn Fn(&[u8]) -> u128| {
        [
            state_hash(own[0], &process[..159], slice, &plain),
            uneven_hash(&own, &process[61..159], slice, &plain),
        ]
    };
    let expected = seeded(&|bytes| multilinear::map_slice(&process[159..], bytes));
    assert_eq!(hash_of(&provenhash_map::RandomState::from_seed(number), &value), expected[0]);
    assert_eq!(hash_of(&provenhash_map::FastState::from_seed(number), &value), expected[1]);
    let double = |hash: u64, high: u64| u128::from(hash) | u128::from(high) << 64;
    let (key, high) = (clhash::Key::from_seed(0).to_words(), derived("clhash map slices", 0, 1)[0]);
    let expected = seeded(&|bytes| double(reference::clhash::hash(&key, bytes), high));
    assert_eq!(hash_of(&clhash::RandomState::from_seed(number), &value), expected[0]);
    assert_eq!(hash_of(&clhash::FastState::from_seed(number), &value), expected[1]);
    let key = reference::vhash::Key::new(&vhash::Key64::from_seed(0).to_bytes());
    let high = derived("vhash map slices", 0, 1)[0];
    let expected = seeded(&|bytes| double(reference::vhash::hash64(&key, bytes), high));
    assert_eq!(hash_of(&vhash::RandomState::from_seed(number), &value), expected[0]);
    assert_eq!(hash_of(&vhash::FastState::from_seed(number), &value), expected[1]);
    Ok(())
}

/// Computes the hash of a HighwayHash map by its definition. A slice becomes a word, combined with
/// a byte `0xff` that follows it; an integer is a word. The hash of a single slice is its word; the
/// hash of anything else is the hash of the words, of which the first four become one if there are
/// more.
fn highway_map(key: &[u64], writes: &[Write]) -> u64 {
    let key: &[u64; 4] = key.try_into().expect("there are four words");
    let hash = |words: &[u64]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        highway_oracle::hash64(key, &bytes)
    };
    let mut words: Vec<u64> = Vec::new();
    let (mut after_slice, mut alone) = (false, false);
    for write in writes {
        let first = words.is_empty();
        let new = match (write, write.plain()) {
            (Write::U8(0xff) | Write::I8(-1), _) if after_slice => {
                *words.last_mut().expect("a slice came before") ^= 0xff;
                after_slice = false;
                continue;
            }
            (_, reference::map::Write::Slice(bytes)) => {
                (after_slice, alone) = (true, first);
                vec![highway_oracle::hash64(key, &bytes)]
            }
            (_, reference::map::Write::Integer(i, bits)) => {
                (after_slice, alone) = (false, false);
                let halves = multilinear::words(&i.to_le_bytes(), 8);
                halves[..if bits == 128 { 2 } else { 1 }].to_vec()
            }
        };
        words.extend(new);
    }
    if alone && words.len() == 1 {
        return words[0];
    }
    while words.len() > 4 {
        let first = hash(&words[..4]);
        words.splice(..4, [first]);
    }
    hash(&words)
}

/// A type that derives `Hash`, like those of users.
#[derive(Arbitrary, Clone, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
struct Record {
    id: u32,
    name: String,
    kind: Kind,
    range: (i64, Option<u128>),
    flags: [bool; 3],
    bytes: Vec<u8>,
    block: [u8; 16],
    words: Vec<u16>,
    unit: (),
    size: usize,
    letter: char,
}

#[derive(Arbitrary, Clone, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Unit,
    Tuple(u16, i8),
    Struct { text: Box<str>, number: core::result::Result<i128, u8> },
}

#[derive(Arbitrary, Clone, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Leaf(i16),
    Name(String),
    Nodes(Vec<Tree>),
    Sorted(BTreeMap<u8, String>),
    Pair(Box<(Tree, Tree)>),
}

/// Calls `$test` with a seeded state of each crate, and with fixed ones.
macro_rules! on_every_state {
    ($number:expr, |$state:ident| $test:expr) => {
        on_every_state! {
            $number, |$state| $test;
            siphash_fast::RandomState, highwayhash::RandomState, clhash::RandomState,
            vhash::RandomState, provenhash_map::RandomState, provenhash_map::FastState,
            siphash_fast::FixedState, highwayhash::FixedState, clhash::FixedState,
            vhash::FixedState, provenhash_map::FixedState
        }
    };
    ($number:expr, |$state:ident| $test:expr; $($package:ident::$State:ident),*) => {{
        let number = $number;
        $({
            let $state = $package::$State::from_seed(number);
            $test
        })*
    }};
}

/// Checks that two values of a type have equal hashes if and only if they are equal. Different ones
/// collide with a probability around 2^-63, which no fuzzer hits.
fn values<T>(u: &mut Unstructured<'_>) -> Result<()>
where
    T: for<'a> Arbitrary<'a> + Hash + Eq + Clone + core::fmt::Debug,
{
    let number: u64 = u.arbitrary()?;
    let one: T = u.arbitrary()?;
    let other: T = u.arbitrary()?;
    on_every_state!(number, |state| {
        let hash = hash_of(&state, &one);
        assert_eq!(hash_of(&state, &one.clone()), hash);
        assert_eq!(hash_of(&state, &&one), hash, "a reference");
        assert_eq!(hash_of(&state, &Box::new(one.clone())), hash, "a box");
        assert_eq!(hash_of(&state, &other) == hash, one == other, "{one:?} and {other:?}");
        let (many, slice) = (vec![one.clone(), other.clone()], [&one, &other]);
        assert_eq!(hash_of(&state, &many), hash_of(&state, slice.as_slice()), "as borrowed");
    });
    // std's hasher has the zero key, and computes the same function on such machines.
    #[cfg(all(target_pointer_width = "64", target_endian = "little"))]
    {
        let std = core::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default();
        let zeros = siphash_fast::FixedState::new(siphash_fast::Key::from_bytes(&[0; 16]));
        assert_eq!(hash_of(&zeros, &one), std.hash_one(&one));
    }
    Ok(())
}

/// An operation on a map.
#[derive(Arbitrary, Debug)]
enum Use {
    Insert(Kind, u8),
    Remove(Kind),
    Get(String),
}

/// Checks a map and a set in use against ordered ones.
fn used(u: &mut Unstructured<'_>) -> Result<()> {
    let number: u64 = u.arbitrary()?;
    let calls: Vec<Use> = u.arbitrary()?;
    on_every_state!(number, |state| use_it(state, &calls));
    let mut new = provenhash_map::HashMap::<u8, u8>::new();
    let mut set = clhash::HashSet::<u8>::with_capacity(calls.len());
    for (i, _) in (0..=255).zip(&calls) {
        assert!(new.insert(i, i).is_none() && set.insert(i));
    }
    assert_eq!(new.len(), set.len());
    Ok(())
}

fn use_it<S: BuildHasher + Clone>(state: S, calls: &[Use]) {
    let mut map = HashMap::with_hasher(state.clone());
    let mut set = HashSet::with_hasher(state);
    let mut sorted = BTreeMap::new();
    for call in calls {
        match call {
            Use::Insert(kind, value) => {
                assert_eq!(map.insert(kind.clone(), *value), sorted.insert(kind.clone(), *value));
                set.insert(format!("{kind:?}"));
            }
            Use::Remove(kind) => {
                assert_eq!(map.remove(kind), sorted.remove(kind));
                set.remove(&format!("{kind:?}"));
            }
            Use::Get(text) => {
                let known = sorted.keys().any(|kind| format!("{kind:?}") == *text);
                assert_eq!(set.contains(text.as_str()), known);
            }
        }
    }
    assert_eq!((map.len(), set.len()), (sorted.len(), sorted.len()));
    let found: BTreeMap<_, _> = map.into_iter().collect();
    assert_eq!(found, sorted);
}
