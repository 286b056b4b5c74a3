//! Makes one row of named values of an object of the state.

use super::reader::{ValueId, ValueKind};
use super::sources::Source;
use crate::item::Literal;
use crate::references::plain_text;
use crate::settings::StateSettings;
use crate::short_name::{camel_case, short_name};
use chaffinch_core::Page;

/// The values of an object and of the objects in it, each with the names that lead to it.
///
/// Lists of objects inside are lists of their own; of those that are pictures, the addresses are values.
pub(super) fn flat(
    page: &Page,
    source: &Source<'_>,
    object: ValueId,
    settings: &StateSettings,
) -> Vec<(Vec<String>, Literal)> {
    let mut out = Vec::new();
    let mut open: Vec<(ValueId, Vec<String>)> = vec![(object, Vec::new())];
    while let Some((id, path)) = open.pop() {
        let mut inner = Vec::new();
        for child in source.values.children(id) {
            if out.len() >= settings.max_members {
                return out;
            }
            let own = source.key(child);
            let in_array = source.values.values[id].kind == ValueKind::Array;
            let mut path = path.clone();
            if !in_array {
                path.push(own.to_owned());
            }
            match source.values.values[child].kind {
                ValueKind::Object if in_array && !is_pictures(&path) => {}
                ValueKind::Object | ValueKind::Array if path.len() < settings.max_path => {
                    inner.push((child, path))
                }
                ValueKind::Object | ValueKind::Array | ValueKind::Unknown => {}
                _ => out.extend(literal(page, source, child).map(|literal| (path, literal))),
            }
        }
        open.extend(inner.into_iter().rev());
    }
    out
}

fn is_pictures(path: &[String]) -> bool {
    path.last().is_some_and(|name| short_name(name) == "image" || name.eq_ignore_ascii_case("media"))
}

/// A scalar as a value; nothing for blank ones.
fn literal(page: &Page, source: &Source<'_>, id: ValueId) -> Option<Literal> {
    let scalar = source.scalar(id)?;
    let text = plain_text(&scalar);
    let span = || source.span(page, id);
    (!text.is_empty()).then(|| Literal { text, link: None, node: source.node, span: span() })
}

/// The name of a value that these names lead to: `price.amount` is `price`, `price.original` is `listPrice`, `node.title` is `name`.
pub(super) fn name_of_path(path: &[String]) -> String {
    let Some(last) = path.last() else { return String::new() };
    let own = short_name(last);
    let around = path.iter().rev().nth(1).filter(|name| !is_wrapping(name));
    let Some(around) = around else { return own };
    let owner = short_name(around);
    // `original` of `price` is `originalPrice`.
    for joined in [format!("{last} {around}"), format!("{around} {last}")] {
        let short = short_name(&joined);
        if short != camel_case(&joined) {
            return short;
        }
    }
    match own.as_str() {
        "url" | "src" | "sourceUrl" | "large" | "medium" | "small" | "original" | "default"
            if owner == "image" =>
        {
            owner
        }
        "url" if owner == "url" => owner,
        "url" | "image" => camel_case(&format!("{around} {own}")),
        _ if is_value_word(&own) => owner,
        _ if own == owner => own,
        _ => own,
    }
}

/// Whether a member only wraps the thing itself.
fn is_wrapping(name: &str) -> bool {
    const WRAPPING: [&str; 22] = [
        "node", "item", "data", "attributes", "fields", "content", "product", "hit", "_source", "document",
        "entity", "record", "result", "article", "post", "recipe", "props", "value", "details", "info",
        "card", "offers",
    ];
    WRAPPING.contains(&name)
}

/// Whether a name says that the value is what its owner is called or amounts to.
fn is_value_word(name: &str) -> bool {
    const WORDS: [&str; 17] = [
        "name", "value", "text", "amount", "label", "displayValue", "formatted", "raw", "rendered",
        "current", "display", "displayText", "formattedValue", "formattedAmount", "plainText", "en",
        "default",
    ];
    WORDS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_that_lead_to_a_value_make_one_name() {
        for (path, name) in [
            ("title", "name"),
            ("node.title", "name"),
            ("price.amount", "price"),
            ("price.original", "listPrice"),
            ("price.current", "price"),
            ("brand.name", "brand"),
            ("image.url", "image"),
            ("images.src", "image"),
            ("author.url", "authorUrl"),
            ("title.rendered", "name"),
            ("rating.average", "rating"),
            ("energy_class", "energyClass"),
        ] {
            let path: Vec<String> = path.split('.').map(str::to_owned).collect();
            assert_eq!(name_of_path(&path), name, "{path:?}");
        }
    }
}
