//! The paths of a node select that node and no other.
//!
//! The evaluators here know only the part of XPath and CSS that paths are made of, and read it from
//! the written path, as any other program would.

use chaffinch_core::{NodeId, NodeKind, Page, Space};
use chaffinch_page::parse_str;

/// The nodes that an XPath such as `/html/body/*[local-name()='svg'][2]/text()` selects.
fn select_xpath(page: &Page, path: &str) -> Vec<NodeId> {
    let mut found = vec![NodeId::DOCUMENT];
    for step in xpath_steps(path) {
        let (test, predicates) = step;
        found = found
            .into_iter()
            .flat_map(|parent| {
                let mut children: Vec<NodeId> =
                    page.children(parent).filter(|child| passes(page, *child, &test)).collect();
                for predicate in &predicates {
                    children = filter(page, children, predicate);
                }
                children
            })
            .collect();
    }
    found
}

/// Each step's node test and predicates.
fn xpath_steps(path: &str) -> Vec<(String, Vec<String>)> {
    let mut steps: Vec<(String, Vec<String>)> = Vec::new();
    let (mut quote, mut inside) = (None, false);
    for c in path.chars() {
        let step = steps.last_mut();
        match (c, step) {
            (c, Some(step)) if quote.is_some() => {
                quote = quote.filter(|q| *q != c);
                step.1.last_mut().unwrap().push(c);
            }
            ('/', _) if !inside => steps.push((String::new(), Vec::new())),
            ('[', Some(step)) => {
                inside = true;
                step.1.push(String::new());
            }
            (']', Some(_)) => inside = false,
            (c, Some(step)) if inside => {
                quote = Some(c).filter(|c| matches!(c, '\'' | '"'));
                step.1.last_mut().unwrap().push(c);
            }
            (c, Some(step)) => step.0.push(c),
            (c, None) => panic!("{path} begins with {c}"),
        }
    }
    steps.retain(|(test, _)| !test.is_empty());
    steps
}

fn passes(page: &Page, id: NodeId, test: &str) -> bool {
    match (page.node(id).kind, test) {
        (NodeKind::Element, "*") => true,
        (NodeKind::Element, name) => page.is(id, name),
        (NodeKind::Text, "text()") | (NodeKind::Comment, "comment()") => true,
        (NodeKind::Doctype, "doctype()") | (NodeKind::Fragment, "fragment()") => true,
        _ => false,
    }
}

fn filter(page: &Page, nodes: Vec<NodeId>, predicate: &str) -> Vec<NodeId> {
    if let Ok(position) = predicate.parse::<usize>() {
        return nodes.get(position - 1).copied().into_iter().collect();
    }
    let (function, value) = predicate.split_once('=').unwrap();
    let value = literal(value);
    let holds = |id: &NodeId| match function {
        "local-name()" => page.name(*id) == value,
        "namespace-uri()" => namespace(page.node(*id).space) == value,
        other => panic!("a path may not use {other}"),
    };
    nodes.into_iter().filter(holds).collect()
}

/// What a quoted text, or a `concat()` of some, spells.
fn literal(written: &str) -> String {
    let Some(parts) = written.strip_prefix("concat(") else {
        return written[1..written.len() - 1].to_owned();
    };
    let (mut out, mut quote) = (String::new(), None);
    for c in parts.chars() {
        match quote {
            Some(q) if q == c => quote = None,
            Some(_) => out.push(c),
            None => quote = Some(c).filter(|c| matches!(c, '\'' | '"')),
        }
    }
    out
}

fn namespace(space: Space) -> &'static str {
    match space {
        Space::Html => "http://www.w3.org/1999/xhtml",
        Space::Svg => "http://www.w3.org/2000/svg",
        Space::MathMl => "http://www.w3.org/1998/Math/MathML",
    }
}

/// The elements that a selector of types, `#id`s and `:nth-of-type()` joined by ` > ` selects.
fn select_css(page: &Page, selector: &str) -> Vec<NodeId> {
    let steps = css_steps(selector);
    page.ids().filter(|id| page.is_element(*id) && matches_from(page, *id, &steps)).collect()
}

#[derive(Debug, Default)]
struct CssStep {
    id: Option<String>,
    name: Option<String>,
    nth: Option<usize>,
}

fn css_steps(selector: &str) -> Vec<CssStep> {
    let mut steps = vec![CssStep::default()];
    let mut chars = selector.chars().peekable();
    while let Some(c) = chars.peek().copied() {
        match c {
            ' ' | '>' => {
                if c == '>' {
                    steps.push(CssStep::default());
                }
                chars.next();
            }
            '#' => {
                chars.next();
                steps.last_mut().unwrap().id = Some(identifier(&mut chars));
            }
            ':' => {
                let call: String = chars.by_ref().take_while(|c| *c != ')').collect();
                let nth = call.strip_prefix(":nth-of-type(").unwrap();
                steps.last_mut().unwrap().nth = Some(nth.parse().unwrap());
            }
            _ => steps.last_mut().unwrap().name = Some(identifier(&mut chars)),
        }
    }
    steps
}

/// An identifier by CSS's rules of consuming one, escapes included.
fn identifier(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let mut out = String::new();
    let starts_number = |out: &str, c: char| c.is_ascii_digit() && matches!(out, "" | "-");
    while let Some(c) = chars.peek().copied() {
        if c == '\\' {
            chars.next();
            let mut digits = String::new();
            while digits.len() < 6
                && let Some(digit) = chars.next_if(char::is_ascii_hexdigit)
            {
                digits.push(digit);
            }
            if digits.is_empty() {
                out.extend(chars.next());
            } else {
                chars.next_if(|c| c.is_ascii_whitespace());
                let code = u32::from_str_radix(&digits, 16).unwrap();
                out.push(char::from_u32(code).filter(|c| *c != '\0').unwrap_or('\u{fffd}'));
            }
        } else if c.is_ascii_alphanumeric() || c == '-' || c == '_' || !c.is_ascii() {
            assert!(!starts_number(&out, c), "{c} cannot begin an identifier");
            out.push(c);
            chars.next();
        } else {
            break;
        }
    }
    assert!(!out.is_empty(), "an empty identifier");
    out
}

fn matches_from(page: &Page, id: NodeId, steps: &[CssStep]) -> bool {
    let Some((last, rest)) = steps.split_last() else { return true };
    if !matches(page, id, last) {
        return false;
    }
    if rest.is_empty() {
        return true;
    }
    page.node(id).parent.is_some_and(|parent| page.is_element(parent) && matches_from(page, parent, rest))
}

fn matches(page: &Page, id: NodeId, step: &CssStep) -> bool {
    let node = page.node(id);
    if step.id.as_deref().is_some_and(|value| page.attribute(id, "id") != Some(value)) {
        return false;
    }
    if step.name.as_deref().is_some_and(|name| &*node.name != name) {
        return false;
    }
    step.nth.is_none_or(|nth| {
        let alike = |sibling: &NodeId| {
            let other = page.node(*sibling);
            page.is_element(*sibling) && other.space == node.space && other.name == node.name
        };
        node.parent.is_some_and(|parent| page.children(parent).filter(alike).nth(nth - 1) == Some(id))
    })
}

fn check(html: &str) {
    let page = parse_str(html);
    for id in page.ids() {
        let xpath = page.xpath(id);
        assert_eq!(select_xpath(&page, &xpath), [id], "{xpath} in {html}");
        // Selectors know no fragments: what lies in a template is not found by them.
        let in_template = page.ancestors(id).any(|a| page.node(a).kind == NodeKind::Fragment);
        if page.is_element(id) && !in_template {
            let css = page.css_path(id);
            assert_eq!(select_css(&page, &css), [id], "{css} in {html}");
        }
    }
}

#[test]
fn paths_of_plain_pages_select_their_node() {
    check("<!DOCTYPE html><title>t</title><p>a<p>b<!-- c --><p>d<b>e</b>f<b>g</b>h");
    check("<div><div><div>x</div></div><div>y</div></div><div>z</div>");
    check("<table><tr><td>1<td>2<tr><td>3<td>4</table><ul><li>a<li>b</ul><ul><li>c</ul>");
    check("");
}

#[test]
fn paths_begin_at_unique_ids() {
    check("<div id=a><p>1<p>2</div><div id=b><p>3</div>");
    check("<div id=same><p>1</div><div id=same><p>2</div><div id=''><p>3</div>");
    let page = parse_str("<div><p id=here>x<b>y</b></p></div>");
    let b = page.find(NodeId::DOCUMENT, "b").unwrap();
    assert_eq!(page.css_path(b), "#here > b");
}

#[test]
fn ids_and_names_that_css_cannot_spell_are_escaped() {
    for id in [
        "1", "-1", "-", "--", "a b", "a.b", "a:b", "#", "é", "日本", "a\\b", "a\"b", "😀", "a\tb", "(", "0x",
        "a-1_",
    ] {
        let quoted = id.replace('"', "&quot;");
        check(&format!("<p id=\"{quoted}\"><i>x</i></p><p><i>y</i></p>"));
    }
    check("<o:p>a</o:p><o:p>b</o:p><a.b>c</a.b><x-y>d</x-y><x_1>e</x_1>");
    check("<a'b>x</a'b><a\"b>y</a\"b><a'\"b>z<i>w</i></a'\"b><ab>v</ab>");
    check("<i\u{e9}>x</i\u{e9}><\u{e9}>");
}

#[test]
fn foreign_elements_are_told_from_html_ones() {
    check("<svg><a>1</a><g><a>2</a></g><foreignObject><a>3</a></foreignObject></svg><a>4</a>");
    check("<math><mi>x</mi><mtext><b>y</b></mtext></math><mi>z</mi>");
    // A mathematical and a drawn element of one name beside each other, and HTML ones between.
    check("<math><annotation-xml><svg></svg><a></a></annotation-xml></math>");
    check("<div><svg></svg><p></p><svg></svg></div><div><title>a</title><svg><title>b</title></svg></div>");
    check("<svg><desc><title>x</title></desc><title>y</title></svg>");
    check(
        "<math><annotation-xml encoding=text/html><svg></svg><math></math></annotation-xml><svg></svg></math>",
    );
}

#[test]
fn templates_are_walked_through() {
    check("<template><p>a<p>b</template><template id=t><b>c</b></template>");
}

#[test]
fn misnested_pages_have_paths_too() {
    check("<b>1<p>2</b>3<table><i>4<tr><td>5</i></table>6");
    check("<a>1<a>2<div><a>3</div></a>");
    check("<select><option>1<option>2</select><frameset>");
}
