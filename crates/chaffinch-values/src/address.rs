/// Whether `text` is the address of something on the web.
pub fn is_address(text: &str) -> bool {
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    let Some(rest) =
        ["https://", "http://", "www.", "//"].iter().find_map(|p| lower.starts_with(p).then_some(p.len()))
    else {
        return false;
    };
    let host = text[rest..].split(['/', '?', '#', ':']).next().unwrap_or_default();
    !host.is_empty() && !text.contains(char::is_whitespace)
}

/// Whether `text` is the address of an image, by the ending of its path.
pub fn is_image_address(text: &str) -> bool {
    const ENDINGS: [&str; 9] = ["jpg", "jpeg", "png", "gif", "webp", "svg", "avif", "bmp", "ico"];
    let located = is_address(text) || path_of(text).contains('/');
    located && !text.contains(char::is_whitespace) && ends_with_one_of(text, &ENDINGS)
}

/// Whether `text` is the address of a document to be opened or kept, not of a page, by the ending of its path.
pub fn is_document_address(text: &str) -> bool {
    const ENDINGS: [&str; 14] = [
        "pdf", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "zip", "epub", "wpd",
    ];
    ends_with_one_of(text.trim(), &ENDINGS)
}

/// An address without its query and fragment.
fn path_of(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}

fn ends_with_one_of(address: &str, endings: &[&str]) -> bool {
    let ending = path_of(address).rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Whether `text` is an e-mail address.
pub fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    !name.is_empty()
        && text.chars().all(|c| plain(c) || c == '@')
        && !host.contains('@')
        && host.split('.').count() > 1
        && host.split('.').all(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_words() {
        for text in ["https://example.org/a?b=c", "http://x.y", "www.example.org", "//cdn.example.org/a.js"] {
            assert!(is_address(text), "{text}");
        }
        for text in ["example.org is a site", "https://", "http", "/a/b", "www. a", "äöüäöü"] {
            assert!(!is_address(text), "{text}");
        }
    }

    #[test]
    fn images_are_known_by_their_endings() {
        assert!(is_image_address("https://example.org/a.JPG?w=100"));
        assert!(is_image_address("/img/a.webp"));
        assert!(!is_image_address("a.png"));
        assert!(!is_image_address("https://example.org/a.html"));
    }

    #[test]
    fn documents_are_known_by_their_endings() {
        assert!(is_document_address("opinions/12-345.PDF#page=2"));
        assert!(is_document_address("https://example.org/law.docx?v=3 "));
        assert!(!is_document_address("https://example.org/pdf"));
        assert!(!is_document_address("/a.html?file=b.pdf"));
    }

    #[test]
    fn mail_addresses_have_one_at_and_a_host() {
        assert!(is_email("jane.doe+x@mail.example.org"));
        for text in ["jane@", "@example.org", "a@b", "a@b@c.d", "a b@c.d", "a@c..d"] {
            assert!(!is_email(text), "{text}");
        }
    }
}
