//! Objects of the state that stand side by side.

use super::reader::{ValueId, ValueKind};
use super::sources::Source;
use chaffinch_core::TextMap;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Objects in the same place of the state: the elements of one array, of all arrays of the same path, or the values of a map.
pub(super) struct Group {
    /// The objects, in the order of the page.
    pub objects: Vec<ObjectId>,
}

/// An object of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ObjectId {
    /// The number of its source.
    pub source: usize,
    pub value: ValueId,
}

/// All groups of at least two objects.
pub(super) fn groups(sources: &[Source<'_>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut index: TextMap<u64, usize> = TextMap::default();
    for (number, source) in sources.iter().enumerate() {
        // Attributes of one name, each with an object of its own, are one list.
        let origin = match source.attribute {
            Some(name) => hash(0, name),
            None => hash(number as u64, ""),
        };
        let mut paths: Vec<u64> = vec![0; source.values.values.len()];
        for root in &source.roots {
            paths[*root] = match source.attribute {
                Some(_) => origin,
                None => hash(origin, &root.to_string()),
            };
            for id in *root..source.values.values[*root].after as usize {
                let value = source.values.values[id];
                let parent = value.parent as usize;
                let place = if id == *root {
                    source.attribute.is_some().then_some(paths[id])
                } else {
                    let (path, repeats) = step(source, paths[parent], parent, id);
                    paths[id] = path;
                    repeats.then_some(path)
                };
                let Some(path) = place.filter(|_| source.is_object(id)) else { continue };
                let at = *index.entry(path).or_insert(groups.len());
                if at == groups.len() {
                    groups.push(Group { objects: Vec::new() });
                }
                groups[at].objects.push(ObjectId { source: number, value: id });
            }
        }
    }
    groups.retain(|group| group.objects.len() > 1);
    groups
}

/// The path of a value, without the numbers of arrays and the identifiers of maps, and whether it is one of many.
fn step(source: &Source<'_>, above: u64, parent: ValueId, id: ValueId) -> (u64, bool) {
    if source.values.values[parent].kind == ValueKind::Array {
        return (hash(above, "[]"), true);
    }
    let key = source.key(id);
    match kind_of_identifier(key) {
        Some(kind) => (hash(above, kind), true),
        None => (hash(above, key), false),
    }
}

/// The part of an identifier that things of one kind share: `Product` of `Product:12`, nothing of `12`; `None` where `key` is a name.
fn kind_of_identifier(key: &str) -> Option<&str> {
    if let Some((kind, _)) = key.split_once(':') {
        return Some(kind);
    }
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    let is_code = key.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    // Numbers, and long codes such as those of UUIDs.
    (digits > 0 && (digits == key.len() || (is_code && key.len() >= 16))).then_some("")
}

fn hash(above: u64, step: &str) -> u64 {
    let mut hasher = FxHasher::default();
    above.hash(&mut hasher);
    step.hash(&mut hasher);
    hasher.finish()
}

/// The names of the members around an object, outermost first.
pub(super) fn path(source: &Source<'_>, id: ValueId) -> Vec<String> {
    /// The last names tell most; deeper paths are cut.
    const MOST_STEPS: usize = 12;
    let mut steps = Vec::new();
    let mut at = id;
    while steps.len() < MOST_STEPS {
        let key = source.key(at);
        if !key.is_empty() && kind_of_identifier(key).is_none() {
            steps.push(key.to_owned());
        }
        let parent = source.values.values[at].parent as usize;
        if parent == at {
            break;
        }
        at = parent;
    }
    steps.reverse();
    steps
}
