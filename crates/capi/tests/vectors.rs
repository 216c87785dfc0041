//! Runs every vector file through the C functions: one-shot, stream, batch and column.

use core::ffi::c_void;
use core::ptr::null_mut;
use provenhash::status::ph_status_t::{self, PH_OK};
use testkit::vectors::{self, Table};

type Key = c_void;
type Stream = c_void;

/// The functions of one algorithm, with untyped pointers to objects.
struct Functions {
    key_new: unsafe extern "C" fn(*const c_void, usize, *mut *mut Key) -> ph_status_t,
    key_free: unsafe extern "C" fn(*mut Key),
    hash: unsafe extern "C" fn(*const Key, *const c_void, usize, *mut u8) -> ph_status_t,
    many: unsafe extern "C" fn(
        *const Key,
        *const *const c_void,
        *const usize,
        usize,
        *mut u8,
    ) -> ph_status_t,
    column: unsafe extern "C" fn(
        *const Key,
        *const c_void,
        usize,
        *const i32,
        usize,
        *mut u8,
    ) -> ph_status_t,
    stream_new: unsafe extern "C" fn(*const Key, *mut *mut Stream) -> ph_status_t,
    update: unsafe extern "C" fn(*mut Stream, *const c_void, usize) -> ph_status_t,
    finalize: unsafe extern "C" fn(*const Stream, *mut u8) -> ph_status_t,
    stream_free: unsafe extern "C" fn(*mut Stream),
    /// The bytes of a word of the output, and of the whole output.
    word: usize,
    bytes: usize,
    /// Whether the vector file has the bytes of words, the lowest first.
    as_bytes: bool,
}

/// An output for any function, with sufficient alignment.
#[repr(align(16))]
struct Output([u8; 64]);

impl Functions {
    /// Computes the hash in all four ways, and formats it as in the vector files: as bytes, or as
    /// words separated by commas.
    fn hash(&self, key: *const Key, message: &[u8]) -> String {
        let (data, len) = (message.as_ptr().cast::<c_void>(), message.len());
        let (mut one, mut other) = (Output([0; 64]), Output([0; 64]));
        // SAFETY: the pointers are to arrays of the given lengths, and to live objects.
        unsafe {
            assert_eq!((self.hash)(key, data, len, one.0.as_mut_ptr()), PH_OK);
            assert_eq!(
                (self.many)(key, &raw const data, &raw const len, 1, other.0.as_mut_ptr()),
                PH_OK
            );
            assert_eq!(one.0, other.0, "many");
            let offsets = [0, i32::try_from(len).expect("short")];
            other = Output([0; 64]);
            let status = (self.column)(key, data, len, offsets.as_ptr(), 1, other.0.as_mut_ptr());
            assert_eq!(status, PH_OK);
            assert_eq!(one.0, other.0, "column");
            let mut stream = null_mut();
            assert_eq!((self.stream_new)(key, &raw mut stream), PH_OK);
            let (first, second) = message.split_at(len / 3);
            for piece in [first, second] {
                assert_eq!((self.update)(stream, piece.as_ptr().cast(), piece.len()), PH_OK);
            }
            other = Output([0; 64]);
            assert_eq!((self.finalize)(stream, other.0.as_mut_ptr()), PH_OK);
            assert_eq!(one.0, other.0, "stream");
            (self.stream_free)(stream);
        }
        let words = one.0[..self.bytes].chunks(self.word).map(|word| {
            let mut digits = word.to_vec();
            // Converts from the machine's byte order to digits, or to bytes with the lowest first.
            if cfg!(target_endian = "little") != self.as_bytes {
                digits.reverse();
            }
            testkit::message::hex(&digits)
        });
        words.collect::<Vec<_>>().join(if self.word == 1 || self.as_bytes { "" } else { "," })
    }

    fn check(&self, table: &Table, function: &str) {
        let new_key = |bytes: &[u8]| {
            let mut key = null_mut();
            // SAFETY: the pointer is to that number of bytes.
            let status =
                unsafe { (self.key_new)(bytes.as_ptr().cast(), bytes.len(), &raw mut key) };
            assert_eq!(status, PH_OK);
            Owned(key, self.key_free)
        };
        table.hashes().check(function, new_key, |key, message| self.hash(key.0, message));
    }
}

struct Owned(*mut Key, unsafe extern "C" fn(*mut Key));

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the key was made by the matching function, and is freed once.
        unsafe { (self.1)(self.0) };
    }
}

/// Collects the functions of an algorithm, which differ only in the types of pointers.
macro_rules! functions {
    ($family:ident, $word:ty; $bytes:literal; $key_new:ident $key_free:ident $hash:ident $many:ident
     $column:ident $stream_new:ident $update:ident $finalize:ident $stream_free:ident) => {{
        use provenhash::$family as family;
        // SAFETY: functions with pointer arguments have one ABI, whatever the pointers refer to.
        #[allow(clippy::missing_transmute_annotations, reason = "the fields give the types")]
        unsafe {
            use core::mem::transmute;
            Functions {
                key_new: transmute(family::$key_new as *const ()),
                key_free: transmute(family::$key_free as *const ()),
                hash: transmute(family::$hash as *const ()),
                many: transmute(family::$many as *const ()),
                column: transmute(family::$column as *const ()),
                stream_new: transmute(family::$stream_new as *const ()),
                update: transmute(family::$update as *const ()),
                finalize: transmute(family::$finalize as *const ()),
                stream_free: transmute(family::$stream_free as *const ()),
                word: size_of::<$word>(),
                bytes: $bytes,
                as_bytes: false,
            }
        }
    }};
}

#[test]
fn clhash() {
    let f = functions!(clhash, u64; 8; ph_clhash_key_new ph_clhash_key_free ph_clhash
        ph_clhash_many ph_clhash_column32 ph_clhash_stream_new ph_clhash_stream_update
        ph_clhash_stream_finalize ph_clhash_stream_free);
    f.check(&vectors::CLHASH, "clhash");
    let f = functions!(clhash, u64; 16; ph_clhash128_key_new ph_clhash128_key_free ph_clhash128
        ph_clhash128_many ph_clhash128_column32 ph_clhash128_stream_new ph_clhash128_stream_update
        ph_clhash128_stream_finalize ph_clhash128_stream_free);
    f.check(&vectors::CLHASH128, "clhash128");
}

#[test]
fn vhash() {
    let f = functions!(vhash, u64; 8; ph_vhash64_key_new ph_vhash64_key_free ph_vhash64
        ph_vhash64_many ph_vhash64_column32 ph_vhash64_stream_new ph_vhash64_stream_update
        ph_vhash64_stream_finalize ph_vhash64_stream_free);
    f.check(&vectors::VHASH64, "vhash64");
    let f = functions!(vhash, u64; 16; ph_vhash128_key_new ph_vhash128_key_free ph_vhash128
        ph_vhash128_many ph_vhash128_column32 ph_vhash128_stream_new ph_vhash128_stream_update
        ph_vhash128_stream_finalize ph_vhash128_stream_free);
    f.check(&vectors::VHASH128, "vhash128");
}

#[test]
fn ghash() {
    let f = functions!(ghash, u8; 16; ph_ghash_key_new ph_ghash_key_free ph_ghash
        ph_ghash_many ph_ghash_column32 ph_ghash_stream_new ph_ghash_stream_update
        ph_ghash_stream_finalize ph_ghash_stream_free);
    f.check(&vectors::GHASH, "ghash");
    let f = functions!(ghash, u8; 16; ph_polyval_key_new ph_polyval_key_free ph_polyval
        ph_polyval_many ph_polyval_column32 ph_polyval_stream_new ph_polyval_stream_update
        ph_polyval_stream_finalize ph_polyval_stream_free);
    f.check(&vectors::POLYVAL, "polyval");
}

#[test]
fn highwayhash() {
    let f = functions!(highwayhash, u64; 8; ph_highwayhash_key_new ph_highwayhash_key_free
        ph_highwayhash64 ph_highwayhash64_many ph_highwayhash64_column32 ph_highwayhash_stream_new
        ph_highwayhash_stream_update ph_highwayhash_stream_finalize ph_highwayhash_stream_free);
    f.check(&vectors::HIGHWAYHASH64, "highwayhash64");
    let f = functions!(highwayhash, u64; 16; ph_highwayhash_key_new ph_highwayhash_key_free
        ph_highwayhash128 ph_highwayhash128_many ph_highwayhash128_column32
        ph_highwayhash_stream_new ph_highwayhash_stream_update
        ph_highwayhash_stream_finalize128 ph_highwayhash_stream_free);
    f.check(&vectors::HIGHWAYHASH128, "highwayhash128");
    let f = functions!(highwayhash, u64; 32; ph_highwayhash_key_new ph_highwayhash_key_free
        ph_highwayhash256 ph_highwayhash256_many ph_highwayhash256_column32
        ph_highwayhash_stream_new ph_highwayhash_stream_update
        ph_highwayhash_stream_finalize256 ph_highwayhash_stream_free);
    f.check(&vectors::HIGHWAYHASH256, "highwayhash256");
}

/// Collects the functions of one number of rounds.
macro_rules! siphash {
    ($bytes:literal, $word:ty, $key_new:ident $key_free:ident $($name:ident)*) => {
        functions!(siphash, $word; $bytes; $key_new $key_free $($name)*)
    };
}

#[test]
fn siphash() {
    let f = siphash!(8, u64, ph_siphash_key_new ph_siphash_key_free ph_siphash24
        ph_siphash24_many ph_siphash24_column32 ph_siphash24_stream_new ph_siphash24_stream_update
        ph_siphash24_stream_finalize ph_siphash24_stream_free);
    f.check(&vectors::SIPHASH64, "siphash64_2_4");
    let f = siphash!(8, u64, ph_siphash_key_new ph_siphash_key_free ph_siphash13
        ph_siphash13_many ph_siphash13_column32 ph_siphash13_stream_new ph_siphash13_stream_update
        ph_siphash13_stream_finalize ph_siphash13_stream_free);
    f.check(&vectors::SIPHASH64, "siphash64_1_3");
    let f = siphash!(8, u64, ph_siphash_key_new ph_siphash_key_free ph_siphash12
        ph_siphash12_many ph_siphash12_column32 ph_siphash12_stream_new ph_siphash12_stream_update
        ph_siphash12_stream_finalize ph_siphash12_stream_free);
    f.check(&vectors::SIPHASH64, "siphash64_1_2");
    let f = siphash!(8, u64, ph_siphash_key_new ph_siphash_key_free ph_siphash48
        ph_siphash48_many ph_siphash48_column32 ph_siphash48_stream_new ph_siphash48_stream_update
        ph_siphash48_stream_finalize ph_siphash48_stream_free);
    f.check(&vectors::SIPHASH64, "siphash64_4_8");
    let f = siphash!(16, u64, ph_siphash_key_new ph_siphash_key_free ph_siphash128_24
        ph_siphash128_24_many ph_siphash128_24_column32 ph_siphash128_24_stream_new
        ph_siphash128_24_stream_update ph_siphash128_24_stream_finalize
        ph_siphash128_24_stream_free);
    let f = Functions { as_bytes: true, ..f };
    f.check(&vectors::SIPHASH128, "siphash128_2_4");
    let f = siphash!(16, u64, ph_siphash_key_new ph_siphash_key_free ph_siphash128_13
        ph_siphash128_13_many ph_siphash128_13_column32 ph_siphash128_13_stream_new
        ph_siphash128_13_stream_update ph_siphash128_13_stream_finalize
        ph_siphash128_13_stream_free);
    let f = Functions { as_bytes: true, ..f };
    f.check(&vectors::SIPHASH128, "siphash128_1_3");
    let f = siphash!(8, u64, ph_siphash_key_new ph_siphash_key_free ph_siphash12_nocase
        ph_siphash12_nocase_many ph_siphash12_nocase_column32 ph_siphash12_nocase_stream_new
        ph_siphash12_nocase_stream_update ph_siphash12_nocase_stream_finalize
        ph_siphash12_nocase_stream_free);
    f.check(&vectors::SIPHASH64_NOCASE, "siphash64_nocase_1_2");
}

#[test]
fn halfsiphash() {
    let f = siphash!(4, u32, ph_halfsiphash_key_new ph_halfsiphash_key_free ph_halfsiphash32
        ph_halfsiphash32_many ph_halfsiphash32_column32 ph_halfsiphash32_stream_new
        ph_halfsiphash32_stream_update ph_halfsiphash32_stream_finalize
        ph_halfsiphash32_stream_free);
    f.check(&vectors::HALFSIPHASH32, "halfsiphash32_2_4");
    let f = siphash!(8, u64, ph_halfsiphash_key_new ph_halfsiphash_key_free ph_halfsiphash64
        ph_halfsiphash64_many ph_halfsiphash64_column32 ph_halfsiphash64_stream_new
        ph_halfsiphash64_stream_update ph_halfsiphash64_stream_finalize
        ph_halfsiphash64_stream_free);
    f.check(&vectors::HALFSIPHASH64, "halfsiphash64_2_4");
}

#[test]
fn siptreehash() {
    let f = siphash!(8, u64, ph_siptreehash_key_new ph_siptreehash_key_free ph_siptreehash
        ph_siptreehash_many ph_siptreehash_column32 ph_siptreehash_stream_new
        ph_siptreehash_stream_update ph_siptreehash_stream_finalize ph_siptreehash_stream_free);
    f.check(&vectors::SIPTREEHASH, "siptreehash_2_4");
    let f = siphash!(8, u64, ph_siptreehash_key_new ph_siptreehash_key_free ph_siptreehash13
        ph_siptreehash13_many ph_siptreehash13_column32 ph_siptreehash13_stream_new
        ph_siptreehash13_stream_update ph_siptreehash13_stream_finalize
        ph_siptreehash13_stream_free);
    f.check(&vectors::SIPTREEHASH, "siptreehash_1_3");
}

/// MD5 has no key.
#[test]
fn md5() {
    use provenhash::md5;
    let hash = |&(): &(), message: &[u8]| {
        let (data, len) = (message.as_ptr().cast::<c_void>(), message.len());
        let [mut one, mut many, mut pieces] = [[0_u8; 16]; 3];
        let mut stream = null_mut();
        // SAFETY: the pointers are to arrays of the given lengths, and to a live stream.
        unsafe {
            assert_eq!(md5::ph_md5(data, len, one.as_mut_ptr()), PH_OK);
            let status = md5::ph_md5_many(&raw const data, &raw const len, 1, many.as_mut_ptr());
            assert_eq!(status, PH_OK);
            assert_eq!(md5::ph_md5_stream_new(&raw mut stream), PH_OK);
            assert_eq!(md5::ph_md5_stream_update(stream, data, len), PH_OK);
            assert_eq!(md5::ph_md5_stream_finalize(stream, pieces.as_mut_ptr()), PH_OK);
            md5::ph_md5_stream_free(stream);
        }
        assert_eq!([one, one], [many, pieces]);
        testkit::message::hex(&one)
    };
    vectors::MD5.hashes().check("md5", |_| (), hash);
}

/// The "keys" of the file are AES keys and a nonce.
#[test]
fn vmac() {
    macro_rules! check {
        ($name:literal, $bytes:literal: $new:ident $free:ident $tag:ident $verify:ident) => {{
            use provenhash::vhash::{$free, $new, $tag, $verify};
            let new_key = |bytes: &[u8]| bytes.to_vec();
            vectors::VMAC.hashes().check($name, new_key, |bytes, message| {
                let (key, nonce) = bytes.split_at(16);
                let (mut mac, mut tag) = (null_mut(), [0_u8; $bytes]);
                let (nonce, n) = (nonce.as_ptr().cast::<c_void>(), nonce.len());
                let (data, len) = (message.as_ptr().cast::<c_void>(), message.len());
                // SAFETY: the pointers are to arrays of the given lengths, and to a live key.
                unsafe {
                    assert_eq!($new(key.as_ptr().cast(), 16, &raw mut mac), PH_OK);
                    assert_eq!($tag(mac, nonce, n, data, len, tag.as_mut_ptr()), PH_OK);
                    let right = tag.as_ptr().cast();
                    assert_eq!($verify(mac, nonce, n, data, len, right, $bytes), PH_OK);
                    let other = [tag[0] ^ 1; $bytes].as_ptr().cast::<c_void>();
                    let status = $verify(mac, nonce, n, data, len, other, $bytes);
                    assert_eq!(status, ph_status_t::PH_ERROR_TAG);
                    $free(mac);
                }
                let words: Vec<_> = tag.chunks(8).map(testkit::message::hex).collect();
                words.join(",")
            });
        }};
    }
    check!("vmac64", 8: ph_vmac64_key_new ph_vmac64_key_free ph_vmac64_tag ph_vmac64_verify);
    check!("vmac128", 16: ph_vmac128_key_new ph_vmac128_key_free ph_vmac128_tag ph_vmac128_verify);
}

/// Functions without vector files: compares them with the values of the Rust crates.
#[test]
fn inner_products_and_flavours() {
    use multilinear_hash::{Mmh32, Mmh64, Multilinear64, Tmmh16};
    let message: Vec<u8> = (0..9000_u32).map(|i| i.to_le_bytes()[0]).collect();
    macro_rules! check {
        ($family:ident $from_seed:ident $free:ident $hash:ident, $word:ty, $key:ty, $expected:expr) => {{
            use provenhash::$family::{$free, $from_seed, $hash};
            let expected = $expected;
            let rust_key = <$key>::from_seed(3);
            let mut key = null_mut();
            // SAFETY: the pointers are to arrays of the given lengths, and to a live key.
            unsafe {
                assert_eq!($from_seed(3, &raw mut key), PH_OK);
                for len in [0, 1, 7, 8, 9, 100, 1024, 1025, 4096, 4097, 9000] {
                    let mut out: [$word; 4] = [0; 4];
                    let status = $hash(key, message.as_ptr().cast(), len, out.as_mut_ptr());
                    assert_eq!(status, PH_OK);
                    let right = expected(&rust_key, &message[..len]);
                    assert_eq!(out[..right.len()], right, "{} of {len}", stringify!($hash));
                }
                $free(key);
            }
        }};
    }
    macro_rules! multilinear {
        ($($from_seed:ident $free:ident $hash:ident, $word:ty, $function:ty;)*) => { $(
            check!(multilinear $from_seed $free $hash, $word, multilinear_hash::Key<$function>,
                multilinear_hash::hash::<$function>);
        )* };
    }
    multilinear! {
        ph_mmh32_key_from_seed ph_mmh32_key_free ph_mmh32, u32, Mmh32;
        ph_mmh64_key_from_seed ph_mmh64_key_free ph_mmh64, u32, Mmh64;
        ph_tmmh16_key_from_seed ph_tmmh16_key_free ph_tmmh16, u16, Tmmh16<4>;
    }
    check!(multilinear ph_multilinear64_key_from_seed ph_multilinear64_key_free ph_multilinear64, u64,
        multilinear_hash::Key<Multilinear64>, |k: &_, m: &[u8]| [multilinear_hash::hash(k, m)]);
    check!(multilinear ph_multilinear64_key_from_seed ph_multilinear64_key_free
        ph_multilinear64_mixed, u64, multilinear_hash::Key<Multilinear64>,
        |k: &_, m: &[u8]| [multilinear_hash::hash_mixed(k, m)]);
    check!(clhash ph_clhash_key_from_seed ph_clhash_key_free ph_clhash_mixed, u64, ::clhash::Key,
        |k: &_, m: &[u8]| [::clhash::hash_mixed(k, m)]);
    check!(clhash ph_clhash_key_from_seed ph_clhash_key_free ph_clhash_bitmix, u64, ::clhash::Key,
        |k: &_, m: &[u8]| [::clhash::hash_bitmix(k, m)]);
    check!(vhash ph_vhash64_key_from_seed ph_vhash64_key_free ph_vhash64_mixed, u64, ::vhash::Key64,
        |k: &_, m: &[u8]| [::vhash::hash_mixed(k, m)]);
}
