//! Functions with hidden types. The suites take these, so that they are compiled once, and not once
//! for each function.

use crate::guard::{self, Guarded};
use crate::message::hex;
use crate::sweep::sweep_names;
use core::any::Any;
use core::hash::Hasher;
use hash_core::backend::Token;
use hash_core::function::{Function, Hash, Joins, Key, KeyBytes};
use hash_core::{BatchError, CheckpointError, CombineError, ToBytes};
use std::io::Write;

/// The published bytes of a hash as little-endian words; those that it lacks are 0.
pub type Words = [u64; 4];

fn words(published: &[u8]) -> Words {
    let mut bytes = [0; 32];
    bytes[..published.len()].copy_from_slice(published);
    core::array::from_fn(|i| u64::from_le_bytes(bytes.as_chunks().0[i]))
}

/// A function of any type.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AnyFunction {
    /// The name in reports.
    pub name: &'static str,
    /// See [`Function::GROUP_BYTES`].
    pub group: usize,
    /// The length in bytes of which that of every part but the last must be a multiple.
    pub block: usize,
    /// The length of a checkpoint.
    pub checkpoint_bytes: usize,
    /// See [`Function::FINISHES`].
    pub finishes: bool,
    /// The numbers of bytes of a key, of a hash and of a word of its digest.
    sizes: [usize; 3],
    /// The names of all backends.
    backends: &'static [&'static str],
    /// The names of the backends of this machine, in the order of their numbers.
    available: Vec<&'static str>,
    /// The number of the backend that detection chooses.
    detected: usize,
    with_key: fn(Source<'_>, usize, &mut Test<'_>),
}

/// What a key is made of.
#[derive(Clone, Copy)]
enum Source<'b> {
    Seed(u64),
    /// The first bytes of these.
    Bytes(&'b [u8]),
}

/// A test of a key, which is also one with parts if the function has them.
type Test<'t> = dyn FnMut(&dyn AnyKey, Option<&dyn AnyParts>) + 't;

/// A test of several keys.
type SharedTest<'t> = dyn Fn(&dyn AnyKey, Option<&dyn AnyParts>) + 't;

impl AnyFunction {
    /// Hides the types of a function.
    #[must_use]
    pub fn of<F: Function>() -> Self
    where
        for<'k> F::Stream<&'k F::Key>: Write,
    {
        Self::new::<F>(|source, backend, test| {
            guard::hold(Of::<F>::new(source, backend), |key| test(key, None));
        })
    }

    /// Hides the types of a function whose parts join.
    #[must_use]
    pub fn joining<F: Joins>() -> Self
    where
        for<'k> F::Stream<&'k F::Key>: Write,
    {
        Self::new::<F>(|source, backend, test| {
            guard::hold(Of::<F>::new(source, backend), |key| test(key, Some(key)));
        })
    }

    fn new<F: Function>(with_key: fn(Source<'_>, usize, &mut Test<'_>)) -> Self {
        type Backend<F> = <<F as Function>::Key as Key>::Backend;
        let detected = Backend::<F>::detect();
        Self {
            name: F::DESCRIPTION.name,
            group: F::GROUP_BYTES,
            block: F::DESCRIPTION.block_bytes,
            checkpoint_bytes: F::CHECKPOINT_BYTES,
            finishes: F::FINISHES,
            sizes: [<F::Key as Key>::Bytes::LEN, F::Hash::BYTES, F::WORD_BYTES],
            backends: Backend::<F>::NAMES,
            available: Backend::<F>::available().map(Token::name).collect(),
            detected: Backend::<F>::available()
                .position(|backend| backend == detected)
                .expect("detection chooses one of this machine"),
            with_key,
        }
    }

    /// Runs a test on every backend, with the key of this seed at the end of readable memory.
    pub(super) fn on_keys(&self, what: &str, seed: u64, test: &dyn Fn(&dyn AnyKey)) {
        self.on_every_backend(what, Source::Seed(seed), &|key, _| test(key));
    }

    /// Runs a test as [`on_keys`](Self::on_keys) does, of a function with parts.
    pub(super) fn on_parts(&self, what: &str, seed: u64, test: &dyn Fn(&dyn AnyParts)) {
        let test = |parts: Option<&dyn AnyParts>| test(parts.expect("parts that join"));
        self.on_every_backend(what, Source::Seed(seed), &|_, parts| test(parts));
    }

    /// Runs a test as [`on_keys`](Self::on_keys) does, with the key of the first of these bytes, as
    /// many as it has.
    pub(crate) fn on_bytes(&self, what: &str, bytes: &[u8], test: &SharedTest<'_>) {
        self.on_every_backend(what, Source::Bytes(&bytes[..self.sizes[0]]), test);
    }

    fn on_every_backend(&self, what: &str, source: Source<'_>, test: &SharedTest<'_>) {
        let (what, best) = (format!("{}: {what}", self.name), self.available[self.detected]);
        sweep_names(&what, self.backends, &self.available, best, &|backend| {
            (self.with_key)(source, backend, &mut |key, parts| test(key, parts));
        });
    }

    /// Formats a hash as files of vectors do: its digest, with a comma between words of 64 bits.
    pub(crate) fn text(&self, hash: Words) -> String {
        let [_, bytes, word_bytes] = self.sizes;
        let published = hash.map(u64::to_le_bytes);
        let words = published.as_flattened()[..bytes].chunks(word_bytes);
        let words = words.map(|word| hex(&word.iter().rev().copied().collect::<Vec<_>>()));
        words.collect::<Vec<_>>().join(if word_bytes == 8 { "," } else { "" })
    }

    /// Runs a test on the backend that detection chooses.
    pub(super) fn on_the_best(&self, seed: u64, test: &mut dyn FnMut(&dyn AnyKey)) {
        (self.with_key)(Source::Seed(seed), self.detected, &mut |key, _| test(key));
    }

    /// Runs a test on every backend, and prints nothing.
    pub(super) fn on_each(&self, seed: u64, test: &mut dyn FnMut(&dyn AnyKey, &str)) {
        for (backend, name) in self.available.iter().enumerate() {
            (self.with_key)(Source::Seed(seed), backend, &mut |key, _| test(key, name));
        }
    }
}

/// A function under a key.
pub trait AnyKey {
    /// Hashes a whole message in one call.
    fn hash(&self, message: &[u8]) -> Words;
    /// Computes the hash with the reference.
    fn expected(&self, message: &[u8]) -> Words;
    /// Creates a stream of the empty message.
    fn stream(&self) -> Box<dyn AnyStream + '_>;
    /// Resumes from a checkpoint.
    ///
    /// # Errors
    /// Those of the function.
    fn resume(&self, checkpoint: &[u8]) -> Result<Box<dyn AnyStream + '_>, CheckpointError>;
    /// Moves a stream to the end of readable memory. `test` gets a function that hashes `first` and
    /// what it is given with that stream.
    fn fenced(&self, first: &[u8], test: &mut dyn FnMut(&mut Append<'_>));
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

/// Hashes a message of which the first bytes are given.
pub type Append<'t> = dyn FnMut(&[u8]) -> Words + 't;

/// A stream under a key.
pub trait AnyStream {
    /// Appends bytes to the message.
    fn update(&mut self, bytes: &[u8]);
    /// Returns the hash of the message so far.
    fn finalize(&self) -> Words;
    /// Returns the number of bytes so far, and checks that `is_empty` agrees.
    fn count(&self) -> u64;
    /// Saves the stream.
    fn checkpoint(&self) -> Vec<u8>;
    /// Returns the stream as a hasher.
    fn hasher(&mut self) -> &mut dyn Hasher;
    /// Returns the stream as a file.
    fn file(&mut self) -> &mut dyn Write;
    /// Returns a clone.
    fn another(&self) -> Box<dyn AnyStream + '_>;
    /// Returns what `Debug` prints.
    fn text(&self) -> String;
}

/// A function under a key, whose parts join.
pub trait AnyParts: AnyKey {
    /// Returns the empty part.
    fn empty(&self) -> AnyPart;
    /// Hashes a part.
    fn part(&self, part: &[u8]) -> AnyPart;
    /// Returns the part of a stream of these bytes, and the hash of the stream.
    fn streamed(&self, part: &[u8]) -> (AnyPart, Words);
    /// Joins two parts.
    ///
    /// # Errors
    /// Those of the function.
    fn join(&self, left: &AnyPart, right: &AnyPart) -> Result<AnyPart, CombineError>;
    /// Returns the hash of a part that is the whole message.
    fn whole(&self, part: &AnyPart) -> Words;
    /// Returns the number of bytes of a part.
    fn part_len(&self, part: &AnyPart) -> u64;
    /// Returns whether two parts are equal.
    fn same(&self, a: &AnyPart, b: &AnyPart) -> bool;
    /// Returns what `Debug` prints.
    fn part_text(&self, part: &AnyPart) -> String;
}

/// A part of any type.
pub type AnyPart = Box<dyn Any>;

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
struct Running<'k, F: Function>(F::Stream<&'k F::Key>);

impl<F: Function> Of<F> {
    fn new(source: Source<'_>, backend: usize) -> Self {
        let backend = <F::Key as Key>::Backend::available().nth(backend);
        let backend = backend.expect("the number of a backend of this machine");
        let key = match source {
            Source::Seed(seed) => F::Key::from_seed(seed),
            Source::Bytes(bytes) => F::Key::from_bytes(KeyBytes::of(bytes).expect("as many bytes")),
        };
        Self(key.with_backend(backend))
    }
}

fn words_of<F: Function>(hash: F::Hash) -> Words {
    words(hash.to_bytes().as_ref())
}

impl<F: Function> AnyKey for Of<F>
where
    for<'k> F::Stream<&'k F::Key>: Write,
{
    fn hash(&self, message: &[u8]) -> Words {
        words_of::<F>(F::hash(&self.0, message))
    }

    fn expected(&self, message: &[u8]) -> Words {
        let key = self.0.to_bytes();
        let digest = reference::digest(F::DESCRIPTION.name, key.as_slice(), message);
        let mut digest = digest.expect("an oracle in the reference");
        digest.chunks_mut(F::WORD_BYTES).for_each(<[u8]>::reverse);
        words(&digest)
    }

    fn stream(&self) -> Box<dyn AnyStream + '_> {
        Box::new(Running::<F>(F::stream(&self.0)))
    }

    fn resume(&self, checkpoint: &[u8]) -> Result<Box<dyn AnyStream + '_>, CheckpointError> {
        Ok(Box::new(Running::<F>(F::resume(&self.0, checkpoint)?)))
    }

    fn fenced(&self, first: &[u8], test: &mut dyn FnMut(&mut Append<'_>)) {
        let mut begun = F::stream(&self.0);
        F::update(&mut begun, first);
        guard::hold(F::stream(&self.0), |stream| {
            test(&mut |bytes| {
                *stream = begun.clone();
                F::update(stream, bytes);
                words_of::<F>(F::finalize(stream))
            });
        });
    }

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
        (result, out.iter().map(|hash| words_of::<F>(*hash)).collect())
    }
}

impl<'k, F: Function> AnyStream for Running<'k, F>
where
    F::Stream<&'k F::Key>: Write,
{
    fn update(&mut self, bytes: &[u8]) {
        F::update(&mut self.0, bytes);
    }

    fn finalize(&self) -> Words {
        words_of::<F>(F::finalize(&self.0))
    }

    fn count(&self) -> u64 {
        let len = F::len(&self.0);
        assert_eq!(F::is_empty(&self.0), len == 0);
        len
    }

    fn checkpoint(&self) -> Vec<u8> {
        F::checkpoint(&self.0).as_ref().to_vec()
    }

    fn hasher(&mut self) -> &mut dyn Hasher {
        &mut self.0
    }

    fn file(&mut self) -> &mut dyn Write {
        &mut self.0
    }

    fn another(&self) -> Box<dyn AnyStream + '_> {
        Box::new(Running::<F>(self.0.clone()))
    }

    fn text(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// Returns a part as what it is.
fn of_type<F: Joins>(part: &AnyPart) -> &F::Part {
    part.downcast_ref().expect("a part of this function")
}

impl<F: Joins> AnyParts for Of<F>
where
    for<'k> F::Stream<&'k F::Key>: Write,
{
    fn empty(&self) -> AnyPart {
        Box::new(F::EMPTY)
    }

    fn part(&self, part: &[u8]) -> AnyPart {
        Box::new(F::part(&self.0, part))
    }

    fn streamed(&self, part: &[u8]) -> (AnyPart, Words) {
        let mut stream = F::stream(&self.0);
        F::update(&mut stream, part);
        (Box::new(F::part_of(&stream)), words_of::<F>(F::finalize(&stream)))
    }

    fn join(&self, left: &AnyPart, right: &AnyPart) -> Result<AnyPart, CombineError> {
        Ok(Box::new(F::join(&self.0, of_type::<F>(left), of_type::<F>(right))?))
    }

    fn whole(&self, part: &AnyPart) -> Words {
        words_of::<F>(F::whole(&self.0, of_type::<F>(part)))
    }

    fn part_len(&self, part: &AnyPart) -> u64 {
        F::part_len(of_type::<F>(part))
    }

    fn same(&self, a: &AnyPart, b: &AnyPart) -> bool {
        of_type::<F>(a) == of_type::<F>(b)
    }

    fn part_text(&self, part: &AnyPart) -> String {
        format!("{:?}", of_type::<F>(part))
    }
}
