//! The column that says what is secret: it agrees with the rest of each row, with the docs of the
//! algorithms' crates, and with what an adversary can do.

use provenhash::{ALGORITHMS, Algorithm, Secrecy};
use std::fs;
use std::path::Path;

#[test]
fn the_column_agrees_with_the_rest_of_the_row() {
    for row in ALGORITHMS {
        let (name, secrets) = (row.name, row.secrets);
        let is_keyed = !row.key_lengths.is_empty();
        assert_eq!(secrets.key, is_keyed.then_some(Secrecy::Key), "{name}");
        assert_eq!(secrets.nonce, row.nonce.then_some(Secrecy::Public), "{name}");
        assert_eq!(secrets.part.is_some(), row.joins(), "{name}");
        // Tags are sent to others, and nothing else is made to be seen.
        let is_public = secrets.digest == Secrecy::Public;
        assert_eq!(is_public, row.mac || !is_keyed, "{name}");
        // The state is no less than a hash. Where the hash has a bound, tags hide it.
        let is_universal = row.collision_bound(1).is_some();
        let checkpoint = match (is_keyed, is_universal, row.mac) {
            (false, ..) => Secrecy::Public,
            (true, true, true) => Secrecy::Forging,
            (true, true, false) => Secrecy::Hidden,
            (true, false, _) => Secrecy::Key,
        };
        assert_eq!(secrets.checkpoint, checkpoint, "{name}");
        assert!(secrets.part.is_none_or(|part| part == checkpoint), "{name}");
        // What the row says in its own words.
        assert!(!row.about.contains("adversary sees hashes") || is_public, "{name}: {}", row.about);
        assert!(!row.about.contains("bare value is no MAC") || !is_public, "{name}: {}", row.about);
        let said = row.about.to_lowercase();
        let other = ["secret", "checkpoint", "visible"].iter().find(|word| said.contains(*word));
        assert_eq!(other, None, "{name}: the column says that, and nothing else");
    }
}

#[test]
fn the_column_is_a_text() {
    let text = |name| Algorithm::find(name).expect("a row").secrets.to_string();
    assert_eq!(
        text("clhash"),
        "digests, checkpoints and parts are to be hidden from anyone who may choose messages"
    );
    assert_eq!(
        text("vmac128"),
        "nonces and digests are public; checkpoints are as secret as the key, because a few of them are \
         enough to forge tags"
    );
    assert_eq!(
        text("siphash-1-3"),
        "digests are to be hidden from anyone who may choose messages; checkpoints are as secret as the \
         key, because they contain it"
    );
    assert_eq!(text("md5"), "digests and checkpoints are public");
}

/// The docs of an item, without line breaks and marks of comments.
fn docs(path: &str, item: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let source = fs::read_to_string(&path).expect("a source");
    let (before, _) = source.split_once(item).expect("the item");
    let (before, _) = before.rsplit_once('\n').expect("lines before the item");
    let (_, docs) = before.rsplit_once("\n\n").unwrap_or_default();
    let words = docs.lines().map(|line| line.trim().trim_start_matches("///"));
    words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Returns the files of a crate with these items, if there is such a crate.
fn files_with<'i>(folder: &str, items: &[&'i str]) -> Vec<(String, &'i str)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let Ok(files) = fs::read_dir(crates.join(folder).join("src")) else { return vec![] };
    let files = files.map(|file| file.expect("a file").path()).filter(|path| path.is_file());
    files
        .flat_map(|path| {
            let source = fs::read_to_string(&path).expect("a source");
            let path =
                path.strip_prefix(&crates).expect("below").to_str().expect("UTF-8").to_owned();
            let found = items.iter().filter(move |item| source.contains(**item));
            found.map(move |item| (path.clone(), *item))
        })
        .collect()
}

/// The docs of checkpoints and parts say for every row what the column says.
#[test]
fn the_docs_of_the_crates_say_the_same() {
    let checkpoint = "pub fn checkpoint(&self)";
    let part = "pub struct Partial";
    for row in ALGORITHMS {
        let name = row.name;
        let own = files_with(name, &[checkpoint, part]);
        let own: Vec<_> = own.iter().map(|(path, item)| (path.as_str(), *item)).collect();
        let places: &[(&str, &str)] = match name {
            _ if name.starts_with("clhash128") => &[
                ("clhash/src/clhash128/checkpoint.rs", checkpoint),
                ("clhash/src/clhash128/partial.rs", part),
            ],
            _ if name.starts_with("clhash") => {
                &[("clhash/src/checkpoint.rs", checkpoint), ("clhash/src/partial.rs", part)]
            }
            _ if name.starts_with("vmac") => &[("vhash/src/vmac.rs", checkpoint)],
            _ if name.starts_with("vhash") => {
                &[("vhash/src/checkpoint.rs", checkpoint), ("vhash/src/partial.rs", part)]
            }
            "ghash" | "polyval" => &[
                ("ghash-clmul/src/checkpoint.rs", checkpoint),
                ("ghash-clmul/src/partial.rs", part),
            ],
            _ if ["mmh", "tmmh", "multilinear"].iter().any(|start| name.starts_with(start)) => &[
                ("multilinear-hash/src/checkpoint.rs", checkpoint),
                ("multilinear-hash/src/partial.rs", part),
            ],
            _ if name.starts_with("highwayhash") => {
                &[("highwayhash/src/checkpoint.rs", checkpoint)]
            }
            "md5" => continue,
            _ if name.contains("sip") => &[("siphash-fast/src/checkpoint.rs", checkpoint)],
            // The crate of one function has its name.
            _ => &own,
        };
        assert!(!places.is_empty(), "{name}: no crate has its docs");
        let said = match row.secrets.checkpoint {
            Secrecy::Public => continue,
            said => said.text().split(',').next().expect("a text").trim_start_matches("to be "),
        };
        for (path, item) in places {
            let docs = docs(path, item);
            assert!(docs.contains(said), "{name}: {path} does not say {said:?}: {docs}");
        }
    }
}

/// A checkpoint of the table's has 8 bytes more than that of the crate.
fn number(checkpoint: &[u8], at: usize) -> u128 {
    u128::from_le_bytes(checkpoint[at..at + 16].try_into().expect("16 bytes"))
}

fn set(message: &mut [u8], at: usize, word: u64) {
    message[at..at + 8].copy_from_slice(&word.to_le_bytes());
}

/// Why checkpoints of CLMAC are as secret as the key: two of them and one tag give an accepted
/// forgery.
///
/// After a group of 512 bytes a checkpoint has the values V₁ = A₀ ⊕ A₁ ⊕ … and V₂ = A₁ ⊕ … of
/// `proofs/spec/clhash128.md`. A difference d in the first words of the rows 0 and 1 cancels in the
/// parity, and changes Aᵢ by d (uᵢ ⊕ kᵢ), where uᵢ and kᵢ are the second words of the row's unit
/// and its key. So the checkpoints give kᵢ. Where uᵢ = kᵢ, the products are 0 whatever the first
/// words are.
#[test]
fn checkpoints_of_clmac_give_a_forgery() {
    let key = Algorithm::find("clmac").expect("a row").try_generate().expect("entropy");
    let checkpoint = |message: &[u8]| {
        let mut stream = key.stream();
        stream.update(message);
        stream.checkpoint()
    };
    let (mut message, rows) = (vec![0; 513], [0, 64]);
    let one = checkpoint(&message);
    rows.iter().for_each(|row| set(&mut message, *row, 1));
    let two = checkpoint(&message);

    let [both, second] = [48, 64].map(|at| number(&one, at) ^ number(&two, at));
    let keys = [both ^ second, second].map(|k| u64::try_from(k).expect("a word of the key"));
    for (row, k) in rows.into_iter().zip(keys) {
        set(&mut message, row + 8, k);
    }
    let tag = key.hash(&message);
    rows.iter().for_each(|row| set(&mut message, *row, 0x1234_5678));
    assert_eq!(key.verify(&message, tag.as_bytes()), Ok(()), "a message that was never tagged");
}

/// The same of VMAC: three checkpoints and one tag.
///
/// The value of a block is NH plus a constant, modulo 2^127 - 1. NH has the terms (m₀ + k₀) (m₁ +
/// k₁) and (m₂ + k₂) (m₃ + k₃), so that checkpoints give k₁ and k₃. Where both second factors are
/// 1, the first ones may change by opposite differences.
#[test]
fn checkpoints_of_vmac_give_a_forgery() {
    let key = Algorithm::find("vmac64").expect("a row").try_generate_nonce_key().expect("entropy");
    let value = |nonce: &[u8], message: &[u8]| {
        let mut stream = key.stream(nonce).expect("a nonce");
        stream.update(message);
        number(&stream.checkpoint(), 16)
    };
    const P127: u128 = (1 << 127) - 1;
    let mut message = vec![0; 129];
    let zeros = value(b"nonce 1", &message);
    let mut factor = |nonce: &[u8], at| {
        set(&mut message, at, 1);
        let difference = (value(nonce, &message) + P127 - zeros) % P127;
        set(&mut message, at, 0);
        // NH is a number modulo 2^126, so the difference may be negative.
        let difference =
            if difference < 1 << 126 { difference } else { difference + 1 - (1 << 126) };
        u64::try_from(difference).expect("a word of the key")
    };
    let (k1, k3) = (factor(b"nonce 2", 0), factor(b"nonce 3", 16));

    set(&mut message, 8, 1_u64.wrapping_sub(k1));
    set(&mut message, 24, 1_u64.wrapping_sub(k3));
    let tag = key.tag(b"nonce 4", &message).expect("a nonce");
    set(&mut message, 0, 5);
    set(&mut message, 16, 5_u64.wrapping_neg());
    assert_eq!(key.verify(b"nonce 4", &message, tag.as_bytes()), Ok(()), "never tagged");
}
