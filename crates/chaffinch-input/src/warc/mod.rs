//! WARC archives: pages out of `response` and `resource` records, damage skipped and named.

mod bytes;
mod gzip;
mod record;
mod styles;

use crate::document::Document;
use crate::options::ReadOptions;
use crate::resources::Resources;
use crate::stream::Stream;
use bytes::{ArchiveBytes, Break, Place};
use chaffinch_core::{Limits, Problem, ProblemKind};
use record::{Found, Reader, Wanted};
use std::path::PathBuf;
use std::sync::Arc;
pub(crate) use styles::StyleIndex;

/// Damaged records of one archive that are named one by one.
const NAMED_DAMAGE: usize = 20;

/// An archive that yields its pages, one at a time.
pub(crate) struct Archive {
    name: String,
    reader: Reader,
    limits: Limits,
    /// The style sheets of the archive; none for a pipe, which cannot be gone back in.
    styles: Option<Arc<StyleIndex>>,
    records: usize,
    pages: usize,
    problems: usize,
    damaged: usize,
    state: State,
}

#[derive(PartialEq)]
enum State {
    Reading,
    /// Everything was read, but problems of the archive as a whole are not reported yet.
    Ended,
    Done,
}

impl Archive {
    /// Reads the archive `stream`; `path` is where it can be opened again to look for style sheets.
    pub fn new(name: String, stream: Stream, path: Option<PathBuf>, options: &ReadOptions) -> Archive {
        let limits = options.limits.clone();
        let styles = path.map(|path| Arc::new(StyleIndex::new(path, limits.clone())));
        let reader = Reader::new(ArchiveBytes::new(stream, limits.inflate_ratio));
        Archive {
            name,
            reader,
            limits,
            styles,
            records: 0,
            pages: 0,
            problems: 0,
            damaged: 0,
            state: State::Reading,
        }
    }

    fn document(&self, at: Place, page: record::Page) -> Document {
        Document {
            name: self.name_of(at),
            resources: match &self.styles {
                Some(styles) => Resources::in_archive(Arc::clone(styles), page.url.clone()),
                None => Resources::none(),
            },
            url: page.url,
            content_type: page.content_type,
            bytes: page.bytes,
        }
    }

    fn name_of(&self, at: Place) -> String {
        format!("{}#{at}", self.name)
    }

    /// The problem of a damaged record, unless enough of them have been named.
    fn damage(&mut self, at: Place, message: String) -> Option<Problem> {
        self.damaged += 1;
        (self.damaged <= NAMED_DAMAGE).then(|| Problem::new(ProblemKind::Damaged, self.name_of(at), message))
    }

    /// Goes on behind the damage at `at`, as far as that is possible, and says what was wrong.
    fn broken(&mut self, at: Place, broken: Break) -> Option<Problem> {
        if let Break::Io(error) = broken {
            self.state = State::Ended;
            let message = format!("could not be read any further ({error})");
            return Some(Problem::new(ProblemKind::Unreadable, self.name_of(at), message));
        }
        let goes_on = self.reader.recover(at);
        if !goes_on {
            self.state = State::Ended;
        }
        let what = match broken {
            Break::Bomb => return Some(crate::decode::bomb(&self.name_of(at), self.limits.inflate_ratio)),
            Break::Damaged(what) => what,
            _ if goes_on => "it is cut short, or its length is wrong",
            _ => return self.damage(at, "the archive ends in the middle of this record".to_owned()),
        };
        self.damage(at, format!("this record is damaged ({what}) and was skipped"))
    }

    /// What can only be said about the whole archive.
    fn last_word(&self) -> Option<Problem> {
        if self.damaged > NAMED_DAMAGE {
            let message = format!("and {} more damaged records were skipped", self.damaged - NAMED_DAMAGE);
            return Some(Problem::new(ProblemKind::Damaged, &self.name, message));
        }
        let silent = self.pages == 0 && self.problems == 0;
        silent.then(|| {
            let message = format!(
                "holds no web page: none of its {} records is an HTML page that was served with success",
                self.records
            );
            Problem::new(ProblemKind::Damaged, &self.name, message)
        })
    }
}

impl Iterator for Archive {
    type Item = Result<Document, Problem>;

    fn next(&mut self) -> Option<Result<Document, Problem>> {
        while self.state == State::Reading {
            let (at, found) = self.reader.next(Wanted::Pages(&self.limits));
            self.records += usize::from(!matches!(found, Ok(Found::End)));
            let problem = match found {
                Ok(Found::End) => {
                    self.state = State::Ended;
                    None
                }
                Ok(Found::Other) => None,
                Ok(Found::Page(page)) => {
                    self.pages += 1;
                    return Some(Ok(self.document(at, page)));
                }
                Ok(Found::Undecodable(error)) => {
                    let problem = error.problem(&self.name_of(at), &self.limits);
                    match problem.kind {
                        ProblemKind::Damaged => self.damage(at, problem.message),
                        _ => Some(problem),
                    }
                }
                Err(broken) => self.broken(at, broken),
            };
            if let Some(problem) = problem {
                self.problems += 1;
                return Some(Err(problem));
            }
        }
        if self.state == State::Ended {
            self.state = State::Done;
            return self.last_word().map(Err);
        }
        None
    }
}
