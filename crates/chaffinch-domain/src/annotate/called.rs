//! Bare numbers that the page itself names: in a column under the head `Price`, behind the label `Price`, in an element of the class
//! `price`. Such a number needs no sign of money.

use super::marked::{has_word, is_called};
use super::recogniser::{NUMBER, mark_of};
use chaffinch_core::{NodeId, Page, Value, collapse_space};
use chaffinch_survey::Stream;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A number has at least this many digits: those with fewer are counts and sizes.
const FEWEST_DIGITS: usize = 3;
/// Most characters of a text that is such a number, with a word or two around it, and of a label.
const LONGEST: usize = 40;
/// Most bytes of either, whatever its letters.
const MOST_BYTES: usize = 4 * LONGEST;

/// A number and its value.
type Number = (Range<usize>, Option<Value>);

/// The numbers that are called by one of `words`.
pub(super) fn numbers(page: &Page, stream: &Stream, words: &[String]) -> Vec<Number> {
    let mut found = Vec::new();
    let mut columns = Columns { page, stream, words, heads: FxHashMap::default() };
    let mut reach = NodeId::DOCUMENT;
    for node in page.subtree(page.body()).filter(|node| page.is_element(*node)) {
        if page.is(node, "tr") {
            columns.read_row(node, &mut found);
        }
        if node >= reach && is_called(page, node, words) {
            let range = stream.of_nodes(&(node..page.node(node).end));
            // What is called so as a whole section says nothing of each number in it, but an element within may be one.
            if is_short(stream, &range) {
                reach = page.node(node).end;
                found.extend(
                    stream.lines_of(&range).into_iter().filter_map(|line| number(stream, line, words)),
                );
            }
        }
    }
    let mut is_labelled = false;
    for line in stream.lines_of(&(0..stream.text().len())) {
        let text = &stream.text()[line.clone()];
        let is_label = |text: &str| text.len() <= MOST_BYTES && !has_digit(text) && has_word(text, words);
        match text.split_once([':', '：']) {
            _ if is_labelled && is_short(stream, &line) => found.extend(number(stream, line, words)),
            Some((name, rest)) if is_label(name) => {
                found.extend(number(stream, line.end - rest.len()..line.end, words));
            }
            _ => {}
        }
        is_labelled = is_label(text);
    }
    found
}

/// The columns of tables whose heads have one of the words.
struct Columns<'c> {
    page: &'c Page,
    stream: &'c Stream,
    words: &'c [String],
    /// By table, from its first row on, in order.
    heads: FxHashMap<NodeId, Vec<usize>>,
}

impl Columns<'_> {
    fn read_row(&mut self, row: NodeId, found: &mut Vec<Number>) {
        let Columns { page, stream, words, .. } = *self;
        // A row stands in its table, or in a group of its rows.
        let Some(table) = page.ancestors(row).take(2).find(|above| page.is(*above, "table")) else { return };
        let text_of = |cell: NodeId| stream.of_nodes(&(cell..page.node(cell).end));
        if let Some(heads) = self.heads.get(&table) {
            for (_, cell) in cells(page, row).filter(|(column, _)| heads.binary_search(column).is_ok()) {
                let range = text_of(cell);
                if is_short(stream, &range) {
                    found.extend(number(stream, range, words));
                }
            }
            return;
        }
        let is_head = |cell: NodeId| {
            let range = text_of(cell);
            is_short(stream, &range) && has_word(&stream.text()[range], words)
        };
        let heads = cells(page, row).filter(|(_, cell)| is_head(*cell)).map(|(column, _)| column).collect();
        self.heads.insert(table, heads);
    }
}

/// The cells of a row, each with its column.
fn cells(page: &Page, row: NodeId) -> impl Iterator<Item = (usize, NodeId)> {
    /// The HTML standard's limit.
    const WIDEST: usize = 1000;
    let cells = page.element_children(row).filter(|cell| page.is(*cell, "td") || page.is(*cell, "th"));
    cells.scan(0, |column, cell| {
        let span = page.attribute(cell, "colspan").and_then(|span| span.trim().parse().ok()).unwrap_or(1);
        let own = *column;
        *column += usize::clamp(span, 1, WIDEST);
        Some((own, cell))
    })
}

/// The first number of a stretch, if it has enough digits and nothing but its name stands before it: `New arrival 2024` is no price.
fn number(stream: &Stream, range: Range<usize>, words: &[String]) -> Option<Number> {
    let text = &stream.text()[range.clone()];
    let found = NUMBER.find_in(text).into_iter().flatten().find_map(|captures| captures.get(0))?;
    let digits = found.as_str().chars().filter(char::is_ascii_digit).count();
    let mut before =
        text[..found.start()].split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let named = |word: &str| words.iter().any(|known| known.to_lowercase() == word.to_lowercase());
    if digits < FEWEST_DIGITS || !before.all(named) {
        return None;
    }
    let text = collapse_space(found.as_str());
    let read = chaffinch_values::number(text.trim_end_matches(['-', '–', ',', '.']), mark_of(&text));
    let whole = range.start + found.start()..range.start + found.end();
    Some((whole, read.map(|quantity| Value::Number(quantity.value))))
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

fn is_short(stream: &Stream, range: &Range<usize>) -> bool {
    !range.is_empty() && range.len() <= MOST_BYTES && stream.length(range) <= LONGEST
}
