//! No public type that can reach a key shows it with `{:?}`, and none is forgotten here.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

/// Checks that a text has no long number and no list of bytes. Keys here consist of bytes of 0xa5,
/// which is 165, so words of them have at least five decimal digits.
#[track_caller]
fn hides(value: &impl Debug) {
    for text in [format!("{value:?}"), format!("{value:#?}")] {
        let runs = text.split(|c: char| !c.is_ascii_hexdigit());
        assert!(runs.into_iter().all(|run| run.len() < 6), "{text}");
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
        assert!(numbers.clone().count() < 9, "{text}");
        assert!(numbers.into_iter().all(|n| n.len() < 5 && n != "165"), "{text}");
    }
}

macro_rules! key {
    ($Key:ty) => {
        <$Key>::try_from([0xa5; <$Key>::BYTES].as_slice()).expect("a key")
    };
}

#[test]
fn nothing_shows_its_key() {
    use std::hash::BuildHasher;
    let message = b"a message";

    let clhash = key!(clhash::Key);
    hides(&clhash);
    hides(&clhash::ClHasher::new(&clhash));
    hides(&clhash::Partial::of(&clhash, message));
    hides(&clhash::FixedState::new(&clhash));
    hides(&clhash::FixedState::new(clhash.clone()).build_hasher());
    hides(&clhash::RandomState::new());
    hides(&clhash::RandomState::new().build_hasher());
    hides(&clhash::universal_hash::WordHasher::new(&clhash));
    let mshash = key!(mshash::Key);
    hides(&mshash);
    hides(&mshash::MsHasher::new(&mshash));
    hides(&mshash::FixedState::new(&mshash));
    let wide = key!(clhash::clhash128::Key);
    hides(&wide);
    hides(&clhash::clhash128::ClHasher128::new(&wide));
    hides(&clhash::clhash128::Partial::of(&wide, message));

    let clmac = key!(clmac::Key);
    hides(&clmac);
    hides(&clmac::ClMac::new(&clmac));
    hides(&clmac::Partial::of(&clmac, message));
    let nonces = key!(clmac::nonce::Key);
    hides(&nonces);
    hides(&clmac::nonce::Sender::new(&nonces));
    hides(&clmac::nonce::Receiver::new(&nonces));
    let nonce = clmac::nonce::Nonce::new([0; 16], 0);
    hides(&clmac::nonce::NonceMac::new(&nonces, &nonce));

    let vhash = vhash::Key64::from_bytes(&[0xa5; vhash::Key64::BYTES]).expect("a key");
    let double = vhash::Key128::from_bytes(&[0xa5; vhash::Key128::BYTES]).expect("a key");
    hides(&vhash);
    hides(&double);
    hides(&vhash::VHasher64::new(&vhash));
    hides(&vhash::VHasher128::new(&double));
    hides(&vhash::Partial64::of(&vhash, message));
    hides(&vhash::FixedState::new(&vhash));
    hides(&vhash::RandomState::new());
    hides(&vhash::universal_hash::PairHasher::new(&double));
    let nonce = vhash::vmac::Nonce::from(1);
    let vmac: vhash::vmac::Vmac64 = vhash::vmac::Vmac64::from_key(&[0xa5; 16]).expect("a key");
    hides(&vmac);
    hides(&vmac.mac(&nonce));

    let ghash = key!(ghash_clmul::GhashKey);
    let polyval = key!(ghash_clmul::PolyvalKey);
    hides(&ghash);
    hides(&polyval);
    hides(&ghash_clmul::GhashHasher::new(&ghash));
    hides(&ghash_clmul::PolyvalHasher::new(&polyval));
    hides(&ghash_clmul::Partial::of(&ghash, message));
    hides(&ghash_clmul::universal_hash::GHash::with_key(ghash.clone()));

    let highway = key!(highwayhash::Key);
    hides(&highway);
    hides(&highwayhash::HighwayHasher::new(&highway));
    hides(&highwayhash::HighwayHasher::new(&highway).checkpoint());
    hides(&highwayhash::FixedState::new(&highway));
    hides(&highwayhash::RandomState::new());
    hides(&highwayhash::RandomState::new().build_hasher());
    hides(&highwayhash::digest::HighwayMac256::with_key(highway.clone()));

    let sip = key!(siphash_fast::Key);
    hides(&sip);
    hides(&siphash_fast::SipHasher24::new(&sip));
    hides(&siphash_fast::SipHasher24::new(&sip).checkpoint());
    hides(&siphash_fast::SipHasher128::<2, 4>::new(&sip));
    hides(&siphash_fast::NocaseHasher::<1, 2>::new(&sip));
    hides(&siphash_fast::FixedState::new(&sip));
    hides(&siphash_fast::FixedState::new(sip.clone()).build_hasher());
    hides(&siphash_fast::RandomState::new());
    hides(&siphash_fast::digest::SipMac64::<2, 4>::with_key(sip.clone()));
    let half = key!(siphash_fast::HalfKey);
    hides(&half);
    hides(&siphash_fast::HalfSipHasher::<2, 4>::new(&half));
    let tree = key!(siphash_fast::TreeKey);
    hides(&tree);
    hides(&siphash_fast::TreeHasher::<2, 4>::new(&tree));

    let linear = key!(multilinear_hash::Key<multilinear_hash::Multilinear64>);
    let mmh = key!(multilinear_hash::Key<multilinear_hash::Mmh64>);
    hides(&linear);
    hides(&mmh);
    hides(&multilinear_hash::MultilinearHasher::new(&mmh));
    hides(&multilinear_hash::Partial::of(&mmh, message));
    hides(&multilinear_hash::universal_hash::WordHasher::new(&linear));
    hides(&multilinear_hash::MultiplyShift::<2>::new([0xa5a5_a5a5; 2], 0xa5a5_a5a5));
    let map = multilinear_hash::MapKey::from_words([0xa5a5_a5a5_a5a5_a5a5; 120]);
    hides(&map);
    hides(&multilinear_hash::FixedState::new(&map));
    hides(&multilinear_hash::FixedState::new(&map).build_hasher());
    hides(&multilinear_hash::RandomState::new());

    let agg = key!(hash_agg::Key);
    hides(&agg);
    hides(hash_agg::Row::new(&agg).push("text").push(5));
    hides(&hash_agg::Rows::new(&agg));
    hides(&hash_agg::Key::generate());
}

/// The public types that derive `Debug`, with what they hold. Those that are not here show what a
/// macro or a hand-written `Debug` lets through, which the test above checks. Who adds a type here
/// has asked whether a field of it holds a secret.
const DERIVED: &[(&str, &str)] = &[
    ("clhash: WordHasher", "a key and a stream, which hide their words"),
    ("clmac: Nonce", "a nonce, which is public"),
    ("clmac: NonceError", "a length"),
    ("gf2: Wide", "a product of given elements"),
    ("ghash-clmul: Gcm", "nothing"),
    ("ghash-clmul: GcmSiv", "nothing"),
    ("hash-agg: Bytes", "nothing"),
    ("hash-agg: Column", "a name and a type"),
    ("hash-agg: Dialect", "nothing"),
    ("hash-agg: Encoder", "canonical bytes of data"),
    ("hash-agg: Error", "names and numbers"),
    ("hash-agg: FingerprintError", "numbers of rows"),
    ("hash-agg: Fixed", "nothing"),
    ("hash-agg: Query", "names, types and conditions; keys come later"),
    ("hash-agg: Type", "numbers"),
    ("hash-agg: Validity", "bits of data"),
    ("hash-agg: Value", "data"),
    ("hash-arrow: Array", "data"),
    ("hash-arrow: Arrays", "data of another owner"),
    ("hash-arrow: Buffers", "data"),
    ("hash-arrow: Error", "names and numbers"),
    ("hash-arrow: ForeignArray", "numbers and pointers"),
    ("hash-arrow: Kind", "a type"),
    ("hash-arrow: Layout", "nothing"),
    ("hash-arrow: Owned", "numbers and pointers"),
    ("hash-arrow: Schema", "numbers and pointers"),
    ("hash-arrow: Stream", "pointers"),
    ("hash-arrow: Type", "a type"),
    ("hash-arrow: TypedArray", "data of another owner"),
    ("hash-core: Assumption", "names"),
    ("hash-core: Attack", "numbers"),
    ("hash-core: BatchError", "numbers"),
    ("hash-core: CheckpointError", "nothing"),
    ("hash-core: Collisions", "a theorem"),
    ("hash-core: Column", "data"),
    ("hash-core: CombineError", "numbers"),
    ("hash-core: Description", "texts and theorems"),
    ("hash-core: Forgeries", "a theorem"),
    ("hash-core: Ideal", "nothing"),
    ("hash-core: KeyError", "lengths"),
    ("hash-core: KeyLengthError", "lengths"),
    ("hash-core: Mixed", "nothing"),
    ("hash-core: Pairs", "nothing"),
    ("hash-core: Portable", "nothing"),
    ("hash-core: Secrecy", "who may see a value"),
    ("hash-core: Secrets", "who may see which values"),
    ("hash-core: TagError", "nothing"),
    ("hash-core: UnknownBackend", "nothing"),
    ("hash-diff: Changed", "places of rows and columns"),
    ("hash-diff: Choice", "names of columns"),
    ("hash-diff: Columns", "places of columns"),
    ("hash-diff: Differences", "places of rows"),
    ("hash-diff: Door", "words of messages"),
    ("hash-diff: Error", "names, lengths and data types"),
    ("hash-diff: Layout", "names and places of columns"),
    ("hash-diff: Matching", "names of columns"),
    ("hash-diff: Near", "numbers"),
    ("hash-diff: Place", "numbers"),
    ("hash-diff: Summary", "examples of values of a table"),
    ("hash-diff: Tolerance", "names and numbers"),
    ("map: Portable", "a key of a map, as the table holds it"),
    ("md5-opt: ETag", "a hash without a key"),
    ("md5-opt: ETagError", "numbers"),
    ("md5-opt: LastPart", "nothing"),
    ("md5-opt: NoKey", "a backend"),
    ("md5-opt: PartsError", "numbers"),
    ("multilinear-hash: Error", "lengths"),
    ("multilinear-hash: MmhRows", "nothing"),
    ("multilinear-hash: Multilinear64", "nothing"),
    ("multilinear-hash: Tmmh16", "nothing"),
    ("multilinear-hash: WordHasher", "a key and a stream, which hide their words"),
    ("provenhash: Bound", "numbers"),
    ("provenhash: Error", "lengths, names and nonces"),
    ("provenhash: Event", "numbers"),
    ("provenhash: Origin", "how a key was made"),
    ("vhash: KeyError", "lengths"),
    ("vhash: Nonce", "a nonce, which is public"),
    ("vhash: NonceError", "a length"),
    ("vhash: PairHasher", "a key and a stream, which hide their words"),
    ("vhash: ShortKeyError", "lengths"),
];

/// The crates without secrets of users: the tools of tests, and programs.
const WITHOUT_SECRETS: [&str; 5] = ["reference", "testkit", "fuzz-targets", "cpucheck", "hsum"];

#[test]
fn derived_texts_are_known() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut derived = BTreeSet::new();
    let mut folders = vec![];
    for entry in fs::read_dir(crates).expect("the crates") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("ASCII");
        if !WITHOUT_SECRETS.contains(&name.as_str()) {
            folders.push((name, entry.path().join("src")));
        }
    }
    while let Some((name, folder)) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push((name.clone(), path));
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source");
            let mut derives = false;
            for line in text.lines().map(str::trim) {
                if let Some(list) = line.strip_prefix("#[derive(") {
                    derives = list.contains("Debug");
                } else if !line.starts_with("#[") && !line.starts_with("//") {
                    let words: Vec<_> =
                        line.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
                    if let (true, ["pub", "struct" | "enum" | "union", of, ..]) =
                        (derives, &words[..])
                    {
                        derived.insert(format!("{name}: {of}"));
                    }
                    derives = false;
                }
            }
        }
    }
    // Those that a macro defines have no name here.
    derived.retain(|name| !name.ends_with(": "));
    let known: BTreeSet<_> = DERIVED.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(derived, known);
}
