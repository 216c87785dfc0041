//! What differs between the programs and packages that compare tables.

/// How a door writes names and texts, and what it calls its options in messages.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// Quotes a name or a text, so that it is on one line and cannot control a terminal.
    pub quoted: fn(&str) -> String,
    /// Quotes a name that was asked for, and that no column has.
    pub asked: fn(&str) -> String,
    /// Escapes what is not visible, without quotes.
    pub shown: fn(&str) -> String,
    /// Returns whether a terminal shows a character.
    pub is_visible: fn(char) -> bool,
    /// The option with the columns that are not compared.
    pub ignore: &'static str,
    /// The option with the names of a column in both tables.
    pub map: &'static str,
    /// The option with the memory for rows.
    pub memory: &'static str,
    /// The option with the tolerance.
    pub tolerance: &'static str,
}

impl Door {
    /// Returns a door that escapes names and texts as Rust's debug output does.
    #[must_use]
    pub fn plain() -> Self {
        let escaped = |text: &str| text.escape_debug().to_string();
        Self {
            quoted: |name| format!("{name:?}"),
            asked: |name| format!("{name:?}"),
            shown: escaped,
            is_visible: |c| c.escape_debug().count() == 1,
            ignore: "ignored",
            map: "a pair of names",
            memory: "the memory",
            tolerance: "a tolerance",
        }
    }
}
