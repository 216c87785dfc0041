//! Searches for what remains of a secret after everything that held it is gone: its words on the
//! stack that was used, and in heap memory when that is freed.
//!
//! A test runs code on a separate stack, which it then reads completely. A crate names its keys and
//! code that uses them:
//!
//! ```ignore
//! testkit::residue_of_keys! {
//!     keys: Key, |made| made, |key| assert_ne!(hash(key, b"message"), 0);
//! }
//! ```
//!
//! Keys stay where their constructors put them, even inside a `Result`. A key that is moved from
//! there leaves a copy, which the test prints but allows.

use region::Protection;
use std::alloc::{GlobalAlloc, Layout, System};
use std::arch::asm;
use std::cell::Cell;
use std::collections::HashSet;
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};

/// The size in bytes of the stack on which the code runs.
const STACK_BYTES: usize = 4 << 20;

/// The number of words of a secret that were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residue {
    /// The number of words of the secret.
    pub words: usize,
    /// The number of these words that are on the dead stack, at any address.
    pub words_on_stack: usize,
    /// The number of words of the secret in freed heap memory.
    pub words_freed: usize,
    /// The number of freed allocations that contained as many words as the secret has.
    pub secrets_freed: usize,
}

/// The words for which [`Heap`] searches; null if there is no search.
static WANTED: AtomicPtr<u64> = AtomicPtr::new(null_mut());
static WANTED_LEN: AtomicUsize = AtomicUsize::new(0);
static FREED: AtomicUsize = AtomicUsize::new(0);
static SECRETS_FREED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Whether this thread runs the code. Memory that other tests free is not searched.
    static LOOKING: Cell<bool> = const { Cell::new(false) };
}

/// The system's allocator, with a search for words of a secret in memory that is freed.
#[derive(Debug)]
pub struct Heap;

// SAFETY: every call is passed on to the system's allocator. Memory is read before it is freed.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // The memory is zeroed, so that all bytes read when it is freed are initialised.
        // SAFETY: the layout is that of the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        let wanted = WANTED.load(SeqCst).cast_const();
        if !wanted.is_null() && LOOKING.get() {
            // SAFETY: `after` keeps the words alive while the pointer is not null.
            let wanted = unsafe { std::slice::from_raw_parts(wanted, WANTED_LEN.load(SeqCst)) };
            // SAFETY: the caller owns these bytes, which were zeroed when they were allocated.
            // Padding may have any value; the bytes are only compared.
            let bytes = unsafe { std::slice::from_raw_parts(memory, layout.size()) };
            let found = bytes.windows(8).filter(|bytes| {
                wanted
                    .binary_search(&u64::from_ne_bytes((*bytes).try_into().expect("eight bytes")))
                    .is_ok()
            });
            let found = found.count();
            FREED.fetch_add(found, SeqCst);
            SECRETS_FREED.fetch_add(usize::from(found >= wanted.len()), SeqCst);
        }
        // SAFETY: the pointer and the layout are those of the caller.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Runs code on a separate stack, and searches that stack and the heap memory that the code frees
/// for the words of the secret, which have eight bytes each. The secret itself must be stored
/// elsewhere.
///
/// # Panics
/// Panics if two words of the secret are equal, or if one has so few or so many one bits that it
/// could be found by chance. A panic of the code aborts the process.
pub fn after(secret: &[u8], code: impl FnOnce()) -> Residue {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock();
    let words = secret.as_chunks::<8>().0.iter().map(|bytes| u64::from_ne_bytes(*bytes));
    let mut wanted: Vec<u64> = words.collect();
    wanted.sort_unstable();
    assert!(wanted.windows(2).all(|pair| pair[0] != pair[1]), "two words of the secret are equal");
    assert!(
        wanted.iter().all(|word| (8..57).contains(&word.count_ones())),
        "a word of the secret does not look random"
    );
    let mut stack =
        region::alloc(STACK_BYTES, Protection::READ_WRITE).expect("the system allocates the stack");
    FREED.store(0, SeqCst);
    SECRETS_FREED.store(0, SeqCst);
    WANTED_LEN.store(wanted.len(), SeqCst);
    WANTED.store(wanted.as_mut_ptr(), SeqCst);
    LOOKING.set(true);
    call_on(stack.as_mut_ptr_range::<u8>().end, code);
    LOOKING.set(false);
    WANTED.store(null_mut(), SeqCst);
    // SAFETY: the pages are readable, the system zeroed them, and the code that wrote them has
    // returned. Padding may have any value; the bytes are only compared.
    let dead = unsafe { std::slice::from_raw_parts(stack.as_ptr::<u8>(), STACK_BYTES) };
    let set: HashSet<u64> = wanted.iter().copied().collect();
    let seen: HashSet<u64> = dead
        .windows(8)
        .map(|bytes| u64::from_ne_bytes(bytes.try_into().expect("eight bytes")))
        .filter(|word| *word != 0 && set.contains(word))
        .collect();
    Residue {
        words: wanted.len(),
        words_on_stack: seen.len(),
        words_freed: FREED.load(SeqCst),
        secrets_freed: SECRETS_FREED.load(SeqCst),
    }
}

/// Calls a function with the stack pointer at `top`.
#[inline(never)]
fn call_on<F: FnOnce()>(top: *mut u8, code: F) {
    /// Takes the closure and calls it.
    extern "C" fn run<F: FnOnce()>(code: &mut Option<F>) {
        if let Some(code) = code.take() {
            code();
        }
    }
    let mut code = Some(code);
    // SAFETY: `top` is the end of writable pages and a multiple of 16, so the function has an
    // aligned stack. Its argument points to a local variable that outlives the call. R12, which
    // functions preserve, holds the old stack pointer. `run` does not unwind.
    unsafe {
        asm!(
            "xchg rsp, r12",
            "call {run}",
            "mov rsp, r12",
            run = sym run::<F>,
            in("rdi") &raw mut code,
            inout("r12") top => _,
            clobber_abi("C"),
        );
    }
}

/// Defines a test of what keys leave in memory for each type of keys, by lines such as
/// `name: Key, |made| made, |key| code that uses it;`. The first closure returns the key from the
/// result of `from_bytes`.
///
/// A key is created from bytes, from a slice, by a generator (feature `rand_core`) or by cloning
/// another, then used, and dropped where it was created. None of its words may remain on the stack
/// or in freed heap memory.
#[macro_export]
macro_rules! residue_of_keys {
    ($($name:ident: $Key:ty, |$made:ident| $get:expr, |$key:ident| $use:expr;)*) => {
        #[global_allocator]
        static HEAP: $crate::residue::Heap = $crate::residue::Heap;

        $(#[test]
        fn $name() {
            const BYTES: usize = <$Key>::BYTES;
            let secret = $crate::residue::secret::<BYTES>();
            #[inline(never)]
            fn use_key($key: &$Key) {
                $use;
            }
            let left = |what, code: &dyn Fn()| {
                let found = $crate::residue::after(secret.as_slice(), code);
                println!("{}, {what}: {found:?}", stringify!($name));
                found
            };
            let nothing = |what, code: &dyn Fn()| {
                let found = left(what, code);
                assert_eq!((found.words_on_stack, found.words_freed), (0, 0), "{what}: {found:?}");
            };
            nothing("from bytes", &|| {
                let made = <$Key>::from_bytes(&secret);
                let $made = &made;
                use_key($get);
            });
            nothing("from a slice", &|| {
                let key = <$Key>::try_from(secret.as_slice());
                use_key(key.as_ref().expect("the key is valid"));
            });
            nothing("cloned", &|| {
                let made = <$Key>::try_from(secret.as_slice());
                let key = made.as_ref().expect("the key is valid").clone();
                use_key(&key);
            });
            #[cfg(feature = "rand_core")]
            nothing("generated", &|| {
                let key = <$Key>::from_rng(&mut $crate::residue::Words::new(secret.as_slice()));
                use_key(&key);
            });
            let moved = left("moved to the heap", &|| {
                let key = <$Key>::try_from(secret.as_slice());
                let key = Box::new(key.expect("the key is valid"));
                use_key(&key);
            });
            assert_eq!(moved.words_freed, 0, "the key was not wiped: {moved:?}");
        })*
    };
}

/// Returns random bytes on the heap.
#[must_use]
pub fn secret<const N: usize>() -> Box<[u8; N]> {
    let bytes = crate::conformance::key::derived("residue", 1, N);
    match bytes.into_boxed_slice().try_into() {
        Ok(bytes) => bytes,
        Err(_) => unreachable!("`derived` returns N bytes"),
    }
}

/// A batch: as many messages as words as strings of the column.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Batch<'a> {
    pub messages: &'a [&'a [u8]],
    pub words: &'a [u64],
    pub values: &'a [u8],
    pub offsets: &'a [usize],
}

/// Calls `each` with batches of many sizes and of messages of many lengths.
pub fn batches(mut each: impl FnMut(Batch<'_>)) {
    let values = crate::message::NOISE.message(3000);
    for count in [1, 4, 8, 9, 40] {
        let messages: Vec<_> = (0..count).map(|i| &values[i..i + 70 * (i % 9)]).collect();
        let offsets: Vec<_> = (0..=count).map(|i| 70 * i).collect();
        let words = &[7; 40][..count];
        each(Batch { messages: &messages, words, values: &values, offsets: &offsets });
    }
}

/// A generator whose output is the words of a secret.
#[derive(Debug)]
pub struct Words<'s>(std::slice::Iter<'s, [u8; 8]>);

impl<'s> Words<'s> {
    /// Creates a generator of the little-endian words of these bytes.
    #[must_use]
    pub fn new(secret: &'s [u8]) -> Self {
        Self(secret.as_chunks().0.iter())
    }
}

impl rand_core::TryRng for Words<'_> {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        unreachable!("keys draw whole words")
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.0.next().map_or(0, |word| u64::from_le_bytes(*word)))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("keys draw whole words")
    }
}
