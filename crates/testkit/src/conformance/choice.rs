//! Tests of the choice of a backend.

use super::Function;
use hash_core::backend::{Token, UnknownBackend};

/// Checks that detection chooses the widest backend (or one that the build forces), and that
/// `portable` is always available.
pub fn names_and_order<F: Function>(_: &F) {
    let available: Vec<_> = F::Backend::available().collect();
    let best = F::Backend::detect();
    assert_eq!(F::Backend::detect(), best, "detection changed its choice");
    assert!(available.contains(&best));
    assert_eq!(available.first().map(|backend| backend.name()), Some("portable"));
    for backend in &available {
        assert!(F::Backend::NAMES.contains(&backend.name()), "{}", backend.name());
        assert_eq!(F::Backend::from_name(backend.name()), Some(*backend));
        assert_eq!(backend.to_string().parse(), Ok(*backend));
    }
    assert_eq!(F::Backend::from_name("none"), None);
    assert_eq!("none".parse::<F::Backend>(), Err(UnknownBackend));
    // A build can force another choice, and then states the expected one.
    let forced = std::env::var_os("TESTKIT_EXPECT").is_some()
        || std::env::var("RUSTFLAGS").is_ok_and(|flags| flags.contains("_backend="));
    if !forced {
        assert_eq!(available.last(), Some(&best), "detection does not choose the widest backend");
    }
}

/// Checks that keys, streams and hashes can be used in other threads.
pub fn threads<F: Function>(_: &F)
where
    F::Key: Send + Sync,
    for<'k> F::Stream<'k>: Send + Sync,
{
    let key = F::key(1, F::Backend::detect());
    let expected = F::finish(F::hash(&key, b"across threads"));
    let found = std::thread::scope(|scope| {
        let mut stream = F::stream(&key);
        let thread = scope.spawn(move || {
            F::update(&mut stream, b"across threads");
            F::finish(F::finalize(&stream))
        });
        thread.join().expect("the thread does not panic")
    });
    assert_eq!(found, expected);
}
