//! The ranks of items, which [`Boilerplate`](crate::Boilerplate) describes.

use crate::settings::StructuredSettings;
use chaffinch_core::RelationKind;

/// How much an item matters; the most important rank comes first.
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

/// Whether items of schema.org's type `name` describe the site or the way to the page, and not its content.
pub fn is_boilerplate(name: &str) -> bool {
    const SITE: [&str; 16] = [
        "WebSite", "WebPage", "BreadcrumbList", "Breadcrumb", "ListItem", "SearchAction", "ReadAction",
        "EntryPoint", "Corporation", "OnlineStore", "ImageObject", "SiteNavigationElement", "WebPageElement",
        "SpeakableSpecification", "ContactPoint", "PostalAddress",
    ];
    let name = name.rsplit(['/', ':', '#']).next().unwrap_or(name);
    let of_the_site = name.ends_with("Organization") || SITE.contains(&name);
    // The types in WP are WPHeader, WPFooter, WPSideBar and WPAdBlock.
    of_the_site || (name.ends_with("Page") && name != "FAQPage") || name.starts_with("WP")
}

/// Whether a type is that of an article, or of what belongs to one: its author, its video.
fn describes_the_page(name: &str) -> bool {
    const PAGE: [&str; 8] =
        ["BlogPosting", "Blog", "Report", "CreativeWork", "Thing", "Person", "VideoObject", "AudioObject"];
    PAGE.contains(&name) || name.ends_with("Article")
}

/// A score from 0 to 1; see `base_score` in [`StructuredSettings`]. `filled` is the share of filled cells.
pub(crate) fn score(rank: Rank, columns: usize, filled: f32, settings: &StructuredSettings) -> f32 {
    let rich = columns as f32 / (columns as f32 + settings.half_rich);
    let weight = match rank {
        Rank::Content => 1.0,
        Rank::PageItself => settings.page_itself_weight,
        Rank::Boilerplate => settings.boilerplate_weight,
    };
    weight * (settings.base_score + settings.rich_score * filled * rich)
}
