//! The hash functions of the lines of a list.

use crate::algorithms::{ALGORITHMS, Algorithm, Digest, Hasher, cut};
use crate::cli::{HexBytes, KeyArgs};
use crate::input::{Input, Job};
use crate::keys::Material;
use crate::output::Failure;
use crate::progress::Progress;
use crate::sums::{Line, Mark};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The hash functions that lines need.
pub(crate) struct Hashers {
    /// The key that the options give.
    pub(crate) material: Material,
    pub(crate) nonce: Option<HexBytes>,
    pub(crate) backend: Option<&'static str>,
    /// The algorithm that lines must have, if one was chosen.
    pub(crate) only: Option<&'static Algorithm>,
    /// The number of bits that hashes must have, or else all of the algorithm's. Otherwise the
    /// author of a list could choose a tag so short that it is guessed.
    pub(crate) bits: Option<usize>,
    /// The functions made so far, by algorithm and by the seed if a line records one.
    pub(crate) made: Mutex<HashMap<(&'static str, Option<u64>), Made>>,
}

/// What a hash function depends on: the algorithm, the record of its key, and the number of bits.
pub(super) type Kind = (&'static str, Mark, usize);

pub(super) fn kind(line: &Line) -> Kind {
    (line.algorithm.name, line.mark, line.digest.bits())
}

/// A line of a list, with its file and the hash of that.
pub(crate) struct Listed {
    pub(crate) line: Line,
    pub(crate) job: Job<Digest>,
    /// The reason why there is no hash function for the line.
    pub(crate) without: Option<Failure>,
}

impl Listed {
    pub(crate) fn new(line: Line, input: Input) -> Self {
        Self { line, job: Job::new(input), without: None }
    }
}

/// A hash function, or why it could not be made.
pub(crate) type Made = Result<Arc<Hasher>, Failure>;

impl Hashers {
    /// The number of functions that are kept, more than there are algorithms. The limit bounds the
    /// memory for lists of many seeds.
    const KEPT: usize = 64;

    /// Returns the functions under the key of the options, for lines of this algorithm if one was
    /// chosen.
    pub(crate) fn new(
        key: &KeyArgs,
        algorithm: Option<&'static Algorithm>,
        length: Option<u64>,
        nonce: Option<&HexBytes>,
        backend: Option<&'static str>,
    ) -> Result<Self, Failure> {
        let material = Material::read(key)?;
        let plain = algorithm.unwrap_or(&ALGORITHMS[0]);
        if algorithm.is_some() {
            material.fits(plain)?;
        }
        Ok(Self {
            // An algorithm that was chosen holds for all lines, and under a key the default is a
            // choice. Otherwise the author of a list would choose what the key is used for, and
            // some algorithms hash some messages to 0 under every key.
            only: (algorithm.is_some() || material.is_key()).then_some(plain),
            bits: length.map(|length| cut(plain, "--length", length)).transpose()?,
            nonce: nonce.cloned(),
            backend,
            material,
            made: Mutex::default(),
        })
    }

    /// Hashes the files of lines, those of one kind together.
    pub(crate) fn hash(&self, batch: &mut [&mut Listed], progress: &Progress) {
        for run in batch.chunk_by_mut(|a, b| kind(&a.line) == kind(&b.line)) {
            match self.of_line(&run[0].line) {
                Ok(hasher) => {
                    let mut jobs: Vec<_> = run.iter_mut().map(|listed| &mut listed.job).collect();
                    hasher.digests(&mut jobs, progress);
                }
                Err(why) => run.iter_mut().for_each(|listed| listed.without = Some(why.clone())),
            }
        }
    }

    /// Returns the hash function of a line.
    pub(super) fn of_line(&self, line: &Line) -> Made {
        let Line { algorithm, mark, digest, .. } = *line;
        if let Some(only) = self.only.filter(|only| only.name != algorithm.name) {
            let reason = format!(
                "the line is of {}, and only {} is verified: give -a {0}",
                algorithm.name, only.name
            );
            return Err(Failure::new("--algorithm", reason));
        }
        let (found, wanted) = (digest.bits(), self.bits.unwrap_or(algorithm.output_bits));
        if found != wanted {
            let [found, wanted] = [found, wanted].map(|bits| bits / 8);
            let reason = format!("the line has a hash of {found} bytes, and {wanted} are verified");
            return Err(Failure::new("--length", reason));
        }
        let seed = match (mark, &self.material) {
            (Mark::None, _) | (Mark::Key, Material::Bytes { .. }) => None,
            (Mark::Seed(seed), Material::Public) => Some(seed),
            (Mark::Seed(seed), Material::Seed(given)) if seed == *given => None,
            (Mark::Seed(_), Material::Seed(_)) => {
                return Err(Failure::new("--seed", "the line records another seed"));
            }
            (Mark::Seed(_), Material::Bytes { .. }) => {
                return Err(Failure::new("--key", "the line records a seed instead of a key"));
            }
            (Mark::Key, _) => {
                let reason = "the hash was made with a key: give --key or --key-file";
                return Err(Failure::new("--key", reason));
            }
        };
        self.function(algorithm, seed)
    }

    /// Returns the hash function under the key of a seed, or else under the key of the options.
    pub(crate) fn function(&self, algorithm: &'static Algorithm, seed: Option<u64>) -> Made {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= Self::KEPT {
            made.clear();
        }
        let make = || {
            let of_seed = seed.map(Material::Seed);
            let material = of_seed.as_ref().unwrap_or(&self.material);
            material.hasher(algorithm, self.nonce.as_ref(), self.backend).map(Arc::from)
        };
        made.entry((algorithm.name, seed)).or_insert_with(make).clone()
    }
}
