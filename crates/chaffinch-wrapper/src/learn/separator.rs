//! Separators, and the delimiters that values' surroundings allow.

use super::{ClassFailure, ExamplePlace, Preference};
use crate::class::WrapperClass;
use crate::example::Examples;
use memchr::memmem;

/// S_{m,k}: what stands between two neighbouring values of a page, before the first or after the last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Separator {
    /// The page's number.
    pub page: usize,
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The attribute in front; none in the head.
    pub after: Option<usize>,
    /// The attribute behind; none in the tail.
    pub before: Option<usize>,
}

/// All separators of all pages, in page order. A page without tuples is one separator, its head and tail.
pub(crate) fn separators(examples: &Examples) -> Vec<Separator> {
    let mut all = Vec::new();
    for (page, example) in examples.pages.iter().enumerate() {
        let (mut from, mut after) = (0, None);
        for instance in example.tuples.iter().flat_map(|tuple| &tuple.instances) {
            let before = Some(instance.attribute);
            all.push(Separator { page, from, to: instance.span.start as usize, after, before });
            (from, after) = (instance.span.end as usize, before);
        }
        all.push(Separator { page, from, to: example.bytes.len(), after, before: None });
    }
    all
}

/// The delimiters that one side of an attribute's values allows: the suffixes (of what stands in front) or the
/// prefixes (of what follows) of one text, from a least length on. Longer ones occur at fewer places, so that
/// whatever fails for a length fails for all shorter ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The longest.
    pub longest: Vec<u8>,
    /// Length of the shortest.
    pub shortest: usize,
    /// Length of the longest that lies in every separator. A longer r reaches into the next value: it does work
    /// on the examples, but is the last choice.
    within: usize,
    side: Side,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Choice {
    /// The delimiter of a length.
    pub fn of_length(&self, length: usize) -> &[u8] {
        match self.side {
            Side::Left => &self.longest[self.longest.len() - length..],
            Side::Right => &self.longest[..length],
        }
    }

    /// All lengths, best first.
    pub fn lengths(&self, preference: Preference) -> Vec<usize> {
        let mut lengths: Vec<usize> = (self.shortest..=self.longest.len()).collect();
        match preference {
            Preference::Short => {}
            Preference::Long => lengths.reverse(),
            Preference::Aligned => lengths.sort_by_key(|length| (self.alignment(*length), *length)),
        }
        // A mark that ends within a character does not stand on pages in another encoding.
        lengths.sort_by_key(|length| std::str::from_utf8(self.of_length(*length)).is_err());
        lengths.sort_by_key(|length| *length > self.within);
        lengths
    }

    /// The best.
    pub fn best(&self, preference: Preference) -> Vec<u8> {
        self.of_length(self.lengths(preference)[0]).to_vec()
    }

    /// How far the delimiter is from being one whole tag or label: 0 where it is, 1 where it begins like one.
    fn alignment(&self, length: usize) -> u8 {
        let mark = self.of_length(length);
        let word = mark[0].is_ascii_alphanumeric() && self.is_word_edge(length);
        match self.side {
            Side::Left if mark[0] == b'<' => {
                let behind_tag = mark.rsplit(|byte| *byte == b'>').next().filter(|rest| rest.len() < length);
                u8::from(behind_tag.is_some_and(|rest| rest.iter().any(u8::is_ascii_alphanumeric)))
            }
            Side::Left if word => u8::from(mark.contains(&b'<') || mark.contains(&b'>')),
            Side::Right if mark.contains(&b'<') && mark.ends_with(b">") => 0,
            Side::Right if !mark.contains(&b'<') && !mark[0].is_ascii_alphanumeric() => {
                u8::from(self.cuts_word(length))
            }
            _ => 2,
        }
    }

    /// Whether a right delimiter ends within a word: ` M` of ` Movie` stands in more titles than the whole word.
    fn cuts_word(&self, length: usize) -> bool {
        let is_word = |at: usize| self.longest.get(at).is_some_and(u8::is_ascii_alphanumeric);
        is_word(length - 1) && is_word(length)
    }

    fn is_word_edge(&self, length: usize) -> bool {
        let before = self.longest.len().checked_sub(length + 1).map(|at| self.longest[at]);
        before.is_some_and(|byte| !byte.is_ascii_alphanumeric())
    }
}

/// r_k: "any common prefix of the strings following each (but not contained in any) attribute k".
pub(crate) fn right_choice(
    examples: &Examples,
    separators: &[Separator],
    attribute: usize,
    class: WrapperClass,
    cap: usize,
) -> Result<Choice, ClassFailure> {
    let following: Vec<Separator> =
        separators.iter().filter(|s| s.after == Some(attribute)).copied().collect();
    if following.is_empty() {
        return Err(unseen(examples, attribute, class, "behind"));
    }
    // The text behind a value goes on past the separator; `Choice::within` remembers where that ends.
    let text = |s: &Separator| &examples.pages[s.page].bytes[s.from..];
    let common =
        common_text(&following, text, cap, |a, b| a.iter().zip(b).take_while(|(x, y)| x == y).count());
    let place = |s: &Separator| ExamplePlace { page: examples.pages[s.page].name.clone(), byte: s.from };
    let Common { longest, first, second } = common;
    let longest = &text(&first)[..longest];
    let fail = |reason, places| failure(examples, attribute, class, reason, places);
    if longest.is_empty() {
        let reason = format!(
            "nothing follows every value alike: once {}, once {}",
            quoted_start(text(&first)),
            quoted_start(text(&second))
        );
        return Err(fail(reason, vec![place(&first), place(&second)]));
    }
    let mut shortest = 1;
    let mut culprit = first;
    for (example, span) in examples.instances(attribute) {
        let (start, end) = (span.start as usize, span.end as usize);
        for at in start..end {
            let here = &example.bytes[at..(end + longest.len()).min(example.bytes.len())];
            let alike = here.iter().zip(longest).take_while(|(x, y)| x == y).count();
            if alike + 1 > shortest {
                shortest = alike + 1;
                let of = |s: &&Separator| examples.pages[s.page].name == example.name && s.from == end;
                culprit = following.iter().find(of).copied().unwrap_or(first);
            }
        }
    }
    if shortest > longest.len() {
        let reason = format!("{} follows every value, but stands inside of one too", quoted_start(longest));
        return Err(fail(reason, vec![place(&second), place(&culprit)]));
    }
    let within = following.iter().map(|s| s.to - s.from).min().unwrap_or(0);
    Ok(Choice { longest: longest.to_vec(), shortest, within, side: Side::Right })
}

/// ℓ_k: "any common suffix of the strings preceding each attribute k"; in a separator that `searched` accepts
/// it must not occur any earlier.
pub(crate) fn left_choice(
    examples: &Examples,
    separators: &[Separator],
    attribute: usize,
    class: WrapperClass,
    cap: usize,
    searched: impl Fn(&Separator) -> bool,
) -> Result<Choice, ClassFailure> {
    let preceding: Vec<Separator> =
        separators.iter().filter(|s| s.before == Some(attribute)).copied().collect();
    if preceding.is_empty() {
        return Err(unseen(examples, attribute, class, "in front of"));
    }
    let text = |s: &Separator| &examples.pages[s.page].bytes[s.from..s.to];
    let common = common_text(&preceding, text, cap, |a, b| {
        a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count()
    });
    let place = |s: &Separator| ExamplePlace { page: examples.pages[s.page].name.clone(), byte: s.to };
    let Common { longest, first, second } = common;
    let longest = &text(&first)[text(&first).len() - longest..];
    let fail = |reason, places| failure(examples, attribute, class, reason, places);
    if longest.is_empty() {
        let reason = format!(
            "nothing precedes every value alike: once {}, once {}",
            quoted_end(text(&first)),
            quoted_end(text(&second))
        );
        return Err(fail(reason, vec![place(&first), place(&second)]));
    }
    let (mut shortest, mut culprit) = (1, first);
    for separator in preceding.iter().filter(|s| searched(s)) {
        let alike = longest_suffix_before_end(text(separator), longest);
        if alike + 1 > shortest {
            (shortest, culprit) = (alike + 1, *separator);
        }
    }
    if shortest > longest.len() {
        let reason =
            format!("{} precedes every value, but stands earlier before one too", quoted_end(longest));
        return Err(fail(reason, vec![place(&second), place(&culprit)]));
    }
    Ok(Choice { longest: longest.to_vec(), shortest, within: longest.len(), side: Side::Left })
}

fn failure(
    examples: &Examples,
    attribute: usize,
    class: WrapperClass,
    reason: String,
    places: Vec<ExamplePlace>,
) -> ClassFailure {
    ClassFailure { class, attribute: Some(examples.attributes[attribute].clone()), reason, places }
}

/// The ℓ_k that labels with holes allow: whatever ends in front of every known value.
pub(crate) fn open_left_choice(
    examples: &Examples,
    attribute: usize,
    class: WrapperClass,
    cap: usize,
) -> Result<Choice, ClassFailure> {
    let all = separators(examples);
    // Where the value in front is a hole, how early ℓ_k may stand is not known.
    left_choice(examples, &all, attribute, class, cap, |_| false)
}

/// The r_k that labels with holes allow: whatever follows every known value and stands in none.
pub(crate) fn open_right_choice(
    examples: &Examples,
    attribute: usize,
    class: WrapperClass,
    cap: usize,
) -> Result<Choice, ClassFailure> {
    right_choice(examples, &separators(examples), attribute, class, cap)
}

/// No example shows what stands beside the values.
fn unseen(examples: &Examples, attribute: usize, class: WrapperClass, side: &str) -> ClassFailure {
    let reason = format!("no example shows what stands {side} its values up to the next one");
    failure(examples, attribute, class, reason, Vec::new())
}

struct Common {
    longest: usize,
    /// Two separators that have no more than this in common.
    first: Separator,
    second: Separator,
}

fn common_text<'e>(
    separators: &[Separator],
    text: impl Fn(&Separator) -> &'e [u8],
    cap: usize,
    alike: impl Fn(&[u8], &[u8]) -> usize,
) -> Common {
    let first = separators[0];
    let mut common = Common { longest: text(&first).len().min(cap), first, second: first };
    for separator in &separators[1..] {
        let shared = alike(text(&first), text(separator));
        if shared < common.longest {
            (common.longest, common.second) = (shared, *separator);
        }
    }
    common
}

/// Length of the longest suffix of `mark` that ends in `text` before its end.
fn longest_suffix_before_end(text: &[u8], mark: &[u8]) -> usize {
    let mut longest = 0;
    // Only places where more than the best so far ends can do better; a search finds them.
    while longest < mark.len() {
        let wanted = &mark[mark.len() - longest - 1..];
        let Some(start) = memmem::find(&text[..text.len().saturating_sub(1)], wanted) else { break };
        let end = start + wanted.len();
        longest = text[..end].iter().rev().zip(mark.iter().rev()).take_while(|(x, y)| x == y).count();
    }
    longest
}

pub(crate) fn quoted_start(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(24)]).into_owned();
    format!("{text:?}")
}

pub(crate) fn quoted_end(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[text.len().saturating_sub(24)..]).into_owned();
    format!("{text:?}")
}
