//! The pages that `revisit` records refer to.

use super::bytes::{ArchiveBytes, Place};
use super::record::{Found, Keys, Page, Reader, Wanted};
use crate::file::Stretch;
use crate::options::ReadOptions;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Pages of one archive that are remembered; what was seen first is revisited most.
const MAX_ENTRIES: usize = 500_000;

/// In an archive that is one member, each look decompresses everything in front of a page; those that lie deeper are left out.
const MAX_INSIDE: u64 = 16 << 20;

/// Where the pages of an archive lie, by what later records call them.
pub(super) struct Originals {
    archive: Stretch,
    /// Hashes, which take less room; the record tells whether it is the one.
    places: HashMap<u64, Place>,
}

impl Originals {
    pub fn new(archive: Stretch) -> Originals {
        Originals { archive, places: HashMap::new() }
    }

    /// Remembers the page at `place`.
    pub fn remember(&mut self, keys: &Keys, place: Place) {
        for key in hashes(keys).filter(|_| place.inside <= MAX_INSIDE) {
            if self.places.len() < MAX_ENTRIES {
                self.places.entry(key).or_insert(place);
            }
        }
    }

    /// The page that is called so.
    pub fn find(&self, keys: &Keys, options: &ReadOptions) -> Option<Page> {
        let place = *hashes(keys).find_map(|key| self.places.get(&key))?;
        let stream = self.archive.open().ok()?;
        let bytes = ArchiveBytes::open_at(stream, options.limits.inflate_ratio, place).ok()?;
        match Reader::new(bytes).next(Wanted::Pages(options)) {
            (_, Ok(Found::Page(page))) if is_called(&page.keys, keys) => Some(page),
            _ => None,
        }
    }
}

fn is_called(page: &Keys, keys: &Keys) -> bool {
    (page.digest.is_some() && page.digest == keys.digest)
        || (page.address_and_date.is_some() && page.address_and_date == keys.address_and_date)
}

fn hashes(keys: &Keys) -> impl Iterator<Item = u64> {
    [&keys.digest, &keys.address_and_date].into_iter().flatten().map(|key| {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        hasher.finish()
    })
}
