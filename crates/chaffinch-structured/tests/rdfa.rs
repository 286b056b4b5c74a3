//! Made-up pages with RDFa, each for one rule.

use chaffinch_core::{CellContent, ColumnType, Page, Relation, RelationKind, Value};
use chaffinch_page::parse_str;
use chaffinch_structured::{StructuredSettings, structured_data};

/// What is found, as a report has it.
fn read(page: &Page, settings: &StructuredSettings) -> Vec<Relation> {
    let found = structured_data(page, settings).into_iter();
    found.map(|finding| finding.into_relation(page)).collect()
}

fn found(html: &str) -> Vec<Relation> {
    read(&parse_str(html), &StructuredSettings::default())
}

fn only(html: &str) -> Relation {
    let mut relations = found(html);
    assert_eq!(relations.len(), 1, "{html}");
    relations.remove(0)
}

/// Each column's name and the texts of its first row.
fn first_row(relation: &Relation) -> Vec<(&str, String)> {
    let values = relation.columns.iter().zip(&relation.rows[0].cells);
    let texts = |content: &Option<CellContent>| {
        let cells = content.as_ref().map_or(&[][..], |content| content.cells());
        cells.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join("|")
    };
    values.map(|(column, content)| (column.name.as_deref().unwrap_or_default(), texts(content))).collect()
}

const SHOP: &str = "<div vocab='https://schema.org/' typeof='Product'>\
    <h2 property=name> Blue <b>pen</b></h2><a property=url href=/pen>more</a><img property=image src=pen.jpg>\
    <div property=offers typeof=Offer><meta property=priceCurrency content=USD>\
    <span property=price content='1.50'>a dollar and a half</span><link property=availability href='https://schema.org/InStock'></div>\
    <time property=releaseDate datetime=2024-05-01>May</time></div>";

#[test]
fn lite_gives_the_same_as_microdata_would() {
    let page = parse_str(SHOP);
    let relation = read(&page, &StructuredSettings::default()).remove(0);
    assert_eq!((relation.kind, relation.method.as_str()), (RelationKind::Detail, "rdfa"));
    assert_eq!(relation.title.as_deref(), Some("Product"));
    let expected = [
        ("name", "Blue pen"),
        ("url", "/pen"),
        ("image", "pen.jpg"),
        ("offers.priceCurrency", "USD"),
        ("offers.price", "1.50"),
        ("offers.availability", "https://schema.org/InStock"),
        ("releaseDate", "2024-05-01"),
    ];
    assert_eq!(first_row(&relation), expected.map(|(name, text)| (name, text.to_owned())));
    assert_eq!(relation.columns[4].kind, ColumnType::Money);
    let price = &relation.rows[0].cells[4].as_ref().unwrap().cells()[0];
    assert_eq!((&price.value, price.unit.as_deref()), (&Some(Value::Number(1.5)), Some("USD")));
    assert_eq!(page.source().slice(price.span.unwrap()), b"1.50");
}

#[test]
fn items_of_one_type_are_rows() {
    let item = |n: u32| format!("<li typeof='schema:Event'><b property='schema:name'>Event {n}</b></li>");
    let relation = only(&format!("<ul prefix='schema: http://schema.org/'>{}{}</ul>", item(1), item(2)));
    assert_eq!((relation.kind, relation.rows.len()), (RelationKind::Records, 2));
    assert_eq!(first_row(&relation), [("name", "Event 1".to_owned())]);
}

#[test]
fn one_resource_may_be_described_in_two_places() {
    let relation = only(
        "<div vocab=http://schema.org/><p resource='#a' typeof=Recipe><b property=name>Soup</b></p>\
         <p resource='#a'><i property=recipeYield>4 plates</i></p></div>",
    );
    assert_eq!(first_row(&relation), [("name", "Soup".to_owned()), ("recipeYield", "4 plates".to_owned())]);
}

#[test]
fn a_property_may_point_at_an_item_elsewhere() {
    let relations = found(
        "<div vocab=http://schema.org/><p typeof=Recipe><b property=name>Soup</b><a property=author resource='#jane'></a></p>\
         <p resource='#jane' typeof=Person><i property=name>Jane</i></p></div>",
    );
    assert_eq!(relations[0].title.as_deref(), Some("Recipe"));
    assert_eq!(first_row(&relations[0]), [("name", "Soup".to_owned()), ("author.name", "Jane".to_owned())]);
}

#[test]
fn about_and_rel_of_core_are_read() {
    let relation = only(
        "<div xmlns:v='http://rdf.data-vocabulary.org/#' about=/soup typeof='v:Recipe'><b property='v:name'>Soup</b>\
         <a rel='v:link nofollow' href=/more>more</a>\
         <span rel='v:review'><i typeof='v:Review'><b property='v:rating'>4.5</b></i></span></div>",
    );
    assert_eq!(
        first_row(&relation),
        [("name", "Soup".to_owned()), ("link", "/more".to_owned()), ("review.rating", "4.5".to_owned())]
    );
}

#[test]
fn what_the_page_says_of_itself_is_no_item() {
    assert!(found("<meta property='og:title' content='A page'><p property=name>x").is_empty());
    let relation = only("<meta property='og:title' content='A page'><p typeof=Event><b property=name>x</b>");
    assert_eq!(first_row(&relation), [("name", "x".to_owned())]);
}

#[test]
fn items_that_refer_to_each_other_end() {
    let relation = only(
        "<p resource=a typeof=Event><b property=name>a</b><i property=subEvent resource=b></i></p>\
         <p resource=b typeof=Event><b property=name>b</b><i property=superEvent resource=a></i></p>",
    );
    assert_eq!(relation.rows.len(), 2);
}

#[test]
fn properties_in_properties_cost_little() {
    let nested = "<div typeof=Event property=part><b property=name>x</b>".repeat(400);
    let flat = "<p property=description>".repeat(20_000);
    assert!(!found(&format!("<div typeof=Event>{nested}")).is_empty());
    found(&format!("<div typeof=Event>{flat}"));
}
