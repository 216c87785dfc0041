//! The kernels on 128-bit registers, for both instruction sets that have them.

/// Defines the kernels from building blocks of `gf2` in scope: `from_u64s`, `load`, `load_words`,
/// `mul128`, `mul_halves`, `mul_x`, `reduce128`, `to_u128`, `xor`, and the type `Polynomial` of a
/// register.
macro_rules! narrow {
    ($features:literal) => {
        #[target_feature(enable = $features)]
        pub(super) fn hash(key: &Key, message: &[u8]) -> [u64; 2] {
            let sums = pair_in_registers(key, message);
            end(key, sums, message.len() as u64)
        }

        #[target_feature(enable = $features)]
        pub(super) fn hash_each<'m>(
            key: &Key,
            messages: impl Iterator<Item = &'m [u8]>,
            out: &mut [[u64; 2]],
        ) {
            for (message, h) in messages.zip(out) {
                *h = hash(key, message);
            }
        }

        #[target_feature(enable = $features)]
        pub(super) fn pair(key: &Key, message: &[u8]) -> Two {
            let (first, second) = pair_in_registers(key, message);
            [to_u128(first), to_u128(second)]
        }

        #[target_feature(enable = $features)]
        pub(super) fn blocks(key: &Key, sums: Two, blocks: &[Block]) -> Two {
            let mut sums = (from_u128(sums[0]), from_u128(sums[1]));
            for block in blocks {
                sums = append(key, sums, groups_sum(key, 0, block.as_chunks().0));
            }
            [to_u128(sums.0), to_u128(sums.1)]
        }

        #[target_feature(enable = $features)]
        pub(super) fn groups(key: &Key, first: usize, groups: &[Group]) -> Two {
            let (first, second) = groups_sum(key, first, groups);
            [to_u128(first), to_u128(second)]
        }

        #[target_feature(enable = $features)]
        pub(super) fn tail(key: &Key, at: usize, bytes: &[u8]) -> Two {
            let (first, second) = tail_sum(&key.groups()[at], bytes);
            [to_u128(first), to_u128(second)]
        }

        /// A pair of polynomials.
        type Pair = (Polynomial, Polynomial);

        #[inline]
        #[target_feature(enable = $features)]
        fn zero() -> Polynomial {
            from_u64s(0, 0)
        }

        /// Computes the polynomials of a message.
        #[inline]
        #[target_feature(enable = $features)]
        fn pair_in_registers(key: &Key, message: &[u8]) -> Pair {
            let mut sums = (zero(), zero());
            let (blocks, rest) = message.as_chunks::<BLOCK_BYTES>();
            for block in blocks {
                sums = append(key, sums, groups_sum(key, 0, block.as_chunks().0));
            }
            if rest.is_empty() {
                return sums;
            }
            let rest = last_block(key, rest);
            // The first block has nothing to continue.
            if blocks.is_empty() { rest } else { append(key, sums, rest) }
        }

        /// Computes the combined products of the 1 to 2,047 bytes of the last block.
        #[inline]
        #[target_feature(enable = $features)]
        fn last_block(key: &Key, bytes: &[u8]) -> Pair {
            // So the tail has a group whose keys it takes.
            debug_assert!(bytes.len() < BLOCK_BYTES, "the last block is whole");
            let (groups, tail) = bytes.as_chunks::<GROUP_BYTES>();
            let mut sums = (zero(), zero());
            if !groups.is_empty() {
                sums = groups_sum(key, 0, groups);
            }
            if let (false, Some(keys)) = (tail.is_empty(), key.groups().get(groups.len())) {
                let (first, second) = tail_sum(keys, tail);
                sums = (xor(sums.0, first), xor(sums.1, second));
            }
            sums
        }

        /// Computes the combined products of groups, the first of which is group `first` of its
        /// block.
        #[inline]
        #[target_feature(enable = $features)]
        fn groups_sum(key: &Key, first: usize, groups: &[Group]) -> Pair {
            debug_assert!(first + groups.len() <= GROUPS, "more groups than a block has");
            let mut products = [zero(); ROWS];
            for (group, keys) in groups.iter().zip(&key.groups()[first..]) {
                let (units, _) = group.as_chunks::<16>();
                // Lane by lane, so that only one parity is live and the nine sums stay in
                // registers.
                for lane in 0..LANES {
                    let mut parity = zero();
                    for row in 0..ROWS - 1 {
                        let unit = load(&units[LANES * row + lane]);
                        parity = xor(parity, unit);
                        products[row] = xor(products[row], times(unit, keys[row][lane]));
                    }
                    let product = times(parity, keys[ROWS - 1][lane]);
                    products[ROWS - 1] = xor(products[ROWS - 1], product);
                }
            }
            super::combine!(products, xor, mul_x)
        }

        /// Computes the combined products of the bytes at the end of a message, at most a group.
        #[inline]
        #[target_feature(enable = $features)]
        fn tail_sum(keys: &GroupKeys, bytes: &[u8]) -> Pair {
            debug_assert!(bytes.len() <= GROUP_BYTES, "more bytes than a group has");
            let (mut products, mut parity) = ([zero(); ROWS], [zero(); LANES]);
            for ((row, keys), sum) in bytes.chunks(16 * LANES).zip(keys).zip(&mut products) {
                for ((unit, k), parity) in row.chunks(16).zip(keys).zip(&mut parity) {
                    let unit = match unit.try_into() {
                        Ok(unit) => load(unit),
                        Err(_) => from_u128(load::double_word(unit)),
                    };
                    *parity = xor(*parity, unit);
                    *sum = xor(*sum, times(unit, *k));
                }
            }
            let lanes = bytes.len().div_ceil(16);
            for (unit, k) in parity.iter().zip(&keys[ROWS - 1]).take(lanes) {
                products[ROWS - 1] = xor(products[ROWS - 1], times(*unit, *k));
            }
            super::combine!(products, xor, mul_x)
        }

        /// Computes (u0 + k0) (u1 + k1).
        #[inline]
        #[target_feature(enable = $features)]
        fn times(unit: Polynomial, key: UnitKey) -> Polynomial {
            mul_halves(xor(unit, load_words(&key)))
        }

        /// Continues the polynomials with values `sums` with a block.
        #[inline]
        #[target_feature(enable = $features)]
        fn append(key: &Key, sums: Pair, block: Pair) -> Pair {
            let [.., r1, r2] = key.ends();
            let (hi, lo) = mul128(sums.0, load_words(r1));
            let (hi2, lo2) = mul128(sums.1, load_words(r2));
            (xor(reduce128(hi, lo), block.0), xor(reduce128(hi2, lo2), block.1))
        }

        /// Returns the hash of `len` bytes with these polynomials.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn end(key: &Key, sums: Pair, len: u64) -> [u64; 2] {
            let [k0, k1, k2, k3, ..] = key.ends();
            let (hi1, lo1) = mul128(sums.0, load_words(k1));
            let (hi2, lo2) = mul128(sums.1, load_words(k2));
            let (hi3, lo3) = mul128(from_u64s(len, 0), load_words(k3));
            let hi = xor(xor(hi1, hi2), hi3);
            let lo = xor(xor(lo1, lo2), xor(lo3, load_words(k0)));
            halves(reduce128(hi, lo))
        }

        /// Returns the words, the low one first.
        #[inline]
        #[target_feature(enable = $features)]
        #[expect(clippy::cast_possible_truncation, reason = "splits the halves")]
        fn halves(x: Polynomial) -> [u64; 2] {
            let x = to_u128(x);
            [x as u64, (x >> 64) as u64]
        }
    };
}
