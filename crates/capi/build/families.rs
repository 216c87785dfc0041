//! The algorithms: the rows of words that replace the placeholders of the templates.

use crate::{Words, expand};

macro_rules! templates {
    ($($NAME:ident = $file:literal;)*) => {
        $(const $NAME: &str = include_str!(concat!("../src/templates/", $file, ".rs"));)*
    };
}

templates! {
    KEY = "key";
    HASH = "hash";
    MIXED = "mixed";
    BOUND = "bound";
    STREAM = "stream";
    STREAM_SHARED = "stream_shared";
    STREAM_OWN = "stream_own";
    FINALIZE = "finalize";
    VERIFY = "verify";
    PART = "part";
    SUITE_FUNCTION = "suite";
}

/// Each family: the name of its file and its functions.
pub(crate) fn all() -> [(&'static str, String); 8] {
    [
        ("clhash", clhash()),
        ("vhash", vhash()),
        ("ghash", ghash()),
        ("highwayhash", highwayhash()),
        ("siphash", siphash()),
        ("md5", md5()),
        ("multilinear", multilinear()),
        ("suite", suite()),
    ]
}

/// The messages that a bound is about.
const ANY_LENGTHS: &str = "two different messages of at most `len` bytes";
const ONE_LENGTH: &str = "two different messages of the same length, at most `len` bytes";

/// Checkpoints of a universal hash do not contain the key; those of a pseudo-random function do.
const DEPENDS: &str =
    "It contains no key, but values that depend on it: keep it as secret as hashes.";
const CONTAINS: &str = "It contains the key: keep it as secret as the key.";

/// The outputs of functions.
const WORD: Words<'_> = &[("WORD", "u64"), ("HASHTYPE", "u64"), ("OUTDOC", "one 64-bit word")];
const TWO_WORDS: Words<'_> =
    &[("WORD", "u64"), ("HASHTYPE", "[u64; 2]"), ("OUTDOC", "two 64-bit words, the lowest first")];
const FOUR_WORDS: Words<'_> =
    &[("WORD", "u64"), ("HASHTYPE", "[u64; 4]"), ("OUTDOC", "four 64-bit words, the lowest first")];
const HALF_WORD: Words<'_> = &[("WORD", "u32"), ("HASHTYPE", "u32"), ("OUTDOC", "one 32-bit word")];
const BYTES: Words<'_> = &[("WORD", "u8"), ("HASHTYPE", "[u8; 16]"), ("OUTDOC", "16 bytes")];

/// Returns the calls of a module's batch functions.
fn batches(module: &str) -> [String; 3] {
    batches_of(module, "", "")
}

/// Returns the calls of a module's batch functions with these generic arguments; for a column, the
/// type of the offsets goes between them.
fn batches_of(module: &str, rounds: &str, output: &str) -> [String; 3] {
    let generic = |list: &[&str]| {
        let list: Vec<_> = list.iter().copied().filter(|argument| !argument.is_empty()).collect();
        if rounds.is_empty() { String::new() } else { format!("::<{}>", list.join(", ")) }
    };
    let [plain, column] = [generic(&[rounds, output]), generic(&[rounds, "_", output])];
    [
        format!("{module}::hash_many{plain}(key, m, out)"),
        format!("{module}::hash_u64s{plain}(key, m, out)"),
        format!("{module}::hash_column{column}(key, v, o, out)"),
    ]
}

/// Expands the one-shot function and the batches.
fn hash(function: &str, [many, u64s, column]: &[String; 3], words: &[Words<'_>]) -> String {
    let own: Words<'_> =
        &[("HASHFN", function), ("MANYFN", many), ("U64SFN", u64s), ("COLUMNFN", column)];
    expand(HASH, &[words, &[own]].concat())
}

fn clhash() -> String {
    let words: &[Words<'_>] = &[
        WORD,
        &[
            ("NAME", "clhash"),
            ("UPPER", "CLHASH"),
            ("KEY", "clhash"),
            ("TITLE", "CLHASH"),
            ("BYTES", "1064"),
            ("KEYTYPE", "::clhash::Key"),
            ("LAYOUT", "The bytes are 133 little-endian words of 64 random bits."),
            ("BOUND", CLHASH_BOUND),
            ("BOUNDFN", "::clhash::bound::collision_bound"),
            ("MESSAGES", ANY_LENGTHS),
            ("MIXEDFN", "::clhash::hash_mixed"),
            ("STREAM", "::clhash::ClHasher<Shared<::clhash::Key>>"),
            ("SAVEDBYTES", "72"),
            ("SAVEDCONST", "::clhash::CHECKPOINT_BYTES"),
            ("SECRECY", DEPENDS),
            ("PART", "::clhash::Partial"),
            ("BLOCK", "1024"),
            ("BLOCKCONST", "::clhash::BLOCK_BYTES"),
        ],
    ];
    universal("::clhash::hash", &batches("::clhash"), words)
        + &expand(MIXED, words)
        + &finalize("finalize_mixed", words)
        + BITMIX
        + &clhash128()
}

fn clhash128() -> String {
    let words: &[Words<'_>] = &[
        TWO_WORDS,
        &[
            ("NAME", "clhash128"),
            ("UPPER", "CLHASH128"),
            ("KEY", "clhash128"),
            ("TITLE", "CLHASH-128"),
            ("BYTES", "2400"),
            ("KEYTYPE", "::clhash::wide::Key"),
            ("LAYOUT", "The bytes are 300 little-endian words of 64 random bits."),
            ("BOUND", CLHASH128_BOUND),
            ("BOUNDFN", "::clhash::wide::bound::collision_bound"),
            ("MESSAGES", ANY_LENGTHS),
            ("STREAM", "::clhash::wide::Hasher<Shared<::clhash::wide::Key>>"),
            ("SAVEDBYTES", "600"),
            ("SAVEDCONST", "::clhash::wide::CHECKPOINT_BYTES"),
            ("SECRECY", DEPENDS),
            ("PART", "::clhash::wide::Partial"),
            ("BLOCK", "2048"),
            ("BLOCKCONST", "::clhash::wide::BLOCK_BYTES"),
        ],
    ];
    universal("::clhash::wide::hash", &batches("::clhash::wide"), words)
}

/// Expands the key, the hashes, the streams, the parts and the bound of a universal hash.
fn universal(function: &str, batches: &[String; 3], words: &[Words<'_>]) -> String {
    [
        expand(KEY, words),
        hash(function, batches, words),
        expand(BOUND, words),
        expand(STREAM, words),
        expand(STREAM_SHARED, words),
        finalize("finalize", words),
        expand(PART, words),
    ]
    .concat()
}

fn finalize(method: &str, words: &[Words<'_>]) -> String {
    expand(FINALIZE, &[words, &[&[("METHOD", method)]]].concat())
}

const CLHASH_BOUND: &str = "\
Under a random secret key, two given messages collide with probability at most 2.004 * 2^-64, and
/// at most 2^-64 up to 1,024 bytes: a theorem. The hash of the empty message is 0. Do not show
/// hashes to an adversary, because a few of them reveal the key.";

const CLHASH128_BOUND: &str = "\
Under a random secret key, two given messages collide with probability below 2^-126.99: a theorem.
/// Do not show hashes to an adversary, because a few of them reveal the key.";

const BITMIX: &str = include_str!("../src/templates/clhash_bitmix.rs");

fn vhash() -> String {
    let row = |bits: &str, out: Words<'static>, widths: [&str; 3], bound: &str| {
        let [key_bytes, key_words, function] = widths;
        let layout = format!("The bytes are {key_words} little-endian words of 64 random bits.");
        let name = format!("vhash{bits}");
        let [upper, title] = [format!("VHASH{bits}"), format!("VHASH-{bits}")];
        let [key, stream, part] =
            ["Key", "VHasher", "Partial"].map(|name| format!("::vhash::{name}{bits}"));
        let stream = format!("{stream}<Shared<{key}>>");
        let bound_function =
            format!("::vhash::bound::collision_bound{}", if bits == "64" { "" } else { bits });
        let words: &[Words<'_>] = &[
            out,
            &[
                ("NAME", &name),
                ("UPPER", &upper),
                ("KEY", &name),
                ("TITLE", &title),
                ("BYTES", key_bytes),
                ("KEYTYPE", &key),
                ("LAYOUT", &layout),
                ("BOUND", bound),
                ("BOUNDFN", &bound_function),
                ("MESSAGES", ANY_LENGTHS),
                ("MIXEDFN", "::vhash::hash_mixed"),
                ("STREAM", &stream),
                ("SAVEDBYTES", "184"),
                ("SAVEDCONST", "::vhash::CHECKPOINT_BYTES"),
                ("SECRECY", DEPENDS),
                ("PART", &part),
                ("BLOCK", "128"),
                ("BLOCKCONST", "::vhash::BLOCK_BYTES"),
            ],
        ];
        let all = universal(function, &batches("::vhash"), words);
        if bits == "64" {
            all + &expand(MIXED, words) + &finalize("finalize_mixed", words)
        } else {
            all
        }
    };
    row(
        "64",
        WORD,
        ["160", "20", "::vhash::hash"],
        "Under a random secret key, two given messages of up to 2^59 bytes collide with probability\n\
         /// below 2^-62: a theorem. Do not show hashes to an adversary: use VMAC for that.",
    ) + &row(
        "128",
        TWO_WORDS,
        ["208", "26", "::vhash::hash128"],
        "Under a random secret key, two given messages of up to 2^59 bytes collide with probability\n\
         /// below 2^-124: a theorem. Do not show hashes to an adversary: use VMAC for that.",
    ) + &vmac("64", ["1", "8"])
        + &vmac("128", ["2", "16"])
}

fn vmac(bits: &str, [iterations, tag_bytes]: [&str; 2]) -> String {
    let [name, upper, title] = ["vmac", "VMAC", "VMAC-"].map(|name| format!("{name}{bits}"));
    let words: Words<'_> = &[
        ("NAME", &name),
        ("UPPER", &upper),
        ("TITLE", &title),
        ("ITERATIONS", iterations),
        ("TAGBYTES", tag_bytes),
    ];
    expand(include_str!("../src/templates/vmac.rs"), &[words])
}

fn ghash() -> String {
    let row = |name: &str, [standard, hasher]: [&str; 2], title: &str| {
        let upper = name.to_uppercase();
        let key = format!("::ghash_clmul::Key<::ghash_clmul::{standard}>");
        let stream = format!("::ghash_clmul::{hasher}<Shared<{key}>>");
        let part = format!("::ghash_clmul::Partial<::ghash_clmul::{standard}>");
        let words: &[Words<'_>] = &[
            BYTES,
            &[
                ("NAME", name),
                ("UPPER", &upper),
                ("KEY", name),
                ("TITLE", title),
                ("BYTES", "16"),
                ("KEYTYPE", &key),
                ("LAYOUT", "The bytes are those of the standard."),
                ("BOUND", GHASH_BOUND),
                ("BOUNDFN", "::ghash_clmul::bound::collision_bound"),
                ("MESSAGES", ONE_LENGTH),
                ("STREAM", &stream),
                ("SAVEDBYTES", "56"),
                ("SAVEDCONST", "::ghash_clmul::CHECKPOINT_BYTES"),
                ("SECRECY", DEPENDS),
                ("PART", &part),
                ("BLOCK", "16"),
                ("BLOCKCONST", "::ghash_clmul::BLOCK_BYTES"),
            ],
        ];
        universal("::ghash_clmul::hash", &batches("::ghash_clmul"), words)
            + &expand(include_str!("../src/templates/ghash_aead.rs"), words)
    };
    row("ghash", ["Gcm", "GhashHasher"], "GHASH")
        + &row("polyval", ["GcmSiv", "PolyvalHasher"], "POLYVAL")
}

const GHASH_BOUND: &str = "\
Under a random secret key, two given messages of the same length, n blocks of 16 bytes, collide
/// with probability at most n * 2^-128: a theorem. Messages of different lengths can collide under
/// every key: \"a\" and \"a\\0\" do, because the last block is padded with zeros. A single bare hash
/// reveals the key: encrypt it.";

fn highwayhash() -> String {
    let key: Words<'_> = &[
        ("NAME", "highwayhash"),
        ("UPPER", "HIGHWAYHASH"),
        ("KEY", "highwayhash"),
        ("TITLE", "HighwayHash"),
        ("BYTES", "32"),
        ("KEYTYPE", "::highwayhash::Key"),
        ("LAYOUT", "The bytes are the four words of the authors' key, each little-endian."),
        ("STREAM", "::highwayhash::HighwayHasher"),
        ("SAVEDBYTES", "184"),
        ("SAVEDCONST", "::highwayhash::CHECKPOINT_BYTES"),
        ("SECRECY", CONTAINS),
    ];
    let mut all = expand(KEY, &[key]);
    for (bits, out, function) in
        [("64", WORD, "hash"), ("128", TWO_WORDS, "hash128"), ("256", FOUR_WORDS, "hash256")]
    {
        let [name, title] = [format!("highwayhash{bits}"), format!("HighwayHash-{bits}")];
        let words: &[Words<'_>] =
            &[key, out, &[("NAME", &name), ("TITLE", &title), ("BOUND", HIGHWAYHASH_CLAIM)]];
        let verify = format!("::highwayhash::{}", function.replace("hash", "verify"));
        let function = format!("::highwayhash::{function}");
        all += &hash(&function, &batches("::highwayhash"), words);
        all += &expand(VERIFY, &[words, &[&[("VERIFYFN", &verify)]]].concat());
    }
    all += &(expand(STREAM, &[key]) + &expand(STREAM_OWN, &[key]));
    for (method, out) in
        [("finalize", WORD), ("finalize128", TWO_WORDS), ("finalize256", FOUR_WORDS)]
    {
        all += &finalize(method, &[key, out]);
    }
    all
}

const HIGHWAYHASH_CLAIM: &str = "\
A pseudo-random function under a secret key, say its authors; there is no proof.";

/// A function of a key: name, title, the crate's function, its batches, outputs, the type of its
/// streams.
type Function = (&'static str, &'static str, &'static str, Batch, Words<'static>, &'static str);

/// The batch functions of a function.
enum Batch {
    /// In a module, with these rounds and outputs.
    Of(&'static str, &'static str, &'static str),
    /// None in the crate: messages are hashed one by one.
    OneByOne,
}

fn siphash() -> String {
    let sip: &[Function] = &[
        ("siphash24", "SipHash-2-4", "siphash24", Batch::Of("", "2, 4", "_"), WORD, "SipHasher24"),
        ("siphash13", "SipHash-1-3", "siphash13", Batch::Of("", "1, 3", "_"), WORD, "SipHasher13"),
        ("siphash12", "SipHash-1-2", "siphash12", Batch::Of("", "1, 2", "_"), WORD, "SipHasher12"),
        ("siphash48", "SipHash-4-8", "siphash48", Batch::Of("", "4, 8", "_"), WORD, "SipHasher48"),
        (
            "siphash128_24",
            "128-bit SipHash-2-4",
            "siphash128_24",
            Batch::Of("", "2, 4", "_"),
            TWO_WORDS,
            "SipHasher128<2, 4>",
        ),
        (
            "siphash128_13",
            "128-bit SipHash-1-3",
            "siphash128_13",
            Batch::Of("", "1, 3", "_"),
            TWO_WORDS,
            "SipHasher128<1, 3>",
        ),
        (
            "siphash12_nocase",
            "ASCII-case-insensitive SipHash-1-2",
            "siphash12_nocase",
            Batch::Of("::nocase", "1, 2", ""),
            WORD,
            "NocaseHasher<1, 2>",
        ),
    ];
    let half: &[Function] = &[
        (
            "halfsiphash32",
            "32-bit HalfSipHash-2-4",
            "halfsiphash32",
            Batch::OneByOne,
            HALF_WORD,
            "HalfSipHasher<2, 4>",
        ),
        (
            "halfsiphash64",
            "64-bit HalfSipHash-2-4",
            "halfsiphash64",
            Batch::Of("::half", "2, 4", ""),
            WORD,
            "HalfSipHasher<2, 4, 2>",
        ),
    ];
    let tree: &[Function] = &[
        (
            "siptreehash",
            "SipTreeHash",
            "siptreehash",
            Batch::Of("::tree", "2, 4", ""),
            WORD,
            "TreeHasher<2, 4>",
        ),
        (
            "siptreehash13",
            "SipTreeHash13",
            "siptreehash13",
            Batch::Of("::tree", "1, 3", ""),
            WORD,
            "TreeHasher<1, 3>",
        ),
    ];
    let claim = "Its authors claim a pseudo-random function under a secret key; there is no proof.";
    let weak =
        "Its 64-bit key can be found by exhaustive search: do not use it against large machines.";
    sip_family(
        &[
            ("KEY", "siphash"),
            ("TITLE", "SipHash"),
            ("BYTES", "16"),
            ("KEYTYPE", "::siphash_fast::Key"),
            ("LAYOUT", "The bytes are those of the paper."),
            ("SAVEDBYTES", "72"),
            ("SAVEDCONST", "::siphash_fast::CHECKPOINT_BYTES"),
            ("BOUND", claim),
        ],
        sip,
    ) + &sip_family(
        &[
            ("KEY", "halfsiphash"),
            ("TITLE", "HalfSipHash"),
            ("BYTES", "8"),
            ("KEYTYPE", "::siphash_fast::HalfKey"),
            ("LAYOUT", "The bytes are those of the authors' code."),
            ("SAVEDBYTES", "72"),
            ("SAVEDCONST", "::siphash_fast::CHECKPOINT_BYTES"),
            ("BOUND", weak),
        ],
        half,
    ) + &sip_family(
        &[
            ("KEY", "siptreehash"),
            ("TITLE", "SipTreeHash"),
            ("BYTES", "32"),
            ("KEYTYPE", "::siphash_fast::TreeKey"),
            ("LAYOUT", "The bytes are the four words of the library's key, each little-endian."),
            ("SAVEDBYTES", "208"),
            ("SAVEDCONST", "::siphash_fast::TREE_CHECKPOINT_BYTES"),
            ("BOUND", claim),
        ],
        tree,
    )
}

/// Expands the key and the functions of one key type.
fn sip_family(key: Words<'_>, functions: &[Function]) -> String {
    let (_, name) = key[0];
    let upper = name.to_uppercase();
    let mut all = expand(KEY, &[key, &[("NAME", name), ("UPPER", &upper)]]);
    for (name, title, function, batch, out, stream) in functions {
        let function = format!("::siphash_fast::{function}");
        let [upper, stream] = [name.to_uppercase(), format!("::siphash_fast::{stream}")];
        let words: &[Words<'_>] = &[
            key,
            out,
            &[
                ("NAME", name),
                ("UPPER", &upper),
                ("TITLE", title),
                ("STREAM", &stream),
                ("SECRECY", CONTAINS),
            ],
        ];
        let batches = match batch {
            Batch::Of(module, rounds, output) => {
                batches_of(&format!("::siphash_fast{module}"), rounds, output)
            }
            Batch::OneByOne => ["many(m, out, ", "u64s(m, out, ", "column(v, o, out, "]
                .map(|call| format!("batch::one_by_one::{call}|m| {function}(key, m))")),
        };
        all += &hash(&function, &batches, words);
        // Those that their authors propose as MACs.
        if let Batch::Of("", rounds @ ("2, 4" | "4, 8"), _) = batch {
            let bits = if name.contains("128") { "128" } else { "" };
            let verify = format!("::siphash_fast::verify{bits}::<{rounds}>");
            all += &expand(VERIFY, &[words, &[&[("VERIFYFN", &verify)]]].concat());
        }
        all += &expand(STREAM, words);
        all += &expand(STREAM_OWN, words);
        all += &finalize("finalize", words);
    }
    all
}

fn md5() -> String {
    let words: &[Words<'_>] = &[
        BYTES,
        &[
            ("NAME", "md5"),
            ("UPPER", "MD5"),
            ("TITLE", "MD5"),
            ("STREAM", "::md5_opt::Md5"),
            ("SAVEDBYTES", "104"),
            ("SAVEDCONST", "::md5_opt::CHECKPOINT_BYTES"),
            ("SECRECY", "It contains the end of the message."),
        ],
    ];
    include_str!("../src/templates/md5.rs").to_owned()
        + "\n"
        + &expand(STREAM, words)
        + &finalize("finalize", words)
}

fn multilinear() -> String {
    let mut all = String::new();
    let rows = [
        ("mmh32", "Mmh32", "32-bit MMH", "4176", "u32", "[u32; 1]", "one 32-bit word", "6 * 2^-32"),
        (
            "mmh64",
            "Mmh64",
            "64-bit MMH",
            "4176",
            "u32",
            "[u32; 2]",
            "two 32-bit words",
            "54 * 2^-64",
        ),
        (
            "tmmh16",
            "Tmmh16<4>",
            "four-word TMMH/16",
            "4224",
            "u16",
            "[u16; 4]",
            "four 16-bit words",
            "500 * 2^-64",
        ),
        (
            "multilinear64",
            "Multilinear64",
            "Multilinear64",
            "4152",
            "u64",
            "u64",
            "one 64-bit word",
            "2^-64",
        ),
    ];
    for (name, function, title, bytes, word, hash, outdoc, bound) in rows {
        let upper = name.to_uppercase();
        let function = format!("::multilinear_hash::{function}");
        let key = format!("::multilinear_hash::Key<{function}>");
        let stream = format!("::multilinear_hash::MultilinearHasher<{function}, Shared<{key}>>");
        let part = format!("::multilinear_hash::Partial<{function}>");
        let bound_function = format!("::multilinear_hash::bound::collision_bound::<{function}>");
        let bound = format!(
            "Under a random secret key, two given messages of up to 4,096 bytes collide with\n\
             /// probability at most {bound}: a theorem; `ph_{name}_collision_bound` gives that of \
             longer ones.\n/// Do not show hashes to an adversary."
        );
        let words: &[Words<'_>] = &[
            &[("WORD", word), ("HASHTYPE", hash), ("OUTDOC", outdoc)],
            &[
                ("NAME", name),
                ("UPPER", &upper),
                ("KEY", name),
                ("TITLE", title),
                ("BYTES", bytes),
                ("KEYTYPE", &key),
                ("LAYOUT", "The bytes are random, in the layout of the Rust crate."),
                ("BOUND", &bound),
                ("BOUNDFN", &bound_function),
                ("MESSAGES", ANY_LENGTHS),
                ("MIXEDFN", "::multilinear_hash::hash_mixed"),
                ("STREAM", &stream),
                ("SAVEDBYTES", "216"),
                ("SAVEDCONST", "::multilinear_hash::CHECKPOINT_BYTES"),
                ("SECRECY", DEPENDS),
                ("PART", &part),
                ("BLOCK", "4096"),
                ("BLOCKCONST", "::multilinear_hash::BLOCK_BYTES"),
            ],
        ];
        let batches = batches("::multilinear_hash");
        all += &universal("::multilinear_hash::hash", &batches, words);
        if name == "multilinear64" {
            all += &(expand(MIXED, words) + &finalize("finalize_mixed", words));
        }
    }
    all
}

/// The functions for test suites: name, key type, bits, and the expression that hashes a message
/// `m` under `key` to bytes.
const SUITE: [(&str, &str, usize, &str); 28] = [
    ("clhash", "::clhash::Key", 64, "::clhash::hash(key, m).to_le_bytes()"),
    ("clhash_mixed", "::clhash::Key", 64, "::clhash::hash_mixed(key, m).to_le_bytes()"),
    ("vhash64", "::vhash::Key64", 64, "::vhash::hash(key, m).to_le_bytes()"),
    ("vhash64_mixed", "::vhash::Key64", 64, "::vhash::hash_mixed(key, m).to_le_bytes()"),
    ("vhash128", "::vhash::Key128", 128, "words::<2, 16>(::vhash::hash128(key, m))"),
    ("ghash", "::ghash_clmul::GhashKey", 128, "::ghash_clmul::hash_aead(key, &[], m)"),
    ("polyval", "::ghash_clmul::PolyvalKey", 128, "::ghash_clmul::hash_aead(key, &[], m)"),
    ("highwayhash64", "::highwayhash::Key", 64, "::highwayhash::hash(key, m).to_le_bytes()"),
    ("highwayhash128", "::highwayhash::Key", 128, "words::<2, 16>(::highwayhash::hash128(key, m))"),
    ("highwayhash256", "::highwayhash::Key", 256, "words::<4, 32>(::highwayhash::hash256(key, m))"),
    ("siphash24", SIP, 64, "::siphash_fast::siphash24(key, m).to_le_bytes()"),
    ("siphash13", SIP, 64, "::siphash_fast::siphash13(key, m).to_le_bytes()"),
    ("siphash12", SIP, 64, "::siphash_fast::siphash12(key, m).to_le_bytes()"),
    ("siphash48", SIP, 64, "::siphash_fast::siphash48(key, m).to_le_bytes()"),
    ("siphash128_24", SIP, 128, "words::<2, 16>(::siphash_fast::siphash128_24(key, m))"),
    ("siphash128_13", SIP, 128, "words::<2, 16>(::siphash_fast::siphash128_13(key, m))"),
    ("halfsiphash32", HALF, 32, "::siphash_fast::halfsiphash32(key, m).to_le_bytes()"),
    ("halfsiphash64", HALF, 64, "::siphash_fast::halfsiphash64(key, m).to_le_bytes()"),
    ("siptreehash", TREE, 64, "::siphash_fast::siptreehash(key, m).to_le_bytes()"),
    ("siptreehash13", TREE, 64, "::siphash_fast::siptreehash13(key, m).to_le_bytes()"),
    ("md5", "SeedPrefix", 128, "key.then(m).finalize()"),
    ("mmh32", "M<::multilinear_hash::Mmh32>", 32, "words32::<1, 4>(inner(key, m))"),
    ("mmh64", "M<::multilinear_hash::Mmh64>", 64, "words32::<2, 8>(inner(key, m))"),
    ("tmmh16", "M<::multilinear_hash::Tmmh16<4>>", 64, "words16::<4, 8>(inner(key, m))"),
    ("multilinear64", MULTI, 64, "inner(key, m).to_le_bytes()"),
    ("multilinear64_mixed", MULTI, 64, "::multilinear_hash::hash_mixed(key, m).to_le_bytes()"),
    ("clhash_bitmix", "::clhash::Key", 64, "::clhash::hash_bitmix(key, m).to_le_bytes()"),
    ("clhash128", "::clhash::wide::Key", 128, "words::<2, 16>(::clhash::wide::hash(key, m))"),
];
const SIP: &str = "::siphash_fast::Key";
const HALF: &str = "::siphash_fast::HalfKey";
const TREE: &str = "::siphash_fast::TreeKey";
const MULTI: &str = "M<::multilinear_hash::Multilinear64>";

fn suite() -> String {
    let mut all = String::from(
        "use crate::suite_support::{Last, M, Rows, SeedPrefix, c_void, inner, row, run, words, words16, words32};\npub use crate::suite_support::{ph_suite_function_t, ph_suite_t};\n",
    );
    let mut rows = String::new();
    for (name, key, bits, hash) in SUITE {
        let bytes = (bits / 8).to_string();
        let words: Words<'_> =
            &[("NAME", name), ("KEYTYPE", key), ("BYTES", &bytes), ("HASHFN", hash)];
        all += &expand(SUITE_FUNCTION, &[words]);
        rows += &format!("    row(c\"{name}\", {bits}, ph_suite_{name}),\n");
    }
    let count = SUITE.len();
    format!("{all}static SUITE: Rows<{count}> = Rows([\n{rows}]);\n") + SUITE_LIST
}

const SUITE_LIST: &str = include_str!("../src/templates/suite_list.rs");
