//! The style sheets of an archive, found by their address.

use super::bytes::{ArchiveBytes, Place};
use super::record::{Found, Page, Reader, Wanted};
use crate::file::Stretch;
use chaffinch_core::Limits;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::OnceLock;
use url::Url;

/// Style sheets of one archive that are remembered.
const MAX_ENTRIES: usize = 500_000;

/// In an archive that is one gzip member, each look at a style sheet decompresses everything in front
/// of it; those that lie deeper are left out.
const MAX_INSIDE: u64 = 16 << 20;

/// Finds style sheets by their address. Style sheets usually come behind the pages that use them, so
/// the first request reads through the record headers of the whole archive.
#[derive(Debug)]
pub(crate) struct StyleIndex {
    archive: Stretch,
    /// The limits of a style sheet.
    limits: Limits,
    /// Hashes of addresses, which take less room than addresses; the record tells whether it is the one.
    places: OnceLock<HashMap<u64, Place>>,
}

impl StyleIndex {
    pub fn new(archive: Stretch, limits: Limits) -> StyleIndex {
        let limits = limits.with(|limits| limits.page_bytes = limits.style_bytes);
        StyleIndex { archive, limits, places: OnceLock::new() }
    }

    /// The style sheet at `address`.
    pub fn style_sheet(&self, address: &Url) -> Option<Vec<u8>> {
        let key = key(address);
        let place = *self.places.get_or_init(|| self.scan().unwrap_or_default()).get(&hash(&key))?;
        let stream = self.archive.open().ok()?;
        let bytes = ArchiveBytes::open_at(stream, self.limits.inflate_ratio, place).ok()?;
        match Reader::new(bytes).next(Wanted::Styles(&self.limits)) {
            (_, Ok(Found::Page(sheet))) if address_of(&sheet).as_ref() == Some(&key) => Some(sheet.bytes),
            _ => None,
        }
    }

    fn scan(&self) -> io::Result<HashMap<u64, Place>> {
        let stream = self.archive.open()?;
        let mut reader = Reader::new(ArchiveBytes::new(stream, self.limits.inflate_ratio));
        let mut places = HashMap::new();
        while places.len() < MAX_ENTRIES {
            let (place, found) = reader.next(Wanted::StyleAddresses);
            match found {
                Ok(Found::End) => break,
                Ok(Found::Page(sheet)) => {
                    if let Some(address) = address_of(&sheet).filter(|_| place.inside <= MAX_INSIDE) {
                        places.entry(hash(&address)).or_insert(place);
                    }
                }
                Ok(_) => {}
                Err(_) if reader.recover(place) => {}
                Err(_) => break,
            }
        }
        Ok(places)
    }
}

fn address_of(sheet: &Page) -> Option<String> {
    Some(key(&Url::parse(sheet.url.as_deref()?).ok()?))
}

/// The address without its fragment, which is no part of what is fetched.
fn key(address: &Url) -> String {
    address.as_str().split('#').next().unwrap_or_default().to_owned()
}

fn hash(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
