//! Who wrote what a page is about, by the words that its markup has for the line that says so.

use super::facts::{Facts, tidy};
use super::labels::OTHERS;
use chaffinch_columns::{Meaning, words_of};
use chaffinch_core::{Finding, FoundCell, FoundRow, NodeId, Page, Place, RelationKind, collapse_space};

/// Most characters and words of who wrote something.
const LONGEST_NAME: usize = 60;
const MOST_WORDS: usize = 6;
/// Most nodes of an element that is a name.
const NAME_NODES: usize = 12;
/// How many levels above a name those who comment are named.
const COMMENT_LEVELS: usize = 8;
/// What texts beside names call upon readers to do.
const CALLS: [&str; 12] = [
    "log in", "login", "sign in", "sign up", "register", "newest", "oldest", "follow", "profile", "author",
    "admin", "administrator",
];

impl Facts<'_, '_> {
    /// The link or element that the markup calls the author's. Beside what is sold such names are those of its critics.
    pub fn take_byline(&mut self) {
        let Some(author) = Meaning::of("author").filter(|author| !self.tells(*author)) else { return };
        if self.sells {
            return;
        }
        let page = self.page();
        let mut best: Option<(u8, FoundCell)> = None;
        for id in page.ids().filter(|id| page.is_element(*id)) {
            let Some(rank) =
                rank(page, id).filter(|rank| best.as_ref().is_none_or(|(known, _)| rank < known))
            else {
                continue;
            };
            let is_small = page.node(id).end.index() - id.index() <= NAME_NODES;
            if !is_small || self.is_far(id) || self.subject.is_beside(id) || is_in_comments(page, id) {
                continue;
            }
            let cell = tidy(FoundCell::shown(page, id, page.flat_text(id)));
            if is_writer(&cell.text) && self.survey.shows(&self.survey.subtree(id)) {
                best = Some((rank, cell));
            }
        }
        if let Some((_, cell)) = best {
            self.add_meant(author, vec![cell]);
        }
    }
}

/// How many of a thread's posts are looked at, how many words those who write in them have as names, and how many characters their
/// posts have in the mean.
const FIRST_POSTS: usize = 10;
const USER_WORDS: usize = 3;
const POST_CHARS: usize = 40;
/// Most bytes of text between the heading of a thread and its first post.
const MOST_BETWEEN: usize = 400;

impl Facts<'_, '_> {
    /// Who began a thread and when, as its first post says: of a list of posts that begins just below the heading.
    pub fn take_first_post(&mut self, findings: &[Finding]) {
        if self.is_sold() {
            return;
        }
        let stream = self.survey.stream();
        let heading = self.survey.subtree(self.subject.start());
        let name = words_of(&self.subject.name.text);
        // What began the thread may stand above the list of what followed.
        let is_near = |list: &&Finding| {
            let first = list.rows.first().and_then(|row| row.nodes.first());
            first.is_some_and(|first| {
                let between =
                    stream.of_nodes(&heading).end..stream.of_nodes(&self.survey.subtree(*first)).start;
                *first >= heading.end && between.len() <= MOST_BETWEEN
            })
        };
        let lists = findings.iter().filter(|list| list.kind == RelationKind::Records && list.rows.len() > 1);
        let found = lists.filter(is_near).find_map(|list| {
            let (writer, moment) = first_post(list)?;
            (words_of(&writer.text) != name).then(|| (writer.clone(), moment.clone()))
        });
        if let Some((writer, moment)) = found
            && let (Some(author), Some(date)) = (Meaning::of("author"), Meaning::of("date published"))
        {
            self.add_meant(author, vec![writer]);
            self.add_meant(date, vec![moment]);
        }
    }
}

/// Who wrote the first post of a list of posts, and when.
fn first_post(list: &Finding) -> Option<(&FoundCell, &FoundCell)> {
    let column = |name: &str| list.columns.iter().position(|column| column.name.as_deref() == Some(name));
    let cell = |row: &FoundRow, at: usize| row.cells.get(at)?.first().cloned();
    let (moment, text) = (column("datePublished")?, column("description")?);
    let writer = column("author").or_else(|| column("name"))?;
    let rows = || list.rows.iter().take(FIRST_POSTS);
    let chars: usize = rows().filter_map(|row| Some(cell(row, text)?.text.chars().count())).sum();
    let is_user = |cell: FoundCell| {
        let is_short = cell.text.split_whitespace().count() <= USER_WORDS;
        let is_word = !cell.text.contains(' ') && Meaning::of(&cell.text).is_none();
        is_word || is_short && is_writer(&cell.text)
    };
    let are_users = rows().all(|row| cell(row, writer).is_none_or(is_user));
    let first = list.rows.first()?;
    let found = (first.cells.get(writer)?.first()?, first.cells.get(moment)?.first()?);
    (are_users && chars >= POST_CHARS * rows().count()).then_some(found)
}

/// How many lines below the main heading those are named who made the thing.
const ROLE_LINES: usize = 12;
/// Most bytes of such a line.
const LONGEST_LINE: usize = 300;

impl Facts<'_, '_> {
    /// Who wrote the thing, where the lines below its name say in brackets what each person did: `Jane Doe (Author), John Roe (Illustrator)`.
    pub fn take_roles(&mut self) {
        let Some(author) = Meaning::of("author").filter(|author| !self.tells(*author)) else { return };
        let stream = self.survey.stream();
        let end = stream.of_nodes(&self.survey.subtree(self.subject.start())).end;
        let from = self.lines.partition_point(|line| line.start < end);
        for line in self.lines[from..].iter().take(ROLE_LINES).filter(|line| line.len() <= LONGEST_LINE) {
            let text = collapse_space(&stream.text()[line.clone()].replace('\u{1f}', " "));
            let wrote = |person: &str| {
                let (name, role) = person.trim().strip_suffix(')')?.rsplit_once(" (")?;
                let is_author = Meaning::of(role) == Some(author) && is_writer(name);
                is_author.then(|| name.trim_start_matches([',', ' ']).to_owned())
            };
            let names: Vec<String> = text.split_inclusive(')').filter_map(wrote).collect();
            let parts: Vec<_> = stream.nodes(line).collect();
            let is_beside = parts.first().is_none_or(|(node, _)| self.subject.is_beside(*node));
            if names.is_empty() || is_beside {
                continue;
            }
            let place = Some(Place::Texts(parts));
            let cell = |text: String| FoundCell { text, place: place.clone(), ..FoundCell::default() };
            return self.add_meant(author, names.into_iter().map(cell).collect());
        }
    }
}

/// How surely the markup says that an element names who wrote the page, the surest first.
fn rank(page: &Page, id: NodeId) -> Option<u8> {
    let says =
        |value: &str, word: &str| value.split_ascii_whitespace().any(|own| own.eq_ignore_ascii_case(word));
    if page.attribute(id, "rel").is_some_and(|rel| says(rel, "author")) {
        return Some(0);
    }
    let class = page.class_text(id);
    // Cheaper than the words of all classes.
    if !["author", "Author", "byline", "Byline"].iter().any(|word| class.contains(word)) {
        return None;
    }
    let words = words_of(class);
    let has = |word: &str| words.split(' ').any(|own| own == word);
    match (has("author") || has("byline"), has("name")) {
        (true, true) => Some(1),
        (true, false) => Some(2),
        _ => None,
    }
}

fn is_in_comments(page: &Page, id: NodeId) -> bool {
    let near = std::iter::once(id).chain(page.ancestors(id)).take(COMMENT_LEVELS);
    near.map(|above| page.class_text(above)).any(|class| {
        let class = class.to_ascii_lowercase();
        class.contains("comment") || class.contains("review") || class.contains("related")
    })
}

/// Whether a text can name who wrote something: a few words, none of them a number, a label or a call.
pub(super) fn is_writer(text: &str) -> bool {
    let words = words_of(text);
    let first = words.split(' ').next().unwrap_or("");
    (2..=LONGEST_NAME).contains(&text.chars().count())
        && text.split_whitespace().count() <= MOST_WORDS
        && text.chars().filter(|c| c.is_alphabetic()).count() > 1
        && !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '/' | '?' | '!' | ':'))
        && !OTHERS.contains(&first)
        && !CALLS.contains(&words.as_str())
        && Meaning::of(text).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_labels_and_addresses_write_nothing() {
        for name in ["Jane Doe", "By Jane van der Doe", "The Kitchen Team"] {
            assert!(is_writer(name), "{name}");
        }
        for other in ["Log in", "Read more", "Author", "example.org/jane", "Published 3 May", "x"] {
            assert!(!is_writer(other), "{other}");
        }
    }
}
