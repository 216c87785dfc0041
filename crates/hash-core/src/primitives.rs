//! Methods of a register: safe functions, because its values prove the features of the CPU.

/// Defines methods of a register, whose values prove that the CPU has the features. So the methods
/// are safe.
///
/// The body of each is checked as a `#[target_feature]` function with these features, so it needs
/// no `unsafe` for an instruction and cannot use one that the register does not prove. That
/// function is never called: in a build without optimisation each call would cost as much as the
/// instruction. The body names its receiver and the type of the register, because a function inside
/// a method knows neither `self` nor `Self`.
///
/// The keyword `unsafe` comes from the call, because the caller promises that a value of the type
/// exists only where the CPU has the features. A crate that forbids unsafe code cannot use the
/// macro.
///
/// A register may have one type parameter, `Ymm<L: Level>`. Otherwise methods may be generic, with
/// the arguments before their declaration: `fn shl::<BITS>[const BITS: i32](a) -> Clmul`.
/// ```
/// #[derive(Clone, Copy)]
/// struct Bytes(u8);
///
/// impl Bytes {
///     hash_core::primitives! {
///         unsafe "avx2", Bytes,
///         fn get(bytes) -> u8 { bytes.0 }
///     }
/// }
/// ```
///
/// ```compile_fail,E0453
/// #![forbid(unsafe_code)]
/// #[derive(Clone, Copy)]
/// struct Bytes(u8);
///
/// impl Bytes {
///     hash_core::primitives! {
///         unsafe "avx2", Bytes,
///         fn get(bytes) -> u8 { bytes.0 }
///     }
/// }
/// # fn main() {}
/// ```
///
/// Without the keyword, instructions are not allowed:
///
/// ```compile_fail
/// #[derive(Clone, Copy)]
/// struct Bytes(u8);
///
/// impl Bytes {
///     hash_core::primitives! {
///         "avx2", Bytes,
///         fn get(bytes) -> u8 { bytes.0 }
///     }
/// }
/// # fn main() {}
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! primitives {
    ($unsafe:tt $features:literal, $Register:ident, $(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident $(::<$argument:ident>[$($generics:tt)*])?
            ($this:ident $(, $arg:ident: $type:ty)* $(,)?) $(-> $output:ty)? $body:block
    )*) => {$(
        $(#[$attribute])*
        // The lint does not see into expansions, but a crate that forbids it may not allow it.
        #[allow(unsafe_code, reason = "the call has the keyword")]
        #[inline(always)]
        $visibility fn $name $(<$($generics)*>)? (self $(, $arg: $type)*) $(-> $output)? {
            #[allow(dead_code, reason = "only compiled, to check the body")]
            #[target_feature(enable = $features)]
            fn checked $(<$($generics)*>)?
                ($this: $Register $(, $arg: $type)*) $(-> $output)? $body
            let $this = self;
            #[allow(unused_unsafe, reason = "the body may contain unsafe blocks of its own")]
            // SAFETY: a register proves the features of its type, and with them `checked` is safe.
            $unsafe { $body }
        }
    )*};
    ($unsafe:tt $features:literal, $Register:ident<$L:ident: $Level:ident>, $(
        $(#[$attribute:meta])*
        fn $name:ident($this:ident $(, $arg:ident: $type:ty)* $(,)?) $(-> $output:ty)? $body:block
    )*) => {$(
        $(#[$attribute])*
        // The lint does not see into expansions, but a crate that forbids it may not allow it.
        #[allow(unsafe_code, reason = "the call has the keyword")]
        #[inline(always)]
        fn $name(self $(, $arg: $type)*) $(-> $output)? {
            #[allow(dead_code, reason = "only compiled, to check the body")]
            #[target_feature(enable = $features)]
            fn checked<$L: $Level>($this: $Register<$L> $(, $arg: $type)*) $(-> $output)? $body
            let $this = self;
            #[allow(unused_unsafe, reason = "the body may contain unsafe blocks of its own")]
            // SAFETY: a register proves the features of its type, and with them `checked` is safe.
            $unsafe { $body }
        }
    )*};
}
