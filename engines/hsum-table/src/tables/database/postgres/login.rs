//! Logging in: where, as whom, with which password, and encrypted or not.

use super::parameters::{Parameters, Surroundings, path};
use super::tls::{self, Mode};
use super::{explain, files};
use crate::output::{quoted, without_number};
use crate::tables::database::connection::Canceller;
use postgres::config::{ChannelBinding, SslMode, SslNegotiation, TargetSessionAttrs};
use postgres::error::SqlState;
use postgres::{Client, Config, NoTls};
use std::ffi::OsString;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;
use std::{env, fs, io};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The most time to reach a server, unless a parameter gives another one.
const PATIENCE: Duration = Duration::from_secs(10);
const PORT: u16 = 5432;
/// The folder of sockets of Debian and others, and that of Postgres itself.
#[cfg(unix)]
const SOCKETS: [&str; 2] = ["/var/run/postgresql", "/tmp"];
/// The file of passwords in a home folder.
const PASSWORDS: &str = ".pgpass";

/// A server that may be the one.
struct Server {
    /// A name, an address, or the folder of a socket.
    host: Vec<u8>,
    address: Option<IpAddr>,
    port: u16,
    password: Option<Vec<u8>>,
}

impl Server {
    fn is_socket(&self) -> bool {
        cfg!(unix) && self.address.is_none() && self.host.starts_with(b"/")
    }
}

/// Connects to the first server that can be reached. Errors start with the name of the table.
pub(super) fn connect(name: &str, url: &str) -> Result<(Client, Canceller), String> {
    let variable = |name: &str| env::var_os(name).map(OsString::into_encoded_bytes);
    let around = Surroundings { variable: &variable, home: env::home_dir() };
    let problem = |problem: String| format!("{name}: {problem}");
    let login = Login::new(url, &around).map_err(problem)?;
    login.connect().map_err(|(server, error)| {
        let mut text = explain(name, &error);
        if login.servers.len() > 1 {
            text += &format!(" (server {})", server + 1);
        }
        if let Some(reason) = login.no_passwords.as_ref().filter(|_| text.contains("password")) {
            text += &format!("; {reason}");
        }
        text
    })
}

/// What is known before a connection.
struct Login {
    servers: Vec<Server>,
    mode: Mode,
    tls: Option<MakeRustlsConnect>,
    /// Everything but the server, its password and the encryption.
    config: Config,
    /// Why a file of passwords was not used.
    no_passwords: Option<String>,
}

impl Login {
    fn new(url: &str, around: &Surroundings<'_>) -> Result<Self, String> {
        let parameters = Parameters::of(url, around)?;
        let mode = Mode::of(&parameters)?;
        let user = match parameters.text("user")? {
            Some(user) => user.to_owned(),
            None => {
                whoami::username().map_err(|_| "the user has no name; give it in the address")?
            }
        };
        let database = parameters.text("dbname")?.unwrap_or(&user).to_owned();
        let mut servers = servers(&parameters)?;
        let mut no_passwords = None;
        if let Some(password) = parameters.bytes("password") {
            servers.iter_mut().for_each(|server| server.password = Some(password.to_vec()));
        } else {
            match password_file(&parameters, around.home.as_deref()) {
                Ok(file) => {
                    for server in &mut servers {
                        let (host, port) = (name_in_files(server), server.port.to_string());
                        let wanted = [host, port.as_bytes(), database.as_bytes(), user.as_bytes()];
                        server.password = files::password(&file, wanted);
                    }
                }
                Err(reason) => no_passwords = reason,
            }
        }
        let mut config = config(&parameters)?;
        config.user(&user).dbname(&database);
        let needs_tls = mode != Mode::Disable && !servers.iter().all(Server::is_socket);
        let tls = needs_tls.then(|| tls::connector(mode, &parameters, around.home.as_ref()));
        Ok(Self { servers, mode, tls: tls.transpose()?, config, no_passwords })
    }

    /// Returns a connection, or the last error with the number of its server.
    fn connect(&self) -> Result<(Client, Canceller), (usize, postgres::Error)> {
        let mut last = None;
        for (number, server) in self.servers.iter().enumerate() {
            match self.connect_to(server) {
                Ok(connected) => return Ok(connected),
                // One that answers is the one, unless it is about to start or to stop.
                Err(error)
                    if error.code().is_some_and(|code| *code != SqlState::CANNOT_CONNECT_NOW) =>
                {
                    return Err((number, error));
                }
                Err(error) => last = Some((number, error)),
            }
        }
        Err(last.expect("there is a server"))
    }

    /// Connects to a server in the ways that the mode has, in their order.
    fn connect_to(&self, server: &Server) -> Result<(Client, Canceller), postgres::Error> {
        let plain = || self.attempt(server, SslMode::Disable);
        // Sockets have no encryption, whatever the mode.
        if server.is_socket() {
            return plain();
        }
        match self.mode {
            Mode::Disable => plain(),
            Mode::Allow => plain().or_else(|error| {
                if is_refused(&error) { self.attempt(server, SslMode::Require) } else { Err(error) }
            }),
            Mode::Prefer => self
                .attempt(server, SslMode::Prefer)
                .or_else(|error| if is_refused(&error) { plain() } else { Err(error) }),
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => {
                self.attempt(server, SslMode::Require)
            }
        }
    }

    fn attempt(
        &self,
        server: &Server,
        ssl: SslMode,
    ) -> Result<(Client, Canceller), postgres::Error> {
        let mut config = self.config.clone();
        config.ssl_mode(ssl).port(server.port);
        #[cfg(unix)]
        if server.is_socket() {
            config.host_path(path(&server.host));
        }
        if !server.is_socket() {
            config.host(&String::from_utf8_lossy(&server.host));
        }
        if let Some(address) = server.address {
            config.hostaddr(address);
        }
        if let Some(password) = &server.password {
            config.password(password);
        }
        let Some(tls) = self.tls.clone().filter(|_| ssl != SslMode::Disable) else {
            let client = config.connect(NoTls)?;
            let token = client.cancel_token();
            return Ok((client, Canceller::new(move || drop(token.cancel_query(NoTls)))));
        };
        let client = config.connect(tls.clone())?;
        let token = client.cancel_token();
        Ok((client, Canceller::new(move || drop(token.cancel_query(tls.clone())))))
    }
}

/// Returns whether a server refuses a connection before it asks for a password. It may accept one
/// with the other kind of encryption.
fn is_refused(error: &postgres::Error) -> bool {
    error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION)
}

/// Returns the servers, of which each has a host, an address, or both, and a port.
fn servers(parameters: &Parameters) -> Result<Vec<Server>, String> {
    let (hosts, addresses) = (parameters.items("host"), parameters.items("hostaddr"));
    let ports = parameters.items("port");
    let count = hosts.len().max(addresses.len()).max(1);
    if !hosts.is_empty() && !addresses.is_empty() && hosts.len() != addresses.len() {
        return Err("host and hostaddr have different numbers of items".to_owned());
    }
    if ports.len() > 1 && ports.len() != count {
        return Err("there are more ports than hosts, or fewer".to_owned());
    }
    let server = |place: usize| {
        let text = |item: &[u8]| String::from_utf8_lossy(item).into_owned();
        let port = ports.get(place).or(ports.first()).filter(|port| !port.is_empty());
        let port = port.map(|port| text(port).parse()).transpose();
        let port = port.map_err(|_| "port is not a number below 65536")?.unwrap_or(PORT);
        let address = addresses.get(place).filter(|address| !address.is_empty());
        let address = address.map(|address| text(address).parse()).transpose();
        let address: Option<IpAddr> = address.map_err(|_| "hostaddr is not an IP address")?;
        let host = match (hosts.get(place).filter(|host| !host.is_empty()), address) {
            (Some(host), _) => host.to_vec(),
            (None, Some(address)) => address.to_string().into_bytes(),
            (None, None) => default_host(),
        };
        Ok(Server { host, address, port, password: None })
    };
    (0..count).map(server).collect()
}

/// Returns the folder of the sockets of this machine. One that others may write to is not asked if
/// there is a better one: anybody could have made the socket there.
#[cfg(unix)]
fn default_host() -> Vec<u8> {
    let found = SOCKETS.iter().find(|folder| Path::new(folder).is_dir());
    found.map(|folder| folder.as_bytes().to_vec()).unwrap_or_default()
}

#[cfg(not(unix))]
fn default_host() -> Vec<u8> {
    b"localhost".to_vec()
}

/// Returns the name that a server has in files of passwords.
fn name_in_files(server: &Server) -> &[u8] {
    #[cfg(unix)]
    if server.host == default_host() {
        return b"localhost";
    }
    &server.host
}

/// Returns the file of passwords, or why it is not used, if there is one.
fn password_file(parameters: &Parameters, home: Option<&Path>) -> Result<Vec<u8>, Option<String>> {
    let given = parameters.bytes("passfile").map(path);
    let is_given = given.is_some();
    let file = given.or_else(|| home.map(|home| home.join(PASSWORDS))).ok_or(None)?;
    let unused = |reason: &str| Some(format!("{} is not used, because {reason}", quoted(&file)));
    let failed = |error: io::Error| {
        let is_missing = error.kind() == io::ErrorKind::NotFound;
        if is_missing && !is_given { None } else { unused(&without_number(&error.to_string())) }
    };
    let metadata = fs::metadata(&file).map_err(failed)?;
    if !metadata.is_file() {
        return Err(unused("it is not a plain file"));
    }
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 != 0 {
        return Err(unused("its group or others may use it (chmod 0600 keeps them out)"));
    }
    fs::read(&file).map_err(failed)
}

/// Returns the configuration by all parameters but those of the server, its password and the mode.
fn config(parameters: &Parameters) -> Result<Config, String> {
    let number = |name| parameters.integer(name);
    let positive = |name| -> Result<Option<u64>, String> {
        let number = number(name)?.map(u64::try_from);
        Ok(number.and_then(Result::ok).filter(|number| *number > 0))
    };
    let mut config = Config::new();
    if number("connect_timeout")?.is_none() {
        config.connect_timeout(PATIENCE);
    }
    // Zero is no limit.
    if let Some(time) = positive("connect_timeout")? {
        config.connect_timeout(Duration::from_secs(time));
    }
    let fallback = parameters.text("fallback_application_name")?.unwrap_or("hsum-table");
    config.application_name(parameters.text("application_name")?.unwrap_or(fallback));
    if let Some(options) = parameters.text("options")? {
        config.options(options);
    }
    config.keepalives(number("keepalives")? != Some(0));
    if let Some(time) = positive("keepalives_idle")? {
        config.keepalives_idle(Duration::from_secs(time));
    }
    if let Some(time) = positive("keepalives_interval")? {
        config.keepalives_interval(Duration::from_secs(time));
    }
    if let Some(count) = positive("keepalives_count")?.and_then(|count| u32::try_from(count).ok()) {
        config.keepalives_retries(count);
    }
    if let Some(time) = positive("tcp_user_timeout")? {
        config.tcp_user_timeout(Duration::from_millis(time));
    }
    // The parameters have no other values, but for the defaults.
    let is = |name, value: &str| parameters.bytes(name) == Some(value.as_bytes());
    if is("sslnegotiation", "direct") {
        config.ssl_negotiation(SslNegotiation::Direct);
    }
    if is("channel_binding", "disable") {
        config.channel_binding(ChannelBinding::Disable);
    }
    if is("channel_binding", "require") {
        config.channel_binding(ChannelBinding::Require);
    }
    if is("target_session_attrs", "read-write") {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    if is("target_session_attrs", "read-only") {
        config.target_session_attrs(TargetSessionAttrs::ReadOnly);
    }
    Ok(config)
}
