//! Pages of strangers, made harmless, to be shown in a browser.
//!
//! A page is handed over as a list of its nodes and not as markup: what a browser makes of markup is never certain, a list of nodes is. A small
//! script ([`BRIDGE`]) builds them one by one, in a frame that has no origin and whose policy allows no other script, and nothing from the
//! network unless that was switched on. It knows every node by its number, so that the page and the report agree.

mod harmless;
mod report;

pub use harmless::{Remote, harmless};
pub use report::{places, report_page};

/// The script that builds a page in its frame, marks nodes there and says what the user points at.
pub const BRIDGE: &str = include_str!("bridge.js");

/// The policy of a frame whose only script has this nonce.
pub fn frame_policy(nonce: &str, remote: Remote) -> String {
    let images = match remote {
        Remote::Blocked => "img-src data:; style-src 'unsafe-inline'; font-src data:",
        Remote::Shown => {
            "img-src http: https: data:; style-src 'unsafe-inline' http: https:; font-src http: https: data:"
        }
    };
    format!("default-src 'none'; script-src 'nonce-{nonce}'; {images}; base-uri 'none'; form-action 'none'")
}

/// The document of a frame that shows a page; `nodes` is what [`harmless()`] gave.
pub fn frame_document(nodes: &str, is_quirky: bool, nonce: &str) -> String {
    let doctype = if is_quirky { "" } else { "<!doctype html>" };
    format!(
        "{doctype}<html><head><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\"><title>Page</title></head><body>\
         <script nonce=\"{nonce}\">const PAGE = {nodes};\n{BRIDGE}</script></body></html>"
    )
}

/// Whether a page is laid out as browsers of the 1990s did, for [`frame_document`].
pub fn is_quirky(page: &chaffinch_core::Page) -> bool {
    page.quirks() == chaffinch_core::Quirks::Full
}
