//! The blocks of a page.

mod boxes;

use boxes::{by_id, page};
use chaffinch_core::{NodeId, Page, Rect};
use chaffinch_vision::{BlockId, VisionSettings, VisionTree};
use proptest::prelude::*;
use std::fmt::Write;

/// The tree on one line: the text of leaves, brackets around inner blocks.
fn sketch(page: &Page, tree: &VisionTree, id: BlockId) -> String {
    if tree.is_leaf(id) {
        let texts = tree.nodes(id).iter().map(|node| match page.name(*node) {
            "img" => "img".to_owned(),
            _ => page.subtree(*node).map(|n| page.own_text(n)).collect(),
        });
        return texts.collect::<Vec<String>>().join("+");
    }
    let children: Vec<String> = tree.children(id).map(|child| sketch(page, tree, child)).collect();
    format!("[{}]", children.join(" "))
}

fn see(html: &str, settings: &VisionSettings) -> (Page, VisionTree, String) {
    let page = page(html);
    let tree = VisionTree::new(&page, settings).unwrap();
    let sketch = sketch(&page, &tree, BlockId::ROOT);
    (page, tree, sketch)
}

fn sketched(html: &str) -> String {
    see(html, &VisionSettings::default()).2
}

/// A heading and three records of an image beside a name and a price, `gap` pixels apart.
fn records(gap: usize) -> String {
    let mut html =
        String::from("<body box='0 0 1000 800'><h1 box='0 0 300 40' font='30 700'>Shop</h1><div id=list>");
    for i in 0..3 {
        let y = 80 + i * (100 + gap);
        let _ = write!(
            html,
            "<div id=r{i} box='0 {y} 600 100'><img box='0 {y} 100 100'><div><h2 box='120 {y} 200 20' font='20 700'>n{i}</h2><p box='120 {} 60 20'>p{i}</p></div></div>",
            y + 30
        );
    }
    html + "</div>"
}

#[test]
fn records_are_blocks() {
    let (page, tree, sketch) = see(&records(40), &VisionSettings::default());
    assert_eq!(sketch, "[Shop [[img [n0 p0]] [img [n1 p1]] [img [n2 p2]]]]");
    let list = tree.ids().find(|id| tree.block(*id).node == Some(by_id(&page, "list"))).unwrap();
    let nodes: Vec<_> = tree.children(list).map(|record| tree.block(record).node).collect();
    assert_eq!(nodes, ["r0", "r1", "r2"].map(|name| Some(by_id(&page, name))));
    assert_eq!(tree.block(list).rect, Rect::new(0.0, 80.0, 320.0, 380.0));
}

#[test]
fn markup_tells_records_apart_that_lie_close() {
    let lines: String = (0..3)
        .map(|i| {
            let y = i * 40;
            format!(
                "<li><div><p box='0 {y} 90 20'>n{i}</p><div><p box='0 {} 90 20'>p{i}</p></div></div></li>",
                y + 20
            )
        })
        .collect();
    let html = format!("<body box='0 0 1000 800'><ul>{lines}</ul>");
    assert_eq!(sketched(&html), "[[n0 p0] [n1 p1] [n2 p2]]");
    assert_eq!(see(&html, &VisionSettings::paper()).2, "[n0 p0 n1 p1 n2 p2]");
}

#[test]
fn a_gap_through_all_records_does_not_part_them() {
    let record = |i: usize| {
        let y = i * 30;
        format!("<li><p box='0 {y} 100 20'>n{i}</p><p box='600 {y} 100 20'>p{i}</p></li>")
    };
    let html = format!("<body box='0 0 1000 800'><ul>{}</ul>", (0..3).map(record).collect::<String>());
    assert_eq!(sketched(&html), "[[n0 p0] [n1 p1] [n2 p2]]");
    assert_eq!(see(&html, &VisionSettings::paper()).2, "[[n0 n1 n2] [p0 p1 p2]]");
}

#[test]
fn cards_of_a_grid_are_blocks_though_their_pictures_and_names_are_aligned() {
    // Two rows of three; the pictures reach down over the names.
    let card = |i: usize| {
        let (x, y) = ((i % 3) * 120, (i / 3) * 300);
        format!(
            "<li><img box='{x} {y} 100 280'><p box='{x} {} 100 20'>n{i}</p><p box='{x} {} 100 20'>p{i}</p></li>",
            y + 220,
            y + 250
        )
    };
    let html = format!("<body box='0 0 1000 800'><ul>{}</ul>", (0..6).map(card).collect::<String>());
    let (page, tree, _) = see(&html, &VisionSettings::default());
    let items = tree.ids().filter(|id| tree.block(*id).node.is_some_and(|node| page.is(node, "li"))).count();
    assert_eq!(items, 6);
}

#[test]
fn columns_are_parted_before_rows_if_they_lie_further_apart() {
    let cells = |dx: usize, dy: usize| -> String {
        let cell =
            |i: usize| format!("<p box='{} {} 100 20'>{i}</p>", (i % 2) * (100 + dx), (i / 2) * (20 + dy));
        format!("<body box='0 0 1000 800'>{}", (0..4).map(cell).collect::<String>())
    };
    assert_eq!(sketched(&cells(200, 10)), "[[0 2] [1 3]]");
    assert_eq!(sketched(&cells(10, 200)), "[[0 1] [2 3]]");
}

#[test]
fn a_drawn_line_outweighs_a_gap() {
    let html = "<body box='0 0 1000 800'><p box='0 0 500 20'>a</p><p box='0 40 500 20'>b</p>\
        <hr box='0 69 500 2'><p box='0 80 500 20'>c</p><p box='0 120 500 20'>d</p>";
    assert_eq!(sketched(html), "[[a b] [c d]]");
    assert_eq!(sketched(&html.replace("<hr box='0 69 500 2'>", "")), "[a b c d]");
}

#[test]
fn a_background_sets_apart() {
    let html = "<body box='0 0 1000 800'><p box='0 0 500 20'>a</p><p box='0 40 500 20'>b</p>\
        <div bg='9 9 9' box='0 80 500 60'><p box='0 80 500 20'>c</p><p box='0 120 500 20'>d</p></div>";
    assert_eq!(sketched(html), "[[a b] [c d]]");
}

#[test]
fn lines_and_fonts_are_leaves_of_their_own() {
    let html = "<body box='0 0 1000 800'><p box='0 0 300 20'><b box='0 0 60 20' font='16 700'>By</b><i box='70 0 90 20'>Ann</i></p>";
    assert_eq!(sketched(html), "[By Ann]");
    let coarse = VisionSettings { permitted_doc: 9, ..VisionSettings::default() };
    assert_eq!(see(html, &coarse).2, "ByAnn");
}

#[test]
fn a_label_and_its_value_are_two_leaves() {
    let html = "<body box='0 0 1000 800'><p box='0 0 300 20'><i box='0 0 60 20'>By</i><a box='70 0 90 20'>Ann</a></p>\
        <p box='0 40 300 20'>Bath</p>";
    assert_eq!(sketched(html), "[[By Ann] Bath]");
    assert_eq!(see(html, &VisionSettings::paper()).2, "[ByAnn Bath]");
}

#[test]
fn an_amount_written_in_parts_is_one_leaf() {
    let html = "<body box='0 0 1000 800'><p box='0 0 300 20'><i box='0 0 9 20'>$</i><b box='9 0 40 20'>12.99</b>\
        <s box='60 0 40 20'>$15.00</s></p><p box='0 40 300 20'>Bath</p>";
    assert_eq!(sketched(html), "[[$+12.99 $15.00] Bath]");
    assert_eq!(sketched(&html.replace('$', "no. ")), "[[[no.  12.99] no. 15.00] Bath]");
}

#[test]
fn an_image_without_size_has_a_place() {
    let html = "<body box='0 0 1000 800'><div><img box='0 0 0 0' src=a.png><p box='0 10 90 20'>a</p></div>\
        <div><img box='0 90 0 0' src=b.png><p box='0 100 90 20'>b</p></div>";
    assert_eq!(sketched(html), "[[img a] [img b]]");
}

#[test]
fn a_lower_permitted_doc_gives_fewer_blocks() {
    let counts: Vec<usize> = (1..=10)
        .map(|permitted_doc| {
            see(&records(40), &VisionSettings { permitted_doc, ..VisionSettings::default() }).1.len()
        })
        .collect();
    assert!(counts.is_sorted() && counts[0] < counts[9], "{counts:?}");
}

#[test]
fn something_laid_over_the_page_is_set_apart() {
    let html = records(40)
        + "<aside box='0 50 1000 700'><p box='100 60 700 300'>Cookies</p><p box='100 400 700 300'>OK</p></aside>";
    assert!(sketched(&html).contains("[img [n0 p0]] [img [n1 p1]] [img [n2 p2]]"), "{}", sketched(&html));
}

#[test]
fn nothing_to_see_gives_no_tree() {
    let settings = VisionSettings::default();
    assert_eq!(VisionTree::new(&page("<body box='0 0 1000 800'><p></p>"), &settings), None);
    assert_eq!(VisionTree::new(&chaffinch_page::parse_str("<p>a</p>"), &settings), None);
}

/// Random pages: nested boxes anywhere, overlapping as they like.
fn any_page() -> impl Strategy<Value = String> {
    let part = (0..7u8, 0..90u16, 0..90u16, 1..40u16, 1..40u16);
    proptest::collection::vec(part, 0..60).prop_map(|parts| {
        let mut html = String::from("<body box='0 0 1000 1000'>");
        for (kind, x, y, w, h) in parts {
            let place = format!("box='{} {} {} {}'", x * 10, y * 10, w * 10, h * 10);
            let _ = match kind {
                0 | 1 => write!(html, "<div {place}>"),
                2 => write!(html, "</div>"),
                3 => write!(html, "<p {place}>t</p>"),
                4 => write!(html, "<span {place} font='{w} 400'>s</span>"),
                5 => write!(html, "<img {place}>"),
                _ => write!(html, "<section {place} bg='{x} {y} 9'>"),
            };
        }
        html
    })
}

proptest! {
    #[test]
    fn every_visible_thing_is_in_one_leaf(html in any_page(), permitted_doc in 1..=10u8) {
        let page = page(&html);
        let settings = VisionSettings { permitted_doc, ..VisionSettings::default() };
        let visible: Vec<NodeId> = page
            .ids()
            .filter(|id| page.is(*id, "img") || !page.own_text(*id).trim().is_empty())
            .filter(|id| page.rect(*id).is_some_and(|rect| !rect.is_empty()))
            .collect();
        let Some(tree) = VisionTree::new(&page, &settings) else {
            prop_assert!(visible.is_empty());
            return Ok(());
        };
        for node in visible {
            let around = tree.nodes(BlockId::ROOT).iter().filter(|leaf| page.contains(**leaf, node));
            prop_assert_eq!(around.count(), 1);
        }
        for id in tree.ids() {
            let block = tree.block(id);
            prop_assert!(tree.is_leaf(id) || tree.children(id).count() >= 2);
            prop_assert!((1..=10).contains(&block.doc));
            for child in tree.children(id) {
                prop_assert_eq!(tree.block(child).parent, Some(id));
                prop_assert!(block.rect.contains(&tree.block(child).rect));
                prop_assert!(block.doc <= tree.block(child).doc);
            }
        }
    }
}

#[test]
fn fifty_thousand_leaves_are_no_trouble() {
    let mut html = String::from("<body box='0 0 1000 900000'>");
    for i in 0..50_000 {
        let open = if i % 5 == 0 { "<div>" } else { "" };
        let _ = write!(html, "{open}<p box='{} {} 90 20'>a</p>", i % 5 * 100, i / 5 * (20 + i % 3));
        html.push_str(if i % 5 == 4 { "</div>" } else { "" });
    }
    let page = page(&html);
    let start = std::time::Instant::now();
    let tree = VisionTree::new(&page, &VisionSettings::default()).unwrap();
    assert_eq!(tree.leaves(BlockId::ROOT).count(), 50_000);
    // Far more than it takes, far less than a quadratic pass would.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn deep_and_wound_pages_are_no_trouble() {
    let deep = "<div box='0 0 9 9'>".repeat(400) + "a";
    assert_eq!(sketched(&format!("<body box='0 0 1000 800'>{deep}")), "a");
    // Boxes in a spiral: each cut parts one from the rest.
    let mut spiral = String::from("<body box='0 0 20000 20000'>");
    let (mut x, mut y, mut w, mut h) = (0, 0, 20_000, 20_000);
    for i in 0..1200 {
        let place = match i % 4 {
            0 => (x, y, w, 5),
            1 => (x + w - 5, y, 5, h),
            2 => (x, y + h - 5, w, 5),
            _ => (x, y, 5, h),
        };
        let _ = write!(spiral, "<p box='{} {} {} {}'>a</p>", place.0, place.1, place.2, place.3);
        match i % 4 {
            0 => (y, h) = (y + 6, h - 6),
            1 => w -= 6,
            2 => h -= 6,
            _ => (x, w) = (x + 6, w - 6),
        }
    }
    let (_, tree, _) = see(&spiral, &VisionSettings::default());
    assert_eq!(tree.leaves(BlockId::ROOT).count(), 1200);
}
