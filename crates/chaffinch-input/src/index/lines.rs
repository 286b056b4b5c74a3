//! What the lines of an index say.

use serde_json::Value;

/// Where a record lies, and what is known of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Capture {
    pub file: String,
    pub offset: u64,
    pub url: Option<String>,
    /// The type of what was served.
    pub kind: Option<String>,
    pub status: Option<String>,
    /// Codes with commas between them.
    pub languages: Option<String>,
}

/// How an index is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Layout {
    /// A key, a date and a JSON object.
    Cdxj,
    /// Fields with spaces between them, and what each of them is.
    Cdx(Vec<Field>),
    /// Fields with this between them, and what each of them is.
    List(char, Vec<Field>),
}

/// What a field is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    File,
    Offset,
    Url,
    Kind,
    Status,
    Languages,
    Other,
}

/// The fields of CDX lines that come without a heading: nine or eleven.
const NINE: &str = "N b a m s k r V g";
const ELEVEN: &str = "N b a m s k r M S V g";

impl Layout {
    /// The layout of an index that begins so.
    pub fn of(start: &[u8]) -> Option<Layout> {
        // Most of what is not an index is a page, which is not to be read through for that.
        if start.trim_ascii_start().starts_with(b"<") {
            return None;
        }
        let text = String::from_utf8_lossy(start);
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let first = lines.next()?;
        if let Some(heading) = first.trim().strip_prefix("CDX ") {
            return Some(Layout::Cdx(letters(heading)));
        }
        if first.starts_with("!") && first.contains('{') || is_cdxj(first) {
            return Some(Layout::Cdxj);
        }
        let words = first.split(' ').count();
        let is_dated = first.split(' ').nth(1).is_some_and(is_date);
        match words {
            9 if is_dated => return Some(Layout::Cdx(letters(NINE))),
            11 if is_dated => return Some(Layout::Cdx(letters(ELEVEN))),
            _ => {}
        }
        list(first, lines.next())
    }

    /// Whether a line says what the others hold.
    pub fn is_heading(&self, line: &str) -> bool {
        match self {
            Layout::Cdxj => line.starts_with('!'),
            Layout::Cdx(_) => line.trim_start().starts_with("CDX "),
            Layout::List(separator, fields) => *fields == named(line, *separator),
        }
    }

    /// What a line says; nothing where it does not say where a record lies.
    pub fn capture(&self, line: &str) -> Option<Capture> {
        match self {
            Layout::Cdxj => from_json(line),
            Layout::Cdx(fields) => from_fields(line.split(' ').filter(|word| !word.is_empty()), fields),
            Layout::List(separator, fields) => {
                from_fields(line.split(*separator).map(|word| word.trim().trim_matches('"')), fields)
            }
        }
    }
}

fn is_date(word: &str) -> bool {
    (12..=17).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_cdxj(line: &str) -> bool {
    let mut words = line.splitn(3, ' ');
    let (_, date, json) = (words.next(), words.next(), words.next());
    date.is_some_and(is_date) && json.is_some_and(|json| json.trim_start().starts_with('{'))
}

/// The fields of a CDX heading: a letter each.
fn letters(heading: &str) -> Vec<Field> {
    let field = |letter: &str| match letter {
        "a" => Field::Url,
        "m" => Field::Kind,
        "s" => Field::Status,
        "V" => Field::Offset,
        "g" => Field::File,
        _ => Field::Other,
    };
    heading.split_whitespace().map(field).collect()
}

/// A list of file, offset and length, with or without a heading.
fn list(first: &str, second: Option<&str>) -> Option<Layout> {
    for separator in [',', '\t', ' '] {
        let fields = named(first, separator);
        if fields.contains(&Field::File) && fields.contains(&Field::Offset) {
            return Some(Layout::List(separator, fields));
        }
        let fields = vec![Field::File, Field::Offset, Field::Other];
        let is_list = |line: &str| {
            let words: Vec<&str> = line.split(separator).map(|word| word.trim().trim_matches('"')).collect();
            let is_number = |at: usize| words.get(at).is_some_and(|word| word.parse::<u64>().is_ok());
            is_archive(words[0]) && is_number(1) && is_number(2)
        };
        if is_list(first) && second.is_none_or(is_list) {
            return Some(Layout::List(separator, fields));
        }
    }
    None
}

fn is_archive(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"].iter().any(|ending| name.ends_with(ending))
}

/// The fields that a heading names, as the indexes of large archives call them.
fn named(heading: &str, separator: char) -> Vec<Field> {
    let field = |name: &str| match name.trim().trim_matches('"').to_ascii_lowercase().as_str() {
        "file" | "filename" | "warc_filename" | "warc" | "path" => Field::File,
        "offset" | "warc_record_offset" => Field::Offset,
        "url" | "target_uri" | "uri" => Field::Url,
        "mime" | "content_mime_type" => Field::Kind,
        "status" | "fetch_status" => Field::Status,
        "languages" | "content_languages" => Field::Languages,
        _ => Field::Other,
    };
    heading.split(separator).map(field).collect()
}

fn from_fields<'w>(words: impl Iterator<Item = &'w str>, fields: &[Field]) -> Option<Capture> {
    let mut capture = Capture::default();
    let mut offset = None;
    for (word, field) in words.zip(fields) {
        let said = || (word != "-" && !word.is_empty()).then(|| word.to_owned());
        match field {
            Field::File => word.clone_into(&mut capture.file),
            Field::Offset => offset = word.parse().ok(),
            Field::Url => capture.url = said(),
            Field::Kind => capture.kind = said(),
            Field::Status => capture.status = said(),
            Field::Languages => capture.languages = said(),
            Field::Other => {}
        }
    }
    capture.offset = offset?;
    (!capture.file.is_empty()).then_some(capture)
}

fn from_json(line: &str) -> Option<Capture> {
    let json: Value = serde_json::from_str(&line[line.find('{')?..]).ok()?;
    let text = |name: &str| match json.get(name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    Some(Capture {
        file: text("filename")?,
        offset: text("offset")?.parse().ok()?,
        url: text("url"),
        kind: text("mime"),
        status: text("status"),
        languages: text("languages"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capture(index: &str) -> Option<Capture> {
        let layout = Layout::of(index.as_bytes())?;
        layout.capture(index.lines().rfind(|line| !layout.is_heading(line))?)
    }

    fn at(file: &str, offset: u64) -> Capture {
        Capture { file: file.into(), offset, ..Capture::default() }
    }

    #[test]
    fn each_kind_of_index_says_where_a_record_lies() {
        let full = Capture {
            url: Some("http://a.example/".into()),
            kind: Some("text/html".into()),
            status: Some("200".into()),
            ..at("a.warc.gz", 77)
        };
        let cdxj = r#"example,a)/ 20240101000000 {"url": "http://a.example/", "mime": "text/html", "status": "200", "offset": "77", "filename": "a.warc.gz"}"#;
        assert_eq!(capture(cdxj).unwrap(), full);
        let eleven = "example,a)/ 20240101000000 http://a.example/ text/html 200 ABC - - 500 77 a.warc.gz";
        assert_eq!(capture(eleven).unwrap(), full);
        assert_eq!(capture(&format!(" CDX N b a m s k r M S V g\n{eleven}")).unwrap(), full);
        let nine = "example,a)/ 20240101000000 http://a.example/ text/html 200 ABC - 77 a.warc.gz";
        assert_eq!(capture(nine).unwrap(), full);
        assert_eq!(capture("a.warc.gz,77,500").unwrap(), at("a.warc.gz", 77));
        assert_eq!(capture("a.warc.gz\t77\t500\nb.warc.gz\t78\t500").unwrap(), at("b.warc.gz", 78));
        let heading =
            "url,warc_filename,warc_record_offset,warc_record_length\nhttp://a.example/,a.warc.gz,77,500";
        assert_eq!(capture(heading).unwrap(), Capture { url: full.url.clone(), ..at("a.warc.gz", 77) });
    }

    #[test]
    fn other_texts_are_no_index() {
        for text in ["<html><p>a,b", "name,price\nTea,3", "a,1,2\nb,3,4", "{\"offset\": 1}", ""] {
            assert_eq!(Layout::of(text.as_bytes()), None, "{text}");
        }
        assert_eq!(capture("a.warc.gz,1,2\nb.warc.gz,x,2"), None);
    }
}
