//! Which items matter; the ranks are described at [`Boilerplate`](crate::Boilerplate).

use chaffinch_core::RelationKind;

/// How much an item matters, most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Content,
    PageItself,
    Boilerplate,
}

/// The rank of a relation of items of type `name`.
pub(crate) fn rank(name: &str, kind: RelationKind) -> Rank {
    if is_boilerplate(name) {
        Rank::Boilerplate
    } else if kind == RelationKind::Detail && describes_the_page(name) {
        Rank::PageItself
    } else {
        Rank::Content
    }
}

/// Whether items of type `name` describe the site and not its content.
pub(crate) fn is_boilerplate(name: &str) -> bool {
    const SITE: [&str; 15] = [
        "WebSite",
        "WebPage",
        "BreadcrumbList",
        "Breadcrumb",
        "SearchAction",
        "ReadAction",
        "EntryPoint",
        "Corporation",
        "OnlineStore",
        "ImageObject",
        "SiteNavigationElement",
        "WebPageElement",
        "SpeakableSpecification",
        "ContactPoint",
        "PostalAddress",
    ];
    // WPHeader, WPFooter, WPSideBar, WPAdBlock.
    let of_the_site = name.ends_with("Organization") || SITE.contains(&name);
    of_the_site || (name.ends_with("Page") && name != "FAQPage") || name.starts_with("WP")
}

/// An article, or what goes with one: its author, its film.
fn describes_the_page(name: &str) -> bool {
    const PAGE: [&str; 8] =
        ["BlogPosting", "Blog", "Report", "CreativeWork", "Thing", "Person", "VideoObject", "AudioObject"];
    PAGE.contains(&name) || name.ends_with("Article")
}

/// A score from 0 to 1: 0.2 for being said outright, and up to 0.75 more that grows with the number of properties and
/// the share of them that the rows fill; half of that for the page itself, a quarter for boilerplate.
pub(crate) fn score(rank: Rank, columns: usize, filled: f32) -> f32 {
    let rich = columns as f32 / (columns as f32 + 2.0);
    let weight = match rank {
        Rank::Content => 1.0,
        Rank::PageItself => 0.5,
        Rank::Boilerplate => 0.25,
    };
    weight * (0.2 + 0.75 * filled * rich)
}
