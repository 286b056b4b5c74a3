//! The pages that are open: bytes, what is known of them, and their trees once somebody asked for them.

use crate::answer::Failure;
use crate::secret::secret;
use crate::state::Bench;
use chaffinch::{Addresses, Document, Engine, Page, Problem, ReadOptions};
use serde::Serialize;
use std::collections::{HashMap, VecDeque};
use std::io::Cursor;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Most pages that one file opens; more are read by streaming.
pub const MOST_OF_ONE_FILE: usize = 200;

/// Pages whose trees are kept: a tree with boxes is many times as large as its page.
const MOST_TREES: usize = 12;

/// A page that is open.
pub struct Opened {
    pub id: String,
    pub document: Document,
    title: OnceLock<Option<String>>,
    trees: Mutex<Trees>,
}

/// A page's tree, once somebody asked for it, and the one with boxes.
#[derive(Default)]
struct Trees {
    parsed: Option<Result<Arc<Page>, Problem>>,
    rendered: Option<Result<Arc<Page>, Problem>>,
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
        Opened { id: String::new(), document, title: OnceLock::new(), trees: Mutex::default() }
    }

    /// The page's tree.
    pub fn page(&self, bench: &Bench) -> Result<Arc<Page>, Failure> {
        self.made(|trees| &mut trees.parsed, &bench.parser)
    }

    /// The page with its boxes.
    pub fn rendered(&self, bench: &Bench) -> Result<Arc<Page>, Failure> {
        self.made(|trees| &mut trees.rendered, &bench.renderer)
    }

    /// Who asks for a tree that is being made waits for it.
    fn made(
        &self,
        which: impl FnOnce(&mut Trees) -> &mut Option<Result<Arc<Page>, Problem>>,
        engine: &Engine,
    ) -> Result<Arc<Page>, Failure> {
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || engine.render(self.document.clone()).map(|rendered| Arc::new(rendered.page));
        let tree = which(&mut trees).get_or_insert_with(make);
        tree.clone().map_err(|problem| Failure::wrong(problem.to_string()))
    }

    /// Lets the trees go; they are made again when they are asked for.
    fn forget_trees(&self) {
        *self.trees.lock().unwrap_or_else(PoisonError::into_inner) = Trees::default();
    }

    pub fn about(&self, bench: &Bench) -> PageAbout {
        PageAbout {
            id: self.id.clone(),
            name: self.document.name.clone(),
            url: self.document.url.clone(),
            title: self.title.get_or_init(|| self.page(bench).ok()?.title()).clone(),
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
    /// The pages that were used last, with their trees; the oldest first.
    recent: VecDeque<Arc<Opened>>,
}

impl Open {
    /// Notes that a page was used; gives the page whose trees are to go.
    fn use_tree(&mut self, page: &Arc<Opened>) -> Option<Arc<Opened>> {
        self.recent.retain(|other| !Arc::ptr_eq(other, page));
        self.recent.push_back(page.clone());
        if self.recent.len() > MOST_TREES { self.recent.pop_front() } else { None }
    }
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
                open.recent.retain(|page| !Arc::ptr_eq(page, &closed));
                open.bytes = open.bytes.saturating_sub(closed.document.bytes.len());
            }
        }
        let forgotten = open.use_tree(&page);
        drop(open);
        if let Some(page) = forgotten {
            page.forget_trees();
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
        let found = found.ok_or_else(|| Failure::missing("this page is no longer open; open it again"))?;
        let forgotten = open.use_tree(&found);
        drop(open);
        if let Some(page) = forgotten {
            page.forget_trees();
        }
        Ok(found)
    }

    /// All pages, the one opened last first.
    pub fn all(&self) -> Vec<Arc<Opened>> {
        let open = self.lock();
        let mut pages: Vec<(u64, Arc<Opened>)> = open.pages.values().cloned().collect();
        pages.sort_by_key(|(used, _)| std::cmp::Reverse(*used));
        pages.into_iter().map(|(_, page)| page).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
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
