//! Which tag paths the records of a region have.

use chaffinch_trees::PathId;

/// The distinct paths of each of some records, and how many records have each.
pub(crate) struct PathSets {
    /// The paths of all records, record by record.
    paths: Vec<PathId>,
    /// Where each record's paths end.
    ends: Vec<usize>,
    /// For each path of the page, how many of the records have it.
    holders: Vec<u32>,
}

impl PathSets {
    /// The sets of `records`, each given as the paths of its nodes. `count` is how many paths the page has.
    pub fn new<P: Iterator<Item = PathId>>(count: usize, records: impl Iterator<Item = P>) -> PathSets {
        let mut sets = PathSets { paths: Vec::new(), ends: Vec::new(), holders: vec![0; count] };
        // For each path the last record that has it, counted from 1.
        let mut seen: Vec<u32> = vec![0; count];
        for (record, paths) in records.enumerate() {
            for path in paths {
                let at = path.0 as usize;
                if seen[at] != record as u32 + 1 {
                    seen[at] = record as u32 + 1;
                    sets.holders[at] += 1;
                    sets.paths.push(path);
                }
            }
            sets.ends.push(sets.paths.len());
        }
        sets
    }

    /// The paths of each record.
    pub fn iter(&self) -> impl Iterator<Item = &[PathId]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, end)| &self.paths[begin..*end])
    }

    /// How many records have a path.
    pub fn holders(&self, path: PathId) -> usize {
        self.holders[path.0 as usize] as usize
    }

    /// For each path that any record has, how many have it.
    pub fn counts(&self) -> impl Iterator<Item = usize> {
        self.holders.iter().filter(|count| **count > 0).map(|count| *count as usize)
    }
}
