use std::time::Duration;

/// What reading one input and working on one page may cost.
///
/// ```
/// use chaffinch_core::Limits;
/// let limits = Limits { page_bytes: 1 << 20, ..Limits::default() };
/// assert!(limits.nodes >= 100_000);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Most bytes of one page, after decompression.
    pub page_bytes: usize,
    /// Most nodes of one page.
    pub nodes: usize,
    /// Most elements within one another; deeper tags are ignored, as in browsers.
    pub depth: usize,
    /// Most nodes of a page that the embedded renderer lays out; a larger page has no boxes.
    /// A node takes about 3 KB of memory during layout.
    pub layout_nodes: usize,
    /// Most bytes of text of a page that the embedded renderer lays out.
    pub layout_text: usize,
    /// Longest time for laying out one page.
    pub render_time: Duration,
    /// Most bytes that one byte of a compressed record may decompress to, on average.
    pub inflate_ratio: usize,
    /// Longest time for fetching one address, redirects included.
    pub fetch_time: Duration,
    /// Most redirects that are followed for one address.
    pub redirects: usize,
    /// Most bytes of all linked style sheets of one page together.
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
