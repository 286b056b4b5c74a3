//! Which pages are wanted. Extraction is what costs, so pages that are not wanted are passed over before they are parsed.

mod language;

use crate::document::Document;
use crate::sniff;
use chaffinch_core::settings;
use regex::Regex;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

settings! {
    /// Which pages are wanted. What is empty or not given lets every page pass.
    ///
    /// ```
    /// use chaffinch_input::{Document, Filter};
    /// let filter = Filter::default().with(|filter| filter.languages = vec!["de".into()]);
    /// assert!(filter.admits(&Document::from_html("a", "<html lang=de-AT><p>Servus")));
    /// assert!(!filter.admits(&Document::from_html("b", "<html lang=en><p>Hello")));
    /// ```
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub struct Filter {
        /// Types of pages, such as `text/html` or `text/*`. A page that comes without a type is `text/html`.
        pub types: Vec<String> = Vec::new(),
        /// What the address of a page has to match; the name of a page that has no address.
        pub address: Option<AddressPattern> = None,
        /// Languages by their codes, such as `en` or `deu`. What a page says of itself counts; one that says nothing is guessed from its text.
        pub languages: Vec<String> = Vec::new(),
        /// Fewest bytes of a page.
        pub least_bytes: usize = 0,
        /// Most bytes of a page. A larger one is passed over without a word, unlike one beyond the limit of a page.
        pub most_bytes: usize = usize::MAX,
    }
}

impl Filter {
    /// Whether a page is wanted.
    pub fn admits(&self, document: &Document) -> bool {
        let length = document.bytes.len();
        (self.least_bytes..=self.most_bytes).contains(&length)
            && self.admits_address(document.url.as_deref().unwrap_or(&document.name))
            && self.admits_type(document.content_type.as_deref())
            && self.admits_language(|| language::of_page(document))
    }

    /// Whether a page at this address may be wanted.
    pub(crate) fn admits_address(&self, address: &str) -> bool {
        self.address.as_ref().is_none_or(|pattern| pattern.0.is_match(address))
    }

    /// Whether a page of this type may be wanted.
    pub(crate) fn admits_type(&self, content_type: Option<&str>) -> bool {
        let essence = content_type.map(sniff::essence).filter(|essence| !essence.is_empty());
        let essence = essence.as_deref().unwrap_or("text/html");
        self.types.is_empty()
            || self.types.iter().any(|wanted| match wanted.trim().to_ascii_lowercase().strip_suffix('*') {
                Some(start) => essence.starts_with(start),
                None => essence.eq_ignore_ascii_case(wanted.trim()),
            })
    }

    /// Whether a page in this language is wanted; it is found out only where that matters.
    fn admits_language(&self, language: impl FnOnce() -> Option<String>) -> bool {
        self.languages.is_empty()
            || language()
                .is_some_and(|found| self.languages.iter().any(|wanted| language::is_same(wanted, &found)))
    }

    /// Whether a page is wanted whose languages somebody else has found out: codes with commas between them.
    pub(crate) fn admits_languages(&self, found: &str) -> bool {
        self.languages.is_empty()
            || found
                .split(',')
                .any(|found| self.languages.iter().any(|wanted| language::is_same(wanted, found)))
    }
}

/// A regular expression that is looked for in addresses.
#[derive(Clone)]
pub struct AddressPattern(Arc<Regex>);

impl FromStr for AddressPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<AddressPattern, String> {
        let pattern = regex::RegexBuilder::new(text).size_limit(1 << 20).build();
        pattern.map(|pattern| AddressPattern(Arc::new(pattern))).map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => "the pattern is too large".to_owned(),
            error => format!("this is no regular expression: {error}"),
        })
    }
}

impl PartialEq for AddressPattern {
    fn eq(&self, other: &AddressPattern) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl fmt::Debug for AddressPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(url: &str, html: &str) -> Document {
        Document { url: Some(url.to_owned()), ..Document::from_html("a.html", html) }
    }

    #[test]
    fn a_page_has_to_pass_every_filter() {
        let filter = Filter::default().with(|filter| {
            filter.types = vec!["text/*".into()];
            filter.address = Some("/shop/".parse().unwrap());
            filter.least_bytes = 4;
        });
        assert!(filter.admits(&page("https://a.example/shop/1", "<p>one")));
        assert!(!filter.admits(&page("https://a.example/blog/1", "<p>one")));
        assert!(!filter.admits(&page("https://a.example/shop/1", "<p>")));
        let mut xml = page("https://a.example/shop/1", "<p>one");
        xml.content_type = Some("application/xhtml+xml".into());
        assert!(!filter.admits(&xml));
    }

    #[test]
    fn a_pattern_that_is_none_is_refused() {
        assert!("a(".parse::<AddressPattern>().is_err());
        assert!("(((((a{100}){100}){100})))".parse::<AddressPattern>().is_err());
    }
}
