//! The words of a real dictionary, if the system has one.

use crate::rng::Rng;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The paths of dictionaries, the largest first. Debian has them in the packages `wamerican-huge`
/// and `wamerican`, and links the chosen one as `words`.
const FILES: [&str; 3] = [
    "/usr/share/dict/american-english-huge",
    "/usr/share/dict/american-english",
    "/usr/share/dict/words",
];

/// A list of different words.
#[derive(Debug)]
pub struct Dictionary {
    /// The origin of the words, for headings.
    pub source: String,
    /// The words.
    pub words: Vec<&'static str>,
}

/// The dictionary of this system.
pub static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(|| {
    for path in FILES {
        if let Ok(text) = std::fs::read_to_string(path) {
            let words = different(text.leak().lines());
            if words.len() >= 1000 {
                return Dictionary { source: format!("{} words of {path}", words.len()), words };
            }
        }
    }
    eprintln!(
        "NO DICTIONARY: none of {} can be read, so the kind \"words\" is made of random letters. \
         Debian has the packages wamerican-huge and wamerican.",
        FILES.join(", ")
    );
    made_up(100_000)
});

/// Returns the words sorted and without duplicates.
fn different<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let words: BTreeSet<_> = words.map(str::trim).filter(|word| !word.is_empty()).collect();
    words.into_iter().collect()
}

/// Makes words of random letters.
fn made_up(count: usize) -> Dictionary {
    let mut rng = Rng::new(5);
    let mut words = BTreeSet::new();
    while words.len() < count {
        let len = 2 + rng.below(6) + rng.below(8);
        let letters = (0..len).map(|_| char::from(b"eetaoinshrdlcumwfgypbvkxjqz"[rng.below(27)]));
        words.insert(letters.collect::<String>());
    }
    let words = words.into_iter().map(|word| &*word.leak()).collect();
    Dictionary { source: "random letters, NO DICTIONARY FOUND".to_owned(), words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_different() {
        let words = different("b\na\n\nb \nc\n".lines());
        assert_eq!(words, ["a", "b", "c"]);
        let made_up = made_up(2000);
        assert_eq!(made_up.words.len(), 2000);
        assert!(made_up.source.contains("NO DICTIONARY"));
        assert!(DICTIONARY.words.len() >= 1000, "{}", DICTIONARY.source);
    }
}
