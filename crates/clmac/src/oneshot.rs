//! Tags of whole messages.

use crate::Key;
use clhash::clhash128;
use hash_core::TagError;

/// Computes the tag of a message. Frozen.
///
/// ```
/// use clmac::{Key, tag, verify};
/// let key = Key::generate();
/// let sent = tag(&key, b"a message");
/// assert!(verify(&key, b"a message", &sent).is_ok());
/// assert!(verify(&key, b"another", &sent).is_err());
/// ```
#[inline]
#[must_use]
pub fn tag(key: &Key, message: &[u8]) -> [u8; 16] {
    key.seal(clhash128::hash(key.hash(), message))
}

/// Verifies the tag of a message in constant time: the time depends on the length of the message,
/// and not on the tag.
///
/// # Errors
/// Returns [`TagError`] if the tag is wrong or does not have 16 bytes.
pub fn verify(key: &Key, message: &[u8], tag: &[u8]) -> Result<(), TagError> {
    check::<16>(|| self::tag(key, message), tag)
}

/// Computes the tag in a frame that is wiped, and compares its first N bytes with a received tag.
pub(crate) fn check<const N: usize>(
    expected: impl FnOnce() -> [u8; 16],
    tag: &[u8],
) -> Result<(), TagError> {
    let received: &[u8; N] = tag.try_into().map_err(|_| TagError)?;
    let [mut ours, mut theirs] = [hash_core::residue::build(expected), [0; 16]];
    ours[N..].fill(0);
    theirs[..N].copy_from_slice(received);
    hash_core::mac::check(&crate::derive::to_words(ours), &theirs)
}

/// Defines a cut tag.
macro_rules! cuts {
    ($($bits:literal $bytes:literal $tag:ident $verify:ident;)*) => {
        $(#[doc = concat!("Computes the first ", $bytes, " bytes of the [`tag`] of a message. Frozen.")]
        ///
        /// A shorter tag is guessed sooner: see [`bound`](crate::bound). A receiver accepts tags of
        /// one length under a key.
        #[inline]
        #[must_use]
        pub fn $tag(key: &Key, message: &[u8]) -> [u8; $bytes] {
            let mut cut = [0; $bytes];
            cut.copy_from_slice(&tag(key, message)[..$bytes]);
            cut
        }

        #[doc = concat!("Verifies a tag of ", $bits, " bits, as [`verify`] does one of 128.")]
        ///
        /// # Errors
        #[doc = concat!("Returns [`TagError`] if the tag is wrong or does not have ", $bytes, " bytes.")]
        pub fn $verify(key: &Key, message: &[u8], tag: &[u8]) -> Result<(), TagError> {
            check::<$bytes>(|| self::tag(key, message), tag)
        })*
    };
}

cuts! {
    96 12 tag96 verify96;
    64 8 tag64 verify64;
}
