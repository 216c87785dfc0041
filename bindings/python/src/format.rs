//! Formats of buffers, which are strings (PEP 3118): whether items are values or references.
//!
//! The bytes of a reference say where something is, not what it is, so a hash may cover only
//! values. Only codes that are known to be those of values are accepted.

/// Why a format describes no values.
pub(crate) enum Refused {
    /// It has this code of a reference.
    Reference(char),
    /// It is malformed, or has a code that is not known.
    Unknown,
}

/// Returns the bytes that a format spells out for an item of values.
pub(crate) fn bytes_of_values(format: &[u8]) -> Result<usize, Refused> {
    let mut parser = Parser { rest: format, standard: false };
    let bytes = parser.items(0)?;
    if parser.rest.is_empty() { Ok(bytes) } else { Err(Refused::Unknown) }
}

/// Structs within structs, deeper than in any program, and not so deep that the stack overflows.
const MAX_DEPTH: usize = 64;

struct Parser<'a> {
    rest: &'a [u8],
    /// Whether sizes are the standard ones, because a byte order was given, and not those of C.
    standard: bool,
}

impl Parser<'_> {
    /// Reads items up to the end of the format or of a struct, and returns their bytes.
    fn items(&mut self, depth: usize) -> Result<usize, Refused> {
        let mut bytes = 0_usize;
        loop {
            self.order();
            if matches!(self.rest.first(), None | Some(b'}')) {
                return Ok(bytes);
            }
            let count = self.count()?;
            self.order();
            let size = self.item(depth)?;
            bytes = bytes.saturating_add(size.saturating_mul(count));
            if self.takes(b":") {
                self.until(b':')?;
            }
        }
    }

    /// Reads byte orders, which hold for all items behind them.
    fn order(&mut self) {
        while let Some(&order) = self.rest.first() {
            self.standard = match order {
                b'@' | b'^' => false,
                b'=' | b'<' | b'>' | b'!' => true,
                _ => return,
            };
            self.rest = &self.rest[1..];
        }
    }

    /// Reads how often an item occurs: a number such as `3`, or the shape of an array such as
    /// `(2,3)`.
    fn count(&mut self) -> Result<usize, Refused> {
        if self.takes(b"(") {
            let shape = self.until(b')')?;
            return shape.split(|&byte| byte == b',').try_fold(1, |count: usize, extent| {
                Ok(count.saturating_mul(number(extent).ok_or(Refused::Unknown)?))
            });
        }
        let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(digits);
        self.rest = rest;
        if digits.is_empty() { Ok(1) } else { number(digits).ok_or(Refused::Unknown) }
    }

    /// Reads an item, and returns its bytes.
    fn item(&mut self, depth: usize) -> Result<usize, Refused> {
        if self.takes(b"T{") {
            if depth == MAX_DEPTH {
                return Err(Refused::Unknown);
            }
            let bytes = self.items(depth + 1)?;
            return if self.takes(b"}") { Ok(bytes) } else { Err(Refused::Unknown) };
        }
        // Z alone is a pointer to text in ctypes, and before a float a complex number.
        let parts = match self.rest {
            [b'Z', b'f' | b'd' | b'g', ..] => 2,
            _ => 1,
        };
        let Some((&code, rest)) = self.rest[parts - 1..].split_first() else {
            return Err(Refused::Unknown);
        };
        self.rest = rest;
        let by_size = |native, standard| if self.standard { standard } else { native };
        let size = match code {
            b'x' | b'c' | b'b' | b'B' | b'?' | b's' | b'p' => 1,
            b'h' | b'H' | b'e' => 2,
            b'i' | b'I' | b'f' | b'w' => 4,
            b'l' | b'L' => by_size(size_of::<std::ffi::c_long>(), 4),
            b'q' | b'Q' | b'd' => 8,
            b'n' | b'N' => size_of::<usize>(),
            b'u' => WIDE,
            b'g' => LONG_DOUBLE,
            b'O' | b'P' | b'&' | b'X' | b'z' | b'Z' => return Err(Refused::Reference(code.into())),
            _ => return Err(Refused::Unknown),
        };
        Ok(size * parts)
    }

    /// Reads these bytes, if they come next.
    fn takes(&mut self, bytes: &[u8]) -> bool {
        let rest = self.rest.strip_prefix(bytes);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads up to this byte, and returns what is before it.
    fn until(&mut self, end: u8) -> Result<&[u8], Refused> {
        let at = self.rest.iter().position(|&byte| byte == end).ok_or(Refused::Unknown)?;
        let (before, rest) = self.rest.split_at(at);
        self.rest = &rest[1..];
        Ok(before)
    }
}

/// Returns a number in decimal digits.
fn number(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?.parse().ok()
}

/// The bytes of C's `wchar_t`.
const WIDE: usize = if cfg!(windows) { 2 } else { 4 };

/// The bytes of C's `long double`. Where it is another number, items are asked for their type.
const LONG_DOUBLE: usize =
    if cfg!(any(windows, all(target_vendor = "apple", target_arch = "aarch64"))) {
        8
    } else if cfg!(all(target_arch = "x86", not(target_vendor = "apple"))) {
        12
    } else {
        16
    };
