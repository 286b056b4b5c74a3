use chaffinch_core::PageReport;
use std::sync::LazyLock;
use url::Url;

/// Decides which addresses of a page may become links that somebody can click.
pub(crate) struct Addresses {
    /// The page's own address, against which relative ones are resolved.
    page: Option<Url>,
}

impl Addresses {
    pub(crate) fn of(report: &PageReport) -> Addresses {
        let page = report.url.as_deref().and_then(|url| Url::parse(url).ok());
        Addresses { page: page.filter(is_harmless) }
    }

    /// Where `link` leads, if it is `http`, `https`, `mailto` or relative.
    ///
    /// A relative address becomes absolute when the page's own is known and stays as it is when not:
    /// the output may lie beside a copy of the site.
    pub(crate) fn target(&self, link: &str) -> Option<String> {
        // Cleaned first and judged after, so that cleaning cannot make a harmful address of a harmless one.
        let link: String = link.trim().chars().filter(|c| !c.is_control()).collect();
        let absolute = self.page.as_ref().unwrap_or(&NOWHERE).join(&link).ok().filter(is_harmless)?;
        if self.page.is_some() || Url::parse(&link).is_ok() {
            return Some(absolute.into());
        }
        // A fragment alone would point into our own output.
        (!link.is_empty() && !link.starts_with('#')).then_some(link)
    }
}

/// A base for judging relative addresses; nothing leads there.
static NOWHERE: LazyLock<Url> =
    LazyLock::new(|| Url::parse("http://nowhere.invalid/").expect("a constant that a test has parsed"));

fn is_harmless(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "mailto")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(page: Option<&str>, link: &str) -> Option<String> {
        let report = PageReport { url: page.map(Into::into), ..PageReport::new("a.html") };
        Addresses::of(&report).target(link)
    }

    #[test]
    fn scripts_and_data_are_never_links() {
        let hostile = [
            "javascript:alert(1)",
            " JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "java\0script:alert(1)",
            "\u{a0}javascript:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "vbscript:x",
            "file:///etc/passwd",
        ];
        for link in hostile {
            assert_eq!(target(None, link), None, "{link:?}");
            assert_eq!(target(Some("https://a.example/"), link), None, "{link:?}");
            assert_eq!(target(Some("javascript:0"), link), None, "{link:?}");
        }
    }

    #[test]
    fn relative_addresses_are_resolved_where_the_page_is_known() {
        let resolved = target(Some("https://a.example/list/"), "../item?id=1");
        assert_eq!(resolved.as_deref(), Some("https://a.example/item?id=1"));
        assert_eq!(target(None, " ../item?id=1\n").as_deref(), Some("../item?id=1"));
        assert_eq!(target(None, "#top"), None);
    }

    #[test]
    fn absolute_addresses_are_links_on_any_page() {
        assert_eq!(target(None, "mailto:a@b.example").as_deref(), Some("mailto:a@b.example"));
        assert_eq!(target(None, "HTTP://b.example").as_deref(), Some("http://b.example/"));
    }
}
