//! Labels of inner blocks from labels of leaves, from the bottom up.

use crate::labels::{Attributes, Inner};
use crate::observed::Observed;
use crate::place::Placement;
use crate::words::is_money;

/// A block of at least so many elements, so many tenths of them links, is a navigation bar.
const NAV_ELEMENTS: usize = 4;
const NAV_TENTHS: usize = 8;

/// What the leaves inside a block add up to.
#[derive(Debug, Clone, Copy, Default)]
struct Held {
    attributes: Attributes,
    /// The first and last record that it holds values of.
    records: Option<(usize, usize)>,
    values: usize,
    elements: usize,
    links: usize,
    /// Images and amounts of money, which navigation bars do not have.
    goods: usize,
}

/// The labels of the inner blocks of a page whose values have been placed; none for leaves.
pub fn derive(observed: &Observed, placement: &Placement) -> Vec<Option<Inner>> {
    let held = held(observed, placement);
    let records = placement.placed.iter().map(|placed| placed.record + 1).max().unwrap_or(0);
    let mut values = vec![0; records];
    for placed in &placement.placed {
        values[placed.record] += 1;
    }
    let record_blocks = record_blocks(observed, &held, &values);
    let first = placement.placed.iter().map(|placed| observed.rects[placed.block].y).reduce(f32::min);
    let last = placement.placed.iter().map(|placed| observed.rects[placed.block].bottom()).reduce(f32::max);
    let mut labels: Vec<Option<Inner>> = vec![None; observed.len()];
    let mut in_record = vec![false; observed.len()];
    for block in 0..observed.len() {
        let parent = observed.parents[block];
        in_record[block] = parent.is_some_and(|parent| {
            in_record[parent] || matches!(labels[parent], Some(Inner::DataRecord | Inner::Contains(_)))
        });
        if observed.leaves[block].is_some() {
            continue;
        }
        let own = &held[block];
        labels[block] = Some(match own.records {
            None if in_record[block] => Inner::NoteBlock,
            None => around(observed, block, own, &labels, (first, last)),
            Some(_) if in_record[block] => Inner::Contains(own.attributes),
            Some((record, same)) if record == same => match () {
                () if record_blocks[record] == Some(block) => Inner::DataRecord,
                () if own.values < values[record] => Inner::Contains(own.attributes),
                () => Inner::InfoBlock,
            },
            // More than one record, whatever else there is: so labels from the root down say whether the page is a list.
            Some(_) => Inner::DataRegion,
        });
    }
    labels
}

/// The combinations of attributes that blocks inside records hold.
pub fn combinations(labels: &[Option<Inner>]) -> impl Iterator<Item = Attributes> + '_ {
    labels.iter().filter_map(|label| match label {
        Some(Inner::Contains(set)) => Some(*set),
        _ => None,
    })
}

fn held(observed: &Observed, placement: &Placement) -> Vec<Held> {
    let mut held = vec![Held::default(); observed.len()];
    for (block, leaf) in observed.leaves() {
        held[block].elements = 1;
        held[block].links = usize::from(leaf.link);
        held[block].goods = usize::from(leaf.image.is_some() || is_money(&leaf.text));
    }
    for placed in &placement.placed {
        let own = &mut held[placed.block];
        own.attributes |= 1 << placed.attribute;
        own.records = Some((placed.record, placed.record));
        own.values += 1;
    }
    for block in (1..observed.len()).rev() {
        let own = held[block];
        if let Some(parent) = observed.parents[block] {
            let above = &mut held[parent];
            above.attributes |= own.attributes;
            above.values += own.values;
            above.elements += own.elements;
            above.links += own.links;
            above.goods += own.goods;
            above.records = match (above.records, own.records) {
                (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
                (one, other) => one.or(other),
            };
        }
    }
    held
}

/// For each record the inner block that holds all of its values and none of another record: the largest in a list, where all records are
/// then of the same make whatever is known of them; the smallest on a page about one thing, of which the whole page would be the largest.
fn record_blocks(observed: &Observed, held: &[Held], values: &[usize]) -> Vec<Option<usize>> {
    let is_list = values.iter().filter(|values| **values > 0).count() > 1;
    let mut blocks = vec![None; values.len()];
    // Later blocks are further in.
    for (block, own) in held.iter().enumerate() {
        if let Some((record, same)) = own.records
            && record == same
            && own.values == values[record]
            && observed.leaves[block].is_none()
            && !(is_list && blocks[record].is_some())
        {
            blocks[record] = Some(block);
        }
    }
    blocks
}

/// What a block without values is, outside of records: `values` is where the first value begins and the last ends.
fn around(
    observed: &Observed,
    block: usize,
    own: &Held,
    labels: &[Option<Inner>],
    values: (Option<f32>, Option<f32>),
) -> Inner {
    if own.goods == 0 && own.elements >= NAV_ELEMENTS && own.links * 10 >= own.elements * NAV_TENTHS {
        return Inner::NavBar;
    }
    let outermost = observed.parents[block]
        .is_none_or(|parent| matches!(labels[parent], Some(Inner::InfoBlock | Inner::DataRegion)));
    let rect = observed.rects[block];
    match values {
        (Some(first), _) if outermost && rect.bottom() <= first => Inner::PageHead,
        (_, Some(last)) if outermost && rect.y >= last => Inner::PageTail,
        _ => Inner::NoteBlock,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Features;
    use crate::observed::ObservedLeaf;
    use crate::place::Placed;
    use chaffinch_core::Rect;

    /// Blocks from their parents, one below the other; those without children are leaves.
    fn page(parents: &[Option<usize>]) -> Observed {
        let leaf = ObservedLeaf::blank();
        let leaves = (0..parents.len()).map(|block| (!parents.contains(&Some(block))).then(|| leaf.clone()));
        Observed {
            parents: parents.to_vec(),
            rects: (0..parents.len()).map(|block| Rect::new(0.0, 10.0 * block as f32, 10.0, 10.0)).collect(),
            holders: vec![None; parents.len()],
            units: vec![false; parents.len()],
            heading: None,
            price: None,
            leaves: leaves.collect(),
            features: Features::default(),
        }
    }

    fn placed(values: &[(usize, usize, usize)]) -> Placement {
        let placed = |(block, attribute, record): &(usize, usize, usize)| Placed {
            block: *block,
            attribute: *attribute,
            record: *record,
            as_source: false,
            part: false,
        };
        Placement { placed: values.iter().map(placed).collect(), ..Placement::default() }
    }

    #[test]
    fn a_detail_page_has_one_record() {
        // The page: head (1: 2 3), body (4: 5 (6: 7 8) 9), tail (10: 11 12).
        let parents = [
            None,
            Some(0),
            Some(1),
            Some(1),
            Some(0),
            Some(4),
            Some(4),
            Some(6),
            Some(6),
            Some(4),
            Some(0),
            Some(10),
            Some(10),
        ];
        let labels = derive(&page(&parents), &placed(&[(5, 0, 0), (7, 1, 0), (8, 2, 0)]));
        assert_eq!(labels[0], Some(Inner::InfoBlock));
        assert_eq!(labels[1], Some(Inner::PageHead));
        assert_eq!(labels[4], Some(Inner::DataRecord));
        assert_eq!(labels[5], None);
        assert_eq!(labels[6], Some(Inner::Contains(0b110)));
        assert_eq!(labels[10], Some(Inner::PageTail));
    }

    #[test]
    fn records_side_by_side_are_a_region() {
        // The page: a heading (1) and a list (2: three records of two leaves).
        let parents = [
            None,
            Some(0),
            Some(0),
            Some(2),
            Some(3),
            Some(3),
            Some(2),
            Some(6),
            Some(6),
            Some(2),
            Some(9),
            Some(9),
        ];
        let values = [(4, 0, 0), (5, 1, 0), (7, 0, 1), (8, 1, 1), (10, 0, 2), (11, 1, 2)];
        let labels = derive(&page(&parents), &placed(&values));
        assert_eq!(labels[0], Some(Inner::DataRegion));
        assert_eq!(labels[2], Some(Inner::DataRegion));
        for record in [3, 6, 9] {
            assert_eq!(labels[record], Some(Inner::DataRecord));
        }
    }
}
