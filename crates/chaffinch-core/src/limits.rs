use crate::settings;
use std::time::Duration;

settings! {
    /// What reading one input and working on one page may cost.
    ///
    /// ```
    /// use chaffinch_core::Limits;
    /// let limits = Limits::default().with(|limits| limits.page_bytes = 1 << 20);
    /// assert!(limits.nodes >= 100_000);
    /// ```
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub struct Limits {
        /// Most bytes of one page, after decompression.
        pub page_bytes: usize = 32 << 20,
        /// Most nodes of one page.
        pub nodes: usize = 1_000_000,
        /// Most elements within one another; deeper tags are ignored, as in browsers.
        pub depth: usize = 512,
        /// Longest address of a link, in bytes; a longer one is left out. Every value in a link repeats its address.
        pub address_bytes: usize = 8 << 10,
        /// Most nodes of a page that the embedded renderer lays out; a larger page has no boxes.
        /// A node takes about 3 KB of memory during layout.
        pub layout_nodes: usize = 150_000,
        /// Most bytes of text of a page that the embedded renderer lays out.
        pub layout_text: usize = 4 << 20,
        /// Longest time for laying out one page.
        pub render_time: Duration = Duration::from_secs(8),
        /// Longest processor time for one page in all, where pages are read in a process of their own.
        pub page_time: Duration = Duration::from_secs(60),
        /// Most bytes of memory for one page, where pages are read in a process of their own.
        pub page_memory: usize = 1 << 30,
        /// Most bytes that one byte of a compressed record may decompress to, on average.
        pub inflate_ratio: usize = 1_000,
        /// Most entries of one zip or tar archive, and most parts of one MHTML file.
        pub archive_entries: usize = 10_000_000,
        /// Most bytes of one batch of rows of a table, which is held at a time; a table in larger pieces is not read.
        pub table_bytes: usize = 1 << 30,
        /// Longest time for fetching one address, redirects included.
        pub fetch_time: Duration = Duration::from_secs(30),
        /// Most redirects that are followed for one address.
        pub redirects: usize = 10,
        /// Most bytes of all linked style sheets of one page together.
        pub style_bytes: usize = 8 << 20,
    }
}
