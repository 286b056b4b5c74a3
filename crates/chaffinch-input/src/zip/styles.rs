//! The style sheets of a zip archive, found by their path in it.

use super::directory::{Directory, Entry};
use crate::file::Stretch;
use crate::unpack::unpacked;
use chaffinch_core::Limits;
use percent_encoding::percent_decode_str;
use std::collections::HashMap;
use std::io::Read;
use std::sync::OnceLock;

/// Style sheets of one archive that are remembered.
const MAX_ENTRIES: usize = 100_000;

/// Finds style sheets by their path. The first request reads the directory of the archive.
#[derive(Debug)]
pub(super) struct ZipStyles {
    archive: Stretch,
    limits: Limits,
    entries: OnceLock<HashMap<String, Entry>>,
}

impl ZipStyles {
    pub fn new(archive: Stretch, limits: Limits) -> ZipStyles {
        ZipStyles { archive, limits, entries: OnceLock::new() }
    }

    /// The style sheet that the page at `page` calls `href`, seen from the base that it gives.
    pub fn style_sheet(&self, page: &str, href: &str, base: Option<&str>) -> Option<Vec<u8>> {
        if href.contains("://") || href.starts_with("//") {
            return None;
        }
        let base = base.filter(|base| !base.contains("//")).unwrap_or_default();
        let without_fragment = href.split('#').next().unwrap_or_default();
        let without_query = without_fragment.split('?').next().unwrap_or_default();
        let entries = self.entries.get_or_init(|| self.scan());
        let entry = [without_fragment, without_query]
            .iter()
            .find_map(|href| entries.get(&path_in_archive(&[page, base, href])?))?;
        let stream = entry.stretch(&self.archive).ok()?.open().ok()?;
        let stream = unpacked(stream, entry.packing().ok()?, self.limits.inflate_ratio, None).ok()?;
        let mut sheet = Vec::new();
        stream.take(self.limits.style_bytes as u64 + 1).read_to_end(&mut sheet).ok()?;
        (sheet.len() <= self.limits.style_bytes).then_some(sheet)
    }

    fn scan(&self) -> HashMap<String, Entry> {
        let Ok(directory) = Directory::open(&self.archive) else { return HashMap::new() };
        let entries = directory.take(self.limits.archive_entries).map_while(Result::ok);
        let sheets = entries.filter(|entry| entry.name.to_ascii_lowercase().contains(".css"));
        sheets.take(MAX_ENTRIES).map(|entry| (entry.name.clone(), entry)).collect()
    }
}

/// The path that several references lead to, each seen from the one in front of it; none where they lead out of the archive.
fn path_in_archive(references: &[&str]) -> Option<String> {
    let mut folders: Vec<String> = Vec::new();
    let mut file = String::new();
    for reference in references.iter().filter(|reference| !reference.is_empty()) {
        let decoded = percent_decode_str(reference).decode_utf8_lossy();
        if decoded.starts_with('/') {
            folders.clear();
        }
        let (path, name) = decoded.rsplit_once('/').unwrap_or(("", &decoded));
        for step in path.split('/') {
            match step {
                "" | "." => {}
                ".." => drop(folders.pop()?),
                step => folders.push(step.to_owned()),
            }
        }
        name.clone_into(&mut file);
    }
    folders.push(file);
    Some(folders.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_seen_from_the_page_and_never_lead_out() {
        let path = |page, base, href| path_in_archive(&[page, base, href]);
        assert_eq!(path("a/b.html", "", "c.css").unwrap(), "a/c.css");
        assert_eq!(path("a/b.html", "", "../x/./c%20d.css").unwrap(), "x/c d.css");
        assert_eq!(path("a/b.html", "", "/c.css").unwrap(), "c.css");
        assert_eq!(path("a/b.html", "../z/", "c.css").unwrap(), "z/c.css");
        assert_eq!(path("a/b.html", "", "../../c.css"), None);
    }
}
