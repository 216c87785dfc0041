//! The kernels of all levels with vector registers, in terms of the building blocks of each level.
//!
//! A register holds `LANES` elements of 128 bits, or twice as many words. A level defines its
//! vector type `V` and, besides the building blocks of `gf2`:
//!
//! | function                        | computes                                              |
//! |---------------------------------|-------------------------------------------------------|
//! | `load`, `store`                 | a register of words in memory                         |
//! | `load_doubles`, `store_doubles` | a register of elements in memory                      |
//! | `splat`                         | a word in every word of a register                    |
//! | `broadcast_double`              | an element in every lane                              |
//! | `negatives`                     | an element in the lanes of words with the top bit set |
//! | `split`, `join`                 | registers in order, from and to even and odd elements |
//! | `up`                            | each lane times x^64, modulo x^128                    |
//! | `mul_one`                       | one product in the field                              |
//!
//! `negatives` returns two registers, one for the even words and one for the odd ones. `split`
//! makes a register of the even elements and one of the odd elements from two registers in order,
//! and `join` is its inverse.

/// Defines the kernels.
macro_rules! kernels {
    ($features:literal) => {
        /// The number of words in a register.
        const WORDS: usize = 2 * LANES;
        /// The number of independent chains of products, because a product waits for the one before
        /// it.
        const CHAINS: usize = 4;

        #[target_feature(enable = $features)]
        pub(super) fn words(sums: &mut [Sums], values: &[u64], factor: &Factor) {
            super::check_room(sums, values.len());
            if factor.negative == 0 {
                each_word::<false>(sums, values, factor);
            } else {
                each_word::<true>(sums, values, factor);
            }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn each_word<const SIGNED: bool>(sums: &mut [Sums], values: &[u64], factor: &Factor) {
            let factors = [splat(factor.halves[0]), splat(factor.halves[1])];
            let negative = broadcast_double(factor.negative);
            let (groups, rest) = values.as_chunks();
            let (whole, last) = sums.split_at_mut(groups.len());
            for (sums, values) in whole.iter_mut().zip(groups) {
                add_words::<SIGNED>(sums, values, factors, negative);
            }
            if let Some(sums) = last.first_mut() {
                // Rows past the end are padded with zeros, which add nothing.
                let mut values = [0; GROUP];
                values[..rest.len()].copy_from_slice(rest);
                add_words::<SIGNED>(sums, &values, factors, negative);
            }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn add_words<const SIGNED: bool>(
            sums: &mut Sums,
            values: &[u64; GROUP],
            [low, high]: [V; 2],
            negative: V,
        ) {
            let [even_low, odd_low, even_high, odd_high] = &mut sums.0;
            for (i, values) in values.as_chunks().0.iter().enumerate() {
                let v = load(values);
                let (mut even, mut odd) = (mul_low(v, low), mul_high(v, low));
                if SIGNED {
                    let (negative_even, negative_odd) = negatives(v, negative);
                    even = xor(even, negative_even);
                    odd = xor(odd, negative_odd);
                }
                add(even_low, i, even);
                add(odd_low, i, odd);
                add(even_high, i, mul_low(v, high));
                add(odd_high, i, mul_high(v, high));
            }
        }

        /// Adds to register i of the sums.
        #[inline]
        #[target_feature(enable = $features)]
        fn add(sums: &mut [u64; GROUP], i: usize, term: V) {
            let sum = &mut sums.as_chunks_mut::<WORDS>().0[i];
            store(xor(load(sum), term), sum);
        }

        #[target_feature(enable = $features)]
        pub(super) fn doubles(sums: &mut [Sums], values: &[u128], factors: &[[u64; 2]; 2]) {
            super::check_room(sums, values.len());
            let [[low, high], [upper_low, upper_high]] = *factors;
            let factors = [splat(low), splat(high), splat(upper_low), splat(upper_high)];
            let (groups, rest) = values.as_chunks();
            let (whole, last) = sums.split_at_mut(groups.len());
            for (sums, values) in whole.iter_mut().zip(groups) {
                add_doubles(sums, values, factors);
            }
            if let Some(sums) = last.first_mut() {
                let mut values = [0; GROUP];
                values[..rest.len()].copy_from_slice(rest);
                add_doubles(sums, &values, factors);
            }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn add_doubles(
            sums: &mut Sums,
            values: &[u128; GROUP],
            [low, high, upper_low, upper_high]: [V; 4],
        ) {
            let [even_low, odd_low, even_high, odd_high] = &mut sums.0;
            let (pairs, _) = values.as_chunks::<LANES>().0.as_chunks();
            for (i, [a, b]) in pairs.iter().enumerate() {
                let (even, odd) = split(load_doubles(a), load_doubles(b));
                add(even_low, i, dot(even, low, upper_low));
                add(odd_low, i, dot(odd, low, upper_low));
                add(even_high, i, dot(even, high, upper_high));
                add(odd_high, i, dot(odd, high, upper_high));
            }
        }

        #[target_feature(enable = $features)]
        pub(super) fn cells(sums: &mut [Sums], cells: Cells, key: &Factors) {
            let factors = Splats {
                a: [splat(key.a[0][0]), splat(key.a[0][1]), splat(key.a[1][0]), splat(key.a[1][1])],
                b: [splat(key.b[0][0]), splat(key.b[0][1]), splat(key.b[1][0]), splat(key.b[1][1])],
                t: [splat(key.t[0]), splat(key.t[1])],
            };
            let Cells { a, b, t } = cells;
            super::check_room(sums, t.len());
            let ((a, rest_a), (b, rest_b), (t, rest_t)) =
                (a.as_chunks(), b.as_chunks(), t.as_chunks());
            let (whole, last) = sums.split_at_mut(t.len());
            for (sums, ((a, b), t)) in whole.iter_mut().zip(a.iter().zip(b).zip(t)) {
                add_cells(sums, (a, b, t), &factors);
            }
            if let Some(sums) = last.first_mut() {
                let (mut a, mut b, mut t) = ([0; GROUP], [0; GROUP], [0; GROUP]);
                a[..rest_a.len()].copy_from_slice(rest_a);
                b[..rest_b.len()].copy_from_slice(rest_b);
                t[..rest_t.len()].copy_from_slice(rest_t);
                add_cells(sums, (&a, &b, &t), &factors);
            }
        }

        /// Factors in every word of a register: low and high half of the factor of the low word,
        /// then of the high word.
        struct Splats {
            a: [V; 4],
            b: [V; 4],
            t: [V; 2],
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn add_cells(
            sums: &mut Sums,
            (a, b, t): (&[u128; GROUP], &[u128; GROUP], &[u64; GROUP]),
            key: &Splats,
        ) {
            let [even_low, odd_low, even_high, odd_high] = &mut sums.0;
            let (a, _) = a.as_chunks::<LANES>().0.as_chunks();
            let (b, _) = b.as_chunks::<LANES>().0.as_chunks();
            let tags = t.as_chunks().0.iter();
            for (i, (([a0, a1], [b0, b1]), t)) in a.iter().zip(b).zip(tags).enumerate() {
                let t = load(t);
                let (a_even, a_odd) = split(load_doubles(a0), load_doubles(a1));
                let (b_even, b_odd) = split(load_doubles(b0), load_doubles(b1));
                let mut term =
                    xor(dot(a_even, key.a[0], key.a[2]), dot(b_even, key.b[0], key.b[2]));
                add(even_low, i, xor(term, mul_low(t, key.t[0])));
                term = xor(dot(a_odd, key.a[0], key.a[2]), dot(b_odd, key.b[0], key.b[2]));
                add(odd_low, i, xor(term, mul_high(t, key.t[0])));
                term = xor(dot(a_even, key.a[1], key.a[3]), dot(b_even, key.b[1], key.b[3]));
                add(even_high, i, xor(term, mul_low(t, key.t[1])));
                term = xor(dot(a_odd, key.a[1], key.a[3]), dot(b_odd, key.b[1], key.b[3]));
                add(odd_high, i, xor(term, mul_high(t, key.t[1])));
            }
        }

        /// Computes x.low · low + x.high · high in each lane.
        #[inline]
        #[target_feature(enable = $features)]
        fn dot(x: V, low: V, high: V) -> V {
            xor(mul_low(x, low), mul_high(x, high))
        }

        #[target_feature(enable = $features)]
        pub(super) fn finish(sums: &[Sums], constant: u128, out: &mut [u128]) {
            super::check_room(sums, out.len());
            let constant = broadcast_double(constant);
            let (groups, rest) = out.as_chunks_mut();
            for (sums, out) in sums.iter().zip(groups.iter_mut()) {
                finish_group(sums, constant, out);
            }
            if let (false, Some(sums)) = (rest.is_empty(), sums.get(groups.len())) {
                let mut last = [0; GROUP];
                finish_group(sums, constant, &mut last);
                rest.copy_from_slice(&last[..rest.len()]);
            }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn finish_group(sums: &Sums, constant: V, out: &mut [u128; GROUP]) {
            let [even_low, odd_low, even_high, odd_high] = &sums.0;
            let (pairs, _) = out.as_chunks_mut::<LANES>().0.as_chunks_mut();
            for (i, [a, b]) in pairs.iter_mut().enumerate() {
                let even = reduced(even_low, even_high, i, constant);
                let odd = reduced(odd_low, odd_high, i, constant);
                let (first, second) = join(even, odd);
                store_doubles(first, a);
                store_doubles(second, b);
            }
        }

        /// Reduces register i of low + high · x^64 and adds `constant`.
        ///
        /// The upper half of `high` has degree at most 63 and is multiplied by x^128, which is
        /// x^7 + x^2 + x + 1. That product has degree at most 70 and needs no further reduction.
        #[inline]
        #[target_feature(enable = $features)]
        fn reduced(low: &[u64; GROUP], high: &[u64; GROUP], i: usize, constant: V) -> V {
            let (low, high) = (load(&low.as_chunks().0[i]), load(&high.as_chunks().0[i]));
            let folded = mul_high(high, splat(0x87));
            xor(xor(low, up(high)), xor(folded, constant))
        }

        /// Multiplies in the field.
        #[inline]
        #[target_feature(enable = $features)]
        fn mul(a: V, b: V) -> V {
            let (hi, lo) = mul128(a, b);
            reduce128(hi, lo)
        }

        #[target_feature(enable = $features)]
        pub(super) fn product(z: u128, rows: &[u128]) -> u128 {
            let (one, zs) = (broadcast_double(1), broadcast_double(z));
            let mut chains = [one; CHAINS];
            let (registers, rest) = rows.as_chunks::<LANES>();
            let (blocks, registers) = registers.as_chunks::<CHAINS>();
            for block in blocks {
                for (chain, rows) in chains.iter_mut().zip(block) {
                    *chain = mul(*chain, xor(load_doubles(rows), zs));
                }
            }
            for (chain, rows) in chains.iter_mut().zip(registers) {
                *chain = mul(*chain, xor(load_doubles(rows), zs));
            }
            let mut product = 1;
            for row in rest {
                product = mul_one(product, row ^ z);
            }
            if rows.len() < LANES {
                return product;
            }
            let [a, b, c, d] = chains;
            let mut lanes = [0; LANES];
            store_doubles(mul(mul(a, b), mul(c, d)), &mut lanes);
            for lane in lanes {
                product = mul_one(product, lane);
            }
            product
        }

        #[target_feature(enable = $features)]
        pub(super) fn horner(y: u128, rows: &[u128]) -> u128 {
            const BLOCK: usize = CHAINS * LANES;
            // The rows that fill no block go first, up to the power at which the last lane
            // continues.
            let (first, blocks) = rows.split_at(rows.len() % BLOCK);
            let mut sum = 0;
            for row in first {
                sum = mul_one(sum, y) ^ row;
            }
            if blocks.is_empty() {
                return sum;
            }
            let mut power = y;
            for _ in 0..BLOCK.ilog2() {
                power = mul_one(power, power);
            }
            let powers = broadcast_double(power);
            let mut lanes = [[0; LANES]; CHAINS];
            lanes[CHAINS - 1][LANES - 1] = sum;
            let mut chains = [broadcast_double(0); CHAINS];
            for (chain, lanes) in chains.iter_mut().zip(&lanes) {
                *chain = load_doubles(lanes);
            }
            for block in blocks.as_chunks::<LANES>().0.as_chunks::<CHAINS>().0 {
                for (chain, rows) in chains.iter_mut().zip(block) {
                    *chain = xor(mul(*chain, powers), load_doubles(rows));
                }
            }
            for (chain, lanes) in chains.iter().zip(&mut lanes) {
                store_doubles(*chain, lanes);
            }
            let mut sum = 0;
            for lane in lanes.as_flattened() {
                sum = mul_one(sum, y) ^ lane;
            }
            sum
        }
    };
}

/// Defines the kernels that gain nothing from wide registers.
macro_rules! narrow_kernels {
    ($features:literal) => {
        #[target_feature(enable = $features)]
        pub(super) fn multiply_groups(
            z: u128,
            fingerprints: &mut [Fingerprint],
            rows: &[u128],
            groups: &[usize],
        ) {
            for (row, group) in rows.iter().zip(groups) {
                let fingerprint = &mut fingerprints[*group];
                fingerprint.add_one(mul_one(fingerprint.value(), z ^ row));
            }
        }

        #[target_feature(enable = $features)]
        pub(super) fn strings(key: &Key128, messages: &[&[u8]], a: &mut [u128], b: &mut [u128]) {
            let [row, parity] = key.row_keys();
            let (row, _) = row.as_chunks();
            let (parity, _) = parity.as_chunks();
            for (message, (a, b)) in messages.iter().zip(a.iter_mut().zip(b)) {
                if message.len() > ROW_BYTES {
                    [*a, *b] = key.polynomials(message);
                    continue;
                }
                // A single row, which is its own parity.
                let (units, rest) = message.as_chunks();
                let mut sums = (broadcast_double(0), broadcast_double(0));
                for ((unit, row), parity) in units.iter().zip(row).zip(parity) {
                    let unit = from_u128(u128::from_le_bytes(*unit));
                    sums.0 = xor(sums.0, mul_halves(xor(unit, load(row))));
                    sums.1 = xor(sums.1, mul_halves(xor(unit, load(parity))));
                }
                if let (false, Some(row), Some(parity)) =
                    (rest.is_empty(), row.get(units.len()), parity.get(units.len()))
                {
                    let unit = from_u128(double_word(rest));
                    sums.0 = xor(sums.0, mul_halves(xor(unit, load(row))));
                    sums.1 = xor(sums.1, mul_halves(xor(unit, load(parity))));
                }
                (*a, *b) = (to_u128(sums.0), to_u128(sums.1));
            }
        }

        /// Multiplies in the field.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn mul_one(a: u128, b: u128) -> u128 {
            let (hi, lo) = mul128(from_u128(a), from_u128(b));
            to_u128(reduce128(hi, lo))
        }
    };
}
