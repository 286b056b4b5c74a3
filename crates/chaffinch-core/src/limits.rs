use std::time::Duration;

/// What one page, and one read of an input, may cost. Every limit of Chaffinch is here.
///
/// ```
/// use chaffinch_core::Limits;
/// let limits = Limits { page_bytes: 1 << 20, ..Limits::default() };
/// assert!(limits.nodes >= 100_000);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Bytes of one page, after content decoding.
    pub page_bytes: usize,
    /// Nodes of one page.
    pub nodes: usize,
    /// Nesting of elements; deeper tags are flattened, as browsers do.
    pub depth: usize,
    /// Nodes of a page that the embedded renderer lays out; a larger page comes without boxes.
    /// A node takes about 3 KB while it is laid out.
    pub layout_nodes: usize,
    /// Bytes of text of such a page.
    pub layout_text: usize,
    /// Wall clock for laying one page out.
    pub render_time: Duration,
    /// Decoded bytes for each byte of a compressed record.
    pub inflate_ratio: usize,
    /// Wall clock for fetching one address, redirects included.
    pub fetch_time: Duration,
    /// Redirects followed for one address.
    pub redirects: usize,
    /// Bytes of all linked style sheets of one page.
    pub style_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            page_bytes: 32 << 20,
            nodes: 500_000,
            depth: 512,
            layout_nodes: 150_000,
            layout_text: 4 << 20,
            render_time: Duration::from_secs(20),
            inflate_ratio: 1_000,
            fetch_time: Duration::from_secs(30),
            redirects: 10,
            style_bytes: 8 << 20,
        }
    }
}
