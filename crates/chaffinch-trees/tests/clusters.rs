//! Clusters around founders.

use chaffinch_trees::leader_clusters;

#[test]
fn items_join_the_first_founder_they_are_like() {
    let items = [1.0, 5.0, 1.4, 5.2, 9.0f32];
    let clusters = leader_clusters(&items, 10, |a, b| (a - b).abs() < 1.0);
    assert_eq!(clusters, [vec![0, 2], vec![1, 3], vec![4]]);
    assert_eq!(leader_clusters(&items, 1, |a, b| (a - b).abs() < 1.0).len(), 4);
}
