//! From records to columns: small pages, each for one rule. The records are the `<article>`s of a page, or the rows of its table's body.

use chaffinch_columns::{ColumnSettings, Table, align};
use chaffinch_core::{ColumnType, FoundCell, Page, Value};
use chaffinch_structured::StructuredSettings;
use chaffinch_survey::{Record, Survey};

fn columns_of(html: &str) -> Table {
    let page = chaffinch_page::parse_str(html);
    let survey = Survey::new(&page, &StructuredSettings::default());
    align(&survey, &records(&page, &survey), &ColumnSettings::default())
}

fn records(page: &Page, survey: &Survey) -> Vec<Record> {
    let in_body = |id| page.is(id, "tr") && page.element_children(id).any(|cell| page.is(cell, "td"));
    let roots = page.ids().filter(|id| page.is(*id, "article") || in_body(*id));
    roots.map(|root| Record::new(survey.subtree(root))).collect()
}

/// A list with an `<article>` around each text.
fn list<S: AsRef<str>>(records: &[S]) -> Table {
    columns_of(&articles(records))
}

fn articles<S: AsRef<str>>(records: &[S]) -> String {
    records.iter().map(|record| format!("<article>{}</article>", record.as_ref())).collect()
}

fn names(table: &Table) -> Vec<&str> {
    table.columns.iter().map(|column| column.name.as_deref().unwrap_or(".")).collect()
}

fn place(table: &Table, name: &str) -> usize {
    let found = table.columns.iter().position(|column| column.name.as_deref() == Some(name));
    found.unwrap_or_else(|| panic!("no column {name} among {:?}:\n{}", names(table), shown(table)))
}

fn cells<'t>(table: &'t Table, name: &str) -> Vec<&'t [FoundCell]> {
    let at = place(table, name);
    table.rows.iter().map(|row| row[at].as_slice()).collect()
}

/// The texts of a column, `.` for a missing cell and `|` between several values.
fn texts(table: &Table, name: &str) -> Vec<String> {
    let text = |cells: &[FoundCell]| match cells {
        [] => ".".to_owned(),
        cells => cells.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join("|"),
    };
    cells(table, name).into_iter().map(text).collect()
}

fn numbers(table: &Table, name: &str) -> Vec<f64> {
    let number = |cells: &[FoundCell]| match cells {
        [FoundCell { value: Some(Value::Number(number)), .. }] => *number,
        other => panic!("no number: {other:?}"),
    };
    cells(table, name).into_iter().map(number).collect()
}

/// The whole table, for messages.
fn shown(table: &Table) -> String {
    let names = names(table);
    names.iter().map(|name| format!("{name}: {:?}\n", texts(table, name))).collect()
}

const BIRDS: [&str; 6] = ["Robin", "Wren", "Siskin", "Dunnock", "Linnet", "Serin"];

/// A record of each bird, made of its number and name.
fn birds(record: impl Fn(usize, &str) -> String) -> Vec<String> {
    BIRDS.iter().enumerate().map(|(at, bird)| record(at, bird)).collect()
}

#[test]
fn one_larger_card_does_not_take_names_and_prices_from_the_others() {
    let card = |at: usize| format!("<h3><a href='/{at}'>Seat {at}a</a></h3><p class=price>${at}5.00</p>");
    let mut cards: Vec<String> = (1..10).map(card).collect();
    let large = "<div class=hero><div class=side><span class=flag>Editor's choice</span><h3><a href='/0'>Bench</a></h3>\
        <ul><li>Oak<li>Oiled<li>Outdoor</ul><p>Made by hand in a small workshop.</p><p class=price>$99.00</p></div></div>";
    cards.insert(0, large.to_owned());
    let table = list(&cards);
    let (names, prices) = (texts(&table, "name"), texts(&table, "price"));
    assert_eq!(names[0], "Bench", "{}", shown(&table));
    assert!(table.rows[0].iter().flatten().any(|cell| cell.text == "$99.00"), "{}", shown(&table));
    for at in 1..10 {
        assert_eq!(names[at], format!("Seat {at}a"));
        assert_eq!(prices[at], format!("${at}5.00"));
    }
}

#[test]
fn a_price_in_three_elements_is_one_cell() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird} box</h3><p class=price><sup>$</sup><span>6{at}</span><sup>99</sup></p>")
    }));
    assert_eq!(numbers(&table, "price"), [60.99, 61.99, 62.99, 63.99, 64.99, 65.99]);
    assert_eq!(table.columns.len(), 2, "{}", shown(&table));
}

#[test]
fn a_name_with_a_highlighted_word_is_one_cell() {
    let table = list(&birds(|at, bird| format!("<h3>The <mark>{bird}</mark> nest box</h3><p>${at}.50</p>")));
    assert_eq!(texts(&table, "name")[2], "The Siskin nest box");
    assert_eq!(table.columns.len(), 2, "{}", shown(&table));
}

#[test]
fn tags_are_several_values_of_one_cell() {
    let tags = ["seed", "insect", "song", "garden", "forest", "reed"];
    let table = list(&birds(|at, bird| {
        let own: String =
            tags[..=at % 4].iter().map(|tag| format!("<a class=tag href='/t/{tag}'>{tag}</a> ")).collect();
        format!("<h3>{bird}</h3><div class=tags>{own}</div>")
    }));
    let tagged = table.columns.iter().filter_map(|column| column.name.as_deref()).find(|name| {
        texts(&table, name)
            == ["seed", "seed|insect", "seed|insect|song", "seed|insect|song|garden", "seed", "seed|insect"]
    });
    assert!(tagged.is_some(), "{}", shown(&table));
}

#[test]
fn two_prices_on_one_line_are_taken_apart_and_their_labels_name_them() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird}</h3><p>Regular price $12{at}.99 Sale price $9{at}.99</p>")
    }));
    assert_eq!(numbers(&table, "listPrice"), [120.99, 121.99, 122.99, 123.99, 124.99, 125.99]);
    assert_eq!(numbers(&table, "price"), [90.99, 91.99, 92.99, 93.99, 94.99, 95.99]);
    assert_eq!(table.columns.len(), 3, "{}", shown(&table));
}

#[test]
fn values_between_dots_are_taken_apart_and_their_units_name_them() {
    let kinds = ["Apartment", "House", "Studio", "Villa", "Loft", "Room"];
    let table = list(&birds(|at, bird| {
        let (beds, baths) = (at % 3 + 1, at % 2 + 1);
        format!("<h3>{bird} Lane {at}</h3><p>{beds} Bed · {baths} Bath · {}</p>", kinds[at])
    }));
    assert_eq!(texts(&table, "bedrooms")[..3], ["1 Bed", "2 Bed", "3 Bed"], "{}", shown(&table));
    assert_eq!(texts(&table, "bathrooms")[..3], ["1 Bath", "2 Bath", "1 Bath"]);
    assert!(names(&table).iter().any(|name| texts(&table, name) == kinds), "{}", shown(&table));
}

#[test]
fn by_in_front_of_persons_makes_them_authors() {
    let persons = ["Jane Doe", "Ann Lee", "Max Roe", "Ida Poe", "Tom Fox", "Eva Ray"];
    let table = list(&birds(|at, bird| format!("<h3>{bird} at dawn</h3><p>by {}</p>", persons[at])));
    assert_eq!(texts(&table, "author"), persons);
}

#[test]
fn a_label_inside_the_text_is_taken_off_and_names_the_column() {
    let table = list(&birds(|at, bird| format!("<h3>{bird}</h3><p>Item #: 12{at}</p><p>Wood: oak {at}</p>")));
    assert_eq!(texts(&table, "sku"), ["120", "121", "122", "123", "124", "125"], "{}", shown(&table));
    assert_eq!(texts(&table, "Wood")[1], "oak 1");
}

#[test]
fn a_case_number_in_front_of_the_parties_is_a_column() {
    let parties = ["Smith", "Miller", "Baker", "Mason", "Cooper", "Fisher"];
    let table = list(&birds(|at, bird| format!("<p>Case No. 16-077{at}: {} v. {bird}</p>", parties[at])));
    let has = |cell: &str, row: usize| names(&table).iter().any(|name| texts(&table, name)[row] == cell);
    assert!(has("16-0770", 0) && has("16-0775", 5), "{}", shown(&table));
    assert!(has("Smith v. Robin", 0) && has("Fisher v. Serin", 5), "{}", shown(&table));
}

#[test]
fn texts_that_all_records_have_are_in_the_last_column() {
    let table = list(&birds(|at, bird| {
        let sold = if at == 4 { "Sold out" } else { "Add to cart" };
        format!("<h3>{bird}</h3><p>${at}.50</p><button>{sold}</button><i>Free delivery</i>")
    }));
    assert_eq!(names(&table).last(), Some(&"other"));
    let other = texts(&table, "other");
    assert!(other.iter().all(|text| text.contains("Free delivery")), "{other:?}");
}

#[test]
fn a_text_that_one_record_of_many_has_is_kept() {
    let table = list(
        &(0..20)
            .map(|at| {
                let badge = if at == 7 { "<b class=badge>Last one</b>" } else { "" };
                format!("{badge}<h3>Perch {at}</h3><p>${at}.50</p>")
            })
            .collect::<Vec<_>>(),
    );
    assert_eq!(texts(&table, "other")[7], "Last one", "{}", shown(&table));
    assert_eq!(texts(&table, "name")[7], "Perch 7");
}

#[test]
fn the_url_and_the_image_of_a_row_are_its_own() {
    let table = list(&birds(|at, bird| {
        format!(
            "<a href='/cart'>Cart</a><a href='/birds/{at}'><img src='/{bird}.jpg'></a><h3><a href='/birds/{at}'>{bird}</a></h3>\
             <img src='/star.png'><a href='/cart'>Buy</a>"
        )
    }));
    assert_eq!(texts(&table, "url")[3], "/birds/3");
    assert_eq!(texts(&table, "image")[3], "/Dunnock.jpg");
    assert!(texts(&table, "other").iter().all(|other| other.contains("/star.png")), "{}", shown(&table));
    let from_end: Vec<&str> =
        names(&table).into_iter().filter(|name| matches!(*name, "url" | "image")).collect();
    assert_eq!(from_end, ["url", "image"]);
}

#[test]
fn a_former_price_is_the_list_price() {
    for former in ["<del>$20.00</del>", "<s>$20.00</s>", "<span class='price price--was'>$20.00</span>"] {
        let former = |at: usize| former.replace("20", &format!("2{at}"));
        let table = list(&birds(|at, bird| {
            format!("<h3>{bird}</h3><p>{} <span class='price'>$1{at}.00</span></p>", former(at))
        }));
        assert_eq!(numbers(&table, "price")[1], 11.0, "{}", shown(&table));
        assert_eq!(numbers(&table, "listPrice")[1], 21.0, "{}", shown(&table));
    }
}

#[test]
fn a_former_price_that_few_records_have_does_not_become_the_price() {
    let table = list(&birds(|at, bird| {
        let former = if at % 3 == 0 { format!("<del>$2{at}.00</del>") } else { String::new() };
        format!("<h3>{bird}</h3><div>{former}<span>$1{at}.00</span></div>")
    }));
    assert_eq!(numbers(&table, "price"), [10.0, 11.0, 12.0, 13.0, 14.0, 15.0], "{}", shown(&table));
    assert_eq!(texts(&table, "listPrice"), ["$20.00", ".", ".", "$23.00", ".", "."]);
}

#[test]
fn a_placeholder_gives_way_to_the_image_that_is_loaded_later() {
    for placeholder in ["data:image/gif;base64,R0lGOD", "/img/blank.gif", "/img/lazy-1x1.png"] {
        let table = list(&birds(|_, bird| {
            format!("<img src='{placeholder}' data-src='/photos/{bird}.jpg'><h3>{bird}</h3>")
        }));
        assert_eq!(texts(&table, "image")[0], "/photos/Robin.jpg");
    }
    for later in [
        "<img src='data:,' data-shop-picture='/photos/BIRD.jpg?w=200'>",
        "<img src='data:,'><noscript><img src='/photos/BIRD.jpg?w=200'></noscript>",
    ] {
        let table =
            list(&birds(|_, bird| format!("<div>{}</div><h3>{bird}</h3>", later.replace("BIRD", bird))));
        assert_eq!(texts(&table, "image")[0], "/photos/Robin.jpg?w=200", "{}", shown(&table));
    }
}

#[test]
fn names_come_from_itemprop() {
    let table = list(&birds(|at, bird| {
        format!("<div>{bird}</div><div itemprop=color>blue {at}</div><div itemprop=material>oak {at}</div>")
    }));
    assert_eq!(texts(&table, "color")[1], "blue 1");
    assert_eq!(texts(&table, "material")[1], "oak 1");
}

#[test]
fn names_come_from_the_data_that_the_page_tells_of_its_records() {
    let towns = ["Graz", "Linz", "Wels", "Steyr", "Enns", "Lienz"];
    let items: Vec<String> = birds(|at, bird| {
        format!(r#"{{"@type": "Product", "name": "{bird} box", "material": "{} oak"}}"#, towns[at])
    });
    let shown_items = birds(|at, bird| format!("<h3>{bird} box</h3><div>{} oak</div>", towns[at]));
    let table = columns_of(&format!(
        "<script type='application/ld+json'>[{}]</script>{}",
        items.join(","),
        articles(&shown_items)
    ));
    assert_eq!(texts(&table, "material")[0], "Graz oak", "{}", shown(&table));
    assert_eq!(texts(&table, "name")[0], "Robin box");
}

#[test]
fn names_come_from_labels_beside_the_values() {
    let table = list(&birds(|at, bird| {
        format!(
            "<h3>{bird}</h3><dl><dt>Wingspan<dd>{at}4 cm<dt>Food<dd>seed {at}</dl><p><span>Songs:</span> <b>{at}7</b></p>"
        )
    }));
    assert_eq!(texts(&table, "Wingspan")[2], "24 cm", "{}", shown(&table));
    assert_eq!(texts(&table, "Songs")[2], "27");
}

#[test]
fn names_come_from_the_heads_of_a_table_as_they_are_written() {
    let rows: String = birds(|at, bird| format!("<tr><td>{bird}<td>{at}4<td>Linz {at}")).concat();
    let table = columns_of(&format!("<table><tr><th>Bird<th>Wingspan (cm)<th>Seen at{rows}</table>"));
    assert_eq!(texts(&table, "Wingspan (cm)")[2], "24");
    assert_eq!(texts(&table, "Seen at")[2], "Linz 2");
    assert_eq!(table.columns[place(&table, "Wingspan (cm)")].kind, ColumnType::Number);
}

#[test]
fn names_come_from_classes() {
    let table = list(&birds(|at, bird| {
        format!(
            "<h3>{bird}</h3><div class='card__brand'>Maker {at}</div><div class='product-availability'>In {at} days</div>"
        )
    }));
    assert_eq!(texts(&table, "brand")[1], "Maker 1", "{}", shown(&table));
    assert_eq!(texts(&table, "availability")[1], "In 1 days");
}

#[test]
fn a_name_is_never_that_of_a_badge() {
    let table = list(&birds(|at, bird| {
        let badge = ["New", "Sale"][at % 2];
        format!("<b class=badge>{badge}</b><a href='/{at}'>{bird} box</a><p>${at}.50</p>")
    }));
    assert_eq!(texts(&table, "name")[0], "Robin box", "{}", shown(&table));
}

#[test]
fn no_two_columns_have_one_name() {
    let table = list(&birds(|at, bird| {
        let price = |from: usize| format!("<div class=a{from}><span class=price>${from}{at}.00</span></div>");
        let text = |from: usize| format!("<div class=b{from}><em>{bird} {from} {at}</em></div>");
        format!(
            "<h3>{bird}</h3>{}{}",
            (1..5).map(price).collect::<String>(),
            (1..5).map(text).collect::<String>()
        )
    }));
    let mut all: Vec<String> = names(&table).iter().map(|name| name.to_lowercase()).collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count, "{}", shown(&table));
    assert_eq!(count, 9, "{}", shown(&table));
}

#[test]
fn a_second_form_of_each_record_for_narrow_screens_is_left_out() {
    let form = |bird: &str, at: usize| format!("<h3>{bird}</h3><p class=price>${at}.50</p>");
    let table = list(&birds(|at, bird| {
        format!("<div class=wide>{}</div><div class=narrow>{}</div>", form(bird, at), form(bird, at))
    }));
    assert_eq!(names(&table), ["name", "price"], "{}", shown(&table));
}

#[test]
fn units_tell_the_pieces_at_one_place_apart() {
    let table = list(&birds(|at, bird| {
        // Not every record has all of them.
        let beds = if at == 1 { String::new() } else { format!("<li>{} beds", at + 1) };
        let baths = if at == 3 { String::new() } else { format!("<li>{} baths", at + 2) };
        format!("<h3>{bird}</h3><ul>{beds}{baths}<li>{at}10 m²</ul>")
    }));
    assert_eq!(
        texts(&table, "bedrooms"),
        ["1 beds", ".", "3 beds", "4 beds", "5 beds", "6 beds"],
        "{}",
        shown(&table)
    );
    assert_eq!(texts(&table, "bathrooms"), ["2 baths", "3 baths", "4 baths", ".", "6 baths", "7 baths"]);
    assert_eq!(texts(&table, "floorSize")[2], "210 m²");
}

#[test]
fn a_column_says_how_sure_its_name_is() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird}</h3><p itemprop=material>oak {at}</p><div><i>{bird} {at} {bird}</i></div>")
    }));
    let sure = |name: &str| table.columns[place(&table, name)].confidence.unwrap();
    assert!(sure("material") > sure("name"));
    assert!(sure("name") > sure("text 1"), "{}", shown(&table));
}

#[test]
fn the_scale_of_a_rating_belongs_to_it() {
    let table = list(&birds(|at, bird| format!("<h3>{bird}</h3><p><b class=rating>4.{at}</b> of 5</p>")));
    assert_eq!(texts(&table, "rating")[3], "4.3 of 5");
    assert_eq!(numbers(&table, "rating")[3], 4.3);
    assert_eq!(table.columns.len(), 2, "{}", shown(&table));
}

#[test]
fn records_without_any_text_are_still_rows() {
    let table = list(&birds(|_, _| "<p>— …</p><input name=q>".to_owned()));
    assert_eq!((table.rows.len(), table.columns.len()), (BIRDS.len(), 0), "{}", shown(&table));
}

#[test]
fn what_comes_behind_the_limit_of_a_record_is_kept() {
    let table = list(&birds(|at, bird| {
        let parts: String =
            (0..500).map(|part| format!("<b class=c{part}>{bird} {part} {at}</b> ")).collect();
        format!("<h3>{bird}</h3>{parts}")
    }));
    let said = |text: &str| table.rows[2].iter().flatten().any(|cell| cell.text == text);
    assert!(said("Siskin 0 2") && said("Siskin 499 2"), "{:?}", names(&table));
}

#[test]
fn of_two_prices_the_lower_is_the_current_one() {
    let table =
        list(&birds(|at, name| format!("<h3>{name}</h3><b>${}.00</b><i>${}.00</i>", 40 + at, 30 + at)));
    assert_eq!(numbers(&table, "price")[0], 30.0);
    assert_eq!(numbers(&table, "listPrice")[0], 40.0);
}

#[test]
fn a_currency_with_a_period_behind_the_number_is_in_its_cell() {
    let table = list(&birds(|at, name| format!("<h3>{name}</h3><p>{}.000<span>€/month</span></p>", at + 2)));
    assert_eq!(texts(&table, "text 1")[0], "2.000€/month");
}

#[test]
fn a_name_in_two_lines_of_one_link_is_one_cell() {
    let people = ["Ada<br>Lovelace", "Mary<br>Somerville", "Emmy<br>Noether"];
    let table = list(&people.map(|name| format!("<a href='/{}'>{name}</a><p>London</p>", name.len())));
    assert_eq!(texts(&table, "name"), ["Ada Lovelace", "Mary Somerville", "Emmy Noether"]);
}

#[test]
fn offices_are_no_names() {
    let people = [("Ada Byron", "Chief"), ("Mary Ward", "Deputy"), ("Emmy Lind", "First")];
    let table =
        list(&people.map(|(name, office)| format!("<p>{office} Minister of Birds</p><div>{name}</div>")));
    assert_eq!(texts(&table, "name")[0], "Ada Byron");
    assert_eq!(texts(&table, "jobTitle")[0], "Chief Minister of Birds");
}

#[test]
fn a_range_of_prices_is_one_cell() {
    let amount = |amount: &str| format!("<span class=amount><bdi><span>$</span>{amount}</bdi></span>");
    let price = |text: &str| format!("<h2>Stone {}</h2><span class=price>{text}</span>", text.len());
    let table = list(&[
        price(&format!("{} – {}", amount("7.95"), amount("179.95"))),
        price(&format!("{} - {}", amount("17.95"), amount("108.95"))),
        price(&amount("3.95")),
        price(&format!("{} – {}", amount("43.95"), amount("1,359.95"))),
    ]);
    assert_eq!(
        texts(&table, "price"),
        ["$7.95 – $179.95", "$17.95 – $108.95", "$3.95", "$43.95 – $1,359.95"]
    );
}

#[test]
fn what_is_only_said_for_listeners_takes_no_place_of_a_price() {
    let plain = |name: &str, price: &str| format!("<h2>{name}</h2><p class=price><span>{price}</span></p>");
    let table = list(&[
        plain("Alpha", "$12.00"),
        plain("Beta", "$14.50"),
        "<h2>Gamma</h2><p class=price><del>$30.00</del> <span class=screen-reader-text>Original price was: $30.00.</span> \
         <ins>$21.00</ins> <span class=screen-reader-text>Current price is: $21.00.</span></p>"
            .to_owned(),
        plain("Delta", "$18.00"),
    ]);
    assert_eq!(texts(&table, "price"), ["$12.00", "$14.50", "$21.00", "$18.00"]);
    assert_eq!(texts(&table, "listPrice"), [".", ".", "$30.00", "."]);
    assert!(!shown(&table).contains("Original"), "{}", shown(&table));
}

#[test]
fn what_is_only_said_for_listeners_stays_where_nothing_else_says_it() {
    let stars = |name: &str, stars: &str| {
        format!("<h2>{name}</h2><i class=star></i><span class=sr-only>{stars} out of 5 stars</span>")
    };
    let table = list(&[stars("Alpha", "4.5"), stars("Beta", "3.5"), stars("Gamma", "2.0")]);
    assert!(shown(&table).contains("4.5 out of 5"), "{}", shown(&table));
}

#[test]
fn texts_that_nothing_names_are_named_by_what_they_look_like() {
    let story = |title: &str, topic: &str, lead: &str, author: &str| {
        format!(
            "<h2><a href='/{0}'>{title}</a></h2><div><a href='/t/{topic}'>{topic}</a></div><div class='leading-tight'>{lead}</div>\
             <div class='line-clamp-2'>{author}</div>",
            title.len()
        )
    };
    let table = list(&[
        story(
            "Finches return to the city park",
            "Birds",
            "After ten winters the flock is back in town.",
            "Ada Byron",
        ),
        story(
            "Why the old lighthouse went dark",
            "Coast",
            "Nobody paid the keeper, and then he left.",
            "Bo Carlsen",
        ),
        story(
            "A winter without snow in the hills",
            "Birds",
            "Skiers wait, and larks sing in January this year.",
            "Ada Byron",
        ),
        story(
            "What the river took this spring",
            "Coast",
            "Three bridges and a mill are gone for good.",
            "Di Eco",
        ),
        story(
            "Larks are counted by school classes",
            "Birds",
            "Six hundred children listen at dawn on Sunday.",
            "Bo Carlsen",
        ),
    ]);
    assert_eq!(names(&table)[..4], ["name", "category", "description", "author"]);
}

#[test]
fn signs_between_values_are_no_part_of_them() {
    let table = list(&[
        "<h2>One</h2><div><span>3 May 2024 •</span> <b>- Sports</b></div>",
        "<h2>Two</h2><div><span>4 May 2024 •</span> <b>- Music</b></div>",
        "<h2>Three</h2><div><span>5 May 2024 •</span> <b>- Theatre</b></div>",
    ]);
    assert_eq!(texts(&table, "datePublished"), ["3 May 2024", "4 May 2024", "5 May 2024"]);
    assert!(shown(&table).contains("Sports") && !shown(&table).contains("- Sports"), "{}", shown(&table));
}

#[test]
fn the_only_price_is_the_price_whatever_its_class_says() {
    let table = list(&[
        "<h2>One</h2><span class=old-price>$5</span>",
        "<h2>Two</h2><span class=old-price>$6</span>",
        "<h2>Three</h2><span class=old-price>$7</span>",
    ]);
    assert_eq!(texts(&table, "price"), ["$5", "$6", "$7"]);
}

#[test]
fn a_former_price_that_few_records_have_is_told_from_the_current_one() {
    let table = list(&[
        "<h2>One</h2><span>-50%</span><span>$10</span><b>$5</b>",
        "<h2>Two</h2><b>$6</b>",
        "<h2>Three</h2><span>-30%</span><span>$10</span><b>$7</b>",
        "<h2>Four</h2><b>$8</b>",
    ]);
    assert_eq!(texts(&table, "price"), ["$5", "$6", "$7", "$8"]);
    assert_eq!(texts(&table, "listPrice"), ["$10", ".", "$10", "."]);
    assert_eq!(texts(&table, "discount"), ["-50%", ".", "-30%", "."]);
}

#[test]
fn days_are_read_in_the_order_that_other_days_of_the_column_have() {
    let table = list(&[
        "<h2>One</h2><time>12/09/2025</time>",
        "<h2>Two</h2><time>11/25/2025</time>",
        "<h2>Three</h2><time>11/22/2025</time>",
    ]);
    let at = place(&table, "datePublished");
    assert_eq!(table.columns[at].kind, ColumnType::Date);
    assert_eq!(table.rows[0][at][0].value, Some(Value::Text("2025-12-09".into())));
}

#[test]
fn a_records_own_address_is_that_of_its_heading() {
    let story = |at: u32, topic: u32| {
        format!(
            "<a href='/topic/{topic}'>Topic {topic}</a><h2><a href='/story/{at}'>Story {at}</a></h2><a href='/c/{at}'>{at} comments</a>"
        )
    };
    let table = list(&[story(1, 1), story(2, 2), story(3, 3), story(4, 1)]);
    assert_eq!(texts(&table, "url"), ["/story/1", "/story/2", "/story/3", "/story/4"]);
}

#[test]
fn a_post_is_one_cell_however_many_paragraphs_it_has() {
    let said = "The flock came back this morning, forty birds at least, and sat in the bare ash by the mill until noon. Nobody \
        had seen so many since the winter of the great frost.";
    let post = |author: &str, paragraphs: &[&str]| {
        let text: String = paragraphs.iter().map(|text| format!("<p>{text}</p>")).collect();
        format!("<h4>{author}</h4><time>{} May 2024</time><div class=body>{text}</div>", text.len() % 28 + 1)
    };
    let table = list(&[
        post("Ada", &["Hello,", said, "What did <a href=/x>others</a> see?", said]),
        post("Bo", &[said, said]),
        post("Cy", &["Thanks!"]),
        post("Di", &[said, "<img src=finch.jpg>", "Here is one."]),
    ]);
    assert_eq!(
        texts(&table, "description"),
        [
            format!("Hello, {said} What did others see? {said}"),
            format!("{said} {said}"),
            "Thanks!".to_owned(),
            format!("{said} Here is one.")
        ]
    );
    assert!(shown(&table).contains("finch.jpg"), "{}", shown(&table));
    assert!(!names(&table).contains(&"other"), "{}", shown(&table));
}

#[test]
fn words_that_all_records_have_alone_beside_a_value_are_its_label() {
    let card = |at: usize, bird: &str| {
        format!(
            "<a href=/{at}><h3>{bird} walk</h3><div><div><i>Length</i><b>{at} km</b></div><div><i>Guides</i><b>{}</b></div>\
             <div><i>Terrain</i><b>{}</b></div></div></a>",
            at + 2,
            ["Bog", "Dune", "Heath"][at % 3]
        )
    };
    let table = list(&birds(card));
    assert_eq!(texts(&table, "Terrain")[1], "Dune", "{}", shown(&table));
    assert_eq!(texts(&table, "Guides")[1], "3");
    assert_eq!(texts(&table, "name")[1], "Wren walk");
}

#[test]
fn one_note_that_all_records_have_is_no_label() {
    let card = |at: usize, bird: &str| {
        format!("<h3>{bird}</h3><div><span>00{at}-2024</span> <span>Unpublished</span></div>")
    };
    let table = list(&birds(card));
    assert!(!names(&table).contains(&"Unpublished"), "{}", shown(&table));
}

#[test]
fn a_colon_in_a_headline_makes_no_label() {
    let card = |at: usize, bird: &str| {
        format!("<a href=/{at}><strong>Birdcast: {bird} at dawn</strong></a><p>Part {at}</p>")
    };
    let table = list(&birds(card));
    assert_eq!(texts(&table, "name")[0], "Birdcast: Robin at dawn", "{}", shown(&table));
}

#[test]
fn a_label_without_a_value_does_not_take_the_price_behind_it() {
    let card = |at: usize, bird: &str| {
        format!("<h3>{bird} box</h3><p>Maker: <span></span></p><div><em>${at}4.50</em></div>")
    };
    let table = list(&birds(card));
    assert_eq!(texts(&table, "price")[2], "$24.50", "{}", shown(&table));
}

#[test]
fn what_buttons_say_is_no_column_of_its_own() {
    let card = |at: usize, bird: &str| {
        let button = if at.is_multiple_of(2) { "Add to basket" } else { "Choose size" };
        format!(
            "<h3><a href=/{at}>{bird}</a></h3><p class=price>${at}4.50</p><a class=btn href=/b{at}>{button}</a>"
        )
    };
    let table = list(&birds(card));
    assert_eq!(texts(&table, "other")[0], "Add to basket", "{}", shown(&table));
}

#[test]
fn a_length_beside_a_date_is_a_value_of_its_own() {
    let card = |at: usize, bird: &str| format!("<h3>{bird}</h3><p>4{at}m - Dec 1{at}, 2025</p>");
    let table = list(&birds(card));
    assert_eq!(texts(&table, "datePublished")[3], "Dec 13, 2025", "{}", shown(&table));
}

#[test]
fn a_name_that_a_button_says_again_for_listeners_is_no_value() {
    let card = |at: usize, bird: &str| {
        format!(
            "<h3><a href=/{at}>{bird} night</a></h3><button><span class=is-hidden-accessible>Save: {bird} night</span></button>"
        )
    };
    let table = list(&birds(card));
    assert_eq!(names(&table), ["name", "url"], "{}", shown(&table));
}

#[test]
fn tags_whose_number_differs_are_values_of_one_cell() {
    let card = |at: usize, bird: &str| {
        let tags = ["garden", "wood", "coast", "moor"];
        let many = if at == 1 { 2 } else { 4 };
        let tags: String = tags[..many].iter().map(|tag| format!("<a href=/t/{tag}>{tag}</a> ")).collect();
        format!("<h3><a href=/{at}>{bird} in the hills</a></h3><div>{tags}</div>")
    };
    let table = list(&birds(card));
    assert!(shown(&table).contains("garden|wood|coast|moor"), "{}", shown(&table));
}

#[test]
fn a_heading_with_a_marked_word_is_one_name() {
    let table = list(&BIRDS.map(|bird| format!("<h3><span>Nest box</span> for a {bird}</h3><p>$24.50</p>")));
    assert_eq!(texts(&table, "name")[0], format!("Nest box for a {}", BIRDS[0]), "{}", shown(&table));
}

#[test]
fn of_two_columns_of_offices_the_one_that_tells_more_is_the_position() {
    let offices = ["Health", "Justice", "Labour", "Transport", "Science"];
    let people = ["Ann Archer", "Ben Baker", "Cleo Carter", "Dan Draper", "Eve Fisher"];
    let card = |at: usize| {
        format!("<h3>{}</h3><p class=a>Minister</p><p class=b>Minister of {}</p>", people[at], offices[at])
    };
    let table = list(&[0, 1, 2, 3, 4].map(card));
    assert_eq!(texts(&table, "jobTitle")[1], "Minister of Justice", "{}", shown(&table));
}

#[test]
fn a_record_whose_name_stands_elsewhere_has_a_name() {
    let table = list(&birds(|at, bird| match at {
        5 => format!("<p><em>New</em> <a href='/birds/5'>{bird} of the <i>old</i> wood</a></p>"),
        _ => format!(
            "<h3><a href='/birds/{at}'>{bird} of the wood</a></h3><p>Seen in the garden {at} times</p>"
        ),
    }));
    assert!(texts(&table, "name")[5].contains("of the"), "{}", shown(&table));
}

#[test]
fn days_and_codes_in_headings_are_parts_of_names() {
    let table = list(&birds(|at, bird| {
        format!("<h3><a href='/{at}'>{bird} song, 1{at} May 2024 – XN1182{at}</a></h3><p>Text {at}")
    }));
    assert_eq!(
        texts(&table, "name")[2],
        format!("{} song, 12 May 2024 – XN11822", BIRDS[2]),
        "{}",
        shown(&table)
    );
}

#[test]
fn a_phone_number_that_all_records_have_is_told() {
    let table = list(&birds(|at, bird| format!("<h3>{bird}</h3><p>+49 30 123456-0</p><p>Nest {at}</p>")));
    assert_eq!(texts(&table, "telephone")[1], "+49 30 123456-0", "{}", shown(&table));
}

#[test]
fn further_pictures_stand_behind_the_first() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird}</h3><img src='/{at}.jpg'><img class=b src='/{at}-b.jpg'>")
    }));
    assert_eq!(texts(&table, "image")[4], "/4.jpg|/4-b.jpg", "{}", shown(&table));
}

#[test]
fn a_text_that_repeats_a_labelled_value_is_no_column() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird}</h3><p>Society {at} of friends</p><p>Society: Society {at} of friends</p>")
    }));
    let said = names(&table).iter().filter(|name| texts(&table, name)[1] == "Society 1 of friends").count();
    assert_eq!(said, 1, "{}", shown(&table));
}

#[test]
fn offices_and_their_holders_are_two_columns() {
    let offices =
        ["Health", "Sport and Culture", "Labour", "Foreign Affairs", "Finance", "Justice", "Youth", "Trade"];
    let table = list(&birds(|at, _| {
        format!(
            "<p>Minister of {}: JANE DOE-{}</p>",
            offices[at % 8],
            "ABCDEFGHIJ".get(at..at + 1).unwrap_or("Z")
        )
    }));
    assert_eq!(texts(&table, "jobTitle")[1], "Minister of Sport and Culture", "{}", shown(&table));
    assert_eq!(texts(&table, "name")[1], "JANE DOE-B");
}

#[test]
fn a_line_that_ends_with_and_goes_on_in_the_next() {
    let table =
        list(&birds(|at, bird| format!("<h3>{bird}</h3><p>Keeper of nests and<br>boxes in wood {at}</p>")));
    let whole = |name: &&str| texts(&table, name)[3] == "Keeper of nests and boxes in wood 3";
    assert!(names(&table).iter().any(whole), "{}", shown(&table));
}

#[test]
fn words_of_a_query_are_highlighted_wherever_they_stand_and_stay_in_their_texts() {
    let hit = |word: &str| format!("<span class=hit>{word}</span>");
    let found = [
        (
            format!("{} in the garden", hit("Birds")),
            format!("How to feed {} in winter,<br>and when.", hit("birds")),
        ),
        (
            format!("The song of {} at dawn", hit("birds")),
            format!("{} sing before the sun is up.", hit("Birds")),
        ),
        (
            format!("A house for {}", hit("birds")),
            format!("What {} want of a house,<br>and who {} are.", hit("birds"), hit("birds")),
        ),
        (hit("Birds"), format!("A book about the {} of Europe.", hit("birds"))),
    ];
    let records = found.map(|(name, text)| format!("<a href=/>{name}</a><p>{text}</p>"));
    let table = list(&records);
    assert_eq!(
        texts(&table, "name"),
        ["Birds in the garden", "The song of birds at dawn", "A house for birds", "Birds"]
    );
    let second = texts(&table, names(&table)[1]);
    assert_eq!(second[0], "How to feed birds in winter, and when.");
    assert_eq!(second[2], "What birds want of a house, and who birds are.");
}

#[test]
fn what_comes_back_at_one_place_is_a_field_and_no_highlight() {
    let records = birds(|at, bird| {
        let mood = ["calm", "loud"][at % 2];
        format!("<a href=/{at}>{bird}</a><p>is <span class=mood>{mood}</span> in summer</p>")
    });
    let table = list(&records);
    assert!(shown(&table).contains("calm"), "{}", shown(&table));
    assert!(table.rows.iter().flatten().flatten().any(|cell| cell.text == "calm"), "{}", shown(&table));
}

#[test]
fn a_day_and_its_time_are_one_value() {
    let times =
        ["March 11, 2016 - 12:35", "May 2, 2016 - 9:05", "May 24, 2016 - 17:42", "June 3, 2016 - 8:00"];
    let table = list(&birds(|at, bird| format!("<h3>{bird}</h3><p>Seen at the lake, {}</p>", times[at % 4])));
    let at = table.columns.iter().position(|column| column.kind == ColumnType::Date).expect("a date");
    assert_eq!(table.rows[0][at][0].text, "March 11, 2016 - 12:35", "{}", shown(&table));
}

#[test]
fn a_day_in_the_middle_of_a_sentence_is_left_there() {
    let story = |at: usize, bird: &str| {
        format!(
            "<h3>{bird}</h3><p>The first of them came to the island with the ships of the traders, on May {}, 1912, and \
             its young have sung in the gardens of the town ever since that year</p>",
            at + 1
        )
    };
    let table = list(&birds(story));
    let longest = table.rows[0].iter().flatten().map(|cell| cell.text.len()).max();
    assert!(longest > Some(140), "{}", shown(&table));
}

#[test]
fn a_word_that_closes_a_bracket_is_no_label() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird}</h3><p>{} KB ({} words) - 12:0{at}, {} May 2024</p>", at + 2, 90 + at, at + 1)
    }));
    assert!(names(&table).iter().all(|name| !name.contains(')')), "{}", shown(&table));
}

#[test]
fn a_name_in_two_bold_lines_is_one_cell() {
    let makes = ["Acme<br>Wing 7", "Acme<br>Wing 5s", "Birdy<br>Nest", "Birdy<br>Nest Mini"];
    let records: Vec<String> =
        makes.iter().map(|name| format!("<a href=/><strong><span>{name}</span></strong></a>")).collect();
    assert_eq!(texts(&list(&records), "name")[..2], ["Acme Wing 7", "Acme Wing 5s"]);
}

#[test]
fn a_rating_and_how_many_gave_it_are_two_columns() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird} box</h3><p>4.{at} out of 5 Stars. 3,32{at} reviews</p><p>${at}.50</p>")
    }));
    assert_eq!(numbers(&table, "reviewCount")[1], 3321.0, "{}", shown(&table));
    assert_eq!(numbers(&table, "rating")[1], 4.1, "{}", shown(&table));
}

#[test]
fn counts_in_brackets_name_nothing() {
    let table = list(&birds(|at, _| {
        format!("<img src=/{at}.jpg><p>(2,49{at} new reviews)</p><p>{} seeds, in a box of oak</p>", at + 3)
    }));
    assert_eq!(texts(&table, "reviewCount")[2], "(2,492 new reviews)", "{}", shown(&table));
}

#[test]
fn prices_of_a_unit_are_neither_prices_nor_sizes() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird} house</h3><p>$4{at},000</p><p>$4{at} /sqft</p><p>1,0{at}0 sqft</p>")
    }));
    assert_eq!(texts(&table, "price")[1], "$41,000", "{}", shown(&table));
    assert_eq!(texts(&table, "unitPrice")[1], "$41 /sqft", "{}", shown(&table));
    assert_eq!(texts(&table, "floorSize")[1], "1,010 sqft", "{}", shown(&table));
    let plain =
        list(&birds(|at, bird| format!("<h3>{bird} house</h3><p>4{at} 000 kr</p><p>6{at} 200 kr/m²</p>")));
    assert_eq!(texts(&plain, "unitPrice")[1], "61 200 kr/m²", "{}", shown(&plain));
}

#[test]
fn words_that_say_what_an_amount_is_are_its_label() {
    let table =
        list(&birds(|at, bird| format!("<h3>{bird} box</h3><p>$1{at}</p><div>Regular Price $2{at}</div>")));
    assert_eq!(texts(&table, "listPrice")[1], "$21", "{}", shown(&table));
}

#[test]
fn a_former_price_beside_no_other_is_the_price() {
    let table = list(&birds(|at, bird| {
        format!(
            "<h3>{bird} box</h3><div class=price-group--strike><p class=price><span>£{at}5</span></p></div>"
        )
    }));
    assert_eq!(texts(&table, "price")[1], "£15", "{}", shown(&table));
}

#[test]
fn a_paragraph_is_no_brand_and_a_number_no_status() {
    let table = list(&birds(|at, bird| {
        format!(
            "<h3>{bird}</h3><p class=brand>A small bird that sings from the top of a hedge, mostly in the morning, number \
             {at} of those that are seen in gardens</p><i class=status>{at}7</i>"
        )
    }));
    let named = names(&table);
    assert!(!named.contains(&"brand") && !named.contains(&"status"), "{}", shown(&table));
}

#[test]
fn what_says_when_is_a_date_though_it_names_no_year() {
    let times = ["Today at 7:00 PM", "Tomorrow at 9:30 AM GMT", "Wed, Mar 18, 5:00 PM", "3 days ago"];
    let table = list(&birds(|at, bird| format!("<h3>{bird}</h3><p>{}</p>", times[at % 4])));
    assert_eq!(texts(&table, "datePublished")[1], times[1], "{}", shown(&table));
}

#[test]
fn two_words_in_front_of_a_name_are_taken_off_though_all_have_the_same() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird} in the garden</h3><p>Posted by {}</p>", ["Ada", "Ada", "Ada", "Bo"][at % 4])
    }));
    assert_eq!(texts(&table, "author")[..2], ["Ada", "Ada"], "{}", shown(&table));
}

#[test]
fn pictures_that_stand_in_for_others_are_not_the_image() {
    let table = list(&birds(|at, bird| {
        format!("<img src='data:image/svg+xml,%3csvg/%3e'><img src=/{at}.jpg><h3>{bird}</h3>")
    }));
    assert_eq!(texts(&table, "image")[1], "/1.jpg", "{}", shown(&table));
    // Only the first records have pictures before scripts run.
    let lazy = list(&birds(|at, bird| {
        let own = if at < 2 { format!("/{at}.jpg") } else { "data:image/svg+xml,%3csvg/%3e".into() };
        format!("<img src='{own}'><h3>{bird}</h3>")
    }));
    assert_eq!(texts(&lazy, "image")[..3], ["/0.jpg", "/1.jpg", "."], "{}", shown(&lazy));
}

#[test]
fn words_that_the_names_of_priced_things_say_again_are_brands() {
    let record = |(brand, name, price): (&str, &str, &str)| {
        format!("<p>{brand}</p><h3><a href=/{name}>{brand} {name}</a></h3><p>${price}</p>")
    };
    let things = [
        ("Acme", "kettle", "20.00"),
        ("Finch", "nest box", "24.90"),
        ("Acme", "lamp", "9.00"),
        ("Poe", "pen", "3.00"),
    ];
    let table = list(&things.map(record));
    assert_eq!(texts(&table, "brand"), ["Acme", "Finch", "Acme", "Poe"]);
    assert_eq!(texts(&table, "name")[1], "Finch nest box");
}

#[test]
fn numbers_that_count_the_records_are_their_rank() {
    let record = |(at, name): (usize, &str)| {
        format!("<span>{at}</span><h3><a href=/{name}>{name}</a></h3><p>{}</p>", 900 - at * 7)
    };
    let names = ["Siskin", "Brambling", "Linnet", "Serin", "Twite"];
    let records: Vec<String> =
        names.into_iter().enumerate().map(|(at, name)| record((at + 1, name))).collect();
    assert_eq!(texts(&list(&records), "rank"), ["1", "2", "3", "4", "5"]);
}

#[test]
fn words_before_a_colon_in_a_long_text_are_no_label() {
    let prose = "When the ground is frozen they look for seeds below the trees, and in towns they come to gardens where people feed them through the \
        cold months, as most of them stay near the place where they were born.";
    let record = |(name, at): (&str, usize)| {
        format!(
            "<h3><a href=/{name}>{name}</a></h3><p>{prose} What I saw: {at} of them sat on the fence. {prose}</p>"
        )
    };
    let table = list(&[("Siskin", 3), ("Brambling", 14), ("Linnet", 25), ("Serin", 36)].map(record));
    assert!(!names(&table).iter().any(|name| name.contains("saw")), "{:?}", names(&table));
    assert!(texts(&table, "description")[1].contains("What I saw: 14 of them"));
}

#[test]
fn a_name_keeps_what_separates_its_words() {
    let table = list(&birds(|at, bird| {
        format!("<h3><a href='/{at}'>{bird} | Birds of the mill</a></h3><p>No. {at}</p>")
    }));
    assert_eq!(texts(&table, "name")[1], "Wren | Birds of the mill");
    // A card that is all one link has fields in it.
    let card =
        |at: usize, bird: &str| format!("<a href='/{at}'><h3>{bird}</h3><p>{at} eggs · {at}1 cm</p></a>");
    let table = list(&birds(card));
    assert_eq!(texts(&table, "name")[1], "Wren");
    assert!(!shown(&table).contains('·'), "{}", shown(&table));
}

#[test]
fn a_price_that_stands_elsewhere_in_a_few_records_is_the_price() {
    let card = |at: usize, bird: &str| {
        let price = match at {
            2 => format!("<div><div><em class=plain>${at}7</em></div></div>"),
            _ => format!("<p><span class=now>${at}5</span> <del>${at}9</del></p>"),
        };
        format!("<h3><a href='/{at}'>{bird}</a></h3>{price}<p>Made by hand in {bird}ville</p>")
    };
    let table = list(&birds(card));
    assert_eq!(texts(&table, "price"), ["$05", "$15", "$27", "$35", "$45", "$55"]);
}

#[test]
fn a_date_is_cut_without_the_words_around_it() {
    let table = list(&birds(|at, bird| {
        format!(
            "<h3>{bird}</h3><p class=seen>Published online on May {}, 2024 courtesy of {bird} watch</p>",
            at + 11
        )
    }));
    assert_eq!(texts(&table, "datePublished")[0], "May 11, 2024");
}
