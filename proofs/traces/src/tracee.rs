//! A child process that computes one hash, one instruction at a time. The only unsafe code of the program.

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::io::{Error, Result};
use std::sync::LazyLock;
use std::{mem, ptr};

use libc::{c_void, pid_t, user_regs_struct};

/// The general-purpose registers in the order of their encoding, the flags and the bases of segments.
#[derive(Clone, Copy)]
pub struct Registers(user_regs_struct);

impl Registers {
    pub const fn rip(&self) -> u64 {
        self.0.rip
    }

    /// Returns general-purpose register `number`: rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, …
    pub fn general(&self, number: usize) -> u64 {
        let r = &self.0;
        [
            r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi, r.r8, r.r9, r.r10, r.r11,
            r.r12, r.r13, r.r14, r.r15,
        ][number]
    }

    pub const fn flags(&self) -> u64 {
        self.0.eflags
    }

    pub const fn fs_base(&self) -> u64 {
        self.0.fs_base
    }
}

/// The vector and mask registers.
pub struct Vectors {
    area: Vec<u8>,
    /// Where the upper halves of ymm0 to ymm15, the masks, the upper halves of zmm0 to zmm15, and zmm16 to
    /// zmm31 lie in the area.
    offsets: [usize; 4],
}

impl Vectors {
    /// Returns the 64 bytes of a register. Parts that the CPU does not have are zeros.
    pub fn vector(&self, number: usize) -> [u8; 64] {
        let [ymm, _, zmm, high] = self.offsets;
        let mut bytes = [0; 64];
        let mut copy = |to: usize, from: usize, len: usize| {
            if let Some(source) = self.area.get(from..from + len) {
                bytes[to..to + len].copy_from_slice(source);
            }
        };
        if number < 16 {
            copy(0, 160 + 16 * number, 16);
            copy(16, ymm + 16 * number, 16);
            copy(32, zmm + 32 * number, 32);
        } else {
            copy(0, high + 64 * (number - 16), 64);
        }
        bytes
    }

    pub fn mask(&self, number: usize) -> u64 {
        let at = self.offsets[1] + 8 * number;
        self.area
            .get(at..at + 8)
            .map_or(0, |bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }
}

/// The offsets of components 2, 5, 6 and 7 of the XSAVE area in its standard form. A hypervisor takes long to
/// answer CPUID.
static OFFSETS: LazyLock<[usize; 4]> = LazyLock::new(|| {
    let offsets = [2, 5, 6, 7].map(|component| __cpuid_count(0xd, component).ebx as usize);
    offsets.map(|offset| if offset == 0 { usize::MAX / 2 } else { offset })
});

/// A stopped child.
pub struct Tracee {
    pid: pid_t,
}

fn check(result: i64) -> Result<()> {
    if result == -1 { Err(Error::last_os_error()) } else { Ok(()) }
}

impl Tracee {
    /// Forks a child that stops before it runs the job.
    pub fn start(job: &dyn Fn()) -> Result<Self> {
        // SAFETY: this program has one thread, so the child may do what the parent may.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            // SAFETY: the request has no arguments. A breakpoint stops the child for its parent.
            unsafe {
                libc::ptrace(
                    libc::PTRACE_TRACEME,
                    0,
                    ptr::null_mut::<c_void>(),
                    ptr::null_mut::<c_void>(),
                );
                asm!("int3");
            }
            job();
            // SAFETY: as above. The child ends without running what the parent has registered for its exit.
            unsafe {
                asm!("int3");
                libc::_exit(0);
            }
        }
        check(pid.into())?;
        let tracee = Self { pid };
        tracee.wait()?;
        Ok(tracee)
    }

    fn wait(&self) -> Result<()> {
        let mut status = 0;
        // SAFETY: `status` is a place for the result.
        check(unsafe { libc::waitpid(self.pid, &raw mut status, 0) }.into())?;
        if libc::WIFSTOPPED(status) && libc::WSTOPSIG(status) == libc::SIGTRAP {
            return Ok(());
        }
        Err(Error::other(format!("the child did not stop at an instruction: status {status:#x}")))
    }

    /// Executes one instruction.
    pub fn step(&self) -> Result<()> {
        // SAFETY: the child is stopped, and the request takes no memory.
        let result = unsafe {
            libc::ptrace(
                libc::PTRACE_SINGLESTEP,
                self.pid,
                ptr::null_mut::<c_void>(),
                ptr::null_mut::<c_void>(),
            )
        };
        check(result)?;
        self.wait()
    }

    pub fn registers(&self) -> Result<Registers> {
        // SAFETY: the structure consists of integers.
        let mut registers = unsafe { mem::zeroed::<user_regs_struct>() };
        // SAFETY: the child is stopped, and the structure is what the request fills.
        check(unsafe {
            libc::ptrace(
                libc::PTRACE_GETREGS,
                self.pid,
                ptr::null_mut::<c_void>(),
                &raw mut registers,
            )
        })?;
        Ok(Registers(registers))
    }

    pub fn vectors(&self) -> Result<Vectors> {
        const NT_X86_XSTATE: usize = 0x202;
        let mut area = vec![0_u8; 1 << 12];
        let mut place = libc::iovec { iov_base: area.as_mut_ptr().cast(), iov_len: area.len() };
        // SAFETY: the child is stopped, and the request writes at most as many bytes as the place has.
        check(unsafe {
            libc::ptrace(
                libc::PTRACE_GETREGSET,
                self.pid,
                NT_X86_XSTATE as *mut c_void,
                &raw mut place,
            )
        })?;
        area.truncate(place.iov_len);
        Ok(Vectors { area, offsets: *OFFSETS })
    }

    pub fn read(&self, address: u64, len: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0_u8; len];
        let local = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: len };
        let remote = libc::iovec { iov_base: address as *mut c_void, iov_len: len };
        // SAFETY: the call writes at most `len` bytes to the place, and checks the child's addresses.
        let read = unsafe {
            libc::process_vm_readv(self.pid, &raw const local, 1, &raw const remote, 1, 0)
        };
        check(read as i64)?;
        bytes.truncate(read as usize);
        Ok(bytes)
    }
}

impl Drop for Tracee {
    fn drop(&mut self) {
        // SAFETY: the calls take no memory but the place for the status, which may be null.
        unsafe {
            libc::kill(self.pid, libc::SIGKILL);
            libc::waitpid(self.pid, ptr::null_mut(), 0);
        }
    }
}
