//! The rows. A new function needs a line here.

#[cfg(feature = "vmac")]
mod vmac;

use crate::Algorithm;
use crate::function::{InPieces, Pieces};
use core::ops::{Deref, DerefMut};
use hash_core::function::{Function, Mixed};

/// The row of a function, of which parts can be joined or not, or of one with nonces.
macro_rules! row {
    (of $F:ty) => {
        Algorithm::of::<$F>()
    };
    (joining $F:ty) => {
        Algorithm::joining::<$F>()
    };
    (nonces $Pieces:ty) => {
        <$Pieces>::ROW
    };
}

/// Passes the type of a function to a visitor.
macro_rules! visit {
    ($visitor:ident nonces $Pieces:ty) => {};
    ($visitor:ident $kind:ident $F:ty) => {
        $visitor.visit::<$F>();
    };
}

/// The type of a message in pieces.
macro_rules! pieces {
    (nonces $Pieces:ty) => { $Pieces };
    ($kind:ident $F:ty) => { InPieces<$F> };
}

/// Code that is generic over functions, such as a benchmark, for [`visit`].
pub trait Visitor {
    /// Takes a function of the table.
    fn visit<F: Function>(&mut self);
}

macro_rules! table {
    ($($feature:literal, $kind:ident $Name:ident($F:ty);)*) => {
        pub(crate) const TABLE: &[Algorithm] =
            &[$(#[cfg(feature = $feature)] row!($kind $F)),*];

        /// Passes the type of each function to a visitor, in the order of
        /// [`ALGORITHMS`](crate::ALGORITHMS). VMAC is left out: under a nonce it is no function of
        /// a key and a message.
        pub fn visit(visitor: &mut impl Visitor) {
            $(#[cfg(feature = $feature)] visit!(visitor $kind $F);)*
        }

        /// A message in pieces of any row: a value, so that it needs no memory of its own.
        #[derive(Clone)]
        #[allow(clippy::large_enum_variant, reason = "streams are as large as the largest state")]
        pub(crate) enum State {
            $(#[cfg(feature = $feature)] $Name(pieces!($kind $F)),)*
        }

        $(#[cfg(feature = $feature)]
        impl From<pieces!($kind $F)> for State {
            #[inline]
            fn from(pieces: pieces!($kind $F)) -> Self {
                Self::$Name(pieces)
            }
        })*

        impl Deref for State {
            type Target = dyn Pieces;

            #[inline]
            fn deref(&self) -> &Self::Target {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$Name(ref pieces) => pieces,)*
                }
            }
        }

        impl DerefMut for State {
            #[inline]
            fn deref_mut(&mut self) -> &mut Self::Target {
                match *self {
                    $(#[cfg(feature = $feature)] Self::$Name(ref mut pieces) => pieces,)*
                }
            }
        }
    };
}

table! {
    "clhash", joining Clhash(clhash::named::Clhash);
    "clhash", joining ClhashMixed(Mixed<clhash::named::Clhash>);
    "clhash", of ClhashBitmix(clhash::named::ClhashBitmix);
    "clhash", joining Clhash128(clhash::named::Clhash128);
    "clhash", joining Clhash128Mixed(Mixed<clhash::named::Clhash128>);
    "mshash", of Mshash(mshash::named::Mshash);
    "clmac", joining Clmac(clmac::named::Clmac);
    "vhash", joining Vhash64(vhash::named::Vhash64);
    "vhash", joining Vhash64Mixed(Mixed<vhash::named::Vhash64>);
    "vhash", joining Vhash128(vhash::named::Vhash128);
    "vmac", nonces Vmac64(vmac::InPieces<1>);
    "vmac", nonces Vmac128(vmac::InPieces<2>);
    "ghash", joining Ghash(ghash_clmul::named::Ghash);
    "ghash", joining Polyval(ghash_clmul::named::Polyval);
    "multilinear", joining Mmh32(multilinear_hash::Mmh32);
    "multilinear", joining Mmh64(multilinear_hash::Mmh64);
    "multilinear", joining Tmmh16(multilinear_hash::Tmmh16);
    "multilinear", joining Multilinear64(multilinear_hash::Multilinear64);
    "multilinear", joining Multilinear64Mixed(Mixed<multilinear_hash::Multilinear64>);
    "siphash", of Siphash24(siphash_fast::named::Siphash24);
    "siphash", of Siphash13(siphash_fast::named::Siphash13);
    "siphash", of Siphash12(siphash_fast::named::Siphash12);
    "siphash", of Siphash48(siphash_fast::named::Siphash48);
    "siphash", of Siphash12Nocase(siphash_fast::named::Siphash12Nocase);
    "siphash", of Siphash128V24(siphash_fast::named::Siphash128V24);
    "siphash", of Siphash128V13(siphash_fast::named::Siphash128V13);
    "siphash", of Siptreehash(siphash_fast::named::Siptreehash);
    "siphash", of Siptreehash13(siphash_fast::named::Siptreehash13);
    "siphash", of Halfsiphash32(siphash_fast::named::Halfsiphash32);
    "siphash", of Halfsiphash64(siphash_fast::named::Halfsiphash64);
    "highwayhash", of Highwayhash64(highwayhash::named::Highwayhash64);
    "highwayhash", of Highwayhash128(highwayhash::named::Highwayhash128);
    "highwayhash", of Highwayhash256(highwayhash::named::Highwayhash256);
    "md5", of Md5(md5_opt::named::Md5);
}

/// Appends a piece to each stream, to those of MD5 in parallel.
#[cfg(feature = "md5")]
pub(crate) fn update_each<'a>(updates: impl Iterator<Item = (&'a mut State, &'a [u8])>) {
    md5_opt::Md5::update_each(updates.filter_map(|(state, bytes)| {
        if let State::Md5(stream) = state {
            return Some((&mut stream.0, bytes));
        }
        state.update(bytes);
        None
    }));
}

/// Appends a piece to each stream.
#[cfg(not(feature = "md5"))]
pub(crate) fn update_each<'a>(updates: impl Iterator<Item = (&'a mut State, &'a [u8])>) {
    updates.for_each(|(state, bytes)| state.update(bytes));
}
