//! Tests of the paths in a layout for SIMD, on every backend of the machine.

use multilinear_hash::divide::{Paths8, Paths16, Spread};
use multilinear_hash::hardware::DataPath;
use multilinear_hash::{Backend, Error};
use testkit::conformance::key::derived;
use testkit::message::NOISE;
use testkit::on_every_backend;

/// Computes the rows of signed words and of bytes in plain arithmetic.
fn plain_paths(message: &[u8], rows: usize) -> [Vec<u32>; 2] {
    let stream = derived("divide-and-concatenate", 5, 20 * 64);
    let sixteen = |b: &[u8]| i64::from(i16::from_le_bytes([b[0], b[1]]));
    let row16 = |j: usize| {
        let pairs = message.chunks(2).zip(stream[64 * j..].chunks(2));
        let sum: i64 = pairs.map(|(m, x)| sixteen(m) * sixteen(x)).sum();
        u32::try_from(sum.rem_euclid(1 << 32) % 65_537).expect("17 bits")
    };
    let row8 = |j: usize| {
        let pairs = message.iter().zip(&stream[64 * j..]);
        let sum: i64 = pairs.map(|(m, x)| i64::from(*m) * i64::from(x.cast_signed())).sum();
        u32::try_from(sum.rem_euclid(257)).expect("9 bits")
    };
    [(0..rows).map(row16).collect(), (0..rows).map(row8).collect()]
}

#[test]
fn paths_for_simd_are_inner_products() {
    on_every_backend!(Backend, "multilinear-hash: paths", |backend| {
        let (sixteen, eight) = (Paths16::<20>::from_seed(5), Paths8::<20>::from_seed(5));
        for blocks in 0..=17 {
            for message in
                [NOISE.message(64 * blocks), vec![0xff; 64 * blocks], vec![0x80; 64 * blocks]]
            {
                let [all16, all8] = plain_paths(&message, 4);
                assert_eq!(
                    sixteen.sums::<1>(backend, &message).expect("the key is long enough")[..],
                    all16[..1]
                );
                assert_eq!(
                    sixteen.sums::<2>(backend, &message).expect("the key is long enough")[..],
                    all16[..2]
                );
                assert_eq!(
                    sixteen.sums::<4>(backend, &message).expect("the key is long enough")[..],
                    all16
                );
                assert_eq!(
                    eight.sums::<1>(backend, &message).expect("the key is long enough")[..],
                    all8[..1]
                );
                assert_eq!(
                    eight.sums::<4>(backend, &message).expect("the key is long enough")[..],
                    all8
                );
            }
        }
        assert!(sixteen.sums::<4>(backend, &[0; 64 * 18]).is_err());
        assert!(sixteen.sums::<4>(backend, &[0; 63]).is_err());
        assert!(eight.sums::<4>(backend, &[0; 64 * 18]).is_err());
    });
    // The longest message with exact sums.
    let most = Paths8::<1028>::LONGEST;
    let longest = Paths8::<1028>::new([[-128; 64]; 1028]);
    for backend in Backend::available() {
        let sums = longest.sums::<1>(backend, &vec![0xff; Paths8::<1028>::LONGEST]);
        let most = i64::try_from(most).expect("a small number");
        let sum = (most * 255 * -128).rem_euclid(257);
        assert_eq!(sums, Ok([u32::try_from(sum).expect("9 bits")]));
        assert!(longest.sums::<1>(backend, &vec![0xff; Paths8::<1028>::LONGEST + 64]).is_err());
    }
}

#[test]
fn secrets_are_not_printed() {
    assert_eq!(format!("{:?}", Paths16::<1>::from_seed(1)), "Paths16 { .. }");
    assert_eq!(format!("{:?}", Paths8::<1>::from_seed(1)), "Paths8 { .. }");
    let mut path = DataPath::new(8).expect("a width of the paper");
    let _ = path.block(&[1], &[77], 0);
    assert_eq!(format!("{path:?}"), "DataPath { width: 8, cycles: 7, .. }");
    assert_eq!(format!("{:?}", Spread::new(&[7])), "Spread { start: 0, step: 1, .. }");
}

#[test]
fn errors_say_what_is_wrong() {
    use multilinear_hash::divide::{Path, hash};
    let wide = hash::<Path<8>>(&[256], 0, &[1], &mut [0]);
    assert_eq!(wide, Err(Error::WideWord));
    assert_eq!(Error::WideWord.to_string(), "a word has more bits than the data paths");
    let outputs = Error::Outputs { expected: 1, found: 2 };
    assert_eq!(hash::<Path<8>>(&[1], 0, &[1], &mut [0; 2]), Err(outputs));
    assert_eq!(outputs.to_string(), "hash has 1 values, but there are 2 outputs");
}
