//! Logging in to servers of Postgres, and the end of queries with the program.

#![cfg(unix)]

mod support;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use support::server::Server;
use support::{Dir, Run};

fn run_with(dir: &Dir, variables: &[(&str, &str)], arguments: &[&str]) -> Run {
    let mut command = dir.command();
    let output = command.args(arguments).envs(variables.iter().copied()).output().expect("runs");
    let run = Run {
        code: output.status.code().expect("no signal ended it"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    };
    assert!(!run.stderr.contains("sesame") && !run.stdout.contains("sesame"), "{}", run.stderr);
    run
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

/// Files and variables give hosts, users and passwords, of which none is an argument.
#[test]
fn two_servers_with_two_passwords() {
    let access = "local all test trust\nlocal all all scram-sha-256\n";
    let start = |password: &str| {
        let server = Server::start(access, &[])?;
        server.run(&format!(
            "CREATE ROLE ada LOGIN PASSWORD '{password}';
             CREATE TABLE t AS SELECT 5 AS id; GRANT SELECT ON t TO ada;
             CREATE SCHEMA s; GRANT USAGE ON SCHEMA s TO ada; CREATE VIEW s.me AS
             SELECT session_user::text AS who, current_setting('application_name') AS app;
             GRANT SELECT ON s.me TO ada"
        ));
        Some(server)
    };
    let (Some(old), Some(new)) = (start("old:\\sesame"), start("new sesame")) else { return };
    let dir = Dir::new();
    let service = |server: &Server, name: &str| {
        format!("[{name}]\nhost={}\nuser=ada\ndbname=postgres\n", server.folder())
    };
    dir.write(".pg_service.conf", service(&old, "old") + &service(&new, "new"));
    let line =
        |server: &Server, password: &str| format!("{}:5432:*:ada:{password}\n", server.folder());
    let passwords = line(&old, "old\\:\\\\sesame") + &line(&new, "new sesame");
    dir.write(".pgpass", &passwords);
    let pair = ["diff", "postgres:///?service=old#t", "postgres:///?service=new#t"];

    let file = dir.path(".pgpass");
    set_mode(&file, 0o600);
    let run = run_with(&dir, &[], &pair);
    assert_eq!(run.code, 0, "{}", run.stderr);
    new.run("INSERT INTO t VALUES (6)");
    assert_eq!(run_with(&dir, &[], &pair).code, 1);
    // The names in output tell which server it is.
    let run = run_with(&dir, &[], &[pair[2]]);
    assert!(run.stdout.ends_with("  'postgres:///?service=new#t'\n"), "{}", run.stdout);

    // Others may read the file, or it is not one.
    set_mode(&file, 0o640);
    let says = ["password missing", ".pgpass is not used, because its group or others may use it"];
    run_with(&dir, &[], &pair).is_refused(&says);
    let variables = [("PGPASSFILE", "/nonexistent/file")];
    run_with(&dir, &variables, &pair)
        .is_refused(&["/nonexistent/file is not used, because No such"]);
    let folder = dir.0.path().to_str().expect("UTF-8");
    let says = ["is not used, because it is not a plain file"];
    run_with(&dir, &[("PGPASSFILE", folder)], &pair).is_refused(&says);
    fs::rename(&file, dir.path("passwords")).expect("renamed");
    run_with(&dir, &[], &pair).is_refused(&["service=old#t': ", "password missing"]);
    set_mode(&dir.path("passwords"), 0o600);
    assert_eq!(run_with(&dir, &[("PGPASSFILE", "passwords")], &pair).code, 1);
    assert_eq!(run_with(&dir, &[], &["postgres:///?service=old&passfile=passwords#t"]).code, 0);
    // A password of the environment is for both.
    let run = run_with(&dir, &[("PGPASSWORD", "old:\\sesame"), ("PGPASSFILE", "passwords")], &pair);
    run.is_refused(&["service=new#t': password authentication failed for user \"ada\""]);

    // All by variables.
    let variables = [
        ("PGHOST", old.folder()),
        ("PGUSER", "ada"),
        ("PGDATABASE", "postgres"),
        ("PGPASSFILE", "passwords"),
        ("PGOPTIONS", "-c search_path=s"),
        ("PGAPPNAME", "mine"),
    ];
    dir.write("me.csv", "who,app\nada,mine\n");
    let run =
        run_with(&dir, &variables, &["diff", "--pushdown", "never", "postgres://#me", "me.csv"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    dir.write("me.csv", "who,app\nada,hsum-table\n");
    let address = "postgres://?service=old&passfile=passwords#s.me";
    let run = run_with(&dir, &[], &["diff", "--pushdown", "never", address, "me.csv"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    // The first host that can be reached, each with its own password.
    let hosts = format!("/nonexistent,{}", new.folder());
    let variables = [("PGHOST", &*hosts), ("PGUSER", "ada"), ("PGPASSFILE", "passwords")];
    assert_eq!(run_with(&dir, &variables, &["postgres:///postgres#t"]).code, 0);
    let hosts = format!("{},{}", old.folder(), new.folder());
    let run =
        run_with(&dir, &[("PGHOST", &*hosts), variables[1], variables[2]], &["postgres:///none#t"]);
    run.is_trouble(&["database \"none\" does not exist (server 1)"]);
}

/// Makes a certificate with OpenSSL, and returns it and its key.
fn certificate(
    dir: &Dir,
    name: &str,
    signer: Option<&str>,
    more: &[&str],
) -> [std::path::PathBuf; 2] {
    let (file, key) = (format!("{name}.crt"), format!("{name}.key"));
    let subject = format!("/CN={name}");
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    let mut arguments = vec!["req", "-x509", "-days", "2", "-subj", &subject];
    arguments.extend(["-keyout", &key, "-out", &file].iter().chain(&curve).chain(more));
    let names = signer.map(|signer| [format!("{signer}.crt"), format!("{signer}.key")]);
    if let Some([signer, key]) = &names {
        arguments.extend(["-CA", signer, "-CAkey", key, "-addext", "basicConstraints=CA:FALSE"]);
    }
    openssl(dir, &arguments);
    [dir.path(&file), dir.path(&key)]
}

fn openssl(dir: &Dir, arguments: &[&str]) {
    let output = Command::new("openssl").current_dir(dir.0.path()).args(arguments).output();
    let output = output.expect("openssl is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// What a connection is: encrypted or not, or an error that says so.
type Outcome = Result<bool, &'static str>;

#[test]
fn encryption_by_the_modes_of_libpq() {
    let dir = Dir::new();
    certificate(&dir, "root", None, &[]);
    let [other, _] = certificate(&dir, "other", None, &[]);
    let names = ["-addext", "subjectAltName=DNS:db.example"];
    let of_root = certificate(&dir, "server", Some("root"), &names);
    let access = "local all all trust\nhostnossl all bare 127.0.0.1/32 trust\n\
        hostssl all coded 127.0.0.1/32 trust\nhostssl all locked 127.0.0.1/32 scram-sha-256\n\
        host all free 127.0.0.1/32 trust\n";
    let [file, key] = &of_root;
    let Some(server) = Server::start(access, &[file, key]) else { return };
    server.run(
        "CREATE ROLE bare LOGIN; CREATE ROLE coded LOGIN; CREATE ROLE free LOGIN;
         CREATE ROLE locked LOGIN PASSWORD 'open sesame';
         CREATE VIEW encrypted AS SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid();
         GRANT SELECT ON encrypted TO PUBLIC",
    );
    dir.write("true.csv", "ssl\ntrue\n");
    let check = |parameters: &str, variables: &[(&str, &str)], wanted: Outcome| {
        let port = server.port();
        let address = format!(
            "postgres://db.example:{port}/postgres?hostaddr=127.0.0.1&{parameters}#encrypted"
        );
        let run = run_with(
            &dir,
            variables,
            &["diff", "--pushdown", "never", "--brief", &address, "true.csv"],
        );
        let found = match run.code {
            0 => Ok(true),
            1 => Ok(false),
            _ => Err(&*run.stderr),
        };
        match (wanted, found) {
            (Err(says), Err(found)) => assert!(found.contains(says), "{parameters}: {found}"),
            _ => assert_eq!(found, wanted, "{parameters}: {}", run.stdout),
        }
    };
    let no_entry = Err("no pg_hba.conf entry");
    for (mode, bare, coded, free) in [
        ("disable", Ok(false), no_entry, Ok(false)),
        ("allow", Ok(false), Ok(true), Ok(false)),
        ("prefer", Ok(false), Ok(true), Ok(true)),
        ("require", no_entry, Ok(true), Ok(true)),
    ] {
        for (user, wanted) in [("bare", bare), ("coded", coded), ("free", free)] {
            check(&format!("user={user}&sslmode={mode}"), &[], wanted);
        }
        check("user=free", &[("PGSSLMODE", mode)], free);
    }
    check("user=free", &[], Ok(true));
    check("user=free&sslmode=verify-ca", &[], Err("no root certificates to verify"));
    check("user=free&sslmode=verify-full", &[], Err("no root certificates to verify"));

    // Root certificates of a file, by a parameter, a variable or its usual place, or of the
    // system.
    let unknown = Err("UnknownIssuer");
    let no_name = Err("not valid for name");
    for mode in ["require", "verify-ca", "verify-full"] {
        check(&format!("user=free&sslmode={mode}&sslrootcert=root.crt"), &[], Ok(true));
        check(&format!("user=free&sslmode={mode}"), &[("PGSSLROOTCERT", "root.crt")], Ok(true));
        check(&format!("user=free&sslmode={mode}&sslrootcert=other.crt"), &[], unknown);
        check(
            &format!("user=free&sslmode={mode}&sslrootcert=none.crt"),
            &[],
            Err("does not exist"),
        );
        check(
            &format!("user=free&sslmode={mode}&sslrootcert=true.csv"),
            &[],
            Err("no certificates"),
        );
        let wanted = if mode == "verify-full" { no_name } else { Ok(true) };
        check(
            &format!("user=free&host=localhost&sslmode={mode}&sslrootcert=root.crt"),
            &[],
            wanted,
        );
    }
    // A server that can encrypt must not be another one.
    check("user=free&sslrootcert=other.crt", &[], unknown);
    dir.folder(".postgresql");
    fs::copy(&other, dir.path(".postgresql/root.crt")).expect("copied");
    check("user=free&sslmode=require", &[], unknown);
    fs::copy(dir.path("root.crt"), dir.path(".postgresql/root.crt")).expect("copied");
    check("user=free&sslmode=verify-full", &[], Ok(true));
    fs::remove_dir_all(dir.path(".postgresql")).expect("removed");
    for (file, wanted) in [("root.crt", Ok(true)), ("other.crt", unknown)] {
        let path = dir.path(file);
        let system = [("SSL_CERT_FILE", path.to_str().expect("UTF-8")), ("SSL_CERT_DIR", "")];
        check("user=free&sslrootcert=system", &system, wanted);
    }
    check("user=free&sslrootcert=system&sslmode=require", &[], Err("needs sslmode=verify-full"));

    // The password is bound to the encryption.
    let password = [("PGPASSWORD", "open sesame")];
    check("user=locked&channel_binding=require", &password, Ok(true));
    check("user=locked&sslmode=disable", &password, no_entry);
    check("user=locked", &[("PGPASSWORD", "sesame")], Err("password authentication failed"));
    for (parameter, says) in [
        ("sslmode=verify_full", "sslmode must be disable or allow or"),
        ("sslcert=a.crt", "sslcert is not supported"),
        ("sslnegotiation=direct", "needs sslmode=require"),
        ("ssl_min_protocol_version=TLSv1.3", "ssl_min_protocol_version must be TLSv1 or"),
    ] {
        check(&format!("user=free&{parameter}"), &[], Err(says));
    }

    // A certificate that the server made itself is its own root, and no others.
    let own = certificate(&dir, "own", None, &names);
    server.set_certificate([&own[0], &own[1]]);
    check("user=free&sslmode=verify-full&sslrootcert=own.crt", &[], Ok(true));
    check(
        "user=free&sslmode=verify-full&sslrootcert=other.crt",
        &[],
        Err("invalid peer certificate"),
    );
    let wanted = no_name;
    check("user=free&host=localhost&sslmode=verify-full&sslrootcert=own.crt", &[], wanted);
    check("user=free&sslmode=require", &[], Ok(true));
    let expired =
        ["x509", "-days", "-1", "-signkey", "own.key", "-in", "own.crt", "-out", "old.crt"];
    openssl(&dir, &expired);
    server.set_certificate([&dir.path("old.crt"), &own[1]]);
    check("user=free&sslmode=verify-ca&sslrootcert=old.crt", &[], Err("Expired"));

    // Sockets have no encryption, and some servers have none at all.
    let socket = format!(
        "postgres://free@{}:{}/postgres?sslmode=verify-full#encrypted",
        server.folder().replace('/', "%2F"),
        server.port()
    );
    assert_eq!(dir.run(&["diff", "--pushdown", "never", "--brief", &socket, "true.csv"]).code, 1);
    server.run("ALTER SYSTEM SET ssl = off");
    server.reload();
    check("user=free&sslmode=require", &[], Err("server does not support TLS"));
    check(
        "user=free&sslmode=verify-full&sslrootcert=root.crt",
        &[],
        Err("server does not support TLS"),
    );
    check("user=free&sslmode=prefer", &[], Ok(false));
}

/// How long a query that was cancelled may run on: far less than it sleeps, and enough for a busy
/// machine.
const MOMENT: Duration = Duration::from_secs(15);

/// Waits for queries to sleep, or for none to do so, and returns whether that was soon.
fn soon(server: &Server, sleeps: bool, within: Duration) -> bool {
    let mut client = server.client();
    let start = Instant::now();
    while start.elapsed() < within {
        let query = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
        if client.query(query, &[]).expect("it can be seen").is_empty() != sleeps {
            return true;
        }
        sleep(Duration::from_millis(20));
    }
    false
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

/// Returns whether processes that this one starts ignore a signal.
fn ignores(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).map(str::trim);
    let mask = mask.and_then(|mask| u64::from_str_radix(mask, 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// A query does not run on after the program.
#[test]
fn queries_end_with_the_program() {
    let dir = Dir::new();
    let [file, key] = certificate(&dir, "server", None, &[]);
    let access = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
    let Some(server) = Server::start(access, &[&file, &key]) else { return };
    server.run("CREATE VIEW slow AS SELECT 1 AS id, pg_sleep(60) IS NULL AS c; CREATE TABLE t (id int, c bool)");
    let address = |table: &str, host: &str| {
        format!("postgres://test@{}:{}/postgres#{table}", host.replace('/', "%2F"), server.port())
    };
    let (socket, tcp) = (address("slow", server.folder()), address("slow", "127.0.0.1"));
    let other = address("t", server.folder());
    let spawn = |mut command: Command, arguments: &[&str]| {
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("it runs");
        assert!(soon(&server, true, Duration::from_secs(60)), "{arguments:?}");
        child
    };
    for (name, number, arguments) in [
        ("-INT", 2, vec!["diff", &*socket, &*other]),
        ("-INT", 2, vec!["diff", "--pushdown", "never", &*tcp, &*other]),
        ("-TERM", 15, vec![&*tcp]),
        ("-HUP", 1, vec![&*socket]),
    ] {
        // A job in the background of a shell may ignore the first one, and one of nohup the last.
        let (name, number) = if ignores(number) { ("-TERM", 15) } else { (name, number) };
        let child = spawn(dir.command(), &arguments);
        signal(&child, name);
        assert!(soon(&server, false, MOMENT), "{name} {arguments:?}");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.signal(), Some(number), "{arguments:?}");
        assert_eq!([&*output.stdout, &*output.stderr], [b""; 2], "{arguments:?}");
    }

    // A signal that the parent process ignores is still ignored.
    let program = dir.command();
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$@\"", "sh"]).arg(program.get_program());
    shell.current_dir(dir.0.path()).stdin(Stdio::null());
    let child = spawn(shell, &[&socket]);
    signal(&child, "-HUP");
    assert!(!soon(&server, false, Duration::from_millis(700)), "it runs on");
    signal(&child, "-TERM");
    assert_eq!(child.wait_with_output().expect("it ends").status.signal(), Some(15));
    assert!(soon(&server, false, MOMENT));

    // The other table has an error, which is noticed at once.
    server.run(
        "CREATE VIEW slow_end AS SELECT id, false AS c FROM generate_series(1, 50000) id
         WHERE id < 50000 OR pg_sleep(60) IS NULL",
    );
    let slow_end = address("slow_end", server.folder());
    let rows: String = (0..50_000).map(|id| format!("{id},true\n")).collect();
    dir.write("bad.csv", format!("id,c\n{rows}x,true\n"));
    for pair in [["bad.csv", &*slow_end], [&*slow_end, "bad.csv"]] {
        for pushdown in ["never", "auto"] {
            let start = Instant::now();
            let run = dir.run(&["diff", "--pushdown", pushdown, pair[0], pair[1]]);
            run.is_refused(&["bad.csv: line 50002"]);
            let time = start.elapsed();
            assert!(time < Duration::from_secs(30), "{pushdown} {pair:?}: {time:?}");
            assert!(soon(&server, false, MOMENT), "{pushdown} {pair:?}");
        }
    }
}
