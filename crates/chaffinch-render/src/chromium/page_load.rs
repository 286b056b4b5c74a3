//! Serves a page from memory to a tab and takes its picture.

use super::tab::{Deadline, Tab, TabError};
use super::{LivePage, snapshot};
use crate::Request;
use crate::embedded::cascade;
use base64::Engine;
use chaffinch_core::{Layout, NodeId, Page, TextMap};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::time::Duration;
use url::Url;

/// Lays out one page. Whatever it asks for is refused, but for style sheets that are at hand.
pub fn lay_out(tab: &mut Tab, request: &Request) -> Result<Layout, TabError> {
    let deadline = Deadline::after(request.limits.render_time);
    tab.loads += 1;
    // An address that cannot exist, so that nothing on the page can be same-origin with anything.
    let address = format!("http://page-{}.invalid/", tab.loads);
    let sheets = sheets_by_address(request, &address);
    tab.ask("Fetch.enable", json!({"patterns": [{"urlPattern": "*"}]}), deadline)?;
    tab.ask("Emulation.setScriptExecutionDisabled", json!({"value": true}), deadline)?;
    let navigation = tab.send("Page.navigate", json!({"url": address}))?;
    loop {
        let event = tab.event(navigation, deadline)?;
        match event.method.as_str() {
            "Fetch.requestPaused" => {
                let id = event.params["requestId"].clone();
                let url = event.params["request"]["url"].as_str().unwrap_or_default();
                if url == address {
                    let html = source_text(&request.page);
                    tab.send("Fetch.fulfillRequest", fulfilled(id, "text/html", html.as_bytes()))?;
                } else if let Some(css) = sheets.get(url) {
                    tab.send("Fetch.fulfillRequest", fulfilled(id, "text/css", css.as_bytes()))?;
                } else {
                    let refusal = json!({"requestId": id, "errorReason": "BlockedByClient"});
                    tab.send("Fetch.failRequest", refusal)?;
                }
            }
            "Page.loadEventFired" => break,
            "Inspector.targetCrashed" => return Err(TabError::Gone("the tab crashed".into())),
            _ => {}
        }
    }
    let answer = capture(tab, deadline)?;
    snapshot::layout(&request.page, &answer).ok_or_else(|| TabError::Gone("an unreadable snapshot".into()))
}

/// Loads an address freely, scripts included, and takes what is there once it has settled.
pub fn load_live(tab: &mut Tab, url: &str, time: Duration) -> Result<LivePage, TabError> {
    let deadline = Deadline::after(time);
    tab.ask("Fetch.disable", json!({}), deadline)?;
    tab.ask("Emulation.setScriptExecutionDisabled", json!({"value": false}), deadline)?;
    let navigation = tab.send("Page.navigate", json!({"url": url}))?;
    loop {
        match tab.event(navigation, deadline)?.method.as_str() {
            "Page.loadEventFired" => break,
            "Inspector.targetCrashed" => return Err(TabError::Gone("the tab crashed".into())),
            _ => {}
        }
    }
    // Scripts often build the page right after loading; a short, fixed rest lets most finish.
    std::thread::sleep(Duration::from_millis(500).min(time / 4));
    let expression = json!({"expression": "document.documentElement.outerHTML", "returnByValue": true});
    let answer = tab.ask("Runtime.evaluate", expression, deadline)?;
    let html = answer["result"]["value"].as_str().ok_or_else(|| TabError::Refused("no document".into()))?;
    Ok(LivePage { html: format!("<!DOCTYPE html>{html}"), snapshot: capture(tab, deadline)? })
}

fn capture(tab: &mut Tab, deadline: Deadline) -> Result<Value, TabError> {
    let question = json!({
        "computedStyles": snapshot::PROPERTIES,
        "includeDOMRects": true,
        "includePaintOrder": false,
    });
    tab.ask("DOMSnapshot.captureSnapshot", question, deadline)
}

/// The policy lets nothing in but style: no frame, script, image or font is even asked for.
const POLICY: &str = "default-src 'none'; style-src * 'unsafe-inline'; sandbox";

fn fulfilled(id: Value, kind: &str, body: &[u8]) -> Value {
    json!({
        "requestId": id,
        "responseCode": 200,
        "responseHeaders": [
            {"name": "Content-Type", "value": format!("{kind}; charset=utf-8")},
            {"name": "Content-Security-Policy", "value": POLICY},
        ],
        "body": base64::engine::general_purpose::STANDARD.encode(body),
    })
}

/// The page's markup as text: decoded the way the page was, so that both engines read the same.
fn source_text(page: &Page) -> String {
    let source = page.source();
    match encoding_rs::Encoding::for_label(source.encoding.as_bytes()) {
        Some(encoding) => encoding.decode_with_bom_removal(&source.bytes).0.into_owned(),
        None => String::from_utf8_lossy(&source.bytes).into_owned(),
    }
}

/// The sheets at hand by the address under which Chromium will ask for them.
fn sheets_by_address(request: &Request, address: &str) -> TextMap<String, String> {
    let page = &*request.page;
    let mut by_address = TextMap::default();
    let Ok(own) = Url::parse(address) else { return by_address };
    let base = page
        .ids()
        .find(|id| page.is(*id, "base") && page.attribute(*id, "href").is_some())
        .and_then(|id| own.join(page.attribute(id, "href")?).ok())
        .unwrap_or(own);
    let linked: FxHashMap<NodeId, String> =
        cascade::linked_sheets(page, &*request.sheets, &request.limits).into_iter().collect();
    for (id, css) in linked {
        if let Some(url) = page.attribute(id, "href").and_then(|href| base.join(href.trim()).ok()) {
            let mut url = url;
            url.set_fragment(None);
            by_address.insert(url.to_string(), css);
        }
    }
    by_address
}
