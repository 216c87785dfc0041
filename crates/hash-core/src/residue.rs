//! Overwrites keys in place (feature `zeroize`), and the copies that computations with a key leave
//! on the stack (feature `wipe-stack`).
//!
//! In every build with `zeroize`, a key wipes its own memory. Scrubbing the stack costs more: it
//! takes time, and stack space in every thread that drops a key, even if only one crate of the
//! program enabled it. It is therefore a separate feature, which no other feature enables.
//!
//! A function that makes or reads a key may leave words of it in its frame: temporaries, copies
//! made by the compiler, saved registers. No code can name that memory after the function has
//! returned. But the next call reuses it, and that call can be `scrub`.

/// Makes a key in a separate stack frame, which is scrubbed afterwards. Without the feature
/// `wipe-stack` this is a plain call.
#[inline]
pub fn build<K>(make: impl FnOnce() -> K) -> K {
    // Dropped after the call below. The result of the call goes straight to the caller, because a
    // variable for it would be another copy in this frame.
    #[cfg(feature = "wipe-stack")]
    let _after = Scrub::<K>(core::marker::PhantomData);
    in_own_frame(make)
}

/// Calls `make` in a separate frame.
#[cfg_attr(not(feature = "wipe-stack"), inline)]
#[cfg_attr(feature = "wipe-stack", inline(never))]
fn in_own_frame<K>(make: impl FnOnce() -> K) -> K {
    make()
}

#[cfg(feature = "wipe-stack")]
struct Scrub<K>(core::marker::PhantomData<K>);

#[cfg(feature = "wipe-stack")]
impl<K> Drop for Scrub<K> {
    #[inline]
    fn drop(&mut self) {
        scrub::<K>();
    }
}

/// Overwrites the stack below the caller's frame with zeros, as deep as the functions go that make,
/// read or use a K in a batch: 16 KiB for keys of up to 4,000 bytes, 64 KiB above. Builds without
/// optimisation have deeper frames, which it does not reach.
/// Without the feature `wipe-stack` it does nothing.
#[inline]
pub fn scrub<K>() {
    #[cfg(feature = "wipe-stack")]
    match size_of::<K>() {
        ..=4000 => zeros::<0x4000>(),
        _ => zeros::<0x1_0000>(),
    }
}

/// Overwrites a secret with another value. The compiler keeps the write, though nothing reads it.
#[inline]
#[allow(unsafe_code, reason = "a volatile write")]
pub fn overwrite<T>(place: &mut T, value: T) {
    const { assert!(!core::mem::needs_drop::<T>(), "the old value would not be dropped") };
    // SAFETY: the reference is valid for writes, and the old value needs no drop.
    unsafe { core::ptr::write_volatile(place, value) };
    // No later access moves before the write.
    core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
}

#[cfg(feature = "wipe-stack")]
#[inline(never)]
fn zeros<const BYTES: usize>() {
    // A variable, because a reference to a constant would point into the program's constants and
    // not to the stack.
    let frame = [0_u8; BYTES];
    zeroize::optimization_barrier(&frame);
}
