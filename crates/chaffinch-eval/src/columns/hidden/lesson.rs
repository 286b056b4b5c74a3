//! A page, what its own data says of what it shows, and the page without that data.

use super::shown::Shown;
use super::told::{Sort, Told};
use crate::edits::{Edit, edited};
use chaffinch::StructuredSettings;
use chaffinch_core::{Finding, Limits, Method, Page, RelationKind, Span};
use chaffinch_input::Document;
use chaffinch_page::Origin;
use chaffinch_structured::{StructuredItems, is_boilerplate};
use regex::bytes::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// What the page's data says, and the page without it.
pub(super) struct Lesson {
    /// The type of its things, such as `Product`.
    pub kind: String,
    pub is_list: bool,
    /// One of a page about one thing.
    pub records: Vec<Described>,
    /// The attributes that any record has.
    pub attributes: BTreeSet<String>,
    pub document: Document,
}

/// A record as the page's data describes it.
#[derive(Debug, Default)]
pub(super) struct Described {
    /// How the data writes its name.
    pub name: String,
    /// Values that the page shows, by attribute.
    pub values: BTreeMap<String, Vec<Told>>,
}

/// Attributes that people ask for, by their schema.org names. Those of [`WHOLE`] count only with all values.
const ASKED: [&str; 44] = [
    "name", "url", "price", "listPrice", "brand", "sku", "mpn", "gtin", "isbn", "description", "author",
    "datePublished", "dateModified", "rating", "reviewCount", "ratingCount", "category", "color", "material",
    "model", "recipeIngredient", "recipeInstructions", "prepTime", "cookTime", "totalTime", "recipeYield",
    "recipeCategory", "recipeCuisine", "startDate", "endDate", "location", "streetAddress",
    "addressLocality", "postalCode", "telephone", "email", "jobTitle", "hiringOrganization",
    "employmentType", "datePosted", "genre", "director", "actor", "duration",
];
/// Attributes of which all values count.
pub(super) const WHOLE: [&str; 2] = ["recipeIngredient", "recipeInstructions"];

/// Fewest records of a list.
const FEWEST: usize = 3;

impl Lesson {
    /// The lesson of a page; nothing where its data says too little of what it shows.
    pub fn of(document: &Document, limits: &Limits, settings: &StructuredSettings) -> Option<Lesson> {
        let Document { name, url, content_type, bytes, .. } = document;
        let origin = Origin { name, content_type: content_type.as_deref(), url: url.as_deref() };
        let page = chaffinch_page::parse(bytes.clone(), origin, limits).ok()?.page;
        let mut findings = StructuredItems::read(&page, settings).findings(&page, settings);
        findings.retain(|finding| {
            matches!(finding.method, Method::JsonLd | Method::Microdata | Method::Rdfa)
                && !finding.title.as_deref().is_some_and(is_boilerplate)
        });
        let shown = Shown::of(&page);
        let (kind, is_list, records) =
            thing(&findings, &shown, is_subject).or_else(|| list(&findings, &shown)).or_else(|| {
                thing(&findings, &shown, |kind| kind.ends_with("Article") || kind == "BlogPosting")
            })?;
        let attributes = records.iter().flat_map(|record| record.values.keys().cloned()).collect();
        let document = Document { bytes: without_data(&page), ..document.clone() };
        Some(Lesson { kind, is_list, records, attributes, document })
    }
}

/// Whether things of a type have pages of their own.
fn is_subject(kind: &str) -> bool {
    const SUBJECTS: [&str; 20] = [
        "Product", "ProductGroup", "ProductModel", "Recipe", "Person", "JobPosting", "Movie", "TVSeries",
        "Book", "Event", "MusicEvent", "LocalBusiness", "Restaurant", "Hotel", "Course", "Vehicle", "Car",
        "Physician", "Place", "SoftwareApplication",
    ];
    SUBJECTS.contains(&kind)
}

/// The type of things, whether they are a list, and what is said of them.
type Things = (String, bool, Vec<Described>);

/// The thing of such a type whose name stands in the page's heading or title.
fn thing(findings: &[Finding], shown: &Shown, is_kind: impl Fn(&str) -> bool) -> Option<Things> {
    let is_told = |finding: &&Finding| {
        finding.kind == RelationKind::Detail && finding.title.as_deref().is_some_and(&is_kind)
    };
    findings.iter().filter(is_told).find_map(|finding| {
        let mut record = described(finding, 0, shown);
        let name = Sort::Text.read(&record.name)?;
        let enough = shown.headings.contains(&name) && record.values.len() >= 2;
        record.values.remove("url");
        enough.then(|| (finding.title.clone().unwrap_or_default(), false, vec![record]))
    })
}

/// The list most of whose names the page shows.
fn list(findings: &[Finding], shown: &Shown) -> Option<Things> {
    let told = |finding: &Finding| {
        let mut names = BTreeSet::new();
        let mut records: Vec<Described> =
            (0..finding.rows.len()).map(|row| described(finding, row, shown)).collect();
        let all = records.len();
        records.retain(|record| record.values.contains_key("name") && names.insert(record.name.clone()));
        // What few records have says nothing of a column.
        let times = |records: &[Described], name: &str| {
            records.iter().filter(|record| record.values.contains_key(name)).count()
        };
        for name in ASKED {
            if 2 * times(&records, name) < records.len() {
                records.iter_mut().for_each(|record| drop(record.values.remove(name)));
            }
        }
        let enough = records.len() >= FEWEST && 2 * records.len() > all && records[0].values.len() >= 2;
        enough.then(|| (finding.title.clone().unwrap_or_default(), true, records))
    };
    let lists = findings.iter().filter(|finding| finding.rows.len() >= FEWEST);
    lists
        .filter_map(told)
        .max_by_key(|(_, _, records)| records.iter().map(|record| record.values.len()).sum::<usize>())
}

/// What a row of structured data says of what the page shows.
fn described(finding: &Finding, row: usize, shown: &Shown) -> Described {
    let mut record = Described::default();
    let Some(row) = finding.rows.get(row) else { return record };
    for (column, cells) in finding.columns.iter().zip(&row.cells) {
        let Some(attribute) = column.name.as_deref().and_then(attribute_of) else { continue };
        if attribute == "name" && record.name.is_empty() {
            record.name = cells.first().map(|cell| cell.text.clone()).unwrap_or_default();
        }
        let sort = Sort::of(attribute);
        let mut told: Vec<Told> = cells
            .iter()
            .filter_map(|cell| sort.read(&cell.text))
            .filter(|told| attribute == "recipeYield" || tells(sort, told))
            .collect();
        let all = told.len();
        told.retain(|told| shown.shows(told));
        let enough =
            if WHOLE.contains(&attribute) { all > 1 && 10 * told.len() >= 9 * all } else { !told.is_empty() };
        // Of two properties with one name the first says it.
        if enough && !record.values.contains_key(attribute) {
            record.values.insert(attribute.to_owned(), told);
        }
    }
    // What is part of the name need not be shown once more.
    let name = record.values.get("name").cloned().unwrap_or_default();
    record.values.retain(|attribute, told| attribute == "name" || *told != name);
    record
}

/// Whether a value that stands somewhere on the page is likely to be this one: any page shows a `5` somewhere.
fn tells(sort: Sort, told: &Told) -> bool {
    match (sort, told) {
        (Sort::Stars, Told::Amount(amount)) => amount % 100 != 0,
        (Sort::Count, Told::Amount(amount)) => *amount >= 1000,
        (Sort::Amount, Told::Amount(amount)) => *amount > 0,
        _ => true,
    }
}

/// The name that people know a property by, if it says something of the thing itself.
fn attribute_of(path: &str) -> Option<&'static str> {
    let path = path.strip_suffix(".@value").unwrap_or(path);
    let name = match path {
        "headline" | "name" | "title" => "name",
        "offers.price" | "offers.lowPrice" | "offers.priceSpecification.price" | "offers.offers.price" => {
            "price"
        }
        "aggregateRating.ratingValue" => "rating",
        "aggregateRating.reviewCount" => "reviewCount",
        "aggregateRating.ratingCount" => "ratingCount",
        "articleSection" => "category",
        "jobLocation.address.addressLocality"
        | "location.address.addressLocality"
        | "address.addressLocality" => "addressLocality",
        "location.address.streetAddress" | "address.streetAddress" => "streetAddress",
        "location.address.postalCode" | "address.postalCode" => "postalCode",
        "recipeInstructions.text" | "recipeInstructions.itemListElement.text" => "recipeInstructions",
        // The names of sections and steps.
        "recipeInstructions.name" => return None,
        "gtin8" | "gtin12" | "gtin13" | "gtin14" => "gtin",
        "offers.url" => "url",
        path => path.strip_suffix(".name").unwrap_or(path),
    };
    ASKED.into_iter().find(|asked| *asked == name)
}

/// The bytes of a page without scripts and without the attributes of microdata and RDFa. What `<meta>` elements say to other sites stays.
fn without_data(page: &Page) -> Vec<u8> {
    static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r#"(?i)\s(itemprop|itemtype|itemscope|itemid|itemref|typeof|vocab|property|resource)(\s*=\s*("[^"]*"|'[^']*'|[^\s>"']*))?"#;
        Regex::new(pattern).expect("a fixed pattern")
    });
    let mut edits = Vec::new();
    for id in page.ids().filter(|id| page.is_element(*id)) {
        let Some(start) = page.node(id).start_tag else { continue };
        let is_data = page.is(id, "script")
            || (page.is(id, "meta") || page.is(id, "link")) && page.attribute(id, "itemprop").is_some();
        if is_data {
            let end = page.node(id).end_tag.map_or(start.end, |tag| tag.end);
            edits.push(Edit::remove(Span::new(start.start, end)));
        } else if !page.is(id, "meta")
            && page.attributes(id).iter().any(|attribute| MARKUP.contains(&&*attribute.name))
        {
            let tag = page.source().slice(start);
            edits.push(Edit { at: start, with: ATTRIBUTE.replace_all(tag, &b""[..]).into_owned() });
        }
    }
    edited(page, edits)
}

/// Attributes of microdata and RDFa.
const MARKUP: [&str; 9] =
    ["itemprop", "itemtype", "itemscope", "itemid", "itemref", "typeof", "vocab", "property", "resource"];

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(html: &str) -> Option<Lesson> {
        Lesson::of(&Document::from_html("a.html", html), &Limits::default(), &StructuredSettings::default())
    }

    #[test]
    fn a_lesson_asks_only_for_what_the_page_shows() {
        let lesson = lesson(
            r#"<title>Blue pen</title><script type="application/ld+json">{"@type": "Product", "name": "Blue pen", "sku": "77-A",
               "brand": {"@type": "Brand", "name": "Quill"}, "offers": {"@type": "Offer", "price": "1.50"}}</script>
               <h1>Blue pen</h1><p>€ 1.50</p><p>Brand: Quill</p>"#,
        )
        .unwrap();
        let asked: Vec<&str> = lesson.attributes.iter().map(String::as_str).collect();
        assert_eq!((lesson.kind.as_str(), lesson.is_list), ("Product", false));
        assert_eq!(asked, ["brand", "name", "price"]);
    }

    #[test]
    fn the_page_of_a_lesson_has_no_data_of_its_own() {
        let item = |name: &str| {
            format!(
                r#"<li itemscope itemtype="https://schema.org/Product" class="card"><b itemprop='name'>{name}</b><meta itemprop=sku content=1><i itemprop="brand">Quill</i></li>"#
            )
        };
        let html = format!("<ul>{}</ul><script>var a = 1</script>", ["Pen", "Ink", "Nib"].map(item).concat());
        let lesson = lesson(&html).unwrap();
        assert!(lesson.is_list);
        assert_eq!(lesson.records.len(), 3);
        let hidden = String::from_utf8(lesson.document.bytes).unwrap();
        let card = |name: &str| format!(r#"<li class="card"><b>{name}</b><i>Quill</i></li>"#);
        assert_eq!(hidden, format!("<ul>{}</ul>", ["Pen", "Ink", "Nib"].map(card).concat()));
    }
}
