//! The bounds that the docs of each interface state (C headers, the table and its page, Python,
//! READMEs, docs/bounds.md) are those of the functions `collision_bound`: not smaller, and not much
//! larger.

use clhash::clhash128;
use multilinear_hash::{Mmh32, Mmh64, Multilinear64, Tmmh16, bound::collision_bound as linear};
use std::fs;
use std::path::Path;
use vhash::bound::forgery_bound;

/// Returns a file without line breaks in sentences, with one sign for products.
fn door(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join(path)).expect("the door has a text");
    let lines = text.lines().map(|line| {
        let line = line.trim().trim_start_matches("//!").trim();
        line.trim_start_matches("* ").trim_end_matches('\\')
    });
    let words: Vec<_> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ").replace('·', "*")
}

const C: &str = "bindings/c/README.md";
const HEADER: &str = "bindings/c/include/provenhash.h";
const PYTHON: &str = "bindings/python/README.md";
const BOUNDS: &str = "docs/bounds.md";
const PAGE: &str = "crates/provenhash/README.md";
const TABLE: &str = "crates/multilinear-hash/src/named.rs";
const VMAC: &str = "crates/vhash/src/named.rs";

/// A claim: its words, the number in them, the logarithm to base 2 of the bound, and who says so.
type Claim = (&'static str, f64, f64, &'static [&'static str]);

fn claims() -> Vec<Claim> {
    let (block, any, most) = (1024, u64::MAX, 1 << 59);
    vec![
        ("2^-64", 2f64.powi(-64), clhash::bound::collision_bound(block), &[PAGE, BOUNDS]),
        (
            "2.004 * 2^-64",
            2.004 * 2f64.powi(-64),
            clhash::bound::collision_bound(any),
            &[PAGE, BOUNDS, "crates/clhash/src/named.rs"],
        ),
        (
            "below 2^-126.99",
            2f64.powf(-126.99),
            clhash128::bound::collision_bound(any),
            &[PAGE, "crates/clhash/src/named.rs"],
        ),
        (
            "below 2^-127 + 2^-137",
            2f64.powi(-127) + 2f64.powi(-137),
            clhash128::bound::collision_bound(any),
            &[BOUNDS],
        ),
        (
            "1.51 * 2^-63",
            1.51 * 2f64.powi(-63),
            vhash::bound::collision_bound(128),
            &[BOUNDS, "crates/vhash/src/named.rs"],
        ),
        (
            "2^-62",
            2f64.powi(-62),
            vhash::bound::collision_bound(most),
            &[PAGE, BOUNDS, "crates/vhash/src/named.rs"],
        ),
        (
            "2^-124",
            2f64.powi(-124),
            vhash::bound::collision_bound128(most),
            &[PAGE, BOUNDS, "crates/vhash/src/named.rs"],
        ),
        ("1.25 * 2^-62", 1.25 * 2f64.powi(-62), forgery_bound(most), &[PAGE, BOUNDS, VMAC]),
        ("1.57 * 2^-124", 1.57 * 2f64.powi(-124), 2.0 * forgery_bound(most), &[PAGE, BOUNDS, VMAC]),
        (
            "1.001 * 2^-127",
            1.001 * 2f64.powi(-127),
            clmac::bound::nonce_forgery_bound(1, 1 << 48, 1, any, 128),
            &[HEADER, C, PYTHON, BOUNDS, "bindings/python/src/sender.rs"],
        ),
        (
            "n * 2^-128",
            2f64.powi(-128),
            ghash_clmul::bound::collision_bound(16),
            &[HEADER, C, PAGE, BOUNDS, "crates/ghash-clmul/src/named.rs"],
        ),
        ("6 * 2^-32", 6.0 * 2f64.powi(-32), linear::<Mmh32>(4096), &[PAGE, BOUNDS, TABLE]),
        ("54 * 2^-64", 54.0 * 2f64.powi(-64), linear::<Mmh64>(4096), &[PAGE, BOUNDS, TABLE]),
        ("500 * 2^-64", 500.0 * 2f64.powi(-64), linear::<Tmmh16>(4096), &[PAGE, TABLE]),
        ("at most 2^-64", 2f64.powi(-64), linear::<Multilinear64>(4096), &[TABLE]),
    ]
}

#[test]
fn doors_say_what_the_bounds_are() {
    for (words, claimed, bound, doors) in claims() {
        let said = claimed.log2();
        assert!(bound <= said + 1e-9, "{words}: the bound is 2^{bound}");
        assert!(bound > said - 0.02, "{words}: the bound is 2^{bound}, much smaller");
        for path in doors {
            assert!(door(path).contains(words), "{path} does not say {words}");
        }
    }
}

/// The bound of GHASH is for messages of one length, and every door that has it says so.
#[test]
fn the_bound_of_ghash_is_for_one_length() {
    for (path, words) in [
        (HEADER, "With the property `PH_ONE_LENGTH` the messages must have the same length"),
        (C, "n * 2^-128 for messages of one length"),
        (PAGE, "messages of one length"),
        ("crates/ghash-clmul/src/named.rs", "two given messages of the same length"),
        (BOUNDS, "one length"),
    ] {
        assert!(door(path).contains(words), "{path} does not say {words}");
    }
    let key = ghash_clmul::GhashKey::generate();
    assert_eq!(ghash_clmul::hash(&key, b"a"), ghash_clmul::hash(&key, b"a\0"));
}

#[test]
fn the_citation_has_the_version_of_the_crates() {
    let citation = door("CITATION.cff");
    let version = concat!("version: ", env!("CARGO_PKG_VERSION"), " ");
    assert!(citation.contains(version), "CITATION.cff lacks {version}");
}

/// Every row of the README's choice says who sees the hashes and whether the key is secret. Where
/// anyone sees them under a secret key, it recommends no universal hash.
#[test]
fn every_choice_says_both_conditions() {
    /// Where anyone sees hashes under a secret key, no universal hash may be named.
    fn check(sees: &str, key: &str, need: &str, used: &str) {
        assert!(["secret", "public", "none"].contains(&key), "{need}: {key}");
        assert!(sees.starts_with("anyone") || sees == "nobody", "{need}: {sees}");
        if sees.starts_with("anyone") && key == "secret" {
            let universal = [
                "[clhash]",
                "[hash-agg]",
                "[ghash-clmul]",
                "[map]",
                "[mshash]",
                "[multilinear-hash]",
            ];
            assert!(!universal.iter().any(|name| used.contains(name)), "{need}: {used}");
            assert!(!used.contains("[vhash]") || used.contains("vmac"), "{need}: {used}");
        }
    }
    let page = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
        fs::read_to_string(path).expect("a page")
    };
    let rows = |text: &str, head: &str| -> Vec<Vec<String>> {
        let (_, table) = text.split_once(head).expect("the table");
        let table = table.split("\n\n").next().expect("the table");
        let cells = |row: &str| row.split('|').map(|cell| cell.trim().to_owned()).collect();
        table.lines().skip(2).map(cells).collect()
    };
    let readme = rows(&page("README.md"), "| I need | who may see the hashes | the key is | use |");
    assert_eq!(readme.len(), 8);
    for row in readme {
        let [_, need, sees, key, used, _] = &row[..] else { panic!("a short row: {row:?}") };
        check(sees, key, need, used);
    }
    // There the questions are the conditions: the first asks for the key, the second who sees
    // hashes.
    let choose = page("docs/choose.md").replace("[`", "[").replace("`]", "]");
    let parts: Vec<_> = choose.split("\n## ").collect();
    for (part, title, sees) in [
        (2, "2. Does anyone see the hashes who may choose messages?", "anyone"),
        (3, "3. If nobody sees them", "nobody"),
    ] {
        assert!(parts[part].starts_with(title), "{}", parts[part]);
        for row in rows(parts[part], "| I need | use | in one line |") {
            check(sees, "secret", &row[1], &format!("{} {}", row[2], row[3]));
        }
    }
}

/// The first page of every universal hash says what happens where hashes are seen, and leads to a
/// function for that.
#[test]
fn pages_of_universal_hashes_say_who_may_see_hashes() {
    for (paths, words) in [
        (
            [
                "crates/clhash/README.md",
                "crates/vhash/README.md",
                "crates/multilinear-hash/README.md",
                C,
                PYTHON,
            ]
            .as_slice(),
            "hashes are seen**, as names of chunks",
        ),
        (&["crates/clhash/src/clhash128.rs"], "Do not name chunks or files by it where others see"),
        (&["crates/ghash-clmul/README.md"], "wherever hashes are seen"),
        (
            &["crates/hash-agg/README.md"],
            "whoever may choose rows knows the key or sees fingerprints",
        ),
        (
            &["crates/hash-arrow/README.md", "crates/hash-diff/README.md"],
            "secret from anyone who chooses rows",
        ),
        (&["engines/hsum-table/src/cli.rs"], "nobody may see fingerprints who may choose rows"),
        (&["bindings/python/provenhash/__init__.py"], "two known values give all others"),
        (
            &["engines/README.md", "engines/hash-datafusion/src/lib.rs"],
            "two known values of a column give all others",
        ),
        (&["crates/hsum/README.md"], "a list that others can read needs `clmac`"),
        (&["crates/hsum/src/cli.rs"], "a list that others read needs clmac"),
        (&["docs/choose.md"], "Does anyone see the hashes who may choose messages?"),
        (&["lab/adoptions/README.md"], "Who sees the hashes"),
    ] {
        for path in paths {
            assert!(door(path).contains(words), "{path} does not say {words}");
        }
    }
}
