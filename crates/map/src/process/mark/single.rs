//! Marks on systems without `fork`, which Miri does not support either, and without the feature
//! `getrandom`.

use super::Mark;
use core::sync::atomic::AtomicUsize;

static ONE: AtomicUsize = AtomicUsize::new(1);

pub(super) fn this() -> Mark {
    Mark { word: &ONE, number: 1, id: 0 }
}

pub(super) fn is_this(_: &Mark) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A child of `fork` has its parent's words, as the docs say.
    #[test]
    fn all_processes_have_one_mark() {
        let Mark { word, number, id } = this();
        assert!(core::ptr::eq(word, &ONE) && this().is_this());
        assert_eq!((number, id), (1, 0));
    }
}
