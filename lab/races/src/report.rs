//! The command: measures, stores and shows results.

use crate::builds::Builds;
use crate::options::Options;
use crate::results::{self, Machine, Results, Section};
use crate::{behind, first_page, keys_page, maps_page, page, speed_page, store, summary, witness};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder in which results of machines are kept.
const KEPT: &str = "lab/results";

/// Runs the options. `run` measures sections: the named ones among `known`, or `usual` if none is
/// named.
///
/// # Errors
/// Returns an error if a section is unknown, or a file cannot be read or written.
pub fn run(
    mut options: Options,
    mut machine: Machine,
    [known, usual]: [&[&str]; 2],
    run: impl Fn(&str, &Options) -> Vec<Section>,
) -> Result<(), String> {
    if let Some(name) = options.machine.take() {
        machine.name = name;
    }
    machine.quick = options.quick;
    if options.readme {
        return write_pages();
    }
    let all = if options.join.is_empty() {
        let names = options.names(known, usual)?;
        // These are kept apart, because they are large, and on a page of their own.
        if names.iter().all(|name| name.starts_with("keys-")) {
            machine.build += "-keys";
        }
        let own = measure(&mut options, machine, &names, run)?;
        print!("{}", summary::text(&own));
        let mut all = vec![own];
        let paths = files(&options.out.join("results")).into_iter().chain(files(Path::new(KEPT)));
        for path in paths {
            match store::read(&path) {
                Ok(builds) => builds.into_iter().for_each(|build| results::join(&mut all, build)),
                Err(error) => eprintln!("left out: {error}"),
            }
        }
        all
    } else {
        let mut all = Vec::new();
        for path in &options.join {
            store::read(path)?.into_iter().for_each(|build| results::join(&mut all, build));
        }
        all
    };
    let page = options.out.join("index.html");
    let html = page::html(&all)?;
    fs::create_dir_all(&options.out).map_err(|error| error.to_string())?;
    write_text(&page, &html)?;
    println!("{}", page.display());
    Ok(())
}

/// Reads the results of all machines in a folder.
pub(crate) fn machines(folder: &Path) -> Result<Vec<Builds>, String> {
    files(folder).iter().map(|path| Builds::new(store::read(path)?)).collect()
}

/// Makes the pages on all machines, by the names of their files.
fn pages(folder: &Path) -> Result<[(&'static str, String); 6], String> {
    let machines = machines(folder)?;
    Ok([
        ("speed.svg", first_page::picture(first_page::shown(&machines)?)?),
        ("speed.md", speed_page::page(&machines)),
        ("behind.md", behind::page(&machines)),
        ("keys.md", keys_page::page(&machines)),
        ("maps.md", maps_page::page(&machines)),
        ("witness.md", witness::page::page(&witness::page::read(folder)?)),
    ])
}

/// Writes the pages, and prints what the README has from them.
fn write_pages() -> Result<(), String> {
    let folder = Path::new(KEPT);
    for (name, text) in pages(folder)? {
        write_text(&folder.join(name), &text)?;
    }
    let machines = machines(folder)?;
    let witness = witness::page::read(folder)?;
    let section = first_page::section(first_page::shown(&machines)?)?;
    print!("{section}\n{}", witness::page::sentence(&witness));
    let mismatches = behind::mismatches(&machines);
    if mismatches.is_empty() {
        Ok(())
    } else {
        Err(format!("mend CAUSES in lab/races/src/behind.rs:\n{}", mismatches.join("\n")))
    }
}

fn write_text(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Measures the sections, and stores them with those of earlier runs of the same day.
fn measure(
    options: &mut Options,
    machine: Machine,
    names: &[&str],
    run: impl Fn(&str, &Options) -> Vec<Section>,
) -> Result<Results, String> {
    let bar = ProgressBar::new(names.len() as u64);
    let style = ProgressStyle::with_template("{elapsed:>4} {bar:30} {pos}/{len} {prefix}: {msg}")
        .map_err(|error| error.to_string())?;
    bar.set_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    options.progress = bar.clone();
    let mut results = Results { machine, sections: Vec::new() };
    for name in names {
        bar.set_prefix((*name).to_owned());
        results.sections.extend(run(name, options));
        bar.inc(1);
    }
    bar.finish_and_clear();

    let Machine { build, quick, .. } = &results.machine;
    let quick = if *quick { "-quick" } else { "" };
    let path = options.out.join("results").join(format!("{build}{quick}{}", store::ENDING));
    if let Ok(earlier) = store::read(&path)
        && let [earlier] = &*earlier
        && earlier.machine.is_run_of(&results.machine)
    {
        results.add_missing(earlier.clone());
    }
    store::replace(results.clone(), &path)?;
    if options.save {
        keep(&results)?;
    }
    Ok(results)
}

/// Stores what the pages show of these results.
///
/// # Errors
/// Returns an error if the file cannot be read or written.
pub fn keep(results: &Results) -> Result<(), String> {
    let name = format!("{}{}", results.machine.name, store::ENDING);
    store::replace(results.kept(), &Path::new(KEPT).join(name))
}

/// Lists the results files in a folder, sorted by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.to_str().is_some_and(|path| path.ends_with(store::ENDING)))
        .collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../results")
    }

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    #[test]
    fn the_pages_are_written_by_the_program() {
        assert!(machines(&folder()).expect("the results of the machines").len() >= 4);
        for (name, text) in pages(&folder()).expect("the pages") {
            assert!(read(&folder().join(name)) == text, "report --readme writes another {name}");
        }
    }

    /// Pages can be read as text, and the folder stays small.
    #[test]
    fn pages_are_short_and_files_are_small() {
        let (mut words, mut bytes) = (0, 0);
        let entries = |folder: PathBuf| fs::read_dir(folder).expect("the results");
        for entry in entries(folder()).chain(entries(folder().join("witness"))) {
            let entry = entry.expect("an entry");
            let path = entry.path();
            bytes += entry.metadata().expect("the size").len();
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = read(&path);
            words += text.split_whitespace().count();
            for line in text.lines().filter(|line| line.starts_with('|')) {
                let cells: Vec<_> = line.trim_matches('|').split('|').collect();
                assert!(cells.len() <= 6, "{}: {line}", path.display());
                let longest = cells.iter().map(|cell| cell.chars().count()).max();
                assert!(longest <= Some(200), "{}: {line}", path.display());
            }
        }
        assert!(words <= 8000, "{words} words");
        assert!(bytes <= 1_000_000, "{bytes} bytes");
    }
}
