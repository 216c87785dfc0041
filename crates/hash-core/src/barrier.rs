//! The compiler barrier.

/// The value of an expression, which the compiler can no longer relate to where it came from.
///
/// Expands to an empty `asm!` block: no instruction, but the compiler does not reorder or merge
/// arithmetic across it. It is for critical paths that LLVM makes longer by re-association; each
/// use says what it buys. The first argument is the class of register that holds the value (`reg`,
/// `xmm_reg`, `ymm_reg`, `zmm_reg`, `vreg`), or `ref` for a reference whose address is hidden.
///
/// Only x86, x86-64 and aarch64 have the barrier. Callers for other targets keep the value as it
/// is.
///
/// ```
/// # #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
/// assert_eq!(hash_core::opaque!(reg 7_u64), 7);
/// ```
///
/// A reference that comes out lives no longer than the one that went in:
///
/// ```compile_fail
/// fn dangling<'r>() -> &'r [u8; 2] {
///     let local = [1, 2];
///     hash_core::opaque!(ref &local)
/// }
/// ```
#[cfg(not(miri))]
#[macro_export]
macro_rules! opaque {
    (ref $reference:expr) => {{
        let mut reference = $reference;
        let mut pointer = ::core::ptr::from_ref(reference);
        // SAFETY: the block has no instruction, so the pointer is that of the reference still. The
        // variable has one lifetime: what is assigned to it lives no longer than what it held.
        unsafe {
            ::core::arch::asm!("/* {0} */", inout(reg) pointer, options(pure, readonly, nostack, preserves_flags));
            reference = &*pointer;
        }
        reference
    }};
    (vreg $value:expr) => {{
        let mut value = $value;
        // SAFETY: the block has no instruction, so the register keeps its value.
        unsafe {
            ::core::arch::asm!("/* {0:v} */", inout(vreg) value, options(pure, nomem, nostack, preserves_flags));
        }
        value
    }};
    ($class:ident $value:expr) => {{
        let mut value = $value;
        // SAFETY: the block has no instruction, so the register keeps its value.
        unsafe {
            ::core::arch::asm!("/* {0} */", inout($class) value, options(pure, nomem, nostack, preserves_flags));
        }
        value
    }};
}

/// The value of an expression: an interpreter has no assembly, and nothing to hide from.
#[cfg(miri)]
#[macro_export]
macro_rules! opaque {
    (ref $reference:expr) => {
        $reference
    };
    ($class:ident $value:expr) => {
        $value
    };
}
