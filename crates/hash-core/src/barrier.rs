//! A compiler barrier for single values.

/// Hides the origin of a value from the compiler.
///
/// Expands to an empty `asm!` block. It emits no instruction, but the compiler cannot reorder or
/// merge arithmetic across it. It is meant for critical paths that LLVM lengthens by
/// re-association; each use says what it gains. The first argument is the register class of the
/// value (`reg`, `xmm_reg`, `ymm_reg`, `zmm_reg`, `vreg`), `u64` for such a value on any target, or
/// `ref` to hide the address of a reference.
///
/// No argument makes it unsound, so a call needs no `unsafe`: the value is computed outside of the
/// block, its type must be one of a register, and a class that the CPU need not have does not
/// compile in a function without its feature.
///
/// Only x86, x86-64 and aarch64 have the barrier. On other targets the value is unchanged, as is a
/// `u64` on x86, whose registers hold none.
///
/// ```
/// assert_eq!(hash_core::opaque!(u64 7), 7);
/// ```
///
/// ```compile_fail,E0133
/// # unsafe fn seven() -> u64 { 7 }
/// hash_core::opaque!(u64 seven());
/// ```
///
/// The resulting reference cannot outlive the original one:
///
/// ```compile_fail
/// fn dangling<'r>() -> &'r [u8; 2] {
///     let local = [1, 2];
///     hash_core::opaque!(ref &local)
/// }
/// ```
#[cfg(all(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
#[macro_export]
macro_rules! opaque {
    (ref $reference:expr) => {{
        let mut reference = $reference;
        let mut pointer = ::core::ptr::from_ref(reference);
        // SAFETY: the block has no instruction, so the pointer is still that of the reference.
        // `reference` has one lifetime, so the new reference cannot outlive the old one.
        unsafe {
            ::core::arch::asm!("/* {0} */", inout(reg) pointer, options(pure, readonly, nostack, preserves_flags));
            reference = &*pointer;
        }
        reference
    }};
    (u64 $value:expr) => {{
        let value: u64 = $value;
        #[cfg(not(target_arch = "x86"))]
        let value = $crate::opaque!(reg value);
        value
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

/// Returns the value unchanged: the target has no barrier, or it is Miri, which does not support
/// assembly and does not optimise.
#[cfg(any(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")), miri))]
#[macro_export]
macro_rules! opaque {
    (ref $reference:expr) => {
        $reference
    };
    ($class:ident $value:expr) => {
        $value
    };
}
