//! Which end tag belongs to which element.

use chaffinch_core::{NodeId, Page, Space};
use chaffinch_page::parse_str;
use proptest::prelude::*;

/// The source of every element called `name`, in document order, with its end tag.
fn sources(page: &Page, name: &str) -> Vec<(String, Option<String>)> {
    let source = |span| String::from_utf8_lossy(page.source().slice(span)).into_owned();
    page.ids()
        .filter(|id| page.name(*id) == name)
        .map(|id| (page.span(id).map(source).unwrap_or_default(), page.node(id).end_tag.map(source)))
        .collect()
}

fn pair(source: &str, end: &str) -> (String, Option<String>) {
    (source.into(), Some(end.into()))
}

fn open(source: &str) -> (String, Option<String>) {
    (source.into(), None)
}

#[test]
fn elements_reach_from_their_start_tag_to_their_end_tag() {
    let page = parse_str("<p>a</p><div><b>x</b></div>");
    assert_eq!(sources(&page, "p"), [pair("<p>a</p>", "</p>")]);
    assert_eq!(sources(&page, "div"), [pair("<div><b>x</b></div>", "</div>")]);
    assert_eq!(sources(&page, "b"), [pair("<b>x</b>", "</b>")]);
}

#[test]
fn the_end_tag_of_an_outer_element_does_not_become_that_of_an_inner_one() {
    let page = parse_str("<ul><li>a<li>b</ul>c");
    assert_eq!(sources(&page, "ul"), [pair("<ul><li>a<li>b</ul>", "</ul>")]);
    assert_eq!(sources(&page, "li"), [open("<li>a"), open("<li>b")]);
}

#[test]
fn implied_end_tags_are_none() {
    let page = parse_str("<table><tr><td>1<td>2</td><tr><td>3</table><p>x<p>y</p>");
    assert_eq!(sources(&page, "td"), [open("<td>1"), pair("<td>2</td>", "</td>"), open("<td>3")]);
    assert_eq!(sources(&page, "tr"), [open("<tr><td>1<td>2</td>"), open("<tr><td>3")]);
    assert_eq!(sources(&page, "tbody"), [open("<tr><td>1<td>2</td><tr><td>3")]);
    assert_eq!(sources(&page, "p"), [open("<p>x"), pair("<p>y</p>", "</p>")]);
}

#[test]
fn an_end_tag_does_not_leave_its_table_cell() {
    let page = parse_str("<div><table><tr><td></div>x</td></tr></table></div>");
    let all = "<div><table><tr><td></div>x</td></tr></table></div>";
    assert_eq!(sources(&page, "div"), [pair(all, "</div>")]);
    let page = parse_str("<span><template></span>x</template></span>");
    assert_eq!(sources(&page, "span"), [pair("<span><template></span>x</template></span>", "</span>")]);
}

#[test]
fn a_stray_end_tag_closes_nothing() {
    let page = parse_str("<div>a</span></i></img></input>b</div></div></div>");
    assert_eq!(sources(&page, "div"), [pair("<div>a</span></i></img></input>b</div>", "</div>")]);
}

#[test]
fn formatting_that_crosses_a_block_ends_at_its_own_end_tag() {
    let page = parse_str("<b>1<p>2</b>3</p>");
    // The second is the clone inside the paragraph, of which nothing but the text stands in the source.
    assert_eq!(sources(&page, "b"), [pair("<b>1<p>2</b>", "</b>"), open("2")]);
    assert_eq!(sources(&page, "p"), [pair("<p>2</b>3</p>", "</p>")]);
}

#[test]
fn misnested_formatting_ends_where_its_tag_says() {
    let page = parse_str("<b>1<i>2</b>3</i>4");
    assert_eq!(sources(&page, "b"), [pair("<b>1<i>2</b>", "</b>")]);
    // The italics are closed by the end of the bold, and their end tag closes the clone.
    assert_eq!(sources(&page, "i"), [open("<i>2"), pair("3</i>", "</i>")]);
}

#[test]
fn links_that_are_not_closed_end_at_the_next_one() {
    let page = parse_str("<a href=1>x<a href=2>y</a>");
    assert_eq!(sources(&page, "a"), [open("<a href=1>x"), pair("<a href=2>y</a>", "</a>")]);
}

#[test]
fn a_table_is_closed_from_within_what_was_moved_out_of_it() {
    let page = parse_str("<table><tr><div>moved</table>after");
    assert_eq!(sources(&page, "div"), [open("<div>moved")]);
    assert_eq!(sources(&page, "table"), [pair("<table><tr><div>moved</table>", "</table>")]);
    let page = parse_str("<table><b>1<tr><td>2</td></tr></b></table>");
    assert_eq!(sources(&page, "table"), [pair("<table><b>1<tr><td>2</td></tr></b></table>", "</table>")]);
}

#[test]
fn a_form_is_closed_in_the_middle_of_another_element() {
    let page = parse_str("<form><div>1</form>2</div>");
    assert_eq!(sources(&page, "form"), [pair("<form><div>1</form>", "</form>")]);
    assert_eq!(sources(&page, "div"), [pair("<div>1</form>2</div>", "</div>")]);
}

#[test]
fn end_tags_that_make_elements_belong_to_them() {
    let page = parse_str("<div></p></br>x</div>");
    assert_eq!(sources(&page, "p"), [pair("</p>", "</p>")]);
    assert_eq!(sources(&page, "br"), [pair("</br>", "</br>")]);
}

#[test]
fn a_heading_closed_by_another_level_has_no_end_tag() {
    let page = parse_str("<h1>x</h2>y");
    assert_eq!(sources(&page, "h1"), [open("<h1>x")]);
}

#[test]
fn foreign_elements_and_raw_text_have_end_tags() {
    let page = parse_str("<svg><foreignObject><p>x</p></foreignObject></svg><script>a</b></script>");
    assert_eq!(
        sources(&page, "foreignObject"),
        [pair("<foreignObject><p>x</p></foreignObject>", "</foreignObject>")]
    );
    assert_eq!(sources(&page, "script"), [pair("<script>a</b></script>", "</script>")]);
}

#[test]
fn a_shadow_root_keeps_its_tags() {
    let html = "<div><template shadowrootmode=open><p>x</p></template></div>";
    let page = parse_str(html);
    assert_eq!(sources(&page, "template"), [pair(&html[5..html.len() - 6], "</template>")]);
}

#[test]
fn body_and_html_end_at_their_tags() {
    let page = parse_str("<html><body><p>x</p></body></html>\n");
    assert_eq!(sources(&page, "body"), [pair("<body><p>x</p></body>", "</body>")]);
    assert_eq!(sources(&page, "html").len(), 1);
    assert_eq!(sources(&page, "html")[0].1.as_deref(), Some("</html>"));
}

#[test]
fn foreign_attributes_keep_the_place_of_their_value() {
    let page = parse_str("<svg viewBox='0 0 1 1'><use xlink:href=\"#a\" XML:lang=de></use></svg>");
    let of = |name: &str| {
        let id = page.ids().find(|id| page.name(*id) == name).unwrap();
        let spelled = |a: &chaffinch_core::Attribute| {
            let value = a.span.map(|span| String::from_utf8_lossy(page.source().slice(span)).into_owned());
            (a.name.to_string(), value.unwrap_or_default())
        };
        page.attributes(id).iter().map(spelled).collect::<Vec<_>>()
    };
    assert_eq!(of("svg"), [("viewBox".into(), "0 0 1 1".into())]);
    assert_eq!(of("use"), [("xlink:href".into(), "#a".into()), ("xml:lang".into(), "de".into())]);
}

/// An element that may contain any other of its kind.
#[derive(Debug, Clone)]
enum Markup {
    Text(String),
    Element(&'static str, Vec<Markup>),
}

fn markup() -> impl Strategy<Value = Vec<Markup>> {
    // Blocks may hold blocks and inline elements, inline elements hold inline elements: nothing here is
    // moved or closed early by the standard.
    let text = "[a-z äß€]{0,6}".prop_map(Markup::Text);
    let inline = text.prop_recursive(3, 12, 4, |inner| {
        let name = prop::sample::select(vec!["span", "em", "b", "i", "code", "sub", "x-y", "q"]);
        (name, prop::collection::vec(inner, 0..4)).prop_map(|(name, inner)| Markup::Element(name, inner))
    });
    let block = inline.prop_recursive(4, 40, 5, |inner| {
        let name = prop::sample::select(vec!["div", "section", "ul", "article", "main", "blockquote", "x-z"]);
        (name, prop::collection::vec(inner, 0..5)).prop_map(|(name, inner)| Markup::Element(name, inner))
    });
    prop::collection::vec(block, 1..6)
}

/// Writes the markup, and the name and range of each element in document order.
fn write(markup: &[Markup], html: &mut String, elements: &mut Vec<(&'static str, std::ops::Range<usize>)>) {
    for part in markup {
        match part {
            Markup::Text(text) => html.push_str(text),
            Markup::Element(name, inner) => {
                let (start, index) = (html.len(), elements.len());
                elements.push((name, 0..0));
                html.push_str(&format!("<{name}>"));
                write(inner, html, elements);
                html.push_str(&format!("</{name}>"));
                elements[index].1 = start..html.len();
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn well_formed_elements_cover_exactly_their_tags_and_content(markup in markup()) {
        let (mut html, mut expected) = (String::new(), Vec::new());
        write(&markup, &mut html, &mut expected);
        let page = parse_str(&html);
        let found: Vec<(&str, std::ops::Range<usize>)> = page
            .descendants(page.body())
            .filter(|id: &NodeId| page.is_element(*id) && page.node(*id).space == Space::Html)
            .map(|id| (page.name(id), page.span(id).unwrap().range()))
            .collect();
        prop_assert_eq!(found, expected, "{}", html);
    }
}
