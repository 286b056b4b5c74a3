//! An installed Chromium as a renderer, driven over its debugging protocol.

mod browser;
mod page_load;
mod snapshot;
mod tab;

use crate::{Renderer, Request};
use browser::{Browser, Network};
use chaffinch_core::{Layout, Limit, Page, Problem, ProblemKind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tab::Tab;

pub use browser::{find_chromium, runs_without_sandbox};

/// How Chromium is to be used.
#[derive(Debug, Clone, Default)]
pub struct ChromiumOptions {
    /// The program; looked for where it is usually installed if not given.
    pub program: Option<PathBuf>,
}

/// Lays pages out with an installed Chromium: one browser, a tab for each page at work.
///
/// Pages are served to the tab from memory, scripts are off and every request is refused but those
/// for style sheets that are at hand; the browser has no way to the network at all. A tab or browser
/// that dies is replaced and the page tried once more.
pub struct Chromium {
    options: ChromiumOptions,
    browser: Mutex<Option<Arc<Browser>>>,
    idle: Mutex<Vec<Tab>>,
    /// A second browser, with the network, for addresses that are to run their scripts.
    live: Mutex<Option<Arc<Browser>>>,
}

impl Chromium {
    /// Finds Chromium and starts it.
    pub fn start(options: ChromiumOptions) -> Result<Chromium, Problem> {
        let chromium = Chromium {
            options,
            browser: Mutex::new(None),
            idle: Mutex::new(Vec::new()),
            live: Mutex::new(None),
        };
        chromium.browser()?;
        Ok(chromium)
    }

    /// The process number of the running browser.
    pub fn process(&self) -> Option<u32> {
        lock(&self.browser).as_ref().map(|browser| browser.process())
    }

    /// Loads an address with its scripts and everything it asks for.
    pub fn load_live(&self, url: &str, time: Duration) -> Result<LivePage, Problem> {
        let browser = self.running(&self.live, Network::Open)?;
        // The tab is not used again: what the scripts left in it must not meet another page.
        let live = Tab::open(browser).and_then(|mut tab| page_load::load_live(&mut tab, url, time));
        live.map_err(|error| problem(url, &error))
    }

    fn browser(&self) -> Result<Arc<Browser>, Problem> {
        self.running(&self.browser, Network::None)
    }

    /// The browser in `slot`, started anew if it is not there or not alive.
    fn running(&self, slot: &Mutex<Option<Arc<Browser>>>, network: Network) -> Result<Arc<Browser>, Problem> {
        let mut slot = lock(slot);
        if let Some(browser) = slot.as_ref().filter(|browser| browser.is_alive()) {
            return Ok(browser.clone());
        }
        if network == Network::None {
            lock(&self.idle).clear();
        }
        let program = match &self.options.program {
            Some(program) => program.clone(),
            None => find_chromium().ok_or_else(not_installed)?,
        };
        let browser = Arc::new(Browser::launch(&program, network)?);
        *slot = Some(browser.clone());
        Ok(browser)
    }

    fn take_tab(&self) -> Result<Tab, tab::TabError> {
        if let Some(tab) = lock(&self.idle).pop() {
            return Ok(tab);
        }
        let browser = self.browser().map_err(|problem| tab::TabError::Gone(problem.message))?;
        // One that refuses a tab is dying, even if the system does not say so yet: the next is started anew.
        Tab::open(browser).inspect_err(|_| *lock(&self.browser) = None)
    }
}

fn problem(name: &str, error: &tab::TabError) -> Problem {
    match error {
        tab::TabError::TooSlow(time) => {
            let what = format!("Chromium took more than {} s", time.as_secs_f32());
            Problem::limit(name, what, Limit::RenderTime)
        }
        tab::TabError::Gone(why) => {
            Problem::new(ProblemKind::Renderer, name, format!("Chromium stopped answering ({why})"))
        }
        tab::TabError::Refused(why) => {
            Problem::new(ProblemKind::Renderer, name, format!("Chromium could not load the page ({why})"))
        }
    }
}

/// A page as it stood in a tab after its scripts had run.
pub struct LivePage {
    /// The document as markup.
    pub html: String,
    snapshot: serde_json::Value,
}

impl LivePage {
    /// The layout that was seen, for the page parsed from `html`.
    pub fn layout(&self, page: &Page) -> Option<Layout> {
        snapshot::layout(page, &self.snapshot)
    }
}

impl Renderer for Chromium {
    fn name(&self) -> &'static str {
        "chromium"
    }

    fn layout(&self, request: &Request) -> Result<Layout, Problem> {
        let mut tries = 0;
        loop {
            tries += 1;
            let answer = self.take_tab().and_then(|mut tab| {
                let layout = page_load::lay_out(&mut tab, request)?;
                lock(&self.idle).push(tab);
                Ok(layout)
            });
            match answer {
                // The tab is gone; with a new one, or a new browser, it may go better.
                Err(tab::TabError::Gone(_)) if tries < 3 => {}
                answer => return answer.map_err(|error| problem(&request.name, &error)),
            }
        }
    }
}

fn not_installed() -> Problem {
    let message = "no Chromium found; install it (Debian: apt-get install chromium), \
                   or set CHAFFINCH_CHROMIUM to its path";
    Problem::new(ProblemKind::Renderer, "chromium", message)
}

/// A lock that a panic has poisoned can still be used: nothing is ever left half done under it.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
