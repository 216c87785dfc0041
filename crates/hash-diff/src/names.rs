//! Which columns of two tables are the same.

use crate::door::Door;
use crate::error::Error;
use std::collections::HashMap;

/// How columns are matched by their names: first those of a pair, then equal names, and then, if
/// that is asked for, names that differ in case alone.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    /// The names in table A and in table B of columns that are the same.
    pub pairs: Vec<[String; 2]>,
    /// Whether names may differ in case.
    pub ignore_case: bool,
}

/// The columns of two tables that are the same.
#[derive(Debug)]
pub(crate) struct Matched {
    /// The place in B of each column of A.
    pub(crate) in_b: Vec<Option<usize>>,
    /// Whether A has no column that is the same, for each column of B.
    pub(crate) is_free: Vec<bool>,
    /// The places in both tables of columns of pairs.
    pub(crate) paired: [Vec<usize>; 2],
    /// The places in both tables of columns whose names differ in case alone, and of which one of
    /// the tables has several.
    pub(crate) ambiguous: Vec<[Vec<usize>; 2]>,
}

impl Matching {
    /// Returns whether only equal names match.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.pairs.is_empty() && !self.ignore_case
    }

    /// Returns the place in table B of each column of table A, if B has it.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if a table lacks a name of a pair, or if a column is in several.
    pub fn places(&self, names: [&[&str]; 2], door: &Door) -> Result<Vec<Option<usize>>, Error> {
        let indices = names.map(|names| Index::new(names, self.ignore_case));
        Ok(self.matched(&indices, door)?.in_b)
    }

    pub(crate) fn matched(&self, tables: &[Index<'_>; 2], door: &Door) -> Result<Matched, Error> {
        let [a, b] = tables;
        let mut in_b = vec![None; a.names.len()];
        let mut is_free = vec![true; b.names.len()];
        let mut paired = [Vec::new(), Vec::new()];
        for pair in &self.pairs {
            let mut places = [0; 2];
            for table in 0..2 {
                let (name, side) = (&pair[table], ["A", "B"][table]);
                let (option, asked) = (door.map, (door.asked)(name));
                let place = tables[table].find(name, door)?;
                places[table] = place.ok_or_else(|| {
                    Error::Refused(format!("{option}: {side} has no column {asked}"))
                })?;
                if paired[table].contains(&places[table]) {
                    let twice = format!("{option}: column {asked} of {side} is named twice");
                    return Err(Error::Refused(twice));
                }
                paired[table].push(places[table]);
            }
            in_b[places[0]] = Some(places[1]);
            is_free[places[1]] = false;
        }
        for (name, place) in a.names.iter().zip(&mut in_b) {
            if let (None, Some(&other)) = (&place, b.exact.get(name))
                && is_free[other]
            {
                *place = Some(other);
                is_free[other] = false;
            }
        }
        let mut ambiguous = Vec::new();
        for (folded, of_a) in &a.folded {
            let mut of_a = of_a.clone();
            of_a.retain(|place| in_b[*place].is_none());
            let mut of_b = b.folded.get(folded).cloned().unwrap_or_default();
            of_b.retain(|place| is_free[*place]);
            match (&*of_a, &*of_b) {
                ([], _) | (_, []) => {}
                ([of_a], [of_b]) => {
                    in_b[*of_a] = Some(*of_b);
                    is_free[*of_b] = false;
                }
                _ => ambiguous.push([of_a, of_b]),
            }
        }
        Ok(Matched { in_b, is_free, paired, ambiguous })
    }
}

/// The names of columns, for looking through them often: a table can be wide.
pub(crate) struct Index<'n> {
    pub(crate) names: &'n [&'n str],
    exact: HashMap<&'n str, usize>,
    /// The places of names without case. Empty if case matters.
    folded: HashMap<String, Vec<usize>>,
}

impl<'n> Index<'n> {
    pub(crate) fn new(names: &'n [&'n str], ignore_case: bool) -> Self {
        let exact = names.iter().enumerate().map(|(place, name)| (*name, place)).collect();
        let mut folded: HashMap<_, Vec<_>> = HashMap::new();
        for (place, name) in names.iter().enumerate().filter(|_| ignore_case) {
            folded.entry(name.to_uppercase()).or_default().push(place);
        }
        Self { names, exact, folded }
    }

    /// Finds a name that was asked for: the same one, or else one in another case.
    pub(crate) fn find(&self, name: &str, door: &Door) -> Result<Option<usize>, Error> {
        if let Some(place) = self.exact.get(name) {
            return Ok(Some(*place));
        }
        match self.folded.get(&name.to_uppercase()).map_or(&[][..], Vec::as_slice) {
            [] => Ok(None),
            [place] => Ok(Some(*place)),
            places => {
                let (name, all) = ((door.asked)(name), self.listed(places, door));
                Err(Error::Refused(format!("column {name}: {all} differ in case alone")))
            }
        }
    }

    /// Returns names for a message.
    pub(crate) fn listed(&self, places: &[usize], door: &Door) -> String {
        let names = places.iter().map(|place| (door.quoted)(self.names[*place]));
        names.collect::<Vec<_>>().join(", ")
    }
}

impl Matched {
    /// Refuses a column of A for which there are several in B, or the other way around.
    pub(crate) fn check(
        &self,
        place: usize,
        [a, b]: &[Index<'_>; 2],
        door: &Door,
    ) -> Result<(), Error> {
        match self.ambiguous.iter().find(|[of_a, _]| of_a.contains(&place)) {
            Some([of_a, of_b]) => Err(Error::Refused(format!(
                "{} of A and {} of B differ in case alone; {} says which are the same",
                a.listed(of_a, door),
                b.listed(of_b, door),
                door.map
            ))),
            None => Ok(()),
        }
    }
}
