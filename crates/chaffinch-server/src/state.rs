//! What all requests share.

use crate::api::jobs::Jobs;
use crate::api::project::Project;
use crate::gate::Gate;
use crate::pages::Pages;
use crate::program::Program;
use crate::secret::secret;
use chaffinch::{Engine, RendererChoice, Settings};
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How the server runs.
#[derive(Debug, Clone)]
pub struct Options {
    /// The name or address that it listens at.
    pub host: String,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Whether addresses may be fetched although it listens beyond this machine.
    pub allow_fetch: bool,
    /// The token that the API asks for; a random one if not given.
    pub token: Option<String>,
    /// The folder with labelled sets, each a folder with a `gold.jsonl`.
    pub data: Option<PathBuf>,
    /// The folder that work is saved in.
    pub project: PathBuf,
    /// Most bytes of one request.
    pub upload_bytes: usize,
    /// How many pages are worked on at a time; all cores if not given.
    pub at_once: Option<usize>,
    /// How many requests may wait.
    pub waiting: usize,
    /// Longest time for one request, waiting and work each.
    pub request_time: Duration,
    /// Most pages that are kept open, and most bytes of all of them; the one not used for longest is closed.
    pub open_pages: usize,
    /// See `open_pages`.
    pub open_bytes: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: "127.0.0.1".to_owned(),
            port: 7878,
            allow_fetch: false,
            token: None,
            data: None,
            project: PathBuf::from("chaffinch-project"),
            upload_bytes: 64 << 20,
            at_once: None,
            waiting: 512,
            request_time: Duration::from_secs(90),
            open_pages: 500,
            open_bytes: 512 << 20,
        }
    }
}

/// The state of the server.
#[derive(Clone)]
pub struct Bench(Arc<Shared>);

pub struct Shared {
    pub options: Options,
    pub program: Arc<dyn Program>,
    pub token: String,
    pub port: u16,
    /// Whether only this machine can reach it.
    pub is_local: bool,
    pub gate: Gate,
    pub pages: Pages,
    pub jobs: Jobs,
    pub project: Project,
    /// Parses pages.
    pub parser: Engine,
    /// Lays pages out.
    pub renderer: Engine,
}

impl std::ops::Deref for Bench {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Bench {
    pub fn new(options: Options, program: Arc<dyn Program>, address: SocketAddr) -> io::Result<Bench> {
        let engine = |renderer| {
            let settings = Settings::default().with(|settings| settings.renderer = renderer);
            Engine::new(settings).map_err(|problem| io::Error::other(problem.to_string()))
        };
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let token = match &options.token {
            Some(token) => token.clone(),
            None => secret()?,
        };
        Ok(Bench(Arc::new(Shared {
            token,
            port: address.port(),
            is_local: address.ip().is_loopback(),
            gate: Gate::new(options.at_once.unwrap_or(cores).max(1), options.waiting, options.request_time),
            pages: Pages::new(options.open_pages, options.open_bytes),
            jobs: Jobs::default(),
            project: Project::new(options.project.clone()),
            parser: engine(RendererChoice::None)?,
            renderer: engine(RendererChoice::Embedded)?,
            options,
            program,
        })))
    }

    /// Whether a `Host` header means this server. Names that others may point at this machine do not.
    pub fn is_own_name(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let own = ["localhost", "127.0.0.1", "[::1]", self.options.host.as_str()];
        // Whoever listens everywhere is called by any of the machine's addresses, but not by names.
        let is_address = !self.is_local && name.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok();
        port == Some(self.port) && (own.iter().any(|known| known.eq_ignore_ascii_case(name)) || is_address)
    }

    /// Whether addresses may be fetched.
    pub fn may_fetch(&self) -> bool {
        self.is_local || self.options.allow_fetch
    }
}
