//! Arrays in Arrow's C data interface, made by hand.

use core::cell::Cell;
use core::ffi::c_void;
use core::ptr::null;
use hash_arrow::ffi::{ForeignArray, Owned, Released, Schema};
use serde_json::Value as Json;
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

/// Returns the tables of all types of Arrow whose values `spec/oracle/arrays.py` computed from their
/// cells, each as an object and as an array of structs. Their buffers are little-endian.
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

    /// Returns the structs of the interface.
    pub(crate) fn export(&self) -> (Owned<Schema>, Owned<ForeignArray>) {
        let (mut schema, mut array) = (self.schema(), self.array());
        // SAFETY: the structs follow the interface, and nothing else uses them.
        unsafe { (Owned::take(&raw mut schema).unwrap(), Owned::take(&raw mut array).unwrap()) }
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
        Schema {
            format: parts.format.as_ptr(),
            n_children: i64::try_from(parts.children.len()).unwrap(),
            children: parts.children.as_mut_ptr(),
            dictionary: self
                .dictionary
                .as_ref()
                .map_or(core::ptr::null_mut(), |values| Box::into_raw(Box::new(values.schema()))),
            release: Some(release_schema),
            private_data: Box::into_raw(parts).cast(),
            ..Schema::RELEASED
        }
    }

    /// Returns an array, which must be released.
    pub(crate) fn array(&self) -> ForeignArray {
        let memory: Vec<_> = self
            .buffers
            .iter()
            .map(|buffer| {
                buffer.as_ref().map(|bytes| {
                    // Aligned memory, so that a shift of 0 is aligned.
                    let mut words = vec![0_u128; (self.shift + bytes.len()).div_ceil(16) + 1];
                    let start: *mut u8 = words.as_mut_ptr().cast();
                    // SAFETY: the memory has room for the shift and the bytes.
                    unsafe {
                        start.add(self.shift).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
                    };
                    words
                })
            })
            .collect();
        let buffers = memory.iter().map(|words| {
            words.as_ref().map_or(null(), |words| {
                // SAFETY: the shift lies in the memory.
                unsafe { words.as_ptr().cast::<u8>().add(self.shift) }.cast()
            })
        });
        let mut parts = Box::new(ArrayParts {
            buffers: buffers.collect(),
            _memory: memory,
            children: self
                .children
                .iter()
                .map(|child| Box::into_raw(Box::new(child.array())))
                .collect(),
        });
        ForeignArray {
            length: self.length,
            null_count: -1,
            offset: self.offset,
            n_buffers: i64::try_from(parts.buffers.len()).unwrap(),
            n_children: i64::try_from(parts.children.len()).unwrap(),
            buffers: parts.buffers.as_ptr(),
            children: parts.children.as_mut_ptr(),
            dictionary: self
                .dictionary
                .as_ref()
                .map_or(core::ptr::null_mut(), |values| Box::into_raw(Box::new(values.array()))),
            release: Some(release_array),
            private_data: Box::into_raw(parts).cast(),
        }
    }
}

struct SchemaParts {
    format: CString,
    children: Vec<*mut Schema>,
}

struct ArrayParts {
    buffers: Vec<*const c_void>,
    _memory: Vec<Option<Vec<u128>>>,
    children: Vec<*mut ForeignArray>,
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
