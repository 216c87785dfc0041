use super::*;

// SAFETY: POSIX declares the functions with these signatures.
extern "C" {
    fn fork() -> c_int;
    fn _exit(status: c_int) -> !;
    fn waitpid(id: c_int, status: *mut c_int, options: c_int) -> c_int;
}

/// Returns what `what` returns in a child of this process.
fn in_child(what: impl Fn() -> bool) -> bool {
    // SAFETY: the child calls `what`, which loads, stores, asks for its number and allocates
    // memory, which the systems' libraries allow there, and ends.
    let id = unsafe { fork() };
    assert!(id >= 0, "the system makes no process");
    if id == 0 {
        let status = c_int::from(what());
        // SAFETY: the function may be called in the child of a process with threads.
        unsafe { _exit(status) };
    }
    let mut status = 0;
    // SAFETY: the child is one of this process, and the status is writable.
    assert_eq!(unsafe { waitpid(id, core::ptr::addr_of_mut!(status), 0) }, id);
    // The upper byte is the status of `_exit`.
    assert!(matches!(status, 0 | 0x100), "the child fails: {status}");
    status != 0
}

/// Returns whether all these hold in a child: another mark, which stays; and in a grandchild, a
/// third.
fn has_others(this: fn() -> Mark) -> bool {
    let before = this();
    assert!(before.is_this() && this().is_this());
    let new = move |before: Mark| {
        let own = this();
        !before.is_this() && own.is_this() && own.is_this() && (own.number > before.number)
    };
    let both = in_child(|| {
        let own = this();
        new(before) && in_child(|| !before.is_this() && new(own))
    });
    // A child that asked for no mark leaves none behind.
    let grandchild = in_child(|| in_child(|| new(before)));
    before.is_this() && both && grandchild
}

#[test]
fn children_have_other_marks() {
    assert!(has_others(this));
}

#[test]
fn children_have_other_marks_without_a_page() {
    assert!(has_others(without_page));
}

/// Without a handler, the process number tells.
#[test]
fn another_process_number_is_another_process() {
    let mark = without_page();
    assert!(!Mark { id: mark.id ^ 1, ..mark }.is_this());
    assert!(!Mark { number: mark.number + 1, ..mark }.is_this());
    assert!(!Mark { word: &HANDLED, number: mark.number + 1, ..mark }.is_this());
}

/// A wiped word gets a number that no process had.
#[test]
fn numbers_grow() {
    let word = AtomicUsize::new(0);
    let mut last = LAST.load(Relaxed);
    for _ in 0..3 {
        let next = number(&word);
        assert!(next > last);
        assert_eq!(number(&word), next);
        (last, _) = (next, word.swap(0, Relaxed));
    }
}

/// Of many threads that map the page, all see the same one.
#[test]
fn threads_share_the_page() {
    let marks = std::thread::scope(|scope| {
        [(); 8].map(|()| scope.spawn(this)).map(|thread| thread.join().expect("a mark"))
    });
    assert!(marks.iter().all(|mark| core::ptr::eq(mark.word, marks[0].word)));
    assert!(marks.iter().all(Mark::is_this));
}

/// If a process is copied while a value is made, the copy makes another: the value is of the
/// process that began to make it.
#[test]
fn values_are_of_the_process_that_began_to_make_them() {
    // In a child, because the mark is that of all threads.
    let is_made_again = in_child(|| {
        let (cell, calls) = (crate::process::PerProcess::new(), AtomicUsize::new(0));
        let value = cell.get(|| {
            let call = calls.fetch_add(1, Relaxed);
            if call == 0 {
                // As in a copy.
                page().unwrap_or(&HANDLED).store(0, Relaxed);
            }
            call
        });
        (*value, calls.load(Relaxed)) == (1, 2)
    });
    assert!(is_made_again);
}
