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
