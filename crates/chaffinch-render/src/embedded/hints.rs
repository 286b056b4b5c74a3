//! Presentational attributes: what the HTML standard's rendering section says they mean, as CSS.
//!
//! Elements with the same hints share a class; the rules of all classes make up a sheet of no
//! specificity in front of the author's own, which is where the standard puts them.

use super::reach::FURTHEST;
use chaffinch_core::{NodeId, NodeKind, Page, Quirks, TextMap, is_space};
use std::fmt::Write;

/// The hints of a page, gathered element by element.
#[derive(Default)]
pub struct Hints {
    classes: TextMap<String, usize>,
}

impl Hints {
    /// The class that carries the hints of `id`, if it has any.
    pub fn class_for(&mut self, page: &Page, id: NodeId) -> Option<String> {
        let declarations = declarations(page, id);
        if declarations.is_empty() {
            return None;
        }
        let next = self.classes.len();
        let number = *self.classes.entry(declarations).or_insert(next);
        Some(class_name(number))
    }

    /// The sheet with the rules of all classes.
    pub fn style_sheet(self) -> Option<String> {
        if self.classes.is_empty() {
            return None;
        }
        let mut rules: Vec<(usize, String)> = self.classes.into_iter().map(|(css, n)| (n, css)).collect();
        rules.sort_unstable();
        let mut sheet = String::new();
        for (number, declarations) in rules {
            let _ = writeln!(sheet, ":where(.{}){{{declarations}}}", class_name(number));
        }
        Some(sheet)
    }
}

fn class_name(number: usize) -> String {
    format!("chaffinch-hint-{number}")
}

/// The CSS declarations that the attributes of `id` stand for.
fn declarations(page: &Page, id: NodeId) -> String {
    let mut css = String::new();
    let name = page.name(id);
    for attribute in page.attributes(id) {
        let value = page.value(attribute).trim();
        match (name, &*attribute.name) {
            ("table", "align") => match_keyword(
                value,
                &[
                    ("left", "float:left"),
                    ("right", "float:right"),
                    ("center", "margin-left:auto;margin-right:auto"),
                ],
                &mut css,
            ),
            ("table", "cellspacing") => length(value, &["border-spacing"], &mut css),
            ("table", "border") => {
                let width = if value.is_empty() { Some(1.0) } else { number(value).or(Some(1.0)) };
                if let Some(width) = width {
                    let _ = write!(css, "border:{width}px outset gray;");
                }
            }
            ("table", "rules") if !value.is_empty() => css.push_str("border-collapse:collapse;"),
            ("table" | "tr" | "td" | "th" | "tbody" | "thead" | "tfoot" | "body", "bgcolor") => {
                color(value, "background-color", &mut css);
            }
            ("img" | "iframe" | "object" | "embed" | "input", "align") => match_keyword(
                value,
                &[
                    ("left", "float:left"),
                    ("right", "float:right"),
                    ("top", "vertical-align:top"),
                    ("texttop", "vertical-align:text-top"),
                    ("middle", "vertical-align:middle"),
                    ("center", "vertical-align:middle"),
                    ("absmiddle", "vertical-align:middle"),
                    ("absbottom", "vertical-align:bottom"),
                    ("bottom", "vertical-align:baseline"),
                ],
                &mut css,
            ),
            ("hr", "align") => match_keyword(
                value,
                &[("left", "margin-left:0;margin-right:auto"), ("right", "margin-left:auto;margin-right:0")],
                &mut css,
            ),
            ("hr", "size") => {
                if let Some(size) = number(value) {
                    let _ = write!(css, "height:{}px;", (size - 2.0).max(0.0));
                }
            }
            (
                "td" | "th" | "tr" | "tbody" | "thead" | "tfoot" | "col" | "p" | "div" | "h1" | "h2" | "h3"
                | "h4" | "h5" | "h6" | "caption" | "legend",
                "align",
            ) => match_keyword(
                value,
                &[
                    ("left", "text-align:-moz-left"),
                    ("right", "text-align:-moz-right"),
                    ("center", "text-align:-moz-center"),
                    ("middle", "text-align:-moz-center"),
                    ("justify", "text-align:justify"),
                ],
                &mut css,
            ),
            ("td" | "th" | "tr" | "tbody" | "thead" | "tfoot" | "col", "valign") => match_keyword(
                value,
                &[
                    ("top", "vertical-align:top"),
                    ("middle", "vertical-align:middle"),
                    ("center", "vertical-align:middle"),
                    ("bottom", "vertical-align:bottom"),
                    ("baseline", "vertical-align:baseline"),
                ],
                &mut css,
            ),
            ("td" | "th", "nowrap") => css.push_str("white-space:nowrap;"),
            ("font", "size") => font_size(value, &mut css),
            ("font", "color") => color(value, "color", &mut css),
            ("body", "text") => color(value, "color", &mut css),
            ("font", "face") => font_family(value, &mut css),
            ("br", "clear") => match_keyword(
                value,
                &[
                    ("left", "clear:left"),
                    ("right", "clear:right"),
                    ("all", "clear:both"),
                    ("both", "clear:both"),
                ],
                &mut css,
            ),
            ("img" | "input", "border") => {
                if let Some(width) = number(value).filter(|w| *w > 0.0) {
                    let _ = write!(css, "border:{width}px solid;");
                }
            }
            ("input", "size") => {
                if let Some(size) = number(value).filter(|size| *size >= 1.0) {
                    let _ = write!(css, "width:{}em;", size * 0.6 + 0.675);
                }
            }
            ("select", "size") => {
                if let Some(rows) = number(value).filter(|rows| *rows > 1.0) {
                    let _ = write!(css, "height:calc({}em + 2px);", rows * 1.275);
                }
            }
            ("textarea", "cols") => {
                if let Some(columns) = number(value).filter(|columns| *columns >= 1.0) {
                    let _ = write!(css, "width:calc({}em + 16px);", columns * 0.6);
                }
            }
            ("textarea", "rows") => {
                if let Some(rows) = number(value).filter(|rows| *rows >= 1.0) {
                    let _ = write!(css, "height:{}em;", rows * 1.125);
                }
            }
            ("body", "topmargin" | "marginheight") => length(value, &["margin-top"], &mut css),
            ("body", "bottommargin") => length(value, &["margin-bottom"], &mut css),
            ("body", "leftmargin" | "marginwidth") => length(value, &["margin-left"], &mut css),
            ("body", "rightmargin") => length(value, &["margin-right"], &mut css),
            ("ul" | "ol" | "li", "type") => list_style(value, &mut css),
            _ => {}
        }
    }
    if name == "body" {
        if page.attribute(id, "marginheight").is_some() || page.attribute(id, "topmargin").is_some() {
            body_margin(page, id, &["marginheight", "topmargin"], "margin-bottom", &mut css);
        }
        if page.attribute(id, "marginwidth").is_some() || page.attribute(id, "leftmargin").is_some() {
            body_margin(page, id, &["marginwidth", "leftmargin"], "margin-right", &mut css);
        }
    }
    if matches!(name, "td" | "th") {
        cell_hints(page, id, &mut css);
    }
    if page.quirks() == Quirks::Full {
        quirky_margins(page, id, &mut css);
    }
    css
}

/// In quirks mode, the margins that blocks have by default are dropped at the top of the page and at
/// both ends of a cell.
fn quirky_margins(page: &Page, id: NodeId, css: &mut String) {
    const BLOCKS: [&str; 15] = [
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "menu", "dir", "pre", "blockquote", "form",
    ];
    let Some(parent) = page.node(id).parent.filter(|_| BLOCKS.contains(&page.name(id))) else { return };
    let is_cell = page.is(parent, "td") || page.is(parent, "th");
    if !is_cell && !page.is(parent, "body") {
        return;
    }
    let shows = |node: &NodeId| match page.node(*node).kind {
        NodeKind::Text => page.own_text(*node).chars().any(|c| !is_space(c)),
        NodeKind::Element => !matches!(page.name(*node), "script" | "style" | "link" | "meta"),
        _ => false,
    };
    if page.children(parent).find(shows) == Some(id) {
        css.push_str("margin-top:0;");
    }
    // A node ends where the next one begins, so a long cell is not walked for each block in it.
    let end = page.node(parent).end;
    let mut after = std::iter::successors(Some(page.node(id).end), |sibling| {
        (*sibling < end).then(|| page.node(*sibling).end)
    });
    if is_cell && !after.any(|sibling| sibling < end && shows(&sibling)) {
        css.push_str("margin-bottom:0;");
    }
}

/// What a table's attributes say of its cells.
fn cell_hints(page: &Page, id: NodeId, css: &mut String) {
    let Some(table) = page.ancestors(id).take(3).find(|a| page.is(*a, "table")) else { return };
    if let Some(padding) = page.attribute(table, "cellpadding") {
        length(padding.trim(), &["padding"], css);
    }
    if page.attribute(table, "border").is_some_and(|b| number(b.trim()) != Some(0.0)) {
        css.push_str("border:1px inset gray;");
    }
    match page.attribute(table, "rules").map(|r| r.trim().to_ascii_lowercase()).as_deref() {
        Some("all") => css.push_str("border:1px solid;"),
        Some("cols") => css.push_str("border:0 solid;border-left-width:1px;border-right-width:1px;"),
        Some("rows") => css.push_str("border:0 solid;border-top-width:1px;border-bottom-width:1px;"),
        Some("none" | "groups") => css.push_str("border-style:none;"),
        _ => {}
    }
}

/// Browsers take the left and top margin for the other side too where that is not given.
fn body_margin(page: &Page, id: NodeId, names: &[&str], property: &str, css: &mut String) {
    let own = if property == "margin-bottom" { "bottommargin" } else { "rightmargin" };
    if page.attribute(id, own).is_none()
        && let Some(value) = names.iter().find_map(|name| page.attribute(id, name))
        && names.iter().any(|name| name.starts_with("margin") && page.attribute(id, name).is_some())
    {
        length(value.trim(), &[property], css);
    }
}

fn match_keyword(value: &str, table: &[(&str, &str)], css: &mut String) {
    if let Some((_, declaration)) = table.iter().find(|(keyword, _)| value.eq_ignore_ascii_case(keyword)) {
        css.push_str(declaration);
        css.push(';');
    }
}

/// The standard's rules for parsing dimension values, without percentages.
fn number(value: &str) -> Option<f32> {
    let digits = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
    value[..digits].parse().ok().map(|number: f32| number.min(FURTHEST))
}

fn length(value: &str, properties: &[&str], css: &mut String) {
    if let Some(number) = number(value) {
        for property in properties {
            let _ = write!(css, "{property}:{number}px;");
        }
    }
}

/// Legacy colour values: a name or hex digits, with or without the sign.
fn color(value: &str, property: &str, css: &mut String) {
    let digits = value.strip_prefix('#').unwrap_or(value);
    let is_hex = matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    if is_hex && (value.starts_with('#') || digits.len() == 6) {
        let _ = write!(css, "{property}:#{digits};");
    } else if !value.is_empty() && value.bytes().all(|b| b.is_ascii_alphabetic()) {
        let _ = write!(css, "{property}:{value};");
    }
}

fn font_size(value: &str, css: &mut String) {
    let (sign, digits) = match value.as_bytes().first() {
        Some(b'+') => (1, &value[1..]),
        Some(b'-') => (-1, &value[1..]),
        _ => (0, value),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let Ok(size) = digits[..end].parse::<i32>() else { return };
    let size = if sign == 0 { size } else { 3 + sign * size.min(10) };
    let keyword = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
        [(size.clamp(1, 7) - 1) as usize];
    let _ = write!(css, "font-size:{keyword};");
}

fn font_family(value: &str, css: &mut String) {
    let families: Vec<String> = value
        .split(',')
        .map(|family| family.trim().trim_matches(['"', '\'']))
        .filter(|family| {
            !family.is_empty() && family.chars().all(|c| c.is_alphanumeric() || " -_".contains(c))
        })
        .map(|family| match family.to_ascii_lowercase().as_str() {
            generic @ ("serif" | "sans-serif" | "monospace" | "cursive" | "fantasy") => generic.to_owned(),
            _ => format!("\"{family}\""),
        })
        .collect();
    if !families.is_empty() {
        let _ = write!(css, "font-family:{};", families.join(","));
    }
}

fn list_style(value: &str, css: &mut String) {
    let style = match value {
        "1" => "decimal",
        "a" => "lower-alpha",
        "A" => "upper-alpha",
        "i" => "lower-roman",
        "I" => "upper-roman",
        _ => match value.to_ascii_lowercase().as_str() {
            "disc" => "disc",
            "circle" => "circle",
            "square" => "square",
            "none" => "none",
            _ => return,
        },
    };
    let _ = write!(css, "list-style-type:{style};");
}
