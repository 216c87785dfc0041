//! All pairs of options, against a table of those that make no sense.

use super::{Cli, Command};
use clap::CommandFactory;
use std::collections::BTreeSet;
use std::ffi::OsString;

/// The options of a command, and what holds for pairs of them.
struct Table {
    /// The name of the command, unless it is the program itself.
    command: Option<&'static str>,
    /// Every option with a valid value.
    options: &'static [&'static str],
    /// Each option contradicts those after it.
    clashes: &'static [(&'static str, &'static [&'static str])],
    /// The first option means something only with the second.
    needs: &'static [(&'static str, &'static str)],
}

const NEEDS: [(&str, &str); 8] = [
    ("--ignore-missing", "--check"),
    ("--quiet", "--check"),
    ("--status", "--check"),
    ("--strict", "--check"),
    ("--warn", "--check"),
    ("--exclude", "--recursive"),
    ("--dereference", "--recursive"),
    ("--one-file-system", "--recursive"),
];

const TABLES: [Table; 7] = [
    Table {
        command: None,
        options: &[
            "--check",
            "--algorithm=md5",
            "--all",
            "--backend=portable",
            "--recursive",
            "--exclude=x",
            "--dereference",
            "--one-file-system",
            "--threads=2",
            "--no-progress",
            "--directory=x",
            "--key=00",
            "--key-file=k",
            "--seed=1",
            "--nonce=00",
            "--tag",
            "--untagged",
            "--zero",
            "--output=x",
            "--complete",
            "--json",
            "--length=2",
            "--raw",
            "--ignore-missing",
            "--quiet",
            "--status",
            "--strict",
            "--warn",
        ],
        clashes: &[
            ("--check", &["--all", "--tag", "--untagged", "--raw", "--output"]),
            ("--complete", &["--raw"]),
            (
                "--all",
                &[
                    "--algorithm",
                    "--backend",
                    "--key",
                    "--key-file",
                    "--nonce",
                    "--untagged",
                    "--length",
                    "--raw",
                ],
            ),
            ("--key", &["--key-file", "--seed"]),
            ("--key-file", &["--seed"]),
            ("--json", &["--tag", "--untagged", "--zero", "--raw"]),
            ("--raw", &["--tag", "--untagged", "--zero", "--recursive"]),
        ],
        needs: &NEEDS,
    },
    Table {
        command: Some("md5"),
        options: &[
            "--binary",
            "--check",
            "--tag",
            "--text",
            "--zero",
            "--output=x",
            "--recursive",
            "--exclude=x",
            "--dereference",
            "--one-file-system",
            "--threads=2",
            "--no-progress",
            "--directory=x",
            "--backend=portable",
            "--ignore-missing",
            "--quiet",
            "--status",
            "--strict",
            "--warn",
        ],
        clashes: &[
            ("--check", &["--binary", "--text", "--tag", "--zero", "--output"]),
            ("--tag", &["--text"]),
        ],
        needs: &NEEDS,
    },
    Table {
        command: Some("update"),
        options: &[
            "--algorithm=md5",
            "--recursive",
            "--exclude=x",
            "--dereference",
            "--one-file-system",
            "--threads=2",
            "--no-progress",
            "--directory=x",
            "--key=00",
            "--key-file=k",
            "--seed=1",
            "--zero",
        ],
        clashes: &[("--key", &["--key-file", "--seed"]), ("--key-file", &["--seed"])],
        needs: &[
            ("--exclude", "--recursive"),
            ("--dereference", "--recursive"),
            ("--one-file-system", "--recursive"),
        ],
    },
    Table {
        command: Some("etag"),
        options: &[
            "--check",
            "--part-size=8M",
            "--threshold=8M",
            "--verify=00000000000000000000000000000000",
            "--recursive",
            "--exclude=x",
            "--dereference",
            "--one-file-system",
            "--threads=2",
            "--no-progress",
            "--directory=x",
            "--zero",
            "--json",
            "--output=x",
            "--ignore-missing",
            "--quiet",
            "--status",
            "--strict",
            "--warn",
        ],
        clashes: &[
            ("--check", &["--verify", "--threshold", "--recursive", "--output"]),
            ("--verify", &["--threshold", "--output"]),
            ("--json", &["--zero"]),
        ],
        needs: &NEEDS,
    },
    Table {
        command: Some("bench"),
        options: &[
            "--algorithm=md5",
            "--backend=portable",
            "--size=64",
            "--quick",
            "--json",
            "--no-progress",
        ],
        clashes: &[],
        needs: &[],
    },
    Table {
        command: Some("explain"),
        options: &[
            "--len=1",
            "--messages=1",
            "--senders=1",
            "--attempts=1",
            "--tag-bytes=1",
            "--json",
        ],
        clashes: &[],
        needs: &[],
    },
    Table { command: Some("list"), options: &["--json"], clashes: &[], needs: &[] },
];

/// Returns an option without its value.
fn name(option: &str) -> &str {
    option.split('=').next().expect("a part")
}

impl Table {
    fn parse(&self, options: &[&str]) -> Result<Cli, String> {
        let operand = match self.command {
            Some("explain") => Some("md5"),
            Some("update") => Some("list"),
            _ => None,
        };
        let words = ["hsum"].into_iter().chain(self.command).chain(operand);
        let args: Vec<_> = words.chain(options.iter().copied()).map(OsString::from).collect();
        Cli::parse(&args).map_err(|refusal| refusal.text())
    }

    /// Whether the options together make sense.
    fn accepts(&self, options: &[&str]) -> bool {
        let given: BTreeSet<_> = options.iter().copied().map(name).collect();
        // The last of these counts.
        let text_is_last = options.iter().rev().find(|o| ["--text", "--binary"].contains(o));
        let holds = |option: &str| {
            given.contains(option) && !(option == "--text" && text_is_last != Some(&"--text"))
        };
        let clash = |(one, others): &(&str, &[&str])| holds(one) && others.iter().any(|o| holds(o));
        let is_no_list = holds("--complete") && holds("--json") && !holds("--check");
        let lonely = |(one, other): &(&str, &str)| holds(one) && !holds(other);
        !is_no_list && !self.clashes.iter().any(clash) && !self.needs.iter().any(lonely)
    }
}

#[test]
fn the_tables_have_all_options() {
    let program = Cli::command();
    let has_options = |command: &&clap::Command| {
        command.get_arguments().any(|argument| argument.get_long().is_some())
    };
    let commands = program.get_subcommands().filter(has_options).map(clap::Command::get_name);
    assert!(commands.eq(TABLES.iter().filter_map(|table| table.command)));
    for Table { command, options, .. } in &TABLES {
        let command = command.map_or(&program, |name| program.find_subcommand(name).expect(name));
        let longs = command.get_arguments().filter_map(clap::Arg::get_long);
        let expected: BTreeSet<_> = longs.map(|long| format!("--{long}")).collect();
        let found: BTreeSet<_> = options.iter().map(|option| name(option).to_owned()).collect();
        assert_eq!(found, expected, "{}", command.get_name());
    }
}

/// Every pair in both orders, alone and with an option that a third one may need.
#[test]
fn every_pair_is_accepted_or_refused() {
    for table in &TABLES {
        for first in table.options {
            for second in table.options {
                for options in [
                    &[*first, *second][..],
                    &[first, second, "--check"],
                    &["--check", first, second],
                    &[first, second, "--recursive"],
                    &["--recursive", first, second],
                ] {
                    if options.iter().all(|option| table.options.contains(option)) {
                        let parsed = table.parse(options);
                        let (is_good, expected) = (parsed.is_ok(), table.accepts(options));
                        let error = parsed.err();
                        assert_eq!(is_good, expected, "{:?} {options:?}: {error:?}", table.command);
                    }
                }
            }
        }
    }
}

#[test]
fn the_last_one_counts() {
    for table in &TABLES[..2] {
        for first in ["--quiet", "--status", "--warn"] {
            for second in ["--quiet", "--status", "--warn"] {
                let cli = table.parse(&["--check", first, second]).expect("the last one counts");
                let verdicts = match &cli.command {
                    Some(Command::Md5(args)) => &args.verdicts,
                    _ => &cli.hash.verdicts,
                };
                let found = [verdicts.quiet, verdicts.status, verdicts.warn];
                assert_eq!(found, ["--quiet", "--status", "--warn"].map(|name| name == second));
            }
        }
    }
    for (options, expected) in
        [(["--tag", "--untagged"], [false, true]), (["--untagged", "--tag"], [true, false])]
    {
        let hash = TABLES[0].parse(&options).expect("the last one counts").hash;
        assert_eq!([hash.tag, hash.untagged], expected);
    }
    for (options, expected) in
        [(["--binary", "--text"], [false, true]), (["--text", "--binary"], [true, false])]
    {
        let Some(Command::Md5(md5)) = TABLES[1].parse(&options).expect("the last one").command
        else {
            panic!("another command")
        };
        assert_eq!([md5.binary, md5.text], expected);
    }
    let hash = TABLES[0].parse(&["--seed=1", "--seed=2"]).expect("the last one counts").hash;
    assert_eq!(hash.key.seed, Some(2));
}
