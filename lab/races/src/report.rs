//! The command: measures, stores and shows results.

use crate::options::Options;
use crate::results::{self, Machine, Results, Section};
use crate::{all_machines, behind, first_page, keys_page, page, summary, witness};
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
        for path in files(&options.out.join("results")).into_iter().chain(files(Path::new(KEPT))) {
            match Results::read(&path) {
                Ok(results) => results::join(&mut all, results),
                Err(error) => eprintln!("left out: {error}"),
            }
        }
        all
    } else {
        let mut all = Vec::new();
        for path in &options.join {
            results::join(&mut all, Results::read(path)?);
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
pub(crate) fn machines(folder: &Path) -> Result<Vec<all_machines::Builds>, String> {
    let mut machines = Vec::new();
    for path in files(folder) {
        let Some(name) = path.to_str().and_then(|path| path.strip_suffix("-default.json")) else {
            continue;
        };
        let other = |build: &str| {
            let path = PathBuf::from(format!("{name}-{build}.json"));
            if path.exists() { Results::read(&path).map(Some) } else { Ok(None) }
        };
        let [native, c_peers] = [other("native")?, other("default-c-peers")?];
        let keys = [other("default-keys")?, other("native-keys")?].into_iter().flatten().collect();
        machines.push(all_machines::Builds {
            default: Results::read(&path)?,
            native,
            c_peers,
            keys,
        });
    }
    Ok(machines)
}

/// Writes the pages on all machines and the picture, and prints what the README has from them.
fn write_pages() -> Result<(), String> {
    let folder = Path::new(KEPT);
    let machines = machines(folder)?;
    let shown = first_page::shown(&machines)?;
    let witness = witness::page::read(folder)?;
    write_text(&folder.join("speed.svg"), &first_page::picture(shown)?)?;
    write_text(&folder.join("speed.md"), &all_machines::worst(&machines))?;
    write_text(&folder.join("cpus.md"), &all_machines::side_by_side(&machines))?;
    write_text(&folder.join("behind.md"), &behind::page(&machines))?;
    write_text(&folder.join("keys.md"), &keys_page::page(&machines))?;
    write_text(&folder.join("witness.md"), &witness::page::page(&witness))?;
    print!("{}\n{}", first_page::section(shown)?, witness::page::sentence(&witness));
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
    let mut results = Results { machine, sections: Vec::new(), tables: Vec::new() };
    for name in names {
        bar.set_prefix((*name).to_owned());
        results.sections.extend(run(name, options));
        bar.inc(1);
    }
    bar.finish_and_clear();

    let Machine { build, quick, .. } = &results.machine;
    let file = if *quick { format!("{build}-quick.json") } else { format!("{build}.json") };
    let path = options.out.join("results").join(file);
    if let Ok(earlier) = Results::read(&path)
        && earlier.machine.is_run_of(&results.machine)
    {
        results.add_missing(earlier);
    }
    write(&results, &path)?;
    if options.save {
        write(&results, &Path::new(KEPT).join(results.machine.slug() + ".json"))?;
    }
    Ok(results)
}

fn write(results: &Results, path: &Path) -> Result<(), String> {
    results.write(path).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Lists the results files in a folder, sorted by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort();
    paths
}
