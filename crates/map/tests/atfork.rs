//! What a process does whose handler of `fork` cannot be registered: it tries again.
#![cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]

use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use provenhash_map::process::Mark;
use testkit::fork;

static FAILS: AtomicBool = AtomicBool::new(true);
static CALLS: AtomicUsize = AtomicUsize::new(0);

type Handler = Option<unsafe extern "C" fn()>;

extern "C" {
    fn __register_atfork(
        prepare: Handler,
        parent: Handler,
        child: Handler,
        library: *const u8,
    ) -> c_int;
}

/// Takes the place of the C library's function, and fails as if there were no memory.
#[no_mangle]
unsafe extern "C" fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int {
    CALLS.fetch_add(1, Relaxed);
    if FAILS.load(Relaxed) {
        return 12;
    }
    // SAFETY: the C library's function is this call, and the caller guarantees the rest.
    unsafe { __register_atfork(prepare, parent, child, core::ptr::null()) }
}

/// A handler that was not registered is registered by a later mark, and only once. Until then
/// process numbers tell copies from their parents.
#[test]
fn handlers_are_registered_by_a_later_mark() {
    let test = concat!(module_path!(), "::handlers_are_registered_by_a_later_mark");
    fork::alone(test, || {
        // Without memory that copies find wiped.
        if !fork::accept_any_advice() {
            println!("left out: filters of system calls on this architecture");
            return;
        }
        let is_another = |mark: Mark| {
            let children = fork::in_children(&|| vec![u64::from(mark.is_this())]);
            assert!(!children.is_empty() && children.iter().all(|is_this| *is_this == [0]));
            assert!(mark.is_this());
        };
        for calls in 1..=3 {
            let mark = Mark::this();
            assert_eq!(CALLS.load(Relaxed), calls, "a failure is forgotten");
            is_another(mark);
        }
        FAILS.store(false, Relaxed);
        for _ in 0..3 {
            let mark = Mark::this();
            assert_eq!(CALLS.load(Relaxed), 4, "a handler is registered once");
            is_another(mark);
        }
    });
}
