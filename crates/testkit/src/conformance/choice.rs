//! Tests of the choice of a backend.

use hash_core::backend::{Token, UnknownBackend};
use hash_core::function::{Function, Key};

/// Checks that detection chooses the widest backend (or one that the build forces), and that
/// `portable` is always available.
pub fn names_and_order<F: Function>() {
    type Backend<F> = <<F as Function>::Key as Key>::Backend;
    let available: Vec<_> = Backend::<F>::available().collect();
    let best = Backend::<F>::detect();
    assert_eq!(Backend::<F>::detect(), best, "detection changed its choice");
    assert!(available.contains(&best));
    assert_eq!(available.first().map(|backend| backend.name()), Some("portable"));
    for backend in &available {
        assert!(Backend::<F>::NAMES.contains(&backend.name()), "{}", backend.name());
        assert_eq!(Backend::<F>::from_name(backend.name()), Some(*backend));
        assert_eq!(backend.to_string().parse(), Ok(*backend));
        assert_eq!(F::Key::from_seed(0).with_backend(*backend).backend(), *backend);
    }
    assert_eq!(Backend::<F>::from_name("none"), None);
    assert_eq!("none".parse::<Backend<F>>(), Err(UnknownBackend));
    // A build can force another choice, and then states the expected one.
    let forced = std::env::var_os("TESTKIT_EXPECT").is_some()
        || std::env::var("RUSTFLAGS").is_ok_and(|flags| flags.contains("_backend="));
    if !forced {
        assert_eq!(available.last(), Some(&best), "detection does not choose the widest backend");
    }
}

/// Checks that keys, streams and hashes can be used in other threads.
pub fn threads<F: Function>()
where
    for<'k> F::Stream<&'k F::Key>: Send + Sync,
{
    let key = F::Key::from_seed(1);
    let expected = F::hash(&key, b"across threads");
    let found = std::thread::scope(|scope| {
        let mut stream = F::stream(&key);
        let thread = scope.spawn(move || {
            F::update(&mut stream, b"across threads");
            F::finalize(&stream)
        });
        thread.join().expect("the thread does not panic")
    });
    assert_eq!(found, expected);
}
