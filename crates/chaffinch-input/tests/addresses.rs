//! Pages from web servers, made of a few lines each.

mod made;

use chaffinch_core::{Limit, Problem, ProblemKind};
use chaffinch_input::{Addresses, Document, ReadOptions, read};
use made::gzip;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A web server that answers each path with what `answer` returns, and remembers what was asked.
struct Server {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn new(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { break };
                let request = request(&stream);
                let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
                log.lock().unwrap().push(request);
                // A client that has read enough hangs up, which is no failure of the server.
                let _ = stream.write_all(&answer(&path));
            }
        });
        Server { address, asked }
    }

    fn paths(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        asked.iter().map(|request| request.split(' ').nth(1).unwrap().to_owned()).collect()
    }

    fn read(&self, path: &str, options: &ReadOptions) -> Result<Document, Problem> {
        let mut items: Vec<_> = read(&[format!("{}{path}", self.address)], options).collect();
        assert_eq!(items.len(), 1);
        items.remove(0)
    }
}

fn request(stream: &TcpStream) -> String {
    let mut text = String::new();
    for line in BufReader::new(stream).lines() {
        match line {
            Ok(line) if !line.is_empty() => text.push_str(&format!("{line}\n")),
            _ => break,
        }
    }
    text
}

fn answer(status: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let head =
        format!("HTTP/1.1 {status}\r\n{fields}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn html(body: &str) -> Vec<u8> {
    answer("200 OK", "Content-Type: text/html; charset=utf-8\r\n", body.as_bytes())
}

fn missing() -> Vec<u8> {
    answer("404 Not Found", "Content-Type: text/html\r\n", b"<p>nothing here")
}

fn quick() -> ReadOptions {
    ReadOptions::default().with(|options| {
        options.pause = Duration::ZERO;
        options.limits.fetch_time = Duration::from_secs(60);
    })
}

#[test]
fn a_page_is_fetched_and_knows_where_it_came_from() {
    let server = Server::new(|path| match path {
        "/old" => answer("302 Found", "Location: new?a=1\r\n", b""),
        "/new?a=1" => html("<p>page"),
        _ => missing(),
    });
    let document = server.read("/old#part", &quick()).unwrap();
    assert_eq!(document.bytes, b"<p>page");
    assert_eq!(document.name, format!("{}/old#part", server.address));
    assert_eq!(document.url, Some(format!("{}/new?a=1", server.address)));
    assert_eq!(document.content_type.as_deref(), Some("text/html; charset=utf-8"));
    assert_eq!(document.resources.style_sheet("a.css", None), None);
    assert_eq!(server.paths(), ["/robots.txt", "/old", "/new?a=1"]);
    let asked = server.asked.lock().unwrap();
    assert!(asked.iter().all(|request| request.to_lowercase().contains("user-agent: chaffinch/")));
}

#[test]
fn a_compressed_page_is_decompressed_within_the_limits() {
    let server = Server::new(|path| match path {
        "/page" => {
            answer("200 OK", "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", &gzip(b"<p>zipped"))
        }
        "/bomb" => answer(
            "200 OK",
            "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
            &gzip(&vec![b' '; 3 << 20]),
        ),
        _ => missing(),
    });
    let mut options = quick();
    assert_eq!(server.read("/page", &options).unwrap().bytes, b"<p>zipped");
    options.limits.inflate_ratio = 20;
    let problem = server.read("/bomb", &options).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Limit(Limit::InflateRatio));
}

#[test]
fn a_body_over_the_limit_names_the_limit() {
    let server = Server::new(|path| match path {
        "/" => html(&" ".repeat(100_000)),
        _ => missing(),
    });
    let mut options = quick();
    options.limits.page_bytes = 1000;
    let problem = server.read("/", &options).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Limit(Limit::PageBytes));
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let mut options = quick();
    options.ignore_robots = true;
    options.limits.fetch_time = Duration::from_secs(1);
    let start = Instant::now();
    let problem = read(std::slice::from_ref(&address), &options).next().unwrap().unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!(problem.kind, ProblemKind::Limit(Limit::FetchTime));
    assert_eq!(problem.message, "127.0.0.1 did not answer within 1 s");
    // With robots.txt in the way, that is what did not come.
    options.ignore_robots = false;
    let problem = read(&[address], &options).next().unwrap().unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Limit(Limit::FetchTime));
    assert!(problem.message.contains("robots.txt of 127.0.0.1 could not be fetched"), "{problem}");
}

#[test]
fn a_body_that_stops_halfway_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        request(&stream);
        stream
            .write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>")
            .unwrap();
        thread::sleep(Duration::from_secs(60));
    });
    let options = quick().with(|options| {
        options.ignore_robots = true;
        options.limits.fetch_time = Duration::from_millis(700);
    });
    let problem = read(&[address], &options).next().unwrap().unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Limit(Limit::FetchTime));
}

#[test]
fn redirects_that_never_end_are_given_up() {
    let server = Server::new(|path| match path {
        "/robots.txt" => missing(),
        _ => answer("302 Found", &format!("Location: {path}x\r\n"), b""),
    });
    let problem = server.read("/", &quick()).unwrap_err();
    assert!(problem.message.starts_with("was redirected more than 10 times"), "{problem}");
    assert_eq!(server.paths().len(), 12);
}

#[test]
fn redirects_lead_only_to_the_web() {
    let server = Server::new(|path| match path {
        "/" => answer("302 Found", "Location: file:///etc/passwd\r\n", b""),
        _ => missing(),
    });
    let problem = server.read("/", &quick()).unwrap_err();
    assert!(problem.message.contains("is no http or https address"), "{problem}");
}

#[test]
fn a_missing_page_is_a_problem_with_its_status() {
    let server = Server::new(|_| missing());
    let problem = server.read("/", &quick()).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Unreadable);
    assert!(problem.message.starts_with("the server answered 404 Not Found"), "{problem}");
}

#[test]
fn robots_txt_is_asked_once_and_obeyed() {
    let server = Server::new(|path| match path {
        "/robots.txt" => answer("200 OK", "", b"User-agent: *\nDisallow: /private"),
        _ => html("<p>page"),
    });
    let inputs = ["/private/a", "/public"].map(|path| format!("{}{path}", server.address));
    let items: Vec<_> = read(&inputs, &quick()).collect();
    let problem = items[0].as_ref().unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Robots);
    assert!(items[1].is_ok());
    assert_eq!(server.paths(), ["/robots.txt", "/public"]);
    let all_the_same = quick().with(|options| options.ignore_robots = true);
    assert!(server.read("/private/a", &all_the_same).is_ok());
}

#[test]
fn a_site_whose_robots_txt_fails_is_left_alone() {
    let server = Server::new(|path| match path {
        "/robots.txt" => answer("503 Service Unavailable", "", b""),
        _ => html("<p>page"),
    });
    let problem = server.read("/", &quick()).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Robots);
    assert!(problem.message.contains("the server answered 503"), "{problem}");
    assert_eq!(server.paths(), ["/robots.txt"]);
}

#[test]
fn redirects_to_another_site_ask_its_robots_txt() {
    let other = Server::new(|path| match path {
        "/robots.txt" => answer("200 OK", "", b"User-agent: chaffinch\nDisallow: /"),
        _ => html("<p>page"),
    });
    let target = format!("Location: {}/page\r\n", other.address);
    let server = Server::new(move |path| match path {
        "/robots.txt" => missing(),
        _ => answer("301 Moved Permanently", &target, b""),
    });
    assert_eq!(server.read("/", &quick()).unwrap_err().kind, ProblemKind::Robots);
    assert_eq!(other.paths(), ["/robots.txt"]);
}

#[test]
fn redirects_within_a_site_obey_its_robots_txt() {
    let server = Server::new(|path| match path {
        "/robots.txt" => answer("200 OK", "", b"User-agent: *\nDisallow: /private"),
        "/open" => answer("302 Found", "Location: /private/page\r\n", b""),
        _ => html("<p>page"),
    });
    assert_eq!(server.read("/open", &quick()).unwrap_err().kind, ProblemKind::Robots);
    assert_eq!(server.paths(), ["/robots.txt", "/open"]);
}

#[test]
fn a_second_page_of_the_same_host_waits_its_turn() {
    let server = Server::new(|path| match path {
        "/robots.txt" => answer("200 OK", "", b"User-agent: *\nCrawl-delay: 0.4"),
        _ => html("<p>page"),
    });
    let inputs = ["/a", "/b"].map(|path| format!("{}{path}", server.address));
    let start = Instant::now();
    assert_eq!(read(&inputs, &quick()).filter(Result::is_ok).count(), 2);
    assert!(start.elapsed() >= Duration::from_millis(400));
}

#[test]
fn what_the_server_sends_must_be_a_page() {
    let server = Server::new(|path| match path {
        "/image" => answer("200 OK", "Content-Type: image/png\r\n", b"\x89PNG\r\n\x1a\n"),
        "/lie" => answer("200 OK", "Content-Type: text/html\r\n", b"%PDF-1.7"),
        "/text" => answer("200 OK", "Content-Type: text/plain\r\n", b"plain text"),
        "/page" => answer("200 OK", "Content-Type: text/plain\r\n", b"<!doctype html><p>page"),
        "/empty" => html(""),
        _ => missing(),
    });
    let message = |path| server.read(path, &quick()).unwrap_err().message;
    assert_eq!(message("/image"), "is not a web page (the server says that it is \"image/png\")");
    assert_eq!(message("/lie"), "is not a web page (it looks like a PDF)");
    assert_eq!(message("/text"), "is not a web page (it looks like plain text or data)");
    assert_eq!(message("/empty"), "is empty; the server sent nothing");
    assert!(server.read("/page", &quick()).is_ok());
}

#[test]
fn a_host_that_is_not_there_is_said_to_be_missing() {
    let problem = read(&["http://chaffinch.invalid/".to_owned()], &quick()).next().unwrap().unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Unreadable);
    assert_eq!(
        problem.message,
        "there is no host called chaffinch.invalid; check the spelling and the network connection"
    );
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let problem = read(&[address], &quick()).next().unwrap().unwrap_err();
    assert!(problem.message.contains("refused the connection"), "{problem}");
}

#[test]
fn private_addresses_are_out_of_reach_for_strangers() {
    let server = Server::new(|_| html("<p>secret"));
    let options = quick().with(|options| {
        options.addresses = Addresses::Public;
        options.ignore_robots = true;
    });
    let problem = server.read("/", &options).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Forbidden);
    assert!(problem.message.starts_with("127.0.0.1 is not on the public internet"), "{problem}");
    assert!(server.paths().is_empty());
}
