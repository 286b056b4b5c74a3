//! A part of a title as words.

use super::Clarity;
use super::languages::{is_article, is_counted, is_cyrillic, is_small, number_word, ranks};
use super::numeral::{numeral, roman};
use super::words::{
    ends_concept, forbids_count_behind, forbids_count_of, invites_count_behind, is_case, is_measure,
    is_month, is_news, is_people, is_plural, is_ranking, is_reported, is_room, is_small_month, is_work,
};

/// Most words of a number.
const NUMERAL_WORDS: usize = 5;

/// Most words from a number to the plural that it counts.
const REACH: usize = 9;

/// A part of a title.
pub(super) struct Phrase<'t> {
    words: Vec<Word<'t>>,
}

struct Word<'t> {
    /// Without the punctuation around it.
    text: &'t str,
    lower: String,
    /// The punctuation before it: `(`, `$`, `#`.
    before: &'t str,
    /// The punctuation after it: `:`, `%`, `)`.
    after: &'t str,
}

/// A number that counts items.
pub(super) struct Count {
    pub(super) k: usize,
    pub(super) clarity: Clarity,
    /// Its first word.
    first: usize,
    /// One past its last word.
    end: usize,
}

impl<'t> Phrase<'t> {
    pub(super) fn new(part: &'t str) -> Phrase<'t> {
        let words = part.split_whitespace().flat_map(apart).map(Word::new);
        Phrase { words: words.collect() }
    }

    /// The numbers that count items.
    pub(super) fn counts(&self) -> Vec<Count> {
        let mut counts = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            let Some((k, taken)) = self.number_at(at) else {
                at += 1;
                continue;
            };
            let end = at + taken;
            if let Some(clarity) = self.clarity(at, end, k) {
                counts.push(Count { k, clarity, first: at, end });
            }
            at = end;
        }
        // "Top 10 Ferries (Plus 2 for Winter)" promises ten.
        if counts.len() > 1 {
            let is_on_top = |count: &&mut Count| self.is_bracketed(count.first);
            counts.iter_mut().skip(1).filter(is_on_top).for_each(|count| count.clarity = Clarity::Faint);
        }
        counts
    }

    /// The number that begins at a word, and how many words it takes. A roman numeral is one only where a title counts with it, because it may
    /// also belong to a name.
    fn number_at(&self, at: usize) -> Option<(usize, usize)> {
        let texts: Vec<&str> = self.words[at..].iter().take(NUMERAL_WORDS).map(|word| word.text).collect();
        let is_invited =
            || at == 0 || matches!(self.words[at - 1].lower.as_str(), "top" | "the" | "our" | "best");
        let of_letters = || roman(texts.first()?).filter(|_| is_invited()).map(|k| (k, 1));
        numeral(&texts).or_else(of_letters)
    }

    /// How clearly the number at the words `first..end` counts items; `None` where it does not.
    fn clarity(&self, first: usize, end: usize, k: usize) -> Option<Clarity> {
        let word = &self.words[first];
        let last = &self.words[end - 1];
        let before = first.checked_sub(1).map(|i| &self.words[i]);
        let after = self.words.get(end).filter(|_| !last.ends_sentence());
        if k < 2
            || word.before.contains(['$', '€', '£', '¥', '#', '-', '.', '/'])
            || last.after.contains(['%', '°', '/', '"', '”', '″', '\''])
        {
            return None;
        }
        let before_is = |test: fn(&str) -> bool| before.is_some_and(|b| !b.ends_clause() && test(&b.lower));
        if before_is(forbids_count_behind) && !(first > 1 && is_ranking(&self.words[first - 1].lower)) {
            return None;
        }
        // "5 Day Trips" are trips, "5 days in Rome" are days.
        let is_of_a_day = after.is_some_and(|a| a.lower == "day" && !a.ends_clause())
            && self.words.get(end + 1).is_some_and(|next| is_plural(&next.lower));
        // Nothing is rated with more than five stars, so that more are people or things in the sky.
        let are_stars = k > 5 && after.is_some_and(|a| a.lower == "stars");
        let is_measured = after.is_some_and(|a| is_measure(&a.lower) && !before_is(is_ranking));
        if is_measured && !is_of_a_day && !are_stars {
            return None;
        }
        if self.is_date(before, after, k) || self.is_range(first, end) {
            return None;
        }
        let is_year = (1900..2100).contains(&k) && word.text.len() == 4;
        if is_year && !before_is(|b| matches!(b, "top" | "топ")) {
            return None;
        }
        if after.is_some_and(|a| is_news(&a.lower)) && !before_is(is_ranking) {
            return None;
        }
        // "Flat for rent, 3 rooms"
        if first > 0 && after.is_some_and(|a| is_room(&a.lower)) && !before_is(is_ranking) {
            return None;
        }
        // "A man, 45, wins"
        if before.is_some_and(|b| b.after.ends_with(',')) && last.after == "," {
            return None;
        }
        // "5. Data Structures" is a chapter.
        if first == 0 && last.after.starts_with('.') {
            return None;
        }
        if before_is(forbids_count_of) || self.is_of_a_case(first) {
            return None;
        }
        let plural = self.plural_after(end);
        let counts_plural = plural.is_some() || word.lower.contains("-step");
        let invited = first == 0 || before.is_some_and(|b| b.ends_clause() || invites_count_behind(&b.lower));
        let top = before_is(|b| matches!(b, "top" | "топ"));
        // "Europe's ten best", "Europas fünf größte Seen"
        let is_genitive = |b: &Word| b.text.starts_with(char::is_uppercase) && b.lower.ends_with('s');
        let owned = before.is_some_and(|b| ["'s", "’s"].iter().any(|end| b.lower.ends_with(end)))
            || before.is_some_and(is_genitive) && after.is_some_and(|a| ranks(&a.lower));
        let after_ranks = after.is_some_and(|a| is_ranking(&a.lower) || ranks(&a.lower));
        if (self.counts_in_other_languages(end) && (invited || before_is(is_article) || top))
            || (owned && after_ranks)
        {
            return Some(if self.is_last_of_several(first) { Clarity::Faint } else { Clarity::Clear });
        }
        // "5 men arrested" is news, "5 greatest men" a list.
        let counts_people = plural.is_some_and(|at| is_people(&self.words[at].lower))
            && !(end..plural.unwrap_or(end)).any(|at| is_ranking(&self.words[at].lower))
            && !before_is(is_ranking);
        if counts_people {
            // "Two young men arrested in Graz"
            let is_told =
                plural.and_then(|at| self.words.get(at + 1)).is_some_and(|next| is_news(&next.lower));
            return (!is_told).then_some(Clarity::Faint);
        }
        // "2 new cases reported in Styria"
        let is_reported =
            plural.and_then(|at| self.words.get(at + 1)).is_some_and(|next| is_reported(&next.lower));
        let is_part = self.is_one_of_many_parts(first) || self.is_last_of_several(first);
        if counts_plural && (is_reported || is_part || self.is_bare(first, end, plural)) {
            return Some(Clarity::Faint);
        }
        if counts_plural {
            // With a word before it, it may be a name: "Area 51 Secrets". In brackets, it may be what comes on top: "(plus 5 for beginners)".
            let is_clear = invited && !self.is_bracketed(first);
            Some(if is_clear { Clarity::Clear } else { Clarity::Likely })
        } else if top {
            Some(Clarity::Clear)
        } else if (invited || before_is(is_article)) && self.counts_a_word(first, end) {
            Some(Clarity::Likely)
        } else if (first > 0 && end == self.words.len() && is_round(k) && !before_is(ends_concept))
            || (invited && after.is_some_and(|a| is_ranking(&a.lower)))
            || ((first == 0 || before_is(is_article)) && after.is_some() && self.words.len() > 2)
        {
            Some(Clarity::Faint)
        } else {
            None
        }
    }

    /// Whether the title is nothing but a number and what it counts, as films and books are named: "The 39 Steps". Titles of lists say more.
    fn is_bare(&self, first: usize, end: usize, plural: Option<usize>) -> bool {
        let begins = match first {
            0 => true,
            1 => self.words[0].lower == "the",
            _ => false,
        };
        let behind = self.words.get(end + 1..).unwrap_or_default();
        begins && plural == Some(end) && behind.iter().all(|word| is_work(&word.lower))
    }

    /// Whether brackets open right before a number or the word before it, behind other words.
    fn is_bracketed(&self, first: usize) -> bool {
        let opens = |at: usize| at > 0 && self.words[at].before.contains(['(', '[']);
        opens(first) || first.checked_sub(1).is_some_and(opens)
    }

    /// Whether a number stands behind a comma, in a title of many parts that commas divide: such titles tell the features of a product.
    fn is_one_of_many_parts(&self, first: usize) -> bool {
        /// Fewest commas of such a title.
        const COMMAS: usize = 3;
        let is_behind_comma = first > 0 && self.words[first - 1].after.ends_with(',');
        is_behind_comma && self.words.iter().filter(|word| word.after.ends_with(',')).count() >= COMMAS
    }

    /// Whether a number stands behind the "and" of an enumeration: "Seeds, feeders and the 10 best nest boxes" is about more than one list.
    fn is_last_of_several(&self, first: usize) -> bool {
        const ANDS: [&str; 8] = ["and", "und", "et", "y", "e", "en", "и", "i"];
        let is_and = |word: &Word| word.before == "&" || ANDS.contains(&word.lower.as_str());
        let before = self.words[..first].iter().rev().take_while(|word| !word.ends_sentence());
        let mut before = before.skip_while(|word| word.lower == "the" || is_article(&word.lower));
        before.next().is_some_and(is_and) && before.any(|word| word.after.ends_with(','))
    }

    /// Whether what follows a number is what titles of other languages count: a word that ranks, or one of the things that are often counted.
    fn counts_in_other_languages(&self, end: usize) -> bool {
        /// Words from the number to the counted thing: "10 mooie oude steden".
        const REACH: usize = 3;
        let ahead = || self.words.iter().skip(end).take(REACH);
        let sentence = ahead().take_while(|word| !word.ends_sentence()).count() + 1;
        ahead().take(sentence).any(|word| ranks(&word.lower) || is_counted(&word.lower))
    }

    /// Whether the title is of another language than English, and the number stands before a word that is none of the small ones: what that counts has
    /// a plural of one of many forms.
    fn counts_a_word(&self, first: usize, end: usize) -> bool {
        /// Fewest characters of such a word.
        const SHORTEST: usize = 3;
        let is_other = |word: &Word| is_small(&word.lower) || is_article(&word.lower);
        let begins =
            first == 0 || self.words[first - 1].ends_clause() || is_article(&self.words[first - 1].lower);
        let is_word = |word: &Word| {
            word.lower.chars().count() >= SHORTEST
                && word.lower.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))
                && !is_other(word)
        };
        begins
            && !self.words[end - 1].ends_clause()
            && self.words.get(end).is_some_and(is_word)
            && (number_word(&self.words[first].lower).is_some()
                || self
                    .words
                    .iter()
                    .enumerate()
                    .any(|(at, word)| at != first && (is_small(&word.lower) || is_cyrillic(&word.lower))))
    }

    /// Whether the number belongs to "a study of 5 patients" or "a family of 4".
    fn is_of_a_case(&self, first: usize) -> bool {
        first > 1 && self.words[first - 1].lower == "of" && is_case(&self.words[first - 2].lower)
    }

    fn is_date(&self, before: Option<&Word<'_>>, after: Option<&Word<'_>>, k: usize) -> bool {
        let month_before = before.is_some_and(|b| {
            is_month(&b.lower) && b.text.starts_with(char::is_uppercase) && !b.ends_sentence()
        });
        let month_after = after.is_some_and(|a| {
            (is_month(&a.lower) && a.text.starts_with(char::is_uppercase)) || is_small_month(a.text)
        });
        k <= 31 && (month_before || month_after)
    }

    /// Whether the number is part of "5 to 10", "2 of 5", "3 or 4".
    fn is_range(&self, first: usize, end: usize) -> bool {
        const LINKS: [&str; 7] = ["to", "of", "or", "-", "–", "out", "/"];
        let number_at = |i: Option<usize>| {
            i.and_then(|i| self.words.get(i)).is_some_and(|word| numeral(&[word.text]).is_some())
        };
        let link_at = |i: Option<usize>| {
            i.and_then(|i| self.words.get(i)).is_some_and(|word| LINKS.contains(&word.lower.as_str()))
        };
        (link_at(Some(end)) && number_at(Some(end + 1)))
            || (link_at(first.checked_sub(1)) && number_at(first.checked_sub(2)))
    }

    /// The position of the plural that a number right before `from` counts.
    fn plural_after(&self, from: usize) -> Option<usize> {
        for (i, word) in self.words.iter().enumerate().skip(from).take(REACH) {
            if is_plural(&word.lower) {
                return Some(i);
            }
            // "10 of the best" and "7 finest (and steepest) of the stairs" go on here; other small words end the search.
            let goes_on =
                matches!(word.lower.as_str(), "of" | "the" | "and" | "&" | "most" | "to" | "for" | "more");
            if word.ends_sentence() || (ends_concept(&word.lower) && !goes_on) {
                return None;
            }
        }
        None
    }

    /// The words for what is counted.
    pub(super) fn concept_after(&self, count: &Count) -> Option<String> {
        self.concept_from(count.end)
    }

    /// The words for what a phrase without a number is about.
    pub(super) fn concept(&self) -> Option<String> {
        self.concept_from(0)
    }

    fn concept_from(&self, from: usize) -> Option<String> {
        let plural = self.plural_after(from)?;
        let mut start = from;
        while start < plural && self.is_before_concept(start) {
            start += 1;
        }
        let mut end = plural + 1;
        while end < self.words.len()
            && !self.words[end - 1].ends_clause()
            && is_plural(&self.words[end].lower)
        {
            end += 1;
        }
        Some(self.joined(start, end))
    }

    /// Whether a word stands before the concept and is not part of it: ranking words, the adjective after "most", and "of the".
    fn is_before_concept(&self, at: usize) -> bool {
        let lower = self.words[at].lower.as_str();
        let after_most = at > 0 && matches!(self.words[at - 1].lower.as_str(), "most" | "least");
        is_ranking(lower) || after_most || matches!(lower, "of" | "the")
    }

    /// The words that rank, before the number or after it.
    pub(super) fn ranking(&self, count: &Count) -> Option<String> {
        let mut end = count.end;
        while end < self.words.len() && (is_ranking(&self.words[end].lower) || self.is_before_concept(end)) {
            end += 1;
        }
        let start = (count.end..end).find(|i| is_ranking(&self.words[*i].lower));
        if let Some(start) = start {
            return Some(self.joined(start, end));
        }
        let before = count.first.checked_sub(1).filter(|i| is_ranking(&self.words[*i].lower));
        before.map(|i| self.joined(i, i + 1))
    }

    /// The time that the phrase speaks of.
    pub(super) fn time(&self) -> Option<String> {
        const FIXED: [&str; 9] = [
            "of all time", "this year", "this week", "this month", "right now", "alive today",
            "of the decade", "of the century", "today",
        ];
        let lower: Vec<&str> = self.words.iter().map(|word| word.lower.as_str()).collect();
        let year = self.words.iter().position(|word| is_year_or_span(word.text));
        if let Some(at) = year {
            let first = at.checked_sub(1).filter(|i| is_month(lower[*i])).unwrap_or(at);
            return Some(self.joined(first, at + 1));
        }
        FIXED.iter().find_map(|fixed| {
            let parts: Vec<&str> = fixed.split(' ').collect();
            let at = lower.windows(parts.len()).position(|window| window == parts)?;
            Some(self.joined(at, at + parts.len()))
        })
    }

    fn joined(&self, first: usize, end: usize) -> String {
        let texts: Vec<&str> = self.words[first..end].iter().map(|word| word.text).collect();
        texts.join(" ")
    }
}

/// "Top-10" and "Top10" as two words.
fn apart(word: &str) -> impl Iterator<Item = &str> {
    const TOPS: [&str; 3] = ["top", "топ", "best"];
    let start = word.len() - word.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
    let cut = TOPS.iter().find_map(|top| {
        let head = word.get(start..start + top.len())?;
        let tail = &word[start + top.len()..];
        let number = tail.trim_start_matches(['-', '‑', '–']);
        (head.to_lowercase() == *top && number.starts_with(|c: char| c.is_ascii_digit()))
            .then(|| (start + top.len(), word.len() - number.len()))
    });
    let (head, tail) = cut.map_or((word, None), |(end, from)| (&word[..end], Some(&word[from..])));
    std::iter::once(head).chain(tail)
}

impl<'t> Word<'t> {
    fn new(raw: &'t str) -> Word<'t> {
        let is_mark = |c: char| !c.is_alphanumeric() && c != '+';
        let start = raw.len() - raw.trim_start_matches(is_mark).len();
        let text = raw[start..].trim_end_matches(is_mark);
        let after = &raw[start + text.len()..];
        let text = text.trim_end_matches('™');
        Word { text, lower: text.to_lowercase(), before: &raw[..start], after }
    }

    fn ends_clause(&self) -> bool {
        self.text.is_empty() || self.after.contains([':', ',', ';', '.', '!', '?', ')', ']', '—', '–'])
    }

    fn ends_sentence(&self) -> bool {
        self.after.contains([':', ';', '!', '?', ']'])
    }
}

/// Whether a word is a year or several: `2025`, `2026-2030`, `1990s`.
fn is_year_or_span(text: &str) -> bool {
    let is_year = |part: &str| {
        let part = part.trim_end_matches(['s', '’', '\'']);
        part.len() == 4 && part.parse().is_ok_and(|year: u32| (1800..2100).contains(&year))
    };
    match text.split_once(['-', '–', '/']) {
        Some((from, to)) => is_year(from) && (is_year(to) || to.len() == 2),
        None => is_year(text),
    }
}

/// Whether lists are often named after a size, as in "Hot 100".
fn is_round(k: usize) -> bool {
    k >= 10 && (k.is_multiple_of(50) || (k <= 50 && k.is_multiple_of(5)))
}
