//! What the items of a page say, each value with its short name.

use crate::item::{Item, ItemId, Items, Literal, Property};
use crate::rank::is_boilerplate;
use crate::short_name::short_name;

/// Every value that says something of the page's content, with its short name. What items say of the site is left out.
pub(crate) fn facts(items: &Items) -> Vec<Fact<'_>> {
    let mut facts = Vec::new();
    let mut seen = vec![false; items.items.len()];
    let mut open: Vec<(ItemId, Option<&str>)> = items.roots.iter().rev().map(|root| (*root, None)).collect();
    while let Some((id, owned_as)) = open.pop() {
        if std::mem::replace(&mut seen[id.0], true) {
            continue;
        }
        let item = items.get(id);
        // An organization or an address is boilerplate on its own, but not as the value of a property.
        let of_the_site = owned_as.is_none() && is_boilerplate(item.main_type());
        let first = open.len();
        for (property, value) in &item.properties {
            match value {
                Property::Item(inner) if holds(item, property) => open.push((*inner, None)),
                Property::Item(inner) if !of_the_site && !ABOUT_THE_SITE.contains(&property.as_str()) => {
                    open.push((*inner, Some(property)));
                }
                Property::Item(_) => {}
                Property::Literal(literal) if !of_the_site => {
                    let name = name_of(item, owned_as, property);
                    facts.extend(name.map(|name| Fact { name, property, literal }));
                }
                Property::Literal(_) => {}
            }
        }
        open[first..].reverse();
    }
    facts
}

/// A value and what the page calls it.
pub(crate) struct Fact<'a> {
    /// The short name.
    pub name: String,
    /// The property as written.
    pub property: &'a str,
    pub literal: &'a Literal,
}

/// Properties whose items say something of the site, not of the owner.
const ABOUT_THE_SITE: [&str; 7] =
    ["publisher", "isPartOf", "potentialAction", "breadcrumb", "mainEntityOfPage", "contactPoint", "logo"];

/// Whether the owner is a list of the items of this property, or a page about them.
fn holds(owner: &Item, property: &str) -> bool {
    match property {
        "itemListElement" => owner.main_type() != "BreadcrumbList",
        "item" => owner.main_type() == "ListItem",
        "mainEntity" | "hasPart" | "dataFeedElement" | "blogPost" => true,
        // Posts of a thread are things like the first one.
        "comment" | "acceptedAnswer" | "suggestedAnswer" => true,
        _ => false,
    }
}

/// The short name of a property of an item that is the value of the property `owned_as`.
fn name_of(item: &Item, owned_as: Option<&str>, property: &str) -> Option<String> {
    if matches!(property, "position" | "inLanguage" | "numberOfItems" | "bestRating" | "worstRating") {
        return None;
    }
    if is_former_price(item) && matches!(property, "price" | "minPrice") {
        return Some("listPrice".to_owned());
    }
    let Some(owned_as) = owned_as else { return Some(short_name(property)) };
    // What is said of an offer or a rating is said of the thing.
    let speaks_for_the_thing = matches!(
        owned_as,
        "offers" | "aggregateRating" | "reviewRating" | "priceSpecification" | "review" | "reviews"
    );
    match property {
        "name" if matches!(owned_as, "offers" | "aggregateRating" | "reviewRating") => None,
        _ if speaks_for_the_thing => Some(short_name(property)),
        "name" | "value" | "text" => Some(short_name(owned_as)),
        "url" | "contentUrl" if short_name(owned_as) == "image" => Some("image".to_owned()),
        "url" => Some(format!("{owned_as}Url")),
        "image" => Some(format!("{owned_as}Image")),
        _ => Some(short_name(property)),
    }
}

fn is_former_price(item: &Item) -> bool {
    item.properties.iter().any(|(name, value)| match value {
        Property::Literal(literal) if name == "priceType" => {
            ["ListPrice", "StrikethroughPrice", "SRP", "MSRP"].iter().any(|end| literal.text.ends_with(end))
        }
        _ => false,
    })
}
