//! A few pages of each template, from all over what the user names.

use crate::sketch::Sketch;
use crate::teach::{
    Columns, MOST_PAGES, ReadPage, Taught, TeachError, checks, teach_columns, teach_things, templates,
};
use crate::{Engine, TeachOptions, Want};
use chaffinch_core::{Problem, RelationKind};
use chaffinch_input::{Document, read};
use chaffinch_wrapper::{LearnSettings, Wrapper};

/// Pages from all over a site that were read, to learn wrappers from.
#[derive(Debug)]
#[non_exhaustive]
pub struct Sample {
    /// The pages by template, as far as their tags tell it; the template with the most pages first.
    piles: Vec<Pile>,
    /// Whether the engine was asked for certain columns.
    columns: Columns,
}

/// Pages that look like one template's.
#[derive(Debug)]
struct Pile {
    /// The pages to learn from.
    pages: Vec<ReadPage>,
    /// As many others, to check what was learned.
    others: Vec<ReadPage>,
}

/// A template that fewer pages show teaches nothing.
const FEWEST: usize = 2;
/// Templates that are looked at.
const MOST_PILES: usize = 16;

impl Sample {
    /// Takes pages from all over `inputs` and lets the engine read them.
    ///
    /// # Errors
    /// If there is no page that can be read.
    pub fn read(engine: &Engine, inputs: &[String], options: &TeachOptions) -> Result<Sample, TeachError> {
        if inputs.iter().any(|input| input == "-") {
            return Err(TeachError::StandardInput);
        }
        let (piles, problems) = sample(read(inputs, &options.read), 2 * options.sample);
        if piles.is_empty() {
            let nothing = TeachError::NoPage(inputs.join(", "));
            return Err(problems.into_iter().next().map_or(nothing, TeachError::Unreadable));
        }
        Ok(Sample::parted(engine, piles, options))
    }

    /// Takes pages from all over some documents of one site and lets the engine read them.
    ///
    /// # Errors
    /// If there are none.
    pub fn of(
        engine: &Engine,
        documents: impl IntoIterator<Item = Document>,
        options: &TeachOptions,
    ) -> Result<Sample, TeachError> {
        let (piles, _) = sample(documents.into_iter().map(Ok), 2 * options.sample);
        if piles.is_empty() {
            return Err(TeachError::NoPage("what was given".to_owned()));
        }
        Ok(Sample::parted(engine, piles, options))
    }

    fn parted(engine: &Engine, piles: Vec<Vec<Document>>, options: &TeachOptions) -> Sample {
        let read = |documents| ReadPage::read_with(engine, documents, options);
        let pile = |documents| {
            let (pages, others) = parted(documents, options.sample);
            Pile { pages: read(pages), others: read(others) }
        };
        let names = |want: &Want| want.attributes().iter().map(|wanted| wanted.name.clone()).collect();
        let columns = match &engine.settings().want {
            Some(want) => Columns::Wanted(names(want)),
            None => Columns::All,
        };
        Sample { piles: piles.into_iter().map(pile).collect(), columns }
    }

    /// One wrapper for the pages of the most frequent template, checked on the others of it.
    ///
    /// # Errors
    /// If nothing was found, or nothing that the pages agree on.
    pub fn teach(&self, settings: &LearnSettings) -> Result<Taught, TeachError> {
        let [Pile { pages, others }, rest @ ..] = self.piles.as_slice() else {
            return Err(TeachError::Nothing(0));
        };
        let mut taught = teach_columns(pages, settings, &self.columns)?;
        taught.notes.extend(checks(&taught.report.wrapper, others.iter()));
        let left: usize = rest.iter().map(|pile| pile.pages.len()).sum();
        if left > 0 {
            let count = left + pages.len();
            taught.notes.push(format!(
                "{left} of the {count} pages look like other templates and were not learned from; `chaffinch site` learns a wrapper for each"
            ));
        }
        taught.notes.extend(self.missing([&taught.report.wrapper]));
        Ok(taught)
    }

    /// The columns that were asked for and that no wrapper has, a sentence each.
    fn missing<'w>(&self, wrappers: impl IntoIterator<Item = &'w Wrapper> + Clone) -> Vec<String> {
        let Columns::Wanted(names) = &self.columns else { return Vec::new() };
        let has = |name: &&String| {
            let mut attributes = wrappers.clone().into_iter().flat_map(|wrapper| &wrapper.attributes);
            attributes.any(|attribute| attribute.name == **name)
        };
        let missing = names.iter().filter(|name| !has(name));
        missing.map(|name| format!("asked for and found nowhere: {name}")).collect()
    }

    /// A wrapper for each template that the pages show often enough, checked on those of the others that may be of it; and the columns
    /// that were asked for and that none has, a sentence each.
    ///
    /// # Errors
    /// If there is no template from which anything can be learned.
    pub fn teach_templates(
        &self,
        settings: &LearnSettings,
    ) -> Result<(Vec<Taught>, Vec<String>), TeachError> {
        let count: usize = self.piles.iter().map(|pile| pile.pages.len()).sum();
        let mut learned: Vec<(usize, Taught)> = Vec::new();
        let mut failure = TeachError::Nothing(count);
        for Pile { pages, others } in &self.piles {
            let groups =
                templates(pages.clone()).into_iter().filter(|group| group.len() >= FEWEST.min(count));
            let mut of_pile: Vec<(Vec<ReadPage>, Taught)> = Vec::new();
            for group in groups {
                match teach_columns(&group, settings, &self.columns) {
                    Ok(taught) => of_pile.push((group, taught)),
                    Err(error) => failure = error,
                }
            }
            for (group, mut taught) in self.with_lists_of_things(of_pile, settings) {
                let wrapper = &taught.report.wrapper;
                let same_kind =
                    |page: &&ReadPage| page.relations.iter().any(|found| found.kind == wrapper.kind());
                let checks = checks(wrapper, others.iter().filter(same_kind));
                taught.notes.extend(checks);
                if self.columns == Columns::All {
                    give_plain_names(&mut taught.report.wrapper);
                }
                learned.push((group.len(), taught));
            }
        }
        if learned.is_empty() {
            return Err(failure);
        }
        // The template of most pages is tried first on every page.
        learned.sort_by_key(|(pages, _)| std::cmp::Reverse(*pages));
        let learned: Vec<Taught> = learned.into_iter().map(|(_, taught)| taught).collect();
        let missing = self.missing(learned.iter().map(|taught| &taught.report.wrapper).collect::<Vec<_>>());
        Ok((learned, missing))
    }
}

impl Sample {
    /// What was learned from pages with the same tags, without the lists that pages about one thing have: where the pages on which a list
    /// was found best tell of a thing like the others, and more is known of things than of the list's records, they are of one template.
    fn with_lists_of_things(
        &self,
        mut learned: Vec<(Vec<ReadPage>, Taught)>,
        settings: &LearnSettings,
    ) -> Vec<(Vec<ReadPage>, Taught)> {
        let worth =
            |(group, taught): &(Vec<ReadPage>, Taught)| group.len() * taught.report.wrapper.attributes.len();
        let is_thing =
            |(_, taught): &(Vec<ReadPage>, Taught)| taught.report.wrapper.kind() == RelationKind::Detail;
        let Some(at) = learned.iter().position(is_thing) else { return learned };
        let (mut pages, mut thing) = learned.remove(at);
        let most = pages.len() * thing.report.wrapper.attributes.len();
        let is_list_of_thing = |list: &(Vec<ReadPage>, Taught)| {
            let telling = list.0.iter().filter(|page| page.tells_of_thing(&thing.report.wrapper)).count();
            !is_thing(list) && worth(list) < most && telling as f32 >= MOST_PAGES * list.0.len() as f32
        };
        let (lists, mut others): (Vec<_>, Vec<_>) = learned.into_iter().partition(is_list_of_thing);
        if !lists.is_empty() {
            pages.extend(lists.into_iter().flat_map(|(group, _)| group));
            thing = teach_things(&pages, settings, &self.columns).unwrap_or(thing);
        }
        others.push((pages, thing));
        others
    }
}

/// Gives columns the names that a person would give them: `cuisine` for `recipeCuisine`, `list price` for `listPrice`.
fn give_plain_names(wrapper: &mut Wrapper) {
    for at in 0..wrapper.attributes.len() {
        let name = plain_name(&wrapper.attributes[at].name);
        if !wrapper.attributes.iter().any(|attribute| attribute.name == name) {
            wrapper.attributes[at].name = name;
        }
    }
}

/// A name of schema.org in plain words.
fn plain_name(name: &str) -> String {
    /// Names whose words are not what people say.
    const SAID: [(&str, &str); 8] = [
        ("telephone", "phone"),
        ("faxNumber", "fax"),
        ("datePublished", "date"),
        ("recipeCuisine", "cuisine"),
        ("recipeIngredient", "ingredients"),
        ("recipeInstructions", "instructions"),
        ("interactionCount", "views"),
        ("itemReviewed.name", "name"),
    ];
    if let Some((_, said)) = SAID.iter().find(|(schema, _)| *schema == name) {
        return (*said).to_owned();
    }
    let is_joined = !name.contains(' ') && name.starts_with(|c: char| c.is_lowercase());
    if !is_joined {
        return name.to_owned();
    }
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

/// So many documents from all over, and as many of the others.
fn parted(documents: Vec<Document>, wanted: usize) -> (Vec<Document>, Vec<Document>) {
    let count = documents.len();
    let (mut pages, mut others) = (Vec::new(), Vec::new());
    for (at, document) in documents.into_iter().enumerate() {
        // The places of `wanted` steps of equal length.
        if at * wanted / count != (at + 1) * wanted / count || count <= wanted {
            pages.push(document);
        } else if others.len() < wanted {
            others.push(document);
        }
    }
    (pages, others)
}

/// Of each template at least `least` pages, if there are so many, and fewer than twice as many, at equal distances; the same ones every
/// time, and the template with the most pages first. What could not be read comes beside them. Memory does not grow with the input.
fn sample(
    documents: impl Iterator<Item = Result<Document, Problem>>,
    least: usize,
) -> (Vec<Vec<Document>>, Vec<Problem>) {
    let mut piles: Vec<Sampled> = Vec::new();
    let mut problems = Vec::new();
    for document in documents {
        match document {
            Ok(document) => {
                let sketch = Sketch::of(&document.bytes);
                let host = host_of(&document);
                let known = piles.iter_mut().find(|pile| pile.host == host && pile.sketch.is_like(&sketch));
                if let Some(pile) = known {
                    pile.add(document, least);
                    continue;
                }
                if piles.len() == MOST_PILES {
                    // One of the pages that are like no other makes room.
                    let smallest = (0..piles.len()).min_by_key(|at| piles[*at].count).unwrap_or(0);
                    piles.remove(smallest);
                }
                let mut pile = Sampled { host, sketch, kept: Vec::new(), step: 1, count: 0 };
                pile.add(document, least);
                piles.push(pile);
            }
            Err(problem) => problems.push(problem),
        }
    }
    piles.sort_by_key(|pile| std::cmp::Reverse(pile.count));
    (piles.into_iter().map(|pile| pile.kept).collect(), problems)
}

/// The host of a page whose address is known: pages of two sites are of two templates, however alike they are.
fn host_of(document: &Document) -> Option<String> {
    Some(url::Url::parse(document.url.as_deref()?).ok()?.host_str()?.to_owned())
}

/// Pages of one template, at equal distances.
struct Sampled {
    host: Option<String>,
    /// The sketch of the first.
    sketch: Sketch,
    kept: Vec<Document>,
    /// Of so many pages one is kept.
    step: usize,
    /// Pages so far.
    count: usize,
}

impl Sampled {
    fn add(&mut self, document: Document, least: usize) {
        if self.count.is_multiple_of(self.step) {
            self.kept.push(document);
        }
        self.count += 1;
        if self.kept.len() == 2 * least.max(1) {
            let mut at = 0..;
            self.kept.retain(|_| at.next().is_some_and(|at: usize| at.is_multiple_of(2)));
            self.step *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_taken_at_equal_distances() {
        let folder = std::env::temp_dir().join(format!("chaffinch-sample-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for number in 0..25 {
            std::fs::write(folder.join(format!("{number:02}.html")), "<p>x").unwrap();
        }
        let inputs = [folder.display().to_string()];
        let (piles, problems) = sample(read(&inputs, &chaffinch_input::ReadOptions::default()), 4);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(problems.is_empty());
        let names: Vec<&str> =
            piles[0].iter().map(|page| page.name.rsplit(['/', '\\']).next().unwrap()).collect();
        assert_eq!(names, ["00.html", "04.html", "08.html", "12.html", "16.html", "20.html", "24.html"]);
    }

    fn document(name: usize, tags: &str) -> Result<Document, Problem> {
        Ok(Document::from_html(format!("{name}.html"), tags))
    }

    #[test]
    fn templates_that_take_turns_are_sampled_each() {
        let templates =
            ["<ul><li><b>a</b></ul>", "<table><tr><td>b</table>", "<h1>c</h1><p>d", "<dl><dt>e<dd>f</dl>"];
        let pages = (0..80).map(|n| document(n, templates[n % 4]));
        let (piles, _) = sample(pages, 4);
        assert_eq!(piles.len(), 4);
        for pile in &piles {
            assert!((4..8).contains(&pile.len()));
            assert!(pile.iter().all(|page| page.bytes == pile[0].bytes));
        }
    }

    #[test]
    fn pages_like_no_other_make_room() {
        let odd = (0..200).map(|n| document(n, &format!("<i class=a{n}><b class=b{n}><u class=c{n}>")));
        let usual = (0..20).map(|n| document(1000 + n, "<ul><li><b>a</b></ul>"));
        let (piles, _) = sample(odd.chain(usual), 2);
        assert_eq!(piles.len(), MOST_PILES);
        assert!(piles[0].iter().all(|page| page.bytes.starts_with(b"<ul>")));
    }
}
