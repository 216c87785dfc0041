//! Distributes messages of any lengths over lanes that advance together.
//!
//! Messages and jobs come as trait objects, so that this code is compiled once, and not for every
//! kind of list: an indirect call for each group of messages, or for each job, takes little beside
//! their blocks.

use crate::backend::{self, Backend, Blocks, MAX_LANES, Part};
use crate::table::{Block, START, State, pad};

/// A message, or blocks of one, to hash.
pub(crate) struct Job<'m> {
    /// The index of the output.
    pub(crate) output: usize,
    /// The state before the bytes.
    pub(crate) state: State,
    pub(crate) bytes: &'m [u8],
    /// The length of the message if it ends with the bytes; the result is then its digest. `None`
    /// if the bytes are whole blocks; the result is then the state after them.
    pub(crate) len: Option<u64>,
}

/// The progress of a job.
#[derive(Clone, Copy)]
struct Lane<'m> {
    output: usize,
    /// The remaining whole blocks, which come before those of the padded end.
    whole: Blocks<'m>,
    /// The bytes after the whole blocks.
    rest: &'m [u8],
    len: Option<u64>,
    /// The number of absorbed blocks of the padded end, and the number of all its blocks. Both are
    /// 0 before it is padded.
    end: [usize; 2],
}

impl<'m> Lane<'m> {
    const IDLE: Self = Self { output: 0, whole: &[], rest: &[], len: None, end: [0; 2] };

    #[inline]
    fn new(job: &Job<'m>, end: &mut [Block; 2]) -> Self {
        let (whole, rest) = job.bytes.as_chunks();
        let mut lane = Self { output: job.output, whole, rest, len: job.len, end: [0; 2] };
        lane.advance(0, end);
        lane
    }

    /// Returns the next consecutive blocks: the whole ones, then those of the end. Empty if the job
    /// is done.
    #[inline]
    fn next<'a>(&self, end: &'a [Block; 2]) -> Blocks<'a>
    where
        'm: 'a,
    {
        if self.whole.is_empty() { &end[self.end[0]..self.end[1]] } else { self.whole }
    }

    /// Drops the first `count` of the next blocks.
    #[inline]
    fn advance(&mut self, count: usize, end: &mut [Block; 2]) {
        if self.end[1] > 0 {
            self.end[0] += count;
            return;
        }
        self.whole = &self.whole[count..];
        if self.whole.is_empty()
            && let Some(len) = self.len
        {
            self.end[1] = pad(self.rest, len, end);
        }
    }
}

/// Messages that are taken in order.
trait Messages<'m> {
    /// Returns the number of messages that are left.
    fn left(&self) -> usize;

    /// Takes the next messages into the slots, of which there are not more than messages left.
    fn take(&mut self, slots: &mut [&'m [u8]]);
}

impl<'m, I: ExactSizeIterator<Item = &'m [u8]>> Messages<'m> for I {
    #[inline]
    fn left(&self) -> usize {
        self.len()
    }

    #[inline]
    fn take(&mut self, slots: &mut [&'m [u8]]) {
        for (slot, message) in slots.iter_mut().zip(self) {
            *slot = message;
        }
    }
}

/// Returns the number of lanes to fill at a time. It is less than all if few messages would be left
/// for the last group: with three vectors, 64 messages are hashed faster as 32 and 32 than as 48
/// and 16.
fn width(backend: Backend, messages: usize) -> usize {
    let [lanes, vectors] = backend::shape(backend);
    let wanted = messages.div_ceil(lanes);
    lanes * wanted.div_ceil(wanted.div_ceil(vectors).max(1))
}

/// Calls a function with at least as many lanes as the width. All lanes are initialised, which
/// would take most of the time of a few short messages if there were always [`MAX_LANES`].
macro_rules! with_lanes {
    ($width:expr, $function:ident($backend:expr, $($argument:expr),*)) => {
        match $width {
            0 => {}
            width @ 1..=2 => $function::<2>($backend, width, $($argument),*),
            width @ 3..=16 => $function::<16>($backend, width, $($argument),*),
            width => $function::<MAX_LANES>($backend, width, $($argument),*),
        }
    };
}

/// Writes the digest of each message, in order. Stops when the messages or the outputs end.
pub(crate) fn hash_each<'m>(
    backend: Backend,
    mut messages: impl ExactSizeIterator<Item = &'m [u8]>,
    out: &mut [State],
) {
    hash_all(backend, &mut messages, out);
}

fn hash_all<'m>(backend: Backend, messages: &mut dyn Messages<'m>, out: &mut [State]) {
    with_lanes!(width(backend, messages.left()), hash_in_groups(backend, messages, out));
}

/// Hashes groups of messages that start and end together, as long as all messages of a group have
/// the same number of blocks, like short strings and parts of one length. [`run_in`] hashes the
/// others.
fn hash_in_groups<'m, const LANES: usize>(
    backend: Backend,
    width: usize,
    messages: &mut dyn Messages<'m>,
    out: &mut [State],
) {
    let mut group: [&[u8]; LANES] = [&[]; LANES];
    // Initialised only when it is needed, because it is large: blocks of files share one end.
    let mut own_ends = None;
    let mut outputs = out;
    while !outputs.is_empty() {
        let count = width.min(outputs.len()).min(messages.left());
        messages.take(&mut group[..count]);
        let len = group[0].len();
        let same_length = group[..count].iter().all(|message| message.len() == len);
        let shape = |len: usize| [len / 64, (len + 9).div_ceil(64)];
        let [whole, all] = shape(len);
        let same_shape = |message: &&[u8]| shape(message.len()) == [whole, all];
        if count == 0 || !same_length && !group[1..count].iter().all(same_shape) {
            let (mut taken, mut next) = (count, 0);
            let jobs = (0..outputs.len()).map_while(|output| {
                if next == taken {
                    (taken, next) = (group.len().min(messages.left()), 0);
                    messages.take(&mut group[..taken]);
                }
                let bytes = *group[..taken].get(next)?;
                next += 1;
                Some(Job { output, state: START, bytes, len: Some(bytes.len() as u64) })
            });
            run_in::<LANES>(backend, width, jobs, outputs);
            return;
        }
        let states;
        (states, outputs) = outputs.split_at_mut(count);
        let wholes = Part::Own(&group[..count], whole);
        if same_length && len == 64 * whole {
            let mut end = [[0; 64]; 2];
            pad(&[], len as u64, &mut end);
            backend::absorb(backend, Some(&START), states, [wholes, Part::Common(&end[..1])]);
        } else {
            let ends = own_ends.get_or_insert_with(zero_ends::<LANES>);
            for (end, message) in ends.iter_mut().zip(&group[..count]) {
                pad(message.as_chunks::<64>().1, message.len() as u64, end);
            }
            let ends: [&[u8]; LANES] = core::array::from_fn(|i| ends[i].as_flattened());
            let ends = Part::Own(&ends[..count], all - whole);
            let parts = if whole == 0 { [ends, Part::NONE] } else { [wholes, ends] };
            backend::absorb(backend, Some(&START), states, parts);
        }
    }
}

/// Returns space for the ends of messages.
const fn zero_ends<const LANES: usize>() -> [[Block; 2]; LANES] {
    [[[0; 64]; 2]; LANES]
}

/// Writes the digest of the eight little-endian bytes of each word. Stops when the words or the
/// outputs end.
pub(crate) fn hash_u64s(backend: Backend, words: &[u64], out: &mut [State]) {
    with_lanes!(width(backend, words.len()), hash_u64s_in(backend, words, out));
}

/// Hashes each word as one block. The blocks differ in the word only.
fn hash_u64s_in<const LANES: usize>(
    backend: Backend,
    width: usize,
    words: &[u64],
    out: &mut [State],
) {
    let mut padded = [[0; 64]; 2];
    pad(&[0; 8], 8, &mut padded);
    let mut blocks = [padded[0]; LANES];
    for (words, states) in words.chunks(width).zip(out.chunks_mut(width)) {
        for (block, word) in blocks.iter_mut().zip(words) {
            block[..8].copy_from_slice(&word.to_le_bytes());
        }
        let mut slices: [&[u8]; LANES] = [&[]; LANES];
        for (slice, block) in slices.iter_mut().zip(&blocks) {
            *slice = block;
        }
        let part = Part::Own(&slices[..states.len()], 1);
        backend::absorb(backend, Some(&START), states, [part, Part::NONE]);
    }
}

/// Runs `count` jobs and writes each result to its output.
pub(crate) fn run<'m>(
    backend: Backend,
    count: usize,
    jobs: &mut dyn Iterator<Item = Job<'m>>,
    out: &mut [State],
) {
    with_lanes!(width(backend, count), run_in(backend, jobs, out));
}

/// Runs `width` jobs in parallel until the first of them ends. Then the next job takes its lane. If
/// there is no next job, the last lane moves there, and the kernel uses fewer vectors for the
/// remaining jobs, and general-purpose registers for the last ones.
fn run_in<'m, const LANES: usize>(
    backend: Backend,
    width: usize,
    mut jobs: impl Iterator<Item = Job<'m>>,
    out: &mut [State],
) {
    let mut lanes = [Lane::IDLE; LANES];
    let mut ends = [[[0; 64]; 2]; LANES];
    let mut states = [START; LANES];
    let mut active = 0;
    let mut more = true;
    loop {
        while more && active < width {
            let Some(job) = jobs.next() else {
                more = false;
                break;
            };
            lanes[active] = Lane::new(&job, &mut ends[active]);
            states[active] = job.state;
            active += 1;
        }
        if active == 0 {
            break;
        }
        let mut bytes: [&[u8]; LANES] = [&[]; LANES];
        let mut count = usize::MAX;
        for ((bytes, lane), end) in bytes.iter_mut().zip(&lanes[..active]).zip(&ends) {
            let blocks = lane.next(end);
            *bytes = blocks.as_flattened();
            count = count.min(blocks.len());
        }
        if count > 0 {
            let part = Part::Own(&bytes[..active], count);
            backend::absorb(backend, None, &mut states[..active], [part, Part::NONE]);
        }
        for i in (0..active).rev() {
            lanes[i].advance(count, &mut ends[i]);
            if lanes[i].next(&ends[i]).is_empty() {
                out[lanes[i].output] = states[i];
                active -= 1;
                if i < active {
                    (lanes[i], ends[i], states[i]) = (lanes[active], ends[active], states[active]);
                }
            }
        }
    }
}
