//! Pages from the web: one at a time, politely, and only those that the user named.

use crate::decode::{self, DecodeError};
use crate::document::Document;
use crate::file::not_a_page;
use crate::names::{Names, NotPublic};
use crate::options::{Addresses, ReadOptions};
use crate::resources::Resources;
use crate::robots::{self, Robots, product_token};
use crate::sniff;
use chaffinch_core::{Limit, Limits, Problem, ProblemKind};
use std::collections::HashMap;
use std::io::{BufReader, Read};
use std::thread;
use std::time::{Duration, Instant};
use ureq::http::Response;
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body};
use url::{Origin, Url};

/// The longest pause that a site can ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Redirects of a robots.txt that are followed; RFC 9309 asks for at least five.
const ROBOTS_REDIRECTS: usize = 5;

/// Fetches addresses and remembers the hosts it has visited.
pub(crate) struct Fetcher {
    agent: Agent,
    options: ReadOptions,
    hosts: HashMap<Origin, Host>,
}

/// What is known about a host.
struct Host {
    rules: Rules,
    /// When it may be asked for the next page.
    ready: Instant,
}

/// What a host's robots.txt says.
enum Rules {
    Known(Robots),
    /// The host was there but could not say, which counts as a no; this is why.
    Unknown(String),
    /// There is no such host, it does not let us in, or it does not answer in time.
    Unreachable(Problem),
}

impl Fetcher {
    pub fn new(options: &ReadOptions) -> Fetcher {
        let config = Agent::config_builder()
            .user_agent(&options.user_agent)
            .accept("text/html,application/xhtml+xml;q=0.9,*/*;q=0.5")
            .accept_encoding("gzip, br, deflate")
            .http_status_as_error(false)
            // Redirects are followed here, where each can be checked.
            .max_redirects(0)
            .max_redirects_will_error(false);
        let config = match options.addresses {
            Addresses::Any => config,
            // A proxy would look names up by itself, unchecked.
            Addresses::Public => config.proxy(None),
        };
        let names = Names::new(options.addresses);
        let agent = Agent::with_parts(config.build(), DefaultConnector::default(), names);
        Fetcher { agent, options: options.clone(), hosts: HashMap::new() }
    }

    /// Fetches the page at `address`.
    pub fn fetch(&mut self, address: &str) -> Result<Document, Problem> {
        let mut url = Url::parse(address).map_err(|error| {
            let message = format!("is not a valid address ({error}); check the spelling");
            Problem::new(ProblemKind::Unreadable, address, message)
        })?;
        url.set_fragment(None);
        self.ask_robots(address, &url)?;
        self.wait_for_turn(&url);
        let deadline = Instant::now() + self.options.limits.fetch_time;
        for _ in 0..=self.options.limits.redirects {
            let response = self.get(&url, deadline).map_err(|e| self.failure(address, &url, e))?;
            match redirect(&url, &response) {
                None => return self.page(address, url, response),
                Some(Err(target)) => {
                    let message = format!("redirects to {target:?}, which is no http or https address");
                    return Err(Problem::new(ProblemKind::Unreadable, address, message));
                }
                Some(Ok(next)) => {
                    self.ask_robots(address, &next)?;
                    url = next;
                }
            }
        }
        let message = format!(
            "was redirected more than {} times, the last time to {url}; open it in a browser and give the address it ends at",
            self.options.limits.redirects
        );
        Err(Problem::limit(address, message, Limit::Redirects))
    }

    fn get(&self, url: &Url, deadline: Instant) -> Result<Response<Body>, ureq::Error> {
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        self.agent.get(url.as_str()).config().timeout_global(Some(left)).build().call()
    }

    /// The page in a response that is no redirect.
    fn page(&self, address: &str, url: Url, response: Response<Body>) -> Result<Document, Problem> {
        let limits = &self.options.limits;
        let status = response.status();
        if !status.is_success() {
            let meaning = status.canonical_reason().map_or(String::new(), |r| format!(" {r}"));
            let message = format!(
                "the server answered {}{meaning} instead of a page; check the address in a browser",
                status.as_u16()
            );
            return Err(Problem::new(ProblemKind::Unreadable, address, message));
        }
        let content_type = header(&response, "content-type");
        let kind = content_type.clone().unwrap_or_default();
        if !sniff::is_html_type(&kind) && !sniff::is_vague_type(&kind) {
            let message =
                format!("is not a web page (the server says that it is {:?})", sniff::essence(&kind));
            return Err(Problem::new(ProblemKind::Damaged, address, message));
        }
        let coding = header(&response, "content-encoding").unwrap_or_default();
        let bytes = Fetcher::body(&coding, response.into_body(), limits).map_err(|error| match error {
            DecodeError::Broken(error) => self.failure(address, &url, ureq::Error::from(error)),
            error => error.problem(address, limits),
        })?;
        if bytes.is_empty() {
            return Err(Problem::new(ProblemKind::Damaged, address, "is empty; the server sent nothing"));
        }
        if let Some(what) = sniff::foreign(&bytes) {
            return Err(not_a_page(address, what));
        }
        if !sniff::is_html_type(&kind) && !sniff::looks_like_html(&bytes) {
            return Err(not_a_page(address, "plain text or data"));
        }
        Ok(Document {
            name: address.to_owned(),
            url: Some(url.into()),
            content_type,
            bytes,
            resources: Resources::none(),
        })
    }

    fn body(coding: &str, body: Body, limits: &Limits) -> Result<Vec<u8>, DecodeError> {
        let codings = decode::codings(coding)?;
        let mut reader = BufReader::with_capacity(64 << 10, body.into_reader());
        decode::decoded(&mut reader, &codings, limits)
    }

    /// Why `url`, met on the way from `address`, could not be fetched.
    fn failure(&self, address: &str, url: &Url, error: ureq::Error) -> Problem {
        let host = url.host_str().unwrap_or_default();
        let (kind, message) = match error {
            ureq::Error::Io(error) if error.get_ref().is_some_and(|e| e.is::<ureq::Error>()) => {
                // The body reader wraps the library's own errors.
                return match error.downcast::<ureq::Error>() {
                    Ok(inner) => self.failure(address, url, inner),
                    Err(error) => Problem::new(ProblemKind::Unreadable, address, error.to_string()),
                };
            }
            ureq::Error::Timeout(_) => {
                let what =
                    format!("{host} did not answer within {}", seconds(self.options.limits.fetch_time));
                return Problem::limit(address, what, Limit::FetchTime);
            }
            ureq::Error::HostNotFound => (
                ProblemKind::Unreadable,
                format!("there is no host called {host}; check the spelling and the network connection"),
            ),
            ureq::Error::Other(error) if error.is::<NotPublic>() => {
                (ProblemKind::Forbidden, format!("{host} {error}"))
            }
            ureq::Error::Io(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => (
                ProblemKind::Unreadable,
                format!("{host} refused the connection; is a web server running there?"),
            ),
            error => {
                (ProblemKind::Unreadable, format!("{host} could not be read from ({error}); try again later"))
            }
        };
        Problem::new(kind, address, message)
    }

    /// Waits until the host of `url` may be asked for another page.
    fn wait_for_turn(&mut self, url: &Url) {
        let Some(host) = self.hosts.get_mut(&url.origin()) else { return };
        thread::sleep(host.ready.saturating_duration_since(Instant::now()));
        let asked = match &host.rules {
            Rules::Known(robots) => robots.delay.unwrap_or_default().min(LONGEST_PAUSE),
            Rules::Unknown(_) | Rules::Unreachable(_) => Duration::ZERO,
        };
        host.ready = Instant::now() + self.options.pause.max(asked);
    }

    /// Makes sure that the site of `url` lets robots fetch it.
    fn ask_robots(&mut self, address: &str, url: &Url) -> Result<(), Problem> {
        let origin = url.origin();
        if !self.hosts.contains_key(&origin) {
            let rules = if self.options.ignore_robots {
                Rules::Known(Robots::default())
            } else {
                self.fetch_robots(url)
            };
            self.hosts.insert(origin.clone(), Host { rules, ready: Instant::now() });
        }
        let message = match &self.hosts[&origin].rules {
            Rules::Known(robots) if robots.allows(&url[url::Position::BeforePath..]) => return Ok(()),
            Rules::Known(_) => "the site's robots.txt asks robots not to fetch this page".to_owned(),
            Rules::Unknown(why) => why.clone(),
            Rules::Unreachable(problem) => {
                return Err(Problem { input: address.to_owned(), ..problem.clone() });
            }
        };
        Err(Problem::new(ProblemKind::Robots, address, message))
    }

    /// RFC 9309, section 2.3.1: what is missing forbids nothing; what fails forbids everything.
    fn fetch_robots(&self, page: &Url) -> Rules {
        let host = page.host_str().unwrap_or_default();
        let Ok(mut url) = page.join("/robots.txt") else { return Rules::Known(Robots::default()) };
        let deadline = Instant::now() + self.options.limits.fetch_time;
        for _ in 0..=ROBOTS_REDIRECTS {
            let response = match self.get(&url, deadline) {
                Ok(response) => response,
                Err(error) => {
                    let mut problem = self.failure(page.as_str(), &url, error);
                    if problem.kind == ProblemKind::Limit(Limit::FetchTime) {
                        problem.message =
                            format!("the robots.txt of {host} could not be fetched: {}", problem.message);
                    }
                    return Rules::Unreachable(problem);
                }
            };
            let status = response.status();
            match redirect(&url, &response) {
                Some(Ok(next)) => url = next,
                Some(Err(_)) => return Rules::Known(Robots::default()),
                None if status.is_server_error() => {
                    return Rules::Unknown(format!(
                        "the robots.txt of {host} could not be fetched: the server answered {}",
                        status.as_u16()
                    ));
                }
                None if !status.is_success() => return Rules::Known(Robots::default()),
                None => return self.parse_robots(host, response),
            }
        }
        Rules::Known(Robots::default())
    }

    fn parse_robots(&self, host: &str, response: Response<Body>) -> Rules {
        let coding = header(&response, "content-encoding").unwrap_or_default();
        let limits = self.options.limits.clone().with(|limits| limits.page_bytes = robots::MAX_BYTES);
        let read = if coding.is_empty() {
            // Of a longer file the first part counts.
            let mut text = Vec::new();
            let mut reader = response.into_body().into_reader().take(limits.page_bytes as u64);
            reader.read_to_end(&mut text).map(|_| text).map_err(DecodeError::Broken)
        } else {
            Fetcher::body(&coding, response.into_body(), &limits)
        };
        match read {
            Ok(text) => {
                let product = product_token(&self.options.user_agent);
                Rules::Known(Robots::parse(&String::from_utf8_lossy(&text), product))
            }
            Err(_) => Rules::Unknown(format!("the robots.txt of {host} could not be read to its end")),
        }
    }
}

/// Where a response redirects to: an address, or something that is none.
fn redirect(from: &Url, response: &Response<Body>) -> Option<Result<Url, String>> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let target = header(response, "location")?;
    Some(match from.join(&target) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(url),
        _ => Err(target),
    })
}

fn header(response: &Response<Body>, name: &str) -> Option<String> {
    response.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).trim().to_owned())
}

fn seconds(time: Duration) -> String {
    if time.subsec_nanos() == 0 { format!("{} s", time.as_secs()) } else { format!("{time:?}") }
}
