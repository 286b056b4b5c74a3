//! Domain files: TOML that is read and checked; problems name their line.

use crate::annotate::Recogniser;
use crate::domain::{AnnotationType, Attribute, Constraint, Domain, Extent, SplitRecords};
use crate::gazetteer::Gazetteer;
use crate::ids::{AnnotationKind, AttributeKind};
use crate::pattern::Pattern;
use crate::problem::{DomainProblem, line_of};
use crate::shipped;
use chaffinch_core::ColumnType;
use serde::Deserialize;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;

/// Reads a domain: a shipped one by its name, or a file by its path.
pub fn load(name: &str) -> Result<Domain, DomainProblem> {
    if let Some(text) = shipped::domain(name) {
        return read(&format!("{name}.toml"), text, None, Patterns::Known);
    }
    let path = Path::new(name);
    let bytes = std::fs::read(path).map_err(|error| {
        let known: Vec<&str> = shipped::DOMAINS.iter().map(|(name, _)| *name).collect();
        let message =
            format!("is no domain file ({error}), and the shipped domains are {}", known.join(", "));
        DomainProblem::new(name, 1, message)
    })?;
    let text =
        std::str::from_utf8(&bytes).map_err(|error| DomainProblem::not_text(name, &bytes, error, ""))?;
    parse(name, text, path.parent())
}

/// Reads the text of a domain file; gazetteers that it names by a path are looked for in `folder`.
pub fn parse(file: &str, text: &str, folder: Option<&Path>) -> Result<Domain, DomainProblem> {
    read(file, text, folder, Patterns::Checked)
}

/// Whether patterns are tried when a file is read, or only made when they are needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patterns {
    Checked,
    Known,
}

fn read(file: &str, text: &str, folder: Option<&Path>, patterns: Patterns) -> Result<Domain, DomainProblem> {
    let written: Written = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text.as_bytes(), span.start));
        DomainProblem::new(file, line, error.message().replace('\n', " "))
    })?;
    Checker { file, text, folder, patterns }.domain(written)
}

/// The most bytes of a gazetteer.
const LARGEST_GAZETTEER: u64 = 256 << 20;

/// The bytes of a file in `folder`. A domain file may come from a stranger and must not reach beyond the folder that it is in.
fn read_inside(folder: &Path, path: &Path) -> Result<Vec<u8>, String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let real = |path: &Path| path.canonicalize().map_err(|error| error.to_string());
    let (folder, path) = (real(folder)?, real(path)?);
    if !path.starts_with(folder) {
        return Err("a gazetteer must lie in the folder of the domain file".to_owned());
    }
    if !path.is_file() {
        return Err("it is no file".to_owned());
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(&path).map_err(|error| error.to_string())?;
    file.take(LARGEST_GAZETTEER + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LARGEST_GAZETTEER {
        return Err(format!("it has more than {LARGEST_GAZETTEER} bytes"));
    }
    Ok(bytes)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    words: Vec<String>,
    title: Option<String>,
    #[serde(default)]
    annotation: Vec<WrittenAnnotation>,
    #[serde(default)]
    attribute: Vec<WrittenAttribute>,
    #[serde(default)]
    record: WrittenRecord,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAnnotation {
    name: Spanned<String>,
    recogniser: Option<Spanned<String>>,
    #[serde(default)]
    regex: Vec<Spanned<String>>,
    #[serde(default)]
    terms: Vec<Spanned<String>>,
    #[serde(default)]
    gazetteers: Vec<Spanned<String>>,
    #[serde(default)]
    marked: Vec<Spanned<String>>,
    #[serde(default)]
    called: Vec<Spanned<String>>,
    #[serde(default)]
    capitalised: bool,
    #[serde(default)]
    alone: bool,
    longest_line: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAttribute {
    name: Spanned<String>,
    #[serde(rename = "type", default)]
    kind: Option<ColumnType>,
    requires: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    disallows: Vec<Spanned<String>>,
    #[serde(default)]
    any: bool,
    #[serde(default)]
    mandatory: bool,
    #[serde(default)]
    many: bool,
    #[serde(default)]
    extent: Extent,
    weight: Option<Spanned<i64>>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct WrittenRecord {
    required: Vec<Vec<Spanned<String>>>,
    forbidden: Vec<Spanned<String>>,
    expected: Vec<Spanned<String>>,
    longest: Option<usize>,
    fullness: Option<f32>,
    parts: Option<WrittenParts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenParts {
    same: Spanned<String>,
    marked: Spanned<String>,
}

/// The weight of an attribute if the file gives none.
const WEIGHT: i64 = 10;
const MOST_WEIGHT: i64 = 1_000;
/// The fullness at which a list is as likely one as not, if the file gives nothing.
const USUAL_FULLNESS: f32 = 0.5;
/// The longest that the median record may be, in characters, if the file gives nothing.
const LONGEST: usize = 2_500;

struct Checker<'c> {
    file: &'c str,
    text: &'c str,
    folder: Option<&'c Path>,
    patterns: Patterns,
}

impl Checker<'_> {
    fn domain(&self, written: Written) -> Result<Domain, DomainProblem> {
        let twice = |what: &str, name: &Spanned<String>| {
            Err(self.problem(name, format!("the {what} {} is there twice", name.get_ref())))
        };
        let mut annotations: Vec<AnnotationType> = Vec::new();
        for annotation in written.annotation {
            if annotations.iter().any(|known| known.name == *annotation.name.get_ref()) {
                return twice("annotation", &annotation.name);
            }
            annotations.push(self.annotation(annotation)?);
        }
        let mut attributes: Vec<Attribute> = Vec::new();
        for attribute in written.attribute {
            if attributes.iter().any(|known| known.name == *attribute.name.get_ref()) {
                return twice("attribute", &attribute.name);
            }
            attributes.push(self.attribute(attribute, &annotations)?);
        }
        if !attributes.iter().any(|attribute| attribute.mandatory) {
            let message =
                "no attribute is mandatory; records are looked for around one that all of them have";
            return Err(DomainProblem::new(self.file, 1, message));
        }
        let of_name = |name: &Spanned<String>| {
            let at = attributes.iter().position(|attribute| attribute.name == *name.get_ref());
            at.map(AttributeKind::from_index)
                .ok_or_else(|| self.problem(name, format!("no attribute is called {}", name.get_ref())))
        };
        let mut required = Vec::new();
        for group in &written.record.required {
            if group.is_empty() {
                return Err(DomainProblem::new(self.file, 1, "a group of required attributes is empty"));
            }
            required.push(group.iter().map(of_name).collect::<Result<Vec<_>, _>>()?);
        }
        let mut forbidden = Vec::new();
        for name in &written.record.forbidden {
            let kind = of_name(name)?;
            if attributes[kind.index()].mandatory || required.iter().any(|group| *group == [kind]) {
                let message =
                    format!("{} is both forbidden and needed; no record can have it", name.get_ref());
                return Err(self.problem(name, message));
            }
            forbidden.push(kind);
        }
        let mut expected = Vec::new();
        for name in &written.record.expected {
            let kind = of_name(name)?;
            if forbidden.contains(&kind) {
                let message = format!("{} is both forbidden and expected", name.get_ref());
                return Err(self.problem(name, message));
            }
            expected.push(kind);
        }
        let split_records = match &written.record.parts {
            Some(parts) => {
                Some(SplitRecords { same: of_name(&parts.same)?, marked: of_name(&parts.marked)? })
            }
            None => None,
        };
        Ok(Domain {
            name: written.name,
            description: written.description,
            words: written.words.iter().map(|word| word.to_lowercase()).collect(),
            title: written.title.unwrap_or_else(|| "name".to_owned()),
            annotations,
            attributes,
            required,
            forbidden,
            expected,
            longest: written.record.longest.unwrap_or(LONGEST),
            fullness: written.record.fullness.unwrap_or(USUAL_FULLNESS),
            split_records,
        })
    }

    fn annotation(&self, written: WrittenAnnotation) -> Result<AnnotationType, DomainProblem> {
        let recogniser = written.recogniser.map(|name| self.recogniser(&name)).transpose()?;
        let mut patterns = Vec::new();
        for pattern in &written.regex {
            if self.patterns == Patterns::Known {
                patterns.push(Pattern::unchecked(pattern.get_ref()));
                continue;
            }
            let built = Pattern::new(pattern.get_ref()).map_err(|error| {
                let told = error.to_string();
                let last = told.lines().last().unwrap_or_default();
                self.problem(pattern, format!("the pattern cannot be read: {last}"))
            })?;
            if built.regex().is_some_and(|regex| regex.is_match("")) {
                return Err(self.problem(pattern, "the pattern also matches nothing at all"));
            }
            patterns.push(built);
        }
        let mut gazetteers = Vec::new();
        for name in &written.gazetteers {
            gazetteers.push(self.gazetteer(name)?);
        }
        if !written.terms.is_empty() {
            let mut own = Gazetteer::default();
            for term in &written.terms {
                if crate::fold::folded(term.get_ref()).is_empty() {
                    return Err(self.problem(term, "a term without letters or digits is none"));
                }
                own.add(term.get_ref());
            }
            gazetteers.push(Arc::new(own));
        }
        let plain = |word: &Spanned<String>| {
            let whole = !word.get_ref().is_empty() && word.get_ref().chars().all(char::is_alphanumeric);
            let message = "a word that elements are called by has only letters and digits";
            if whole { Ok(word.get_ref().clone()) } else { Err(self.problem(word, message)) }
        };
        let marked = written.marked.iter().map(plain).collect::<Result<Vec<_>, _>>()?;
        let called = written.called.iter().map(plain).collect::<Result<Vec<_>, _>>()?;
        let is_read = !patterns.is_empty() || !gazetteers.is_empty();
        if recogniser.is_none() && !is_read && marked.is_empty() && called.is_empty() {
            let message = format!(
                "nothing finds the annotation {}; give it a recogniser, regex, terms, gazetteers, marked or called",
                written.name.get_ref()
            );
            return Err(self.problem(&written.name, message));
        }
        Ok(AnnotationType {
            name: written.name.into_inner(),
            recogniser,
            patterns,
            gazetteers,
            marked,
            called,
            capitalised: written.capitalised,
            alone: written.alone,
            longest_line: written.longest_line,
        })
    }

    fn recogniser(&self, name: &Spanned<String>) -> Result<Recogniser, DomainProblem> {
        let known = Recogniser::ALL.iter().find(|(known, _)| known == name.get_ref());
        known.map(|(_, recogniser)| *recogniser).ok_or_else(|| {
            let names: Vec<&str> = Recogniser::ALL.iter().map(|(name, _)| *name).collect();
            self.problem(
                name,
                format!("no recogniser is called {}; there are {}", name.get_ref(), names.join(", ")),
            )
        })
    }

    fn gazetteer(&self, name: &Spanned<String>) -> Result<Arc<Gazetteer>, DomainProblem> {
        if let Some(shipped) = shipped::gazetteer(name.get_ref()) {
            return Ok(shipped);
        }
        let folder = self.folder.unwrap_or(Path::new(""));
        let path: PathBuf = folder.join(name.get_ref());
        let bytes = read_inside(folder, &path)
            .map_err(|why| self.problem(name, format!("{} cannot be read: {why}", path.display())))?;
        Ok(Arc::new(Gazetteer::parse(&path.display().to_string(), &bytes)?))
    }

    fn attribute(
        &self,
        written: WrittenAttribute,
        annotations: &[AnnotationType],
    ) -> Result<Attribute, DomainProblem> {
        let of_name = |name: &Spanned<String>| {
            let at = annotations.iter().position(|annotation| annotation.name == *name.get_ref());
            at.map(AnnotationKind::from_index)
                .ok_or_else(|| self.problem(name, format!("no annotation is called {}", name.get_ref())))
        };
        let required_annotations = match &written.requires {
            Some(names) if names.is_empty() => {
                return Err(self.problem(&written.name, "an attribute requires at least one annotation"));
            }
            Some(names) => names.iter().map(of_name).collect::<Result<Vec<_>, _>>()?,
            None => vec![of_name(&written.name)?],
        };
        let mut disallowed_annotations = Vec::new();
        for name in &written.disallows {
            let kind = of_name(name)?;
            if required_annotations.contains(&kind) {
                let message = format!(
                    "{} both requires and disallows {}; no text can be both",
                    written.name.get_ref(),
                    name.get_ref()
                );
                return Err(self.problem(name, message));
            }
            disallowed_annotations.push(kind);
        }
        let constraint = |required| Constraint { required, disallowed: disallowed_annotations.clone() };
        let constraints = if written.any {
            required_annotations.into_iter().map(|one| constraint(vec![one])).collect()
        } else {
            vec![constraint(required_annotations)]
        };
        if let Some(weight) = &written.weight
            && !(0..=MOST_WEIGHT).contains(weight.get_ref())
        {
            return Err(self.problem(weight, format!("a weight is a number from 0 to {MOST_WEIGHT}")));
        }
        Ok(Attribute {
            name: written.name.into_inner(),
            column_type: written.kind.unwrap_or(ColumnType::Text),
            constraints,
            mandatory: written.mandatory,
            many: written.many,
            extent: written.extent,
            weight: written.weight.map_or(WEIGHT, Spanned::into_inner),
        })
    }

    fn problem<T>(&self, place: &Spanned<T>, message: impl Into<String>) -> DomainProblem {
        DomainProblem::new(self.file, line_of(self.text.as_bytes(), place.span().start), message)
    }
}
