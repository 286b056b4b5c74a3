//! WARC archives: pages out of `response`, `resource` and `revisit` records, damage skipped and named. ARC archives, the format before it.

mod arc;
mod bytes;
mod gzip;
mod originals;
mod record;
mod styles;
mod zstd;

use crate::document::Document;
use crate::file::{Source, Stretch};
use crate::options::ReadOptions;
use crate::resources::Resources;
use bytes::{ArchiveBytes, Break, Place};
use chaffinch_core::{Problem, ProblemKind};
use originals::Originals;
use record::{Found, Reader, Revisit, Wanted};
use std::sync::Arc;
pub(crate) use styles::StyleIndex;

/// Damaged records of one archive that are named one by one.
const NAMED_DAMAGE: usize = 20;

/// An archive that yields its pages, one at a time.
pub(crate) struct Archive {
    name: String,
    reader: Reader,
    options: ReadOptions,
    /// The style sheets of the archive; none for a pipe, which cannot be gone back in.
    styles: Option<Arc<StyleIndex>>,
    /// Where the pages lie that `revisit` records refer to; none for a pipe.
    originals: Option<Originals>,
    /// Pages of `revisit` records whose content is not here.
    orphans: usize,
    records: usize,
    /// Pages that were found, wanted or not.
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
    /// Reads an archive.
    pub fn new(source: Source, options: &ReadOptions) -> Archive {
        let Source { name, stream, again, .. } = source;
        let styles = again.clone().map(|archive| Arc::new(StyleIndex::new(archive, options.limits.clone())));
        Archive {
            name,
            reader: Reader::new(ArchiveBytes::new(stream, options.limits.inflate_ratio)),
            options: options.clone(),
            styles,
            originals: again.map(Originals::new),
            orphans: 0,
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

    /// The page that a `revisit` record stands for.
    fn revisited(&mut self, at: Place, revisit: Revisit) -> Option<Document> {
        let original = self.originals.as_ref().and_then(|known| known.find(&revisit.original, &self.options));
        let Some(mut page) = original else {
            self.orphans += usize::from(revisit.is_page);
            return None;
        };
        page.url = revisit.url.or(page.url);
        self.pages += 1;
        Some(self.document(at, page))
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
            Break::Bomb => {
                return Some(crate::decode::bomb(&self.name_of(at), self.options.limits.inflate_ratio));
            }
            Break::Damaged(what) => what,
            _ if goes_on => "it is cut short, or its length is wrong",
            _ => return self.damage(at, "the archive ends in the middle of this record".to_owned()),
        };
        self.damage(at, format!("this record is damaged ({what}) and was skipped"))
    }

    /// What can only be said about the whole archive.
    fn last_word(&mut self) -> Option<Problem> {
        let say = |message: String| Some(Problem::new(ProblemKind::Damaged, &self.name, message));
        if self.damaged > NAMED_DAMAGE {
            let more = self.damaged - NAMED_DAMAGE;
            self.damaged = 0;
            return say(format!("and {more} more damaged records were skipped"));
        }
        if self.orphans > 0 {
            let orphans = std::mem::take(&mut self.orphans);
            return say(format!(
                "{orphans} revisit records refer to pages that are not in front of them in this archive, and were skipped"
            ));
        }
        self.state = State::Done;
        let silent = self.pages == 0 && self.problems == 0;
        silent
            .then(|| {
                let records = self.records;
                say(format!("holds no web page: none of its {records} records is an HTML page that was served with success"))
            })
            .flatten()
    }
}

impl Iterator for Archive {
    type Item = Result<Document, Problem>;

    fn next(&mut self) -> Option<Result<Document, Problem>> {
        while self.state == State::Reading {
            let (at, found) = self.reader.next(Wanted::Pages(&self.options));
            self.records += usize::from(!matches!(found, Ok(Found::End)));
            let problem = match found {
                Ok(Found::End) => {
                    self.state = State::Ended;
                    None
                }
                Ok(Found::Other) => None,
                Ok(Found::Unwanted) => {
                    self.pages += 1;
                    None
                }
                Ok(Found::Revisit(revisit)) => match self.revisited(at, revisit) {
                    Some(document) => return Some(Ok(document)),
                    None => None,
                },
                Ok(Found::Page(page)) => {
                    self.pages += 1;
                    if let Some(originals) = &mut self.originals {
                        originals.remember(&page.keys, at);
                    }
                    return Some(Ok(self.document(at, page)));
                }
                Ok(Found::Undecodable(error)) => {
                    let problem = error.problem(&self.name_of(at), &self.options.limits);
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
            let word = self.last_word();
            self.problems += usize::from(word.is_some());
            return word.map(Err);
        }
        None
    }
}

/// The page of the record at `offset` of an archive, if that is a page that is wanted.
pub(crate) fn page_at(
    archive: &Stretch,
    offset: u64,
    options: &ReadOptions,
) -> Result<Option<Document>, Problem> {
    let name = format!("{}#{offset}", archive.path.display());
    let damaged = |what: &str| {
        let message =
            format!("there is no whole record here ({what}); the index may be that of another archive");
        Problem::new(ProblemKind::Damaged, &name, message)
    };
    let stream = archive.open().map_err(|error| crate::file::unreadable(&name, &error))?;
    let place = Place { member: offset, inside: 0 };
    let found = ArchiveBytes::open_at(stream, options.limits.inflate_ratio, place)
        .and_then(|bytes| Reader::new(bytes).next(Wanted::Pages(options)).1);
    match found {
        Ok(Found::Page(page)) => Ok(Some(Document {
            name,
            url: page.url,
            content_type: page.content_type,
            bytes: page.bytes,
            resources: Resources::none(),
        })),
        Ok(Found::Undecodable(error)) => Err(error.problem(&name, &options.limits)),
        Ok(Found::End) => Err(damaged("the archive ends in front of it")),
        Ok(_) => Ok(None),
        Err(Break::Io(error)) => Err(crate::file::unreadable(&name, &error)),
        Err(Break::Bomb) => Err(crate::decode::bomb(&name, options.limits.inflate_ratio)),
        Err(Break::Damaged(what)) => Err(damaged(what)),
        Err(Break::Cut) => Err(damaged("it is cut short")),
    }
}
