//! From records to columns: small pages, each for one rule.

mod lists;

use chaffinch_core::{ColumnType, Value};
use lists::{BIRDS, birds, list, names, place, shown, texts};

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
fn by_in_front_of_persons_makes_them_authors() {
    let persons = ["Jane Doe", "Ann Lee", "Max Roe", "Ida Poe", "Tom Fox", "Eva Ray"];
    let table = list(&birds(|at, bird| format!("<h3>{bird} at dawn</h3><p>by {}</p>", persons[at])));
    assert_eq!(texts(&table, "author"), persons);
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
fn a_second_form_of_each_record_for_narrow_screens_is_left_out() {
    let form = |bird: &str, at: usize| format!("<h3>{bird}</h3><p class=price>${at}.50</p>");
    let table = list(&birds(|at, bird| {
        format!("<div class=wide>{}</div><div class=narrow>{}</div>", form(bird, at), form(bird, at))
    }));
    assert_eq!(names(&table), ["name", "price"], "{}", shown(&table));
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
fn what_is_only_said_for_listeners_stays_where_nothing_else_says_it() {
    let stars = |name: &str, stars: &str| {
        format!("<h2>{name}</h2><i class=star></i><span class=sr-only>{stars} out of 5 stars</span>")
    };
    let table = list(&[stars("Alpha", "4.5"), stars("Beta", "3.5"), stars("Gamma", "2.0")]);
    assert!(shown(&table).contains("4.5 out of 5"), "{}", shown(&table));
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
fn a_date_is_cut_without_the_words_around_it() {
    let table = list(&birds(|at, bird| {
        format!(
            "<h3>{bird}</h3><p class=seen>Published online on May {}, 2024 courtesy of {bird} watch</p>",
            at + 11
        )
    }));
    assert_eq!(texts(&table, "datePublished")[0], "May 11, 2024");
}
