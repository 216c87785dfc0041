//! The secret values of a function.

use core::fmt;

/// Who may see a value that was computed under a secret key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// Anyone may see it, also who chooses messages.
    Public,
    /// Nobody may see it who may choose messages. A few values of a universal hash give collisions
    /// or the key; of a function with few rounds nobody claims that they do not.
    Hidden,
    /// As secret as the key: a value of a hash that tags hide. A few of them are enough to forge
    /// tags.
    Forging,
    /// The key, or bytes that contain it.
    Key,
}

impl Secrecy {
    /// Returns what holds for values of this secrecy, to follow "are".
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Hidden => "to be hidden from anyone who may choose messages",
            Self::Forging => "as secret as the key, because a few of them are enough to forge tags",
            Self::Key => "as secret as the key, because they contain it",
        }
    }
}

/// The secret values of a function. All texts about that, at every door, are
/// [`Display`](fmt::Display) of these or refer to it.
///
/// ```
/// use hash_core::function::Secrets;
/// let of_a_mac = Secrets::HIDING.to_string();
/// assert!(of_a_mac.starts_with("digests are public; checkpoints and parts are as secret as"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Secrets {
    /// The key. `None` for MD5, which takes none.
    pub key: Option<Secrecy>,
    /// Nonces, which must not repeat in any case. `None` if the function takes none.
    pub nonce: Option<Secrecy>,
    /// Digests, also those of a batch, and of a stream or joined parts.
    pub digest: Secrecy,
    /// Checkpoints of streams.
    pub checkpoint: Secrecy,
    /// The content of parts. `None` if the algorithm has none.
    pub part: Option<Secrecy>,
}

impl Secrets {
    /// The secrets of a universal hash.
    pub const UNIVERSAL: Self = Self {
        key: Some(Secrecy::Key),
        nonce: None,
        digest: Secrecy::Hidden,
        checkpoint: Secrecy::Hidden,
        part: Some(Secrecy::Hidden),
    };
    /// The secrets of a MAC that hides the value of a universal hash.
    pub const HIDING: Self = Self {
        digest: Secrecy::Public,
        checkpoint: Secrecy::Forging,
        part: Some(Secrecy::Forging),
        ..Self::UNIVERSAL
    };
    /// The secrets of a MAC that hides it by another pad for each nonce.
    pub const UNDER_NONCES: Self =
        Self { nonce: Some(Secrecy::Public), part: None, ..Self::HIDING };
    /// The secrets of a function that its authors claim to be pseudo-random: its state contains the
    /// key.
    pub const PSEUDO_RANDOM: Self = Self { checkpoint: Secrecy::Key, part: None, ..Self::HIDING };
    /// The secrets of such a function with fewer rounds or a shorter key than its authors propose
    /// for MACs.
    pub const WEAKER: Self = Self { digest: Secrecy::Hidden, ..Self::PSEUDO_RANDOM };
    /// The secrets of a function without a key.
    pub const KEYLESS: Self = Self {
        key: None,
        nonce: None,
        digest: Secrecy::Public,
        checkpoint: Secrecy::Public,
        part: None,
    };

    /// Returns these without parts, unless there are some.
    #[must_use]
    pub const fn with_parts(self, joins: bool) -> Self {
        Self { part: if joins { self.part } else { None }, ..self }
    }
}

/// Says of each kind of value who may see it, such as "digests are public; checkpoints are as
/// secret as the key, because they contain it". The key itself is not mentioned.
impl fmt::Display for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            ("nonces", self.nonce),
            ("digests", Some(self.digest)),
            ("checkpoints", Some(self.checkpoint)),
            ("parts", self.part),
        ];
        let mut rest = all.iter().filter_map(|(name, of)| Some((name, (*of)?))).peekable();
        let mut is_first = true;
        while let Some((name, of)) = rest.next() {
            f.write_str(if is_first { "" } else { "; " })?;
            f.write_str(name)?;
            // Those with the same secrecy are one list.
            while let Some((next, _)) = rest.next_if(|(_, next)| *next == of) {
                let is_last = rest.peek().is_none_or(|(_, next)| *next != of);
                write!(f, "{}{next}", if is_last { " and " } else { ", " })?;
            }
            write!(f, " are {}", of.text())?;
            is_first = false;
        }
        Ok(())
    }
}
