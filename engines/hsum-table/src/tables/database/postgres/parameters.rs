//! The parameters of a connection, by libpq's precedence: those of the address, then those of a
//! service, then those of the environment.

use super::files;
use crate::output::quoted;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a parameter may be.
enum Values {
    Any,
    /// One of these. Those of libpq that are missing are not supported.
    Only(&'static [&'static str]),
}
use Values::{Any, Only};

/// The parameters that libpq has, their variables in the environment, and their values.
const KNOWN: &[(&str, &str, Values)] = &[
    ("service", "PGSERVICE", Any),
    ("servicefile", "PGSERVICEFILE", Any),
    ("user", "PGUSER", Any),
    ("password", "PGPASSWORD", Any),
    ("passfile", "PGPASSFILE", Any),
    ("dbname", "PGDATABASE", Any),
    ("host", "PGHOST", Any),
    ("hostaddr", "PGHOSTADDR", Any),
    ("port", "PGPORT", Any),
    ("options", "PGOPTIONS", Any),
    ("application_name", "PGAPPNAME", Any),
    ("fallback_application_name", "", Any),
    ("connect_timeout", "PGCONNECT_TIMEOUT", Any),
    ("keepalives", "", Any),
    ("keepalives_idle", "", Any),
    ("keepalives_interval", "", Any),
    ("keepalives_count", "", Any),
    ("tcp_user_timeout", "", Any),
    (
        "sslmode",
        "PGSSLMODE",
        Only(&["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]),
    ),
    ("sslrootcert", "PGSSLROOTCERT", Any),
    ("sslnegotiation", "PGSSLNEGOTIATION", Only(&["postgres", "direct"])),
    ("sslsni", "PGSSLSNI", Only(&["0", "1"])),
    ("channel_binding", "PGCHANNELBINDING", Only(&["disable", "prefer", "require"])),
    ("target_session_attrs", "PGTARGETSESSIONATTRS", Only(&["any", "read-write", "read-only"])),
    ("load_balance_hosts", "PGLOADBALANCEHOSTS", Only(&["disable"])),
    // TLS is of version 1.2 or 1.3.
    ("ssl_min_protocol_version", "PGSSLMINPROTOCOLVERSION", Only(&["TLSv1", "TLSv1.1", "TLSv1.2"])),
    ("ssl_max_protocol_version", "PGSSLMAXPROTOCOLVERSION", Only(&["TLSv1.3"])),
    ("sslcertmode", "PGSSLCERTMODE", Only(&["disable", "allow"])),
    ("gssencmode", "PGGSSENCMODE", Only(&["disable", "prefer"])),
    ("min_protocol_version", "PGMINPROTOCOLVERSION", Only(&["3.0"])),
    ("sslcert", "PGSSLCERT", Only(&[])),
    ("sslkey", "PGSSLKEY", Only(&[])),
    ("sslpassword", "", Only(&[])),
    ("sslcrl", "PGSSLCRL", Only(&[])),
    ("sslcrldir", "PGSSLCRLDIR", Only(&[])),
    ("sslkeylogfile", "", Only(&[])),
    ("requirepeer", "PGREQUIREPEER", Only(&[])),
    ("require_auth", "PGREQUIREAUTH", Only(&[])),
    ("replication", "", Only(&[])),
    // Without effect: texts are read in UTF-8, nothing is compressed, and the protocol is the first
    // one. The others are of Kerberos, which is not tried.
    ("client_encoding", "PGCLIENTENCODING", Any),
    ("sslcompression", "PGSSLCOMPRESSION", Any),
    ("max_protocol_version", "PGMAXPROTOCOLVERSION", Any),
    ("krbsrvname", "PGKRBSRVNAME", Any),
    ("gsslib", "PGGSSLIB", Any),
    ("gssdelegation", "PGGSSDELEGATION", Any),
];

/// The file of services in a home folder, and the folders for those of all users.
const SERVICES: &str = ".pg_service.conf";
const ALL_SERVICES: &str = "pg_service.conf";
const ALL_FOLDERS: [&str; 2] = ["/etc/postgresql-common", "/etc"];

/// The environment of the program.
pub(super) struct Surroundings<'a> {
    pub(super) variable: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    pub(super) home: Option<PathBuf>,
}

/// Parameters that are given. Errors do not show values, because any of them could be a password in
/// the wrong place.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parameters(BTreeMap<&'static str, Vec<u8>>);

impl Parameters {
    /// Returns all parameters of a connection.
    pub(super) fn of(url: &str, around: &Surroundings<'_>) -> Result<Self, String> {
        let mut parameters = Self::of_url(url)?;
        let variables: Self = Self::of_variables(around)?;
        let or = |parameters: &Self, name| {
            parameters.bytes(name).or(variables.bytes(name)).map(<[u8]>::to_vec)
        };
        if let Some(service) = or(&parameters, "service") {
            let file = or(&parameters, "servicefile").map(|file| path(&file));
            parameters.add(Self::of_service(&service, file, around)?);
        }
        parameters.add(variables);
        Ok(parameters)
    }

    /// Adds parameters that are not given yet.
    fn add(&mut self, others: Self) {
        for (name, value) in others.0 {
            self.0.entry(name).or_insert(value);
        }
    }

    fn set(&mut self, name: &[u8], value: Vec<u8>) -> Result<(), String> {
        let Some((name, _, values)) = KNOWN.iter().find(|known| known.0.as_bytes() == name) else {
            return Err("a parameter is not one of libpq; in a value & is written %26".to_owned());
        };
        match values {
            Only([]) => return Err(format!("{name} is not supported")),
            Only(values) if !values.iter().any(|known| known.as_bytes() == value) => {
                return Err(format!("{name} must be {}", values.join(" or ")));
            }
            _ => self.0.insert(name, value),
        };
        Ok(())
    }

    fn of_url(url: &str) -> Result<Self, String> {
        let mut parameters = Self::default();
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let (credentials, rest) = match rest.split_once('@') {
            Some((credentials, rest)) => (Some(credentials), rest),
            None => (None, rest),
        };
        if let Some(credentials) = credentials {
            let (user, password) = credentials.split_once(':').unwrap_or((credentials, ""));
            for (name, value) in [("user", user), ("password", password)] {
                parameters.set_decoded(name.as_bytes(), value)?;
            }
        }
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (servers, database) = place.split_once('/').unwrap_or((place, ""));
        parameters.set_decoded(b"dbname", database)?;
        let (mut hosts, mut ports) = (Vec::new(), Vec::new());
        for server in servers.split(',') {
            let (host, port) = match server.strip_prefix('[') {
                Some(rest) => {
                    let (host, port) = rest.split_once(']').ok_or("the host has a [ without ]")?;
                    (host, port.strip_prefix(':').unwrap_or(port))
                }
                None => server.split_once(':').unwrap_or((server, "")),
            };
            hosts.push(decoded(host)?);
            ports.push(decoded(port)?);
        }
        for (name, values) in [("host", hosts), ("port", ports)] {
            let value = values.join(&b',');
            if !value.is_empty() {
                parameters.set(name.as_bytes(), value)?;
            }
        }
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').ok_or("a parameter has no value")?;
            match (&*decoded(name)?, decoded(value)?) {
                // As JDBC calls it.
                (b"ssl", value) if value == b"true" => {
                    parameters.set(b"sslmode", b"require".to_vec())?;
                }
                (name, value) => parameters.set(name, value)?,
            }
        }
        Ok(parameters)
    }

    fn set_decoded(&mut self, name: &[u8], value: &str) -> Result<(), String> {
        if value.is_empty() { Ok(()) } else { self.set(name, decoded(value)?) }
    }

    fn of_service(
        service: &[u8],
        file: Option<PathBuf>,
        around: &Surroundings<'_>,
    ) -> Result<Self, String> {
        // A file that is named must exist. The others may be missing.
        let is_named = file.is_some();
        let own = file.or_else(|| around.home.as_ref().map(|home| home.join(SERVICES)));
        let of_all = match (around.variable)("PGSYSCONFDIR") {
            Some(folder) => vec![path(&folder)],
            None => ALL_FOLDERS.iter().map(PathBuf::from).collect(),
        };
        let of_all = of_all.into_iter().map(|folder| folder.join(ALL_SERVICES));
        let own = own.into_iter().map(|file| (file, is_named));
        for (file, must_exist) in own.chain(of_all.map(|file| (file, false))) {
            let text = match fs::read(&file) {
                Ok(text) => text,
                Err(error) if !must_exist && error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(unreadable("service", &file, &error)),
            };
            let lines = files::service(&text, service);
            let lines = lines
                .map_err(|line| format!("{}: line {line} is not NAME=VALUE", quoted(&file)))?;
            let Some(lines) = lines else { continue };
            let mut parameters = Self::default();
            for (name, value) in lines {
                if name.starts_with(b"service") || name.starts_with(b"ldap") {
                    return Err(format!(
                        "{}: services of services and of LDAP are not supported",
                        quoted(&file)
                    ));
                }
                // Of two lines the first one counts.
                let is_first = !parameters.0.keys().any(|known| known.as_bytes() == name);
                if is_first {
                    let set = parameters.set(name, value.to_vec());
                    set.map_err(|problem| format!("{}: {problem}", quoted(&file)))?;
                }
            }
            return Ok(parameters);
        }
        Err("the service is not defined in a service file".to_owned())
    }

    fn of_variables(around: &Surroundings<'_>) -> Result<Self, String> {
        let mut parameters = Self::default();
        for (name, variable, _) in KNOWN.iter().filter(|known| !known.1.is_empty()) {
            if let Some(value) = (around.variable)(variable) {
                let set = parameters.set(name.as_bytes(), value);
                set.map_err(|problem| format!("{variable}: {problem}"))?;
            }
        }
        // Its old name.
        if (around.variable)("PGREQUIRESSL").is_some_and(|value| value.starts_with(b"1")) {
            parameters.0.entry("sslmode").or_insert_with(|| b"require".to_vec());
        }
        Ok(parameters)
    }

    /// Returns a parameter that is given and not empty.
    pub(super) fn bytes(&self, name: &str) -> Option<&[u8]> {
        self.0.get(name).map(Vec::as_slice).filter(|value| !value.is_empty())
    }

    /// Returns a parameter that is text.
    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, String> {
        let text = self.bytes(name).map(str::from_utf8).transpose();
        text.map_err(|_| format!("{name} is not UTF-8"))
    }

    /// Returns a parameter that is an integer.
    pub(super) fn integer(&self, name: &str) -> Result<Option<i64>, String> {
        let integer = self.text(name)?.map(|text| text.trim().parse()).transpose();
        integer.map_err(|_| format!("{name} is not an integer"))
    }

    /// Returns the items of a parameter that is a list.
    pub(super) fn items(&self, name: &str) -> Vec<&[u8]> {
        self.bytes(name).map(|list| list.split(|byte| *byte == b',').collect()).unwrap_or_default()
    }
}

/// Decodes the percent signs of an address.
fn decoded(text: &str) -> Result<Vec<u8>, String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits =
            part.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let byte =
            digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|byte| *byte != 0);
        bytes.push(byte.ok_or(
            "% must be followed by two hexadecimal digits other than 00; % itself is written %25",
        )?);
        bytes.extend(&part.as_bytes()[2..]);
    }
    Ok(bytes)
}

/// Says that a file cannot be read.
pub(super) fn unreadable(kind: &str, file: &Path, error: &std::io::Error) -> String {
    format!(
        "the {kind} file {}: {}",
        quoted(file),
        crate::output::without_number(&error.to_string())
    )
}

/// Returns the path that bytes of the environment are.
pub(super) fn path(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    return PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes));
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

    fn of(
        url: &str,
        variables: &[(&str, &str)],
        home: Option<&Path>,
    ) -> std::result::Result<Parameters, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            // Files of this machine are not read.
            let value = found.map(|(_, value)| value.as_bytes().to_vec());
            value.or_else(|| (name == "PGSYSCONFDIR").then(|| b"/nonexistent".to_vec()))
        };
        Parameters::of(url, &Surroundings { variable: &variable, home: home.map(Path::to_owned) })
    }

    fn shown(parameters: &Parameters) -> String {
        let one =
            |(name, value): (&&str, &Vec<u8>)| format!("{name}={}", String::from_utf8_lossy(value));
        parameters.0.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn addresses_are_those_of_libpq() {
        for (url, wanted) in [
            ("postgres://", ""),
            ("postgresql:///", ""),
            ("postgres://h", "host=h"),
            ("postgres://u@h/d", "dbname=d host=h user=u"),
            ("postgres://u:p%3a%40@h:5/d", "dbname=d host=h password=p:@ port=5 user=u"),
            ("postgres://%2Ftmp/d", "dbname=d host=/tmp"),
            ("postgres://[::1]:5,h/d", "dbname=d host=::1,h port=5,"),
            ("postgres://a,b", "host=a,b port=,"),
            ("postgres://h/d?host=i&sslmode=verify-full", "dbname=d host=i sslmode=verify-full"),
            ("postgres://?ssl=true&user=a%26b", "sslmode=require user=a&b"),
            ("postgres://h/?application_name=a=b", "application_name=a=b host=h"),
        ] {
            assert_eq!(
                of(url, &[], None).map(|found| shown(&found)).as_deref(),
                Ok(wanted),
                "{url}"
            );
        }
        for (url, says) in [
            ("postgres://h/?sslmode=full", "sslmode must be disable or allow"),
            ("postgres://h/?sslmode=", "sslmode must be"),
            ("postgres://h/?sslcert=a", "sslcert is not supported"),
            ("postgres://h/?require_auth=none", "require_auth is not supported"),
            ("postgres://h/?sslpassword=secret", "sslpassword is not supported"),
            ("postgres://h/?password=a&secret=b", "not one of libpq"),
            ("postgres://h/?secret", "has no value"),
            ("postgres://u:secret%@h/", "two hexadecimal digits"),
            ("postgres://u:secret%+1@h/", "two hexadecimal digits"),
            ("postgres://u:secret%00@h/", "other than 00"),
            ("postgres://[::1/d", "without ]"),
        ] {
            let error = of(url, &[], None).expect_err("refused");
            assert!(error.contains(says) && !error.contains("secret"), "{url}: {error}");
        }
    }

    #[test]
    fn the_address_comes_first_and_the_environment_last() -> Result {
        let home = tempfile::tempdir()?;
        let file = "[one]\nhost=service\nport=2\nhost=second\n[two]\nuser=other\n[bad]\nsecret=1\n[nested]\nservice=one\n";
        fs::write(home.path().join(SERVICES), file)?;
        let elsewhere = home.path().join("elsewhere");
        fs::write(&elsewhere, "[one]\nhost=elsewhere\n")?;
        let elsewhere = elsewhere.to_str().ok_or("UTF-8")?;
        let folder = home.path().join("all");
        fs::create_dir(&folder)?;
        fs::write(folder.join(ALL_SERVICES), "[one]\nhost=all\n[three]\nhost=all\n")?;
        let folder = folder.to_str().ok_or("UTF-8")?;
        let all = [("PGHOST", "env"), ("PGPORT", "3"), ("PGUSER", "env"), ("PGSYSCONFDIR", folder)];
        let with = |more: &[(&'static str, &'static str)]| [&all[..], more].concat();
        let url = "postgres://?service=one";
        for (url, variables, wanted) in [
            ("postgres://", with(&[]), "host=env port=3 user=env"),
            ("postgres://u@h:1", with(&[]), "host=h port=1 user=u"),
            (url, with(&[]), "host=service port=2 service=one user=env"),
            ("postgres://u@h?service=one", with(&[]), "host=h port=2 service=one user=u"),
            (
                "postgres://",
                with(&[("PGSERVICE", "two")]),
                "host=env port=3 service=two user=other",
            ),
            (url, with(&[("PGSERVICE", "two")]), "host=service port=2 service=one user=env"),
            ("postgres://?service=three", with(&[]), "host=all port=3 service=three user=env"),
            ("postgres://?host=", with(&[]), "host= port=3 user=env"),
            (
                "postgres://",
                with(&[("PGREQUIRESSL", "1")]),
                "host=env port=3 sslmode=require user=env",
            ),
            (
                "postgres://",
                with(&[("PGREQUIRESSL", "1"), ("PGSSLMODE", "disable")]),
                "host=env port=3 sslmode=disable user=env",
            ),
        ] {
            let found = of(url, &variables, Some(home.path()))?;
            assert_eq!(shown(&found), wanted, "{url} {variables:?}");
        }
        let named = of(url, &[("PGSERVICEFILE", elsewhere)], Some(home.path()))?;
        assert_eq!(named.bytes("host"), Some(&b"elsewhere"[..]));
        for (url, variables, says) in [
            ("postgres://?service=bad", vec![], "pg_service.conf: a parameter is not one of libpq"),
            ("postgres://?service=nested", vec![], "services of services"),
            ("postgres://?service=none", vec![], "not defined in a service file"),
            (
                url,
                vec![("PGSERVICEFILE", "/nonexistent/file")],
                "the service file /nonexistent/file: ",
            ),
            ("postgres://", vec![("PGSSLMODE", "secret")], "PGSSLMODE: sslmode must be"),
            ("postgres://", vec![("PGSSLCRL", "secret")], "PGSSLCRL: sslcrl is not supported"),
        ] {
            let error = of(url, &variables, Some(home.path())).expect_err("refused");
            assert!(error.contains(says) && !error.contains("secret"), "{url}: {error}");
        }
        Ok(())
    }

    #[test]
    fn integers_and_lists() -> Result {
        let found = of("postgres://a,,b:6?connect_timeout=%2B7&keepalives=x", &[], None)?;
        assert_eq!(found.integer("connect_timeout")?, Some(7));
        assert_eq!(found.integer("keepalives"), Err("keepalives is not an integer".to_owned()));
        assert_eq!(found.items("host"), [&b"a"[..], b"", b"b"]);
        assert_eq!(found.items("port"), [&b""[..], b"", b"6"]);
        assert!(found.items("hostaddr").is_empty());
        Ok(())
    }
}
