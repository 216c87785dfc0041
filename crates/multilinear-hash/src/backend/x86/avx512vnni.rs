//! 512-bit registers and VNNI, which multiplies 16-bit words and adds the products in one
//! instruction. `dot16` is an algorithm of its own: two sets of sums alternate, and key words are
//! shifted in instead of loaded across cache lines.

// Products of 32-bit words gain nothing from VNNI.
pub(crate) use super::avx512::{dot32, dot32x2, takes_tails};

use super::avx512::Avx512;
use crate::backend::words::{Sums, Words, biased, load_rows, parts, total};
use crate::backend::{Block, cut};
use hash_core::x86::*;

#[target_feature(enable = "avx512bw,avx512vnni")]
pub(crate) fn dot16(key: &[&[[u16; 32]]; 4], message: &[u8]) -> [u32; 4] {
    let (key, blocks, tail) = cut(key, message);
    let v = Avx512::witness();
    // Two sets of sums alternate, because an instruction waits for the previous one that added to
    // the same sum.
    let mut even = Sums { rows: [v; 4], message: v };
    let mut odd = even;
    let mut i = 0;
    if blocks.len() > 2 {
        let mut views = Views { first: load_keys(&key[0][0]), second: load_keys(&key[1][0]) };
        while i + 2 < blocks.len() {
            let x;
            (x, views) = advance(views, &key, i + 1);
            even = add_rows(even, load_block(&blocks[i]), x);
            let x;
            (x, views) = advance(views, &key, i + 2);
            odd = add_rows(odd, load_block(&blocks[i + 1]), x);
            i += 2;
        }
    }
    while i + 1 < blocks.len() {
        even = add_rows(even, load_block(&blocks[i]), load_rows(v, &key, i, 0));
        odd = add_rows(odd, load_block(&blocks[i + 1]), load_rows(v, &key, i + 1, 0));
        i += 2;
    }
    if i < blocks.len() {
        even = add_rows(even, load_block(&blocks[i]), load_rows(v, &key, i, 0));
    }
    if let (false, Some(tail)) = (tail.is_empty(), v.load_tail(tail)) {
        odd = add_rows(odd, tail, load_rows(v, &key, blocks.len(), 0));
    }
    let ([a, b, c, d], [e, f, g, h]) = (even.rows, odd.rows);
    total(Sums {
        rows: [a.add32(e), b.add32(f), c.add32(g), d.add32(h)],
        message: even.message.add32(odd.message),
    })
}

/// Loads a block of a message.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
fn load_block(block: &Block) -> Avx512 {
    Avx512::witness().load(&parts(block.as_chunks::<4>().0)[0])
}

/// Loads the key words of a block in a row.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
fn load_keys(key: &[u16; 32]) -> Avx512 {
    Avx512::witness().load(&parts(key.as_chunks::<2>().0)[0])
}

/// The key words of a block in the first two rows.
#[derive(Clone, Copy)]
struct Views {
    first: Avx512,
    second: Avx512,
}

/// Returns the key words of all rows for a block, whose words in the first two rows are `now`, and
/// those two of the block after it, which is block `next`.
///
/// The third and the fourth row start two words further on than the first and the second. These
/// words are shifted in from the next block, because a load across cache lines takes longer.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
fn advance(now: Views, key: &[&[[u16; 32]]; 4], next: usize) -> ([Avx512; 4], Views) {
    let next = Views { first: load_keys(&key[0][next]), second: load_keys(&key[1][next]) };
    let third = _mm512_alignr_epi32::<1>(next.first.get(), now.first.get());
    let fourth = _mm512_alignr_epi32::<1>(next.second.get(), now.second.get());
    let (third, fourth) = (Avx512::new(third), Avx512::new(fourth));
    ([now.first, now.second, third, fourth], next)
}

/// Adds the products of words of a message, not yet biased, and key words.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
fn add_rows(sums: Sums<Avx512>, m: Avx512, x: [Avx512; 4]) -> Sums<Avx512> {
    let (m, [a, b, c, d]) = (biased(m), sums.rows);
    Sums {
        rows: [
            add_products(a, m, x[0]),
            add_products(b, m, x[1]),
            add_products(c, m, x[2]),
            add_products(d, m, x[3]),
        ],
        message: add_products(sums.message, m, m.splat16(1)),
    }
}

/// Adds the products of signed words of 16 bits to `sum` in pairs, by VPDPWSSD.
///
/// This is inline assembly because the compiler splits the intrinsic into a multiplication and an
/// addition where sums alternate, to shorten a dependency chain that is not the bottleneck there.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
fn add_products(sum: Avx512, a: Avx512, b: Avx512) -> Avx512 {
    let mut sum = sum.get();
    // SAFETY: the instruction belongs to AVX-512 VNNI, which is enabled here, and it accesses only
    // these registers.
    unsafe {
        core::arch::asm!(
            "vpdpwssd {sum}, {a}, {b}",
            sum = inout(zmm_reg) sum,
            a = in(zmm_reg) a.get(),
            b = in(zmm_reg) b.get(),
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    Avx512::new(sum)
}
