//! What a file is: a page, or something that holds pages.

use crate::sniff;
use std::io::Read;
use std::path::Path;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One page, perhaps compressed; or nothing that we know.
    Page,
    /// Records of requests and responses, in the format of WARC or of its predecessor ARC.
    Records,
    /// A zip archive of pages, or of WARC files as in WACZ.
    Zip,
    /// A tar archive of pages, perhaps compressed.
    Tar,
    /// A page and all that belongs to it, as a message of several parts.
    Mhtml,
    /// Lines that say where records lie in archives.
    Index,
    /// A Parquet table.
    Parquet,
    /// An Arrow table: a file or a stream.
    Arrow,
}

/// Endings of names and what they stand for.
const ENDINGS: [(&str, Kind); 25] = [
    (".warc", Kind::Records),
    (".warc.gz", Kind::Records),
    (".warc.zst", Kind::Records),
    (".arc", Kind::Records),
    (".arc.gz", Kind::Records),
    (".wacz", Kind::Zip),
    (".zip", Kind::Zip),
    (".tar", Kind::Tar),
    (".tar.gz", Kind::Tar),
    (".tgz", Kind::Tar),
    (".tar.zst", Kind::Tar),
    (".mhtml", Kind::Mhtml),
    (".mht", Kind::Mhtml),
    (".mhtml.gz", Kind::Mhtml),
    (".mht.gz", Kind::Mhtml),
    (".cdx", Kind::Index),
    (".cdxj", Kind::Index),
    (".cdx.gz", Kind::Index),
    (".cdxj.gz", Kind::Index),
    (".parquet", Kind::Parquet),
    (".pq", Kind::Parquet),
    (".arrow", Kind::Arrow),
    (".arrows", Kind::Arrow),
    (".feather", Kind::Arrow),
    (".ipc", Kind::Arrow),
];

/// What a file is by its first bytes and, where these leave it open, by its name.
pub(crate) fn kind(path: Option<&Path>, start: &[u8]) -> Kind {
    // A damaged archive is still one: what is left of it can be read.
    by_bytes(start).or_else(|| path.and_then(kind_of_name)).unwrap_or(Kind::Page)
}

/// Whether a name is that of an archive, an index or a table, which may hold many pages.
pub fn is_archive_name(path: &Path) -> bool {
    kind_of_name(path).is_some()
}

/// What a file is by its name, if that says that it is more than a page.
pub(crate) fn kind_of_name(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| *kind)
}

/// What the first bytes say, after the compression of a `.gz` is undone.
fn by_bytes(start: &[u8]) -> Option<Kind> {
    if !sniff::is_gzip(start) {
        return by_plain_bytes(start);
    }
    let mut inside = Vec::new();
    // The sample cuts the data off, which is no reason not to look at what it gives.
    let _ = flate2::bufread::GzDecoder::new(start).take(INSIDE).read_to_end(&mut inside);
    by_plain_bytes(&inside).filter(|kind| !matches!(kind, Kind::Zip | Kind::Parquet | Kind::Arrow))
}

/// Bytes behind a compression that are looked at.
const INSIDE: u64 = 4096;

fn by_plain_bytes(start: &[u8]) -> Option<Kind> {
    let known = [
        (&b"WARC/"[..], Kind::Records),
        (b"filedesc://", Kind::Records),
        (b"PK\x03\x04", Kind::Zip),
        (b"PK\x05\x06", Kind::Zip),
        (b"PAR1", Kind::Parquet),
        (b"ARROW1\0\0", Kind::Arrow),
    ];
    if let Some((_, kind)) = known.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Some(*kind);
    }
    if start.get(257..262) == Some(b"ustar") {
        return Some(Kind::Tar);
    }
    if crate::mhtml::begins(start) {
        return Some(Kind::Mhtml);
    }
    crate::index::begins(start).then_some(Kind::Index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_count_more_than_names() {
        let is = |name: &str, bytes: &[u8]| kind(Some(Path::new(name)), bytes);
        assert_eq!(is("a.html", b"<p>one"), Kind::Page);
        assert_eq!(is("a.html", b"WARC/1.0\r\n"), Kind::Records);
        assert_eq!(is("a.bin", b"PK\x03\x04rest"), Kind::Zip);
        assert_eq!(is("a.mht", b"anything"), Kind::Mhtml);
        assert_eq!(is("a.warc.gz", b"\x1f\x8b\x08broken"), Kind::Records);
        assert_eq!(
            is("a.html", b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n"),
            Kind::Mhtml
        );
    }
}
