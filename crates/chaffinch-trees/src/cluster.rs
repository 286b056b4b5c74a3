//! Clusters of alike items.

/// Puts each item into the first cluster whose first item it is like, or else into a new cluster.
///
/// Each item is compared with the first `limit` clusters only, so that the cost is at most the number of items times `limit`.
pub fn leader_clusters<T>(items: &[T], limit: usize, alike: impl Fn(&T, &T) -> bool) -> Vec<Vec<usize>> {
    let mut clusters: Vec<Vec<usize>> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let found = clusters.iter().take(limit).position(|cluster| alike(&items[cluster[0]], item));
        match found {
            Some(cluster) => clusters[cluster].push(at),
            None => clusters.push(vec![at]),
        }
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_join_the_first_founder_they_are_like() {
        let items = [1.0, 5.0, 1.4, 5.2, 9.0f32];
        let clusters = leader_clusters(&items, 10, |a, b| (a - b).abs() < 1.0);
        assert_eq!(clusters, [vec![0, 2], vec![1, 3], vec![4]]);
        assert_eq!(leader_clusters(&items, 1, |a, b| (a - b).abs() < 1.0).len(), 4);
    }
}
