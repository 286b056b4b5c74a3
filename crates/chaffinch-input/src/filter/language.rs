//! The language of a page, from its first bytes.

use crate::document::Document;
use memchr::memmem;

/// Bytes in which a page says what language it is in.
const HEAD: usize = 16 << 10;
/// Bytes whose text is looked at where a page says nothing.
const SAMPLE: usize = 256 << 10;
/// Characters of text that are enough to tell.
const TEXT: usize = 2_000;

/// The code of the language that a page says it is in or, if it says nothing, that its text seems to be in.
pub(super) fn of_page(document: &Document) -> Option<String> {
    let head = &document.bytes[..document.bytes.len().min(HEAD)];
    declared(head).or_else(|| guessed(document))
}

/// Whether two codes mean one language, whatever region or script they add: `pt-BR` and `por`.
pub(super) fn is_same(wanted: &str, found: &str) -> bool {
    fn primary(code: &str) -> String {
        let code = code.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let short = LANGUAGES.iter().find(|(long, _)| *long == code).map(|(_, short)| (*short).to_owned());
        short.unwrap_or(code)
    }
    primary(wanted) == primary(found)
}

/// What the tag `<html>` says, or a `<meta>` in place of a header.
fn declared(head: &[u8]) -> Option<String> {
    let lower = head.to_ascii_lowercase();
    let tag = |at: usize| {
        let rest = &lower[at..];
        &rest[..memchr::memchr(b'>', rest).unwrap_or(rest.len())]
    };
    let html = memmem::find(&lower, b"<html").and_then(|at| attribute(tag(at), b"lang"));
    html.or_else(|| {
        let metas = memmem::find_iter(&lower, b"<meta").map(tag);
        let mut languages = metas.filter(|tag| memmem::find(tag, b"content-language").is_some());
        attribute(languages.next()?, b"content")
    })
}

/// The value of an attribute; `xml:lang` counts as `lang`.
fn attribute(tag: &[u8], name: &[u8]) -> Option<String> {
    memmem::find_iter(tag, name).find_map(|at| {
        let before = tag.get(at.wrapping_sub(1))?;
        let value = tag[at + name.len()..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
        if !(before.is_ascii_whitespace() || matches!(before, b':' | b'"' | b'\'')) {
            return None;
        }
        let value = value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'")).unwrap_or(value);
        let end =
            value.iter().position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')));
        let code = std::str::from_utf8(&value[..end.unwrap_or(value.len())]).ok()?;
        (2..=35).contains(&code.len()).then(|| code.to_owned())
    })
}

/// What the text of a page seems to be in.
fn guessed(document: &Document) -> Option<String> {
    let bytes = &document.bytes[..document.bytes.len().min(SAMPLE)];
    let content_type = document.content_type.as_deref().unwrap_or_default().as_bytes();
    let head = &bytes[..bytes.len().min(1024)];
    let encoding = charset(content_type).or_else(|| charset(head)).unwrap_or(encoding_rs::UTF_8);
    let (decoded, ..) = encoding.decode(bytes);
    let found = whatlang::detect(&text_of(&decoded))?;
    found.is_reliable().then(|| found.lang().code().to_owned())
}

fn charset(text: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let lower = text.to_ascii_lowercase();
    let rest = &lower[memmem::find(&lower, b"charset=")? + 8..];
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix(b"\"").or_else(|| rest.strip_prefix(b"'")).unwrap_or(rest);
    let end =
        rest.iter().position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':')));
    encoding_rs::Encoding::for_label(&rest[..end.unwrap_or(rest.len())])
}

/// Some of the text between the tags; what stands in scripts and styles is none.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, behind)) = rest.split_once('<') {
        text.extend(before.chars().take(TEXT));
        text.push(' ');
        if text.len() > 4 * TEXT {
            break;
        }
        let closing = ["script", "style"]
            .iter()
            .find(|name| behind.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)));
        let behind = match closing {
            Some(name) => behind.split_once(&format!("</{name}")).map_or("", |(_, behind)| behind),
            None => behind,
        };
        rest = behind.split_once('>').map_or("", |(_, behind)| behind);
    }
    text.extend(rest.chars().take(TEXT));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Codes of three letters and of two, as archives and pages use them: ISO 639-3 and 639-1.
const LANGUAGES: [(&str, &str); 92] = [
    ("afr", "af"),
    ("aka", "ak"),
    ("amh", "am"),
    ("ara", "ar"),
    ("aze", "az"),
    ("bel", "be"),
    ("ben", "bn"),
    ("bos", "bs"),
    ("bul", "bg"),
    ("cat", "ca"),
    ("ces", "cs"),
    ("cmn", "zh"),
    ("cym", "cy"),
    ("dan", "da"),
    ("deu", "de"),
    ("ell", "el"),
    ("eng", "en"),
    ("epo", "eo"),
    ("est", "et"),
    ("eus", "eu"),
    ("fas", "fa"),
    ("fin", "fi"),
    ("fra", "fr"),
    ("gle", "ga"),
    ("glg", "gl"),
    ("guj", "gu"),
    ("hat", "ht"),
    ("hau", "ha"),
    ("heb", "he"),
    ("hin", "hi"),
    ("hrv", "hr"),
    ("hun", "hu"),
    ("hye", "hy"),
    ("ind", "id"),
    ("isl", "is"),
    ("ita", "it"),
    ("jav", "jv"),
    ("jpn", "ja"),
    ("kan", "kn"),
    ("kat", "ka"),
    ("kaz", "kk"),
    ("khm", "km"),
    ("kor", "ko"),
    ("kur", "ku"),
    ("lao", "lo"),
    ("lat", "la"),
    ("lav", "lv"),
    ("lit", "lt"),
    ("ltz", "lb"),
    ("mal", "ml"),
    ("mar", "mr"),
    ("mkd", "mk"),
    ("mlt", "mt"),
    ("mon", "mn"),
    ("msa", "ms"),
    ("mya", "my"),
    ("nep", "ne"),
    ("nld", "nl"),
    ("nno", "nn"),
    ("nob", "nb"),
    ("nor", "no"),
    ("ori", "or"),
    ("pan", "pa"),
    ("pes", "fa"),
    ("pol", "pl"),
    ("por", "pt"),
    ("ron", "ro"),
    ("rus", "ru"),
    ("sin", "si"),
    ("slk", "sk"),
    ("slv", "sl"),
    ("sna", "sn"),
    ("som", "so"),
    ("spa", "es"),
    ("sqi", "sq"),
    ("srp", "sr"),
    ("swa", "sw"),
    ("swe", "sv"),
    ("tam", "ta"),
    ("tel", "te"),
    ("tgl", "tl"),
    ("tha", "th"),
    ("tuk", "tk"),
    ("tur", "tr"),
    ("ukr", "uk"),
    ("urd", "ur"),
    ("uzb", "uz"),
    ("vie", "vi"),
    ("yid", "yi"),
    ("yor", "yo"),
    ("zho", "zh"),
    ("zul", "zu"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn language(html: &str) -> Option<String> {
        of_page(&Document::from_html("a", html))
    }

    #[test]
    fn what_a_page_says_of_itself_counts() {
        assert_eq!(language("<!DOCTYPE html><html class=x lang=\"pt-BR\"><p>Hello").unwrap(), "pt-br");
        assert_eq!(language("<html xml:lang='de'><p>Hello").unwrap(), "de");
        assert_eq!(language("<html><meta http-equiv=Content-Language content=fr><p>Hello").unwrap(), "fr");
    }

    #[test]
    fn a_page_that_says_nothing_is_guessed_from_its_text() {
        let german = "<html><script>var english = 'the quick brown fox jumps over the lazy dog'</script>\
                      <p>Die Geschichte der Stadt beginnt mit einer Siedlung, die an der alten Handelsstraße lag \
                      und schon im zwölften Jahrhundert einen Markt hatte, auf dem die Bauern der Umgebung ihre Waren verkauften.";
        assert!(is_same("de", &language(german).unwrap()));
        assert_eq!(language("<p>12 345 678"), None);
    }

    #[test]
    fn codes_of_two_and_three_letters_are_one() {
        assert!(is_same("pt", "por") && is_same("deu", "de-AT") && is_same("zh", "cmn"));
        assert!(!is_same("en", "de"));
    }
}
