//! Senders in copies of a process, and what a repeated nonce would do.

use clmac::nonce::{Key, Nonce, Sender, tag_with, verify};
use std::cell::RefCell;
use std::collections::HashSet;
use testkit::fork;

#[cfg(target_os = "linux")]
testkit::own_entropy!();

/// Returns the words of the next nonce of a sender.
fn draw(sender: &RefCell<Sender<&Key>>) -> Vec<u64> {
    let (nonce, _) = sender.borrow_mut().tag(b"m");
    nonce.to_bytes().as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
}

/// Checks that copies of this process tag under other prefixes than it and one another.
fn copies_have_other_prefixes() {
    let key = Key::from_seed(4);
    let sender = RefCell::new(Sender::new(&key));
    let first = draw(&sender);
    let children = fork::in_children(&|| draw(&sender));
    assert_eq!(draw(&sender)[..2], first[..2], "the parent goes on");
    let prefixes: HashSet<_> = children.iter().map(|nonce| &nonce[..2]).collect();
    assert_eq!(prefixes.len(), children.len(), "two copies have one prefix");
    assert!(!prefixes.contains(&first[..2]), "a copy has the prefix of its parent");
    assert!(children.iter().all(|nonce| nonce[2] == 0));
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no programs")]
fn copies_have_other_nonces() {
    fork::alone(concat!(module_path!(), "::copies_have_other_nonces"), copies_have_other_prefixes);
}

/// An emulator that accepts any advice on memory, and follows none, is found out.
#[test]
#[cfg(all(target_os = "linux", not(miri)))]
fn copies_have_other_nonces_where_no_page_is_wiped() {
    let test = concat!(module_path!(), "::copies_have_other_nonces_where_no_page_is_wiped");
    fork::alone(test, || {
        if fork::accept_any_advice() {
            copies_have_other_prefixes();
        } else {
            println!("left out: filters of system calls on this architecture");
        }
    });
}

/// A process that shares the memory of its parent, as after `vfork`, goes on counting for it.
#[test]
#[cfg(all(target_os = "linux", not(miri)))]
fn shared_memory_repeats_nothing() {
    fork::alone(concat!(module_path!(), "::shared_memory_repeats_nothing"), || {
        let key = Key::from_seed(5);
        let sender = RefCell::new(Sender::new(&key));
        let mut seen = HashSet::from([draw(&sender)]);
        for _ in 0..3 {
            assert!(seen.insert(fork::in_shared_memory(&|| draw(&sender))), "a nonce repeats");
            assert!(seen.insert(draw(&sender)), "a nonce repeats");
        }
    });
}

/// A sender that needs another prefix and gets none makes no tags, however often it is asked, until
/// there is entropy again.
#[test]
#[cfg(all(target_os = "linux", not(miri)))]
fn without_another_prefix_there_are_no_tags() {
    use testkit::entropy::{calls, failing};
    fork::alone(concat!(module_path!(), "::without_another_prefix_there_are_no_tags"), || {
        let key = Key::from_seed(6);
        let sender = RefCell::new(Sender::new(&key));
        let first = draw(&sender);
        let children = fork::in_children(&|| {
            let attempt = || sender.borrow_mut().try_tag(b"m").is_err();
            assert_eq!(calls(|| assert!(failing(attempt), "a tag without a prefix")), 1);
            assert!(failing(attempt), "a tag without a prefix");
            let panic =
                || std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| draw(&sender)));
            assert!(failing(panic).is_err(), "a tag without a prefix");
            draw(&sender)
        });
        assert!(!children.is_empty());
        assert!(children.iter().all(|nonce| nonce[..2] != first[..2] && nonce[2] == 0));
        // The parent needs no other.
        assert_eq!(failing(|| draw(&sender)), [first[0], first[1], 1]);
    });
}

/// Multiplies in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1.
fn product(a: u128, b: u128) -> u128 {
    (0..128).rev().fold(0, |sum, bit| {
        let carried = sum << 1 ^ (0x87 * (sum >> 127));
        if b >> bit & 1 == 1 { carried ^ a } else { carried }
    })
}

/// Why no nonce may repeat: one repetition is a forgery. Two messages that differ in one word, 0
/// and 1, are tagged under one nonce. Then the tag of each further word x is t(x) = x t(1) +
/// (x + 1) t(0).
#[test]
fn one_repeated_nonce_is_a_forgery() {
    for (at, len) in [(0, 16), (8, 16), (16, 48), (24, 48), (2040, 2048)] {
        let (key, nonce) = (Key::generate(), Nonce::new([7; 16], 3));
        let message = |x: u64| {
            let mut message = vec![0x5a; len];
            message[at..at + 8].copy_from_slice(&x.to_le_bytes());
            message
        };
        let sent = |x| u128::from_le_bytes(tag_with(&key, &nonce, &message(x)));
        let (zero, one) = (sent(0), sent(1));
        for x in [2, 3, 0x1234, u64::MAX] {
            let forged = product(x.into(), one) ^ product(u128::from(x) ^ 1, zero);
            let forged = forged.to_le_bytes();
            assert_eq!(verify(&key, &nonce, &message(x), &forged), Ok(()), "{len} bytes");
        }
    }
}
