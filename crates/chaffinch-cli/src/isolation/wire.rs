//! What goes between this program and its workers.

use chaffinch::{Document, Limit, PageReport, ProblemKind, RemarkKind};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// A message: one byte that says what it is, its length, its content.
pub enum Frame {
    /// A worker is there.
    Ready,
    /// A document to read.
    Page(Vec<u8>),
    /// A report on it.
    Report(Vec<u8>),
    /// A worker asks for a style sheet.
    Ask(Vec<u8>),
    /// The style sheet, or nothing.
    Sheet(Vec<u8>),
}

impl Frame {
    pub fn read(from: &mut impl Read) -> io::Result<Frame> {
        let mut head = [0; 9];
        from.read_exact(&mut head)?;
        let (kind, length) = (head[0], u64::from_le_bytes(head[1..].try_into().unwrap_or_default()));
        let mut content = Vec::new();
        from.take(length).read_to_end(&mut content)?;
        if content.len() as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(match kind {
            b'Y' => Frame::Ready,
            b'P' => Frame::Page(content),
            b'R' => Frame::Report(content),
            b'A' => Frame::Ask(content),
            b'S' => Frame::Sheet(content),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        })
    }

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let (kind, content): (u8, &[u8]) = match self {
            Frame::Ready => (b'Y', &[]),
            Frame::Page(content) => (b'P', content),
            Frame::Report(content) => (b'R', content),
            Frame::Ask(content) => (b'A', content),
            Frame::Sheet(content) => (b'S', content),
        };
        to.write_all(&[kind])?;
        to.write_all(&(content.len() as u64).to_le_bytes())?;
        to.write_all(content)
    }
}

/// A document as it travels; its style sheets stay behind.
#[derive(Serialize, Deserialize)]
pub struct SentPage {
    pub name: String,
    pub url: Option<String>,
    pub content_type: Option<String>,
    /// How many bytes follow.
    pub length: usize,
}

pub fn page(document: &Document) -> Frame {
    let Document { name, url, content_type, bytes, .. } = document;
    let head = SentPage {
        name: name.clone(),
        url: url.clone(),
        content_type: content_type.clone(),
        length: bytes.len(),
    };
    let mut content = cbor(&head);
    content.extend_from_slice(bytes);
    Frame::Page(content)
}

/// What is known of a page, and its bytes.
pub fn sent_page(mut content: Vec<u8>) -> Option<(SentPage, Vec<u8>)> {
    let head: SentPage = ciborium::from_reader(&content[..]).ok()?;
    let start = content.len().checked_sub(head.length)?;
    Some((head, content.split_off(start)))
}

/// Sorts of remarks.
const MISSING: u8 = 1;
const NOTHING: u8 = 2;

/// A report as it travels: what its JSON leaves out goes beside it.
#[derive(Serialize, Deserialize)]
struct SentReport {
    report: PageReport,
    explanation: Vec<String>,
    /// For each relation its score to the last digit, and its template.
    relations: Vec<(f32, String, Vec<Option<String>>)>,
    /// For each remark what sort it is, as far as it matters to whoever counts or prints remarks.
    remarks: Vec<u8>,
    /// For each error what kind it is.
    errors: Vec<ProblemKind>,
    /// Whether the worker may read another page.
    fit: bool,
}

pub fn sent_report(mut report: PageReport) -> Frame {
    // A layout that overran its time is still running.
    let overran =
        report.errors.iter().any(|error| matches!(error.kind, ProblemKind::Limit(Limit::RenderTime)));
    let relations = report.relations.iter_mut();
    let sent = SentReport {
        explanation: std::mem::take(&mut report.explanation),
        relations: relations
            .map(|relation| {
                let template = std::mem::take(&mut relation.template);
                (relation.score, template.rows, template.columns)
            })
            .collect(),
        remarks: (report.remarks.iter())
            .map(|remark| match remark.kind {
                RemarkKind::Missing => MISSING,
                RemarkKind::Nothing => NOTHING,
                _ => 0,
            })
            .collect(),
        errors: report.errors.iter().map(|error| error.kind).collect(),
        fit: !overran,
        report,
    };
    Frame::Report(cbor(&sent))
}

/// The report, and whether the worker may read another page.
pub fn report(content: &[u8]) -> Option<(PageReport, bool)> {
    let SentReport { mut report, explanation, relations, remarks, errors, fit } =
        ciborium::from_reader(content).ok()?;
    report.explanation = explanation;
    for (relation, (score, rows, columns)) in report.relations.iter_mut().zip(relations) {
        relation.score = score;
        (relation.template.rows, relation.template.columns) = (rows, columns);
    }
    for (remark, kind) in report.remarks.iter_mut().zip(remarks) {
        match kind {
            MISSING => remark.kind = RemarkKind::Missing,
            NOTHING => remark.kind = RemarkKind::Nothing,
            _ => {}
        }
    }
    for (error, kind) in report.errors.iter_mut().zip(errors) {
        error.kind = kind;
        error.input.clone_from(&report.input);
    }
    Some((report, fit))
}

pub fn ask(href: &str, base: Option<&str>) -> Frame {
    Frame::Ask(cbor(&(href, base)))
}

pub fn asked(content: &[u8]) -> Option<(String, Option<String>)> {
    ciborium::from_reader(content).ok()
}

/// A style sheet that is there begins with a byte that says so.
pub fn sheet(sheet: Option<Vec<u8>>) -> Frame {
    Frame::Sheet(sheet.map_or_else(Vec::new, |mut sheet| {
        sheet.insert(0, 1);
        sheet
    }))
}

pub fn sent_sheet(mut content: Vec<u8>) -> Option<Vec<u8>> {
    (!content.is_empty()).then(|| content.split_off(1))
}

/// What is sent is made of maps, lists and texts, which can always be written.
fn cbor(what: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = ciborium::into_writer(what, &mut bytes);
    bytes
}
