//! Bytes to [`Page`]: which encoding, which tree, and where in the bytes everything stands.
//!
//! The tokens come from `html5gum`, which knows their positions, the tree from `html5ever`'s tree
//! builder, which knows the standard; this crate carries the positions past the tree builder.
//!
//! ```
//! use chaffinch_core::NodeKind;
//! let page = chaffinch_page::parse_str("<p>fish &amp; chips");
//! let text = page.ids().find(|id| page.node(*id).kind == NodeKind::Text).unwrap();
//! assert_eq!(page.own_text(text), "fish & chips");
//! assert_eq!(page.source().slice(page.span(text).unwrap()), b"fish &amp; chips");
//! ```

mod decode;
mod formatting;
mod open_elements;
mod prescan;
mod sink;
mod tokens;

use chaffinch_core::{Limit, Limits, Page, Problem, ProblemKind, Remark, RemarkKind};
use sink::Excess;

/// A page, and what had to be done to it to keep it within the limits.
#[derive(Debug)]
pub struct Parsed {
    /// The page.
    pub page: Page,
    /// What was left out.
    pub remarks: Vec<Remark>,
}

/// What is known of a page's bytes before looking at them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin<'a> {
    /// The input's name, for messages.
    pub name: &'a str,
    /// The `Content-Type` that came with the bytes; its `charset` beats the page's own.
    pub content_type: Option<&'a str>,
    /// The page's address; its top-level domain helps to guess an encoding.
    pub url: Option<&'a str>,
}

/// Parses the bytes of a page.
pub fn parse(bytes: Vec<u8>, origin: Origin<'_>, limits: &Limits) -> Result<Parsed, Problem> {
    if let Some(problem) = excess(&bytes, origin, limits) {
        return Err(problem);
    }
    let (source, text) = decode::decode(bytes, origin);
    let mut tree = tokens::build_tree(&text, limits);
    let mut remarks = Vec::new();
    if let Some(excess) = tree.excess {
        let what = match excess {
            Excess::Nodes => format!("the page has more than {} nodes", limits.nodes),
            Excess::Formatting => {
                format!("unclosed formatting tags are worth more than {} nodes", limits.nodes)
            }
            Excess::Attributes => {
                format!("the page has more than {} attributes", tokens::most_attributes(limits))
            }
            Excess::Names => {
                format!("the page has more than {} names of tags and attributes", tokens::most_names(limits))
            }
        };
        return Err(Problem::limit(origin.name, what, Limit::Nodes));
    }
    if tree.flattened > 0 {
        let what = format!(
            "tags are nested more than {} deep, {} deeper tags were ignored",
            limits.depth, tree.flattened
        );
        remarks.push(Remark::new(RemarkKind::LeftOut(Limit::Depth), what));
    }
    let long = tree.leave_out_addresses(limits.address_bytes);
    if long > 0 {
        let (links, were) = if long == 1 { ("link", "was") } else { ("links", "were") };
        let most = limits.address_bytes;
        let what =
            format!("{long} {links} with an address of more than {most} bytes {were} taken for plain text");
        remarks.push(Remark::new(RemarkKind::LeftOut(Limit::AddressBytes), what));
    }
    let page = tree.into_page(source);
    if page.is_empty() {
        return Err(Problem::new(ProblemKind::Damaged, origin.name, "holds no markup and no text"));
    }
    Ok(Parsed { page, remarks })
}

/// The problem of a page with more bytes than the limits allow.
pub fn excess(bytes: &[u8], origin: Origin<'_>, limits: &Limits) -> Option<Problem> {
    let what = || format!("the page is larger than {} bytes", limits.page_bytes);
    (bytes.len() > limits.page_bytes).then(|| Problem::limit(origin.name, what(), Limit::PageBytes))
}

/// The encoding that a byte order mark, the `Content-Type` or the page itself declares, by its name in the Encoding Standard.
pub fn declared_encoding(bytes: &[u8], origin: Origin<'_>) -> Option<&'static str> {
    decode::declared(bytes, origin).map(|(encoding, _)| encoding.name())
}

/// The encoding that a page is read in, by its name in the Encoding Standard: the one declared, or else what its bytes look like.
pub fn encoding_of(bytes: &[u8], origin: Origin<'_>) -> &'static str {
    decode::find_encoding(bytes, origin).0.name()
}

/// Parses markup that is already text, with the default limits; what exceeds them is cut off.
pub fn parse_str(html: &str) -> Page {
    let limits = Limits::default();
    let origin = Origin { content_type: Some("text/html; charset=utf-8"), ..Origin::default() };
    let (source, text) = decode::decode(html.as_bytes().to_vec(), origin);
    let mut tree = tokens::build_tree(&text, &limits);
    tree.leave_out_addresses(limits.address_bytes);
    tree.into_page(source)
}
