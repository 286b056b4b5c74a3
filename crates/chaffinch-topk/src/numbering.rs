//! Numbers at the beginning of items: `1.`, `#2`, `Step 3:`, `10)`.

use crate::candidate::Candidate;
use crate::classes::is_emphasis;
use crate::items::Extent;
use crate::shown::ShownPage;
use crate::title::roman;
use chaffinch_core::{NodeId, NodeKind, Page};
use std::collections::HashMap;

/// A number at the beginning of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Marker<'t> {
    pub(crate) number: usize,
    /// The word before it: `step`, `tip`, `#`; empty for none.
    word: &'t str,
    /// What follows it.
    sign: Sign,
    /// The byte at which the text goes on after it.
    pub(crate) end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Sign {
    Point,
    Parenthesis,
    Colon,
    Dash,
    Space,
    /// There is nothing but the number.
    Alone,
}

/// Reads the number that a text begins with.
pub(crate) fn marker(text: &str) -> Option<Marker<'_>> {
    /// Most characters of the word before a number.
    const LONGEST_WORD: usize = 12;
    let start =
        text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == '(' || c == '[').len();
    let rest = &text[start..];
    let word_end = rest.find(|c: char| !c.is_alphabetic() && c != '#').unwrap_or(rest.len());
    let word = &rest[..word_end];
    if let Some(number) = small_roman(word) {
        return roman_marker(text, number, &rest[word_end..]);
    }
    let after_word = rest[word_end..].trim_start_matches(['.', ' ', '\u{a0}', '#']);
    if word.chars().count() > LONGEST_WORD || (word_end > 0 && word_end == rest.len()) {
        return None;
    }
    // A marker has at most four digits.
    let digits = after_word.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 4 {
        return None;
    }
    let number = after_word[..digits].parse().ok()?;
    let tail = &after_word[digits..];
    if is_rest_of_counter(tail) {
        return Some(Marker { number, word, sign: Sign::Alone, end: text.len() });
    }
    let sign = sign(tail, !word.is_empty())?;
    Some(Marker { number, word, sign, end: text.len() - tail.len() + marks(tail) })
}

/// Whether a text is a number without a word before it and nothing else, or how many there are: "3.", "3 of 10".
pub(crate) fn is_counter(text: &str) -> bool {
    marker(text).is_some_and(|marker| marker.word.is_empty() && marker.end == text.len())
}

/// Whether what stands behind a number is how many there are of them, and nothing else: `1 of 10`, `1/10`.
fn is_rest_of_counter(tail: &str) -> bool {
    const WORDS: [&str; 13] =
        ["of", "/", "|", "von", "de", "sur", "di", "van", "из", "z", "out of", "／", "中"];
    let tail = tail.trim();
    let word = tail.trim_end_matches(|c: char| c.is_ascii_digit());
    word.len() < tail.len() && tail.len() - word.len() <= 4 && WORDS.contains(&word.trim())
}

/// A roman numeral of I, V and X. Larger ones are seldom ranks, and letters of names: "C. S. Lewis".
fn small_roman(word: &str) -> Option<usize> {
    if word == "I" {
        return Some(1);
    }
    let is_small = !word.is_empty() && word.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    is_small.then(|| roman(word)).flatten()
}

/// The marker that a roman numeral is: a sign follows it, because without one it is a word, as in "I Robot".
fn roman_marker<'t>(text: &'t str, number: usize, tail: &'t str) -> Option<Marker<'t>> {
    let sign = sign(tail, false).filter(|sign| *sign != Sign::Space)?;
    Some(Marker { number, word: "", sign, end: text.len() - tail.len() + marks(tail) })
}

/// How many bytes of signs and spaces stand between a number and the text after it.
fn marks(tail: &str) -> usize {
    tail.len() - tail.trim_start_matches(|c: char| !c.is_alphanumeric() && !OPENS.contains(&c)).len()
}

/// Marks that belong to the text after a number.
const OPENS: [char; 9] = ['"', '“', '‘', '\'', '«', '$', '(', '[', '€'];

fn sign(tail: &str, has_word: bool) -> Option<Sign> {
    let mut chars = tail.chars();
    let Some(first) = chars.next() else { return Some(Sign::Alone) };
    let second = chars.next();
    match first {
        // "1.5 million", "2:30"
        '.' | ':' if second.is_some_and(|c| c.is_ascii_digit()) => None,
        '.' => Some(Sign::Point),
        ')' | ']' => Some(Sign::Parenthesis),
        ':' => Some(Sign::Colon),
        '-' | '–' | '—' | '|' | '/' if !second.is_some_and(|c| c.is_alphanumeric()) => Some(Sign::Dash),
        c if c.is_whitespace() => {
            let rest = tail.trim_start();
            let next = rest.chars().next();
            match next {
                None => Some(Sign::Alone),
                Some('-' | '–' | '—' | '|' | ':') => Some(Sign::Dash),
                // "10 Martin Vale", not "10 years ago".
                Some(c) if has_word || c.is_uppercase() || OPENS.contains(&c) => Some(Sign::Space),
                Some(_) => None,
            }
        }
        _ => None,
    }
}

/// A node whose text begins with a number.
struct Numbered<'p> {
    node: NodeId,
    marker: Marker<'p>,
}

/// Lists of at least `least` nodes that count up or down by one.
///
/// Nodes are compared in groups: first those with the same tag path, classes and sign, then those with the same tag, then all. In each
/// group the word before the number is the same.
pub(crate) fn runs(shown: &ShownPage<'_, '_>, k: usize, least: usize) -> Vec<Vec<NodeId>> {
    let numbered = numbered(shown);
    let mut runs: Vec<Vec<NodeId>> = Vec::new();
    for precision in [Precision::Path, Precision::Name, Precision::Any] {
        let mut groups: HashMap<(String, Option<Sign>, u32, &str), usize> = HashMap::new();
        let mut members: Vec<Vec<&Numbered<'_>>> = Vec::new();
        for one in &numbered {
            let word = one.marker.word.to_lowercase();
            let key = match precision {
                Precision::Path => (word, Some(one.marker.sign), shown.class_path[one.node.index()], ""),
                Precision::Name => (word, None, 0, shown.page.name(one.node)),
                Precision::Any => (word, None, 0, ""),
            };
            let group = *groups.entry(key).or_insert(members.len());
            if group == members.len() {
                members.push(Vec::new());
            }
            members[group].push(one);
        }
        for group in members.iter().filter(|group| group.len() >= least) {
            for run in [count(group, k, Direction::Up), count(group, k, Direction::Down)] {
                if run.len() >= least && !runs.contains(&run) {
                    runs.push(run);
                }
            }
        }
    }
    runs
}

#[derive(Clone, Copy)]
enum Precision {
    Path,
    Name,
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

/// One number may be missing for so many that are promised.
const ITEMS_FOR_A_GAP: usize = 10;
/// Items that a list has before the first missing number.
const LEAST_BEFORE_GAP: usize = 3;

/// The longest run of a group that counts in one direction, preferably one of exactly `k` nodes.
fn count(group: &[&Numbered<'_>], k: usize, direction: Direction) -> Vec<NodeId> {
    let mut best: Vec<NodeId> = Vec::new();
    let mut run: Vec<NodeId> = Vec::new();
    let mut expected: Option<usize> = None;
    let mut passed_over = 0;
    // A run of exactly `k` nodes is never replaced.
    let better =
        |run: &Vec<NodeId>, best: &Vec<NodeId>| best.len() != k && (run.len() > best.len() || run.len() == k);
    for one in group {
        let number = one.marker.number;
        let starts = match direction {
            Direction::Up => number == 1,
            Direction::Down => number == k,
        };
        // A list from which an item was taken keeps its other numbers.
        let is_next_but_one = run.len() >= LEAST_BEFORE_GAP
            && (passed_over + 1) * ITEMS_FOR_A_GAP <= k
            && expected.is_some_and(|expected| match direction {
                Direction::Up => expected + 1 == number,
                Direction::Down => number + 1 == expected,
            });
        if expected == Some(number) || is_next_but_one {
            passed_over += usize::from(is_next_but_one);
            run.push(one.node);
        } else if starts || run.is_empty() {
            if better(&run, &best) {
                best = std::mem::take(&mut run);
            }
            run = vec![one.node];
            passed_over = 0;
        } else {
            continue;
        }
        expected = match direction {
            Direction::Up => number.checked_add(1),
            Direction::Down => number.checked_sub(1).filter(|next| *next > 0),
        };
    }
    if better(&run, &best) { run } else { best }
}

/// Most characters of a plain line that may be an item where its number has no sign: longer ones are sentences, "10 sailors …".
const LONGEST_PLAIN: u32 = 80;

/// All lines that begin with a number.
fn numbered<'p>(shown: &ShownPage<'_, 'p>) -> Vec<Numbered<'p>> {
    let page = shown.page;
    let mut found: Vec<Numbered<'p>> = Vec::new();
    for text in page.ids().filter(|id| page.node(*id).kind == NodeKind::Text && shown.is_shown(*id)) {
        let own = page.own_text(text);
        let Some(marker) = marker(own) else { continue };
        let Some(node) = line_of(shown, text) else { continue };
        let stands_out = page.is_heading(node) || is_emphasis(page.name(node)) || is_marked(page, node);
        if marker.sign == Sign::Space && !stands_out && shown.chars_of(node) > LONGEST_PLAIN {
            continue;
        }
        found.push(Numbered { node, marker });
    }
    found
}

fn is_marked(page: &Page, node: NodeId) -> bool {
    matches!(page.name(node), "li" | "dt" | "th")
}

/// The outermost node that begins with `text` and is a single line or block; `None` where the text is not at the beginning of a line.
fn line_of(shown: &ShownPage<'_, '_>, text: NodeId) -> Option<NodeId> {
    let page = shown.page;
    let mut node = text;
    loop {
        let parent = page.node(node).parent?;
        let is_first = shown.chars(parent.index()..node.index()) == 0;
        if !is_first {
            return follows_break(page, node).then_some(node);
        }
        if page.is_heading(node) || (node != text && is_block(page, node)) {
            return Some(node);
        }
        node = parent;
        if is_block(page, node) {
            // A block with blocks inside is more than one line.
            let goes_on = page.element_children(node).any(|child| is_block(page, child));
            return Some(if goes_on { child_towards(page, node, text) } else { node });
        }
    }
}

fn child_towards(page: &Page, ancestor: NodeId, below: NodeId) -> NodeId {
    page.children(ancestor).find(|child| page.contains(*child, below)).unwrap_or(below)
}

/// Whether a `<br>` stands right before `node`.
fn follows_break(page: &Page, node: NodeId) -> bool {
    let blank = |id: &NodeId| page.node(*id).kind == NodeKind::Text && page.own_text(*id).trim().is_empty();
    let before = (0..node.index()).rev().map(NodeId::from_index).take(3).find(|id| !blank(id));
    before.is_some_and(|before| page.is(before, "br") || page.is(before, "hr"))
}

/// Whether an element begins a line of its own.
pub(crate) fn is_block(page: &Page, node: NodeId) -> bool {
    page.is_heading(node)
        || matches!(
            page.name(node),
            "p" | "div"
                | "li"
                | "td"
                | "th"
                | "dt"
                | "dd"
                | "section"
                | "article"
                | "center"
                | "blockquote"
                | "tr"
                | "figcaption"
                | "summary"
                | "header"
                | "body"
                | "ul"
                | "ol"
                | "table"
                | "figure"
                | "main"
        )
}

/// The rank of each item as the page shows it: in its name, in a text before the name, or as the number of an ordered list.
pub(crate) fn ranks(shown: &ShownPage<'_, '_>, list: &Candidate) -> Vec<Option<usize>> {
    let page = shown.page;
    let named: Vec<Option<usize>> =
        list.names.iter().map(|name| marker(name).map(|marker| marker.number)).collect();
    if named.iter().flatten().count() * 2 >= named.len() && count_with_gaps(&named) {
        return named;
    }
    let first_text = |item: &Extent| {
        let mut nodes = item.clone().map(NodeId::from_index);
        let text = nodes.find(|id| page.node(*id).kind == NodeKind::Text && shown.is_shown(*id))?;
        marker(page.own_text(text).trim())
    };
    let before: Option<Vec<usize>> = list.extents.iter().map(|item| Some(first_text(item)?.number)).collect();
    if let Some(before) = before.filter(|numbers| counts_by_one(numbers)) {
        return before.into_iter().map(Some).collect();
    }
    let lists: Option<Vec<NodeId>> = list.nodes.iter().map(|node| page.node(*node).parent).collect();
    match lists.as_deref() {
        Some([first, rest @ ..]) if page.is(*first, "ol") && rest.iter().all(|other| other == first) => {
            ordered(page, *first, list.nodes.len())
        }
        _ => vec![None; list.nodes.len()],
    }
}

/// Whether the numbers of a list count up or down by one from item to item, some items having none, and few numbers being passed over. Other
/// numbers belong to names: "Windows 95", "Apollo 13".
pub(crate) fn count_with_gaps(numbers: &[Option<usize>]) -> bool {
    let known = || numbers.iter().enumerate().filter_map(|(at, number)| Some((at, (*number)?)));
    let Some((first_at, first)) = known().next() else { return false };
    let up = known().map(|(at, number)| number.checked_sub(first + at - first_at));
    let down = known().map(|(at, number)| first.checked_sub(at - first_at + number));
    few_are_passed_over(up, numbers.len()) || few_are_passed_over(down, numbers.len())
}

/// Whether the numbers passed over up to each item of a list of so many, which are unknown where it does not count at all, are few and never become
/// fewer.
fn few_are_passed_over(passed: impl Iterator<Item = Option<usize>>, items: usize) -> bool {
    let mut before = 0;
    passed.into_iter().all(|passed| {
        let goes_on = passed.is_some_and(|passed| (before..=items / ITEMS_FOR_A_GAP).contains(&passed));
        before = passed.unwrap_or_default();
        goes_on
    })
}

/// The numbers that a browser shows before the items of an ordered list.
fn ordered(page: &Page, list: NodeId, items: usize) -> Vec<Option<usize>> {
    let reversed = page.attribute(list, "reversed").is_some();
    let start = page.attribute(list, "start").and_then(|start| start.trim().parse().ok());
    let start: usize = start.unwrap_or(if reversed { items } else { 1 });
    (0..items).map(|i| if reversed { start.checked_sub(i) } else { start.checked_add(i) }).collect()
}

/// Whether numbers go up or down by one each time, few being passed over.
pub(crate) fn counts_by_one(numbers: &[usize]) -> bool {
    let known: Vec<Option<usize>> = numbers.iter().copied().map(Some).collect();
    numbers.is_empty() || count_with_gaps(&known)
}

#[cfg(test)]
mod tests {
    use super::marker;

    #[test]
    fn numbers_at_the_beginning_of_items_are_read() {
        let cases = [
            ("1. Amazon", 1, "Amazon"),
            (" 12) Larch", 12, "Larch"),
            ("#3: Oak", 3, "Oak"),
            ("Step 4: Sand it", 4, "Sand it"),
            ("Tip 5 – Oil it", 5, "Oil it"),
            ("No. 6 Elm", 6, "Elm"),
            ("10 Martin Vale", 10, "Martin Vale"),
            ("21) “Tides”", 21, "“Tides”"),
            ("7", 7, ""),
            ("(8) Ash", 8, "Ash"),
            ("9 - Yew", 9, "Yew"),
            ("IV. Fir", 4, "Fir"),
            ("I) Box", 1, "Box"),
            ("3 of 10", 3, ""),
            ("4/12", 4, ""),
        ];
        for (text, number, rest) in cases {
            let marker = marker(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((marker.number, &text[marker.end..]), (number, rest), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_no_markers() {
        for text in [
            "1.5 million", "2:30 pm", "10 years ago", "12345", "Amazon", "", "In the year 2000", "3D films",
            "I Robot", "C. S. Lewis", "IIX. Oak", "Ivy. Elm",
        ] {
            assert_eq!(marker(text), None, "{text}");
        }
    }
}
