//! The embedded renderer on pages that mean no good, and on pages that many threads want at once.

use chaffinch_core::{Limit, NodeKind, Page, ProblemKind};
use chaffinch_render::{Embedded, Renderer, Request};
use std::sync::Arc;
use std::time::Duration;

fn request(html: &str) -> Request {
    Request::new("test", Arc::new(chaffinch_page::parse_str(html)))
}

fn first_text(page: &Page) -> chaffinch_core::NodeId {
    page.ids().find(|id| page.node(*id).kind == NodeKind::Text).unwrap()
}

#[test]
fn addresses_that_make_no_sense_do_no_harm() {
    let html = "<base href='//:0'><img src='//:0'><link rel=stylesheet href='http://['><a href='//:0'>words</a>\
                <iframe src='//:0'></iframe><table background='//:0'><tr><td>x</table>\
                <div style='background:url(//:0)'>y</div><style>@import url(//:0); p{background:url(http://[)}</style>";
    let layout = Embedded.layout(&request(html)).unwrap();
    assert!(layout.all_lines().len() >= 3);
}

#[test]
fn a_page_as_deep_as_allowed_is_laid_out() {
    let html = format!("{}words", "<div>".repeat(20_000));
    let request = request(&html);
    let layout = Embedded.layout(&request).unwrap();
    assert!(layout.all_lines().iter().any(|line| line.rect.w > 10.0));
}

#[test]
fn spans_beyond_reason_are_clamped_as_the_standard_clamps_them() {
    let table = |columns: &str, rows: &str| {
        format!(
            "<table><col span={columns}><tr><td colspan={columns}>wide<td rowspan={rows}>high<tr><td>a<td>b\
             <tr><td>c</table><div style='display:table-cell' colspan={columns} rowspan={rows}>words</div>"
        )
    };
    let vast = Embedded.layout(&request(&table("4294967295", "4294967295"))).unwrap();
    assert_eq!(vast, Embedded.layout(&request(&table("1000", "3"))).unwrap());
    assert_eq!(vast.all_lines().len(), 6);
    assert_eq!(vast, Embedded.layout(&request(&table("99999999999999999999999", "0"))).unwrap());
    assert!(Embedded.layout(&request(&format!("<table><tr>{}", "<td colspan=1000>x".repeat(30)))).is_ok());
}

#[test]
fn a_cell_widens_its_own_column_and_not_one_that_is_taken_from_above() {
    let html = "<table><tr><td rowspan=2>a<td>b<tr><td>several words in the second column</table>";
    let request = request(html);
    let layout = Embedded.layout(&request).unwrap();
    let cells: Vec<_> = request.page.ids().filter(|id| request.page.is(*id, "td")).collect();
    let [first, _, wide] = cells[..] else { panic!("three cells") };
    let (first, wide) = (layout.rect(first).unwrap(), layout.rect(wide).unwrap());
    assert!(first.w < 20.0 && wide.w > 150.0 && wide.x > first.right(), "{first:?} {wide:?}");
}

#[test]
fn boxes_in_lines_cost_no_more_the_deeper_they_are_nested() {
    for display in ["inline-flex", "inline-table", "inline-block", "inline-grid"] {
        let opening = format!("<span style='display:{display}'><p>x</p>").repeat(40);
        let layout = Embedded.layout(&request(&format!("{opening}words"))).unwrap();
        assert_eq!(layout.all_lines().len(), 41, "{display}");
    }
}

#[test]
fn floats_in_high_boxes_cost_no_more_the_deeper_they_are_nested() {
    for (opening, lines) in [
        ("<div style='float:left;height:9px'>x ", 1),
        ("<div style='float:left;height:50px'><span>x <b>y ", 1),
        ("<div style='display:inline-block;height:9px'>x <div style='float:left'>y ", 2),
    ] {
        let layout = Embedded.layout(&request(&format!("<!doctype html>{}", opening.repeat(40)))).unwrap();
        assert!(layout.all_lines().len() >= 40 * lines, "{opening}: {}", layout.all_lines().len());
    }
}

#[test]
fn a_property_that_nobody_knows_costs_a_quirky_page_none_of_its_boxes() {
    let html = "<p style='größé:1;width:50'>words</p><style>é:5{} p{é:7;height:40}</style>";
    let request = request(html);
    let layout = Embedded.layout(&request).unwrap();
    let text = first_text(&request.page);
    let paragraph = request.page.node(text).parent.and_then(|parent| layout.rect(parent)).unwrap();
    assert_eq!((paragraph.w, paragraph.h), (50.0, 40.0));
}

#[test]
fn sizes_beyond_reason_cost_a_page_none_of_its_boxes() {
    for size in ["16777217", "99999999999999999999", "1e30"] {
        let html = format!(
            "<!doctype html><style>p{{width:{size}px;padding-left:{size}px}}</style><p>words\
             <table><tr><td width={size}>a<td style='width:{size}px'>b<tr><td>c<td>d</table>"
        );
        assert_eq!(Embedded.layout(&request(&html)).unwrap().all_lines().len(), 5, "{size}");
    }
}

#[test]
fn many_vast_cells_in_a_row_cost_a_page_none_of_its_boxes() {
    let row = "<td width=99999999 style='padding:9999999px;min-width:99999999px'>x".repeat(40);
    assert_eq!(
        Embedded.layout(&request(&format!("<!doctype html><table><tr>{row}"))).unwrap().all_lines().len(),
        40
    );
}

#[test]
fn more_lines_than_parley_can_count_are_laid_out_as_if_it_could() {
    let line = "<b>words</b> and more<br>";
    let html = |lines: usize| format!("<!doctype html><div>{}</div><p>end", line.repeat(lines));
    let bottom = |lines: usize| {
        let request = request(&html(lines));
        let layout = Embedded.layout(&request).unwrap();
        let end = request.page.ids().find(|id| request.page.is(*id, "p")).unwrap();
        layout.rect(end).unwrap().y
    };
    let (few, many) = (bottom(100), bottom(36_000));
    assert!((many / few / 360.0 - 1.0).abs() < 0.1, "{few} {many}");
}

#[test]
fn rows_wider_than_a_grid_can_be_cost_a_page_none_of_its_boxes() {
    let reaching = "<tr><td colspan=1000 rowspan=65534>x<td>y".repeat(300);
    let wide = format!("<tr>{}", "<td colspan=1000>x".repeat(300));
    let long = format!("<tr>{}", "<td>x".repeat(70_000));
    for rows in [reaching, wide, long] {
        let layout = Embedded.layout(&request(&format!("<table>{rows}</table><p>words"))).unwrap();
        assert!(layout.all_lines().len() > 300);
    }
}

#[test]
fn text_that_styles_add_counts_as_text() {
    let page = |times: usize| {
        let content = "x".repeat(1_000);
        let style = format!("<style>p::before{{content:'{content}'}}p::after{{content:'{content}'}}</style>");
        let mut request = request(&format!("{style}{}", "<p>a".repeat(times)));
        request.limits.layout_text = 20_000;
        Embedded.layout(&request)
    };
    assert!(page(9).is_ok());
    assert_eq!(page(10).unwrap_err().kind, ProblemKind::Limit(Limit::LayoutText));
}

#[test]
fn a_page_that_takes_too_long_is_given_up_and_the_next_one_is_not_harmed() {
    let mut slow = request(&format!("<p>{}", "words and more ".repeat(150_000)));
    slow.limits.render_time = Duration::from_millis(1);
    let problem = Embedded.layout(&slow).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Limit(Limit::RenderTime));
    assert!(Embedded.layout(&request("<p>words")).is_ok());
}

#[test]
fn what_is_too_large_is_not_begun() {
    let mut large = request(&"<p>x".repeat(600));
    large.limits.layout_nodes = 1_000;
    assert_eq!(Embedded.layout(&large).unwrap_err().kind, ProblemKind::Limit(Limit::LayoutNodes));
    let mut wordy = request(&"word ".repeat(600));
    wordy.limits.layout_text = 1_000;
    assert_eq!(Embedded.layout(&wordy).unwrap_err().kind, ProblemKind::Limit(Limit::LayoutText));
}

#[test]
fn a_drawing_has_its_size_and_its_parts_inherit_whatever_is_drawn() {
    let drawing = |attributes: &str| {
        let html = format!(
            "<!doctype html><p style='font-size:20px'><svg {attributes}><g><path d='M0 0h90v60z'/><title>x</title></g></svg>"
        );
        let request = request(&html);
        let page = &request.page;
        let layout = Embedded.layout(&request).unwrap();
        let called = |name: &str| page.ids().find(|id| page.name(*id) == name).unwrap();
        let size = layout.rect(called("svg")).map(|rect| (rect.w, rect.h));
        (size, layout.rect(called("path")), layout.style(called("path")).map(|style| style.font_size))
    };
    assert_eq!(drawing("width=40 height=30"), (Some((40.0, 30.0)), None, Some(20.0)));
    assert_eq!(drawing("width=40 viewBox='0 0 8 2'"), (Some((40.0, 10.0)), None, Some(20.0)));
    // Its size is that of what is drawn.
    assert_eq!(drawing(""), (Some((90.0, 60.0)), None, Some(20.0)));
}

#[test]
fn marks_of_lists_take_room_only_in_the_line() {
    let end = |style: &str, sheet: &str| {
        let html = format!("<!doctype html><style>{sheet}</style><ul style='{style}'><li>a</ul>");
        let request = request(&html);
        let text = request.page.ids().find(|id| request.page.own_text(*id) == "a").unwrap();
        Embedded.layout(&request).unwrap().lines(text)[0].rect.right()
    };
    let outside = end("", "");
    assert!(end("list-style-position:inside", "") > outside);
    assert!(end("", "ul{list-style:square INSIDE}") > outside);
    assert_eq!(end("list-style:none inside", ""), outside);
}

#[test]
fn threads_do_not_change_the_boxes() {
    let html = "<style>li{float:left;width:20%}</style><ul><li>one<li>two words<li>three</ul><table><tr><td>a<td>b</table>";
    let alone = Embedded.layout(&request(html)).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(Embedded.layout(&request(html)).unwrap(), alone));
        }
    });
}

#[test]
fn a_line_knows_its_part_of_the_text() {
    let request = request(
        "<p style='width:90px;text-transform:uppercase'>  several words\n that   need <b>more</b> lines</p>",
    );
    let layout = Embedded.layout(&request).unwrap();
    let page = &request.page;
    let id = first_text(page);
    let parts: Vec<&str> = layout
        .lines(id)
        .iter()
        .map(|line| &page.own_text(id)[line.start as usize..line.end as usize])
        .collect();
    assert!(parts.len() > 1, "{parts:?}");
    assert!(parts[0].starts_with("several") && parts.last().unwrap().ends_with("need"), "{parts:?}");
}

#[test]
fn what_is_hidden_has_no_box() {
    let request =
        request("<p style='display:none'>a</p><script>b</script><template>c</template><p hidden>d</p><p>e");
    let layout = Embedded.layout(&request).unwrap();
    assert_eq!(layout.all_lines().len(), 1);
}

#[test]
fn headings_within_headings_do_not_grow_for_ever() {
    let html = format!("<table><tr><td>{}words</table>", "<h1><ul>".repeat(30));
    let layout = Embedded.layout(&request(&html)).unwrap();
    assert!(!layout.is_plain);
    assert!(layout.all_lines().iter().all(|line| line.rect.h < 3_000.0), "{:?}", layout.all_lines());
}

#[test]
fn a_page_on_whose_styles_the_renderer_fails_is_laid_out_without_them() {
    // Letters of 32 million pixels.
    let styles = "<style>section{font-size:2em;margin:.67em 0}</style>";
    let html = format!("{styles}{}<fieldset>abc", "<section>".repeat(21));
    let request = request(&html);
    let layout = Embedded.layout(&request).unwrap();
    let words = request.page.ids().find(|id| request.page.is(*id, "fieldset")).unwrap();
    let rect = layout.rect(words).unwrap();
    assert!(layout.is_plain && rect.h < 100.0, "{} {rect:?}", layout.is_plain);
}
