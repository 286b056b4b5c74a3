//! Made-up pages, a rule each.

use chaffinch_core::{Findings, Page, Relation};
use chaffinch_survey::Survey;
use chaffinch_topk::{TopkSettings, top_k};

fn all(page: &Page, settings: &TopkSettings) -> Findings {
    top_k(&Survey::new(page, &Default::default()), settings, true)
}

fn page(title: &str, body: &str) -> Page {
    chaffinch_page::parse_str(&format!("<title>{title}</title><body>{body}"))
}

fn found(page: &Page, settings: &TopkSettings) -> Option<Relation> {
    all(page, settings).into_relations(page).into_iter().next()
}

fn reason(page: &Page, settings: &TopkSettings) -> String {
    let found = all(page, settings);
    assert!(found.relations.is_empty(), "{} items found", found.relations[0].rows.len());
    found.absence.expect("a reason")
}

/// The texts of a column; "-" for nothing.
fn column(list: &Relation, name: &str) -> Vec<String> {
    let at = list.columns.iter().position(|column| column.name.as_deref() == Some(name));
    let at = at.unwrap_or_else(|| panic!("no column {name} in {:?}", list.columns));
    list.rows.iter().map(|row| row.cells[at].as_ref().map_or("-".into(), |cell| cell.text(" "))).collect()
}

fn names(body: &str, title: &str) -> Vec<String> {
    let page = page(title, body);
    let list = found(&page, &TopkSettings::default());
    list.map(|list| column(&list, "name")).unwrap_or_default()
}

const TREES: [&str; 6] = ["Oak", "Elm", "Ash", "Yew", "Lime", "Pine"];

/// One piece of markup for each tree.
fn each(piece: impl Fn(usize, &str) -> String) -> String {
    TREES.iter().enumerate().map(|(i, tree)| piece(i + 1, tree)).collect()
}

const TEXT: &str =
    "It grows in many woods of the north and bears its fruit late in the year, when others are bare.";

#[test]
fn the_basic_algorithm_takes_the_class_of_k_nodes_with_most_characters() {
    let body = format!(
        "<ul>{}</ul><div>{}</div>",
        each(|i, _| format!("<li>Link {i}</li>")),
        each(|_, tree| format!("<div><b>{tree}</b><p>{TEXT}</p></div>")),
    );
    let list = found(&page("6 trees", &body), &TopkSettings::basic()).unwrap();
    assert_eq!(column(&list, "name"), TREES);
    assert!(list.rows[0].text.contains("late in the year"), "components grow up to their item");
}

#[test]
fn images_count_by_their_visual_area() {
    let body = format!(
        "<ol>{}</ol><ul>{}</ul>",
        each(|i, tree| format!(
            "<li><a href=/{i}><img src={i}.jpg width=600 height=400></a><i>{tree}</i></li>"
        )),
        each(|i, _| format!("<li>A longer text that leads to page number {i} of this site</li>")),
    );
    let page = page("6 trees", &body);
    let seen = found(&page, &TopkSettings::paper()).unwrap();
    let counted = found(&page, &TopkSettings { visual_area: false, ..TopkSettings::paper() }).unwrap();
    assert!(seen.xpath.ends_with("/ol"), "{}", seen.xpath);
    assert!(counted.xpath.ends_with("/ul"), "{}", counted.xpath);
}

#[test]
fn items_of_two_alternating_styles_are_one_list() {
    let halves = |i: usize, tree: &str| match i % 2 {
        1 => format!("<div><p><b>{tree}</b> {TEXT}</p></div>"),
        _ => format!("<div><blockquote><i>{tree}</i> {TEXT}</blockquote></div>"),
    };
    let page = chaffinch_page::parse_str(&format!(
        "<title>6 trees</title><body>{}<div><i>The end</i></div>",
        each(halves)
    ));
    let paper = TopkSettings { boundaries: false, ..TopkSettings::paper() };
    let joined = found(&page, &paper).unwrap();
    let begins = joined.rows.iter().zip(TREES).filter(|(row, tree)| row.text.starts_with(tree));
    assert_eq!((begins.count(), joined.rows.len()), (6, 6));
    assert!(found(&page, &TopkSettings { interleaving: false, ..paper }).is_none());
}

#[test]
fn a_heading_too_many_is_dropped() {
    let body =
        format!("{}<h2>Conclusion</h2><p>That was all.", each(|_, tree| format!("<h2>{tree}</h2><p>{TEXT}")));
    let page = page("6 trees to plant", &body);
    assert_eq!(column(&found(&page, &TopkSettings::default()).unwrap(), "name"), TREES);
    let unmended = found(&page, &TopkSettings { boundaries: false, ..TopkSettings::default() });
    assert!(unmended.is_none_or(|list| column(&list, "name") != TREES));
}

#[test]
fn a_first_item_of_another_style_is_added() {
    let body = each(|i, tree| match i {
        1 => format!("<div class=first><h3><em>{tree}</em></h3><p>{TEXT}</p></div>"),
        _ => format!("<div><h4>{tree}</h4><p>{TEXT}</p></div>"),
    });
    let body = format!("<section>{body}</section>");
    assert_eq!(names(&body, "6 trees"), TREES);
}

#[test]
fn titles_of_items_come_first_and_stand_out() {
    let body = each(|i, tree| {
        format!("<div><img src={i}.png><span>New</span><h3><a href=/t/{i}>{tree}</a></h3><p>{TEXT}</p></div>")
    });
    let page = page("6 trees", &body);
    assert_eq!(column(&found(&page, &TopkSettings::default()).unwrap(), "name"), TREES);
    let untitled = found(&page, &TopkSettings { item_titles: false, ..TopkSettings::paper() }).unwrap();
    assert_eq!(column(&untitled, "name"), ["New"; 6]);
}

#[test]
fn items_that_count_down_keep_the_order_of_the_page_and_their_ranks() {
    let body = each(|i, tree| format!("<h3>{}. {tree}</h3><p>{TEXT}", 7 - i));
    let list = found(&page("Top 6 trees", &body), &TopkSettings::default()).unwrap();
    assert_eq!(column(&list, "rank"), ["6", "5", "4", "3", "2", "1"]);
    assert_eq!(column(&list, "name")[0], "6. Oak");
    assert_eq!(column(&list, "title"), TREES);
}

#[test]
fn numbers_pick_the_items_among_many_like_headings() {
    let body = format!(
        "<h2>What is a tree?</h2><p>{TEXT}<h2>Why plant one?</h2><p>{TEXT}{}<h2>Our garden</h2><p>{TEXT}",
        each(|i, tree| format!("<h2>{i}) {tree}</h2><p>{TEXT}<h2>How to grow it</h2><p>{TEXT}"))
    );
    let expected: Vec<String> =
        TREES.iter().enumerate().map(|(i, tree)| format!("{}) {tree}", i + 1)).collect();
    assert_eq!(names(&body, "6 trees"), expected);
}

#[test]
fn a_list_split_over_containers_and_interrupted_by_advertisements_is_one() {
    let item = |tree: &str| format!("<div class=item><h3>{tree}</h3><p>{TEXT}</p></div>");
    let half = |trees: &[&str]| trees.iter().map(|tree| item(tree)).collect::<String>();
    let body = format!(
        "<div class=page>{}</div><div class=advert><p>Buy shoes</p></div><div class=page>{}<aside>Hats</aside>{}</div>",
        half(&TREES[..3]),
        half(&TREES[3..5]),
        half(&TREES[5..]),
    );
    assert_eq!(names(&body, "6 trees"), TREES);
}

#[test]
fn class_names_that_differ_from_item_to_item_do_not_matter() {
    let body = each(|i, tree| {
        let extra = if i % 3 == 0 { "<p>Also: it is evergreen.</p>" } else { "" };
        format!("<div class='item item-{i} {tree}'><h3 class=t{tree}>{tree}</h3><p>{TEXT}</p>{extra}</div>")
    });
    assert_eq!(names(&format!("<main>{body}</main>"), "6 trees"), TREES);
}

#[test]
fn bold_lines_between_paragraphs_are_headings() {
    let body = each(|_, tree| format!("<p><b>{tree}</b></p><p>{TEXT} <b>Really</b> so.</p><p>{TEXT}</p>"));
    assert_eq!(names(&body, "6 trees you should know"), TREES);
}

#[test]
fn lines_between_breaks_are_items() {
    let body = format!("<p>{}</p>", each(|i, tree| format!("{i}. {tree}<br>")));
    let expected: Vec<String> =
        TREES.iter().enumerate().map(|(i, tree)| format!("{}. {tree}", i + 1)).collect();
    assert_eq!(names(&body, "Top 6 trees"), expected);
}

#[test]
fn rows_of_a_table_are_items_and_its_columns_are_facts() {
    let rows = each(|i, tree| format!("<tr><td>{i}<td>{tree}<td>{}.5 m<td>x", 10 * i));
    let body = format!("<table><tr><th>No<th>Tree<th>Height<th>{rows}</table>");
    let list = found(&page("The 6 tallest trees", &body), &TopkSettings::default()).unwrap();
    assert_eq!(column(&list, "name"), TREES);
    assert_eq!(column(&list, "rank"), ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(column(&list, "Height")[2], "30.5 m");
}

#[test]
fn look_alikes_in_a_sidebar_are_left_alone() {
    let item = |tree: &str| format!("<li><a href=/{tree}>{tree}</a></li>");
    let others: String = (0..8).map(|i| item(&format!("Other {i}"))).collect();
    let body = format!(
        "<aside><ul>{others}</ul></aside><main><ul>{}</ul></main>",
        TREES.map(|tree| format!("{}<p>{TEXT}</p>", item(tree))).concat()
    );
    assert_eq!(names(&body, "6 trees"), TREES);
}

#[test]
fn labels_become_columns() {
    let body = each(|i, tree| {
        format!(
            "<div><h3>{tree}</h3><p>{TEXT}</p><ul><li>Height: {i}0 m<li><b>Found in:</b> woods</ul></div>"
        )
    });
    let list = found(&page("6 trees", &body), &TopkSettings::default()).unwrap();
    assert_eq!(column(&list, "Height")[1], "20 m");
    assert_eq!(column(&list, "Found in"), ["woods"; 6]);
    assert_eq!(column(&list, "description")[0], TEXT);
}

#[test]
fn images_and_links_belong_to_their_item() {
    let body = each(|i, tree| {
        format!(
            "<div><img src=data:x data-src={i}.jpg><h3><a href=/t/{i}>{tree}</a></h3><p>{TEXT}<a href=#top>up</a></div>"
        )
    });
    let list = found(&page("6 trees", &body), &TopkSettings::default()).unwrap();
    assert_eq!(column(&list, "image")[4], "5.jpg");
    assert_eq!(column(&list, "link")[4], "/t/5");
}

#[test]
fn a_list_that_is_longer_than_promised_says_so() {
    let body = each(|i, tree| format!("<h2>{i}. {tree}</h2><p>{TEXT}"));
    let list = found(&page("5 trees", &body), &TopkSettings::default()).unwrap();
    assert_eq!((list.rows.len(), list.facts["length"].as_str()), (5, "longer"));
}

#[test]
fn a_part_of_a_list_is_marked_partial() {
    let body =
        format!("{}<a rel=next href=/2>Next</a>", each(|i, tree| format!("<h2>{i}. {tree}</h2><p>{TEXT}")));
    let list = found(&page("Top 10 trees", &body), &TopkSettings::default()).unwrap();
    assert_eq!((list.rows.len(), list.facts["length"].as_str()), (6, "partial"));
}

#[test]
fn the_facts_of_the_title_are_kept() {
    let body = each(|_, tree| format!("<h2>{tree}</h2><p>{TEXT}"));
    let list =
        found(&page("The 6 Most Beautiful Trees of 2025 | Woods", &body), &TopkSettings::default()).unwrap();
    assert_eq!(list.title.as_deref(), Some("The 6 Most Beautiful Trees of 2025"));
    let facts: Vec<&str> =
        ["k", "concept", "ranking", "time"].iter().map(|name| list.facts[*name].as_str()).collect();
    assert_eq!(facts, ["6", "Trees", "Most Beautiful", "2025"]);
}

#[test]
fn k_of_the_user_beats_the_title() {
    let body = each(|_, tree| format!("<h2>{tree}</h2><p>{TEXT}"));
    let page = page("Trees", &body);
    assert!(reason(&page, &TopkSettings::default()).contains("no title"));
    let list = found(&page, &TopkSettings { k: Some(6), ..TopkSettings::default() }).unwrap();
    assert_eq!(list.rows.len(), 6);
}

#[test]
fn nothing_is_made_up_where_there_is_no_list() {
    let body = format!("<h1>9 reasons to stay</h1><p>{TEXT}<p>{TEXT}<p>{TEXT}");
    assert!(reason(&page("9 reasons to stay", &body), &TopkSettings::default()).contains("9 times"));
    assert!(reason(&page("", ""), &TopkSettings::default()).contains("no title"));
}

#[test]
fn the_explanation_names_candidates_and_what_the_optimisations_change() {
    let body = each(|i, tree| format!("<h2>{i}. {tree}</h2><p>{TEXT}"));
    let lines = all(&page("Top 6 trees", &body), &TopkSettings::default()).why.join("\n");
    for part in ["promises 6 items", "rank", "numbering", "without visual area", "without item titles"] {
        assert!(lines.contains(part), "{part} is missing in\n{lines}");
    }
}

#[test]
fn bare_headings_that_alternate_are_one_list_and_end_before_what_is_related() {
    let body = each(|i, tree| {
        let level = 2 + i % 2;
        format!("<h{level}>{tree}</h{level}><p>{TEXT}</p>")
    });
    let body =
        format!("<h1>6 trees</h1><p>{TEXT}</p>{body}<h3>Related</h3><ul><li><a href=a>Bushes</a></ul>");
    assert_eq!(names(&body, "6 trees"), TREES);
}

#[test]
fn an_emphasised_name_ends_where_a_sentence_begins() {
    let body = each(|_, tree| format!("<li><b>{tree}</b> It grows in the north.</li>"));
    assert_eq!(names(&format!("<h1>6 trees</h1><ol>{body}</ol>"), "6 trees"), TREES);
}

#[test]
fn ordered_lists_that_are_longer_or_shorter_than_promised_say_so() {
    let body = each(|_, tree| format!("<li><b>{tree}</b> It grows in the north.</li>"));
    let length = |title: &str| {
        let page = page(title, &format!("<h1>{title}</h1><ol>{body}</ol><p>{TEXT}"));
        let list = found(&page, &TopkSettings::default()).unwrap_or_else(|| panic!("nothing for {title}"));
        (list.rows.len(), list.facts.get("length").cloned())
    };
    assert_eq!(length("The 6 best trees"), (6, None));
    assert_eq!(length("The 5 best trees"), (5, Some("longer".to_owned())));
    assert_eq!(length("The 8 best trees"), (6, Some("shorter".to_owned())));
}
