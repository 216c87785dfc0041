//! Functions for test suites of hashes, which take a seed for a key.

use crate::algorithm;
use crate::border;
use core::cell::RefCell;
use core::ffi::{c_char, c_void};
use core::ptr::copy_nonoverlapping;
use once_cell::race::OnceBox;
use table::{ALGORITHMS, Digest, Key};

/// A function for test suites of hashes: writes the digest of `len` bytes under the key derived
/// from `seed` to `out`, which may have any alignment. The result is the same on every machine, and
/// frozen. MD5, which has no key, hashes the eight little-endian bytes of the seed before the
/// message.
///
/// Each thread caches the key of its last function and seed. So a constant seed costs nothing, and
/// threads do not wait for each other. A null pointer with a length above 0, or a null output, does
/// nothing.
pub type ph_suite_function_t =
    Option<unsafe extern "C" fn(data: *const c_void, len: usize, seed: u64, out: *mut c_void)>;

/// A row of `ph_suite_list`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ph_suite_t {
    /// The name of the algorithm.
    pub name: *const c_char,
    /// The bits of the digest, a multiple of 8.
    pub bits: usize,
    /// The function.
    pub hash: ph_suite_function_t,
}

// SAFETY: the name is a string of the table, which never changes and is never freed.
unsafe impl Send for ph_suite_t {}
// SAFETY: as above.
unsafe impl Sync for ph_suite_t {}

/// Returns the functions of all algorithms that take no nonce, and writes their number to `count`,
/// unless that is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ph_suite_list(count: *mut usize) -> *const ph_suite_t {
    static LIST: OnceBox<Vec<ph_suite_t>> = OnceBox::new();
    // Without memory for the table nothing is stored, so that the next call may succeed.
    let list = match algorithm::all() {
        [] => &[],
        rows => LIST
            .get_or_init(|| {
                let all = rows.iter().zip(FUNCTIONS).filter(|(row, _)| !row.row().nonce);
                let suite = |(row, function): (&algorithm::ph_algorithm_t, _)| ph_suite_t {
                    name: row.name().as_ptr(),
                    bits: row.row().output_bits,
                    hash: Some(function),
                };
                Box::new(all.map(suite).collect())
            })
            .as_slice(),
    };
    if !count.is_null() {
        // SAFETY: the contract of the header.
        unsafe { count.write_unaligned(list.len()) };
    }
    list.as_ptr()
}

type Function = unsafe extern "C" fn(*const c_void, usize, u64, *mut c_void);

/// The functions of the rows that a table may have.
const FUNCTIONS: [Function; 64] = {
    macro_rules! rows {
        ($($eight:literal)*) => { [$(hash::<{ 8 * $eight }>, hash::<{ 8 * $eight + 1 }>,
            hash::<{ 8 * $eight + 2 }>, hash::<{ 8 * $eight + 3 }>, hash::<{ 8 * $eight + 4 }>,
            hash::<{ 8 * $eight + 5 }>, hash::<{ 8 * $eight + 6 }>, hash::<{ 8 * $eight + 7 }>),*] };
    }
    rows!(0 1 2 3 4 5 6 7)
};

const _: () = assert!(ALGORITHMS.len() <= FUNCTIONS.len(), "every row has a function");

/// The row and the seed of a key, and the key.
type Last = Option<(usize, u64, Key)>;

thread_local! {
    static LAST: RefCell<Last> = const { RefCell::new(None) };
}

unsafe extern "C" fn hash<const ROW: usize>(
    data: *const c_void,
    len: usize,
    seed: u64,
    out: *mut c_void,
) {
    // SAFETY: the contract of the header.
    let (Ok(message), Ok(())) = (unsafe { border::bytes(data, len) }, border::present(out)) else {
        return;
    };
    // A thread that is ending has no cache.
    let cached = LAST.try_with(|last| digest(ROW, seed, message, &mut last.borrow_mut()));
    if let Some(digest) = cached.unwrap_or_else(|_| digest(ROW, seed, message, &mut None)) {
        let bytes = digest.as_bytes();
        // SAFETY: the contract of the header: there are as many writable bytes.
        // Length: the digest, as the caller in C knows from the header.
        unsafe { copy_nonoverlapping(bytes.as_ptr(), out.cast(), bytes.len()) };
    }
}

fn digest(row: usize, seed: u64, message: &[u8], last: &mut Last) -> Option<Digest> {
    let row_of_table = ALGORITHMS.get(row)?;
    if !matches!(last, Some((last_row, last_seed, _)) if (*last_row, *last_seed) == (row, seed)) {
        *last = Some((row, seed, row_of_table.from_seed(seed).ok()?));
    }
    let (_, _, key) = last.as_ref()?;
    if row_of_table.key_lengths.is_empty() {
        let mut stream = key.stream();
        stream.update(&seed.to_le_bytes());
        stream.update(message);
        return Some(stream.finalize());
    }
    Some(key.hash(message))
}
