//! Compares the hashes of maps with those of std's maps.
#![cfg(all(target_endian = "little", target_pointer_width = "64"))]

use core::hash::{BuildHasher, Hash};
use siphash_fast::{FixedState, Key};

/// `DefaultHasher::new` is SipHash-1-3 under the key 0, with integers in the machine's byte order
/// and width.
#[test]
fn std_hashes_the_same() {
    use std::hash::{BuildHasherDefault, DefaultHasher};
    #[derive(Hash)]
    enum Either {
        Left(u8, Vec<u16>),
        Right { text: String, number: Option<i64> },
    }
    let std = BuildHasherDefault::<DefaultHasher>::default();
    let key = Key::from_words([0, 0]);
    let ours = FixedState::new(&key);
    macro_rules! same {
        ($($value:expr),* $(,)?) => {
            $(assert_eq!(ours.hash_one($value), std.hash_one($value), "{}", stringify!($value));)*
        };
    }
    same!(
        (),
        true,
        'x',
        1_u8,
        -1_i8,
        2_u16,
        -2_i16,
        3_u32,
        -3_i32,
        4_u64,
        -4_i64,
        5_u128,
        -5_i128,
        6_usize,
        -6_isize,
        "",
        "text",
        String::from("a longer text, of several words"),
        (1_u8, 2_u16, 3_u32, 4_u64, 5_u128),
        (1_u64, "text", 2_u8, "another"),
        [1_u8, 2, 3],
        [1_u32, 2, 3].as_slice(),
        vec![String::from("one"), String::from("two")],
        Some(Box::new(7_u16)),
        None::<u64>,
        Either::Left(1, vec![2, 3]),
        Either::Right { text: "x".to_owned(), number: Some(-1) },
        std::time::Duration::from_millis(1234),
        std::net::IpAddr::from([127, 0, 0, 1]),
    );
    for len in 0..70 {
        let text = "y".repeat(len);
        same!(&text, (len, &text, 1_u8), (1_u8, &text), (1_u32, &text, &text));
    }
}
