//! Labelled pages written again: the same items in other markup, in the middle of the same page. Rules that fit one way to write a list show here.

use crate::markup::{Markup, escaped};
use chaffinch_core::{Finding, FoundCell, NodeId, NodeKind, Page};
use std::fmt::Write;
use std::ops::Range;

/// How a page is written again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// All headings below the first level are bold paragraphs.
    BoldParagraphs,
    /// The numbers before the names are gone.
    Unnumbered,
    /// Headings, lists and paragraphs are `<div>`s; headings are told by the size of their letters.
    Divs,
    /// Rows of a table below a head: number, name, text.
    Table,
    /// Rows of a table without head and numbers: picture, name and text.
    BareTable,
    /// Bold names and texts between breaks.
    Lines,
    /// A name in bold and its text in one paragraph.
    Paragraphs,
    /// Boxes: number, picture, name, text, a link.
    Cards,
    /// An ordered list.
    Ordered,
    /// A definition list.
    Terms,
    /// Headings without numbers.
    Headings,
    /// Headings that count down.
    Countdown,
    /// Slides with a counter each.
    Slides,
}

impl Shape {
    pub(super) const ALL: [Shape; 13] = [
        Shape::BoldParagraphs,
        Shape::Unnumbered,
        Shape::Divs,
        Shape::Table,
        Shape::BareTable,
        Shape::Lines,
        Shape::Paragraphs,
        Shape::Cards,
        Shape::Ordered,
        Shape::Terms,
        Shape::Headings,
        Shape::Countdown,
        Shape::Slides,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Shape::BoldParagraphs => "headings as bold paragraphs",
            Shape::Unnumbered => "without numbers",
            Shape::Divs => "all of divs",
            Shape::Table => "rows of a table",
            Shape::BareTable => "rows without head and numbers",
            Shape::Lines => "lines between breaks",
            Shape::Paragraphs => "bold names in paragraphs",
            Shape::Cards => "cards",
            Shape::Ordered => "an ordered list",
            Shape::Terms => "a definition list",
            Shape::Headings => "headings without numbers",
            Shape::Countdown => "headings that count down",
            Shape::Slides => "slides",
        }
    }
}

/// A page written again, and the names of its items in their order, without numbers. `list` is its top-k list, as it was found whole.
pub(super) fn rewritten(page: &Page, list: &Finding, shape: Shape) -> (String, Vec<String>) {
    let items: Vec<Item> = list.rows.iter().map(|row| Item::of(list, &row.cells)).collect();
    let mut names: Vec<String> = items.iter().map(|item| item.name.clone()).collect();
    let whole = whole(page, list);
    let new_list = match shape {
        Shape::BoldParagraphs | Shape::Unnumbered | Shape::Divs => None,
        Shape::Countdown => {
            names.reverse();
            Some(written(shape, &items))
        }
        _ => Some(written(shape, &items)),
    };
    let mut writer = Writer { markup: Markup::new(page), page, shape, whole, new_list };
    for child in page.children(NodeId::DOCUMENT) {
        writer.node(child);
    }
    (writer.markup.out, names)
}

/// What a list tells of an item.
struct Item {
    name: String,
    text: String,
    image: Option<String>,
    link: Option<String>,
}

impl Item {
    fn of(list: &Finding, cells: &[Vec<FoundCell>]) -> Item {
        let value = |name: &str| {
            let at = list.columns.iter().position(|column| column.name.as_deref() == Some(name))?;
            Some(cells.get(at)?.first()?.text.clone())
        };
        Item {
            name: value("title").or_else(|| value("name")).unwrap_or_default(),
            text: value("description").unwrap_or_default(),
            image: value("image"),
            link: value("link"),
        }
    }
}

/// The nodes from the first to the last item.
fn whole(page: &Page, list: &Finding) -> Range<NodeId> {
    let nodes = || list.rows.iter().flat_map(|row| row.nodes.iter().copied());
    let end = nodes().map(|node| page.node(node).end).max().unwrap_or(NodeId::DOCUMENT);
    nodes().min().unwrap_or(NodeId::DOCUMENT)..end
}

/// The items in new markup.
fn written(shape: Shape, items: &[Item]) -> String {
    let count = items.len();
    let all = |item: &dyn Fn(usize, &Item) -> String| -> String {
        items.iter().enumerate().map(|(at, one)| item(at + 1, one)).collect()
    };
    let picture = |item: &Item| {
        let address = item.image.as_deref().unwrap_or("picture.jpg");
        format!("<img src=\"{}\" width=200 height=150 alt=\"\">", escaped(address).replace('"', "&quot;"))
    };
    let linked = |item: &Item, text: &str| match &item.link {
        Some(link) => format!("<a href=\"{}\">{text}</a>", escaped(link).replace('"', "&quot;")),
        None => text.to_owned(),
    };
    let (name, text) = (|item: &Item| escaped(&item.name), |item: &Item| escaped(&item.text));
    match shape {
        Shape::Table => format!(
            "<table><tr><th>#</th><th>Name</th><th>About</th></tr>{}</table>",
            all(&|at, item| format!("<tr><td>{at}</td><td>{}</td><td>{}</td></tr>", name(item), text(item)))
        ),
        Shape::BareTable => format!(
            "<table>{}</table>",
            all(&|_, item| format!(
                "<tr><td>{}</td><td><b>{}</b><br>{}</td></tr>",
                picture(item),
                name(item),
                text(item)
            ))
        ),
        Shape::Lines => {
            format!(
                "<div>{}</div>",
                all(&|_, item| format!("<b>{}</b><br>{}<br><br>", name(item), text(item)))
            )
        }
        Shape::Paragraphs => all(&|_, item| format!("<p><strong>{}</strong> {}</p>", name(item), text(item))),
        Shape::Cards => format!(
            "<div class=grid>{}</div>",
            all(&|at, item| format!(
                "<div class=card><span class=badge>{at}</span>{}<div class=name>{}</div><div class=text>{}</div>{}</div>",
                picture(item),
                name(item),
                text(item),
                linked(item, "More")
            ))
        ),
        Shape::Ordered => format!(
            "<ol>{}</ol>",
            all(&|_, item| format!("<li><strong>{}</strong>: {}</li>", name(item), text(item)))
        ),
        Shape::Terms => {
            format!("<dl>{}</dl>", all(&|_, item| format!("<dt>{}</dt><dd>{}</dd>", name(item), text(item))))
        }
        Shape::Headings => all(&|_, item| {
            format!("<h3>{}</h3>{}<p>{}</p>", linked(item, &name(item)), picture(item), text(item))
        }),
        Shape::Countdown => (1..=count)
            .rev()
            .map(|at| format!("<h3>{at}. {}</h3><p>{}</p>", name(&items[at - 1]), text(&items[at - 1])))
            .collect(),
        Shape::Slides => all(&|at, item| {
            format!(
                "<section><div class=at>{at} of {count}</div>{}<div class=head>{}</div><p>{}</p></section>",
                picture(item),
                name(item),
                text(item)
            )
        }),
        Shape::BoldParagraphs | Shape::Unnumbered | Shape::Divs => String::new(),
    }
}

struct Writer<'p> {
    markup: Markup<'p>,
    page: &'p Page,
    shape: Shape,
    /// Where the items stand.
    whole: Range<NodeId>,
    /// What stands there instead, until it is written.
    new_list: Option<String>,
}

impl Writer<'_> {
    fn node(&mut self, id: NodeId) {
        let page = self.page;
        let rebuilds = !matches!(self.shape, Shape::BoldParagraphs | Shape::Unnumbered | Shape::Divs);
        if rebuilds && id >= self.whole.start && id < self.whole.end {
            self.markup.out.push_str(&self.new_list.take().unwrap_or_default());
            if page.node(id).end <= self.whole.end {
                return;
            }
        }
        match page.node(id).kind {
            NodeKind::Text => {
                let text = page.own_text(id);
                let is_inside = id >= self.whole.start && id < self.whole.end;
                let bare = (self.shape == Shape::Unnumbered && is_inside).then(|| without_number(text));
                self.markup.text(id, bare.unwrap_or(text));
            }
            NodeKind::Element => self.element(id),
            _ => {}
        }
    }

    fn element(&mut self, id: NodeId) {
        let page = self.page;
        let level = page.heading_level(id).filter(|level| *level > 1);
        let own = page.name(id);
        let (open, close) = match (self.shape, level) {
            (Shape::BoldParagraphs, Some(_)) => ("<p><b>".to_owned(), "</b></p>"),
            (Shape::Divs, Some(level)) => {
                let mut open = String::new();
                let _ = write!(open, "<div style=\"font-weight:bold;font-size:{}px\">", 30 - 2 * level);
                (open, "</div>")
            }
            (Shape::Divs, None)
                if matches!(own, "p" | "li" | "ol" | "ul" | "section" | "article" | "dl" | "dt" | "dd") =>
            {
                ("<div>".to_owned(), "</div>")
            }
            _ => {
                if self.markup.begin(id) {
                    self.content(id);
                    self.markup.end(id);
                }
                return;
            }
        };
        self.markup.out.push_str(&open);
        self.content(id);
        self.markup.out.push_str(close);
    }

    fn content(&mut self, id: NodeId) {
        for child in self.page.children(id) {
            self.node(child);
        }
    }
}

/// A text without the number that it begins with, if a sign follows the number: `3. Oak`, `#3: Oak`, `3) Oak`.
fn without_number(text: &str) -> &str {
    let bare = text.trim_start().trim_start_matches('#');
    let behind = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = bare.len() - behind.len();
    let rest = behind.trim_start_matches(['.', ')', ':', '-', '–']);
    let is_marked = rest.len() < behind.len() && !rest.starts_with(|c: char| c.is_ascii_digit());
    if (1..=3).contains(&digits) && is_marked { rest } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_sign_are_taken_off_and_others_stay() {
        for (text, bare) in
            [("3. Oak", " Oak"), ("#12: Elm", " Elm"), ("95 Elms", "95 Elms"), ("2.5 km", "2.5 km")]
        {
            assert_eq!(without_number(text), bare);
        }
    }

    #[test]
    fn a_rewritten_page_keeps_what_stands_around_its_list() {
        let html = "<title>3 Best Oaks</title><h1>3 Best Oaks</h1><div><h2>1. Holm</h2><p>Green all year.</p><h2>2. Cork</h2><p>Soft.</p>\
            <h2>3. Red</h2><p>Tall.</p></div><footer>The end</footer>";
        let page = chaffinch_page::parse_str(html);
        let survey = chaffinch_survey::Survey::new(&page, &Default::default());
        let found = chaffinch_topk::top_k(&survey, &Default::default(), false);
        let (table, names) = rewritten(&page, &found.relations[0], Shape::Table);
        assert_eq!(names, ["Holm", "Cork", "Red"]);
        assert!(
            table.contains("<h1>3 Best Oaks</h1>") && table.contains("The end") && !table.contains("<h2>")
        );
        assert!(table.contains("<td>2</td><td>Cork</td><td>Soft.</td>"), "{table}");
        let (bold, _) = rewritten(&page, &found.relations[0], Shape::BoldParagraphs);
        assert!(bold.contains("<p><b>1. Holm</b></p><p>Green all year.</p>"), "{bold}");
    }
}
