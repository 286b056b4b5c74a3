//! What an article says of itself: its headline, who wrote it, and when.

use super::ThingSettings;
use chaffinch_core::{Column, Finding, FoundCell, FoundRow, RelationKind};

/// What belongs to an article, and not to something that it is about.
const OF_ARTICLES: [&str; 12] = [
    "name", "headline", "author", "datePublished", "dateModified", "description", "category",
    "articleSection", "keywords", "publisher", "url", "image",
];

/// The record of the article that a page is, of what was found of the thing that it is about; nothing where the page does not tell both who
/// wrote it and when: documentation often tells one of them, and pages about a service name critics.
pub(crate) fn article(thing: &Finding, settings: &ThingSettings) -> Option<Finding> {
    let row = thing.rows.first()?;
    let is_own = |column: &Column| column.name.as_deref().is_some_and(|name| OF_ARTICLES.contains(&name));
    let kept: Vec<(&Column, &Vec<FoundCell>)> =
        thing.columns.iter().zip(&row.cells).filter(|(column, _)| is_own(column)).collect();
    let has = |name: &str| kept.iter().any(|(column, _)| column.name.as_deref() == Some(name));
    if !has("author") || !has("datePublished") && !has("dateModified") {
        return None;
    }
    let cells = kept.iter().map(|(_, cells)| (*cells).clone()).collect();
    Some(Finding {
        kind: RelationKind::Detail,
        score: settings.article,
        columns: kept.iter().map(|(column, _)| (*column).clone()).collect(),
        rows: vec![FoundRow { cells, ..FoundRow::of(row.nodes.clone()) }],
        ..thing.clone()
    })
}
