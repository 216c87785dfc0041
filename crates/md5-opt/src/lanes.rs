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
    /// Whole blocks that are still to be done.
    whole: Blocks<'m>,
    /// The padded end.
    end: [Block; 2],
    /// Blocks of the end that are done, and that there are.
    ended: [usize; 2],
}

impl<'m> Lane<'m> {
    const IDLE: Self = Self { place: 0, whole: &[], end: [[0; 64]; 2], ended: [0; 2] };

    #[inline]
    fn start(&mut self, job: &Job<'m>) {
        let (whole, rest) = job.bytes.as_chunks();
        self.place = job.place;
        self.whole = whole;
        self.ended = [0, job.len.map_or(0, |len| pad(rest, len, &mut self.end))];
    }

    /// Whether all is done.
    #[inline]
    fn is_done(&self) -> bool {
        self.whole.is_empty() && self.ended[0] == self.ended[1]
    }

    /// The blocks that come next: not all, if the end comes after them.
    #[inline]
    fn next(&self) -> Blocks<'_> {
        let [done, all] = self.ended;
        if self.whole.is_empty() { &self.end[done..all] } else { self.whole }
    }

    /// Goes on behind `count` of these.
    #[inline]
    fn advance(&mut self, count: usize) {
        if self.whole.is_empty() {
            self.ended[0] += count;
        } else {
            self.whole = &self.whole[count..];
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
    let count = messages.len().min(out.len());
    let job = |(place, bytes): (_, &'m [u8])| Job {
        place,
        state: START,
        bytes,
        len: Some(bytes.len() as u64),
    };
    run(backend, count, messages.take(count).enumerate().map(job), out);
}

/// Does `count` jobs, and writes each result to its place of `out`.
///
/// As many jobs as there are lanes go side by side, as far as the first of them ends. Then the next
/// job takes its lane; and if there is none, the lanes behind move up, and the kernel takes
/// fewer vectors for those that are left, and general registers for the last.
pub(crate) fn run<'m>(
    backend: Backend,
    count: usize,
    jobs: impl Iterator<Item = Job<'m>>,
    out: &mut [State],
) {
    let width = width(backend, count);
    let mut jobs = jobs.fuse();
    let mut lanes = [Lane::IDLE; MOST_LANES];
    let mut states = [START; MOST_LANES];
    let mut active = 0;
    loop {
        while active < width
            && let Some(job) = jobs.next()
        {
            lanes[active].start(&job);
            states[active] = job.state;
            active += 1;
        }
        if active == 0 {
            break;
        }
        let mut blocks: [Blocks<'_>; MOST_LANES] = [&[]; MOST_LANES];
        let mut count = usize::MAX;
        for (blocks, lane) in blocks.iter_mut().zip(&lanes[..active]) {
            *blocks = lane.next();
            count = count.min(blocks.len());
        }
        backend::absorb(backend, &mut states[..active], &blocks[..active], count);
        for i in (0..active).rev() {
            lanes[i].advance(count);
            if lanes[i].is_done() {
                out[lanes[i].place] = states[i];
                active -= 1;
                lanes[i] = lanes[active];
                states[i] = states[active];
            }
        }
    }
}
