//! Lists below headings that say what they are: the ingredients of a recipe, its steps, what a lawyer practises.

use super::facts::Facts;
use super::labels::label_meaning;
use chaffinch_columns::Meaning;
use chaffinch_core::{ColumnType, FoundCell, NodeId, NodeKind, Page, Place, collapse_space};

/// How many nodes below a heading are searched for a list.
const SECTION_NODES: usize = 4000;
/// Most characters of a heading that is not marked as one.
const LONGEST_UNMARKED: usize = 30;
/// Most nodes of an element that may be a heading though it is not marked as one.
const UNMARKED_NODES: usize = 12;
/// The level of headings that are not marked as such: any heading ends what stands below them.
const UNMARKED_LEVEL: u8 = 6;
/// Most bytes and words of a line that says how many a recipe serves.
const LONGEST_YIELD: usize = 40;
const YIELD_WORDS: usize = 4;
/// Most headings below which lists are looked for.
const MOST_LISTS: usize = 40;

/// A list below a heading.
struct Listed {
    meaning: Meaning,
    heading: NodeId,
    cells: Vec<FoundCell>,
    /// Whether its items are numbered.
    ordered: bool,
}

impl Facts<'_, '_> {
    /// The ingredients of a recipe and its steps. Of several lists under one name, ingredients are those with amounts and steps those that
    /// follow them: articles talk about the ingredients before they list them.
    pub fn take_recipe(&mut self) {
        let lists = self.lists(true);
        let named = |name: &'static str| lists.iter().filter(move |list| list.meaning.name() == name);
        let best_of = |name: &'static str, worth: &dyn Fn(&Listed) -> f32| {
            named(name)
                .map(|list| (worth(list), list))
                .reduce(|a, b| if b.0 > a.0 { b } else { a })
                .map(|(_, list)| list)
        };
        let ingredients = best_of("recipeIngredient", &|list| share(&list.cells, begins_with_amount));
        let after = ingredients.map(|list| list.heading);
        let follows = |list: &Listed| f32::from(after.is_none_or(|after| list.heading > after));
        let steps = best_of("recipeInstructions", &|list| 2.0 * follows(list) + f32::from(list.ordered));
        for list in ingredients.into_iter().chain(steps) {
            self.add(list.meaning.name(), ColumnType::Text, without_numbers(list.cells.clone()));
        }
        if ingredients.is_some() {
            self.take_yield();
        }
    }

    /// How many a recipe serves, by a short line that says so without a label: `4 portions`.
    fn take_yield(&mut self) {
        let stream = self.survey.stream();
        let Some(serves) = Meaning::of("serves") else { return };
        for line in self.lines.iter().filter(|line| line.len() <= LONGEST_YIELD) {
            let text = collapse_space(&stream.text()[line.clone()].replace('\u{1f}', " "));
            let words = || text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            let is_yield = words().any(|word| word.bytes().all(|b| b.is_ascii_digit()))
                && words().any(|word| Meaning::of(word) == Some(serves))
                && words().count() <= YIELD_WORDS;
            let parts: Vec<_> = if is_yield { stream.nodes(line).collect() } else { Vec::new() };
            if let Some((node, _)) = parts.first()
                && !self.subject.is_beside(*node)
                && !self.subject.is_listed(*node)
                && !text.contains([':', '：'])
            {
                let cell = FoundCell { text, place: Some(Place::Texts(parts)), ..FoundCell::default() };
                return self.add_meant(serves, vec![cell]);
            }
        }
    }

    /// Other lists below headings that say what they are.
    pub fn take_lists(&mut self) {
        for list in self.lists(false) {
            self.add(list.meaning.name(), ColumnType::Text, list.cells);
        }
    }

    /// The lists below headings, those of recipes or the others.
    fn lists(&self, of_recipes: bool) -> Vec<Listed> {
        let page = self.page();
        let headings = page
            .ids()
            .filter(|id| page.is_heading(*id) || of_recipes && may_be_heading(page, *id))
            .filter(|id| !self.subject.is_beside(*id))
            .filter_map(|id| Some((id, section_meaning(page, id)?)))
            .filter(|(_, (meaning, _))| is_of_recipe(meaning) == of_recipes);
        headings
            .take(MOST_LISTS)
            .filter_map(|(heading, (meaning, level))| self.list_below(heading, meaning, level))
            .collect()
    }

    /// The list between a heading and the next one of the same or a higher level.
    fn list_below(&self, heading: NodeId, meaning: Meaning, level: u8) -> Option<Listed> {
        let (survey, page) = (self.survey, self.page());
        let ends = |id: &NodeId| {
            page.heading_level(*id).is_some_and(|next| next <= level)
                || may_be_heading(page, *id) && section_meaning(page, *id).is_some()
        };
        let after = page.node(heading).end.index()..page.len();
        let section: Vec<NodeId> = after
            .map(NodeId::from_index)
            .take_while(|id| !ends(id))
            .take(SECTION_NODES)
            .filter(|id| {
                matches!(page.name(*id), "li" | "a" | "tr" | "p") && survey.shows(&survey.subtree(*id))
            })
            .collect();
        let has_inner = |id: NodeId| page.descendants(id).any(|inner| page.is(inner, "li"));
        let mut items: Vec<NodeId> =
            section.iter().copied().filter(|id| page.is(*id, "li") && !has_inner(*id)).collect();
        if items.is_empty() && meaning.name() == "recipeIngredient" {
            items = section.iter().copied().filter(|id| page.is(*id, "tr")).collect();
        }
        if items.is_empty() && meaning.name() == "recipeInstructions" {
            items = section.iter().copied().filter(|id| page.is(*id, "p")).collect();
        }
        let of_links = items.is_empty() && meaning.name() == "expertise";
        if of_links {
            items = section.into_iter().filter(|id| page.is(*id, "a")).collect();
        }
        let ordered =
            items.first().and_then(|item| page.node(*item).parent).is_some_and(|list| page.is(list, "ol"));
        let cells: Vec<FoundCell> = items
            .iter()
            .take(self.settings.max_items)
            .map(|item| FoundCell::shown(page, *item, without_box(&page.flat_text(*item))))
            .filter(|cell| !cell.text.is_empty())
            .collect();
        let enough = cells.len() > 1 || (of_links && cells.len() == 1);
        enough.then_some(Listed { meaning, heading, cells, ordered })
    }
}

fn is_of_recipe(meaning: &Meaning) -> bool {
    matches!(meaning.name(), "recipeIngredient" | "recipeInstructions")
}

/// What the list below an element is, and the level of the heading that the element is or stands for.
fn section_meaning(page: &Page, id: NodeId) -> Option<(Meaning, u8)> {
    let is_text = |meaning: &Meaning| meaning.kind() == ColumnType::Text && meaning.name() != "name";
    if page.is_heading(id) {
        let text = without_controls(page, id);
        let whole = Meaning::of(&text).filter(is_text);
        // `Brownie ingredients`.
        let meaning = whole.or_else(|| label_meaning(&text).filter(is_of_recipe));
        return meaning.map(|meaning| (meaning, page.heading_level(id).unwrap_or(UNMARKED_LEVEL)));
    }
    let text = page.flat_text(id);
    let meaning =
        if text.chars().count() <= LONGEST_UNMARKED { Meaning::of(&text).filter(is_of_recipe) } else { None };
    meaning.map(|meaning| (meaning, UNMARKED_LEVEL))
}

/// Whether an element that is not marked as a heading may be one: the innermost around a few words.
fn may_be_heading(page: &Page, id: NodeId) -> bool {
    let has_text = |child: NodeId| {
        page.node(child).kind == NodeKind::Text
            && page.own_text(child).len() <= 2 * LONGEST_UNMARKED
            && !page.own_text(child).trim().is_empty()
    };
    matches!(page.name(id), "p" | "div" | "span" | "strong" | "b" | "dt" | "legend")
        && page.node(id).end.index() - id.index() <= UNMARKED_NODES
        && page.children(id).any(has_text)
}

/// The text of a heading without buttons in it, which let the reader choose units or amounts.
fn without_controls(page: &Page, heading: NodeId) -> String {
    let mut text = String::new();
    let mut at = heading;
    while at < page.node(heading).end {
        if matches!(page.name(at), "button" | "select" | "input") {
            at = page.node(at).end;
            continue;
        }
        if page.node(at).kind == NodeKind::Text {
            text.push_str(page.own_text(at));
            text.push(' ');
        }
        at = NodeId::from_index(at.index() + 1);
    }
    let words = text.split_whitespace().filter(|word| !is_scale(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a word is a button that multiplies amounts: `2x`.
pub(super) fn is_scale(word: &str) -> bool {
    let number = word.strip_suffix(['x', 'X', '×']);
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_numeric() || c == '.'))
}

/// An item without the box in front of it that the reader may tick.
fn without_box(text: &str) -> String {
    text.trim_start_matches(|c: char| c.is_whitespace() || "▢☐□◻☑✓✔".contains(c)).to_owned()
}

/// Steps without their numbers: `Step 1 Heat the oven.`
fn without_numbers(mut cells: Vec<FoundCell>) -> Vec<FoundCell> {
    /// Most letters of the word in front of the number.
    const LONGEST_WORD: usize = 12;
    let rest = |text: &str, number: usize| -> Option<String> {
        let number = number.to_string();
        let (first, behind) = text.split_once(' ').unwrap_or((text, ""));
        let bare = |word: &str| word.trim_end_matches(['.', ':', ')']) == number;
        if bare(first) {
            return Some(behind.trim_start().to_owned());
        }
        let (second, behind) = behind.split_once(' ')?;
        let is_word = first.chars().all(char::is_alphabetic) && first.chars().count() <= LONGEST_WORD;
        (is_word && bare(second)).then(|| behind.trim_start().to_owned())
    };
    let rests: Option<Vec<String>> = cells
        .iter()
        .zip(1..)
        .map(|(cell, number)| rest(&cell.text, number).filter(|rest| !rest.is_empty()))
        .collect();
    for (cell, rest) in cells.iter_mut().zip(rests.unwrap_or_default()) {
        cell.text = rest;
    }
    cells
}

fn begins_with_amount(cell: &FoundCell) -> bool {
    cell.text.starts_with(|c: char| c.is_numeric())
}

/// The share of cells of which something is true, 0 to 1.
fn share(cells: &[FoundCell], is: impl Fn(&FoundCell) -> bool) -> f32 {
    cells.iter().filter(|cell| is(cell)).count() as f32 / cells.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(texts: &[&str]) -> Vec<FoundCell> {
        texts.iter().map(|text| FoundCell { text: (*text).to_owned(), ..FoundCell::default() }).collect()
    }

    #[test]
    fn numbers_of_steps_are_taken_off_where_all_have_them() {
        let texts = |texts: &[&str]| -> Vec<String> {
            without_numbers(cells(texts)).into_iter().map(|cell| cell.text).collect()
        };
        assert_eq!(texts(&["Step 1 Heat it.", "Step 2 Eat."]), ["Heat it.", "Eat."]);
        assert_eq!(texts(&["1. Heat it.", "2. Eat."]), ["Heat it.", "Eat."]);
        assert_eq!(texts(&["1 egg", "3 pears"]), ["1 egg", "3 pears"]);
    }

    #[test]
    fn buttons_in_a_heading_are_no_part_of_it() {
        let page = chaffinch_page::parse_str(
            "<h3>Ingredients<button>US</button> <span>1x</span><span>2x</span></h3>",
        );
        let heading = page.ids().find(|id| page.is(*id, "h3")).unwrap();
        assert_eq!(without_controls(&page, heading), "Ingredients");
        let (meaning, level) = section_meaning(&page, heading).unwrap();
        assert_eq!((meaning.name(), level), ("recipeIngredient", 3));
    }
}
