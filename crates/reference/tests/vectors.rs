//! The oracle itself against the published implementations.

use testkit::vectors::{
    CLHASH, CLHASH_BITMIX, HALFSIPHASH32, HALFSIPHASH64, HIGHWAYHASH64, HIGHWAYHASH128,
    HIGHWAYHASH256, SIPHASH64, SIPHASH64_NOCASE, SIPHASH128, SIPTREEHASH,
};

#[test]
fn clhash() {
    use reference::clhash::{hash, hash_bitmix, key};
    CLHASH.hashes().check("clhash", key, |k, m| format!("{:016x}", hash(k, m)));
    CLHASH_BITMIX
        .hashes()
        .check("clhash_bitmix", key, |k, m| format!("{:016x}", hash_bitmix(k, m)));
}

#[test]
fn clhash_xorshift_key() {
    let file = CLHASH.hashes();
    let (_, bytes) = file.keys.iter().find(|(id, _)| *id == "xs").expect("key xs");
    let derived = reference::clhash::xorshift_key(0x23a2_3cf5_033c_3c81, 0xb381_6f6a_2c68_e530);
    assert_eq!(derived, reference::clhash::key(bytes));
}

#[test]
fn highwayhash() {
    use reference::highwayhash::{hash64, hash128, hash256, key};
    let text =
        |words: &[u64]| words.iter().map(|w| format!("{w:016x}")).collect::<Vec<_>>().join(",");
    HIGHWAYHASH64.hashes().check("highwayhash64", key, |k, m| text(&[hash64(k, m)]));
    HIGHWAYHASH128.hashes().check("highwayhash128", key, |k, m| text(&hash128(k, m)));
    HIGHWAYHASH256.hashes().check("highwayhash256", key, |k, m| text(&hash256(k, m)));
}

/// Runs the test for each number of rounds that a file has, as `name_c_d`.
fn each_rounds(name: &str, all: &[(usize, usize)], test: impl Fn(&str, (usize, usize))) {
    for &(c, d) in all {
        test(&format!("{name}_{c}_{d}"), (c, d));
    }
}

#[test]
fn siphash() {
    use reference::siphash::{hash64, hash64_nocase, hash128, key};
    let all = [(1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 8)];
    each_rounds("siphash64", &all, |name, cd| {
        SIPHASH64.hashes().check(name, key, |k, m| format!("{:016x}", hash64(cd, *k, m)));
    });
    each_rounds("siphash128", &all, |name, cd| {
        SIPHASH128.hashes().check(name, key, |k, m| {
            let words = hash128(cd, *k, m).map(u64::to_le_bytes);
            testkit::message::hex(words.as_flattened())
        });
    });
    SIPHASH64_NOCASE.hashes().check("siphash64_nocase_1_2", key, |k, m| {
        format!("{:016x}", hash64_nocase((1, 2), *k, m))
    });
}

#[test]
fn halfsiphash() {
    use reference::siphash::{half32, half64, key};
    let all = [(1, 3), (2, 4)];
    each_rounds("halfsiphash32", &all, |name, cd| {
        HALFSIPHASH32.hashes().check(name, key, |k, m| format!("{:08x}", half32(cd, *k, m)));
    });
    each_rounds("halfsiphash64", &all, |name, cd| {
        HALFSIPHASH64.hashes().check(name, key, |k, m| format!("{:016x}", half64(cd, *k, m)));
    });
}

#[test]
fn siptreehash() {
    use reference::siphash::{key, tree};
    each_rounds("siptreehash", &[(1, 3), (2, 4)], |name, cd| {
        SIPTREEHASH.hashes().check(name, key, |k, m| format!("{:016x}", tree(cd, *k, m)));
    });
}
