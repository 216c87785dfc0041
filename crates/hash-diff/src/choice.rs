//! The columns that are to be compared.

use crate::door::Door;
use crate::error::Error;
use crate::kinds::are_comparable;
use crate::layout::Layout;
use crate::names::{Index, Matched, Matching};
use arrow_schema::Schema;
use std::collections::HashSet;

/// What is to be compared. Columns have the names that table A gives them; those that B alone has,
/// the names of B.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The names of the columns to compare. Without names they are all columns.
    pub columns: Vec<String>,
    /// The names of columns that are not compared, and which one of the tables may lack.
    pub ignored: Vec<String>,
    /// The names of the columns that identify a row.
    pub key: Vec<String>,
    /// Which columns are the same.
    pub matching: Matching,
    /// The names of columns of objects in each table, whose values have kinds of their own.
    pub mixed: [Vec<String>; 2],
}

impl Choice {
    /// Returns the columns to compare of tables A and B, and those of the key, after checking that
    /// they can be compared.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if a name is given twice or is that of no column, if tables have
    /// other columns or columns of other [kinds](crate::kind), if several columns of a table could
    /// be the same as one of the other, and if no column is left.
    pub fn layout(&self, schemas: [&Schema; 2], door: &Door) -> Result<Layout, Error> {
        let names = schemas.map(|schema| -> Vec<&str> {
            schema.fields().iter().map(|field| field.name().as_str()).collect()
        });
        let tables = names.each_ref().map(|of| Index::new(of, self.matching.ignore_case));
        let matched = self.matching.matched(&tables, door)?;
        let ignored = self.ignored(&tables, &matched, door)?;
        let sides = Sides { tables, matched, ignored, door };
        let key = sides.key(&self.key)?;
        let (mut problems, wanted) =
            if self.columns.is_empty() { sides.all()? } else { sides.named(&self.columns)? };
        let mixed = self.mixed.each_ref().map(|of| of.iter().collect::<HashSet<_>>());
        for [a, b] in wanted.iter().chain(key.iter().flatten()) {
            let (a, b) = (schemas[0].field(*a), schemas[1].field(*b));
            let is_mixed = mixed[0].contains(a.name()) || mixed[1].contains(b.name());
            if !is_mixed && !are_comparable(a.data_type(), b.data_type()) {
                let (name, a, b) = ((door.quoted)(a.name()), a.data_type(), b.data_type());
                problems.push(format!("{name} is {a} in A and {b} in B"));
            }
        }
        if let Some((name, _)) = self.key.iter().zip(&key).find(|(_, place)| place.is_none()) {
            let name = (door.asked)(name);
            return Err(Error::Refused(format!("key column {name} does not exist")));
        }
        let of = |[a, b]: [usize; 2]| [names[0][a].to_owned(), names[1][b].to_owned()];
        match (problems.is_empty(), wanted.is_empty()) {
            (true, false) => Ok(Layout::of(
                wanted.into_iter().map(of).collect(),
                key.into_iter().flatten().map(of).collect(),
            )),
            (true, true) => Err(Error::Refused("no column is left to compare".to_owned())),
            _ => Err(Error::Refused(format!("schemas do not match: {}", problems.join("; ")))),
        }
    }

    /// Returns the places in both tables of the columns that are not compared.
    fn ignored(
        &self,
        tables: &[Index<'_>; 2],
        matched: &Matched,
        door: &Door,
    ) -> Result<[HashSet<usize>; 2], Error> {
        let mut ignored = [HashSet::new(), HashSet::new()];
        for name in &self.ignored {
            let (option, asked) = (door.ignore, (door.asked)(name));
            let [a, b] = match tables[0].find(name, door)? {
                Some(a) => [Some(a), matched.in_b[a]],
                None => [None, tables[1].find(name, door)?],
            };
            if (a, b) == (None, None) {
                return Err(Error::Refused(format!("{option} {asked}: no table has it")));
            }
            for ((place, ignored), paired) in [a, b].iter().zip(&mut ignored).zip(&matched.paired) {
                if place.is_some_and(|place| paired.contains(&place)) {
                    let map = door.map;
                    return Err(Error::Refused(format!("{option} {asked}: {map} names it too")));
                }
                ignored.extend(place);
            }
        }
        Ok(ignored)
    }
}

/// The columns of both tables.
struct Sides<'s> {
    tables: [Index<'s>; 2],
    matched: Matched,
    ignored: [HashSet<usize>; 2],
    door: &'s Door,
}

/// What is wrong, and the places of columns in A and B.
type Found = (Vec<String>, Vec<[usize; 2]>);

impl Sides<'_> {
    /// Finds all columns that are not ignored.
    fn all(&self) -> Result<Found, Error> {
        let (mut found, mut only) = (Vec::new(), [Vec::new(), Vec::new()]);
        for place in (0..self.tables[0].names.len()).filter(|a| !self.ignored[0].contains(a)) {
            match self.in_b(place)? {
                Some(other) => found.push([place, other]),
                None => only[0].push(self.tables[0].names[place]),
            }
        }
        let of_b = self.tables[1].names.iter().zip(&self.matched.is_free).enumerate();
        let of_b = of_b.filter(|(b, (_, is_free))| **is_free && !self.ignored[1].contains(b));
        only[1].extend(of_b.map(|(_, (name, _))| *name));
        Ok((self.problems("only in", only), found))
    }

    /// Finds columns that are named.
    fn named(&self, names: &[String]) -> Result<Found, Error> {
        self.check_once(names)?;
        let mut found = Vec::new();
        let mut missing = [Vec::new(), Vec::new()];
        for name in names {
            let is_read = |table: usize| move |place: &usize| !self.ignored[table].contains(place);
            let a = self.tables[0].find(name, self.door)?.filter(is_read(0));
            let b = match a {
                Some(a) => self.in_b(a)?,
                None => self.tables[1].find(name, self.door)?,
            };
            match (a, b.filter(is_read(1))) {
                (Some(a), Some(b)) => found.push([a, b]),
                (a, b) => {
                    missing[0].extend(a.is_none().then_some(name.as_str()));
                    missing[1].extend(b.is_none().then_some(name.as_str()));
                }
            }
        }
        Ok((self.problems("not in", missing), found))
    }

    /// Returns the places of the columns of a key, nothing for one that a table lacks.
    fn key(&self, names: &[String]) -> Result<Vec<Option<[usize; 2]>>, Error> {
        self.check_once(names)?;
        let place = |name: &String| {
            let Some(a) = self.tables[0].find(name, self.door)? else { return Ok(None) };
            Ok(self.in_b(a)?.map(|b| [a, b]))
        };
        names.iter().map(place).collect()
    }

    /// Refuses a column that is named twice.
    fn check_once(&self, names: &[String]) -> Result<(), Error> {
        let mut seen = HashSet::new();
        for name in names {
            let place = self.tables[0].find(name, self.door)?;
            // A name that A lacks is only the same as itself.
            if !seen.insert((place, place.is_none().then_some(name))) {
                let name = (self.door.asked)(name);
                return Err(Error::Refused(format!("column {name} is named twice")));
            }
        }
        Ok(())
    }

    /// Returns the place in B of a column of A.
    fn in_b(&self, place: usize) -> Result<Option<usize>, Error> {
        self.matched.check(place, &self.tables, self.door)?;
        Ok(self.matched.in_b[place])
    }

    /// Lists the names that only A and only B have, or lack.
    fn problems(&self, what: &str, names: [Vec<&str>; 2]) -> Vec<String> {
        let listed = ["A", "B"].into_iter().zip(names).filter(|(_, names)| !names.is_empty());
        let listed = listed.map(|(side, names)| {
            let names: Vec<_> = names.into_iter().map(|name| (self.door.asked)(name)).collect();
            format!("{what} {side}: {}", names.join(", "))
        });
        listed.collect()
    }
}
