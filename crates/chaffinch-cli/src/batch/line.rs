//! What is written of a page: the contract's object, and behind it what a batch adds.

use super::causes::cause;
use chaffinch::{Document, PageReport, Relation};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha1::{Digest, Sha1};

/// What a batch knows of a page beside its report.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Added {
    /// The sum of the page's bytes, in the form of WARC: `sha1:` and base 32.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Where the page lies in its archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The length of the page.
    #[serde(default)]
    pub bytes: u64,
    /// For each relation, what it shares with those of other pages of one template.
    #[serde(default)]
    pub templates: Vec<String>,
    /// For each error, what it is counted as.
    #[serde(default)]
    pub causes: Vec<String>,
}

impl Added {
    /// What is known of a document before it is read.
    pub fn of(document: &Document) -> Added {
        Added {
            digest: Some(digest(&document.bytes)),
            offset: offset(&document.name),
            bytes: document.bytes.len() as u64,
            ..Added::default()
        }
    }

    /// The line of a page.
    pub fn line(mut self, report: &PageReport) -> serde_json::Result<Vec<u8>> {
        self.templates = report.relations.iter().map(template).collect();
        self.causes = report.errors.iter().map(|error| cause(error.kind).to_owned()).collect();
        let mut line = serde_json::to_vec(report)?;
        let added = serde_json::to_vec(&self)?;
        // Two objects become one.
        line.pop();
        line.push(b',');
        line.extend(&added[1..]);
        Ok(line)
    }
}

/// The place of a record in an archive, which is part of its name.
pub fn offset(name: &str) -> Option<u64> {
    let (_, place) = name.rsplit_once('#')?;
    place.split('+').next()?.parse().ok()
}

fn template(relation: &Relation) -> String {
    let place = json!([relation.template.rows, relation.template.columns]).to_string();
    base32(&Sha1::digest(place))[..16].to_ascii_lowercase()
}

fn digest(bytes: &[u8]) -> String {
    format!("sha1:{}", base32(&Sha1::digest(bytes)))
}

/// RFC 4648, for whole groups of five bytes.
fn base32(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let groups =
        bytes.chunks_exact(5).map(|group| group.iter().fold(0u64, |sum, byte| sum << 8 | u64::from(*byte)));
    groups
        .flat_map(|group| (0..8).rev().map(move |at| char::from(DIGITS[(group >> (5 * at)) as usize & 31])))
        .collect()
}

/// What has to be known of a line to count it.
#[derive(Debug, Deserialize)]
pub struct Counted {
    pub input: String,
    pub url: Option<String>,
    pub relations: Vec<CountedRelation>,
    pub errors: Vec<String>,
    #[serde(flatten)]
    pub added: Added,
}

#[derive(Debug, Deserialize)]
pub struct CountedRelation {
    pub rows: Vec<serde::de::IgnoredAny>,
}

impl Counted {
    /// Whether nothing could be read of the page.
    pub fn is_failed(&self) -> bool {
        self.relations.is_empty() && !self.errors.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_archives() {
        assert_eq!(digest(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    }

    #[test]
    fn a_line_is_the_report_with_more_behind_it() {
        let document = Document::from_html("a.warc.gz#77+5", "<p>one");
        let line = Added::of(&document).line(&PageReport::new("a.warc.gz#77+5")).unwrap();
        let report: PageReport = serde_json::from_slice(&line).unwrap();
        assert_eq!(report.input, "a.warc.gz#77+5");
        let counted: Counted = serde_json::from_slice(&line).unwrap();
        assert_eq!((counted.added.offset, counted.added.bytes), (Some(77), 6));
        assert!(!counted.is_failed());
    }
}
