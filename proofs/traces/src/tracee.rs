//! A job on a stack of its own, which stops before each instruction. The only unsafe code of the
//! program.
//!
//! With the trap flag set, the CPU traps after each instruction, and the kernel calls the handler
//! of SIGTRAP, which switches to the stack of the tracer: two system calls per instruction, where a
//! traced process needs two switches of processes besides. What the job has in its registers lies
//! in the frame of the signal.

use std::alloc::{GlobalAlloc, Layout, System};
use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::cell::Cell;
use std::io::{Error, Result};
use std::sync::LazyLock;
use std::{mem, ptr, slice};

use libc::{c_int, c_void, siginfo_t, ucontext_t};

/// The general-purpose registers in the order of their encoding, the flags and the bases of
/// segments.
#[derive(Clone, Copy)]
pub struct Registers {
    all: [i64; 23],
    fs_base: u64,
}

impl Registers {
    const fn get(&self, index: c_int) -> u64 {
        self.all[index as usize].cast_unsigned()
    }

    pub const fn rip(&self) -> u64 {
        self.get(libc::REG_RIP)
    }

    /// Returns general-purpose register `number`: rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, …
    pub fn general(&self, number: usize) -> u64 {
        use libc::{REG_RAX, REG_RBP, REG_RBX, REG_RCX, REG_RDI, REG_RDX, REG_RSI, REG_RSP};
        let first = [REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI];
        // The others are in order.
        self.get(first.get(number).copied().unwrap_or(libc::REG_R8 + number as c_int - 8))
    }

    pub const fn flags(&self) -> u64 {
        self.get(libc::REG_EFL)
    }

    pub const fn fs_base(&self) -> u64 {
        self.fs_base
    }
}

/// The vector and mask registers.
pub struct Vectors {
    area: Vec<u8>,
    /// Where the upper halves of ymm0 to ymm15, the masks, the upper halves of zmm0 to zmm15, and
    /// zmm16 to zmm31 lie in the area.
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

/// The offsets of components 2, 5, 6 and 7 of the XSAVE area in its standard form. A hypervisor
/// takes long to answer CPUID.
static OFFSETS: LazyLock<[usize; 4]> = LazyLock::new(|| {
    let offsets = [2, 5, 6, 7].map(|component| __cpuid_count(0xd, component).ebx as usize);
    offsets.map(|offset| if offset == 0 { usize::MAX / 2 } else { offset })
});

/// A job that has stopped. Nothing ends it: it is left where it is.
pub struct Tracee<'j> {
    /// The handler writes to it too, so it is accessed by the pointer alone.
    switch: *mut Switch<'j>,
    fs_base: u64,
}

/// The two contexts, between which the handler of the signal and the tracer switch. They have
/// pointers to themselves.
struct Switch<'j> {
    /// Where the tracer waits.
    tracer: ucontext_t,
    /// Where the job begins, and then where its handler waits.
    job: ucontext_t,
    /// The frame of the signal that has stopped the job.
    frame: *const ucontext_t,
    closure: &'j dyn Fn(),
    stack: Vec<Page>,
    /// The handler's. On the job's stack it would overwrite what the job has left there.
    signal_stack: Vec<Page>,
    /// The signal stack of before.
    before: libc::stack_t,
}

/// Stacks consist of pages, because functions that copy memory take other paths at other distances
/// from a page.
#[derive(Clone)]
#[repr(align(4096))]
#[expect(dead_code, reason = "the job accesses it by its stack pointer")]
struct Page([u8; 4096]);

thread_local! {
    /// The job that runs in this thread; null while the tracer does.
    static RUNNING: Cell<*mut Switch<'static>> = const { Cell::new(ptr::null_mut()) };
}

/// The allocator of the system, which does not serve jobs: one that has stopped inside of it would
/// leave it in the middle of a change.
struct OfTheTracer;

impl OfTheTracer {
    fn refuse_jobs() {
        if !RUNNING.get().is_null() {
            std::process::abort();
        }
    }
}

// SAFETY: all calls go to the allocator of the system.
unsafe impl GlobalAlloc for OfTheTracer {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::refuse_jobs();
        // SAFETY: the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::refuse_jobs();
        // SAFETY: the caller's.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::refuse_jobs();
        // SAFETY: the caller's.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        Self::refuse_jobs();
        // SAFETY: the caller's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: OfTheTracer = OfTheTracer;

fn check(result: i64) -> Result<()> {
    if result == -1 { Err(Error::last_os_error()) } else { Ok(()) }
}

/// Runs the job, with a trap after each instruction, up to a breakpoint.
extern "C" fn run_job() {
    // SAFETY: the pointer is that of a `Tracee` that waits in `step`, so the closure lives.
    let job = unsafe { (*RUNNING.get()).closure };
    // SAFETY: this sets the trap flag, whose handler is there. The compiler may keep values in the
    // 128 bytes below the stack pointer.
    unsafe {
        asm!(
            "lea rsp, [rsp - 128]",
            "pushfq",
            "or qword ptr [rsp], 0x100",
            "popfq",
            "lea rsp, [rsp + 128]"
        );
    }
    job();
    // SAFETY: the tracer stops before this instruction, and nothing resumes the job.
    unsafe { asm!("int3") };
    std::process::abort();
}

/// Waits for the tracer.
extern "C" fn stopped(_: c_int, _: *mut siginfo_t, frame: *mut c_void) {
    let running = RUNNING.get();
    if running.is_null() {
        std::process::abort();
    }
    // SAFETY: the pointer is that of a `Tracee` that waits in `step`, and its contexts are those of
    // this thread.
    unsafe {
        (*running).frame = frame.cast();
        libc::swapcontext(&raw mut (*running).job, &raw const (*running).tracer);
    }
}

/// Has the handler called for each trap, in all threads.
fn install_handler() -> Result<()> {
    static RESULT: LazyLock<c_int> = LazyLock::new(|| {
        // SAFETY: the structure consists of integers and pointers that may be null.
        let mut action = unsafe { mem::zeroed::<libc::sigaction>() };
        action.sa_sigaction = stopped as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: the handler has the signature of the flags.
        unsafe { libc::sigaction(libc::SIGTRAP, &raw const action, ptr::null_mut()) }
    });
    check((*RESULT).into())
}

fn as_stack(pages: &mut [Page]) -> libc::stack_t {
    libc::stack_t { ss_sp: pages.as_mut_ptr().cast(), ss_flags: 0, ss_size: size_of_val(pages) }
}

impl<'j> Tracee<'j> {
    /// Begins a job, which stops before it calls the closure. A closure that allocates comes to the
    /// system calls of `abort`, before which the tracer stops; nothing has a model of them.
    pub fn start(closure: &'j dyn Fn()) -> Result<Self> {
        const ARCH_GET_FS: c_int = 0x1003;
        install_handler()?;
        // SAFETY: the contexts and the stack consist of integers and of pointers that may be null.
        let (tracer, job, before) = unsafe { mem::zeroed() };
        let switch = Box::into_raw(Box::new(Switch {
            tracer,
            job,
            frame: ptr::null(),
            closure,
            stack: vec![Page([0; 4096]); 64],
            signal_stack: vec![Page([0; 4096]); 16],
            before,
        }));
        let mut tracee = Self { switch, fs_base: 0 };
        // SAFETY: the places are those of the results, the stacks are as long as said, and the
        // function has no arguments.
        unsafe {
            check(libc::syscall(libc::SYS_arch_prctl, ARCH_GET_FS, &raw mut tracee.fs_base))?;
            let stack = as_stack(&mut (*switch).signal_stack);
            check(libc::sigaltstack(&raw const stack, &raw mut (*switch).before).into())?;
            check(libc::getcontext(&raw mut (*switch).job).into())?;
            (*switch).job.uc_stack = as_stack(&mut (*switch).stack);
            libc::makecontext(&raw mut (*switch).job, run_job, 0);
        }
        tracee.step()?;
        Ok(tracee)
    }

    /// Executes one instruction.
    pub fn step(&mut self) -> Result<()> {
        RUNNING.set(self.switch.cast());
        // SAFETY: the job's context is where it begins, or where its handler waits.
        let result = unsafe {
            libc::swapcontext(&raw mut (*self.switch).tracer, &raw const (*self.switch).job)
        };
        RUNNING.set(ptr::null_mut());
        check(result.into())
    }

    /// Returns the frame of the signal.
    fn frame(&self) -> &ucontext_t {
        // SAFETY: the job has stopped in `start`, so the handler has set the pointer, and its frame
        // lies on the signal stack until `step`, which borrows mutably.
        unsafe { &*(*self.switch).frame }
    }

    pub fn registers(&self) -> Registers {
        Registers { all: self.frame().uc_mcontext.gregs, fs_base: self.fs_base }
    }

    pub fn vectors(&self) -> Vectors {
        // The kernel says in bytes that FXSAVE leaves free whether more follows, and how much there
        // is.
        const MAGIC: u32 = 0x4650_5853;
        const LEGACY: usize = 512;
        let state = self.frame().uc_mcontext.fpregs.cast::<u8>();
        // SAFETY: the kernel stores at least as many bytes as FXSAVE does.
        let legacy = unsafe { slice::from_raw_parts(state, LEGACY) };
        let word =
            |at: usize| u32::from_le_bytes(legacy[at..at + 4].try_into().expect("four bytes"));
        let len = if word(464) == MAGIC { word(480) as usize } else { LEGACY };
        // SAFETY: the kernel says so.
        let mut area = unsafe { slice::from_raw_parts(state, len) }.to_vec();
        // A component that the header does not name is zero.
        let named = area.get(LEGACY).copied().unwrap_or(0);
        let lengths = [(2, 256), (5, 64), (6, 512), (7, 1024)];
        for ((component, len), offset) in lengths.into_iter().zip(*OFFSETS) {
            if named >> component & 1 == 0
                && let Some(bytes) = area.get_mut(offset..offset + len)
            {
                bytes.fill(0);
            }
        }
        Vectors { area, offsets: *OFFSETS }
    }

    pub fn read(&self, address: u64, len: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0_u8; len];
        let local = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: len };
        let remote = libc::iovec { iov_base: address as *mut c_void, iov_len: len };
        // SAFETY: the call writes at most `len` bytes to the place, and checks the addresses of the
        // other.
        let read = unsafe {
            libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0)
        };
        check(read as i64)?;
        bytes.truncate(read as usize);
        Ok(bytes)
    }
}

impl Drop for Tracee<'_> {
    fn drop(&mut self) {
        // SAFETY: `start` made the box. Nothing of the job runs again, and the signal stack of
        // before takes the place of the one that is freed.
        unsafe {
            libc::sigaltstack(&raw const (*self.switch).before, ptr::null_mut());
            drop(Box::from_raw(self.switch));
        }
    }
}
