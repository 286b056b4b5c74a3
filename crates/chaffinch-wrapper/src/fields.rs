//! What pages of one template say, told from comparing them: what is the same on most of them is template, what differs is data, and
//! a text of the template in front of data is its label.

use crate::node::{Surroundings, Texts};
use chaffinch_core::{NodeId, Page, TextMap, TextSet, settings};

/// A field of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its label; none for what the pages are about.
    pub label: Option<String>,
    /// Whether a colon marks the label as one: what stands in front of data may also be a link or a heading.
    pub marked: bool,
    /// For each page its value and the path to it; none where the page has none.
    pub values: Vec<Option<(String, String)>>,
}

settings! {
    /// When texts are template, and when they are data.
    #[derive(Debug, Clone, PartialEq)]
    pub struct FieldSettings {
        /// The share of pages that a text of the template is on.
        pub template: f64 = 0.6,
        /// The share of pages that have a field.
        pub filled: f64 = 0.5,
        /// Pages from which on they are compared.
        pub pages: usize = 3,
        /// Characters of a value at most; longer texts are prose.
        pub longest: usize = 200,
    }
}

/// Characters of a label at most.
const LONGEST_LABEL: usize = 40;
/// Fields of a template at most, those that most pages have.
const MOST_FIELDS: usize = 40;

/// The fields of pages of one template, in the order in which they show them. The one without a label, if there is one, is what the
/// pages are about: the heading, or what their titles name.
pub fn compare_pages(pages: &[&Page], settings: &FieldSettings) -> Vec<Field> {
    if pages.len() < settings.pages {
        return Vec::new();
    }
    let texts: Vec<Texts<'_>> = pages.iter().map(|page| Texts::new(page)).collect();
    let template = template_texts(&texts, settings.template);
    let mut fields: Vec<Field> = subject(&texts, &template).into_iter().collect();
    fields.extend(labelled(&texts, &template, settings));
    let enough = |field: &Field| {
        let values: Vec<&String> = field.values.iter().flatten().map(|(value, _)| value).collect();
        let different: TextSet<&String> = values.iter().copied().collect();
        values.len() as f64 >= settings.filled * pages.len() as f64 && different.len() > 1
    };
    fields.retain(enough);
    fields.truncate(MOST_FIELDS);
    fields
}

/// The texts that most pages have, and what stands in front of a colon on most pages.
fn template_texts<'t>(texts: &'t [Texts<'_>], share: f64) -> TextSet<&'t str> {
    let mut counts: TextMap<&str, usize> = TextMap::default();
    for page in texts {
        let mut here: TextSet<&str> = TextSet::default();
        for text in &page.all {
            here.insert(trimmed(&text.text));
            here.extend(inline(&text.text).map(|(label, _)| label));
        }
        here.into_iter().for_each(|text| *counts.entry(text).or_default() += 1);
    }
    let least = (share * texts.len() as f64).ceil() as usize;
    counts.into_iter().filter(|(_, count)| *count >= least.max(2)).map(|(text, _)| text).collect()
}

fn labelled(texts: &[Texts<'_>], template: &TextSet<&str>, settings: &FieldSettings) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    let mut number_of: TextMap<String, usize> = TextMap::default();
    for (page, own) in texts.iter().enumerate() {
        for at in 0..own.all.len() {
            let Some((label, value, marked)) = label_and_value(own, at, template) else { continue };
            if value.is_empty() || value.chars().count() > settings.longest {
                continue;
            }
            let number = *number_of.entry(label.to_lowercase()).or_insert_with(|| {
                fields.push(Field { label: Some(label.to_owned()), marked, values: vec![None; texts.len()] });
                fields.len() - 1
            });
            let place = || own.page.xpath(own.all[at].node);
            fields[number].values[page].get_or_insert_with(|| (value.to_owned(), place()));
        }
    }
    fields
}

/// A text that is data, and the label in front of it: in the same text, in the text before, or in the cell beside it.
fn label_and_value<'t>(
    texts: &'t Texts<'_>,
    at: usize,
    template: &TextSet<&str>,
) -> Option<(&'t str, &'t str, bool)> {
    let text = &texts.all[at].text;
    let is_template = |label: &str| template.contains(trimmed(label)) && is_label(label);
    if template.contains(trimmed(text)) {
        return None;
    }
    if let Some((label, value)) = inline(text).filter(|(label, _)| is_template(label)) {
        return Some((label, value, true));
    }
    let beside = texts.all[at].heading.as_deref().filter(|label| is_template(label));
    let before = texts.before(at).filter(|label| is_template(label));
    let ends_with_colon =
        at.checked_sub(1).is_some_and(|before| texts.all[before].text.trim_end().ends_with(':'));
    let marked = (before.is_some() && ends_with_colon) || (before.is_none() && beside.is_some());
    Some((trimmed(before.or(beside)?), text.trim_start_matches([':', ' ']), marked || text.starts_with(':')))
}

/// What the pages are about: the heading of the first rank that the page's title holds, otherwise the longest text that it begins with or
/// holds, or the heading.
fn subject(texts: &[Texts<'_>], template: &TextSet<&str>) -> Option<Field> {
    let value = |own: &Texts<'_>| {
        let is_data = |at: &usize| !template.contains(trimmed(&own.all[*at].text));
        let in_heading =
            |at: &usize| own.holder(*at).is_some_and(|element| is_main_heading(own.page, element));
        let title = own.page.title().unwrap_or_default().to_lowercase();
        let title = chaffinch_core::collapse_space(&title);
        let in_title = |at: &usize| {
            let text = own.all[*at].text.to_lowercase();
            text.chars().count() > 2
                && title.contains(&text)
                && own.all[*at].ancestors.iter().all(|e| !own.page.is(*e, "title"))
        };
        let all = || (0..own.all.len()).filter(is_data);
        let leads = |at: usize| title.starts_with(&own.all[at].text.to_lowercase());
        let titled = all()
            .filter(in_title)
            .max_by_key(|at| (leads(*at), own.all[*at].text.len(), std::cmp::Reverse(*at)));
        let is_both = |at: &usize| in_heading(at) && in_title(at);
        let at = all().find(is_both).or(titled).or_else(|| all().find(in_heading))?;
        Some((own.all[at].text.clone(), own.page.xpath(own.all[at].node)))
    };
    Some(Field { label: None, marked: true, values: texts.iter().map(value).collect() })
}

/// Whether an element is a heading of the first rank, or stands in one.
fn is_main_heading(page: &Page, element: NodeId) -> bool {
    page.is(element, "h1") || page.ancestors(element).take(2).any(|above| page.is(above, "h1"))
}

/// The label and the value of a text that holds both.
fn inline(text: &str) -> Option<(&str, &str)> {
    let (label, value) = text.split_once(':')?;
    let value = value.trim();
    (is_label(label) && !value.is_empty() && !value.starts_with("//")).then_some((label.trim(), value))
}

/// A label is short and has letters.
fn is_label(text: &str) -> bool {
    let text = trimmed(text);
    text.chars().count() <= LONGEST_LABEL
        && text.split(' ').count() <= 5
        && text.chars().filter(|c| c.is_alphabetic()).count() > 1
}

fn trimmed(text: &str) -> &str {
    text.trim_end_matches([':', ' ', '\u{a0}']).trim_start()
}
