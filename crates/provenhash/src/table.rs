//! The rows. A new function needs a line here.

#[cfg(feature = "vmac")]
mod vmac;

use crate::Algorithm;
use crate::function::Pieces;
use hash_core::function::Mixed;

pub(crate) const TABLE: &[Algorithm] = &[
    #[cfg(feature = "clhash")]
    Algorithm::joining::<clhash::named::Clhash>(),
    #[cfg(feature = "clhash")]
    Algorithm::joining::<Mixed<clhash::named::Clhash>>(),
    #[cfg(feature = "clhash")]
    Algorithm::of::<clhash::named::ClhashBitmix>(),
    #[cfg(feature = "clhash")]
    Algorithm::joining::<clhash::named::Clhash128>(),
    #[cfg(feature = "clhash")]
    Algorithm::joining::<Mixed<clhash::named::Clhash128>>(),
    #[cfg(feature = "mshash")]
    Algorithm::of::<mshash::named::Mshash>(),
    #[cfg(feature = "clmac")]
    Algorithm::joining::<clmac::named::Clmac>(),
    #[cfg(feature = "vhash")]
    Algorithm::joining::<vhash::named::Vhash64>(),
    #[cfg(feature = "vhash")]
    Algorithm::joining::<Mixed<vhash::named::Vhash64>>(),
    #[cfg(feature = "vhash")]
    Algorithm::joining::<vhash::named::Vhash128>(),
    #[cfg(feature = "vmac")]
    vmac::VMAC64,
    #[cfg(feature = "vmac")]
    vmac::VMAC128,
    #[cfg(feature = "ghash")]
    Algorithm::joining::<ghash_clmul::named::Ghash>(),
    #[cfg(feature = "ghash")]
    Algorithm::joining::<ghash_clmul::named::Polyval>(),
    #[cfg(feature = "multilinear")]
    Algorithm::joining::<multilinear_hash::Mmh32>(),
    #[cfg(feature = "multilinear")]
    Algorithm::joining::<multilinear_hash::Mmh64>(),
    #[cfg(feature = "multilinear")]
    Algorithm::joining::<multilinear_hash::Tmmh16>(),
    #[cfg(feature = "multilinear")]
    Algorithm::joining::<multilinear_hash::Multilinear64>(),
    #[cfg(feature = "multilinear")]
    Algorithm::joining::<Mixed<multilinear_hash::Multilinear64>>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Siphash24>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Siphash13>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Siphash12>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Siphash48>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Siphash12Nocase>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Siphash128V24>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Siphash128V13>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Siptreehash>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Siptreehash13>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Halfsiphash32>(),
    #[cfg(feature = "siphash")]
    Algorithm::of::<siphash_fast::named::Halfsiphash64>(),
    #[cfg(feature = "highwayhash")]
    Algorithm::of::<highwayhash::named::Highwayhash64>(),
    #[cfg(feature = "highwayhash")]
    Algorithm::of::<highwayhash::named::Highwayhash128>(),
    #[cfg(feature = "highwayhash")]
    Algorithm::of::<highwayhash::named::Highwayhash256>(),
    #[cfg(feature = "md5")]
    Algorithm::of::<md5_opt::named::Md5>(),
];

/// Appends a piece to each stream, to those of MD5 in parallel.
#[cfg(feature = "md5")]
pub(crate) fn update_each<'a>(
    updates: impl Iterator<Item = (&'a mut (dyn Pieces + 'static), &'a [u8])>,
) {
    use crate::function::InPieces;
    use std::any::Any;
    type OfMd5 = InPieces<md5_opt::named::Md5>;
    md5_opt::Md5::update_each(updates.filter_map(|(pieces, bytes)| {
        let any: &dyn Any = pieces;
        if !any.is::<OfMd5>() {
            pieces.update(bytes);
            return None;
        }
        let any: &mut dyn Any = pieces;
        any.downcast_mut::<OfMd5>().map(|stream| (&mut stream.0, bytes))
    }));
}

/// Appends a piece to each stream.
#[cfg(not(feature = "md5"))]
pub(crate) fn update_each<'a>(
    updates: impl Iterator<Item = (&'a mut (dyn Pieces + 'static), &'a [u8])>,
) {
    updates.for_each(|(pieces, bytes)| pieces.update(bytes));
}
