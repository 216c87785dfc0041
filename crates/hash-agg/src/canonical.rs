//! The parts of canonical bytes, as an [`Encoder`](crate::Encoder) writes them.

use crate::value::kind::*;
use alloc::vec::Vec;

pub use crate::value::kind::{LIST, NULL, STRUCT};

/// Returns the kind of the value that has these canonical bytes: their first byte, but numbers of
/// all widths are of one kind. `None` for no bytes. The kinds are frozen.
#[must_use]
pub fn kind(bytes: &[u8]) -> Option<u8> {
    bytes.first().map(|&kind| if kind == WIDE_NUMBER { NUMBER } else { kind })
}

/// Returns the canonical bytes of each item of a list, each field of a struct, or each key and
/// value of a map. `None` if the bytes are not those of one list, struct or map; the bytes of a
/// string or number within may be any.
///
/// ```
/// use hash_agg::{Encoder, Value, canonical};
/// let mut encoder = Encoder::new();
/// encoder.list(|list| list.push(1).push("ab").list(|_| ()));
/// let items = canonical::items(encoder.as_bytes()).expect("a list");
/// assert_eq!(Value::from_canonical(items[1]), Some(Value::Text("ab")));
/// assert_eq!(canonical::kind(items[2]), Some(canonical::LIST));
/// ```
#[must_use]
pub fn items(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let (&(LIST | STRUCT | MAP), rest) = bytes.split_first()? else { return None };
    let (count, mut rest) = rest.split_first_chunk()?;
    let mut items = Vec::new();
    for _ in 0..u64::from_le_bytes(*count) {
        let (item, after) = rest.split_at_checked(length(rest)?)?;
        items.push(item);
        rest = after;
    }
    rest.is_empty().then_some(items)
}

/// Returns the length of the first value. Its end is where no value is left, so that no depth of
/// nesting takes stack.
fn length(bytes: &[u8]) -> Option<usize> {
    let (mut len, mut left) = (0_usize, 1_u64);
    while left > 0 {
        left -= 1;
        let (&kind, rest) = bytes.get(len..)?.split_first()?;
        let count = || rest.first_chunk().map(|count| u64::from_le_bytes(*count));
        let bytes = match kind {
            NULL => 0,
            NUMBER => 17,
            WIDE_NUMBER => 33,
            TEXT | BINARY => usize::try_from(count()?).ok()?.checked_add(8)?,
            LIST | STRUCT | MAP => {
                left = left.checked_add(count()?)?;
                8
            }
            BOOLEAN | FLOAT | DATE..=INTERVAL => 16,
            _ => return None,
        };
        len = len.checked_add(1 + bytes)?;
    }
    Some(len)
}
