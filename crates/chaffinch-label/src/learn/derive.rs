//! Labels of inner blocks from labels of leaves, from the bottom up.

use super::Placement;
use crate::labels::{AttributeSet, Inner};
use crate::see::{Observed, is_money};
use chaffinch_vision::BlockId;

/// A block with at least this many elements is a navigation bar if at least this share of them are links, in tenths.
const NAV_ELEMENTS: usize = 4;
const NAV_TENTHS: usize = 8;

/// What the leaves inside a block add up to.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    attributes: AttributeSet,
    /// The numbers of the first and the last record that have values in the block.
    records: Option<(usize, usize)>,
    values: usize,
    elements: usize,
    links: usize,
    /// Images and amounts of money, which navigation bars do not have.
    goods: usize,
}

/// The labels of the inner blocks of a page whose values have been placed; `None` for leaves.
pub fn derive(observed: &Observed, placement: &Placement) -> Vec<Option<Inner>> {
    let totals = totals(observed, placement);
    let records = placement.placed.iter().map(|placed| placed.record + 1).max().unwrap_or(0);
    let mut values = vec![0; records];
    for placed in &placement.placed {
        values[placed.record] += 1;
    }
    let record_blocks = record_blocks(observed, &totals, &values);
    let first = placement.placed.iter().map(|placed| observed.rects[placed.block.index()].y).reduce(f32::min);
    let last =
        placement.placed.iter().map(|placed| observed.rects[placed.block.index()].bottom()).reduce(f32::max);
    let mut labels: Vec<Option<Inner>> = vec![None; observed.len()];
    let mut in_record = vec![false; observed.len()];
    for block in observed.blocks() {
        let at = block.index();
        in_record[at] = observed.parent(block).map(BlockId::index).is_some_and(|parent| {
            in_record[parent] || matches!(labels[parent], Some(Inner::DataRecord | Inner::Contains(_)))
        });
        if observed.leaf(block).is_some() {
            continue;
        }
        let own = &totals[at];
        labels[at] = Some(match own.records {
            None if in_record[at] => Inner::NoteBlock,
            None => around(observed, block, own, &labels, (first, last)),
            Some(_) if in_record[at] => Inner::Contains(own.attributes),
            Some((record, same)) if record == same => match () {
                () if record_blocks[record] == Some(block) => Inner::DataRecord,
                () if own.values < values[record] => Inner::Contains(own.attributes),
                () => Inner::InfoBlock,
            },
            // More than one record, whatever else there is: so all labels from the root down say whether the page is a list.
            Some(_) => Inner::DataRegion,
        });
    }
    labels
}

/// The combinations of attributes that blocks inside records hold.
pub fn combinations(labels: &[Option<Inner>]) -> impl Iterator<Item = AttributeSet> + '_ {
    labels.iter().filter_map(|label| match label {
        Some(Inner::Contains(set)) => Some(*set),
        _ => None,
    })
}

fn totals(observed: &Observed, placement: &Placement) -> Vec<Totals> {
    let mut totals = vec![Totals::default(); observed.len()];
    for (block, leaf) in observed.leaves() {
        let own = &mut totals[block.index()];
        own.elements = 1;
        own.links = usize::from(leaf.link);
        own.goods = usize::from(leaf.image.is_some() || is_money(&leaf.text));
    }
    for placed in &placement.placed {
        let own = &mut totals[placed.block.index()];
        own.attributes.insert(placed.attribute);
        own.records = Some((placed.record, placed.record));
        own.values += 1;
    }
    for block in observed.blocks().rev() {
        let own = totals[block.index()];
        if let Some(parent) = observed.parent(block) {
            let above = &mut totals[parent.index()];
            above.attributes = above.attributes.union(own.attributes);
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
    totals
}

/// For each record the inner block that holds all of its values and none of another record. In a list the largest such block, so that
/// all records are alike however many of their values are known; on a page about one thing the smallest, because the largest would be
/// the whole page.
fn record_blocks(observed: &Observed, totals: &[Totals], values: &[usize]) -> Vec<Option<BlockId>> {
    let is_list = values.iter().filter(|values| **values > 0).count() > 1;
    let mut blocks = vec![None; values.len()];
    // Blocks inside others come later.
    for (block, own) in observed.blocks().zip(totals) {
        if let Some((record, same)) = own.records
            && record == same
            && own.values == values[record]
            && observed.leaf(block).is_none()
            && !(is_list && blocks[record].is_some())
        {
            blocks[record] = Some(block);
        }
    }
    blocks
}

/// The label of a block without values that is outside of records. `values` are the upper edge of the first value and the lower edge
/// of the last, in pixels.
fn around(
    observed: &Observed,
    block: BlockId,
    own: &Totals,
    labels: &[Option<Inner>],
    values: (Option<f32>, Option<f32>),
) -> Inner {
    if own.goods == 0 && own.elements >= NAV_ELEMENTS && own.links * 10 >= own.elements * NAV_TENTHS {
        return Inner::NavBar;
    }
    let outermost = observed
        .parent(block)
        .is_none_or(|parent| matches!(labels[parent.index()], Some(Inner::InfoBlock | Inner::DataRegion)));
    let rect = observed.rects[block.index()];
    match values {
        (Some(first), _) if outermost && rect.bottom() <= first => Inner::PageHead,
        (_, Some(last)) if outermost && rect.y >= last => Inner::PageTail,
        _ => Inner::NoteBlock,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::AttributeId;
    use crate::learn::Placed;
    use crate::see::ObservedLeaf;
    use chaffinch_core::Rect;

    /// Blocks from their parents, one below the other; the first is the root. Those without children are leaves.
    fn page(parents: &[usize]) -> Observed {
        let leaf = |block| (!parents.contains(&block)).then(|| ObservedLeaf::of_text(""));
        let leaves = (0..parents.len()).map(leaf).collect();
        let parent = |(block, parent): (usize, &usize)| (block > 0).then(|| BlockId::from_index(*parent));
        let mut page = Observed::from_blocks(parents.iter().enumerate().map(parent).collect(), leaves);
        for (block, rect) in page.rects.iter_mut().enumerate() {
            *rect = Rect::new(0.0, 10.0 * block as f32, 10.0, 10.0);
        }
        page
    }

    /// Values, given by block, attribute and record.
    fn placed(values: &[(usize, usize, usize)]) -> Placement {
        let placed = |(block, attribute, record): &(usize, usize, usize)| Placed {
            block: BlockId::from_index(*block),
            attribute: AttributeId::from_index(*attribute),
            record: *record,
            as_source: false,
            part: false,
        };
        Placement { placed: values.iter().map(placed).collect(), ..Placement::default() }
    }

    #[test]
    fn a_detail_page_has_one_record() {
        // The page: head (1: 2 3), body (4: 5 (6: 7 8) 9), tail (10: 11 12).
        let page = page(&[0, 0, 1, 1, 0, 4, 4, 6, 6, 4, 0, 10, 10]);
        let labels = derive(&page, &placed(&[(5, 0, 0), (7, 1, 0), (8, 2, 0)]));
        assert_eq!(labels[0], Some(Inner::InfoBlock));
        assert_eq!(labels[1], Some(Inner::PageHead));
        assert_eq!(labels[4], Some(Inner::DataRecord));
        assert_eq!(labels[5], None);
        let held = [1, 2].map(AttributeId::from_index).into_iter().collect();
        assert_eq!(labels[6], Some(Inner::Contains(held)));
        assert_eq!(labels[10], Some(Inner::PageTail));
    }

    #[test]
    fn records_side_by_side_are_a_region() {
        // The page: a heading (1) and a list (2: three records of two leaves).
        let page = page(&[0, 0, 0, 2, 3, 3, 2, 6, 6, 2, 9, 9]);
        let values = [(4, 0, 0), (5, 1, 0), (7, 0, 1), (8, 1, 1), (10, 0, 2), (11, 1, 2)];
        let labels = derive(&page, &placed(&values));
        assert_eq!(labels[0], Some(Inner::DataRegion));
        assert_eq!(labels[2], Some(Inner::DataRegion));
        for record in [3, 6, 9] {
            assert_eq!(labels[record], Some(Inner::DataRecord));
        }
    }
}
