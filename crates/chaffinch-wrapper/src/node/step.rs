//! Steps of node paths as text: `td#price.big.bold:2`, `*` for a step that says nothing of its name (no
//! element is called so: names begin with a letter).

use super::evidence::{PathStep, Step};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.tag.as_deref().map_or("*".into(), escaped))?;
        if let Some(id) = &self.id {
            write!(f, "#{}", escaped(id))?;
        }
        for class in &self.classes {
            write!(f, ".{}", escaped(class))?;
        }
        self.position.map_or(Ok(()), |position| write!(f, ":{position}"))
    }
}

impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", escaped(&self.tag))?;
        self.position.map_or(Ok(()), |position| write!(f, ":{position}"))
    }
}

impl FromStr for Step {
    type Err = String;

    fn from_str(text: &str) -> Result<Step, String> {
        let mut step = Step::default();
        for (mark, part) in parts(text) {
            match mark {
                None if part == "*" => {}
                None => step.tag = Some(part),
                Some('#') => step.id = Some(part),
                Some('.') => step.classes.push(part),
                Some(_) => step.position = Some(position(&part, text)?),
            }
        }
        Ok(step)
    }
}

impl FromStr for PathStep {
    type Err = String;

    fn from_str(text: &str) -> Result<PathStep, String> {
        let Step { tag, id, classes, position } = text.parse()?;
        match (tag, id.is_some() || !classes.is_empty()) {
            (Some(tag), false) => Ok(PathStep { tag, position }),
            _ => Err(format!("a step from the root is a name and a position, such as `td:2`, not {text:?}")),
        }
    }
}

/// Steps as the wrapper file writes them.
pub(crate) mod as_texts {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::fmt;
    use std::str::FromStr;

    pub fn serialize<T: fmt::Display, S: Serializer>(steps: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(steps.iter().map(ToString::to_string))
    }

    pub fn deserialize<'d, T: FromStr<Err = String>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts: Vec<String> = Vec::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

fn position(part: &str, text: &str) -> Result<u32, String> {
    part.parse().map_err(|_| format!("the position {part:?} of the step {text:?} is no number"))
}

/// A name with the characters that set off parts of a step marked by a backslash.
fn escaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if matches!(c, '#' | '.' | ':' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The parts of a step, each with the mark in front of it.
fn parts(text: &str) -> Vec<(Option<char>, String)> {
    let mut parts = vec![(None, String::new())];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '#' | '.' | ':' => parts.push((Some(c), String::new())),
            '\\' => {
                let last = parts.len() - 1;
                parts[last].1.extend(chars.next());
            }
            c => {
                let last = parts.len() - 1;
                parts[last].1.push(c);
            }
        }
    }
    parts
}
