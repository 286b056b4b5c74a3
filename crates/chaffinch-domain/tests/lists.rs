//! Lists as real sites write them, each for one thing that was once read wrong.

use chaffinch_core::{CellContent, Page, Relation};
use chaffinch_domain::{DomainSettings, load};
use chaffinch_survey::Survey;
use std::sync::Arc;

/// What is found, as a report has it.
fn records(page: &Page, settings: &DomainSettings) -> Vec<Relation> {
    let survey = Survey::new(page, &Default::default());
    chaffinch_domain::records(&survey, settings, false).into_relations(page)
}

fn read(domain: &str, html: &str) -> Vec<Relation> {
    let domain = Some(Arc::new(load(domain).unwrap()));
    records(&chaffinch_page::parse_str(html), &DomainSettings { domain, ..DomainSettings::default() })
}

fn column(relation: &Relation, name: &str) -> Vec<String> {
    let at = relation.columns.iter().position(|column| column.name.as_deref() == Some(name)).unwrap();
    let text = |cell: &Option<CellContent>| cell.as_ref().map_or("-".to_owned(), |cell| cell.text(" "));
    relation.rows.iter().map(|row| text(&row.cells[at])).collect()
}

const TOWNS: [&str; 6] = ["Abingdon", "Witney", "Bicester", "Didcot", "Thame", "Banbury"];

/// Properties in six towns; `inner` is what stands in each between its title and its price.
fn properties(inner: impl Fn(usize, &str) -> String) -> String {
    let card = |(n, town): (usize, &&str)| {
        format!(
            "<li class=card><a href='/{n}'><h2>{} bedroom house</h2></a>{}<b>£2{n}5,000</b></li>",
            n + 1,
            inner(n, town)
        )
    };
    format!("<ul>{}</ul>", TOWNS.iter().enumerate().map(card).collect::<String>())
}

#[test]
fn records_of_one_class_are_found_where_some_are_wrapped() {
    let card = |town: &str, price: u32| {
        format!("<div class=card><a href='/{town}'>3 bed house</a><i>{town}</i><b>£{price},000</b></div>")
    };
    let [a, b, c, d, e, f] = TOWNS.map(|town| card(town, 100 + town.len() as u32));
    let html = format!("<div>{a}{b}{c}<div class=highlight>{d}{e}</div>{f}</div>");
    let found = read("real-estate", &html);
    assert_eq!(column(&found[0], "location"), TOWNS);
}

#[test]
fn a_value_stands_where_the_other_records_have_theirs() {
    // "Bath" is a town, but here it is a label on two of the houses.
    let badge = |n: usize| if n.is_multiple_of(3) { "<div>Bath</div><div>With parking</div>" } else { "" };
    let html = properties(|n, town| format!("{}<i>{n} High Street, {town}</i>", badge(n)));
    let found = read("real-estate", &html);
    assert_eq!(column(&found[0], "location")[0], "0 High Street, Abingdon");
    assert_eq!(column(&found[0], "location")[3], "3 High Street, Didcot");
}

#[test]
fn an_address_on_two_lines_is_one_value() {
    let html = properties(|n, town| format!("<div>{n} Mill Lane</div><div>{town}, Oxfordshire</div>"));
    assert_eq!(column(&read("real-estate", &html)[0], "location")[1], "1 Mill Lane, Witney, Oxfordshire");
}

#[test]
fn a_line_is_cut_at_a_price() {
    let html = properties(|n, town| format!("<p>Mill Lane, {town} | £{n},200 pcm</p>"));
    assert_eq!(column(&read("real-estate", &html)[0], "location")[2], "Mill Lane, Bicester");
}

#[test]
fn a_line_is_as_long_as_it_is_seen() {
    let space = "\n".repeat(200);
    let html = properties(|_, town| format!("<i>High Street{space},{space}{town}</i>"));
    assert_eq!(column(&read("real-estate", &html)[0], "location")[1], "High Street , Witney");
}

#[test]
fn a_place_that_no_gazetteer_knows_is_told_by_its_class() {
    let html = properties(|n, _| format!("<i class='card__address'>Nether Wallop{n}dale</i>"));
    assert_eq!(column(&read("real-estate", &html)[0], "location")[4], "Nether Wallop4dale");
}

#[test]
fn the_image_is_a_picture_of_the_record() {
    let html = properties(|n, town| {
        format!(
            "<img src='/agents/logo-{n}.png'><img src='data:image/gif;base64,AAAA' data-src='/photo/{n}.jpg'>\
             <img src='/new.png'><i>{town}</i>"
        )
    });
    assert_eq!(column(&read("real-estate", &html)[0], "image")[5], "/photo/5.jpg");
}

#[test]
fn flats_that_lead_to_one_house_are_different_records() {
    let card = |n: u32| {
        format!("<li><a href='/house'>2 bed flat</a> <i>Mill Lane, Oxford</i> <b>£{n}00,000</b></li>")
    };
    let found = read("real-estate", &format!("<ul>{}</ul>", (1..7).map(card).collect::<String>()));
    assert_eq!(found[0].rows.len(), 6);
}

#[test]
fn a_property_without_a_price_is_one_of_the_list() {
    let card = |n: usize, town: &str| {
        let price = if n == 2 { "Offers invited".to_owned() } else { format!("£2{n}5,000") };
        format!("<li class=card><a href='/{n}'><h2>{n} bed house</h2></a><i>{town}</i><b>{price}</b></li>")
    };
    let html: String = TOWNS.iter().enumerate().map(|(n, town)| card(n, town)).collect();
    let found = read("real-estate", &format!("<ul>{html}</ul>"));
    assert_eq!(column(&found[0], "price")[2], "Offers invited");
}

#[test]
fn what_lacks_most_of_a_record_is_an_advertisement() {
    let card = |n: usize, town: &str| {
        format!(
            "<li class=card><a href='/{n}'>{n} bed house, 80 m²</a><i>{town}</i><b>£2{n}5,000</b><img src='{n}.jpg'></li>"
        )
    };
    let mut cards: Vec<String> =
        TOWNS.iter().chain(&TOWNS).enumerate().map(|(n, town)| card(n, town)).collect();
    cards.insert(3, "<li class=card><p>Flat insurance</p><b>£12</b></li>".to_owned());
    let found = read("real-estate", &format!("<ul>{}</ul>", cards.concat()));
    assert_eq!(found[0].rows.len(), 12);
    assert!(!found[0].rows.iter().any(|row| row.text.contains("insurance")));
}

#[test]
fn the_entries_of_a_feed_are_records() {
    let item = |n: u32, party: &str| {
        format!(
            "<item><title>{party} v. State</title><link>https://court.example/24-10{n}.pdf</link>\
             <pubDate>12/3{n}/2022</pubDate><description>Filed in 24-10{n}</description></item>"
        )
    };
    let items = [item(0, "Adams"), item(1, "Brown"), item(2, "Clark")].concat();
    let found = read("court", &format!("<rss><channel><title>Opinions</title>{items}</channel></rss>"));
    assert_eq!(column(&found[0], "name"), ["Adams v. State", "Brown v. State", "Clark v. State"]);
}

#[test]
fn records_in_preformatted_text_begin_at_their_links() {
    let entry = |n: u32, party: &str| {
        format!(
            "<a href='{n}.pdf'>{n}.pdf</a>   08/2{n}/2025  {party}  v.  Smith\n   Case No:  24-188{n}\n\n"
        )
    };
    let entries = [entry(1, "Evans"), entry(2, "Pederson"), entry(3, "Swanson"), entry(4, "Sledd")].concat();
    let found = read("court", &format!("<pre>\n{entries}</pre>"));
    assert_eq!(column(&found[0], "url"), ["1.pdf", "2.pdf", "3.pdf", "4.pdf"]);
    assert_eq!(column(&found[0], "name")[2], "Swanson v. Smith");
    assert_eq!(column(&found[0], "docket")[2], "24-1883");
}

#[test]
fn a_head_that_runs_into_a_long_text_is_a_line() {
    let summary = "The circuit court did not err in granting the motion to strike the evidence. ".repeat(8);
    let entry = |n: u32, party: &str| {
        format!("<p><a href='{n}.pdf'>22053{n}</a> <b>{party} v. Commonwealth</b> 10/19/2023 {summary}</p>")
    };
    let entries = [entry(1, "Moison"), entry(2, "Anderson"), entry(3, "Monroe")].concat();
    let found = read("court", &entries);
    assert_eq!(column(&found[0], "docket"), ["220531", "220532", "220533"]);
    assert!(column(&found[0], "name")[0].ends_with("Moison v. Commonwealth"));
}

#[test]
fn a_range_of_numbers_is_no_case() {
    let row = |name: &str, code: &str| {
        format!("<li><b>{name}</b> 01/02/2003 <a href='/{code}'>{code}-0001 - {code}-0423</a></li>")
    };
    let rows = [row("Paxton", "KP"), row("Abbott", "GA"), row("Cornyn", "JC"), row("Morales", "DM")].concat();
    assert!(read("court", &format!("<ul>{rows}</ul>")).is_empty());
}

#[test]
fn folded_columns_of_a_table_are_read() {
    let row = |n: u32, party: &str| {
        format!(
            "<tr><td><a href='{n}.pdf'>24-CA-14{n}</a></td><td style='display:none'>Ruling Judge: Hon. {party}son</td>\
             <td>{party} versus State</td></tr>"
        )
    };
    let rows = [row(1, "Adam"), row(2, "Robin"), row(3, "Peter")].concat();
    let found = read("court", &format!("<table>{rows}</table>"));
    assert!(found[0].rows[1].text.contains("Hon. Robinson"), "{}", found[0].rows[1].text);
}

#[test]
fn a_list_that_a_script_would_show_is_found_where_nothing_is_shown() {
    let list = properties(|_, town| format!("<i>{town}</i>"));
    let found = read("real-estate", &format!("<p>Loading…</p><div style='display:none'>{list}</div>"));
    assert_eq!(found[0].rows.len(), 6);
    // But not where the screen has a list.
    let both = format!("<div style='display:none'>{list}</div>{}", list.replace("£2", "£3"));
    let found = read("real-estate", &both);
    assert_eq!((found.len(), column(&found[0], "price")[0].as_str()), (1, "£305,000"));
}

#[test]
fn comments_are_no_events() {
    let comment = |n: u32| {
        format!(
            "<li><a href='/u{n}'>Anna of Oxford said:</a><p>February {n}, 2011 at 11:3{n} pm</p><p>At the Town Hall!</p></li>"
        )
    };
    let html = format!("<ol>{}</ol>", (1..6).map(comment).collect::<String>());
    assert!(read("event", &html).is_empty());
    assert_eq!(read("event", &html.replace(" said:", ""))[0].rows.len(), 5);
}

#[test]
fn posts_of_a_thread_are_no_events() {
    let post = |n: u32| {
        format!(
            "<div class=message><a href='/members/anna.{n}'>Anna of Oxford</a> <p>February {n}, 2011 at 11:3{n} pm</p>\
             <p>We were at the Town Hall, and the tea was better than last year.</p></div>"
        )
    };
    let html: String = (1..7).map(post).collect();
    assert!(read("event", &html).is_empty());
    assert_eq!(read("event", &html.replace("class=message", "class=card"))[0].rows.len(), 6);
}

#[test]
fn the_page_says_which_bare_number_is_a_price() {
    let prices = ["295,000", "310,000", "327,500", "450,000", "512,000"];
    let towns = ["Pinner", "Harrow", "Ruislip", "Oxford", "Reading"];
    let each = |write: &dyn Fn(&str, &str) -> String| -> String {
        prices.iter().zip(towns).map(|(price, town)| write(price, town)).collect()
    };
    let table = each(&|price, town| {
        format!("<tr><td><a href='/{town}'>Marsh Road, {town}</a><td>3 bedroom house<td>{price}</tr>")
    });
    let labelled = each(&|price, town| {
        format!(
            "<li><a href='/{town}'>3 bedroom house</a><p>Marsh Road, {town}</p><b>Price</b><p>{price}</p></li>"
        )
    });
    let by_class = each(&|price, town| {
        format!(
            "<li><a href='/{town}'>3 bedroom house</a><p>Marsh Road, {town}</p><p class=card-price>{price}</p></li>"
        )
    });
    for html in [
        format!("<table><tr><th>Address<th>Type<th>Price (£)</tr>{table}</table>"),
        format!("<ul>{labelled}</ul>"),
        format!("<ul>{by_class}</ul>"),
    ] {
        let found = read("real-estate", &html);
        assert_eq!(column(&found[0], "price"), prices, "{html}");
        assert!(read("real-estate", &html.replace("rice", "lot")).is_empty(), "{html}");
    }
}

#[test]
fn no_record_goes_beyond_a_rule() {
    let entry = |n: u32, party: &str| {
        format!("En banc<br><b><a href='{n}.pdf'>2024-CT-0017{n}</a></b><br><ul>{party} v. State</ul><hr>")
    };
    // The first is wrapped, so that its case is no sibling of the others'.
    let first = "<p>En banc<br><b><a href='0.pdf'>2024-CT-00170</a></b></p><ul>Zorn v. State</ul><hr>";
    let rest = ["Adams", "Brown", "Clark", "Davis", "Evans"].iter().enumerate();
    let rest: String = rest.map(|(n, party)| entry(n as u32 + 1, party)).collect();
    let found = read("court", &format!("<div>{first}{rest}</div>"));
    let (names, urls) = (column(&found[0], "name"), column(&found[0], "url"));
    let brown = names.iter().position(|name| name == "Brown v. State").unwrap();
    assert_eq!(urls[brown], "2.pdf");
}
