//! The pages that are open: bytes, what is known of them, and their trees once somebody asked for them.

use crate::answer::Failure;
use crate::secret::secret;
use crate::state::Bench;
use chaffinch::{Addresses, Document, Engine, Page, Problem, ReadOptions};
use serde::Serialize;
use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex, OnceLock};

/// Most pages that one file opens; more are read by streaming.
pub const MOST_OF_ONE_FILE: usize = 200;

/// A page that is open.
pub struct Opened {
    pub id: String,
    pub document: Document,
    parsed: OnceLock<Result<Arc<Page>, Problem>>,
    rendered: OnceLock<Result<Arc<Page>, Problem>>,
}

/// What is told of a page.
#[derive(Debug, Serialize)]
pub struct PageAbout {
    id: String,
    name: String,
    url: Option<String>,
    title: Option<String>,
    bytes: usize,
}

impl Opened {
    /// A page that nobody else can ask for.
    pub fn of(document: Document) -> Opened {
        Opened { id: String::new(), document, parsed: OnceLock::new(), rendered: OnceLock::new() }
    }

    /// The page's tree.
    pub fn page(&self, bench: &Bench) -> Result<Arc<Page>, Failure> {
        Opened::made(&self.parsed, &bench.parser, &self.document)
    }

    /// The page with its boxes.
    pub fn rendered(&self, bench: &Bench) -> Result<Arc<Page>, Failure> {
        Opened::made(&self.rendered, &bench.renderer, &self.document)
    }

    fn made(
        place: &OnceLock<Result<Arc<Page>, Problem>>,
        engine: &Engine,
        document: &Document,
    ) -> Result<Arc<Page>, Failure> {
        let make = || engine.render(document.clone()).map(|rendered| Arc::new(rendered.page));
        place.get_or_init(make).clone().map_err(|problem| Failure::wrong(problem.to_string()))
    }

    pub fn about(&self, bench: &Bench) -> PageAbout {
        PageAbout {
            id: self.id.clone(),
            name: self.document.name.clone(),
            url: self.document.url.clone(),
            title: self.page(bench).ok().and_then(|page| page.title()),
            bytes: self.document.bytes.len(),
        }
    }
}

/// The open pages. The one that was not used for longest is closed when there are too many.
pub struct Pages {
    most: usize,
    most_bytes: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    pages: HashMap<String, (u64, Arc<Opened>)>,
    clock: u64,
    bytes: usize,
}

impl Pages {
    pub fn new(most: usize, most_bytes: usize) -> Pages {
        Pages { most, most_bytes, open: Mutex::default() }
    }

    /// Keeps a document under a new name.
    pub fn add(&self, document: Document) -> Result<Arc<Opened>, Failure> {
        let id = secret().map_err(|error| Failure::broken(error.to_string()))?;
        let bytes = document.bytes.len();
        let page = Arc::new(Opened { id: id.clone(), ..Opened::of(document) });
        let mut open = self.lock();
        open.clock += 1;
        open.bytes += bytes;
        let clock = open.clock;
        open.pages.insert(id, (clock, page.clone()));
        while open.pages.len() > self.most || (open.bytes > self.most_bytes && open.pages.len() > 1) {
            let Some(oldest) = open.pages.iter().min_by_key(|(_, (used, _))| *used).map(|(id, _)| id.clone())
            else {
                break;
            };
            if let Some((_, closed)) = open.pages.remove(&oldest) {
                open.bytes = open.bytes.saturating_sub(closed.document.bytes.len());
            }
        }
        Ok(page)
    }

    /// The page of this name.
    pub fn get(&self, id: &str) -> Result<Arc<Opened>, Failure> {
        let mut open = self.lock();
        open.clock += 1;
        let clock = open.clock;
        let found = open.pages.get_mut(id).map(|(used, page)| {
            *used = clock;
            page.clone()
        });
        found.ok_or_else(|| Failure::missing("this page is no longer open; open it again"))
    }

    /// All pages, the one opened last first.
    pub fn all(&self) -> Vec<Arc<Opened>> {
        let open = self.lock();
        let mut pages: Vec<(u64, Arc<Opened>)> = open.pages.values().cloned().collect();
        pages.sort_by_key(|(used, _)| std::cmp::Reverse(*used));
        pages.into_iter().map(|(_, page)| page).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// How inputs are read here: never from private addresses, never from the disk.
pub fn read_options(bench: &Bench) -> ReadOptions {
    ReadOptions::default().with(|options| {
        options.limits = bench.parser.settings().limits.clone();
        options.addresses = Addresses::Public;
    })
}

/// The documents in bytes that somebody sent: one page, or an archive of them.
pub fn documents_in(bench: &Bench, name: &str, bytes: Vec<u8>) -> chaffinch_input::Documents {
    chaffinch_input::read_stream(name, Cursor::new(bytes), &read_options(bench))
}

/// The document at an address.
pub fn fetch(bench: &Bench, address: &str) -> Result<Document, Failure> {
    if !bench.may_fetch() {
        return Err(Failure::forbidden(
            "this server listens beyond its own machine, so it fetches no addresses; start it with --allow-fetch if it should",
        ));
    }
    // Whatever is no address would be taken for a file.
    let is_address = ["http://", "https://"]
        .iter()
        .any(|scheme| address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
    if !is_address || address.len() > 8 << 10 {
        return Err(Failure::wrong("an address begins with http:// or https://"));
    }
    let found = chaffinch_input::read(&[address.to_owned()], &read_options(bench)).next();
    found
        .unwrap_or_else(|| Err(Problem::new(chaffinch::ProblemKind::Unreadable, address, "gave no page")))
        .map_err(|problem| Failure::wrong(problem.to_string()))
}
