//! Which columns of a table hold pages and what is known of them.

use crate::options::ReadOptions;
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_schema::{DataType, Schema};

/// What tables call the column of pages, the likeliest first.
const HTML: [&str; 11] = [
    "html", "raw_html", "html_content", "page_html", "content", "page_content", "body", "page", "document",
    "raw", "payload",
];
const URL: [&str; 8] =
    ["url", "page_url", "source_url", "target_uri", "warc_target_uri", "uri", "address", "link"];
const CONTENT_TYPE: [&str; 4] = ["content_type", "mime_type", "mime", "content_mime_type"];

/// Columns by their places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    pub html: usize,
    pub url: Option<usize>,
    pub content_type: Option<usize>,
}

impl Columns {
    /// The columns of a table with this schema, or what is wrong with it.
    pub fn of(schema: &Schema, options: &ReadOptions) -> Result<Columns, String> {
        let fields = schema.fields();
        let holds_text = |at: &usize| is_text(fields[*at].data_type()) || is_bytes(fields[*at].data_type());
        let called = |name: &str| {
            (0..fields.len()).find(|at| fields[*at].name().eq_ignore_ascii_case(name)).filter(holds_text)
        };
        let names = || fields.iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ");
        let given = |name: &str| {
            called(name)
                .ok_or_else(|| format!("has no column {name:?} of texts or bytes; its columns: {}", names()))
        };
        let html = match &options.html_column {
            Some(name) => given(name)?,
            None => HTML.iter().find_map(|name| called(name)).or_else(|| only(fields.len(), holds_text)).ok_or_else(
                || format!("has no column that is called like HTML; say which it is with --html-column (its columns: {})", names()),
            )?,
        };
        let url = match &options.url_column {
            Some(name) => Some(given(name)?),
            None => URL.iter().find_map(|name| called(name)),
        };
        let content_type = CONTENT_TYPE.iter().find_map(|name| called(name));
        Ok(Columns { html, url: url.filter(|url| *url != html), content_type })
    }

    /// The places of all columns that are read.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        [Some(self.html), self.url, self.content_type].into_iter().flatten()
    }
}

/// The place of the only column of a table that holds text.
fn only(count: usize, holds_text: impl Fn(&usize) -> bool) -> Option<usize> {
    let mut found = (0..count).filter(|at| holds_text(at));
    found.next().filter(|_| found.next().is_none())
}

/// Whether a column holds texts.
pub(super) fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn is_bytes(kind: &DataType) -> bool {
    matches!(kind, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

/// The text or the bytes of a cell; nothing where it is null.
pub(super) fn text_of(column: &dyn Array, row: usize) -> Option<&[u8]> {
    if row >= column.len() || column.is_null(row) {
        return None;
    }
    Some(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).as_bytes(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).as_bytes(),
        DataType::Utf8View => column.as_string_view().value(row).as_bytes(),
        DataType::Binary => column.as_binary::<i32>().value(row),
        DataType::LargeBinary => column.as_binary::<i64>().value(row),
        DataType::BinaryView => column.as_binary_view().value(row),
        _ => return None,
    })
}
