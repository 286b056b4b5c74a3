//! Prices, ratings and other amounts of records: small pages, each for one rule.

mod lists;

use lists::{birds, list, names, numbers, shown, texts};

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
fn the_scale_of_a_rating_belongs_to_it() {
    let table = list(&birds(|at, bird| format!("<h3>{bird}</h3><p><b class=rating>4.{at}</b> of 5</p>")));
    assert_eq!(texts(&table, "rating")[3], "4.3 of 5");
    assert_eq!(numbers(&table, "rating")[3], 4.3);
    assert_eq!(table.columns.len(), 2, "{}", shown(&table));
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
fn a_label_without_a_value_does_not_take_the_price_behind_it() {
    let card = |at: usize, bird: &str| {
        format!("<h3>{bird} box</h3><p>Maker: <span></span></p><div><em>${at}4.50</em></div>")
    };
    let table = list(&birds(card));
    assert_eq!(texts(&table, "price")[2], "$24.50", "{}", shown(&table));
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
