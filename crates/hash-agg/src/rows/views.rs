//! Strings in Arrow's view layout.

use super::{Bytes, Rows};
use crate::backend::{self, GROUP};
use crate::column::{CHUNK, Chunk, clear};
use crate::validity::Validity;
use crate::value::tag;
use hash_core::BatchError;

impl Rows<'_> {
    /// Appends a column of strings in Arrow's view layout.
    ///
    /// The low 32 bits of a view are the length of its string in bytes. Up to 12 bytes follow in the
    /// view itself, lowest first; bits after them are ignored. The view of a longer string has four
    /// bytes of it, the index of its buffer and the offset in that, in 32 bits each. The views of
    /// nulls are ignored.
    ///
    /// # Errors
    /// See [`Rows`]. Also returns [`BatchError::Offset`] if a string is not in its buffer.
    pub fn views(
        &mut self,
        kind: Bytes,
        views: &[u128],
        buffers: &[&[u8]],
        validity: Option<Validity>,
    ) -> Result<(), BatchError> {
        let key = self.start(views.len(), validity)?;
        let is_valid = |i| validity.is_none_or(|validity| validity.bit(i));
        let is_missing = |(i, view): (usize, &u128)| {
            length(*view) > INLINE_BYTES && is_valid(i) && far_string(*view, buffers).is_none()
        };
        if let Some(index) = views.iter().enumerate().position(is_missing) {
            return Err(BatchError::Offset { index });
        }
        let (factors, mut cells) = (key.cells(), Chunk::new());
        let (mut units, mut bytes) = ([0; CHUNK], [[0; 16]; CHUNK]);
        let chunks = views.chunks(CHUNK).zip(self.sums.chunks_mut(CHUNK / GROUP));
        for (i, (views, sums)) in chunks.enumerate() {
            let (count, at) = (views.len(), i * CHUNK);
            let (mut shortest, mut longest) = (usize::MAX, 0);
            for ((view, unit), t) in views.iter().zip(&mut units).zip(&mut cells.t) {
                let len = length(*view);
                *unit = view >> 32 & MASKS[len.min(INLINE_BYTES)];
                *t = tag(kind.kind(), len as u64);
                (shortest, longest) = (shortest.min(len), longest.max(len));
            }
            let (a, b) = (&mut cells.a[..count], &mut cells.b[..count]);
            if longest <= INLINE_BYTES {
                backend::units(self.backend, self.key.wide(), &units[..count], a, b);
                if shortest == 0 {
                    clear_empty(views, a, b);
                }
            } else {
                let mut strings: [&[u8]; CHUNK] = [&[]; CHUNK];
                let unit_bytes = units.iter().zip(&mut bytes);
                for ((string, view), (unit, bytes)) in strings.iter_mut().zip(views).zip(unit_bytes)
                {
                    *bytes = unit.to_le_bytes();
                    *string = match length(*view) {
                        len @ ..=INLINE_BYTES => &bytes[..len],
                        // Only a null may be missing.
                        _ => far_string(*view, buffers).unwrap_or_default(),
                    };
                }
                backend::strings(self.backend, self.key.wide(), &strings[..count], a, b);
            }
            clear(a, validity, at);
            clear(b, validity, at);
            clear(&mut cells.t[..count], validity, at);
            backend::cells(self.backend, sums, cells.first(count), &factors);
        }
        self.columns += 1;
        Ok(())
    }
}

/// The longest string that a view contains.
const INLINE_BYTES: usize = 12;

/// The masks of so many bytes.
const MASKS: [u128; INLINE_BYTES + 1] = {
    let mut masks = [0; INLINE_BYTES + 1];
    let mut len = 1;
    while len <= INLINE_BYTES {
        masks[len] = masks[len - 1] << 8 | 0xff;
        len += 1;
    }
    masks
};

/// Returns the length of a view's string.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low word")]
const fn length(view: u128) -> usize {
    view as u32 as usize
}

/// Returns the string of a view that does not contain it, if it is there.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "words")]
fn far_string<'b>(view: u128, buffers: &[&'b [u8]]) -> Option<&'b [u8]> {
    let [buffer, offset] = [(view >> 64) as u32 as usize, (view >> 96) as u32 as usize];
    buffers.get(buffer)?.get(offset..)?.get(..length(view))
}

/// Sets the elements of empty strings, which have no unit.
fn clear_empty(views: &[u128], a: &mut [u128], b: &mut [u128]) {
    for (view, (a, b)) in views.iter().zip(a.iter_mut().zip(b)) {
        if length(*view) == 0 {
            (*a, *b) = (0, 0);
        }
    }
}
