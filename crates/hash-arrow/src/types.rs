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
    /// Runs, whose ends have as many bytes each.
    Runs {
        width: usize,
        ends: Box<Type>,
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

    /// Returns the type of a nested format string, such as `+l`, whose children have these types,
    /// or `None` if it is not one or has other children.
    #[must_use]
    pub fn nested(format: &str, children: Vec<Self>) -> Option<Self> {
        Form::nested(format, children).map(Self)
    }

    /// Returns the type of a dictionary, or `None` if the type of its indices is not one of
    /// integers.
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

    /// Returns whether values have no children, and are not found by runs or in the fields of a
    /// union.
    #[must_use]
    pub const fn is_flat(&self) -> bool {
        match &self.0 {
            Form::Leaf(..) => true,
            Form::Dictionary { values, .. } => values.is_flat(),
            _ => false,
        }
    }

    /// Returns the number of children.
    pub(crate) const fn children(&self) -> usize {
        match &self.0 {
            Form::Leaf(..) | Form::Dictionary { .. } => 0,
            Form::List(..) | Form::Map(_) => 1,
            Form::Runs { .. } => 2,
            Form::Struct(fields) | Form::Union { fields, .. } => fields.len(),
        }
    }

    /// Returns the type of a child.
    pub(crate) fn child(&self, index: usize) -> Option<&Self> {
        match &self.0 {
            Form::Leaf(..) | Form::Dictionary { .. } => None,
            Form::List(_, items) | Form::Map(items) => (index == 0).then_some(items),
            Form::Runs { ends, values, .. } => [ends, values].get(index).map(|child| &***child),
            Form::Struct(fields) | Form::Union { fields, .. } => fields.get(index),
        }
    }

    /// Returns the type of the values of a dictionary.
    pub(crate) fn dictionary_values(&self) -> Option<&Self> {
        if let Form::Dictionary { values, .. } = &self.0 { Some(values) } else { None }
    }

    /// Returns the number of buffers, without those that views refer to.
    pub(crate) const fn buffers(&self) -> usize {
        match &self.0 {
            Form::Leaf(Layout::Null, _) | Form::Runs { .. } => 0,
            Form::Struct(_)
            | Form::List(Bounds::Fixed(_), _)
            | Form::Union { dense: false, .. } => 1,
            Form::Leaf(Layout::Bits | Layout::Fixed(_), _)
            | Form::List(Bounds::Offsets(_), _)
            | Form::Map(_)
            | Form::Dictionary { .. }
            | Form::Union { dense: true, .. } => 2,
            // Views have the sizes of the buffers that they refer to.
            Form::Leaf(..) | Form::List(Bounds::Views(_), _) => 3,
        }
    }

    /// Returns whether values are views, which refer to any number of buffers.
    pub(crate) const fn has_views(&self) -> bool {
        matches!(self.0, Form::Leaf(Layout::Views, _))
    }

    /// Returns the width of the offsets that divide the bytes of strings.
    pub(crate) const fn offsets_of_bytes(&self) -> Option<usize> {
        match self.0 {
            Form::Leaf(Layout::Offsets32, _) => Some(4),
            Form::Leaf(Layout::Offsets64, _) => Some(8),
            _ => None,
        }
    }

    /// Returns the number of bytes of a buffer of an array whose values end at place `end`. `None`
    /// if there is no such buffer, or if its length is not given by the type: those of the bytes of
    /// strings.
    pub(crate) fn bytes(&self, index: usize, end: usize) -> Option<usize> {
        let bits = end.div_ceil(8);
        let offsets = |width: usize| width.checked_mul(end.checked_add(1)?);
        match (&self.0, index) {
            (Form::Leaf(Layout::Null, _) | Form::Runs { .. }, _) => None,
            (Form::Union { .. }, 0) => Some(end),
            (Form::Union { dense: true, .. }, 1) => end.checked_mul(4),
            (Form::Union { .. }, _) => None,
            // The validity.
            (_, 0) => Some(bits),
            (Form::Leaf(Layout::Bits, _), 1) => Some(bits),
            (Form::Leaf(Layout::Fixed(width), _), 1) => end.checked_mul(*width),
            (Form::Leaf(Layout::Offsets32, _) | Form::Map(_), 1) => offsets(4),
            (Form::Leaf(Layout::Offsets64, _), 1) => offsets(8),
            (Form::Leaf(Layout::Views, _), 1) => end.checked_mul(16),
            (Form::List(Bounds::Offsets(width), _), 1) => offsets(*width),
            (Form::List(Bounds::Views(width), _), 1 | 2) => end.checked_mul(*width),
            (Form::Dictionary { indices, .. }, 1) => end.checked_mul(indices.width),
            _ => None,
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
        if children.len() != if format == "+r" { 2 } else { 1 } {
            return None;
        }
        let last = Box::new(children.pop()?);
        let bounds = match format {
            "+l" => Bounds::Offsets(4),
            "+L" => Bounds::Offsets(8),
            "+vl" => Bounds::Views(4),
            "+vL" => Bounds::Views(8),
            "+m" if last.is_struct() && last.children() == 2 => return Some(Self::Map(last)),
            "+r" => {
                let ends = Box::new(children.pop()?);
                let Self::Leaf(Layout::Fixed(width @ (2 | 4 | 8)), Kind::Signed) = ends.0 else {
                    return None;
                };
                return Some(Self::Runs { width, ends, values: last });
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
