//! Labels by node: values that a label does not write but points at, with an XPath or a CSS selector.

use chaffinch_core::{NodeId, NodeKind, Page, collapse_space};

/// The values that a pointer leads to on a page; none where the text is a value and no pointer.
///
/// A pointer is `xpath:` or `css:` and a path. Paths have the steps that reports and wrapper files write: names of elements or `*`, places
/// among siblings of the name, conditions on attributes and classes, children and descendants; an XPath may end in `text()` or `@name`.
///
/// # Errors
/// If the path has something else, or leads nowhere.
pub(crate) fn pointed_at(page: &Page, value: &str) -> Option<Result<Vec<String>, String>> {
    let (path, written) = match (value.strip_prefix("xpath:"), value.strip_prefix("css:")) {
        (Some(path), _) => (Pointer::from_xpath(path.trim()), path),
        (_, Some(path)) => (Pointer::from_css(path.trim()), path),
        (None, None) => return None,
    };
    let Some(pointer) = path else {
        return Some(Err(format!("{:?} has a step that is not understood", written.trim())));
    };
    let values = pointer.values(page);
    let nothing = || format!("{:?} leads to nothing on the page", written.trim());
    Some(if values.is_empty() { Err(nothing()) } else { Ok(values) })
}

/// A path to values.
#[derive(Debug, Default, PartialEq)]
struct Pointer {
    steps: Vec<Step>,
    end: End,
}

/// What of the elements is the value.
#[derive(Debug, Default, PartialEq)]
enum End {
    /// All their text.
    #[default]
    Element,
    /// Their own texts, or the one at this place.
    Text(Option<u32>),
    /// An attribute.
    Attribute(String),
}

#[derive(Debug, Default, PartialEq)]
struct Step {
    /// Whether the element may stand anywhere below the one before, and not only as its child.
    below: bool,
    /// Its name; any if there is none.
    name: Option<String>,
    /// Its place among the siblings of its name.
    place: Option<u32>,
    conditions: Vec<Condition>,
}

/// A condition on an attribute.
#[derive(Debug, PartialEq)]
enum Condition {
    Has(String),
    Is(String, String),
    /// One of its words.
    Word(String, String),
}

impl Pointer {
    fn from_xpath(path: &str) -> Option<Pointer> {
        let mut pointer = Pointer::default();
        let mut rest = path;
        while !rest.is_empty() {
            let below = rest.starts_with("//");
            rest = rest.strip_prefix("//").or_else(|| rest.strip_prefix('/'))?;
            if let Some(name) = rest.strip_prefix('@') {
                pointer.end = End::Attribute(Some(name).filter(|name| is_name(name))?.to_owned());
                return Some(pointer);
            }
            if let Some(place) = rest.strip_prefix("text()") {
                let number = |place: &str| place.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
                pointer.end = End::Text(if place.is_empty() { None } else { Some(number(place)?) });
                return Some(pointer);
            }
            let name_end = rest.find(['[', '/']).unwrap_or(rest.len());
            let mut step = Step { below, name: name_of(&rest[..name_end])?, ..Step::default() };
            rest = &rest[name_end..];
            while let Some(inner) = rest.strip_prefix('[') {
                let end = end_of_brackets(inner)?;
                step.add_predicate(&inner[..end])?;
                rest = &inner[end + 1..];
            }
            pointer.steps.push(step);
        }
        (!pointer.steps.is_empty()).then_some(pointer)
    }

    fn from_css(path: &str) -> Option<Pointer> {
        let mut pointer = Pointer::default();
        let mut below = true;
        let mut rest = path;
        while !rest.is_empty() {
            if let Some(child) = rest.strip_prefix('>') {
                below = false;
                rest = child.trim_start();
                continue;
            }
            let (step, length) = css_step(rest, below)?;
            pointer.steps.push(step);
            rest = rest[length..].trim_start();
            below = true;
        }
        (!pointer.steps.is_empty() && !path.ends_with('>')).then_some(pointer)
    }

    fn values(&self, page: &Page) -> Vec<String> {
        let mut found = vec![NodeId::DOCUMENT];
        for step in &self.steps {
            found = step.from(page, &found);
        }
        let values = found.into_iter().flat_map(|element| match &self.end {
            End::Element => vec![page.flat_text(element)],
            End::Attribute(name) => page.attribute(element, name).map(str::to_owned).into_iter().collect(),
            End::Text(place) => {
                let texts = page.children(element).filter(|node| page.node(*node).kind == NodeKind::Text);
                let (skip, most) = place.map_or((0, usize::MAX), |place| (place.max(1) as usize - 1, 1));
                texts.skip(skip).take(most).map(|node| page.own_text(node).to_owned()).collect()
            }
        });
        values.map(|value| collapse_space(&value)).filter(|value| !value.is_empty()).collect()
    }
}

impl Step {
    /// The elements that it leads to from others, which are in page order; in page order.
    fn from(&self, page: &Page, from: &[NodeId]) -> Vec<NodeId> {
        let mut is_from = vec![false; page.len()];
        from.iter().for_each(|node| is_from[node.index()] = true);
        if self.below {
            // Parents come before their children, so one pass marks all that is below.
            for id in page.ids() {
                if page.node(id).parent.is_some_and(|parent| is_from[parent.index()]) {
                    is_from[id.index()] = true;
                }
            }
        }
        let leads = |id: &NodeId| page.node(*id).parent.is_some_and(|parent| is_from[parent.index()]);
        page.ids().filter(|id| page.is_element(*id) && self.fits(page, *id)).filter(leads).collect()
    }

    fn fits(&self, page: &Page, element: NodeId) -> bool {
        self.name.as_deref().is_none_or(|name| page.is(element, name))
            && self.conditions.iter().all(|condition| match condition {
                Condition::Has(name) => page.attribute(element, name).is_some(),
                Condition::Is(name, value) => page.attribute(element, name) == Some(value),
                Condition::Word(name, word) => {
                    page.attribute(element, name).is_some_and(|own| own.split_whitespace().any(|w| w == word))
                }
            })
            && self.place.is_none_or(|place| page.place_among_alike(element).max(1) == place)
    }

    fn add_predicate(&mut self, predicate: &str) -> Option<()> {
        /// How wrapper files ask for a class.
        const WORD: &str = "contains(concat(' ', normalize-space(@class), ' '), ";
        if let Ok(place) = predicate.parse() {
            self.place = Some(place);
        } else if let Some(word) = predicate.strip_prefix(WORD).and_then(|rest| rest.strip_suffix(')')) {
            self.conditions.push(Condition::Word("class".into(), unquoted(word)?.trim().to_owned()));
        } else if let Some((name, value)) = predicate.strip_prefix('@')?.split_once('=') {
            let name = Some(name.trim()).filter(|name| is_name(name))?;
            self.conditions.push(Condition::Is(name.to_owned(), unquoted(value.trim())?.to_owned()));
        } else {
            let name = predicate.strip_prefix('@').filter(|name| is_name(name))?;
            self.conditions.push(Condition::Has(name.to_owned()));
        }
        Some(())
    }
}

/// A step of a CSS selector, and how many bytes it has.
fn css_step(text: &str, below: bool) -> Option<(Step, usize)> {
    let length = |text: &str| text.find(|c| !is_name_char(c)).unwrap_or(text.len());
    let any = text.starts_with('*');
    let mut at = if any { 1 } else { length(text) };
    let name = (!any && at > 0).then(|| text[..at].to_ascii_lowercase());
    let mut step = Step { below, name, ..Step::default() };
    while let Some(mark) = text[at..].chars().next().filter(|c| !c.is_whitespace() && *c != '>') {
        let rest = &text[at + mark.len_utf8()..];
        let used = match mark {
            '#' | '.' if length(rest) > 0 => {
                let word = rest[..length(rest)].to_owned();
                step.conditions.push(match mark {
                    '#' => Condition::Is("id".into(), word),
                    _ => Condition::Word("class".into(), word),
                });
                length(rest)
            }
            '[' => {
                let end = end_of_brackets(rest)?;
                step.conditions.push(css_condition(&rest[..end])?);
                end + 1
            }
            ':' => {
                let inner = rest.strip_prefix("nth-of-type(")?;
                let end = inner.find(')')?;
                step.place = Some(inner[..end].trim().parse().ok()?);
                rest.len() - inner.len() + end + 1
            }
            _ => return None,
        };
        at += mark.len_utf8() + used;
    }
    (at > 0).then_some((step, at))
}

fn css_condition(text: &str) -> Option<Condition> {
    let Some((name, value)) = text.split_once('=') else {
        return is_name(text).then(|| Condition::Has(text.to_owned()));
    };
    let value = value.trim();
    let value = unquoted(value).or_else(|| is_name(value).then_some(value))?.to_owned();
    let (name, is_word) = match name.strip_suffix('~') {
        Some(name) => (name.trim(), true),
        None => (name.trim(), false),
    };
    let name = Some(name).filter(|name| is_name(name))?.to_owned();
    Some(if is_word { Condition::Word(name, value) } else { Condition::Is(name, value) })
}

/// Where the brackets end that were opened in front of a text; brackets in quotes do not count.
fn end_of_brackets(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == ']' => return Some(at),
            None => {}
        }
    }
    None
}

fn unquoted(text: &str) -> Option<&str> {
    let inner = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark);
    inner('"').or_else(|| inner('\''))
}

fn name_of(text: &str) -> Option<Option<String>> {
    match text {
        "*" => Some(None),
        name => is_name(name).then(|| Some(name.to_ascii_lowercase())),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_char)
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::pointed_at;
    use chaffinch_page::parse_str;

    fn values(pointer: &str) -> Result<Vec<String>, String> {
        let html = "<div class='a b' id=x><p>One <i>two</i> three</p><p><a href='/4'>four</a></p></div>\
            <div><p title='s]t'>five</p></div>";
        pointed_at(&parse_str(html), pointer).unwrap()
    }

    #[test]
    fn xpaths_of_reports_lead_to_their_nodes() {
        assert_eq!(values("xpath:/html/body/div[1]/p[1]/text()[2]").unwrap(), ["three"]);
        assert_eq!(values("xpath:/html/body/div[1]/p[1]/text()").unwrap(), ["One", "three"]);
        assert_eq!(values("xpath://p/a/@href").unwrap(), ["/4"]);
        assert_eq!(values("xpath://div[@id=\"x\"]//*[@href]").unwrap(), ["four"]);
        assert_eq!(values("xpath://p[@title='s]t']").unwrap(), ["five"]);
        let class = "xpath://div[contains(concat(' ', normalize-space(@class), ' '), \" b \")]/p[1]";
        assert_eq!(values(class).unwrap(), ["One two three"]);
    }

    #[test]
    fn selectors_lead_to_their_elements() {
        assert_eq!(values("css: div.a.b > p:nth-of-type(2) a").unwrap(), ["four"]);
        assert_eq!(values("css:#x i").unwrap(), ["two"]);
        assert_eq!(values("css:[class~=\"a\"] > p > a[href=\"/4\"]").unwrap(), ["four"]);
        assert_eq!(values("css:div p").unwrap(), ["One two three", "four", "five"]);
    }

    #[test]
    fn what_is_not_understood_or_leads_nowhere_is_said() {
        for wrong in
            ["xpath:/p[last()]", "xpath:p", "css:p:hover", "css:div >", "css:", "xpath:", "css:p + p"]
        {
            assert!(values(wrong).unwrap_err().contains("not understood"), "{wrong}");
        }
        assert!(values("css:h1").unwrap_err().contains("leads to nothing"));
        assert!(pointed_at(&parse_str("x"), "Feeder").is_none());
    }
}
