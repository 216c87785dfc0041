//! The names of tables in databases, as arguments give them.

use crate::output::quoted;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::error::Result;
use std::ffi::OsString;
use std::path::Path;

/// The prefixes of names that are not those of files.
const SQLITE: &str = "sqlite:";
const DUCKDB: &str = "duckdb:";
const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

/// A table in a database.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Address<'a> {
    /// `sqlite:PATH#TABLE`
    Sqlite { path: &'a str, table: &'a str },
    /// `duckdb:PATH#TABLE`
    DuckDb { path: &'a str, table: &'a str },
    /// `postgres://USER@HOST/DATABASE?PARAMETERS#TABLE`
    Postgres { url: &'a str, table: &'a str },
}

/// Returns whether an argument names a table in a database, and not a file.
pub(crate) fn is_address(argument: &Path) -> bool {
    [SQLITE, DUCKDB].iter().any(|prefix| starts_with(argument, prefix)) || is_postgres(argument)
}

fn is_postgres(argument: &Path) -> bool {
    POSTGRES.iter().any(|prefix| starts_with(argument, prefix))
}

fn starts_with(argument: &Path, prefix: &str) -> bool {
    argument.as_os_str().as_encoded_bytes().starts_with(prefix.as_bytes())
}

/// Returns the name of a table for messages and output, without the password.
pub(crate) fn shown(argument: &Path) -> OsString {
    if !is_postgres(argument) {
        return argument.into();
    }
    let shown = argument.to_str().and_then(without_password);
    shown.unwrap_or_else(|| "postgres://...".to_owned()).into()
}

/// The parameters that tell servers and databases apart.
const SHOWN: [&str; 7] = ["service", "servicefile", "host", "hostaddr", "port", "user", "dbname"];

/// Returns an address of Postgres without the password and most parameters, of which one may be
/// another password. Returns `None` if the parts cannot be told apart, because any of them could
/// then be a password.
fn without_password(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once("://")?;
    let (place, table) = rest.split_once('#')?;
    let (user, place) = match place.split_once('@') {
        Some((credentials, place)) => (credentials.split(':').next(), place),
        None => (None, place),
    };
    let (path, query) = place.split_once('?').unwrap_or((place, ""));
    let (server, _) = path.split_once('/').unwrap_or((path, ""));
    let is_port = |text: &str| text.ends_with(']') || text.bytes().all(|b| b.is_ascii_digit());
    let is_server = |text: &str| text.rsplit_once(':').is_none_or(|(_, port)| is_port(port));
    if table.is_empty() || place.contains('@') || table.contains('@') {
        return None;
    }
    if !server.split(',').all(is_server) || user.is_some_and(|user| user.contains(['/', '?'])) {
        return None;
    }
    let is_shown =
        |text: &&str| text.split_once('=').is_some_and(|(name, _)| SHOWN.contains(&name));
    let query: Vec<_> = query.split('&').filter(is_shown).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let user = user.map(|user| format!("{user}@")).unwrap_or_default();
    Some(format!("{scheme}://{user}{path}{query}#{table}"))
}

impl<'a> Address<'a> {
    pub(crate) fn parse(argument: &'a Path) -> Result<Self> {
        let text = argument.to_str().unwrap_or_default();
        if is_postgres(argument) {
            return match text.split_once('#') {
                Some((url, table)) if without_password(text).is_some() => {
                    Ok(Self::Postgres { url, table })
                }
                _ => exec_err!(
                    "{}: not postgres://USER@HOST/DATABASE#TABLE in UTF-8, where a password may \
                     follow the user after a colon; in these parts @ is written %40, # %23, / %2F \
                     and : %3A",
                    quoted(shown(argument))
                ),
            };
        }
        let is_duckdb = starts_with(argument, DUCKDB);
        let prefix = if is_duckdb { DUCKDB } else { SQLITE };
        let rest = text.strip_prefix(prefix).unwrap_or_default();
        // The names of files contain this character more often than those of tables.
        match rest.rsplit_once('#') {
            Some((path, table)) if path.is_empty() || table.is_empty() => None,
            Some((path, table)) if is_duckdb => Some(Self::DuckDb { path, table }),
            Some((path, table)) => Some(Self::Sqlite { path, table }),
            None => None,
        }
        .ok_or_else(|| {
            exec_datafusion_err!("{}: not {prefix}PATH#TABLE in UTF-8", quoted(argument))
        })
    }

    /// Returns the name of the table in its database.
    pub(crate) const fn table(&self) -> &'a str {
        match self {
            Self::Sqlite { table, .. }
            | Self::DuckDb { table, .. }
            | Self::Postgres { table, .. } => table,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (address, wanted) in [
            ("postgres://ada@host/db#t", "postgres://ada@host/db#t"),
            ("postgresql://ada:secret@host:5433/db#s.t", "postgresql://ada@host:5433/db#s.t"),
            ("postgres://ada:a:b%40@[::1]:5433,h/db#t", "postgres://ada@[::1]:5433,h/db#t"),
            ("postgres://ada@host/db?password=secret#t", "postgres://ada@host/db#t"),
            ("postgres:///db?host=/tmp&password=secret#t", "postgres:///db?host=/tmp#t"),
            ("postgres:///?service=old&secret=x#t", "postgres:///?service=old#t"),
            ("postgres://?sslmode=secret&secret#t", "postgres://#t"),
            ("postgres://[::1]/db#t", "postgres://[::1]/db#t"),
            // Without the table, and with characters that a password must not have.
            ("postgres://ada:secret@host/db", "postgres://..."),
            ("postgres://ada:secret@host/db#", "postgres://..."),
            ("postgres://ada:sec#ret@host/db#t", "postgres://..."),
            ("postgres://ada:sec@ret@host/db#t", "postgres://..."),
            ("postgres://ada:secret/db#t", "postgres://..."),
            ("postgres:///db?password=sec@ret#t", "postgres://..."),
            ("postgres://?password=sec@ret#t", "postgres://..."),
            ("postgres://ada:sec#ret/db", "postgres://..."),
            ("sqlite:a@b#c#t", "sqlite:a@b#c#t"),
            ("a#b", "a#b"),
        ] {
            assert_eq!(shown(Path::new(address)), wanted, "{address}");
            if wanted == "postgres://..." {
                let error = Address::parse(Path::new(address)).expect_err("refused").to_string();
                assert!(!error.contains("sec"), "{error}");
            }
        }
    }

    #[test]
    fn the_table_follows_the_last_or_the_first_hash() {
        let of = |text: &'static str| Address::parse(Path::new(text)).expect("valid");
        assert_eq!(of("sqlite:a#b.db#t"), Address::Sqlite { path: "a#b.db", table: "t" });
        assert_eq!(of("duckdb:a#b.db#s.t"), Address::DuckDb { path: "a#b.db", table: "s.t" });
        let url = "postgres://u:p@h/d?sslmode=disable";
        assert_eq!(
            of("postgres://u:p@h/d?sslmode=disable#a#b"),
            Address::Postgres { url, table: "a#b" }
        );
    }
}
