//! Which tag paths the records of a region have.

use chaffinch_trees::PathId;

/// The distinct paths of each of some records, and how many records have each. It is filled anew for each region, because a page has
/// many more paths than a region.
pub(crate) struct PathSets {
    /// The paths of all records, record by record.
    paths: Vec<PathId>,
    /// Where each record's paths end.
    ends: Vec<usize>,
    /// For each path of the page, how many of the records have it, and the last one that does, counted from 1.
    holders: Vec<(u32, u32)>,
    /// The paths that any record has.
    held: Vec<PathId>,
}

impl PathSets {
    /// Empty sets for a page with `count` paths.
    pub fn new(count: usize) -> PathSets {
        PathSets { paths: Vec::new(), ends: Vec::new(), holders: vec![(0, 0); count], held: Vec::new() }
    }

    /// The sets of `records`, each given as the paths of its nodes.
    pub fn fill<P: Iterator<Item = PathId>>(&mut self, records: impl Iterator<Item = P>) -> &PathSets {
        self.held.drain(..).for_each(|path| self.holders[path.0 as usize] = (0, 0));
        self.paths.clear();
        self.ends.clear();
        for (record, paths) in (1..).zip(records) {
            for path in paths {
                let (count, last) = &mut self.holders[path.0 as usize];
                if *last != record {
                    if *count == 0 {
                        self.held.push(path);
                    }
                    *last = record;
                    *count += 1;
                    self.paths.push(path);
                }
            }
            self.ends.push(self.paths.len());
        }
        self
    }

    /// The paths of each record.
    pub fn iter(&self) -> impl Iterator<Item = &[PathId]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, end)| &self.paths[begin..*end])
    }

    /// How many records have a path.
    pub fn holders(&self, path: PathId) -> usize {
        self.holders[path.0 as usize].0 as usize
    }

    /// For each path that any record has, how many have it.
    pub fn counts(&self) -> impl Iterator<Item = usize> {
        self.held.iter().map(|path| self.holders(*path))
    }
}
