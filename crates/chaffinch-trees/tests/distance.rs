//! Edit distance against the plain table.

use chaffinch_trees::{edit_distance, least_distance, normalised_distance};
use proptest::prelude::*;

fn plain(a: &[u8], b: &[u8]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
            };
        }
    }
    table[a.len()][b.len()]
}

proptest! {
    #[test]
    fn the_distance_is_that_of_the_table_or_is_far(
        a in prop::collection::vec(0u8..4, 0..150), b in prop::collection::vec(0u8..4, 0..150), most in 0usize..120,
    ) {
        prop_assert_eq!(edit_distance(&a, &b, most), plain(&a, &b).min(most + 1));
        let wide = |bytes: &[u8]| bytes.iter().map(|byte| u32::from(*byte) * 40).collect::<Vec<u32>>();
        prop_assert!(least_distance(&wide(&a), &wide(&b)) <= plain(&a, &b));
    }
}

#[test]
fn the_share_is_of_the_longer_sequence() {
    assert_eq!(normalised_distance(b"abcd", b"abxd", 0.5), 0.25);
    assert_eq!(normalised_distance(b"abcd", b"wxyz", 0.5), 1.0);
    assert_eq!(normalised_distance::<u8>(b"", b"", 0.5), 0.0);
}
