//! MD5 as OpenSSL has it.

use crate::raw::{message, write};
use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use md5_opt::Md5;

/// The context of `ph_MD5_Init`: stored on the caller's stack, copied by assignment, never freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "OpenSSL's names")]
pub struct ph_MD5_CTX {
    /// The state after the last whole block. Its words are little-endian.
    pub A: u32,
    pub B: u32,
    pub C: u32,
    pub D: u32,
    /// The bytes after the last whole block.
    pub data: [u32; 16],
    /// The number of bytes of the message.
    pub len: u64,
}

impl ph_MD5_CTX {
    const ZEROS: Self = Self { A: 0, B: 0, C: 0, D: 0, data: [0; 16], len: 0 };
}

const _: () = {
    assert!(size_of::<Md5>() == size_of::<ph_MD5_CTX>());
    assert!(align_of::<Md5>() == align_of::<ph_MD5_CTX>());
};

/// Starts a message. Returns 1, or 0 without a context.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_MD5_Init(context: *mut ph_MD5_CTX) -> c_int {
    // SAFETY: the context has the size and the alignment of an `Md5`, which consists of integers
    // only. It may be on the stack, because nothing in it is on the heap.
    c_int::from(unsafe { write(context.cast(), Md5::new()) })
}

/// Appends bytes. Returns 1, or 0 without a context and for null with a length above 0.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_MD5_Update(
    context: *mut ph_MD5_CTX,
    data: *const c_void,
    len: usize,
) -> c_int {
    // SAFETY: the contract of the header: `ph_MD5_Init` has made the context an `Md5`.
    match unsafe { (context.cast::<Md5>().as_mut(), message(data, len)) } {
        (Some(md5), Some(bytes)) => {
            md5.update(bytes);
            1
        }
        _ => 0,
    }
}

/// Absorbs the 64 bytes of a block into the state, without counting them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_MD5_Transform(context: *mut ph_MD5_CTX, block: *const u8) {
    // SAFETY: as in `ph_MD5_Update`.
    let (md5, block) =
        unsafe { (context.cast::<Md5>().as_mut(), block.cast::<[u8; 64]>().as_ref()) };
    if let (Some(md5), Some(block)) = (md5, block) {
        md5.absorb_uncounted(block);
    }
}

/// Writes the 16 bytes of the MD5, and wipes the context. Returns 1, or 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_MD5_Final(out: *mut u8, context: *mut ph_MD5_CTX) -> c_int {
    // SAFETY: as in `ph_MD5_Update`.
    unsafe {
        let Some(md5) = context.cast::<Md5>().as_ref() else { return 0 };
        let written = write(out.cast(), md5.finalize());
        context.write_volatile(ph_MD5_CTX::ZEROS);
        c_int::from(written)
    }
}

/// Computes the MD5 of a message. Returns `out`, or null for null.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn ph_MD5(data: *const u8, len: usize, out: *mut u8) -> *mut u8 {
    // SAFETY: the contract of the header.
    unsafe {
        match message(data.cast(), len) {
            Some(message) if write(out.cast(), md5_opt::hash(message)) => out,
            _ => null_mut(),
        }
    }
}
