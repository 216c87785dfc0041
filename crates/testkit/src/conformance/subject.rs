//! Functions with hidden types. The suites take these, so that they are compiled once, and not once
//! for each function.

use super::{
    BatchError, Batches, CheckpointError, Checkpoints, CombineError, Function, Oracle, Parts,
};
use crate::guard::{self, Guarded};
use crate::sweep::sweep_names;
use core::any::Any;
use core::fmt::Debug;
use core::hash::Hasher;
use hash_core::backend::Token;
use std::io::Write;

/// The words of a hash; those that it lacks are 0.
pub type Words = [u64; 4];

/// A hash of which the suites compare the words.
pub trait Value: Copy + PartialEq + Debug {
    /// Returns the words. Different hashes have different words.
    fn words(self) -> Words;
}

/// Implements the trait for a type of words and arrays of up to four of them.
macro_rules! values {
    ($($Word:ty)*) => {
        $(impl Value for $Word {
            fn words(self) -> Words {
                [self].words()
            }
        }

        impl<const N: usize> Value for [$Word; N] {
            fn words(self) -> Words {
                const { assert!(N <= 4, "a hash has more words than are compared") };
                core::array::from_fn(|i| self.get(i).map_or(0, |word| u64::from(*word)))
            }
        })*
    };
}

values! { u16 u32 u64 }

impl Value for [u8; 16] {
    fn words(self) -> Words {
        let word = |i: usize| u64::from_le_bytes(core::array::from_fn(|byte| self[8 * i + byte]));
        [word(0), word(1), 0, 0]
    }
}

/// The properties of a function that do not depend on a key.
pub trait About {
    /// Returns the name in reports.
    fn name(&self) -> &'static str;
    /// See [`Function::BLOCK`].
    fn block(&self) -> usize;
    /// Returns the names of all backends.
    fn backends(&self) -> &'static [&'static str];
    /// Returns the names of the backends of this machine, in the order of their numbers.
    fn available(&self) -> Vec<&'static str>;
    /// Returns the number of the backend that detection chooses.
    fn detected(&self) -> usize;
}

impl<F: Function> About for F {
    fn name(&self) -> &'static str {
        F::NAME
    }
    fn block(&self) -> usize {
        F::BLOCK
    }
    fn backends(&self) -> &'static [&'static str] {
        F::Backend::NAMES
    }
    fn available(&self) -> Vec<&'static str> {
        F::Backend::available().map(Token::name).collect()
    }
    fn detected(&self) -> usize {
        let detected = F::Backend::detect();
        F::Backend::available()
            .position(|backend| backend == detected)
            .expect("detection chooses one of this machine")
    }
}

/// A function that is a `K` under each key: [`Keyed`], or one of the traits above it.
pub trait Subject<K: ?Sized>: About {
    /// Calls `test` with the key of a seed and the backend of a number, at the end of readable
    /// memory.
    fn with_key(&self, seed: u64, backend: usize, test: &mut dyn FnMut(&K));
}

impl<K: ?Sized> dyn Subject<K> + '_ {
    /// Runs a test on every backend, with the key of this seed.
    pub(super) fn on_keys(&self, what: &str, seed: u64, test: &dyn Fn(&K)) {
        let (available, what) = (self.available(), format!("{}: {what}", self.name()));
        let best = available[self.detected()];
        sweep_names(&what, self.backends(), &available, best, &|backend| {
            self.with_key(seed, backend, &mut |key| test(key));
        });
    }

    /// Runs a test on the backend that detection chooses.
    pub(super) fn on_the_best(&self, seed: u64, test: &mut dyn FnMut(&K)) {
        self.with_key(seed, self.detected(), test);
    }

    /// Runs a test on every backend, and prints nothing.
    pub(super) fn on_each(&self, seed: u64, test: &mut dyn FnMut(&K, &str)) {
        for (backend, name) in self.available().iter().enumerate() {
            self.with_key(seed, backend, &mut |key| test(key, name));
        }
    }
}

/// A function under a key.
pub trait Keyed {
    /// Hashes a whole message in one call.
    fn hash(&self, message: &[u8]) -> Words;
    /// Creates a stream of the empty message.
    fn stream(&self) -> Box<dyn Stream + '_>;
    /// Moves a stream to the end of readable memory. `test` gets a function that hashes `first` and
    /// what it is given with that stream.
    fn fenced(&self, first: &[u8], test: &mut dyn FnMut(&mut Append<'_>));
    /// Returns the value of `Hasher::finish` of a stream of the message by the definition.
    fn finished(&self, message: &[u8]) -> u64;
}

/// Hashes a message of which the first bytes are given.
pub type Append<'t> = dyn FnMut(&[u8]) -> Words + 't;

/// A stream under a key.
pub trait Stream {
    /// Appends bytes to the message.
    fn update(&mut self, bytes: &[u8]);
    /// Returns the hash of the message so far.
    fn finalize(&self) -> Words;
    /// Returns the number of bytes so far.
    fn count(&self) -> u64;
    /// Returns the stream as a hasher.
    fn hasher(&mut self) -> &mut dyn Hasher;
    /// Returns the stream as a file.
    fn file(&mut self) -> &mut dyn Write;
    /// Returns a clone.
    fn another(&self) -> Box<dyn Stream + '_>;
    /// Returns what `Debug` prints.
    fn text(&self) -> String;
}

/// A function under a key, with a reference.
pub trait KeyedOracle: Keyed {
    /// Computes the hash with the reference.
    fn expected(&self, message: &[u8]) -> Words;
}

/// A function under a key, whose streams can be saved.
pub trait KeyedCheckpoints: Keyed {
    /// Returns the length of a checkpoint in bytes.
    fn bytes(&self) -> usize;
    /// Creates a stream of the empty message.
    fn saved(&self) -> Box<dyn Saved + '_>;
    /// Resumes from a checkpoint.
    ///
    /// # Errors
    /// Those of the function.
    fn resume(&self, bytes: &[u8]) -> Result<Box<dyn Saved + '_>, CheckpointError>;
}

/// A stream that can be saved.
pub trait Saved: Stream {
    /// Saves the stream.
    fn checkpoint(&self) -> Vec<u8>;
}

/// A function under a key, whose parts join.
pub trait KeyedParts: Keyed {
    /// See [`Parts::PART_BLOCK`].
    fn part_block(&self) -> usize;
    /// Returns the empty part.
    fn empty(&self) -> Part;
    /// Hashes a part.
    fn part(&self, part: &[u8]) -> Part;
    /// Returns the part of a stream of these bytes, and the hash of the stream.
    fn streamed(&self, part: &[u8]) -> (Part, Words);
    /// Joins two parts.
    ///
    /// # Errors
    /// Those of the function.
    fn combine(&self, left: &Part, right: &Part) -> Result<Part, CombineError>;
    /// Returns the hash of a part that is the whole message.
    fn whole(&self, part: &Part) -> Words;
    /// Returns the number of bytes of a part.
    fn part_len(&self, part: &Part) -> u64;
    /// Returns whether two parts are equal.
    fn same(&self, a: &Part, b: &Part) -> bool;
    /// Returns what `Debug` prints.
    fn part_text(&self, part: &Part) -> String;
}

/// A part of any type.
pub type Part = Box<dyn Any>;

/// A function under a key, with batches.
pub trait KeyedBatches: Keyed {
    /// Hashes a batch into `outputs` hashes at a place, each of which was the hash of `b"old"`, and
    /// returns them.
    ///
    /// # Errors
    /// Those of the function.
    fn batch(
        &self,
        batch: Batch<'_>,
        outputs: usize,
        place: Place<'_>,
    ) -> (Result<(), BatchError>, Vec<Words>);
}

/// The messages of a batch. Columns have offsets of two types, those of Arrow, because each type
/// makes kernels of its own, which take long to compile.
#[derive(Clone, Copy, Debug)]
pub enum Batch<'b> {
    /// Slices.
    Many(&'b [&'b [u8]]),
    /// Words.
    Words(&'b [u64]),
    /// Values and offsets of 32 bits.
    Column(&'b [u8], &'b [i32]),
    /// Values and offsets of 64 bits.
    LargeColumn(&'b [u8], &'b [i64]),
}

/// Where outputs lie.
#[expect(missing_debug_implementations, reason = "pages do not implement it")]
pub enum Place<'p> {
    /// Anywhere.
    Heap,
    /// After a page that faults.
    Begin(&'p mut Guarded),
    /// Before a page that faults.
    End(&'p mut Guarded),
}

/// A function under a key.
struct Of<F: Function>(F::Key);

/// A stream of a function.
struct Running<'k, F: Function>(F::Stream<'k>);

/// Defines with which of the traits a function is a subject.
macro_rules! subjects {
    ($($Trait:ident: $Keyed:ident;)*) => {
        $(impl<F: $Trait> Subject<dyn $Keyed> for F {
            fn with_key(&self, seed: u64, backend: usize, test: &mut dyn FnMut(&(dyn $Keyed + 'static))) {
                with_key::<F>(seed, backend, &mut |key| test(key));
            }
        })*
    };
}

subjects! {
    Function: Keyed;
    Oracle: KeyedOracle;
    Checkpoints: KeyedCheckpoints;
    Parts: KeyedParts;
    Batches: KeyedBatches;
}

fn with_key<F: Function>(seed: u64, backend: usize, test: &mut dyn FnMut(&Of<F>)) {
    let backend =
        F::Backend::available().nth(backend).expect("the number of a backend of this machine");
    guard::hold(Of(F::key(seed, backend)), |key| test(key));
}

impl<F: Function> Keyed for Of<F> {
    fn hash(&self, message: &[u8]) -> Words {
        F::hash(&self.0, message).words()
    }
    fn stream(&self) -> Box<dyn Stream + '_> {
        Box::new(Running::<F>(F::stream(&self.0)))
    }
    fn fenced(&self, first: &[u8], test: &mut dyn FnMut(&mut Append<'_>)) {
        let mut begun = F::stream(&self.0);
        F::update(&mut begun, first);
        guard::hold(F::stream(&self.0), |stream| {
            test(&mut |bytes| {
                *stream = begun.clone();
                F::update(stream, bytes);
                F::finalize(stream).words()
            });
        });
    }
    fn finished(&self, message: &[u8]) -> u64 {
        F::finish(F::hash(&self.0, message))
    }
}

impl<F: Function> Stream for Running<'_, F> {
    fn update(&mut self, bytes: &[u8]) {
        F::update(&mut self.0, bytes);
    }
    fn finalize(&self) -> Words {
        F::finalize(&self.0).words()
    }
    fn count(&self) -> u64 {
        F::len(&self.0)
    }
    fn hasher(&mut self) -> &mut dyn Hasher {
        &mut self.0
    }
    fn file(&mut self) -> &mut dyn Write {
        &mut self.0
    }
    fn another(&self) -> Box<dyn Stream + '_> {
        Box::new(Running::<F>(self.0.clone()))
    }
    fn text(&self) -> String {
        format!("{:?}", self.0)
    }
}

impl<F: Oracle> KeyedOracle for Of<F> {
    fn expected(&self, message: &[u8]) -> Words {
        F::expected(&self.0, message).words()
    }
}

impl<F: Checkpoints> KeyedCheckpoints for Of<F> {
    fn bytes(&self) -> usize {
        F::BYTES
    }
    fn saved(&self) -> Box<dyn Saved + '_> {
        Box::new(Running::<F>(F::stream(&self.0)))
    }
    fn resume(&self, bytes: &[u8]) -> Result<Box<dyn Saved + '_>, CheckpointError> {
        Ok(Box::new(Running::<F>(F::resume(&self.0, bytes)?)))
    }
}

impl<F: Checkpoints> Saved for Running<'_, F> {
    fn checkpoint(&self) -> Vec<u8> {
        F::checkpoint(&self.0)
    }
}

/// Returns a part as what it is.
fn of_type<F: Parts>(part: &Part) -> &F::Part {
    part.downcast_ref().expect("a part of this function")
}

impl<F: Parts> KeyedParts for Of<F> {
    fn part_block(&self) -> usize {
        F::PART_BLOCK
    }
    fn empty(&self) -> Part {
        Box::new(F::EMPTY)
    }
    fn part(&self, part: &[u8]) -> Part {
        Box::new(F::part(&self.0, part))
    }
    fn streamed(&self, part: &[u8]) -> (Part, Words) {
        let mut stream = F::stream(&self.0);
        F::update(&mut stream, part);
        (Box::new(F::part_of_stream(&stream)), F::finalize(&stream).words())
    }
    fn combine(&self, left: &Part, right: &Part) -> Result<Part, CombineError> {
        Ok(Box::new(F::combine(&self.0, of_type::<F>(left), of_type::<F>(right))?))
    }
    fn whole(&self, part: &Part) -> Words {
        F::whole(&self.0, of_type::<F>(part)).words()
    }
    fn part_len(&self, part: &Part) -> u64 {
        F::part_len(of_type::<F>(part))
    }
    fn same(&self, a: &Part, b: &Part) -> bool {
        of_type::<F>(a) == of_type::<F>(b)
    }
    fn part_text(&self, part: &Part) -> String {
        format!("{:?}", of_type::<F>(part))
    }
}

impl<F: Batches> KeyedBatches for Of<F> {
    fn batch(
        &self,
        batch: Batch<'_>,
        outputs: usize,
        place: Place<'_>,
    ) -> (Result<(), BatchError>, Vec<Words>) {
        let key = &self.0;
        let mut old = vec![F::hash(key, b"old"); outputs];
        let out = match place {
            Place::Heap => &mut old[..],
            Place::Begin(pages) => pages.begin(&old),
            Place::End(pages) => pages.end(&old),
        };
        let result = match batch {
            Batch::Many(messages) => F::hash_many(key, messages, out),
            Batch::Words(words) => F::hash_u64s(key, words, out),
            Batch::Column(values, offsets) => F::hash_column(key, values, offsets, out),
            Batch::LargeColumn(values, offsets) => F::hash_column(key, values, offsets, out),
        };
        (result, out.iter().map(|hash| hash.words()).collect())
    }
}
