//! A server of Postgres, where it is installed.

use super::Dir;
use postgres::{Client, NoTls};
use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// A server on a socket in a folder of its own. Most tests of a program share one.
pub(crate) struct Server {
    folder: PathBuf,
    port: u16,
    process: Child,
    owner: Owner,
    _dir: Dir,
}

/// The server of the tests that run.
static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());

impl Server {
    /// Returns the server, or nothing after saying that the test is left out.
    pub(crate) fn shared() -> Option<Arc<Self>> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = shared.upgrade() {
            return Some(server);
        }
        let access = "local all locked scram-sha-256\nlocal all all trust\n";
        let server = Arc::new(Self::start(access, &[])?);
        *shared = Arc::downgrade(&server);
        Some(server)
    }

    /// Starts a server with rules of access, and with a certificate and its key on a TCP port, if
    /// they are given. Returns nothing after saying that the test is left out.
    pub(crate) fn start(access: &str, certificate: &[&Path]) -> Option<Self> {
        let Some(initdb) = program("initdb") else {
            println!("left out: databases: Postgres is not installed");
            return None;
        };
        let dir = Dir::new();
        let folder = dir.path("server");
        fs::create_dir(&folder).expect("created");
        let owner = Owner::new();
        if let Owner(Some((user, group))) = owner {
            chown(dir.0.path(), Some(user), Some(group)).expect("root may");
            chown(&folder, Some(user), Some(group)).expect("root may");
        }
        let arguments = "-D data -U test -A trust -N --encoding UTF8 --locale C.UTF-8";
        let made = owner.command(&initdb, &folder).args(arguments.split(' ')).output();
        let made = made.expect("initdb runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        fs::write(folder.join("data/pg_hba.conf"), access).expect("written");
        let log = fs::File::create(folder.join("log")).expect("created");
        let mut postgres = owner.command(&program("postgres").expect("initdb's"), &folder);
        postgres.args(["-D", "data", "-F", "-k"]).arg(&folder).stderr(log);
        let mut port = 5432;
        if certificate.is_empty() {
            postgres.args(["-h", ""]);
        } else {
            // One that is free. It stays so for the moment.
            let listener = TcpListener::bind("127.0.0.1:0").expect("there are free ports");
            port = listener.local_addr().expect("it is bound").port();
            postgres.args(["-h", "127.0.0.1", "-p", &port.to_string()]);
            let settings = folder.join("data/postgresql.conf");
            let more = fs::read_to_string(&settings).expect("initdb's") + "ssl = on\n";
            fs::write(&settings, more).expect("written");
        }
        let server_files = ["server.crt", "server.key"].map(|name| folder.join("data").join(name));
        for (from, to) in certificate.iter().zip(&server_files) {
            owner.copy(from, to);
        }
        let process = postgres.stdout(Stdio::null()).spawn().expect("postgres runs");
        let server = Self { folder, port, process, owner, _dir: dir };
        for _ in 0..600 {
            if server.connect().is_ok() {
                return Some(server);
            }
            sleep(Duration::from_millis(200));
        }
        panic!("{}", fs::read_to_string(server.folder.join("log")).unwrap_or_default());
    }

    fn connect(&self) -> Result<Client, postgres::Error> {
        let mut config = Client::configure();
        config
            .user("test")
            .dbname("postgres")
            .host_path(&self.folder)
            .port(self.port)
            .connect(NoTls)
    }

    /// Returns a connection of the superuser.
    pub(crate) fn client(&self) -> Client {
        self.connect().expect("the server runs")
    }

    /// Runs statements.
    pub(crate) fn run(&self, sql: &str) {
        self.client().batch_execute(sql).unwrap_or_else(|error| panic!("{sql}: {error:?}"));
    }

    pub(crate) fn folder(&self) -> &str {
        self.folder.to_str().expect("UTF-8")
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// Exchanges the certificate and its key.
    pub(crate) fn set_certificate(&self, certificate: [&Path; 2]) {
        for (from, name) in certificate.iter().zip(["server.crt", "server.key"]) {
            self.owner.copy(from, &self.folder.join("data").join(name));
        }
        self.reload();
    }

    /// Has the server read its settings and certificates again, and waits until it has.
    pub(crate) fn reload(&self) {
        let before: SystemTime =
            self.client().query_one("SELECT now(), pg_reload_conf()", &[]).expect("it may").get(0);
        // New sessions have the time of the server.
        let done = || {
            let row = self.client().query_one("SELECT pg_conf_load_time()", &[]).expect("it may");
            row.get::<_, SystemTime>(0) > before
        };
        while !done() {
            sleep(Duration::from_millis(20));
        }
    }

    /// Returns the address of a table for a user, whose password may follow a colon.
    pub(crate) fn address(&self, user: &str, table: &str) -> String {
        let folder = self.folder().replace('/', "%2F");
        format!("postgres://{user}@{folder}/postgres#{table}")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let stop = program("pg_ctl").map(|program| self.owner.command(&program, &self.folder));
        let stopped =
            stop.map(|mut stop| stop.args(["stop", "-D", "data", "-m", "immediate"]).output());
        if !stopped.is_some_and(|output| output.is_ok_and(|output| output.status.success())) {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

/// The user and group of a server if they are not those of the tests: servers refuse to run as
/// root.
#[derive(Clone, Copy)]
struct Owner(Option<(u32, u32)>);

impl Owner {
    fn new() -> Self {
        let nobody = || id(&["-u", "nobody"]).zip(id(&["-g", "nobody"]));
        Self((id(&["-u"]) == Some(0)).then(nobody).flatten())
    }

    /// Copies a file that only the server may read.
    fn copy(self, from: &Path, to: &Path) {
        fs::copy(from, to).expect("copied");
        fs::set_permissions(to, Permissions::from_mode(0o600)).expect("it is ours");
        if let Self(Some((user, group))) = self {
            chown(to, Some(user), Some(group)).expect("root may");
        }
    }

    /// Returns a program that is to run in the folder.
    fn command(self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(folder).stdin(Stdio::null());
        command.env("LC_ALL", "C.UTF-8").env("TZ", "Asia/Tokyo");
        if let Self(Some((user, group))) = self {
            command.uid(user).gid(group);
        }
        command
    }
}

/// Finds a program where Debian has the servers, or in the path.
fn program(name: &str) -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<_> = folders.chain(std::env::split_paths(&path)).collect();
    folders.iter_mut().for_each(|folder| folder.push(name));
    folders.into_iter().find(|program| program.is_file())
}

fn id(arguments: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
