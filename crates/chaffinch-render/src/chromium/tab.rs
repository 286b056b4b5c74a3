//! One tab: a conversation in the debugging protocol, one question at a time.

use super::browser::Browser;
use crate::VIEWPORT;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

/// Why a tab gave no answer.
#[derive(Debug)]
pub enum TabError {
    /// Time ran out.
    TooSlow(Duration),
    /// The tab or the browser is gone, or makes no sense any more.
    Gone(String),
    /// The browser said no.
    Refused(String),
}

pub struct Tab {
    socket: WebSocket<TcpStream>,
    next_id: u64,
    /// How many pages it has loaded: each gets an address of its own.
    pub loads: u64,
    /// The tab keeps its browser alive.
    _browser: Arc<Browser>,
}

/// Something the browser reports unasked.
pub struct Event {
    pub method: String,
    pub params: Value,
}

impl Tab {
    pub fn open(browser: Arc<Browser>) -> Result<Tab, TabError> {
        let target = new_target(browser.port)?;
        let path = target["webSocketDebuggerUrl"].as_str().ok_or_else(|| gone("no address for the tab"))?;
        let stream = connect(browser.port)?;
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (socket, _) = tungstenite::client::client_with_config(path, stream, Some(config))
            .map_err(|e| gone(&e.to_string()))?;
        let mut tab = Tab { socket, next_id: 0, loads: 0, _browser: browser };
        let deadline = Deadline::after(Duration::from_secs(30));
        tab.ask("Page.enable", json!({}), deadline)?;
        let metrics =
            json!({"width": VIEWPORT.0, "height": VIEWPORT.1, "deviceScaleFactor": 1, "mobile": false});
        tab.ask("Emulation.setDeviceMetricsOverride", metrics, deadline)?;
        tab.ask("DOMSnapshot.enable", json!({}), deadline)?;
        Ok(tab)
    }

    /// Asks and waits for the answer; events in between are dropped.
    pub fn ask(&mut self, method: &str, params: Value, deadline: Deadline) -> Result<Value, TabError> {
        let id = self.send(method, params)?;
        loop {
            let message = self.receive(deadline)?;
            if message["id"].as_u64() == Some(id) {
                return answer(message);
            }
        }
    }

    /// Asks without waiting for the answer.
    pub fn send(&mut self, method: &str, params: Value) -> Result<u64, TabError> {
        self.next_id += 1;
        let message = json!({"id": self.next_id, "method": method, "params": params}).to_string();
        self.socket.send(Message::text(message)).map_err(|e| gone(&e.to_string()))?;
        Ok(self.next_id)
    }

    /// The next event; answers to questions sent without waiting are passed over unless they are
    /// refusals of `watched`.
    pub fn event(&mut self, watched: u64, deadline: Deadline) -> Result<Event, TabError> {
        loop {
            let mut message = self.receive(deadline)?;
            if message["id"].as_u64() == Some(watched) {
                answer(message)?;
            } else if let Some(method) = message["method"].as_str() {
                let method = method.to_owned();
                return Ok(Event { method, params: message["params"].take() });
            }
        }
    }

    /// Loads an address freely, scripts included; the document after it has settled.
    pub fn load_address(&mut self, url: &str, time: Duration) -> Result<String, TabError> {
        let deadline = Deadline::after(time);
        self.ask("Fetch.disable", json!({}), deadline)?;
        self.ask("Emulation.setScriptExecutionDisabled", json!({"value": false}), deadline)?;
        let navigation = self.send("Page.navigate", json!({"url": url}))?;
        while self.event(navigation, deadline)?.method != "Page.loadEventFired" {}
        // Scripts often build the page right after loading; a short, fixed rest lets most finish.
        std::thread::sleep(Duration::from_millis(500).min(time / 4));
        let expression = json!({"expression": "document.documentElement.outerHTML", "returnByValue": true});
        let answer = self.ask("Runtime.evaluate", expression, deadline)?;
        let html = answer["result"]["value"].as_str().ok_or_else(|| gone("no document"))?;
        Ok(format!("<!DOCTYPE html>{html}"))
    }

    fn receive(&mut self, deadline: Deadline) -> Result<Value, TabError> {
        loop {
            let left = deadline.left()?;
            self.socket.get_ref().set_read_timeout(Some(left)).map_err(|e| gone(&e.to_string()))?;
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return serde_json::from_str(&text).map_err(|e| gone(&e.to_string()));
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(e))
                    if matches!(e.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
                Err(e) => return Err(gone(&e.to_string())),
            }
        }
    }
}

fn answer(mut message: Value) -> Result<Value, TabError> {
    match message["error"]["message"].as_str() {
        Some(error) => Err(TabError::Refused(error.to_owned())),
        None => Ok(message["result"].take()),
    }
}

fn gone(why: &str) -> TabError {
    TabError::Gone(why.to_owned())
}

/// A point in time by which an answer must be there.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    at: Instant,
    time: Duration,
}

impl Deadline {
    pub fn after(time: Duration) -> Deadline {
        Deadline { at: Instant::now() + time, time }
    }

    fn left(self) -> Result<Duration, TabError> {
        let left = self.at.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(TabError::TooSlow(self.time)) } else { Ok(left) }
    }
}

fn connect(port: u16) -> Result<TcpStream, TabError> {
    let stream = TcpStream::connect(("127.0.0.1", port)).map_err(|e| gone(&e.to_string()))?;
    stream.set_nodelay(true).map_err(|e| gone(&e.to_string()))?;
    Ok(stream)
}

/// Opens a tab by the debugging port's own small HTTP interface.
fn new_target(port: u16) -> Result<Value, TabError> {
    let mut stream = connect(port)?;
    let timeout = Some(Duration::from_secs(30));
    stream.set_read_timeout(timeout).map_err(|e| gone(&e.to_string()))?;
    let request = format!(
        "PUT /json/new?about:blank HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).map_err(|e| gone(&e.to_string()))?;
    // The connection may stay open; the length says when the answer is whole.
    let mut response = Vec::new();
    let mut buffer = [0u8; 4096];
    loop {
        let text = String::from_utf8_lossy(&response);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
            });
            if length.is_some_and(|length| body.len() >= length) {
                return serde_json::from_str(body).map_err(|e| gone(&e.to_string()));
            }
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return Err(gone("the debugging port closed")),
            Ok(n) => response.extend_from_slice(&buffer[..n]),
        }
    }
}
