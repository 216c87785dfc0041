//! Streams in parallel in vectors, written once for every width.
//!
//! A block is a row of words of one stream, but the rounds need columns: a vector with word w of
//! every stream. So blocks are transposed in squares of four words by four streams, which are as
//! wide as the 128-bit parts of a vector. The results are stored as [chain][word] in an array that
//! fits into the first-level cache, from which the rounds take their operands. States are
//! transposed in the same squares.

/// Defines `absorb_side_by_side` and its helpers, with these target features. The calling module
/// defines
///
/// * the vector type `V`, which has `PARTS` parts of four 32-bit lanes each;
/// * `load(starts, row, offset)`, which returns the vector whose part g is the sixteen bytes at
///   `offset` from the pointer `starts[4g + row]`, and `store`, which returns the bytes of each
///   part;
/// * `low_words`, a0 b0 a1 b1 of each part of a and b, and `high_words`, a2 b2 a3 b3;
/// * `low_pairs`, a0 a1 b0 b1, and `high_pairs`, a2 a3 b2 b3;
/// * `splat(x)`, the integer x in each lane, `add` and `rotate`;
/// * the functions of the four rounds, `add_f`, `add_g`, `add_h` and `add_i`, which [`functions!`]
///   defines for registers without instructions for them.
macro_rules! kernels {
    ($features:literal, $class:ident) => {
        const LANES: usize = 4 * PARTS;

        static T: [[V; 4]; 16] = {
            let mut table = [[constant(0); 4]; 16];
            let mut i = 0;
            while i < 64 {
                table[i / 4][i % 4] = constant($crate::table::SINES[i]);
                i += 1;
            }
            table
        };

        const fn constant(x: u32) -> V {
            // SAFETY: an array with one word per lane is as large as the vector, and every bit
            // pattern is a valid vector.
            unsafe { core::mem::transmute([x; LANES]) }
        }

        /// The place of a word of a block in the array of its words: a number of bytes, because an
        /// index would have to be multiplied by the size of a vector.
        #[derive(Clone, Copy)]
        struct Place(u16);

        /// The places of the words of each four operations.
        #[allow(clippy::cast_possible_truncation, reason = "asserted")]
        static PLACES: [[Place; 4]; 16] = {
            let mut places = [[Place(0); 4]; 16];
            let mut i = 0;
            while i < 64 {
                let place = $crate::table::word_index(i) * size_of::<V>();
                assert!(place <= u16::MAX as usize);
                places[i / 4][i % 4] = Place(place as u16);
                i += 1;
            }
            places
        };

        #[inline(always)]
        fn word<const N: usize>(x: &[[V; 16]; N], n: usize, place: Place) -> V {
            // SAFETY: only `PLACES` makes places, those of sixteen elements.
            unsafe { *x[n].as_ptr().byte_add(usize::from(place.0)) }
        }

        /// Returns the words, but hides their origin from the compiler.
        #[inline]
        #[target_feature(enable = $features)]
        fn barrier(x: V) -> V {
            hash_core::opaque!($class x)
        }

        // Without the barrier the compiler adds the word and the constant last in some operations.
        #[inline]
        #[target_feature(enable = $features)]
        fn add_word(a: V, word: V, t: V) -> V {
            barrier(add(add(a, t), word))
        }

        $crate::backend::rounds::operations! {
            #[inline]
            #[target_feature(enable = $features)]
            &[[V; 16]; N], Place
        }

        /// Mixes a block into each chain.
        #[inline]
        #[target_feature(enable = $features)]
        fn rounds<const N: usize>(
            start: [[V; 4]; N],
            x: &[[V; 16]; N],
            turns: usize,
        ) -> [[V; 4]; N] {
            $crate::backend::vectors::looped_rounds!(start, x, turns)
        }

        /// Transposes the square of four by four words in each part.
        #[inline]
        #[target_feature(enable = $features)]
        fn transpose([a, b, c, d]: [V; 4]) -> [V; 4] {
            let (ab0, ab2) = (low_words(a, b), high_words(a, b));
            let (cd0, cd2) = (low_words(c, d), high_words(c, d));
            [low_pairs(ab0, cd0), high_pairs(ab0, cd0), low_pairs(ab2, cd2), high_pairs(ab2, cd2)]
        }

        /// Loads four words of each stream: the sixteen bytes at `offset` from each pointer.
        ///
        /// It takes pointers, because closures that return references become calls in builds for
        /// size.
        ///
        /// # Safety
        /// These bytes must be readable.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn gather(starts: &[*const u8; LANES], offset: usize) -> [V; 4] {
            // SAFETY: the caller guarantees that the bytes are readable.
            transpose(unsafe {
                [
                    load(starts, 0, offset),
                    load(starts, 1, offset),
                    load(starts, 2, offset),
                    load(starts, 3, offset),
                ]
            })
        }

        /// Mixes the blocks of each part into the states of the streams. There must be at least one
        /// stream, and at most as many as N vectors have lanes. Lanes without a stream repeat the
        /// work of the last one.
        ///
        /// States are transposed once for all parts.
        #[target_feature(enable = $features)]
        pub(super) fn absorb_side_by_side<const N: usize>(
            from: Option<&State>,
            states: &mut [State],
            parts: [Part<'_>; 2],
        ) {
            debug_assert!(states.len() <= N * LANES, "{} streams have no lane", states.len());
            let last = states.len() - 1;
            // Hidden from the compiler, which would unroll loops.
            let turns = hash_core::opaque!(reg 4_usize);
            let zero = [const { constant(0) }; 4];
            let (mut chains, mut words) = ([zero; N], [[zero[0]; 16]; N]);
            let mut starts = [[core::ptr::null(); LANES]; N];
            if let Some(from) = from {
                let mut chain = zero;
                for (word, bytes) in chain.iter_mut().zip(from.as_chunks().0) {
                    *word = splat(i32::from_le_bytes(*bytes));
                }
                chains = [chain; N];
            } else {
                starts = [[states[last].as_ptr(); LANES]; N];
                for (start, state) in starts.as_flattened_mut().iter_mut().zip(&*states) {
                    *start = state.as_ptr();
                }
                for (chain, starts) in chains.iter_mut().zip(&starts) {
                    // SAFETY: a state has sixteen bytes.
                    *chain = unsafe { gather(starts, 0) };
                }
            }
            for part in parts {
                if let Part::Own(bytes, count) = part {
                    let bytes = &bytes[..=last];
                    starts = [[bytes[last][..64 * count].as_ptr(); LANES]; N];
                    for (start, bytes) in starts.as_flattened_mut().iter_mut().zip(bytes) {
                        *start = bytes[..64 * count].as_ptr();
                    }
                }
                for block in 0..part.count() {
                    if let Part::Common(blocks) = part {
                        for (k, bytes) in blocks[block].as_chunks().0.iter().enumerate() {
                            let word = splat(i32::from_le_bytes(*bytes));
                            for words in &mut words {
                                words[k] = word;
                            }
                        }
                    } else {
                        for (words, starts) in words.iter_mut().zip(&starts) {
                            let quarters = words.as_chunks_mut().0.iter_mut().zip(0..);
                            for (four, quarter) in quarters {
                                // SAFETY: the slicing above checked that each stream has `count`
                                // blocks.
                                *four = unsafe { gather(starts, 64 * block + 16 * quarter) };
                            }
                        }
                    }
                    chains = rounds(chains, &words, turns);
                }
            }
            for (chain, states) in chains.into_iter().zip(states.chunks_mut(LANES)) {
                let [a, b, c, d] = transpose(chain);
                let rows = [store(a), store(b), store(c), store(d)];
                for (lane, state) in states.iter_mut().enumerate() {
                    *state = rows[lane % 4][lane / 4];
                }
            }
        }
    };
}

/// Defines the functions of the rounds by `add`, `sub`, `and`, `xor`, and `and_not(a, b)`, which is
/// ¬a ∧ b.
macro_rules! functions {
    ($features:literal) => {
        #[inline]
        #[target_feature(enable = $features)]
        fn add_f(sum: V, b: V, c: V, d: V) -> V {
            add(sum, xor(and(xor(c, d), b), d))
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn add_g(sum: V, b: V, c: V, d: V) -> V {
            add(barrier(add(sum, and_not(d, c))), and(b, d))
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn add_h(sum: V, b: V, c: V, d: V) -> V {
            add(sum, xor(xor(c, d), b))
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn add_i(sum: V, b: V, c: V, d: V) -> V {
            sub(sub(sum, const { constant(1) }), xor(c, and_not(b, d)))
        }
    };
}

/// Computes the rounds as [`rounds!`](super::rounds) does, but each as a loop over four operations:
/// a quarter of the code, which there is for every width and number of chains, and of the time to
/// compile it. `turns` is the number 4, hidden from the compiler, which would unroll the loops.
macro_rules! looped_rounds {
    ($start:ident, $x:ident, $turns:ident) => {{
        let mut chains = $start;
        $crate::backend::vectors::looped_round!(chains, $x, $turns, operate_f, 7 12 17 22, 0);
        $crate::backend::vectors::looped_round!(chains, $x, $turns, operate_g, 5 9 14 20, 4);
        $crate::backend::vectors::looped_round!(chains, $x, $turns, operate_h, 4 11 16 23, 8);
        $crate::backend::vectors::looped_round!(chains, $x, $turns, operate_i, 6 10 15 21, 12);
        $crate::backend::rounds::add_start!(chains, $start);
        chains
    }};
}

/// Computes a round: its function, the rotations s of four successive operations, and the number of
/// its first four operations among all fours.
macro_rules! looped_round {
    (
        $chains:ident, $x:ident, $turns:ident, $operate:ident,
        $s0:literal $s1:literal $s2:literal $s3:literal, $four:literal
    ) => {
        let (places, t) = (&PLACES[$four..$four + 4], &T[$four..$four + 4]);
        for (k, t) in places.iter().zip(t).take($turns) {
            $operate::<N, 0, $s0, { 32 - $s0 }>(&mut $chains, $x, k[0], t[0]);
            $operate::<N, 3, $s1, { 32 - $s1 }>(&mut $chains, $x, k[1], t[1]);
            $operate::<N, 2, $s2, { 32 - $s2 }>(&mut $chains, $x, k[2], t[2]);
            $operate::<N, 1, $s3, { 32 - $s3 }>(&mut $chains, $x, k[3], t[3]);
        }
    };
}

pub(super) use {functions, kernels, looped_round, looped_rounds};
