//! What computations with a key leave on the stack (feature `zeroize`).
//!
//! A function that makes a key or reads it may leave words of it in its frame: temporaries, copies
//! that the compiler made, registers that it saved. Nobody can name that memory once the function
//! has returned. But the next call uses it again, and that can be a call of `scrub`.

/// Makes a key in a frame of its own, which is scrubbed afterwards. Without the feature `zeroize`
/// this is a plain call.
#[inline]
pub fn build<K>(make: impl FnOnce() -> K) -> K {
    // Dropped after the call, whose result goes straight to the caller: a variable for it would be
    // a copy in this frame.
    #[cfg(feature = "zeroize")]
    let _after = Scrub::<K>(core::marker::PhantomData);
    apart(make)
}

/// The frame.
#[cfg_attr(not(feature = "zeroize"), inline)]
#[cfg_attr(feature = "zeroize", inline(never))]
fn apart<K>(make: impl FnOnce() -> K) -> K {
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

/// Overwrites the stack below the caller's frame with zeros, so far down as functions go that make
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
    // A variable: a reference to a constant would be one to the program's constants.
    let frame = [0_u8; BYTES];
    zeroize::optimization_barrier(&frame);
}
