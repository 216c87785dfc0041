//! Messages of any lengths through lanes of one speed.

use crate::backend::{self, Backend, Blocks, MOST_LANES};
use crate::table::{Block, START, State, pad};

/// Bytes to be hashed.
pub(crate) struct Job<'m> {
    /// Where the result goes.
    pub(crate) place: usize,
    /// The state before them.
    pub(crate) state: State,
    pub(crate) bytes: &'m [u8],
    /// The length of the message that ends with them, which gives its digest. None: they are
    /// blocks, and the state after them is wanted.
    pub(crate) len: Option<u64>,
}

/// A job on its way.
#[derive(Clone, Copy)]
struct Lane<'m> {
    place: usize,
    /// Whole blocks that are still to be done; then come those of the end.
    whole: Blocks<'m>,
    /// The bytes behind them, and the length of the message.
    rest: &'m [u8],
    len: Option<u64>,
    /// Blocks of the end that are done, and that there are; both 0 before it is padded.
    end: [usize; 2],
}

impl<'m> Lane<'m> {
    const IDLE: Self = Self { place: 0, whole: &[], rest: &[], len: None, end: [0; 2] };

    #[inline]
    fn new(job: &Job<'m>, end: &mut [Block; 2]) -> Self {
        let (whole, rest) = job.bytes.as_chunks();
        let mut lane = Self { place: job.place, whole, rest, len: job.len, end: [0; 2] };
        lane.advance(0, end);
        lane
    }

    /// The blocks that come next: not all, if the end comes after them. None: all is done.
    #[inline]
    fn next<'a>(&self, end: &'a [Block; 2]) -> Blocks<'a>
    where
        'm: 'a,
    {
        if self.whole.is_empty() { &end[self.end[0]..self.end[1]] } else { self.whole }
    }

    /// Goes on behind `count` of these.
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

/// How many lanes to fill with so many messages: all, but if the last ones would be few, fewer
/// each time. 64 messages are better hashed as twice 32 than as 48 and then 16.
fn width(backend: Backend, messages: usize) -> usize {
    let [lanes, vectors] = backend.shape();
    let wanted = messages.div_ceil(lanes);
    lanes * wanted.div_ceil(wanted.div_ceil(vectors).max(1))
}

/// The digest of each message, in order, for as many as both sides have.
pub(crate) fn hash_each<'m>(
    backend: Backend,
    messages: impl ExactSizeIterator<Item = &'m [u8]>,
    out: &mut [State],
) {
    // What is made before it is used costs much where there are few and short messages.
    match width(backend, messages.len()) {
        0 => {}
        width @ 1..=2 => hash_in::<2>(backend, width, messages, out),
        width @ 3..=16 => hash_in::<16>(backend, width, messages, out),
        width => hash_in::<MOST_LANES>(backend, width, messages, out),
    }
}

/// As long as all messages that fill the lanes have as many blocks, which short strings and parts of
/// equal length do, they start and end together. The rest is [`run`].
fn hash_in<'m, const MOST: usize>(
    backend: Backend,
    width: usize,
    mut messages: impl ExactSizeIterator<Item = &'m [u8]>,
    out: &mut [State],
) {
    let mut group: [&[u8]; MOST] = [&[]; MOST];
    // Made when it is used: blocks of files have one end in common, and it is large.
    let mut own_ends = None;
    let mut places = out;
    while !places.is_empty() {
        let count = width.min(places.len()).min(messages.len());
        for (place, message) in group.iter_mut().zip(messages.by_ref().take(count)) {
            *place = message;
        }
        let shape = |message: &[u8]| [message.len() / 64, (message.len() + 9).div_ceil(64)];
        let [whole, all] = shape(group[0]);
        if count == 0 || group[1..count].iter().any(|message| shape(message) != [whole, all]) {
            let rest = group[..count].iter().copied().chain(messages);
            let jobs = rest.zip(0..places.len()).map(|(bytes, place)| Job {
                place,
                state: START,
                bytes,
                len: Some(bytes.len() as u64),
            });
            run_in::<MOST>(backend, width, jobs, places);
            return;
        }
        let states;
        (states, places) = places.split_at_mut(count);
        states.fill(START);
        if whole > 0 {
            let blocks = group.map(|message| message.as_chunks().0);
            backend::absorb(backend, states, &blocks[..count], whole);
        }
        if group[..count].iter().all(|message| message.len() == 64 * whole) {
            let mut end = [[0; 64]; 2];
            pad(&[], group[0].len() as u64, &mut end);
            backend::absorb(backend, states, &[&end[..1]; MOST][..count], 1);
        } else {
            let ends = own_ends.get_or_insert_with(no_ends::<MOST>);
            for (end, message) in ends.iter_mut().zip(&group[..count]) {
                pad(message.as_chunks::<64>().1, message.len() as u64, end);
            }
            let ends: [Blocks<'_>; MOST] = core::array::from_fn(|i| &ends[i][..all - whole]);
            backend::absorb(backend, states, &ends[..count], all - whole);
        }
    }
}

/// Room for the ends of messages.
const fn no_ends<const MOST: usize>() -> [[Block; 2]; MOST] {
    [[[0; 64]; 2]; MOST]
}

/// Does `count` jobs, and writes each result to its place of `out`.
pub(crate) fn run<'m>(
    backend: Backend,
    count: usize,
    jobs: impl Iterator<Item = Job<'m>>,
    out: &mut [State],
) {
    // The lanes have to be there before they are used, which is much for a few short messages.
    match width(backend, count) {
        0 => {}
        width @ 1..=2 => run_in::<2>(backend, width, jobs, out),
        width @ 3..=16 => run_in::<16>(backend, width, jobs, out),
        width => run_in::<MOST_LANES>(backend, width, jobs, out),
    }
}

/// As many jobs as the width says go side by side, as far as the first of them ends. Then the next
/// job takes its lane; and if there is none, the lanes behind move up, and the kernel takes
/// fewer vectors for those that are left, and general registers for the last.
fn run_in<'m, const MOST: usize>(
    backend: Backend,
    width: usize,
    mut jobs: impl Iterator<Item = Job<'m>>,
    out: &mut [State],
) {
    let mut lanes = [Lane::IDLE; MOST];
    let mut ends = [[[0; 64]; 2]; MOST];
    let mut states = [START; MOST];
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
        let mut blocks: [Blocks<'_>; MOST] = [&[]; MOST];
        let mut count = usize::MAX;
        for ((blocks, lane), end) in blocks.iter_mut().zip(&lanes[..active]).zip(&ends) {
            *blocks = lane.next(end);
            count = count.min(blocks.len());
        }
        if count > 0 {
            backend::absorb(backend, &mut states[..active], &blocks[..active], count);
        }
        for i in (0..active).rev() {
            lanes[i].advance(count, &mut ends[i]);
            if lanes[i].next(&ends[i]).is_empty() {
                out[lanes[i].place] = states[i];
                active -= 1;
                if i < active {
                    (lanes[i], ends[i], states[i]) = (lanes[active], ends[active], states[active]);
                }
            }
        }
    }
}
