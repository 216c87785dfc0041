//! The memory of the hashes of a column.
#![allow(unsafe_code, reason = "words are also bytes")]

use memmap2::MmapMut;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::slice;

/// From this many bytes on, the memory comes directly from the operating system, in huge pages if
/// it has them: the first access to each of the pages of 4 KiB takes longer than hashing its 512
/// rows. Less memory comes from `malloc`, because that of glibc keeps up to 32 MiB for the next
/// column.
const MAPPED_BYTES: usize = 32 << 20;

/// The hashes of a column, one after the other: integers in native byte order up to 64 bits,
/// digests above.
#[derive(Default)]
pub(crate) struct Cells {
    memory: Memory,
    bytes: usize,
}

/// Zeros that are aligned like words, because readers of integers need that.
enum Memory {
    Words(Vec<u64>),
    Mapped(MmapMut),
}

impl Default for Memory {
    fn default() -> Self {
        Self::Words(Vec::new())
    }
}

impl Memory {
    /// Returns zeros of at least this many bytes, unless the system has not so much memory.
    fn new(bytes: usize) -> Option<Self> {
        if bytes < MAPPED_BYTES {
            let mut words = Vec::new();
            words.try_reserve_exact(bytes.div_ceil(8)).ok()?;
            words.resize(bytes.div_ceil(8), 0);
            return Some(Self::Words(words));
        }
        let map = MmapMut::map_anon(bytes).ok()?;
        #[cfg(target_os = "linux")]
        {
            // A system without huge pages refuses the advice, and small ones do as well.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Some(Self::Mapped(map))
    }

    fn as_bytes(&self) -> &[u8] {
        match self {
            // SAFETY: a word is eight bytes of any value.
            // Length: the vector.
            Self::Words(words) => unsafe {
                slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words.as_slice()))
            },
            Self::Mapped(map) => map,
        }
    }

    fn as_mut_bytes(&mut self) -> &mut [u8] {
        match self {
            // SAFETY: as in `as_bytes`.
            // Length: the vector.
            Self::Words(words) => unsafe {
                slice::from_raw_parts_mut(words.as_mut_ptr().cast(), size_of_val(words.as_slice()))
            },
            Self::Mapped(map) => map,
        }
    }
}

impl Cells {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.memory.as_bytes()[..self.bytes]
    }

    /// Appends `count` cells of `size` zero bytes, and returns them.
    pub(crate) fn grow(&mut self, count: usize, size: usize) -> PyResult<&mut [u8]> {
        let first = self.bytes;
        let bytes = count.checked_mul(size).and_then(|more| first.checked_add(more));
        let bytes = bytes.filter(|&bytes| isize::try_from(bytes).is_ok());
        self.reserve(bytes).ok_or_else(|| {
            PyMemoryError::new_err("the hashes of the column do not fit into memory")
        })?;
        self.bytes = bytes.unwrap_or(first);
        Ok(&mut self.memory.as_mut_bytes()[first..self.bytes])
    }

    /// Makes room for this many bytes, and for as many again if there were some before.
    fn reserve(&mut self, bytes: Option<usize>) -> Option<()> {
        let (bytes, room) = (bytes?, self.memory.as_bytes().len());
        if bytes > room {
            let mut memory = Memory::new(bytes.max(2 * room))?;
            memory.as_mut_bytes()[..self.bytes].copy_from_slice(self.as_bytes());
            self.memory = memory;
        }
        Some(())
    }
}
