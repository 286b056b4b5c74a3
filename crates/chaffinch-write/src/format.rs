use std::fmt;
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// For a person at a terminal: aligned tables that fit its width, the first rows of each.
    Text,
    /// The contract, indented: an object for one page, an array for several or none.
    Json,
    /// The contract, one object a line.
    Jsonl,
    /// A flat object of typed values for each row, one a line: what programs for data read.
    ///
    /// `_page`, `_url`, `_relation` (rank on the page, from 1), `_row` (from 1) and `_score` say where a row came from. A missing value
    /// is `null`, several are an array. Where a value has a unit or a range, `<name>_unit` and `<name>_range` have it.
    Rows,
    /// RFC 4180 with a header line; lines end in a line feed alone, as Unix tools expect.
    ///
    /// The cells are the texts as the page writes them, several values joined by `; `. A missing value
    /// is an empty field and an empty text is `""`, except in a table of a single column, where a
    /// missing value is `""` too because readers skip empty lines.
    ///
    /// Relations with the same column names are one table, and so are those of one template; each table is a file of its own where
    /// there can be several, and all are one flat table where not. When more than one relation is written, the columns `page`,
    /// `relation` (its rank on the page) and `score` come first; a flat table of several has the number of the `table` too.
    ///
    /// Values are never altered. A value that begins with `=`, `+`, `-` or `@` is a formula to a
    /// spreadsheet program: import the file with all columns as text if the pages are not trusted, or write `xlsx`.
    Csv,
    /// The same with tabs between values.
    Tsv,
    /// Markdown with tables as GitHub reads them.
    Md,
    /// One page that needs nothing else: no scripts, every value with its provenance as a tooltip.
    Html,
    /// XML with every cell's place in the table, on the screen (border edges) and in the bytes.
    Xml,
    /// Apache Parquet, a row for each record, compressed with Snappy.
    ///
    /// `_input`, `_url`, `_relation` (rank on the page, from 1), `_row` (from 1), `_xpath` and `_score` say where a
    /// record came from. The others are the union of all columns by name, null where a relation has no
    /// such column:
    ///
    /// | values | type |
    /// |---|---|
    /// | numbers, money, ratings | double, with `<name>_unit` if any value has a unit |
    /// | yes or no | boolean |
    /// | days | date |
    /// | moments | timestamp, in UTC where all have a zone |
    /// | any other, and a name that stands for different types | string; dates in ISO 8601 |
    /// | several in one cell | list of numbers or of strings |
    ///
    /// A text without a number in a column of numbers goes to `_extra`, a JSON object from column names
    /// to texts.
    ///
    /// The types must be known before the first byte is written, so rows are held back until they fill
    /// a batch of 65,536 rows, 4 million cells (rows times columns), 64 MiB or 1,000 columns, whichever
    /// comes first. Then the columns are fixed: what a later page has beyond them goes to `_extra`.
    Parquet,
    /// A SQLite database: a table for each table as in `csv`, called `records`, `records_2`, `tables`, `details` …, and the table
    /// `pages`. Values are typed; several in one cell are a JSON array.
    Sqlite,
    /// An Excel workbook with a sheet for each table as in `csv`. Numbers, days and yes or no are typed, any other value is a text and
    /// never a formula. A text of more than 32,767 characters is cut.
    Xlsx,
}

impl Format {
    /// All formats, in the order in which help texts name them.
    pub const ALL: [Format; 12] = [
        Format::Text,
        Format::Json,
        Format::Jsonl,
        Format::Rows,
        Format::Csv,
        Format::Tsv,
        Format::Md,
        Format::Html,
        Format::Xml,
        Format::Parquet,
        Format::Sqlite,
        Format::Xlsx,
    ];

    /// The format that the ending of a file name stands for.
    ///
    /// ```
    /// use chaffinch_write::Format;
    /// assert_eq!(Format::of_path("out/prices.CSV"), Some(Format::Csv));
    /// assert_eq!(Format::of_path("prices"), None);
    /// ```
    pub fn of_path(path: impl AsRef<Path>) -> Option<Format> {
        let ending = path.as_ref().extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "txt" | "text" => Format::Text,
            "json" => Format::Json,
            "jsonl" | "ndjson" => Format::Jsonl,
            "rows" => Format::Rows,
            "csv" => Format::Csv,
            "tsv" | "tab" => Format::Tsv,
            "md" | "markdown" => Format::Md,
            "html" | "htm" => Format::Html,
            "xml" => Format::Xml,
            "parquet" | "pq" => Format::Parquet,
            "sqlite" | "sqlite3" | "db" => Format::Sqlite,
            "xlsx" => Format::Xlsx,
            _ => return None,
        })
    }

    /// Whether the output is for programs only and would upset a terminal.
    pub fn is_binary(self) -> bool {
        matches!(self, Format::Parquet | Format::Sqlite | Format::Xlsx)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Rows => "rows",
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Md => "md",
            Format::Html => "html",
            Format::Xml => "xml",
            Format::Parquet => "parquet",
            Format::Sqlite => "sqlite",
            Format::Xlsx => "xlsx",
        }
    }

    /// The media type, for HTTP.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Text => "text/plain; charset=utf-8",
            Format::Json => "application/json",
            Format::Jsonl | Format::Rows => "application/x-ndjson",
            Format::Csv => "text/csv; charset=utf-8; header=present",
            Format::Tsv => "text/tab-separated-values; charset=utf-8; header=present",
            Format::Md => "text/markdown; charset=utf-8",
            Format::Html => "text/html; charset=utf-8",
            Format::Xml => "application/xml",
            Format::Parquet => "application/vnd.apache.parquet",
            Format::Sqlite => "application/vnd.sqlite3",
            Format::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let known = Format::ALL.into_iter().find(|f| f.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| UnknownFormat(name.into()))
    }
}

/// A name that is no format's.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "there is no format {0:?}; it is one of text, json, jsonl, rows, csv, tsv, md, html, xml, parquet, sqlite, xlsx"
)]
pub struct UnknownFormat(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_the_name_it_prints_and_as_a_file_ending() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert_eq!(Format::of_path(format!("out.{format}")), Some(format));
        }
    }

    #[test]
    fn an_unknown_format_is_told_the_known_ones() {
        let said = "xls".parse::<Format>().unwrap_err().to_string();
        assert!(said.contains("\"xls\""));
        assert!(Format::ALL.iter().all(|f| said.contains(f.name())), "{said}");
    }
}
