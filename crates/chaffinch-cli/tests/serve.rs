//! The server by what it answers: every address is described, every answer is as described, and nothing is answered that should not be.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Server {
    child: Child,
    port: u16,
    token: String,
    _folder: tempfile::TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    fn error(&self) -> String {
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

fn serve(more: &[&str]) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("data/shops");
    std::fs::create_dir_all(set.join("pages")).unwrap();
    std::fs::write(set.join("pages/1.html"), SHOP).unwrap();
    let gold = json!({ "id": "shops/1", "page": "shops/pages/1.html", "site": "a", "task": "records", "records": [{ "name": "Tea" }, { "name": "Cake" }] });
    std::fs::write(set.join("gold.jsonl"), gold.to_string()).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_chaffinch"))
        .args(["serve", "--port", "0", "--project"])
        .arg(folder.path().join("project"))
        .arg("--data")
        .arg(folder.path().join("data"))
        .args(more)
        .env("CHAFFINCH_TOKEN", "secret-token")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.rsplit_once(':').unwrap().1.split('/').next().unwrap().parse().unwrap();
    Server { child, port, token: "secret-token".to_owned(), _folder: folder }
}

impl Server {
    /// Sends a request as it is given, line by line.
    fn raw(&self, head: &str, body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .write_all(
                format!("{head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len()).as_bytes(),
            )
            .unwrap();
        // A server that refuses may close before it has read everything.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(answer.len());
        let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = answer.get(end + 4..).unwrap_or_default().to_vec();
        let body = if head.contains("transfer-encoding: chunked") { unchunked(&body) } else { body };
        Answer { status, head, body }
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nx-chaffinch-token: {}\r\nContent-Type: application/json",
            self.port, self.token
        );
        self.raw(&head, &body.map(|body| body.to_string().into_bytes()).unwrap_or_default())
    }

    fn post(&self, path: &str, body: Value) -> Value {
        let answer = self.ask("POST", path, Some(&body));
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }

    fn open(&self, html: &str) -> String {
        self.post("/api/pages", json!({ "html": html }))["pages"][0]["id"].as_str().unwrap().to_owned()
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|window| window == b"\r\n") {
        let Ok(length) = usize::from_str_radix(&String::from_utf8_lossy(&body[..end]), 16) else { break };
        if length == 0 || end + 2 + length > body.len() {
            break;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + length]);
        body = body.get(end + 4 + length..).unwrap_or_default();
    }
    whole
}

const SHOP: &str = "<title>Shop</title><h1>Shop</h1><ul><li><h3>Tea</h3><b>$4.50</b><li><h3>Cake</h3><b>$5.00</b><li><h3>Soup</h3><b>$7.25</b>\
    <li><h3>Stew</h3><b>$8.25</b></ul>";

fn span(text: &str) -> Value {
    let start = SHOP.find(text).unwrap();
    json!([start, start + text.len()])
}

/// For each address of the description a request that is right, and for those that do not answer with JSON nothing to compare.
fn requests(server: &Server) -> Vec<(&'static str, &'static str, String, Option<Value>)> {
    let page = server.open(SHOP);
    let report = server.post("/api/extract", json!({ "page": page }))["report"].clone();
    let marks = |texts: [&str; 2]| json!([{ "attribute": "name", "span": span(texts[0]) }, { "attribute": "price", "span": span(texts[1]) }]);
    let records = json!([
        marks(["Tea", "$4.50"]),
        marks(["Cake", "$5.00"]),
        marks(["Soup", "$7.25"]),
        marks(["Stew", "$8.25"])
    ]);
    let teach = json!({ "examples": [{ "page": page, "complete": true, "records": records }], "others": [server.open(SHOP)] });
    let wrapper =
        server.post("/api/wrapper/learn", teach.clone())["wrapper"].as_str().expect("a wrapper").to_owned();
    let domain = server.ask("GET", "/api/domains/product", None).json()["toml"].clone();
    let job = server.post("/api/jobs", json!({ "job": "measure", "set": "shops" }))["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let plain = |path: &'static str| ("get", path, path.to_owned(), None);
    let post = |path: &'static str, body: Value| ("post", path, path.to_owned(), Some(body));
    vec![
        plain("/api/about"),
        plain("/api/pages"),
        post("/api/pages", json!({ "html": SHOP })),
        ("get", "/api/pages/{page}", format!("/api/pages/{page}"), None),
        ("get", "/api/pages/{page}/source", format!("/api/pages/{page}/source"), None),
        ("get", "/frame/{page}", format!("/frame/{page}"), None),
        post(
            "/api/extract",
            json!({ "page": page, "places": true, "method": { "command": "records", "options": { "method": "mdr", "explain": true } } }),
        ),
        post("/api/stream", json!({ "pages": [page], "set": "shops" })),
        post(
            "/api/relation",
            json!({ "page": page, "relation": report["relations"][0], "edits": [{ "edit": "rename", "column": 0, "name": "dish" }] }),
        ),
        post("/api/node", json!({ "page": page, "node": 8 })),
        post("/api/why", json!({ "page": page, "node": 8 })),
        post("/api/view", json!({ "page": page, "view": "blocks" })),
        post("/api/write", json!({ "format": "csv", "reports": [report] })),
        post("/api/wrapper/learn", teach),
        post("/api/wrapper/apply", json!({ "wrapper": wrapper, "pages": [page] })),
        post("/api/wrapper/repair", json!({ "wrapper": wrapper, "pages": [page] })),
        ("get", "/api/domains/{domain}", "/api/domains/product".to_owned(), None),
        post("/api/domain/check", json!({ "toml": domain, "pages": [page] })),
        plain("/api/sets"),
        ("get", "/api/sets/{set}", "/api/sets/shops".to_owned(), None),
        ("post", "/api/sets/{set}", "/api/sets/shops".to_owned(), Some(json!({ "id": "shops/1" }))),
        post("/api/jobs", json!({ "job": "measure", "set": "shops" })),
        ("get", "/api/jobs/{job}", format!("/api/jobs/{job}"), None),
        ("delete", "/api/jobs/{job}", format!("/api/jobs/{job}"), None),
        (
            "put",
            "/api/project",
            "/api/project".to_owned(),
            Some(json!({ "state": { "a": 1 }, "files": { "notes.txt": "x" }, "pages": { "1.html": page } })),
        ),
        plain("/api/project"),
    ]
}

#[test]
fn every_address_is_described_and_its_answer_is_as_described() {
    let server = serve(&[]);
    let description = server.ask("GET", "/openapi.json", None).json();
    let mut described: Vec<String> = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        described.extend(methods.as_object().unwrap().keys().map(|method| format!("{method} {path}")));
    }
    let requests = requests(&server);
    let mut asked: Vec<String> =
        requests.iter().map(|(method, path, ..)| format!("{method} {path}")).collect();
    described.sort();
    asked.sort();
    asked.dedup();
    assert_eq!(described, asked);
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("http://localhost/openapi.json", description.clone()).unwrap();
    let mut fits = |name: &str, value: &Value, what: &str| {
        let place = format!("http://localhost/openapi.json#/components/schemas/{name}");
        let schema = compiler.compile(&place, &mut schemas).unwrap();
        if let Err(error) = schemas.validate(value, schema) {
            panic!("{what} does not fit {name}: {error:#}\n{value}");
        }
    };
    for (method, path, address, body) in &requests {
        let operation = &description["paths"][*path][*method];
        let name = |content: &Value| {
            content["application/json"]["schema"]["$ref"]
                .as_str()
                .map(|place| place.rsplit('/').next().unwrap().to_owned())
        };
        if let (Some(body), Some(schema)) = (body, name(&operation["requestBody"]["content"])) {
            fits(&schema, body, &format!("the request to {path}"));
        }
        let answer = server.ask(&method.to_uppercase(), address, body.as_ref());
        assert_eq!(answer.status, 200, "{method} {path}: {}", String::from_utf8_lossy(&answer.body));
        assert!(!answer.body.is_empty(), "{method} {path}");
        if let Some(schema) = name(&operation["responses"]["200"]["content"]) {
            fits(&schema, &answer.json(), &format!("the answer of {method} {path}"));
        }
    }
    let missing = server.ask("GET", "/api/pages/none", None);
    assert_eq!(missing.status, 404);
    fits("Error", &missing.json(), "a refusal");
}

#[test]
fn the_report_of_the_server_is_that_of_the_command_line() {
    let server = serve(&[]);
    let own = server.post("/api/extract", json!({ "html": SHOP, "name": "-" }))["report"].clone();
    let mut child = Command::new(env!("CARGO_BIN_EXE_chaffinch"))
        .args(["extract", "--format", "jsonl", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(SHOP.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(own["relations"], serde_json::from_slice::<Value>(&output.stdout).unwrap()["relations"]);
}

#[test]
fn without_the_token_under_another_name_or_from_another_site_nothing_is_answered() {
    let server = serve(&[]);
    let port = server.port;
    let refused = |head: &str| {
        let answer = server.raw(head, b"{\"html\": \"<p>x\"}");
        assert_eq!(answer.status, 403, "{head}");
        assert!(!answer.body.windows(9).any(|window| window == b"relations"));
    };
    refused(&format!("POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1:{port}"));
    refused(&format!(
        "POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nx-chaffinch-token: secret-tokem"
    ));
    let token = "x-chaffinch-token: secret-token";
    for host in [
        format!("evil.example:{port}"),
        "127.0.0.1:1".to_owned(),
        format!("127.0.0.1.nip.io:{port}"),
        String::new(),
        format!("10.0.0.1:{port}"),
    ] {
        refused(&format!("POST /api/extract HTTP/1.1\r\nHost: {host}\r\n{token}"));
    }
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://localhost"] {
        refused(&format!(
            "POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{token}\r\nOrigin: {origin}"
        ));
    }
    refused(&format!(
        "POST /api/extract HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{token}\r\nSec-Fetch-Site: cross-site"
    ));
    let allowed = server.raw(
        &format!("POST /api/extract HTTP/1.1\r\nHost: localhost:{port}\r\n{token}\r\nOrigin: http://localhost:{port}"),
        b"{\"html\": \"<p>x\"}",
    );
    assert_eq!(allowed.status, 200);
}

#[test]
fn a_page_is_shown_only_without_an_origin_and_without_scripts_of_its_own() {
    let server = serve(&[]);
    let page = server.open("<script>alert(1)</script><p onclick=alert(2)>x");
    let frame = server
        .raw(&format!("GET /frame/{page}?remote=false HTTP/1.1\r\nHost: 127.0.0.1:{}", server.port), b"");
    for rule in [
        "sandbox allow-scripts", "default-src 'none'", "script-src 'nonce-", "frame-ancestors 'self'",
        "form-action 'none'", "img-src data:;",
    ] {
        assert!(frame.head.contains(rule), "{rule} in {}", frame.head);
    }
    assert!(!frame.head.contains("allow-same-origin"));
    assert!(!String::from_utf8_lossy(&frame.body).contains("alert"));
    let source = server.ask("GET", &format!("/api/pages/{page}/source"), None);
    assert!(source.head.contains("attachment") && source.head.contains("nosniff"));
}

#[test]
fn addresses_of_this_and_other_private_networks_are_not_fetched() {
    let server = serve(&[]);
    for address in [
        format!("http://127.0.0.1:{}/", server.port),
        format!("http://localhost:{}/", server.port),
        "http://[::1]/".into(),
        "http://0.0.0.0/".into(),
        "http://10.0.0.1/".into(),
        "http://192.168.0.1/".into(),
        "http://169.254.169.254/latest/meta-data".into(),
        "http://100.64.0.1/".into(),
        "http://[::ffff:127.0.0.1]/".into(),
        "http://[::ffff:10.0.0.1]/".into(),
        "http://2130706433/".into(),
        "http://0x7f.1/".into(),
        "http://[fe80::1]/".into(),
    ] {
        let answer = server.ask("POST", "/api/pages", Some(&json!({ "url": address })));
        assert_eq!(answer.status, 400, "{address}");
        assert!(answer.error().contains("public"), "{address}: {}", answer.error());
    }
    for address in ["file:///etc/passwd", "/etc/passwd", "ftp://example.org/", "*", "-", "gopher://x"] {
        let answer = server.ask("POST", "/api/pages", Some(&json!({ "url": address })));
        assert!(answer.error().contains("http://"), "{address}: {}", answer.error());
    }
}

#[test]
fn a_server_beyond_its_machine_fetches_nothing_and_shows_itself_only_to_who_has_the_token() {
    let server = serve(&["--host", "0.0.0.0"]);
    let answer = server.ask("POST", "/api/pages", Some(&json!({ "url": "http://example.org/" })));
    assert_eq!(answer.status, 403);
    assert!(answer.error().contains("--allow-fetch"));
    let get = |path: &str| {
        server.raw(&format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}", server.port), b"").status
    };
    assert_eq!((get("/"), get("/?token=wrong"), get("/?token=secret-token")), (403, 403, 200));
}

#[test]
fn options_that_name_files_or_run_scripts_are_refused() {
    let server = serve(&[]);
    for options in [
        json!({ "schema": "/etc/passwd" }),
        json!({ "scripts": true }),
        json!({ "nonsense": 1 }),
        json!({ "output": "/tmp/x" }),
    ] {
        let answer = server.ask(
            "POST",
            "/api/extract",
            Some(&json!({ "html": "<p>x", "method": { "command": "extract", "options": options } })),
        );
        assert_eq!(answer.status, 400, "{options}");
    }
    let model = json!({ "html": "<p>x", "method": { "command": "label", "options": { "model": "../../etc/passwd" } } });
    assert_eq!(server.ask("POST", "/api/extract", Some(&model)).status, 400);
    assert_eq!(
        server
            .ask("POST", "/api/extract", Some(&json!({ "html": "<p>x", "method": { "command": "serve" } })))
            .status,
        400
    );
}

#[test]
fn a_request_that_is_too_large_and_a_page_that_takes_too_long_cost_nobody_else() {
    let server = serve(&["--max-upload", "1M"]);
    let large = json!({ "html": "x".repeat(2 << 20) });
    let refused = server.ask("POST", "/api/extract", Some(&large));
    assert_eq!((refused.status, refused.error().contains("MB at most")), (413, true), "{}", refused.error());
    let deep = format!("<ul>{}</ul>", "<div>".repeat(60_000));
    let slow = json!({ "html": deep, "method": { "command": "extract", "options": { "max_seconds": "1" } } });
    let answer = server.ask("POST", "/api/extract", Some(&slow));
    assert_eq!(answer.status, 200);
    assert_eq!(
        server.post("/api/extract", json!({ "html": SHOP }))["report"]["relations"][0]["rows"]
            .as_array()
            .unwrap()
            .len(),
        4
    );
}

#[test]
fn many_pages_stream_a_line_each_and_an_archive_is_one_request() {
    let server = serve(&[]);
    let first = server.ask(
        "POST",
        "/api/stream",
        Some(&json!({ "pages": [server.open(SHOP), server.open("<p>nothing")] })),
    );
    let lines: Vec<Value> = first
        .body
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["relations"][0]["rows"].as_array().unwrap().len(), 4);
    let record = |url: &str| {
        let body = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{SHOP}");
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{body}\r\n\r\n",
            body.len()
        )
    };
    let archive: String =
        ["http://a.example/", "http://b.example/", "http://c.example/"].map(record).concat();
    let head = format!(
        "POST /api/stream?name=crawl.warc HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nx-chaffinch-token: {}\r\nContent-Type: application/octet-stream",
        server.port, server.token
    );
    let streamed = server.raw(&head, archive.as_bytes());
    assert_eq!(streamed.body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count(), 3);
}
