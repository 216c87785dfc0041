//! The results of one machine, by its builds.

use crate::results::{Machine, Results};

/// The results of one machine.
#[derive(Clone, Debug)]
pub struct Builds {
    /// Those of the default build.
    pub default: Results,
    /// Those of the native build, if it was measured.
    pub native: Option<Results>,
    /// Those beside the peers in C, if these were measured.
    pub c_peers: Option<Results>,
    /// Those of hash tables by the type of the key, if these were measured.
    pub keys: Option<Results>,
    /// Those of hash tables under every hasher, if these were measured.
    pub maps: Option<Results>,
}

impl Builds {
    /// Sorts the results of a machine by their builds.
    ///
    /// # Errors
    /// Returns an error if the default build is missing, or a build is not known.
    pub fn new(all: Vec<Results>) -> Result<Self, String> {
        let [mut default, mut native, mut c_peers, mut keys, mut maps] = [const { None }; 5];
        for results in all {
            let build = match &*results.machine.build {
                "default" => &mut default,
                "native" => &mut native,
                "default-c-peers" => &mut c_peers,
                "default-keys" => &mut keys,
                "default-maps" => &mut maps,
                _ => return Err(format!("no page shows the build {}", results.machine.slug())),
            };
            *build = Some(results);
        }
        let default = default.ok_or("the default build is missing")?;
        Ok(Self { default, native, c_peers, keys, maps })
    }

    /// Returns the name of the microarchitecture: `Zen 5` for `zen5`, `Emerald Rapids` for
    /// `emerald-rapids`.
    #[must_use]
    pub fn cpu(&self) -> String {
        let name = &self.default.machine.name;
        let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (words, number) = name.split_at(digits);
        let capital = |word: &str| {
            let (first, rest) = word.split_at(word.len().min(1));
            format!("{}{rest} ", first.to_ascii_uppercase())
        };
        let words: String = words.split('-').map(capital).collect();
        format!("{words}{number}").trim_end().to_owned()
    }

    /// Formats the heading of these results on a page: the machine, the compiler and the date.
    #[must_use]
    pub fn heading(&self, results: &Results) -> String {
        let Machine { cpu, rustc, date, .. } = &results.machine;
        format!("\n## {}\n\n{cpu}; {rustc}; {date}.\n", self.cpu())
    }

    /// Returns the builds that race all functions.
    pub fn each(&self) -> impl Iterator<Item = &Results> {
        [Some(&self.default), self.native.as_ref(), self.c_peers.as_ref()].into_iter().flatten()
    }
}
