//! Arrow's [C data interface](https://arrow.apache.org/docs/format/CDataInterface.html) and [C stream
//! interface](https://arrow.apache.org/docs/format/CStreamInterface.html).
#![allow(unsafe_code, reason = "the structs of the interface hold pointers")]

use crate::array::{Array, Source};
use crate::error::Error;
use crate::types::{DEPTH, Type};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::{mem, slice};
use hash_agg::Validity;

/// The type of an array: `struct ArrowSchema`.
#[derive(Debug)]
#[repr(C)]
pub struct Schema {
    /// The format string of the type.
    pub format: *const c_char,
    /// The name of the field.
    pub name: *const c_char,
    /// Metadata.
    pub metadata: *const c_char,
    /// Flags.
    pub flags: i64,
    /// The number of children.
    pub n_children: i64,
    /// The types of the children.
    pub children: *mut *mut Self,
    /// The type of the values of a dictionary.
    pub dictionary: *mut Self,
    /// Releases the struct.
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    /// Data of the producer.
    pub private_data: *mut c_void,
}

/// The buffers of an array: `struct ArrowArray`.
#[derive(Debug)]
#[repr(C)]
pub struct ForeignArray {
    /// The number of values.
    pub length: i64,
    /// The number of nulls, or -1.
    pub null_count: i64,
    /// The place of the first value in the buffers.
    pub offset: i64,
    /// The number of buffers.
    pub n_buffers: i64,
    /// The number of children.
    pub n_children: i64,
    /// The buffers.
    pub buffers: *const *const c_void,
    /// The children.
    pub children: *mut *mut Self,
    /// The values of a dictionary.
    pub dictionary: *mut Self,
    /// Releases the struct.
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    /// Data of the producer.
    pub private_data: *mut c_void,
}

/// A sequence of arrays of one type: `struct ArrowArrayStream`.
#[derive(Debug)]
#[repr(C)]
pub struct Stream {
    /// Writes the type of the arrays.
    pub get_schema: Option<unsafe extern "C" fn(*mut Self, *mut Schema) -> c_int>,
    /// Writes the next array, or a released one at the end.
    pub get_next: Option<unsafe extern "C" fn(*mut Self, *mut ForeignArray) -> c_int>,
    /// Returns a description of the last error.
    pub get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    /// Releases the struct.
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    /// Data of the producer.
    pub private_data: *mut c_void,
}

/// A struct of the interface, whose owner calls `release` once.
pub trait Released: Sized {
    /// A struct that was released or has not been filled yet.
    const RELEASED: Self;
    /// Returns the function that releases the struct, unless it was released.
    fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)>;
}

macro_rules! released {
    ($($Type:ty),*) => {
        $(impl Released for $Type {
            // SAFETY: the fields are integers, pointers and optional functions, for which zeros are
            // valid.
            const RELEASED: Self = unsafe { mem::zeroed() };

            fn release(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
                self.release
            }
        })*
    };
}
released!(Schema, ForeignArray, Stream);

/// A struct of the interface that is owned, and released when it is dropped.
#[derive(Debug)]
pub struct Owned<T: Released>(Box<T>);

impl<T: Released> Owned<T> {
    /// Moves a struct out of a place, in which it leaves a released one. Returns `None` if the struct
    /// was released.
    ///
    /// # Safety
    /// `place` is a struct that follows the interface, or a released one. Nothing else uses it or what
    /// it points to until it is released, and it may be released on the thread that drops it.
    #[must_use]
    pub unsafe fn take(place: *mut T) -> Option<Self> {
        // SAFETY: guaranteed by the caller.
        let moved = unsafe { place.replace(T::RELEASED) };
        moved.release().is_some().then(|| Self(Box::new(moved)))
    }

    /// Returns the struct.
    #[must_use]
    pub fn get(&self) -> &T {
        &self.0
    }
}

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        if let Some(release) = self.0.release() {
            // SAFETY: we own the struct, and release it only here.
            unsafe { release(&raw mut *self.0) };
        }
    }
}

impl Owned<Schema> {
    /// Returns the type.
    ///
    /// # Errors
    /// Returns [`Error::Type`] if a type has no canonical form, and [`Error::Schema`] if the schema is
    /// malformed.
    pub fn to_type(&self) -> Result<Type, Error> {
        // SAFETY: the schema was taken as one that follows the interface, and lives as long as `self`.
        unsafe { self.0.to_type() }
    }
}

impl Schema {
    /// Returns the type of a schema that is not taken.
    ///
    /// # Errors
    /// Returns [`Error::Type`] if a type has no canonical form, and [`Error::Schema`] if the schema is
    /// malformed or was released.
    ///
    /// # Safety
    /// The schema was released, or it and what it points to follow the interface.
    pub unsafe fn to_type(&self) -> Result<Type, Error> {
        if self.release.is_none() {
            return Err(Error::Schema("it was released"));
        }
        // SAFETY: guaranteed by the caller.
        unsafe { type_of(self, 0) }
    }
}

impl Owned<ForeignArray> {
    /// Returns the array as checked slices.
    ///
    /// # Errors
    /// Returns [`Error::Array`] if the array cannot have this type, or is malformed.
    pub fn view(&self, of: &Type) -> Result<Array<'_>, Error> {
        // The array was taken as one that follows the interface, and lives as long as `self`.
        Array::of(of, Foreign(&self.0))
    }
}

impl Owned<Stream> {
    /// Returns the schema of the arrays.
    ///
    /// # Errors
    /// Returns [`Error::Stream`] if the stream fails, and [`Error::Schema`] if it has none.
    pub fn schema(&mut self) -> Result<Owned<Schema>, Error> {
        self.fill(|stream| stream.get_schema)?.ok_or(Error::Schema("the stream has none"))
    }

    /// Returns the type of the arrays.
    ///
    /// # Errors
    /// Returns the errors of [`schema`](Self::schema) and of [`Schema::to_type`].
    pub fn to_type(&mut self) -> Result<Type, Error> {
        self.schema()?.to_type()
    }

    /// Returns the next array, or `None` at the end.
    ///
    /// # Errors
    /// Returns [`Error::Stream`] if the stream fails.
    pub fn next_array(&mut self) -> Result<Option<Owned<ForeignArray>>, Error> {
        self.fill(|stream| stream.get_next)
    }

    /// Calls a function of the stream that fills a struct.
    fn fill<T: Released>(
        &mut self,
        function: impl Fn(&Stream) -> Option<unsafe extern "C" fn(*mut Stream, *mut T) -> c_int>,
    ) -> Result<Option<Owned<T>>, Error> {
        let function =
            function(&self.0).ok_or_else(|| Error::Stream(0, "it lacks a function".into()))?;
        let mut filled = Box::new(T::RELEASED);
        // SAFETY: we own the stream, it is not released, and there is room for such a struct.
        let status = unsafe { function(&raw mut *self.0, &raw mut *filled) };
        if status == 0 {
            // A released array marks the end of the stream.
            return Ok(filled.release().is_some().then(|| Owned(filled)));
        }
        // After a failed call, the contents are not ours to release.
        let text = self.0.get_last_error.and_then(|last_error| {
            // SAFETY: as above. The text is null or NUL-terminated, and lives until the next call.
            unsafe {
                let text = last_error(&raw mut *self.0);
                if text.is_null() { None } else { Some(text_of(text)) }
            }
        });
        Err(Error::Stream(status, text.unwrap_or_else(|| "no reason given".into())))
    }
}

/// Copies a string of C.
///
/// # Safety
/// It is NUL-terminated.
unsafe fn text_of(text: *const c_char) -> String {
    // SAFETY: guaranteed by the caller.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().to_string()
}

/// Returns the child of an array of pointers, unless one of them is null.
///
/// # Safety
/// `children` is null, or `count` pointers that are null or valid while `'a` lasts.
unsafe fn child<'a, T>(children: *mut *mut T, count: i64, index: usize) -> Option<&'a T> {
    if children.is_null() || index >= usize::try_from(count).ok()? {
        return None;
    }
    // SAFETY: guaranteed by the caller, and the index is below their number.
    unsafe { (*children.add(index)).as_ref() }
}

/// Returns the type of a schema.
///
/// # Safety
/// The schema and what it points to follow the interface.
unsafe fn type_of(schema: &Schema, depth: usize) -> Result<Type, Error> {
    if depth > DEPTH {
        return Err(Error::Schema("types are nested too deeply"));
    }
    if schema.format.is_null() {
        return Err(Error::Schema("it has no format"));
    }
    // SAFETY: the caller guarantees that this is a NUL-terminated string, and that children follow
    // the interface.
    let format = unsafe { text_of(schema.format) };
    // SAFETY: as above: null, or a schema.
    if let Some(values) = unsafe { schema.dictionary.as_ref() } {
        // SAFETY: as above.
        let values = unsafe { type_of(values, depth + 1)? };
        return Type::leaf(&format)
            .and_then(|indices| Type::dictionary(&indices, values))
            .ok_or(Error::Schema("the indices of a dictionary are not integers"));
    }
    if let Some(leaf) = Type::leaf(&format) {
        return Ok(leaf);
    }
    let count = if format.starts_with('+') { schema.n_children } else { 0 };
    let mut children = Vec::new();
    for index in 0..usize::try_from(count).unwrap_or(0) {
        // SAFETY: as above.
        let child = unsafe { child(schema.children, count, index) };
        let child = child.ok_or(Error::Schema("a child is missing"))?;
        // SAFETY: as above.
        children.push(unsafe { type_of(child, depth + 1)? });
    }
    Type::nested(&format, children).ok_or(Error::Type(format))
}

/// An array that was taken as one that follows the interface, and lives while `'a` lasts.
#[derive(Clone, Copy)]
struct Foreign<'a>(&'a ForeignArray);

impl<'a> Foreign<'a> {
    /// Returns the address of a buffer, if it has one.
    fn address(self, index: usize) -> Option<*const u8> {
        if index >= usize::try_from(self.0.n_buffers).ok()? || self.0.buffers.is_null() {
            return None;
        }
        // SAFETY: the interface says that there are `n_buffers` pointers, aligned as pointers.
        let buffer = unsafe { *self.0.buffers.add(index) }.cast::<u8>();
        (!buffer.is_null()).then_some(buffer)
    }
}

impl<'a> Source<'a> for Foreign<'a> {
    fn range(self) -> Option<(usize, usize)> {
        Some((usize::try_from(self.0.offset).ok()?, usize::try_from(self.0.length).ok()?))
    }

    fn validity(self) -> Option<Option<Validity<'a>>> {
        if self.0.null_count == 0 || self.address(0).is_none() {
            return Some(None);
        }
        let (first, len) = self.range()?;
        let bits = self.buffer(0, first.checked_add(len)?.div_ceil(8))?;
        Some(Some(Validity::new(bits, first)))
    }

    fn buffer(self, index: usize, bytes: usize) -> Option<&'a [u8]> {
        if bytes == 0 {
            return Some(&[]);
        }
        let address = self.address(index).filter(|_| bytes <= isize::MAX as usize)?;
        // SAFETY: the interface says that the buffers of an array hold its values up to offset +
        // length, from which `Array::of` computes the number of bytes, and live as long as it.
        Some(unsafe { slice::from_raw_parts(address, bytes) })
    }

    fn variadic(self) -> Option<Vec<&'a [u8]>> {
        // The last buffer has the sizes of those between it and the views.
        let count = usize::try_from(self.0.n_buffers).ok()?.checked_sub(3)?;
        let sizes = self.buffer(2 + count, count.checked_mul(8)?)?.as_chunks().0;
        let buffers = sizes.iter().enumerate().map(|(index, size)| {
            self.buffer(2 + index, usize::try_from(i64::from_ne_bytes(*size)).ok()?)
        });
        buffers.collect()
    }

    fn child(self, index: usize, count: usize) -> Option<Self> {
        if usize::try_from(self.0.n_children).ok()? != count {
            return None;
        }
        // SAFETY: the interface says that there are `n_children` pointers to arrays, which live as long
        // as their parent.
        unsafe { child(self.0.children, self.0.n_children, index) }.map(Self)
    }

    fn dictionary(self) -> Option<Self> {
        // SAFETY: the interface says that this is null or an array that lives as long as this one.
        unsafe { self.0.dictionary.as_ref() }.map(Self)
    }
}
