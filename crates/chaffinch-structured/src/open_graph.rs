//! Reads what the `<meta>` elements of a page say of its subject: OpenGraph, its extensions for products and articles, and Twitter's cards.

use crate::item::{Item, Items, Literal, Property};
use crate::literal::attribute;
use crate::settings::StructuredSettings;
use crate::short_name::camel_case;
use chaffinch_core::{NodeId, Page};
use chaffinch_values::is_address;

/// The item that the page's `<meta>` elements describe; nothing where they say no more of it than its name.
pub(crate) fn open_graph(page: &Page, settings: &StructuredSettings) -> Items {
    let mut items = Items::default();
    let mut bytes_left = settings.max_bytes;
    let mut item: Option<Item> = None;
    let mut label: Option<String> = None;
    // What is said twice is kept as first said: `og:title` before `twitter:title`.
    let mut later: Vec<(&'static str, Literal)> = Vec::new();
    for id in page.ids().filter(|id| page.is(*id, "meta")) {
        let Some(key) = key(page, id) else { continue };
        let Some((text, span)) = attribute(page, id, "content") else { continue };
        let Some(left) = bytes_left.checked_sub(text.len()) else { break };
        bytes_left = left;
        let item = item.get_or_insert_with(|| Item { types: Vec::new(), node: id, properties: Vec::new() });
        let literal = Literal { text, link: None, node: id, span };
        if key == "og:type" {
            item.types.extend(type_of(&literal.text).map(str::to_owned));
        } else if key.starts_with("twitter:label") {
            label = Some(camel_case(&literal.text));
        } else if key.starts_with("twitter:data") {
            let named = label.take().filter(|name| !name.is_empty());
            item.properties.extend(named.map(|name| (name, Property::Literal(literal))));
        } else if let Some(name) = weaker_property(&key) {
            later.push((name, literal));
        } else if let Some(name) = property(&key) {
            // An article's author is often the address of a profile.
            if name != "author" || !is_address(&literal.text) {
                item.properties.push((name.to_owned(), Property::Literal(literal)));
            }
        }
    }
    let Some(mut item) = item else { return items };
    former_price(&mut item);
    for (name, literal) in later {
        if !item.properties.iter().any(|(said, _)| said == name) {
            item.properties.push((name.to_owned(), Property::Literal(literal)));
        }
    }
    if item.properties.len() > 1 {
        items.add(item);
        items.roots.push(crate::item::ItemId(0));
    }
    items
}

/// What a `<meta>` element is about, in lower case.
fn key(page: &Page, id: NodeId) -> Option<String> {
    let key = page.attribute(id, "property").or_else(|| page.attribute(id, "name"))?.trim();
    const LONGEST_KEY: usize = 64;
    (key.len() <= LONGEST_KEY).then(|| key.to_ascii_lowercase())
}

fn property(key: &str) -> Option<&'static str> {
    Some(match key {
        "og:title" => "name",
        "og:url" => "url",
        "og:image" | "og:image:url" => "image",
        "og:description" => "description",
        "product:price:amount" | "og:price:amount" | "product:sale_price:amount" => "price",
        "product:original_price:amount" | "og:price:standard_amount" => "listPrice",
        "product:price:currency" | "og:price:currency" => "priceCurrency",
        "product:brand" | "og:brand" => "brand",
        "product:availability" | "og:availability" => "availability",
        "product:condition" => "itemCondition",
        "product:retailer_item_id" => "sku",
        "product:category" | "article:section" => "category",
        "article:published_time" => "datePublished",
        "article:modified_time" => "dateModified",
        "article:author" | "book:author" => "author",
        "article:tag" => "keywords",
        "book:isbn" => "isbn",
        "og:street-address" | "business:contact_data:street_address" => "streetAddress",
        "og:locality" | "business:contact_data:locality" => "addressLocality",
        "og:region" | "business:contact_data:region" => "addressRegion",
        "og:postal-code" | "business:contact_data:postal_code" => "postalCode",
        "og:country-name" | "business:contact_data:country_name" => "addressCountry",
        "og:phone_number" | "business:contact_data:phone_number" => "telephone",
        "og:email" | "business:contact_data:email" => "email",
        "og:latitude" | "place:location:latitude" => "latitude",
        "og:longitude" | "place:location:longitude" => "longitude",
        _ => return None,
    })
}

/// The properties that count only where OpenGraph does not say them.
fn weaker_property(key: &str) -> Option<&'static str> {
    Some(match key {
        "twitter:title" => "name",
        "twitter:image" | "twitter:image:src" => "image",
        "twitter:description" | "description" => "description",
        "author" => "author",
        _ => return None,
    })
}

/// The schema.org type of an `og:type`; nothing for those that only say that there is a page.
fn type_of(kind: &str) -> Option<&'static str> {
    let kind = kind.to_ascii_lowercase();
    Some(match kind.as_str() {
        "article" | "news" | "blog" => "Article",
        "book" | "books.book" => "Book",
        "video.movie" | "movie" => "Movie",
        "video.tv_show" => "TVSeries",
        "video.other" | "video" | "video.episode" => "VideoObject",
        "music.song" => "MusicRecording",
        "music.album" => "MusicAlbum",
        "profile" => "Person",
        "place" => "Place",
        "business.business" | "restaurant.restaurant" => "LocalBusiness",
        _ if kind.contains("product") => "Product",
        _ if kind.contains("recipe") => "Recipe",
        _ if kind.contains("event") => "Event",
        _ => return None,
    })
}

/// Of two different prices the lower one is the current, and the higher one the former.
fn former_price(item: &mut Item) {
    let amount = |value: &Property| match value {
        Property::Literal(literal) => literal.text.parse::<f64>().ok(),
        Property::Item(_) => None,
    };
    let prices: Vec<(usize, f64)> = item
        .properties
        .iter()
        .enumerate()
        .filter(|(_, (name, _))| name == "price")
        .filter_map(|(at, (_, value))| Some((at, amount(value)?)))
        .collect();
    if let [(a, first), (b, second)] = prices[..]
        && first != second
    {
        let former = if first > second { a } else { b };
        "listPrice".clone_into(&mut item.properties[former].0);
    }
}
