//! Types of columns.

use crate::kind::{Kind, Layout, leaf};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The type of a column: what its buffers hold, and what their bytes mean.
///
/// The names of fields, time zones and metadata are not part of it, because they are not part of
/// values. An extension type is the type of its storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type(pub(crate) Form);

/// The parts of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Leaf(Layout, Kind),
    List(Bounds, Box<Type>),
    Struct(Vec<Type>),
    /// A map, and the struct of its entries.
    Map(Box<Type>),
    Dictionary {
        indices: Indices,
        values: Box<Type>,
    },
    /// Runs whose ends have as many bytes each.
    Runs {
        width: usize,
        values: Box<Type>,
    },
    Union {
        dense: bool,
        /// The field of each type number, or 255.
        fields_of: Box<[u8; 128]>,
        fields: Vec<Type>,
    },
}

/// How a list finds its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bounds {
    /// Offsets of as many bytes: list i is between offsets i and i + 1.
    Offsets(usize),
    /// Offsets and sizes of as many bytes.
    Views(usize),
    /// As many items in each list.
    Fixed(usize),
}

/// The integers that are the indices of a dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Indices {
    pub(crate) width: usize,
    pub(crate) signed: bool,
}

/// The number of types inside one another that are followed, so that a hostile schema cannot
/// exhaust the stack.
pub(crate) const DEPTH: usize = 64;

impl Type {
    /// Returns the type without children of a format string, or `None` if it is not one.
    #[must_use]
    pub fn leaf(format: &str) -> Option<Self> {
        leaf(format).map(|(layout, kind)| Self(Form::Leaf(layout, kind)))
    }

    /// Returns the type of a nested format string, such as `+l`, whose children have these types, or
    /// `None` if it is not one or has other children.
    #[must_use]
    pub fn nested(format: &str, children: Vec<Self>) -> Option<Self> {
        Form::nested(format, children).map(Self)
    }

    /// Returns the type of a dictionary, or `None` if the type of its indices is not one of integers.
    #[must_use]
    pub fn dictionary(indices: &Self, values: Self) -> Option<Self> {
        let Self(Form::Leaf(Layout::Fixed(width), kind)) = *indices else { return None };
        let signed = match kind {
            Kind::Signed => true,
            Kind::Unsigned => false,
            _ => return None,
        };
        let indices = Indices { width, signed };
        Some(Self(Form::Dictionary { indices, values: Box::new(values) }))
    }

    /// Returns whether values have fields, so that an array of them can be a table.
    #[must_use]
    pub const fn is_struct(&self) -> bool {
        matches!(self.0, Form::Struct(_))
    }

    /// Returns the types of the columns of a table: those of the fields of a struct, or this one.
    pub(crate) fn columns(&self) -> &[Self] {
        match &self.0 {
            Form::Struct(fields) => fields,
            _ => core::slice::from_ref(self),
        }
    }
}

impl Form {
    /// Returns the type of a nested format whose children have these types, or `None` if it is not
    /// one.
    fn nested(format: &str, mut children: Vec<Type>) -> Option<Self> {
        if let Some(ids) = format.strip_prefix("+ud:") {
            return Self::of_union(true, ids, children);
        }
        if let Some(ids) = format.strip_prefix("+us:") {
            return Self::of_union(false, ids, children);
        }
        if format == "+s" {
            return Some(Self::Struct(children));
        }
        let last = Box::new(children.pop()?);
        let bounds = match format {
            "+l" => Bounds::Offsets(4),
            "+L" => Bounds::Offsets(8),
            "+vl" => Bounds::Views(4),
            "+vL" => Bounds::Views(8),
            "+m" if last.is_struct() => return Some(Self::Map(last)),
            "+r" => {
                let Type(Self::Leaf(Layout::Fixed(width), Kind::Signed)) = children.pop()? else {
                    return None;
                };
                return Some(Self::Runs { width, values: last });
            }
            _ => Bounds::Fixed(format.strip_prefix("+w:")?.parse().ok()?),
        };
        Some(Self::List(bounds, last))
    }

    fn of_union(dense: bool, ids: &str, fields: Vec<Type>) -> Option<Self> {
        let mut fields_of = Box::new([u8::MAX; 128]);
        let mut count = 0;
        for id in ids.split(',').filter(|id| !id.is_empty()) {
            let place = fields_of.get_mut(id.parse::<usize>().ok()?)?;
            *place = u8::try_from(count).ok()?;
            count += 1;
        }
        (count == fields.len()).then_some(Self::Union { dense, fields_of, fields })
    }
}
