//! The nodes of a page as JSON, without anything that acts by itself or leads elsewhere.

use chaffinch_core::{NodeId, NodeKind, Page, Space};
use chaffinch_input::Resources;
use serde_json::{Map, Value, json};
use url::Url;

/// Most nodes that are shown.
const MOST_NODES: usize = 150_000;
/// Most bytes of text and attributes that are shown.
const MOST_BYTES: usize = 24 << 20;

/// Whether pictures and styles of other servers are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Remote {
    /// They are not.
    #[default]
    Blocked,
    /// They are.
    Shown,
}

/// The page as a JSON object, fit to stand in a script: `nodes` has for each node `null`, `[parent, text]` or
/// `[parent, name, space, attributes]`; a style sheet that lies beside the page has its text as fifth. `address` is the page's own.
pub fn harmless(page: &Page, resources: &Resources, address: Option<&str>, remote: Remote) -> String {
    let base = base_of(page, address);
    let mut nodes: Vec<Value> = Vec::with_capacity(page.len().min(MOST_NODES));
    let mut bytes = 0;
    let mut skip_to = NodeId::DOCUMENT;
    let mut cut = false;
    for id in page.ids() {
        if nodes.len() == MOST_NODES || bytes > MOST_BYTES {
            cut = true;
            break;
        }
        let node = page.node(id);
        let parent = node.parent.map_or(0, NodeId::index);
        let shown = match node.kind {
            _ if id < skip_to => Value::Null,
            NodeKind::Text => {
                bytes += page.own_text(id).len();
                json!([parent, page.own_text(id)])
            }
            NodeKind::Element if is_left_out(page, id) => {
                skip_to = node.end;
                linked_sheet(page, id, resources, base.as_ref(), remote, &mut bytes)
                    .map_or(Value::Null, |(name, attributes, text)| {
                        json!([parent, name, 0, attributes, text])
                    })
            }
            NodeKind::Element => {
                let attributes = attributes(page, id, base.as_ref());
                bytes += attributes
                    .iter()
                    .map(|(name, value)| name.len() + value.as_str().map_or(0, str::len))
                    .sum::<usize>();
                json!([parent, page.name(id), space(node.space), attributes])
            }
            NodeKind::Fragment => {
                skip_to = node.end;
                Value::Null
            }
            NodeKind::Document | NodeKind::Doctype | NodeKind::Comment => Value::Null,
        };
        nodes.push(shown);
    }
    let page = json!({ "nodes": nodes, "cut": cut });
    // In a script no text can end it, and no line separator can end a string.
    page.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn space(space: Space) -> u8 {
    match space {
        Space::Html => 0,
        Space::Svg => 1,
        Space::MathMl => 2,
    }
}

/// Elements that run, load, redirect or animate something, with all that is in them.
fn is_left_out(page: &Page, id: NodeId) -> bool {
    matches!(
        &*page.name(id).to_ascii_lowercase(),
        "script"
            | "template"
            | "iframe"
            | "frame"
            | "frameset"
            | "object"
            | "embed"
            | "applet"
            | "portal"
            | "fencedframe"
            | "base"
            | "link"
            | "meta"
            | "param"
            | "animate"
            | "animatemotion"
            | "animatetransform"
            | "set"
            | "handler"
            | "listener"
    )
}

/// A `<link>` to a style sheet: its text where it lies beside the page, a link where it is elsewhere and that is allowed.
fn linked_sheet(
    page: &Page,
    id: NodeId,
    resources: &Resources,
    base: Option<&Url>,
    remote: Remote,
    bytes: &mut usize,
) -> Option<(&'static str, Map<String, Value>, String)> {
    let is_sheet = page.is(id, "link")
        && page.attribute(id, "rel").is_some_and(|rel| {
            rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("stylesheet"))
        });
    let href = page.attribute(id, "href").filter(|_| is_sheet)?;
    let mut attributes = Map::new();
    if let Some(media) = page.attribute(id, "media") {
        attributes.insert("media".to_owned(), media.into());
    }
    if let Some(sheet) = resources.style_sheet(href, base.map(Url::as_str)) {
        *bytes += sheet.len();
        return Some(("style", attributes, String::from_utf8_lossy(&sheet).into_owned()));
    }
    let address = web_address(href, base).filter(|_| remote == Remote::Shown)?;
    attributes.insert("rel".to_owned(), "stylesheet".into());
    attributes.insert("href".to_owned(), address.into());
    Some(("link", attributes, String::new()))
}

fn attributes(page: &Page, id: NodeId, base: Option<&Url>) -> Map<String, Value> {
    let mut kept = Map::new();
    for attribute in page.attributes(id) {
        let (name, value) = (&*attribute.name, page.value(attribute));
        if let Some((name, value)) = kept_attribute(page, id, name, value, base) {
            kept.insert(name, value.into());
        }
    }
    // Pictures that a script would load.
    if page.is(id, "img") && !kept.contains_key("src") {
        let later = ["data-src", "data-original", "data-lazy-src"]
            .iter()
            .find_map(|name| web_address(page.attribute(id, name)?, base));
        kept.extend(later.map(|address| ("src".to_owned(), address.into())));
    }
    kept
}

/// What becomes of an attribute. Names of elements would hide properties of the document from our script.
fn kept_attribute(
    page: &Page,
    id: NodeId,
    name: &str,
    value: &str,
    base: Option<&Url>,
) -> Option<(String, String)> {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if !is_plain || name.starts_with("on") || name.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return None;
    }
    let keep = |value: &str| Some((name.to_owned(), value.to_owned()));
    match name {
        "name" | "srcdoc" | "action" | "formaction" | "ping" | "target" | "download" | "autofocus"
        | "autoplay" | "http-equiv" | "manifest" | "srcset" | "imagesrcset" | "background" | "poster"
        | "data" | "code" | "codebase" | "cite" | "is" | "nonce" | "contenteditable" | "accesskey"
        | "popover" | "popovertarget" | "commandfor" | "command" => None,
        // A link looks like one and leads nowhere.
        "href" if matches!(page.name(id), "a" | "area") && page.node(id).space == Space::Html => keep("#"),
        "href" => value.starts_with('#').then(|| keep(value)).flatten(),
        "src" if page.is(id, "img") || page.is(id, "input") => keep(&picture(value, base)?),
        "src" => None,
        _ => keep(value),
    }
}

fn picture(value: &str, base: Option<&Url>) -> Option<String> {
    let value = value.trim();
    let is_data = value.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("data:image/"));
    if is_data { Some(value.to_owned()) } else { web_address(value, base) }
}

fn web_address(address: &str, base: Option<&Url>) -> Option<String> {
    let url = match base {
        Some(base) => base.join(address.trim()).ok()?,
        None => Url::parse(address.trim()).ok()?,
    };
    matches!(url.scheme(), "http" | "https").then(|| url.into())
}

fn base_of(page: &Page, address: Option<&str>) -> Option<Url> {
    let own = address.and_then(|address| Url::parse(address).ok());
    let href = page.ids().find(|id| page.is(*id, "base")).and_then(|base| page.attribute(base, "href"));
    match (href, own) {
        (Some(href), Some(own)) => own.join(href).ok().or(Some(own)),
        (Some(href), None) => Url::parse(href).ok(),
        (None, own) => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> String {
        harmless(
            &chaffinch_page::parse_str(html),
            &Resources::none(),
            Some("https://a.example/b/"),
            Remote::Blocked,
        )
    }

    #[test]
    fn a_node_has_its_number_as_its_place() {
        let page = chaffinch_page::parse_str("<p>a<b>c</b>");
        let json: Value =
            serde_json::from_str(&harmless(&page, &Resources::none(), None, Remote::Blocked)).unwrap();
        let bold = page.ids().find(|id| page.is(*id, "b")).unwrap();
        assert_eq!(json["nodes"][bold.index()][1], "b");
        assert_eq!(json["nodes"][bold.index() + 1], json!([bold.index(), "c"]));
        assert_eq!(json["nodes"].as_array().unwrap().len(), page.len());
    }

    #[test]
    fn nothing_that_acts_is_handed_over() {
        let html = "<meta http-equiv=refresh content='0;url=//x'><base href=//y><script>alert(1)</script><img src=x onerror=alert(1)>\
            <a href='javascript:alert(1)'>x</a><iframe srcdoc='<script>alert(1)</script>'></iframe><form action=//x><button formaction=//x>\
            </form><object data=//x></object><svg><animate onbegin=alert(1) attributeName=href /><script>alert(1)</script><use href=//x /></svg>";
        let shown = shown(html);
        for word in
            ["alert", "javascript:", "refresh", "//x", "onerror", "iframe", "script", "object", "animate"]
        {
            assert!(!shown.contains(word), "{word} in {shown}");
        }
    }

    #[test]
    fn no_text_can_end_the_script_that_it_stands_in() {
        let shown = shown("<p title='</script><script>alert(1)'>&lt;/script>&lt;!--\u{2028}");
        assert!(!shown.contains('<') && !shown.contains('\u{2028}'), "{shown}");
        assert!(shown.contains("\\u003c/script>"));
    }

    #[test]
    fn links_keep_their_looks_and_pictures_their_addresses() {
        let shown = shown("<a href=/c>x</a><img src=d.png><img data-src=e.png>");
        assert!(shown.contains(r##"{"href":"#"}"##));
        assert!(shown.contains("https://a.example/b/d.png") && shown.contains("https://a.example/b/e.png"));
    }
}
