//! The headers of gzip members (RFC 1952).

/// The length of the gzip header that `bytes` begin with.
pub(super) fn header_length(bytes: &[u8]) -> Result<usize, HeaderError> {
    const HAS_CHECK: u8 = 2;
    const HAS_EXTRA: u8 = 4;
    const HAS_NAME: u8 = 8;
    const HAS_COMMENT: u8 = 16;
    const RESERVED: u8 = 0xe0;
    if bytes.len() < 10 {
        let magic = b"\x1f\x8b\x08";
        let seen = bytes.len().min(magic.len());
        return Err(if bytes[..seen] == magic[..seen] { HeaderError::Cut } else { HeaderError::NotGzip });
    }
    let flags = bytes[3];
    if !bytes.starts_with(b"\x1f\x8b\x08") || flags & RESERVED != 0 {
        return Err(HeaderError::NotGzip);
    }
    let mut length = 10;
    if flags & HAS_EXTRA != 0 {
        let size = bytes.get(length..length + 2).ok_or(HeaderError::Cut)?;
        length += 2 + usize::from(u16::from_le_bytes([size[0], size[1]]));
    }
    for flag in [HAS_NAME, HAS_COMMENT] {
        if flags & flag != 0 {
            let rest = bytes.get(length..).ok_or(HeaderError::Cut)?;
            length += memchr::memchr(0, rest).ok_or(HeaderError::Cut)? + 1;
        }
    }
    if flags & HAS_CHECK != 0 {
        length += 2;
    }
    if length > bytes.len() { Err(HeaderError::Cut) } else { Ok(length) }
}

/// Why there is no header.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum HeaderError {
    /// These bytes begin something else.
    NotGzip,
    /// The header goes on behind these bytes.
    Cut,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optional_fields_are_part_of_the_header() {
        let plain = b"\x1f\x8b\x08\0\0\0\0\0\0\x03data";
        assert_eq!(header_length(plain), Ok(10));
        let full = b"\x1f\x8b\x08\x1e\0\0\0\0\0\x03\x02\0xxname\0comment\0ccdata";
        assert_eq!(header_length(full), Ok(full.len() - 4));
        assert_eq!(header_length(&full[..16]), Err(HeaderError::Cut));
        assert_eq!(header_length(b"\x1f\x8b"), Err(HeaderError::Cut));
        assert_eq!(header_length(b"<html>"), Err(HeaderError::NotGzip));
        assert_eq!(header_length(b"\x1f\x8b\x08\xff\0\0\0\0\0\x03"), Err(HeaderError::NotGzip));
    }
}
