//! Pages made to hurt: each must end in a page or an error that names the limit, and soon.

use chaffinch_core::{Limit, Limits, NodeId, NodeKind, Page, Problem, ProblemKind};
use chaffinch_page::{Origin, Parsed, parse};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Generous: a debug build passes, a quadratic step does not.
const LONGEST: Duration = Duration::from_secs(60);

/// Parses within [`LONGEST`].
fn survive(html: String) -> Result<Parsed, Problem> {
    let (started, worked) = (Instant::now(), time_worked());
    let origin =
        Origin { name: "hostile", content_type: Some("text/html; charset=utf-8"), ..Origin::default() };
    let (bytes, parsed) = (html.len(), parse(html.into_bytes(), origin, &Limits::default()));
    let took = match (worked, time_worked()) {
        (Some(before), Some(after)) => after - before,
        _ => started.elapsed(),
    };
    assert!(took < LONGEST, "{bytes} bytes took {took:?}");
    parsed
}

/// How long this thread has been at work, where the system tells: on a busy machine it mostly waits.
fn time_worked() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = statistics.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn depth(page: &Page) -> usize {
    page.ids().map(|id| page.ancestors(id).count()).max().unwrap_or_default()
}

fn numbered(count: usize, mut part: impl FnMut(&mut String, usize)) -> String {
    let mut html = String::new();
    (0..count).for_each(|i| part(&mut html, i));
    html
}

fn assert_limit(result: Result<Parsed, Problem>, of: &str) {
    let problem = result.err().unwrap();
    assert_eq!(problem.kind, ProblemKind::Limit(Limit::Nodes));
    assert!(problem.message.contains(of), "{problem}");
}

#[test]
fn a_hundred_thousand_nested_blocks_are_flattened() {
    let parsed = survive("<div>".repeat(100_000)).unwrap();
    assert!(depth(&parsed.page) <= Limits::default().depth + 2);
    assert_eq!(parsed.remarks.len(), 1);
}

#[test]
fn a_hundred_thousand_nested_templates_are_flattened() {
    let parsed = survive("<template>".repeat(100_000)).unwrap();
    assert!(depth(&parsed.page) <= 2 * Limits::default().depth + 4);
}

#[test]
fn nested_tables_are_flattened() {
    for cell in ["<table><tr><td>", "<table>", "<table><b>", "<table><tr><div>", "<table><caption>"] {
        let parsed = survive(cell.repeat(50_000)).unwrap();
        assert!(depth(&parsed.page) <= Limits::default().depth + 2, "{cell}");
    }
}

#[test]
fn a_page_is_itself_again_once_the_depth_is_left() {
    let html = format!("{}{}<p>a</p><p>b</p>", "<div><i>".repeat(1_000), "</i></div>".repeat(1_000));
    let page = survive(html).unwrap().page;
    let shallow: Vec<NodeId> = page.ids().filter(|id| page.is(*id, "p")).collect();
    assert_eq!(shallow.len(), 2);
    assert!(
        shallow
            .iter()
            .all(|id| page.node(*id).end_tag.is_some() && page.node(*id).parent == Some(page.body()))
    );
}

#[test]
fn a_million_angle_brackets_are_text() {
    let page = survive("<".repeat(1_000_000)).unwrap().page;
    let text = page.ids().find(|id| page.node(*id).kind == NodeKind::Text).unwrap();
    assert_eq!(page.own_text(text).len(), 1_000_000);
    assert_eq!(page.runs(text).len(), 1);
}

#[test]
fn unclosed_links_stay_within_the_limits() {
    let page = survive(numbered(100_000, |html, i| _ = write!(html, "<a href={i}>"))).unwrap().page;
    assert!(depth(&page) <= Limits::default().depth + 2);
}

#[test]
fn unclosed_fonts_before_many_paragraphs_reach_a_limit() {
    let page = survive(numbered(100_000, |html, i| _ = write!(html, "<p><font color={i}>x"))).unwrap().page;
    assert!(depth(&page) <= Limits::default().depth + 2);
    let fonts = numbered(500, |html, i| _ = write!(html, "<font color={i}>"));
    let html = format!("<p>{fonts}</p>{}", "<p>x</p>".repeat(100_000));
    assert_limit(survive(html), "nodes");
}

#[test]
fn a_large_formatting_tag_is_not_copied_for_ever() {
    let attributes = numbered(10_000, |html, i| _ = write!(html, " a{i}=1"));
    let html = format!("<p><b{attributes}></p>{}", "<p>x</p>".repeat(100_000));
    assert_limit(survive(html), "nodes");
    let html = format!("<p><b title='{}'></p>{}", "y".repeat(5 << 20), "<p>x</p>".repeat(100_000));
    assert_limit(survive(html), "nodes");
}

#[test]
fn large_formatting_tags_are_not_compared_for_ever() {
    let attributes = numbered(2_000, |html, i| _ = write!(html, " a{i}"));
    let open = numbered(300, |html, i| _ = write!(html, "<b n={i}{attributes}>"));
    let page = survive(format!("{open}{}", "<b></b>".repeat(10_000))).unwrap().page;
    let first = page.find(NodeId::DOCUMENT, "b").unwrap();
    assert_eq!(page.attributes(first).len(), 2_001);
    assert_eq!(page.attribute(first, "n"), Some("0"));
    assert_limit(survive(format!("{open}{}", "<b c></b>".repeat(400_000))), "nodes");
    let foreign = open.replace("<b n=", "<svg><font color=x n=");
    let _ = survive(format!("{foreign}{}", "<svg><font color=x>".repeat(10_000)));
}

#[test]
fn two_million_nodes_are_a_limit_error() {
    assert_limit(survive("<br>".repeat(2_000_000)), "nodes");
    assert_limit(survive("<i></i>x".repeat(2_000_000)), "nodes");
}

#[test]
fn a_hundred_thousand_attributes_are_read_once_each() {
    let attributes = numbered(100_000, |html, i| _ = write!(html, " a{}={i}", i / 2));
    let page = survive(format!("<p{attributes}>x")).unwrap().page;
    let p = page.find(NodeId::DOCUMENT, "p").unwrap();
    assert_eq!(page.attributes(p).len(), 50_000);
    assert_eq!(page.attribute(p, "a300"), Some("600"), "the first of a name counts");
}

#[test]
fn names_made_to_collide_cost_no_more_than_others() {
    // Short names hash to the exclusive or of their halves: all of these to the same value.
    let characters: Vec<char> = "abcdefghijklmnopqrstuvwxyz0123456789-_.".chars().collect();
    let mut names: Vec<String> = Vec::new();
    for a in &characters {
        for b in &characters {
            for c in &characters {
                let twins = [a, b, c].map(|c| char::from(*c as u8 ^ 1));
                if twins.iter().all(|twin| characters.contains(twin)) {
                    names.push(format!("{a}{b}{c}x{}{}{}", twins[0], twins[1], twins[2]));
                }
            }
        }
    }
    names.retain(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    assert!(names.len() > 20_000);
    let page = survive(format!("<p {}>x", names.join(" "))).unwrap().page;
    let p = page.find(NodeId::DOCUMENT, "p").unwrap();
    assert_eq!(page.attributes(p).len(), names.len());
    let elements: String = names.iter().map(|name| format!("<{name}></{name}>")).collect();
    assert_eq!(survive(elements).unwrap().page.children(NodeId::DOCUMENT).count(), 1);
}

#[test]
fn attributes_of_a_repeated_root_are_merged_in_linear_time() {
    let attributes = numbered(50_000, |html, i| _ = write!(html, " a{i}"));
    let repeated = numbered(100_000, |html, i| _ = write!(html, "<html b{i}><body c{i}>"));
    let page = survive(format!("<html{attributes}><body{attributes}>{repeated}x")).unwrap().page;
    assert_eq!(page.attributes(page.body()).len(), 150_000);
}

#[test]
fn more_attributes_and_names_than_a_page_can_need_are_a_limit_error() {
    assert_limit(survive(format!("<p {}>", "a ".repeat(8 << 20))), "attributes");
    let names = |html: &mut String, i| {
        let tag = if i % 50 == 0 { "><p" } else { "" };
        let _ = write!(html, "{tag} longer-{i:x}");
    };
    assert_limit(survive(numbered(1_000_000, names)), "names");
    assert!(survive(numbered(15_000, names)).is_ok());
    assert_limit(survive(numbered(500_000, |html, i| _ = write!(html, "</longer-{i}>"))), "names");
}

#[test]
fn an_attribute_of_ten_megabytes_is_kept() {
    let page = survive(format!("<p title=\"{}\">x", "y".repeat(10 << 20))).unwrap().page;
    let p = page.find(NodeId::DOCUMENT, "p").unwrap();
    assert_eq!(page.attribute(p, "title").map(str::len), Some(10 << 20));
}

#[test]
fn five_megabytes_of_ampersands_are_text() {
    let page = survive("&".repeat(5 << 20)).unwrap().page;
    assert_eq!(page.own_text(page.ids().last().unwrap()).len(), 5 << 20);
    let page = survive("&amp;".repeat(1 << 20)).unwrap().page;
    assert_eq!(page.own_text(page.ids().last().unwrap()).len(), 1 << 20);
}

#[test]
fn comments_and_raw_texts_may_stay_open() {
    for open in
        ["<!--", "<textarea>", "<title>", "<script>", "<script><!--", "<style>", "<plaintext>", "<a ", "<!x"]
    {
        for filling in ["x", "-", "<", "</", "\n", "&", "</textarea", "<!--", "\u{e4}", "a=\"", "\0"] {
            let html = format!("{open}{}", filling.repeat((512 << 10) / filling.len()));
            let _ = survive(html);
        }
    }
}

#[test]
fn stray_end_tags_below_a_deep_tree_cost_little() {
    let deep = numbered(500, |html, i| _ = write!(html, "<x{i}>"));
    let page = survive(format!("{deep}{}x", "</y></z>".repeat(500_000))).unwrap().page;
    assert!(page.len() < 600);
    let _ = survive(format!("{}{}", "<div>".repeat(500), "<span></p></b></div><div>".repeat(20_000)));
}

#[test]
fn text_in_tables_is_moved_in_linear_time() {
    let _ = survive(format!("<table>{}", "x<tr> ".repeat(200_000)));
    let _ = survive(format!("<table>{}", "x<!DOCTYPE html>\0".repeat(200_000)));
    let _ = survive(format!("<frameset>{}", "x y ".repeat(500_000)));
}

#[test]
fn an_address_that_is_too_long_to_be_repeated_is_left_out_and_said() {
    let page = |length: usize| {
        survive(format!("<a href='{}'><b>one</b><i>two</i></a>", "x".repeat(length))).unwrap()
    };
    let kept = page(8 << 10);
    assert!(kept.remarks.is_empty());
    let left_out = page((8 << 10) + 1);
    assert_eq!(left_out.remarks.len(), 1);
    assert!(left_out.remarks[0].message.contains("more than 8192 bytes"), "{:?}", left_out.remarks);
    let links =
        |parsed: &Parsed| parsed.page.ids().filter(|id| parsed.page.attribute(*id, "href").is_some()).count();
    assert_eq!((links(&kept), links(&left_out)), (1, 0));
}
