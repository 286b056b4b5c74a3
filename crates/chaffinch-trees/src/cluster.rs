//! Clusters of things that are alike.

/// Puts each item into the first cluster whose founder it is like, or makes it the founder of a new one.
///
/// `limit` bounds the clusters: an item that is like none of the first `limit` founders stands alone. The cost is the
/// number of items times `limit`.
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
