//! Arrays in Arrow's C data interface, made by hand.

pub(crate) mod kinds;

use core::cell::Cell;
use core::ffi::c_void;
use core::ptr::null;
use hash_arrow::Error;
use hash_arrow::ffi::{ForeignArray, Owned, Released, Schema, TypedArray};
use serde_json::Value as Json;
use std::alloc::{Layout, alloc, dealloc};
use std::ffi::CString;

/// An array that can be exported.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    format: String,
    length: i64,
    offset: i64,
    buffers: Vec<Option<Vec<u8>>>,
    children: Vec<Self>,
    dictionary: Option<Box<Self>>,
    /// The distance of buffers from an aligned address.
    shift: usize,
    flaw: Option<Flaw>,
}

/// The faults of the structs of an array. Their memory is never less than they say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// The array has a buffer that its type does not have.
    ExtraBuffer,
    /// The array lacks its last buffer.
    FewerBuffers,
    /// The number of buffers of the array is -1.
    NegativeBuffers,
    /// The array has a child that its type does not have.
    ExtraChild,
    /// The array lacks its last child.
    FewerChildren,
    /// The number of children of the array is -1.
    NegativeChildren,
    /// A pointer to a child of the array is null.
    NullChild,
    /// The array was released, and its fields were left in place.
    Released,
    /// The array has a dictionary if its type has none, and lacks it otherwise.
    Dictionary,
    /// The schema has a child that the type does not have.
    ExtraType,
    /// The number of children of the schema is -1.
    NegativeTypes,
    /// The schema was released, and its format was left in place.
    ReleasedType,
}

/// Integers and floats as bytes.
pub(crate) trait Bytes: Copy {
    fn append(self, to: &mut Vec<u8>);
}

macro_rules! bytes {
    ($($type:ty),*) => {$(impl Bytes for $type {
        fn append(self, to: &mut Vec<u8>) {
            to.extend(self.to_ne_bytes());
        }
    })*};
}
bytes!(i8, i16, i32, i64, i128, u8, u16, u64, f32, f64);

impl<T: Bytes, const N: usize> Bytes for [T; N] {
    fn append(self, to: &mut Vec<u8>) {
        self.into_iter().for_each(|value| value.append(to));
    }
}

/// Returns the bytes of values.
pub(crate) fn bytes_of<T: Bytes>(values: &[T]) -> Vec<u8> {
    let mut bytes = Vec::new();
    values.iter().for_each(|value| value.append(&mut bytes));
    bytes
}

/// Returns bits, the first one lowest.
pub(crate) fn bitmap(bits: &[bool]) -> Vec<u8> {
    let mut bytes = vec![0; bits.len().div_ceil(8)];
    for (i, bit) in bits.iter().enumerate() {
        bytes[i / 8] |= u8::from(*bit) << (i % 8);
    }
    bytes
}

/// Returns the bytes of hexadecimal digits.
pub(crate) fn unhex(digits: &str) -> Vec<u8> {
    let digit = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(digit).collect()
}

/// Returns the tables of all types of Arrow whose values `proofs/spec/oracle/arrays.py` computed
/// from their cells, each as an object and as an array of structs. Their buffers are little-endian.
pub(crate) fn vectors() -> Vec<(Json, Column)> {
    let file: Json = serde_json::from_str(include_str!("../vectors.json")).unwrap();
    assert_eq!(file["format"], 1);
    let table = |vector: &Json| {
        let columns = vector["columns"].as_array().unwrap().iter().map(Column::of_json);
        let rows = vector["rows"].as_array().unwrap().len();
        (vector.clone(), structs(rows, columns.collect()))
    };
    let vectors: Vec<_> = file["vectors"].as_array().unwrap().iter().map(table).collect();
    assert_eq!(vectors.len(), 100);
    vectors
}

/// Returns an array of structs.
pub(crate) fn structs(length: usize, fields: Vec<Column>) -> Column {
    Column::new("+s", length, vec![None]).children(fields)
}

impl Column {
    pub(crate) fn new(format: &str, length: usize, buffers: Vec<Option<Vec<u8>>>) -> Self {
        Self {
            format: format.into(),
            length: i64::try_from(length).unwrap(),
            offset: 0,
            buffers,
            children: Vec::new(),
            dictionary: None,
            shift: 0,
            flaw: None,
        }
    }

    /// Returns the array of a vector.
    fn of_json(json: &Json) -> Self {
        let items = |name: &str| json[name].as_array().map_or(&[][..], Vec::as_slice).iter();
        let number = |name: &str| json[name].as_i64().unwrap();
        Self {
            format: json["format"].as_str().unwrap().into(),
            length: number("length"),
            offset: number("offset"),
            buffers: items("buffers").map(|buffer| buffer.as_str().map(unhex)).collect(),
            children: items("children").map(Self::of_json).collect(),
            dictionary: json.get("dictionary").map(|values| Box::new(Self::of_json(values))),
            shift: 0,
            flaw: None,
        }
    }

    pub(crate) fn fixed<T: Bytes>(format: &str, values: &[T]) -> Self {
        Self::new(format, values.len(), vec![None, Some(bytes_of(values))])
    }

    pub(crate) fn nulls(mut self, valid: &[bool]) -> Self {
        self.buffers[0] = Some(bitmap(valid));
        self
    }

    pub(crate) fn children(mut self, children: Vec<Self>) -> Self {
        self.children = children;
        self
    }

    pub(crate) fn dictionary(mut self, values: Self) -> Self {
        self.dictionary = Some(Box::new(values));
        self
    }

    pub(crate) fn slice(mut self, start: usize, length: usize) -> Self {
        self.offset += i64::try_from(start).unwrap();
        self.length = i64::try_from(length).unwrap();
        self
    }

    pub(crate) fn range(mut self, offset: i64, length: i64) -> Self {
        (self.offset, self.length) = (offset, length);
        self
    }

    pub(crate) fn is_struct(&self) -> bool {
        self.format == "+s"
    }

    pub(crate) fn shift(mut self, shift: usize) -> Self {
        self.shift = shift;
        self
    }

    pub(crate) fn flaw(mut self, flaw: Flaw) -> Self {
        self.flaw = Some(flaw);
        self
    }

    pub(crate) fn len(&self) -> usize {
        usize::try_from(self.length).unwrap()
    }

    pub(crate) fn buffers(&self) -> &[Option<Vec<u8>>] {
        &self.buffers
    }

    pub(crate) fn has_children(&self) -> bool {
        !self.children.is_empty()
    }

    /// Returns the array, and releases its schema.
    pub(crate) fn export(&self) -> Result<TypedArray, Error> {
        let (mut schema, mut array) = (self.schema(), self.array());
        // SAFETY: the structs follow the interface as far as memory goes, and nothing else uses
        // them.
        let (schema, array) = unsafe {
            (Owned::take(&raw mut schema).unwrap(), Owned::take(&raw mut array).unwrap())
        };
        let of = schema.to_type()?;
        // SAFETY: the schema and the array are those of one column.
        Ok(unsafe { TypedArray::new(array, of) })
    }

    /// Returns a schema, which must be released.
    pub(crate) fn schema(&self) -> Schema {
        let mut parts = Box::new(SchemaParts {
            format: CString::new(&*self.format).unwrap(),
            children: self
                .children
                .iter()
                .map(|child| Box::into_raw(Box::new(child.schema())))
                .collect(),
        });
        if self.flaw == Some(Flaw::ExtraType) {
            let extra = Self::new("c", 0, vec![]).schema();
            parts.children.push(Box::into_raw(Box::new(extra)));
        }
        let children = i64::try_from(parts.children.len()).unwrap();
        Schema {
            format: parts.format.as_ptr(),
            n_children: if self.flaw == Some(Flaw::NegativeTypes) { -1 } else { children },
            children: parts.children.as_mut_ptr(),
            dictionary: self
                .dictionary
                .as_ref()
                .map_or(core::ptr::null_mut(), |values| Box::into_raw(Box::new(values.schema()))),
            release: if self.flaw == Some(Flaw::ReleasedType) {
                None
            } else {
                Some(release_schema)
            },
            private_data: Box::into_raw(parts).cast(),
            ..Schema::RELEASED
        }
    }

    /// Returns an array, which must be released.
    pub(crate) fn array(&self) -> ForeignArray {
        let memory: Vec<_> = self
            .buffers
            .iter()
            .map(|buffer| buffer.as_ref().map(|bytes| Memory::new(bytes, self.shift)))
            .collect();
        let buffers = memory
            .iter()
            .map(|memory| memory.as_ref().map_or(null(), |memory| memory.start.cast()));
        let mut parts = Box::new(ArrayParts {
            buffers: buffers.collect(),
            _memory: memory,
            children: self
                .children
                .iter()
                .map(|child| Box::into_raw(Box::new(child.array())))
                .collect(),
            pointers: Vec::new(),
        });
        parts.pointers.clone_from(&parts.children);
        let extra = || Box::into_raw(Box::new(Self::new("c", 0, vec![]).array()));
        let (mut has_dictionary, mut release) = (self.dictionary.is_some(), true);
        let mut n_children = i64::try_from(parts.children.len()).unwrap();
        match self.flaw {
            Some(Flaw::ExtraBuffer) => parts.buffers.push(null()),
            Some(Flaw::FewerBuffers) => drop(parts.buffers.pop()),
            Some(Flaw::ExtraChild) => {
                parts.children.push(extra());
                parts.pointers.clone_from(&parts.children);
                n_children += 1;
            }
            Some(Flaw::FewerChildren) => n_children -= 1,
            Some(Flaw::NegativeChildren) => n_children = -1,
            Some(Flaw::NullChild) => {
                if let Some(first) = parts.pointers.first_mut() {
                    *first = core::ptr::null_mut();
                }
            }
            Some(Flaw::Dictionary) => has_dictionary = !has_dictionary,
            Some(Flaw::Released) => release = false,
            _ => {}
        }
        let buffers = i64::try_from(parts.buffers.len()).unwrap();
        ForeignArray {
            length: self.length,
            null_count: -1,
            offset: self.offset,
            n_buffers: if self.flaw == Some(Flaw::NegativeBuffers) { -1 } else { buffers },
            n_children,
            buffers: parts.buffers.as_ptr(),
            children: parts.pointers.as_mut_ptr(),
            dictionary: match &self.dictionary {
                Some(values) if has_dictionary => Box::into_raw(Box::new(values.array())),
                None if has_dictionary => extra(),
                _ => core::ptr::null_mut(),
            },
            release: if release { Some(release_array) } else { None },
            private_data: Box::into_raw(parts).cast(),
        }
    }
}

/// A buffer in an allocation that ends with it, so that AddressSanitizer and Miri detect a read
/// past its end.
struct Memory {
    start: *const u8,
    room: *mut u8,
    layout: Layout,
}

impl Memory {
    /// Copies bytes to a distance from an aligned address.
    fn new(bytes: &[u8], shift: usize) -> Self {
        let layout = Layout::from_size_align(shift + bytes.len(), 16).unwrap();
        if layout.size() == 0 {
            let room = core::ptr::without_provenance_mut(layout.align());
            return Self { start: room, room, layout };
        }
        // SAFETY: the layout is not empty.
        let room = unsafe { alloc(layout) };
        assert!(!room.is_null());
        // SAFETY: the memory has room for the shift and the bytes.
        let start = unsafe {
            room.write_bytes(0, shift);
            room.add(shift).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            room.add(shift)
        };
        Self { start, room, layout }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: `new` allocated the memory with this layout.
            unsafe { dealloc(self.room, self.layout) };
        }
    }
}

struct SchemaParts {
    format: CString,
    children: Vec<*mut Schema>,
}

struct ArrayParts {
    buffers: Vec<*const c_void>,
    _memory: Vec<Option<Memory>>,
    /// The children, which are released with their parent.
    children: Vec<*mut ForeignArray>,
    /// The children that the struct points to.
    pointers: Vec<*mut ForeignArray>,
}

thread_local! {
    static RELEASED: Cell<usize> = const { Cell::new(0) };
}

/// Returns the number of structs that were released, except children and dictionaries.
pub(crate) fn released() -> usize {
    RELEASED.get()
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    let before = released();
    // SAFETY: `Column::schema` made the struct and its parts, which are released once.
    unsafe {
        let parts = Box::from_raw((*schema).private_data.cast::<SchemaParts>());
        let dictionary = (*schema).dictionary;
        for child in parts.children.into_iter().chain((!dictionary.is_null()).then_some(dictionary))
        {
            release_schema(child);
            drop(Box::from_raw(child));
        }
        schema.write(Schema::RELEASED);
    }
    RELEASED.set(before + 1);
}

unsafe extern "C" fn release_array(array: *mut ForeignArray) {
    let before = released();
    // SAFETY: as above.
    unsafe {
        let parts = Box::from_raw((*array).private_data.cast::<ArrayParts>());
        let dictionary = (*array).dictionary;
        for child in parts.children.into_iter().chain((!dictionary.is_null()).then_some(dictionary))
        {
            release_array(child);
            drop(Box::from_raw(child));
        }
        array.write(ForeignArray::RELEASED);
    }
    RELEASED.set(before + 1);
}
