//! Arrow's [C data interface](https://arrow.apache.org/docs/format/CDataInterface.html) and [C
//! stream interface](https://arrow.apache.org/docs/format/CStreamInterface.html).
#![allow(unsafe_code, reason = "the structs of the interface hold pointers")]

use crate::array::{Array, Source, offset};
use crate::error::Error;
use crate::types::{DEPTH, Type};
use alloc::boxed::Box;
use alloc::rc::Rc;
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
    /// Moves a struct out of a place, in which it leaves a released one. Returns `None` if the
    /// struct was released.
    ///
    /// # Safety
    /// `place` is a struct that follows the interface, or a released one. Nothing else uses it or
    /// what it points to until it is released, and it may be released on the thread that drops it.
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

    /// Returns the place of the struct, from which another owner may move it as
    /// [`take`](Self::take) does.
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        &raw mut *self.0
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
    /// Returns [`Error::Type`] if a type has no canonical form, and [`Error::Schema`] if the schema
    /// is malformed.
    pub fn to_type(&self) -> Result<Type, Error> {
        // SAFETY: the schema was taken as one that follows the interface, and lives as long as
        // `self`.
        unsafe { self.0.to_type() }
    }
}

impl Schema {
    /// Returns the type of a schema that is not taken.
    ///
    /// # Errors
    /// Returns [`Error::Type`] if a type has no canonical form, and [`Error::Schema`] if the schema
    /// is malformed or was released.
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

/// An array and its type, from which the lengths of its buffers follow.
///
/// A type cannot be exchanged for another one, because the array would be read past its buffers:
///
/// ```compile_fail,E0061
/// use hash_arrow::{Error, Type, ffi::TypedArray};
///
/// fn view(array: &TypedArray, of_another: &Type) -> Result<usize, Error> {
///     Ok(array.view(of_another)?.len())
/// }
/// ```
///
/// Without `unsafe`, arrays come from [streams](Arrays) only:
///
/// ```compile_fail,E0133
/// use hash_arrow::{Type, ffi::{ForeignArray, Owned, TypedArray}};
///
/// fn typed(array: Owned<ForeignArray>, of: Type) -> TypedArray {
///     TypedArray::new(array, of)
/// }
/// ```
#[derive(Debug)]
pub struct TypedArray {
    array: Owned<ForeignArray>,
    of: Rc<Type>,
}

impl TypedArray {
    /// Gives an array its type.
    ///
    /// # Safety
    /// The array follows the interface as one of this type: its producer made it for a schema of
    /// this type.
    #[must_use]
    pub unsafe fn new(array: Owned<ForeignArray>, of: Type) -> Self {
        Self { array, of: Rc::new(of) }
    }

    /// Returns the type.
    #[must_use]
    pub fn of(&self) -> &Type {
        &self.of
    }

    /// Returns the array without its type.
    #[must_use]
    pub fn into_array(self) -> Owned<ForeignArray> {
        self.array
    }

    /// Returns the array as checked slices.
    ///
    /// # Errors
    /// Returns [`Error::Array`] if the array is malformed.
    pub fn view(&self) -> Result<Array<'_>, Error> {
        let (array, of) = (self.array.get(), &*self.of);
        // SAFETY: the maker of `self` guarantees that the array follows the interface as one of
        // this type. It lives as long as `self`.
        unsafe { shape(array, of, 0)? };
        Array::of(of, Foreign { array, of })
    }
}

impl Owned<Stream> {
    /// Returns the arrays of the stream.
    ///
    /// # Errors
    /// Returns [`Error::Stream`] if the stream fails, and the errors of [`Owned::to_type`] for its
    /// schema.
    pub fn arrays(mut self) -> Result<Arrays, Error> {
        let of = self.schema()?.to_type()?;
        Ok(Arrays { stream: Some(self), of: Rc::new(of) })
    }

    /// Returns the schema of the arrays.
    ///
    /// # Errors
    /// Returns [`Error::Stream`] if the stream fails, and [`Error::Schema`] if it has no schema.
    pub fn schema(&mut self) -> Result<Owned<Schema>, Error> {
        let schema = self.fill(|stream| stream.get_schema)?;
        schema.ok_or(Error::Schema("the stream has none"))
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

/// The arrays of a stream, which all have the type of its schema. The stream is released at its end
/// and after an error.
#[derive(Debug)]
pub struct Arrays {
    stream: Option<Owned<Stream>>,
    of: Rc<Type>,
}

impl Arrays {
    /// Returns the type of the arrays.
    #[must_use]
    pub fn of(&self) -> &Type {
        &self.of
    }
}

impl Iterator for Arrays {
    type Item = Result<TypedArray, Error>;

    /// Returns the next array, or [`Error::Stream`] if the stream fails.
    fn next(&mut self) -> Option<Self::Item> {
        let mut stream = self.stream.take()?;
        let array = stream.fill(|stream| stream.get_next).transpose()?;
        Some(array.map(|array| {
            self.stream = Some(stream);
            // The stream was taken as one that follows the interface, so its arrays are of the type
            // of its schema.
            TypedArray { array, of: Rc::clone(&self.of) }
        }))
    }
}

impl core::iter::FusedIterator for Arrays {}

/// Copies a string of C.
///
/// # Safety
/// It is NUL-terminated.
unsafe fn text_of(text: *const c_char) -> String {
    // SAFETY: guaranteed by the caller.
    // Length: the producer, by the NUL at the end.
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
    // The children of a schema may have been moved out of it.
    if schema.release.is_none() {
        return Err(Error::Schema("a part of it was released"));
    }
    if schema.format.is_null() {
        return Err(Error::Schema("it has no format"));
    }
    // SAFETY: the caller guarantees that this is a NUL-terminated string, and that children follow
    // the interface.
    let format = unsafe { text_of(schema.format) };
    let count = usize::try_from(schema.n_children)
        .map_err(|_| Error::Schema("its number of children is negative"))?;
    if count > 0 && !format.starts_with('+') {
        return Err(Error::Schema("a type without children has some"));
    }
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
    let mut children = Vec::new();
    for index in 0..count {
        // SAFETY: as above.
        let child = unsafe { child(schema.children, schema.n_children, index) };
        let child = child.ok_or(Error::Schema("a child is missing"))?;
        // SAFETY: as above.
        children.push(unsafe { type_of(child, depth + 1)? });
    }
    Type::nested(&format, children).ok_or(Error::Type(format))
}

/// Checks the parts of an array against its type: those that it has, and that none was released.
///
/// # Safety
/// The array follows the interface.
unsafe fn shape(array: &ForeignArray, of: &Type, depth: usize) -> Result<(), Error> {
    if depth > DEPTH {
        return Err(Error::Array("types are nested too deeply"));
    }
    // Parts may have been moved out of an array.
    if array.release.is_none() {
        return Err(Error::Array("a part of it was released"));
    }
    let size = |number| usize::try_from(number).map_err(|_| Error::Array("a number is negative"));
    let (buffers, children) = (size(array.n_buffers)?, size(array.n_children)?);
    if buffers > of.buffers() && !of.has_views() {
        return Err(Error::Array("it has more buffers than its type"));
    }
    if children > of.children() {
        return Err(Error::Array("it has more children than its type"));
    }
    let dictionary = of.dictionary_values();
    if dictionary.is_none() && !array.dictionary.is_null() {
        return Err(Error::Array("it has a dictionary, and its type has none"));
    }
    if array.length == 0 {
        // Its buffers and children may be missing.
        return Ok(());
    }
    if children < of.children() {
        return Err(Error::Array("it has fewer children than its type"));
    }
    for index in 0..children {
        // SAFETY: guaranteed by the caller: these are the children of the array.
        let part = unsafe { child(array.children, array.n_children, index) };
        let (Some(part), Some(of)) = (part, of.child(index)) else {
            return Err(Error::Array("a child is missing"));
        };
        // SAFETY: as above: children follow the interface.
        unsafe { shape(part, of, depth + 1)? };
    }
    if let Some(of) = dictionary {
        // SAFETY: as above: this is null or an array that follows the interface.
        let values = unsafe { array.dictionary.as_ref() };
        let values = values.ok_or(Error::Array("the dictionary is missing"))?;
        // SAFETY: as above.
        unsafe { shape(values, of, depth + 1)? };
    }
    Ok(())
}

/// An array that follows the interface as one of its type, while `'a` lasts.
#[derive(Clone, Copy)]
struct Foreign<'a> {
    array: &'a ForeignArray,
    of: &'a Type,
}

impl Foreign<'_> {
    /// Returns the address of a buffer, if it has one.
    fn address(self, index: usize) -> Option<*const u8> {
        if index >= usize::try_from(self.array.n_buffers).ok()? || self.array.buffers.is_null() {
            return None;
        }
        // SAFETY: the interface says that there are `n_buffers` pointers, aligned as pointers.
        let buffer = unsafe { *self.array.buffers.add(index) }.cast::<u8>();
        (!buffer.is_null()).then_some(buffer)
    }

    /// Returns the number of buffers that views refer to.
    fn variadics(self) -> Option<usize> {
        let count = usize::try_from(self.array.n_buffers).ok()?.checked_sub(self.of.buffers())?;
        self.of.has_views().then_some(count)
    }

    /// Returns the length of a buffer in bytes, from the type, the length and the offset of the
    /// array, and from the offsets of strings and the sizes of the buffers of views.
    fn len(self, index: usize) -> Option<usize> {
        let (first, len) = self.range()?;
        let end = first.checked_add(len)?;
        if let Some(bytes) = self.of.bytes(index, end) {
            return Some(bytes);
        }
        if let Some(width) = self.of.offsets_of_bytes() {
            let offsets = self.buffer(1, self.of.bytes(1, end)?)?;
            return if index == 2 { offset(offsets, width, end) } else { None };
        }
        let count = self.variadics()?;
        let sizes = count.checked_mul(8)?;
        if index == 2 + count {
            return Some(sizes);
        }
        offset(self.buffer(2 + count, sizes)?, 8, index.checked_sub(2)?)
    }
}

impl<'a> Source<'a> for Foreign<'a> {
    fn range(self) -> Option<(usize, usize)> {
        Some((usize::try_from(self.array.offset).ok()?, usize::try_from(self.array.length).ok()?))
    }

    fn validity(self) -> Option<Option<Validity<'a>>> {
        if self.array.null_count == 0 || self.address(0).is_none() {
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
        let address = self.address(index)?;
        if bytes > self.len(index)? || bytes > isize::MAX as usize {
            return None;
        }
        // SAFETY: the interface says that the buffers of an array of this type have
        // `self.len(index)` bytes, which live as long as it.
        // Length: the producer, by the type that the array was made for (`TypedArray`).
        Some(unsafe { slice::from_raw_parts(address, bytes) })
    }

    fn variadic(self) -> Option<Vec<&'a [u8]>> {
        (2..2 + self.variadics()?).map(|index| self.buffer(index, self.len(index)?)).collect()
    }

    fn child(self, index: usize, count: usize) -> Option<Self> {
        if usize::try_from(self.array.n_children).ok()? != count {
            return None;
        }
        let of = self.of.child(index)?;
        // SAFETY: the interface says that there are `n_children` pointers to arrays of the types of
        // the children, which live as long as their parent.
        let array = unsafe { child(self.array.children, self.array.n_children, index) }?;
        Some(Self { array, of })
    }

    fn dictionary(self) -> Option<Self> {
        let of = self.of.dictionary_values()?;
        // SAFETY: the interface says that this is null or an array of the type of the dictionary's
        // values, which lives as long as this one.
        let array = unsafe { self.array.dictionary.as_ref() }?;
        Some(Self { array, of })
    }
}
