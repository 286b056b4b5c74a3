//! Optimisation 2: joins two lists whose items alternate.

use chaffinch_core::NodeId;

/// Most classes that are compared with each other: a limit against hostile input, because pages have few of the right size.
const MOST_CLASSES: usize = 64;

/// The classes of `k` nodes that consist of two classes of half the size whose nodes alternate.
pub(crate) fn interleaved(halves: &[Vec<NodeId>], k: usize) -> Vec<Vec<NodeId>> {
    let mut found = Vec::new();
    let halves = &halves[..halves.len().min(MOST_CLASSES)];
    for odd in halves.iter().filter(|odd| odd.len() == k.div_ceil(2)) {
        for even in halves.iter().filter(|even| even.len() == k / 2) {
            if alternate(odd, even) {
                let mut nodes: Vec<NodeId> = odd.iter().chain(even).copied().collect();
                nodes.sort_unstable();
                found.push(nodes);
            }
        }
    }
    found
}

/// Whether the nodes of `odd` and `even` alternate, `odd` first.
fn alternate(odd: &[NodeId], even: &[NodeId]) -> bool {
    odd.iter().zip(even).all(|(a, b)| a < b) && even.iter().zip(&odd[1..]).all(|(b, a)| b < a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: &[usize]) -> Vec<NodeId> {
        numbers.iter().map(|n| NodeId::from_index(*n)).collect()
    }

    #[test]
    fn only_lists_that_take_turns_are_one() {
        let halves = [ids(&[1, 5, 9]), ids(&[3, 7, 11]), ids(&[20, 21, 22])];
        assert_eq!(interleaved(&halves, 6), [ids(&[1, 3, 5, 7, 9, 11])]);
        assert!(interleaved(&halves, 7).is_empty());
    }

    #[test]
    fn an_odd_list_begins_and_ends_with_the_longer_half() {
        let halves = [ids(&[1, 5, 9]), ids(&[3, 7])];
        assert_eq!(interleaved(&halves, 5), [ids(&[1, 3, 5, 7, 9])]);
    }
}
