//! Text as a reader sees it.

use chaffinch_core::{NodeId, Page};
use chaffinch_page::parse_str;

fn text(html: &str) -> String {
    let page: Page = parse_str(html);
    page.text(NodeId::DOCUMENT)
}

#[test]
fn white_space_collapses_across_tags() {
    assert_eq!(text("<p> a \n b<b> c</b> <i>d</i> </p>"), "a b c d");
    assert_eq!(text("<p>fish<b>bone</b></p>"), "fishbone");
}

#[test]
fn a_no_break_space_is_kept() {
    assert_eq!(text("<p>10&nbsp;km</p>"), "10\u{a0}km");
}

#[test]
fn blocks_and_line_breaks_begin_a_new_line() {
    assert_eq!(text("<div>a<div>b</div>c</div>d<br>e"), "a\nb\nc\nd\ne");
}

#[test]
fn cells_are_told_apart() {
    assert_eq!(text("<table><tr><td>a<td>b<tr><td>c<td>d</table>"), "a\tb\nc\td");
}

#[test]
fn preformatted_text_keeps_its_space() {
    assert_eq!(text("<p>x</p><pre>a   b\n  c</pre>"), "x\na   b\n  c");
}

#[test]
fn what_is_not_shown_is_not_read() {
    let html = "<title>t</title><style>s</style><p>a<script>b</script><span hidden>c</span>\
                <span style='DISPLAY : none'>d</span><template>e</template><!-- f -->g</p>";
    assert_eq!(text(html), "ag");
}

#[test]
fn a_folded_column_is_read() {
    let row = |style: &str| format!("<table><tr style='{style}'><td>a<td style='display:none'>b</table>");
    assert_eq!(text(&row("")), "a\tb");
    assert_eq!(text(&row("display:none")), "", "a row that is put away takes its cells along");
    assert_eq!(text("<table><tr><td style='display:none'>a<td style='display:none'>b</table>"), "");
}

#[test]
fn the_titles_of_a_feed_are_read() {
    assert_eq!(text("<title>t</title><item><title>a</title> b</item>"), "a b");
}

#[test]
fn flat_text_is_one_line() {
    let page = parse_str("<ul><li>a<li>b</ul>");
    assert_eq!(page.flat_text(NodeId::DOCUMENT), "a b");
}

#[test]
fn the_values_of_a_row_do_not_run_together() {
    let page = parse_str("<li><a>Oak nest box</a><b>€24.90</b><span hidden>x</span><i>4.8</i> of 5</li>");
    assert_eq!(page.flat_text(NodeId::DOCUMENT), "Oak nest box€24.904.8 of 5");
    assert_eq!(page.row_text([NodeId::DOCUMENT]), "Oak nest box €24.90 4.8 of 5");
}

#[test]
fn a_sign_of_money_stays_with_the_digits_that_it_touches() {
    let page =
        parse_str("<li><span>¥</span><span>300</span> <b>$</b> <b>5</b> <i>3</i><i>€</i><i>7</i></li>");
    assert_eq!(page.row_text([NodeId::DOCUMENT]), "¥300 $ 5 3 €7");
}
