//! Results in files: `results/<machine>.tsv.gz`, tab-separated values compressed by gzip.
//!
//! A file has a block for each build: a line `#machine` with the machine as JSON; a line
//! `#section` with the name, the unit and the text of each section; the heads of the columns; and
//! a line for each contender of each race. Equal results give equal files.

use crate::results::{Case, Machine, Promise, Results, Role, Row, Section, Unit};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use std::fmt::Write as _;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::{fs, str};

/// How the names of files end.
pub const ENDING: &str = ".tsv.gz";

/// The heads of the columns. Times are medians of the rounds; the last has numbers with spaces
/// between them.
const HEADS: [&str; 13] = [
    "section", "case", "bytes", "x", "GHz", "rounds", "function", "role", "promise", "ns",
    "cycles", "spread", "ratios",
];

/// Reads the results of all builds in a file.
///
/// # Errors
/// Returns an error, with the path, if the file cannot be read or has another form.
pub fn read(path: &Path) -> Result<Vec<Results>, String> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = fs::File::open(path).map_err(|error| named(&error))?;
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).map_err(|error| named(&error))?;
    parse(&text).map_err(|error| named(&error))
}

/// Writes the results of some builds.
///
/// # Errors
/// Returns the errors of the file system.
pub fn write(all: &[Results], path: &Path) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    // Without a time or a name of a file.
    let mut file = GzBuilder::new().write(fs::File::create(path)?, Compression::best());
    file.write_all(format(all)?.as_bytes())?;
    file.finish()?.flush()
}

/// Writes results to a file, in place of those of the same build.
///
/// # Errors
/// Returns an error, with the path, if the file cannot be read or written.
pub fn replace(results: Results, path: &Path) -> Result<(), String> {
    let mut all = if path.exists() { read(path)? } else { Vec::new() };
    all.retain(|known| known.machine.build != results.machine.build);
    all.push(results);
    all.sort_by(|a, b| a.machine.build.cmp(&b.machine.build));
    write(&all, path).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn format(all: &[Results]) -> io::Result<String> {
    let mut text = String::new();
    let heads = HEADS.join("\t");
    for Results { machine, sections } in all {
        let machine = serde_json::to_string(machine)?;
        text += &format!("#machine\t{machine}\n");
        for Section { name, text: about, unit, .. } in sections {
            let about = about.replace('\n', " ");
            text += &format!("#section\t{name}\t{}\t{about}\n", unit.label());
        }
        text += &format!("{heads}\n");
        for Section { name: section, cases, .. } in sections {
            for Case { name, x, bytes, ghz, rounds, rows } in cases {
                let x = x.map_or_else(String::new, |x| x.to_string());
                let case = format!("{section}\t{name}\t{bytes}\t{x}\t{ghz}\t{rounds}");
                for Row { name, role, promise, ns, cycles, spread, ratios } in rows {
                    let [ns, cycles, spread] = [*ns, *cycles, *spread].map(short);
                    let ratios: Vec<_> = ratios.iter().map(|ratio| short(*ratio)).collect();
                    let _ = writeln!(
                        text,
                        "{case}\t{name}\t{}\t{}\t{ns}\t{cycles}\t{spread}\t{}",
                        role.label(),
                        promise.label(),
                        ratios.join(" "),
                    );
                }
            }
        }
    }
    Ok(text)
}

/// Formats a number with at most four significant digits.
fn short(value: f64) -> String {
    let rounded = format!("{value:.3e}").parse();
    rounded.unwrap_or(value).to_string()
}

fn parse(text: &str) -> Result<Vec<Results>, String> {
    let heads = HEADS.join("\t");
    let mut all: Vec<Results> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let failed = || format!("line {}: {line}", i + 1);
        if let Some(machine) = line.strip_prefix("#machine\t") {
            let machine: Machine = serde_json::from_str(machine)
                .map_err(|error| format!("{error} in {}", failed()))?;
            all.push(Results { machine, sections: Vec::new() });
            continue;
        }
        let results = all.last_mut().ok_or_else(failed)?;
        if let Some(about) = line.strip_prefix("#section\t") {
            results.sections.push(section(about).ok_or_else(failed)?);
        } else if line != heads {
            row(line, &mut results.sections).ok_or_else(failed)?;
        }
    }
    Ok(all)
}

fn section(about: &str) -> Option<Section> {
    let mut fields = about.splitn(3, '\t').map(str::to_owned);
    let (name, unit, text) = (fields.next()?, fields.next()?, fields.next()?);
    let unit = Unit::ALL.into_iter().find(|known| known.label() == unit)?;
    Some(Section { name, text, unit, cases: Vec::new() })
}

/// Adds a row to its case, with which it begins if it is the first.
fn row(line: &str, sections: &mut [Section]) -> Option<()> {
    let fields: Vec<_> = line.split('\t').collect();
    let [section, case, bytes, x, ghz, rounds, name, role, promise, ns, cycles, spread, ratios] =
        fields.try_into().ok()?;
    let section = sections.iter_mut().find(|known| known.name == section)?;
    let [bytes, ghz, ns, cycles, spread] =
        [bytes, ghz, ns, cycles, spread].map(|number| number.parse().ok());
    if section.cases.last().is_none_or(|last| last.name != case) {
        let x = if x.is_empty() { None } else { Some(x.parse().ok()?) };
        section.cases.push(Case {
            name: case.to_owned(),
            x,
            bytes: bytes?,
            ghz: ghz?,
            rounds: rounds.parse().ok()?,
            rows: Vec::new(),
        });
    }
    let ratios = ratios.split_terminator(' ').map(|ratio| ratio.parse().ok());
    section.cases.last_mut()?.rows.push(Row {
        name: name.to_owned(),
        role: Role::ALL.into_iter().find(|known| known.label() == role)?,
        promise: Promise::ALL.into_iter().find(|known| known.label() == promise)?,
        ns: ns?,
        cycles: cycles?,
        spread: spread?,
        ratios: ratios.collect::<Option<_>>()?,
    });
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(build: &str) -> Results {
        let row = |name: &str, role, ratios| Row {
            name: name.to_owned(),
            role,
            promise: Promise::Proven,
            ns: 0.1234,
            cycles: 12_340.0,
            spread: 0.0,
            ratios,
        };
        let rows = vec![row("a/x", Role::Ours, vec![1.0, 2.5]), row("b/y", Role::Peer, Vec::new())];
        let case = |name: &str, x| Case {
            name: name.to_owned(),
            x,
            bytes: 1024.0,
            ghz: 3.0,
            rounds: 9,
            rows: rows.clone(),
        };
        let section = |name: &str, unit| Section {
            name: name.to_owned(),
            text: "Messages\tof one length.".to_owned(),
            unit,
            cases: vec![case("1 KiB", Some(1024.0)), case("1–16 B", None)],
        };
        let (name, build) = ("zen4".to_owned(), build.to_owned());
        let machine = Machine { name, build, ..Machine::default() };
        let sections = vec![section("latency", Unit::Cycles), section("throughput", Unit::GbPerS)];
        Results { machine, sections }
    }

    #[test]
    fn files() -> Result<(), Box<dyn std::error::Error>> {
        let path = std::env::temp_dir().join(format!("benches-{}{ENDING}", std::process::id()));
        let all = [results("default"), results("native")];
        write(&all, &path)?;
        let bytes = fs::read(&path)?;
        assert_eq!(read(&path)?, all);
        let mut quick = results("default");
        quick.machine.quick = true;
        replace(quick.clone(), &path)?;
        assert_eq!(read(&path)?, [quick, results("native")]);
        replace(results("default"), &path)?;
        assert!(fs::read(&path)? == bytes, "the bytes depend on something else");
        fs::remove_file(&path)?;
        assert!(read(&path).is_err_and(|error| error.contains("benches-")));
        Ok(())
    }

    #[test]
    fn lines_of_another_form_are_errors() -> Result<(), Box<dyn std::error::Error>> {
        let text = format(&[results("default")])?;
        assert_eq!(parse(&text)?, [results("default")]);
        for (from, to) in [
            ("#machine", "#"),
            ("\tproven\t", "\tproved\t"),
            ("\t0.1234\t", "\t0.1234"),
            ("1 2.5", "1 2.5x"),
            ("#section\tlatency\tcycles", "#section\tlatency\tcycle"),
            ("\"quick\":false", "\"quick\":0"),
        ] {
            assert!(text.contains(from), "{from}");
            assert!(parse(&text.replacen(from, to, 1)).is_err(), "{to}");
        }
        Ok(())
    }

    #[test]
    fn numbers_are_short() {
        let shown = [1.0, 0.1 + 0.2, 123_456.7, 1e-9, 0.0].map(short);
        assert_eq!(shown, ["1", "0.3", "123500", "0.000000001", "0"]);
    }
}
