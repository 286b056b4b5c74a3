//! What the page's own data tells of the thing: structured data, `<meta>` elements, and what a learned model reads.

use super::facts::{Facts, tidy, typed};
use super::labels::next_label;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{
    ColumnType, Finding, FoundCell, Method, NodeId, Page, Place, RelationKind, collapse_space,
};
use chaffinch_structured::{decode_references, is_boilerplate};
use chaffinch_values::{decimal_mark, read_as};
use std::collections::HashSet;

/// Whether a finding is the page's own data about one thing of a kind that has pages of its own.
pub(super) fn tells_subject(finding: &Finding) -> bool {
    const SUBJECTS: [&str; 19] = [
        "Product", "ProductGroup", "ProductModel", "Recipe", "Person", "JobPosting", "Movie", "TVSeries",
        "Book", "Event", "LocalBusiness", "Restaurant", "Hotel", "Course", "Vehicle", "Car", "Physician",
        "Place", "SoftwareApplication",
    ];
    let is_subject = |kind: &str| SUBJECTS.iter().any(|subject| subject.eq_ignore_ascii_case(kind));
    let kinds = finding.title.as_deref().unwrap_or("");
    finding.kind == RelationKind::Detail
        && finding.method != Method::Hcrf
        && kinds.split([',', ' ']).any(|kind| is_subject(kind.rsplit(['/', ':']).next().unwrap_or(kind)))
}

/// Whether an item of the page's own data is something to buy.
pub(super) fn sells(finding: &Finding) -> bool {
    let kinds = finding.title.as_deref().unwrap_or("");
    kinds.split([',', ' ']).any(|kind| kind.rsplit(['/', ':']).next().unwrap_or(kind).starts_with("Product"))
}

impl Facts<'_, '_> {
    /// Everything that structured data says of the thing: all of an item with its name, and of others what they alone tell.
    /// Returns the item that is about the thing.
    pub fn take_structured<'f>(&mut self, findings: &'f [Finding]) -> Option<&'f Finding> {
        let page = self.page();
        let name = words_of(&self.subject.name.text);
        let title = words_of(&decode_references(&page.title().unwrap_or_default()));
        let about = |finding: &&Finding| {
            let named = finding.columns.iter().zip(&finding.rows[0].cells).filter(|(column, _)| {
                column.name.as_deref().is_some_and(|own| matches!(own, "name" | "headline" | "title"))
            });
            let mut texts = named.flat_map(|(_, cells)| cells).map(|cell| words_of(&cell.text));
            texts.any(|text| {
                !text.is_empty()
                    && (text == name
                        || title.starts_with(&text)
                        || name.contains(&text)
                        || (name.contains(' ') && (text.starts_with(&name) || text.ends_with(&name))))
            })
        };
        let is_told = |finding: &&Finding| {
            finding.kind == RelationKind::Detail && finding.rows.len() == 1 && finding.method != Method::Hcrf
        };
        let details = || findings.iter().filter(is_told);
        let mut items: Vec<&Finding> =
            details().filter(|finding| is_thing(finding) && about(finding)).collect();
        // What has pages of its own is rather the subject than a review or a question about it.
        items.sort_by_key(|finding| !tells_subject(finding));
        let told = items.first().copied();
        let own = items.len();
        items.extend(details().filter(|finding| is_thing(finding) && !about(finding)));
        items.extend(details().filter(|finding| !is_thing(finding) && about(finding)));
        for (at, item) in items.into_iter().enumerate() {
            self.take_item(page, item, at < own);
        }
        told
    }

    /// Takes the properties of an item, those of items in it last. What another item is called is not the thing's name, and what is in
    /// it is none of the thing's.
    fn take_item(&mut self, page: &Page, item: &Finding, is_own: bool) {
        self.take_postal_addresses(page, item);
        let columns = || item.columns.iter().zip(&item.rows[0].cells).filter(|(_, cells)| !cells.is_empty());
        for depth in [Depth::Own, Depth::Inner, Depth::Deep] {
            for (column, cells) in columns() {
                let Some(path) = column.name.as_deref() else { continue };
                let name = if Depth::of(path) == Depth::Deep { path } else { short_name(path) };
                // `<meta>` elements say `Written by`.
                let is_author = Meaning::of(name).is_some_and(|meaning| meaning.name() == "author");
                let name = if item.method == Method::OpenGraph && is_author { "author" } else { name };
                // What several offers are called is said by what is offered.
                if path == "offers.name" {
                    continue;
                }
                // OpenGraph writes the site's name behind that of the thing, which the heading does not.
                let is_others = !is_own && matches!(name, "name" | "url" | "image" | "description");
                if Depth::of(path) != depth
                    || (depth == Depth::Deep
                        && (!is_own || is_of_the_page(path) || column.kind == ColumnType::Url))
                    || is_of_others(path)
                    || NOT_OF_THINGS.contains(&name)
                    || is_others
                    || (name == "name" && item.method == Method::OpenGraph)
                {
                    continue;
                }
                // Codes of several offers are those of its variants.
                if depth == Depth::Inner && cells.len() > 1 && is_code(name) {
                    continue;
                }
                let tidied = cells.iter().map(|cell| tidied(page, name, column.kind, cell.clone()));
                self.add(name, column.kind, tidied.collect());
            }
        }
    }

    /// The parts of a postal address as one value, under the name of what has the address.
    fn take_postal_addresses(&mut self, page: &Page, item: &Finding) {
        const PARTS: [&str; 5] =
            ["streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry"];
        let named = |path: &str| item.columns.iter().position(|column| column.name.as_deref() == Some(path));
        let outer: Vec<&str> = item
            .columns
            .iter()
            .filter_map(|column| column.name.as_deref()?.strip_suffix(".addressLocality"))
            .take(MOST_ADDRESSES)
            .collect();
        for path in outer {
            let parts: Vec<&FoundCell> = PARTS
                .iter()
                .filter_map(|part| item.rows[0].cells[named(&format!("{path}.{part}"))?].first())
                .filter(|cell| !cell.text.starts_with("http"))
                .collect();
            let Some((first, last)) = parts.first().zip(parts.last()) else { continue };
            let nodes = [first, last].map(|cell| cell.place.as_ref().and_then(Place::node));
            // Where the parts are shown, the address is as the page writes it.
            let shown = match nodes {
                [Some(first), Some(last)] if !page.is(first, "script") && first != last => {
                    let holder = page.common_ancestor(first, last);
                    let whole = page.flat_text(holder);
                    let text = whole[..next_label(&whole).unwrap_or(whole.len())].trim().to_owned();
                    (text.chars().count() <= LONGEST_ADDRESS)
                        .then(|| FoundCell::shown(page, holder, tidy_commas(&text)))
                }
                _ => None,
            };
            let joined = || {
                let texts: Vec<&str> = parts.iter().map(|cell| cell.text.as_str()).collect();
                FoundCell { text: texts.join(", "), place: first.place.clone(), ..FoundCell::default() }
            };
            let name = path.strip_suffix(".address").unwrap_or(path);
            let cell = shown.unwrap_or_else(joined);
            self.add(name.rsplit('.').next().unwrap_or(name), ColumnType::Text, vec![cell]);
        }
    }

    /// What `<meta>` elements say by names that are known, where nothing else tells it.
    pub fn take_head(&mut self) {
        let page = self.page();
        for id in page.ids().filter(|id| page.is(*id, "meta")) {
            let (Some(name), Some(content)) = (page.attribute(id, "name"), page.attribute(id, "content"))
            else {
                continue;
            };
            // What all pages have tells of the page and not of its subject.
            const OF_PAGES: [&str; 8] =
                ["name", "url", "image", "description", "language", "category", "color", "keywords"];
            let Some(meaning) = Meaning::of_compound(name).filter(|meaning| {
                !OF_PAGES.contains(&meaning.name()) && words_of(name).split(' ').count() <= 3
            }) else {
                continue;
            };
            let content = collapse_space(content);
            if content.is_empty()
                || content.chars().count() > self.settings.longest_value
                || name.contains(':')
            {
                continue;
            }
            // Several areas of work stand behind one another.
            let parts: Vec<&str> =
                if meaning.name() == "expertise" { content.split(", ").collect() } else { vec![&content] };
            let cell = |text: &str| FoundCell {
                text: text.trim().to_owned(),
                place: Some(Place::Element(id)),
                ..FoundCell::default()
            };
            self.add_meant(meaning, parts.into_iter().map(cell).collect());
        }
    }

    /// What a learned model reads, where nothing else tells it.
    pub fn take_model(&mut self, findings: &[Finding]) {
        let read = findings
            .iter()
            .filter(|finding| finding.method == Method::Hcrf && finding.kind == RelationKind::Detail);
        for finding in read.filter(|finding| finding.rows.len() == 1) {
            for (column, cells) in finding.columns.iter().zip(&finding.rows[0].cells) {
                let known = column.name.as_deref().and_then(Meaning::of);
                let name = known.map_or(column.name.as_deref(), |meaning| Some(meaning.name()));
                let sure =
                    |cell: &FoundCell| cell.confidence.is_none_or(|sure| sure >= self.settings.sure_model);
                let cells: Vec<FoundCell> =
                    cells.iter().filter(|cell| sure(cell)).cloned().map(tidy).collect();
                self.add(name.unwrap_or(""), column.kind, cells);
            }
        }
    }
}

/// Most postal addresses of one item.
const MOST_ADDRESSES: usize = 8;
/// Most characters of a postal address.
const LONGEST_ADDRESS: usize = 160;

fn tidy_commas(text: &str) -> String {
    text.replace(" ,", ",")
}

/// The name of a property of the thing: `offers.price` is its price and `author.name` its author.
fn short_name(path: &str) -> &str {
    let mut parts = path.rsplit('.');
    let (last, above) = (parts.next().unwrap_or(path), parts.next());
    match (above, last) {
        (Some(above), "name" | "@value" | "value") => above,
        // Pages write a brand within the brand.
        (Some(above), last) if above == last => last,
        (Some("aggregateRating"), "ratingValue") => "rating",
        (Some("aggregateRating"), "description") => path,
        (Some("offers" | "priceSpecification" | "aggregateRating"), _) => last,
        _ => path,
    }
}

/// Gives the columns of lists in structured data the short names of their properties, where no other column has them.
pub(crate) fn shorten_names(findings: &mut [Finding]) {
    for finding in findings.iter_mut().filter(|finding| finding.kind == RelationKind::Records) {
        let mut taken: HashSet<String> =
            finding.columns.iter().filter_map(|column| column.name.clone()).collect();
        for column in &mut finding.columns {
            let Some(path) = column.name.as_deref().filter(|path| !path.contains(' ')) else { continue };
            let short = match path {
                "image.url" | "image.contentUrl" => "image",
                path => short_name(path),
            };
            if taken.insert(short.to_owned()) {
                column.name = Some(short.to_owned());
            }
        }
    }
}

/// Whose a property is, of a thing or of an item in it. There may be more than a record can have, so that the nearest come first.
#[derive(PartialEq, Clone, Copy)]
enum Depth {
    /// The thing's own.
    Own,
    /// That of an item that stands for a value, such as an author.
    Inner,
    /// That of another item.
    Deep,
}

impl Depth {
    fn of(path: &str) -> Depth {
        match path.contains('.') {
            false => Depth::Own,
            true if short_name(path) != path && path.matches('.').count() < 3 => Depth::Inner,
            true => Depth::Deep,
        }
    }
}

/// Whether a property of an item in the thing tells of the page that shows it or of one of its pictures.
fn is_of_the_page(path: &str) -> bool {
    const PAGE: [&str; 9] = [
        "mainEntityOfPage", "isPartOf", "potentialAction", "breadcrumb", "publisher", "logo", "image",
        "primaryImageOfPage", "inLanguage",
    ];
    path.split('.').any(|step| PAGE.contains(&step))
}

/// What all items of a kind say, in what unit a number is, and other things.
const NOT_OF_THINGS: [&str; 9] = [
    "worstRating", "mainEntityOfPage", "unitCode", "itemReviewed", "itemOffered", "hasVariant",
    "isVariantOf", "isRelatedTo", "isSimilarTo",
];

/// Whether a property is one of an item beside the thing: of a reader's review, of how a shop sends and takes back, or of how to reach the
/// maker. What all pages say, such as the worst rating that there could be, tells of no thing either.
fn is_of_others(path: &str) -> bool {
    const OTHERS: [&str; 10] = [
        "review",
        "reviews",
        "comment",
        "comments",
        "shippingDetails",
        "hasMerchantReturnPolicy",
        "contactPoint",
        "subOrganization",
        "potentialAction",
        "interactionStatistic",
    ];
    let mut steps = path.rsplit('.');
    let last = steps.next().unwrap_or(path);
    NOT_OF_THINGS.contains(&last) || steps.any(|step| OTHERS.contains(&step))
}

fn is_code(name: &str) -> bool {
    matches!(name, "sku" | "mpn" | "productID" | "identifier") || name.starts_with("gtin")
}

/// A value as a person would write it: without a label in front of it, and an amount once.
fn tidied(page: &Page, name: &str, kind: ColumnType, cell: FoundCell) -> FoundCell {
    let mut cell = as_shown(page, kind, cell);
    if kind == ColumnType::Money && cell.value.is_none() {
        return typed(kind, cell.clone()).unwrap_or(cell);
    }
    if let Some((label, value)) = cell.text.split_once(": ")
        && label.split(' ').next_back().and_then(Meaning::of).is_some_and(|meaning| meaning.name() == name)
    {
        cell.text = value.trim().to_owned();
    }
    cell
}

/// Attributes of elements tell dates and codes in a form for machines, which is the value; the text is what the page shows.
fn as_shown(page: &Page, kind: ColumnType, cell: FoundCell) -> FoundCell {
    let Some(Place::Written(node, _)) = cell.place else { return cell };
    if !matches!(kind, ColumnType::Date | ColumnType::Text) || !is_in_body(page, node) {
        return cell;
    }
    let text = page.flat_text(node);
    if text.is_empty() || text.chars().count() > LONGEST_SHOWN || text == cell.text {
        return cell;
    }
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let same = match kind {
        ColumnType::Date => read_as(kind, &text, decimal_mark([text.as_str()])).is_some(),
        _ => letters(&text) == letters(&cell.text),
    };
    if same { FoundCell { text, ..cell } } else { cell }
}

/// Most characters of a date or code that is shown.
const LONGEST_SHOWN: usize = 60;

fn is_in_body(page: &Page, node: NodeId) -> bool {
    page.contains(page.body(), node) && !matches!(page.name(node), "script" | "meta" | "link")
}

/// Whether an item of structured data is a thing of its own, and not the site, its owner or the way to the page.
fn is_thing(finding: &Finding) -> bool {
    finding.title.as_deref().is_none_or(|kind| !is_boilerplate(kind) && kind != "ItemList")
}
