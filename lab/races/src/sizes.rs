//! The sizes of maps and keys that pages state: a test.

/// A size in bytes, with a comma for thousands.
fn bytes(size: usize) -> String {
    if size < 1000 { size.to_string() } else { format!("{},{:03}", size / 1000, size % 1000) }
}

/// A page, and a sentence that it must have.
type Claim = (&'static str, String);

/// Returns every sentence about sizes, computed from the types. Targets with smaller pointers have
/// smaller maps.
fn claims() -> Vec<Claim> {
    type Std = std::collections::HashMap<u64, u64>;
    let others = [
        size_of::<multilinear_hash::HashMap<u64, u64>>(),
        size_of::<clhash::HashMap<u64, u64>>(),
        size_of::<vhash::HashMap<u64, u64>>(),
        size_of::<siphash_fast::HashMap<u64, u64>>(),
    ];
    assert_eq!(others, [size_of::<Std>(); 4], "docs/choose.md states one size for all");
    vec![
        (
            "docs/choose.md",
            format!(
                "A `HashMap` takes {} bytes with `highwayhash`, and {} with all other crates and with std's state.",
                size_of::<highwayhash::HashMap<u64, u64>>(),
                size_of::<Std>(),
            ),
        ),
        (
            "docs/choose.md",
            format!(
                "A key takes {} bytes for SipHash, {} for HighwayHash, {} for GHASH, {} for VHASH, {} for CLHASH, {} for \
                 CLHASH-128, {} for CLMAC and {} for fingerprints of tables.",
                bytes(size_of::<siphash_fast::Key>()),
                bytes(size_of::<highwayhash::Key>()),
                bytes(size_of::<ghash_clmul::GhashKey>()),
                bytes(size_of::<vhash::Key64>()),
                bytes(size_of::<clhash::Key>()),
                bytes(size_of::<clhash::clhash128::Key>()),
                bytes(size_of::<clmac::Key>()),
                bytes(size_of::<hash_agg::Key>()),
            ),
        ),
        (
            "crates/clmac/src/key.rs",
            format!("It takes {} bytes of memory.", bytes(size_of::<clmac::Key>())),
        ),
    ]
}

/// The pages state the sizes that the types have on a target of 64 bits.
#[test]
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn pages_state_the_sizes() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (page, sentence) in claims() {
        let text = std::fs::read_to_string(root.join(page)).expect("the text is UTF-8");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&text).contains(&words(&sentence)), "{page} does not say: {sentence}");
    }
}
