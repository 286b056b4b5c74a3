use chaffinch_core::{Limits, Page, Problem};
use chaffinch_page::{Origin, declared_encoding, encoding_of, parse};
use std::cell::OnceCell;

/// A page as wrappers read it: its bytes, and its tree once a wrapper asks for one. Several wrappers tried on one page
/// share that tree.
///
/// ```
/// use chaffinch_core::Limits;
/// use chaffinch_page::Origin;
/// use chaffinch_wrapper::PageBytes;
///
/// let served = Origin { content_type: Some("text/html; charset=iso-8859-1"), ..Origin::default() };
/// let page = PageBytes::new(b"<b>Caf\xe9</b>", served, Limits::default());
/// assert_eq!(page.bytes().len(), 11);
/// // Where nothing is known of the page but its bytes:
/// let page = PageBytes::from(&b"<b>Tea</b>"[..]);
/// ```
#[derive(Debug)]
pub struct PageBytes<'b> {
    bytes: &'b [u8],
    origin: Origin<'b>,
    limits: Limits,
    declared: Option<&'static str>,
    /// Whether the bytes are UTF-8, and the encoding that they look like; once somebody has asked.
    is_utf_8: OnceCell<bool>,
    looks: OnceCell<&'static str>,
    tree: OnceCell<Result<Page, Problem>>,
}

impl<'b> PageBytes<'b> {
    /// A page with what is known of it, and what reading it may cost.
    pub fn new(bytes: &'b [u8], origin: Origin<'b>, limits: Limits) -> PageBytes<'b> {
        PageBytes {
            bytes,
            origin,
            limits,
            declared: declared_encoding(bytes, origin),
            is_utf_8: OnceCell::new(),
            looks: OnceCell::new(),
            tree: OnceCell::new(),
        }
    }

    /// The bytes as read.
    pub fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// The encoding that the page or its server declares; `otherwise` where neither does and the bytes may be in that.
    pub(crate) fn encoding_or<'e>(&self, otherwise: &'e str) -> &'e str {
        const UTF_8: &str = "UTF-8";
        if let Some(declared) = self.declared {
            return declared;
        }
        match *self.is_utf_8.get_or_init(|| std::str::from_utf8(self.bytes).is_ok()) {
            false if otherwise == UTF_8 => self.looks.get_or_init(|| encoding_of(self.bytes, self.origin)),
            true if otherwise != UTF_8 && !self.bytes.is_ascii() => UTF_8,
            _ => otherwise,
        }
    }

    /// Why the page is not read at all.
    pub(crate) fn excess(&self) -> Option<Problem> {
        chaffinch_page::excess(self.bytes, self.origin, &self.limits)
    }

    /// The tree, made when it is first asked for. This is the one place where the bytes are copied: a page keeps its own.
    pub(crate) fn tree(&self) -> Result<&Page, Problem> {
        let make = || parse(self.bytes.to_vec(), self.origin, &self.limits).map(|parsed| parsed.page);
        self.tree.get_or_init(make).as_ref().map_err(Clone::clone)
    }
}

impl<'b> From<&'b [u8]> for PageBytes<'b> {
    fn from(bytes: &'b [u8]) -> PageBytes<'b> {
        PageBytes::new(bytes, Origin::default(), Limits::default())
    }
}
