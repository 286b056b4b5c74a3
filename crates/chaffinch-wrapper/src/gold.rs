//! Examples from pages that are labelled with byte ranges.

use crate::example::{Example, Examples, Instance, Tuple};
use crate::sites::Labelled;
use chaffinch_core::Span;

/// Examples from pages labelled with byte ranges; the likeliest reading first.
///
/// Tuples with the same number of ranges are flat: a column an attribute. Where the numbers differ, the tuples
/// are nested labels written flat, some first attributes and then a group of attributes again and again: every
/// group that the numbers allow is a reading.
pub fn tuple_examples(pages: &[Labelled]) -> Vec<Examples> {
    let lengths: Vec<usize> = pages.iter().flat_map(|(page, _)| page.tuples()).map(Vec::len).collect();
    let (Some(shortest), Some(longest)) = (lengths.iter().min(), lengths.iter().max()) else {
        return Vec::new();
    };
    if shortest == longest {
        return vec![examples_of(pages, *longest, |column| column)];
    }
    let step = lengths.iter().fold(0, |step, length| greatest_common_divisor(step, length - shortest));
    let groups = (1..=step).filter(|group| step.is_multiple_of(*group));
    groups
        .map(|group| {
            // At least one attribute stands in front of the groups and tells the tuples apart.
            let first = (shortest - 1) % group + 1;
            examples_of(pages, first + group, move |column| {
                if column < first { column } else { first + (column - first) % group }
            })
        })
        .collect()
}

fn examples_of(pages: &[Labelled], attributes: usize, attribute_of: impl Fn(usize) -> usize) -> Examples {
    let named = pages.iter().map(|(page, _)| &page.attributes).find(|names| names.len() == attributes);
    let numbered = || (1..=attributes).map(|k| format!("a{k}")).collect();
    let tuple = |cells: &Vec<Vec<Span>>| {
        let instances = cells.iter().enumerate().flat_map(|(column, spans)| {
            let attribute = attribute_of(column);
            spans.iter().map(move |span| Instance { attribute, span: *span })
        });
        Tuple { instances: instances.collect() }
    };
    let example = |(page, bytes): &Labelled| Example {
        name: page.page.clone(),
        bytes: bytes.clone(),
        tuples: page.tuples().iter().map(tuple).collect(),
    };
    Examples {
        attributes: named.cloned().unwrap_or_else(numbered),
        pages: pages.iter().map(example).collect(),
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
