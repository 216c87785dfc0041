//! Backend tokens, kernel dispatch and CPU detection, all from one table row per level.
//!
//! [`backends!`](crate::backends) turns the rows into an `enum` that implements [`Levels`], into
//! the crate's `Backend`, and into its macro `dispatch!`. The choice among levels is a set of
//! ordinary functions over that trait: [`detect`], [`available`] and [`from_name`].

use core::fmt::{self, Debug, Display};
use core::str::FromStr;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// This CPU has no backend of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownBackend;

impl Display for UnknownBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this CPU has no backend of that name")
    }
}

impl core::error::Error for UnknownBackend {}

/// The interface that every `Backend` made by [`backends!`](crate::backends) shares, for code that
/// is generic over crates, such as tests and tools. The inherent functions of the same names do the
/// same.
pub trait Token:
    Copy + Eq + Debug + Display + FromStr<Err = UnknownBackend> + Send + Sync + 'static
{
    /// The names of all backends of every architecture, narrowest first on each.
    const NAMES: &'static [&'static str];

    /// Returns the widest backend that this CPU runs, or the one that the build forces.
    fn detect() -> Self;

    /// Lists every backend that this CPU runs, portable first, widest last.
    fn available() -> impl Iterator<Item = Self>;

    /// Returns the backend of this name if this CPU runs it.
    fn from_name(name: &str) -> Option<Self>;

    /// Returns the name of this backend.
    fn name(self) -> &'static str;
}

/// The backend of functions without kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "there is one value")]
pub struct Portable;

impl Display for Portable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Portable {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, UnknownBackend> {
        Self::from_name(name).ok_or(UnknownBackend)
    }
}

impl Token for Portable {
    const NAMES: &'static [&'static str] = &["portable"];

    fn detect() -> Self {
        Self
    }

    fn available() -> impl Iterator<Item = Self> {
        core::iter::once(Self)
    }

    fn from_name(name: &str) -> Option<Self> {
        (name == "portable").then_some(Self)
    }

    fn name(self) -> &'static str {
        "portable"
    }
}

/// The rows of a crate, as facts about its `enum` of levels.
#[doc(hidden)]
pub trait Levels: Copy + PartialEq + 'static {
    /// Every level of this architecture, from narrowest to widest. The first is portable.
    const ALL: &'static [Self];

    /// The name of the level that the build forces.
    const FORCED: Option<&'static str>;

    /// Whether the whole build targets CPUs that have the widest level.
    const WIDEST_IS_BUILT: bool;

    /// Whether detection returns the widest level without asking the CPU.
    const IS_WIDEST: bool = Self::FORCED.is_none() && Self::WIDEST_IS_BUILT;

    /// Returns whether this CPU has every feature of the level.
    fn is_available(self) -> bool;

    /// Returns the name of the level.
    fn name(self) -> &'static str;

    /// Returns the cache of the detected level: its index in `ALL` plus 1, or 0 before detection.
    fn detected() -> &'static AtomicU8;
}

/// Returns the widest level of this architecture.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn widest<L: Levels>() -> L {
    L::ALL[L::ALL.len() - 1]
}

/// Returns the widest level that this CPU runs, or the one that the build forces. A constant if the
/// whole build targets CPUs that have the widest level.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn detect<L: Levels>() -> L {
    if L::IS_WIDEST {
        return widest();
    }
    let cached = L::detected().load(Relaxed);
    match L::ALL.get(usize::from(cached).wrapping_sub(1)) {
        Some(&level) => level,
        None => detect_now(),
    }
}

/// Detects the level, and fills the cache.
#[cold]
fn detect_now<L: Levels>() -> L {
    let (mut best, mut number) = (L::ALL[0], 1);
    for (level, index) in L::ALL.iter().zip(1..) {
        if level.is_available() && L::FORCED.is_none_or(|name| name == level.name()) {
            (best, number) = (*level, index);
        }
    }
    L::detected().store(number, Relaxed);
    best
}

/// Lists every level that this CPU runs, from narrowest to widest.
#[doc(hidden)]
pub fn available<L: Levels>() -> impl Iterator<Item = L> {
    L::ALL.iter().copied().filter(|level| level.is_available())
}

/// Returns the level of this name if this CPU runs it.
#[doc(hidden)]
#[must_use]
pub fn from_name<L: Levels>(name: &str) -> Option<L> {
    available().find(|level: &L| level.name() == name)
}

/// Defines a crate's `Backend`, its levels and its dispatch macro from one row per level.
///
/// ```
/// mod portable {
///     pub(super) fn sum(words: &[u64]) -> u64 {
///         words.iter().fold(0, |sum, word| sum.wrapping_add(*word))
///     }
/// }
/// #[cfg(any(
///     all(target_arch = "x86_64", target_feature = "sse2"),
///     all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
/// ))]
/// mod x86 {
///     pub(super) mod avx2 {
///         #[target_feature(enable = "avx2")]
///         pub(crate) fn sum(words: &[u64]) -> u64 {
///             words.iter().fold(0, |sum, word| sum.wrapping_add(*word))
///         }
///     }
/// }
///
/// hash_core::backends! {
///     $
///     /// The proof that this CPU runs a set of kernels.
///     pub struct Backend, forced by example_backend;
///
///     /// The kernel sets of this architecture.
///     enum Level {
///         Portable = portable "portable" [],
///         X86Avx2 = x86::avx2 "x86_avx2" ["avx2"],
///     }
///
///     macro dispatch;
/// }
///
/// dispatch! {
///     unsafe;
///
///     /// Adds up some words.
///     fn sum(words: &[u64]) -> u64;
/// }
///
/// for backend in Backend::available() {
///     assert_eq!(sum(backend, &[1, 2]), 3, "{}", backend.name());
/// }
/// # fn main() {}
/// ```
///
/// A row gives the variant, the module with the kernels, the name and the target features; an
/// optional doc comment says on which CPUs it is chosen. The docs of `Backend` end with a table of
/// the rows, and `.ci/tools/levels` reads them. Rows are ordered from narrowest to widest, and the
/// first is portable. A feature that `rustc` enables as part of another need not be listed
/// (`avx512vl` includes `avx512f` and `avx2`). A row without features is available wherever it
/// compiles.
///
/// The first segment of the module's path is the architecture, and says where the row compiles.
/// The folder of that name has the same `#[cfg]`:
///
/// * `x86`, on 32 and 64 bits, as in the example;
/// * `aarch64`: `all(target_arch = "aarch64", target_endian = "little", target_feature = "neon")`,
///   because the order of lanes differs on big-endian CPUs;
/// * `wasm32`: `all(target_arch = "wasm32", target_feature = "simd128")`.
///
/// Targets whose ABI passes floats in general-purpose registers are left out: kernels and firmware,
/// where no function may enable vector registers. No `cfg` names that ABI, but its targets for
/// 64-bit CPUs lack SSE2 or NEON, which all others have, and those for 32-bit x86 have no operating
/// system. (Other 32-bit targets may lack SSE2 too, and detect it.)
///
/// * `Backend` is a one-byte token with private contents. Only `detect`, `available` and
///   `from_name` make one, after [`cpu::has`](crate::cpu::has) has confirmed every feature of the
///   row.
/// * `--cfg example_backend="x86_avx2"` (in `RUSTFLAGS`) makes `detect` choose that level where the
///   CPU supports it, and the portable level elsewhere. The crate declares the allowed values of
///   the cfg in its lints.
/// * If the whole program is built with the features of the widest row, `detect` is a constant, and
///   the kernels of that row can be inlined. The others are called out of line.
/// * `dispatch!` defines functions that take a `backend` before the declared parameters and have
///   one match arm per row. The arm calls the function of the same name in the row's module. A
///   missing kernel is therefore a compile error, and so is a kernel that needs a feature its row
///   does not list. The keyword `unsafe` comes from the call, because the caller promises that
///   `Backend` and `Level` are those of these rows, and that the module of the rows makes a
///   `Backend` in no other way; so a crate that forbids unsafe code cannot call kernels. Generic
///   parameters go in brackets; arguments that cannot be inferred go before the brackets:
///   `fn absorb::<C>[const C: u8](state: &mut State, words: &[u64]);`
///
/// # What the example expands to
/// On x86-64, without what only forwards a call:
///
/// ```text
/// enum Level {
///     Portable,
///     X86Avx2,
/// }
///
/// impl Levels for Level {
///     const ALL: &[Self] = &[Self::Portable, Self::X86Avx2];
///     const FORCED: Option<&str> = /* the name for which `cfg!(example_backend = …)` holds */;
///     const WIDEST_IS_BUILT: bool = cfg!(all(target_feature = "avx2"));
///     fn is_available(self) -> bool {
///         match self {
///             Self::Portable => true,
///             Self::X86Avx2 => true && cpu::has("avx2"),
///         }
///     }
///     …
/// }
///
/// pub struct Backend(Level);
///
/// impl Backend {
///     pub const PORTABLE: Self = Self(Level::ALL[0]);
///     pub fn detect() -> Self {
///         Self(hash_core::backend::detect())
///     }
///     …
/// }
///
/// // dispatch!
/// fn sum(backend: Backend, words: &[u64]) -> u64 {
///     match backend.level() {
///         Level::Portable => portable::sum(words),
///         Level::X86Avx2 => {
///             #[target_feature(enable = "avx2")]
///             fn needs_only_listed_features(words: &[u64]) -> u64 {
///                 x86::avx2::sum(words)
///             }
///             // SAFETY: detection has confirmed AVX2, and `sum` needs no other feature.
///             unsafe { x86::avx2::sum(words) }
///         }
///     }
/// }
/// ```
///
/// # A crate that forbids unsafe code
/// A crate could name its own types as the macro does, and so call kernels on a CPU that lacks
/// their features. It cannot if it forbids unsafe code:
///
/// ```compile_fail,E0453
/// #![forbid(unsafe_code)]
/// mod portable {
///     pub(super) fn zero() -> u64 { 0 }
/// }
///
/// hash_core::backends! {
///     $
///     pub struct Backend, forced by example_backend;
///     enum Level {
///         Portable = portable "portable" [],
///     }
///     macro dispatch;
/// }
///
/// dispatch! {
///     unsafe;
///     fn zero() -> u64;
/// }
/// # fn main() {}
/// ```
///
/// The leading `$` of the arguments is for the macro that this macro defines: its own parameters
/// are written `$d name`.
#[macro_export]
macro_rules! backends {
    (
        $d:tt
        $(#[$meta:meta])*
        pub struct $Backend:ident, forced by $forced:ident;

        $(#[$level_meta:meta])*
        $level_vis:vis enum $Level:ident { $($row:tt)* }

        $(#[$macro_meta:meta])*
        macro $dispatch:ident;
    ) => {
        $crate::backends! {
            @compile [] [$($row)*] [
                $d
                $(#[$meta])*
                pub struct $Backend, forced by $forced;

                $(#[$level_meta])*
                $level_vis enum $Level
            ] [
                $(#[$macro_meta])*
                macro $dispatch;
            ]
        }
    };

    // Gives each row the `#[cfg]` of its architecture.
    (@compile [$($done:tt)*] [
        $(#[doc = $doc:literal])* $variant:ident = portable $name:literal $features:tt, $($rest:tt)*
    ] $before:tt $after:tt) => {
        $crate::backends! { @compile [
            $($done)*
            $(#[doc = $doc])*
            $variant = [portable] $name $features,
        ] [$($rest)*] $before $after }
    };
    (@compile [$($done:tt)*] [
        $(#[doc = $doc:literal])* $variant:ident = x86::$module:ident $name:literal $features:tt,
        $($rest:tt)*
    ] $before:tt $after:tt) => {
        $crate::backends! { @compile [
            $($done)*
            $(#[doc = $doc])*
            #[cfg(any(
                all(target_arch = "x86_64", target_feature = "sse2"),
                all(target_arch = "x86", not(any(target_os = "none", target_os = "uefi")))
            ))]
            $variant = [x86::$module] $name $features,
        ] [$($rest)*] $before $after }
    };
    (@compile [$($done:tt)*] [
        $(#[doc = $doc:literal])* $variant:ident = aarch64::$module:ident $name:literal
        $features:tt, $($rest:tt)*
    ] $before:tt $after:tt) => {
        $crate::backends! { @compile [
            $($done)*
            $(#[doc = $doc])*
            #[cfg(all(
                target_arch = "aarch64",
                target_endian = "little",
                target_feature = "neon"
            ))]
            $variant = [aarch64::$module] $name $features,
        ] [$($rest)*] $before $after }
    };
    (@compile [$($done:tt)*] [
        $(#[doc = $doc:literal])* $variant:ident = wasm32::$module:ident $name:literal
        $features:tt, $($rest:tt)*
    ] $before:tt $after:tt) => {
        $crate::backends! { @compile [
            $($done)*
            $(#[doc = $doc])*
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $variant = [wasm32::$module] $name $features,
        ] [$($rest)*] $before $after }
    };
    (@compile [$($rows:tt)*] [] [$($before:tt)*] [$($after:tt)*]) => {
        $crate::backends! { @define $($before)* { $($rows)* } $($after)* }
    };

    (
        @define $d:tt
        $(#[$meta:meta])*
        pub struct $Backend:ident, forced by $forced:ident;

        $(#[$level_meta:meta])*
        $level_vis:vis enum $Level:ident {
            $(
                $(#[doc = $doc:literal])*
                $(#[cfg($cfg:meta)])?
                $variant:ident = [$($module:tt)*] $name:literal [$($feature:literal),*],
            )*
        }

        $(#[$macro_meta:meta])*
        macro $dispatch:ident;
    ) => {
        $(#[$level_meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        $level_vis enum $Level {
            $(
                $(#[doc = $doc])*
                $(#[cfg($cfg)])?
                $variant,
            )*
        }

        impl $Level {
            const fn name(self) -> &'static str {
                match self {
                    $($(#[cfg($cfg)])? Self::$variant => $name),*
                }
            }
        }

        impl $crate::backend::Levels for $Level {
            const ALL: &'static [Self] = &[$($(#[cfg($cfg)])? Self::$variant),*];

            const FORCED: Option<&'static str> = {
                let mut forced = None;
                $(if cfg!($forced = $name) {
                    forced = Some($name);
                })*
                forced
            };

            // The last row that compiles counts.
            const WIDEST_IS_BUILT: bool = {
                let mut built = true;
                $($(#[cfg($cfg)])? {
                    built = cfg!(all($(target_feature = $feature),*));
                })*
                built
            };

            fn is_available(self) -> bool {
                match self {
                    $($(#[cfg($cfg)])? Self::$variant => true $(&& $crate::cpu::has($feature))*),*
                }
            }

            fn name(self) -> &'static str {
                self.name()
            }

            #[inline]
            fn detected() -> &'static ::core::sync::atomic::AtomicU8 {
                static DETECTED: ::core::sync::atomic::AtomicU8 =
                    ::core::sync::atomic::AtomicU8::new(0);
                &DETECTED
            }
        }

        $(#[$meta])*
        ///
        /// | name | target features | |
        /// |---|---|---|
        $(#[doc = ::core::concat!("| `", $name, "` |", $(" `", $feature, "`",)* " |", $($doc,)* " |")])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $Backend($Level);

        impl $Backend {
            /// The kernels that run on every CPU.
            pub const PORTABLE: Self = Self(<$Level as $crate::backend::Levels>::ALL[0]);

            /// The names of all backends of every architecture, so that a report can list those
            /// that a machine lacks.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            #[doc = ::core::concat!(
                "Returns the widest backend that this CPU runs, or the one that `--cfg ",
                ::core::stringify!($forced), "=\"NAME\"` requests.\n\n",
                "The CPU is queried once per process. Every later call loads one byte."
            )]
            #[inline]
            #[must_use]
            pub fn detect() -> Self {
                Self($crate::backend::detect())
            }

            /// Lists every backend that this CPU runs, portable first, widest last.
            pub fn available() -> impl Iterator<Item = Self> {
                $crate::backend::available().map(Self)
            }

            /// Returns the backend of this name if this CPU runs it.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                $crate::backend::from_name(name).map(Self)
            }

            /// Returns the name of this backend: `<architecture>_<extension>`, followed by
            /// `_x<lanes>` if the extension has several widths.
            #[must_use]
            pub const fn name(self) -> &'static str {
                self.0.name()
            }

            /// Returns the level to match on.
            #[allow(dead_code, reason = "for code other than kernels that depends on the level")]
            #[inline]
            #[must_use]
            $level_vis const fn level(self) -> $Level {
                self.0
            }
        }

        impl ::core::fmt::Display for $Backend {
            /// Writes the name.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::core::str::FromStr for $Backend {
            type Err = $crate::backend::UnknownBackend;

            /// Does the same as `from_name`.
            fn from_str(name: &str) -> Result<Self, Self::Err> {
                Self::from_name(name).ok_or($crate::backend::UnknownBackend)
            }
        }

        impl $crate::backend::Token for $Backend {
            const NAMES: &'static [&'static str] = Self::NAMES;

            #[inline]
            fn detect() -> Self {
                Self::detect()
            }

            fn available() -> impl Iterator<Item = Self> {
                Self::available()
            }

            fn from_name(name: &str) -> Option<Self> {
                Self::from_name(name)
            }

            fn name(self) -> &'static str {
                self.name()
            }
        }

        $(#[$macro_meta])*
        macro_rules! $dispatch {
            ($d unsafe:tt; $d(
                $d(#[$d fn_meta:meta])*
                $d vis:vis fn $d kernel:ident $d(::<$d($d argument:ident),*>)? $d([$d($d generics:tt)*])?
                ($d($d parameter:ident : $d type:ty),* $d(,)?) $d(-> $d output:ty)?;
            )*) => {
                $d(
                $d(#[$d fn_meta])*
                // The lint does not see into expansions, but a crate that forbids it may not allow
                // it.
                #[allow(unsafe_code, reason = "the call has the keyword")]
                $d vis fn $d kernel $d(<$d($d generics)*>)? (backend: $Backend, $d($d parameter: $d type),*)
                $d(-> $d output)? {
                    #[allow(clippy::extra_unused_lifetimes)]
                    #[inline(always)]
                    fn call $d(<$d($d generics)*>)? (backend: $Backend, $d($d parameter: $d type),*)
                    $d(-> $d output)? {
                        match backend.level() {
                            $(
                            $(#[cfg($cfg)])?
                            $Level::$variant => {
                                // Never called. It fails to compile if the kernel needs a feature
                                // that its row does not list.
                                #[allow(dead_code, clippy::extra_unused_lifetimes)]
                                $(#[target_feature(enable = $feature)])*
                                fn needs_only_listed_features $d(<$d($d generics)*>)?
                                ($d($d parameter: $d type),*) $d(-> $d output)? {
                                    $($module)*::$d kernel $d(::<$d($d argument),*>)? ($d($d parameter),*)
                                }
                                // SAFETY: a token of this level is made only after `cpu::has` has
                                // confirmed each of its features, and the function above proves
                                // that the kernel needs no others.
                                #[allow(unused_unsafe, reason = "some levels need no features")]
                                $d unsafe { $($module)*::$d kernel $d(::<$d($d argument),*>)? ($d($d parameter),*) }
                            })*
                        }
                    }

                    // Out of line, because inlined beside the widest kernel the others would give
                    // it their stack frame.
                    #[allow(dead_code, clippy::extra_unused_lifetimes)]
                    #[inline(never)]
                    fn call_narrower $d(<$d($d generics)*>)? (backend: $Backend, $d($d parameter: $d type),*)
                    $d(-> $d output)? {
                        call $d(::<$d($d argument),*>)? (backend, $d($d parameter),*)
                    }

                    if <$Level as $crate::backend::Levels>::IS_WIDEST
                        && backend.level() != $crate::backend::widest()
                    {
                        return call_narrower $d(::<$d($d argument),*>)? (backend, $d($d parameter),*);
                    }
                    call $d(::<$d($d argument),*>)? (backend, $d($d parameter),*)
                }
                )*
            };
        }
    };
}
