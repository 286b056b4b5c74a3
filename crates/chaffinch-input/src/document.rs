use crate::resources::Resources;

/// One page's bytes and what is known about them.
#[derive(Debug, Clone)]
pub struct Document {
    /// The input as the user named it; in a folder, with the path inside; in an archive, followed by
    /// `#` and the byte offset of the record.
    pub name: String,
    /// The address it was fetched from, after redirects, or the one its archive record gives.
    pub url: Option<String>,
    /// The `Content-Type` it was served with.
    pub content_type: Option<String>,
    /// The page, after transfer and content decoding, before character decoding.
    pub bytes: Vec<u8>,
    /// Where its style sheets may be found without touching the network.
    pub resources: Resources,
}

impl Document {
    /// A document from markup at hand, with no address and no style sheets.
    pub fn from_html(name: impl Into<String>, html: impl Into<String>) -> Document {
        Document {
            name: name.into(),
            url: None,
            content_type: Some("text/html; charset=utf-8".into()),
            bytes: html.into().into_bytes(),
            resources: Resources::none(),
        }
    }
}
