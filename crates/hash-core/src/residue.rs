//! Scrubbing of what computations with a key leave on the stack (feature `zeroize`).
//!
//! A function that makes or reads a key may leave words of it in its frame: temporaries, copies
//! made by the compiler, saved registers. No code can name that memory after the function has
//! returned. But the next call reuses it, and that call can be `scrub`.

/// Makes a key in a separate stack frame, which is scrubbed afterwards. Without the feature
/// `zeroize` this is a plain call.
#[inline]
pub fn build<K>(make: impl FnOnce() -> K) -> K {
    // Dropped after the call below. The result of the call goes straight to the caller, because a
    // variable for it would be another copy in this frame.
    #[cfg(feature = "zeroize")]
    let _after = Scrub::<K>(core::marker::PhantomData);
    in_own_frame(make)
}

/// Calls `make` in a separate frame.
#[cfg_attr(not(feature = "zeroize"), inline)]
#[cfg_attr(feature = "zeroize", inline(never))]
fn in_own_frame<K>(make: impl FnOnce() -> K) -> K {
    make()
}

#[cfg(feature = "zeroize")]
struct Scrub<K>(core::marker::PhantomData<K>);

#[cfg(feature = "zeroize")]
impl<K> Drop for Scrub<K> {
    #[inline]
    fn drop(&mut self) {
        scrub::<K>();
    }
}

/// Overwrites the stack below the caller's frame with zeros, as deep as the functions go that make
/// or read a K: 4 KiB for keys of up to 256 bytes, 16 KiB up to 4,000 bytes, 64 KiB above.
#[cfg(feature = "zeroize")]
#[inline]
pub fn scrub<K>() {
    match size_of::<K>() {
        ..=256 => zeros::<0x1000>(),
        257..=4000 => zeros::<0x4000>(),
        _ => zeros::<0x1_0000>(),
    }
}

#[cfg(feature = "zeroize")]
#[inline(never)]
fn zeros<const BYTES: usize>() {
    // A variable, because a reference to a constant would point into the program's constants and
    // not to the stack.
    let frame = [0_u8; BYTES];
    zeroize::optimization_barrier(&frame);
}
