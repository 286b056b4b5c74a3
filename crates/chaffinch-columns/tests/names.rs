//! The names of columns, and the names of records: small pages, each for one rule.

mod lists;

use chaffinch_core::ColumnType;
use lists::{BIRDS, articles, birds, columns_of, list, names, place, shown, texts};

#[test]
fn a_name_with_a_highlighted_word_is_one_cell() {
    let table = list(&birds(|at, bird| format!("<h3>The <mark>{bird}</mark> nest box</h3><p>${at}.50</p>")));
    assert_eq!(texts(&table, "name")[2], "The Siskin nest box");
    assert_eq!(table.columns.len(), 2, "{}", shown(&table));
}

#[test]
fn a_label_inside_the_text_is_taken_off_and_names_the_column() {
    let table = list(&birds(|at, bird| format!("<h3>{bird}</h3><p>Item #: 12{at}</p><p>Wood: oak {at}</p>")));
    assert_eq!(texts(&table, "sku"), ["120", "121", "122", "123", "124", "125"], "{}", shown(&table));
    assert_eq!(texts(&table, "Wood")[1], "oak 1");
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
fn a_column_says_how_sure_its_name_is() {
    let table = list(&birds(|at, bird| {
        format!("<h3>{bird}</h3><p itemprop=material>oak {at}</p><div><i>{bird} {at} {bird}</i></div>")
    }));
    let sure = |name: &str| table.columns[place(&table, name)].confidence.unwrap();
    assert!(sure("material") > sure("name"));
    assert!(sure("name") > sure("text 1"), "{}", shown(&table));
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
fn counts_in_brackets_name_nothing() {
    let table = list(&birds(|at, _| {
        format!("<img src=/{at}.jpg><p>(2,49{at} new reviews)</p><p>{} seeds, in a box of oak</p>", at + 3)
    }));
    assert_eq!(texts(&table, "reviewCount")[2], "(2,492 new reviews)", "{}", shown(&table));
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
