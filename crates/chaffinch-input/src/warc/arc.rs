//! ARC, the format before WARC: a line that says what a record is, and a response.

/// The first line of a record: `ADDRESS IP-ADDRESS DATE TYPE … LENGTH`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header<'b> {
    pub address: &'b str,
    pub content_type: &'b str,
    /// Bytes of the record behind this line.
    pub length: u64,
    /// Bytes of this line with its end.
    pub line: usize,
}

/// What the addresses of records begin with.
const SCHEMES: [&[u8]; 5] = [b"http", b"filedesc:", b"dns:", b"ftp:", b"whois:"];

/// Whether `bytes` begin as a header does, perhaps behind line ends.
pub(super) fn may_begin(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    SCHEMES.iter().any(|scheme| start.starts_with(scheme))
}

impl<'b> Header<'b> {
    /// The header that `bytes` begin with.
    pub fn of(bytes: &'b [u8]) -> Option<Header<'b>> {
        if !SCHEMES.iter().any(|scheme| bytes.starts_with(scheme)) {
            return None;
        }
        let end = memchr::memchr(b'\n', bytes)?;
        let line = std::str::from_utf8(&bytes[..end]).ok()?.trim_end();
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        let is_date =
            |word: &&str| matches!(word.len(), 12..=17) && word.bytes().all(|byte| byte.is_ascii_digit());
        // An address may hold spaces, though it should not; behind the date nothing does.
        let date = words.iter().rposition(is_date).filter(|at| *at >= 2 && words.len() - at >= 3)?;
        let address = line.get(..line.find(words[date - 1])?)?.trim_end();
        Some(Header {
            address,
            content_type: words[date + 1],
            length: words.last()?.parse().ok()?,
            line: end + 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_versions_of_the_format_are_read() {
        let one = Header::of(b"http://a.example/x 10.0.0.1 20080430204825 text/html 33\nHTTP/1.0").unwrap();
        assert_eq!(
            (one.address, one.content_type, one.length, one.line),
            ("http://a.example/x", "text/html", 33, 56)
        );
        let two = b"http://a.example/ 10.0.0.1 20080430204825 text/html 200 abc - 1209 file.arc.gz 512\n";
        assert_eq!(Header::of(two).unwrap().length, 512);
    }

    #[test]
    fn prose_is_no_header() {
        assert_eq!(Header::of(b"http://a.example/ is where it was in 2008\n"), None);
        assert_eq!(Header::of(b"http://a.example/x 10.0.0.1 20080430204825 text/html\n"), None);
        assert_eq!(Header::of(b"http://a.example/x"), None);
    }
}
