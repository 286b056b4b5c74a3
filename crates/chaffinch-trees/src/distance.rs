//! Edit distance of sequences.

/// The fewest insertions, deletions and replacements that turn `a` into `b`, or `most + 1` where it takes more than
/// `most`. Only a band of that width is looked at.
pub fn edit_distance<T: PartialEq>(a: &[T], b: &[T], most: usize) -> usize {
    if a.len().abs_diff(b.len()) > most {
        return most + 1;
    }
    // What both begin and end with costs nothing.
    let begun = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[begun..], &b[begun..]);
    let ended = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - ended], &b[..b.len() - ended]);
    let far = most + 1;
    let mut row: Vec<usize> = (0..=b.len()).map(|j| j.min(far)).collect();
    for i in 1..=a.len() {
        let (from, to) = (i.saturating_sub(most).max(1), (i + most).min(b.len()));
        let mut diagonal = row[from - 1];
        row[from - 1] = if from == 1 { i.min(far) } else { far };
        let mut least = row[from - 1];
        for j in from..=to {
            let replaced = diagonal + usize::from(a[i - 1] != b[j - 1]);
            diagonal = row[j];
            // What lies above the band was not computed for this row.
            let above = if j == i + most { far } else { row[j] };
            row[j] = replaced.min(above + 1).min(row[j - 1] + 1).min(far);
            least = least.min(row[j]);
        }
        // No later row is nearer than the nearest of this one.
        if least == far {
            return far;
        }
    }
    row[b.len()]
}

/// A distance that is at most [`edit_distance`] and is found in one pass: how many elements of one sequence the other lacks, wherever
/// they stand.
pub fn least_distance(a: &[u32], b: &[u32]) -> usize {
    // Elements that share a bucket are taken for the same, which only makes the distance smaller.
    const BUCKETS: usize = 64;
    let mut surplus = [0i32; BUCKETS];
    a.iter().for_each(|x| surplus[*x as usize % BUCKETS] += 1);
    b.iter().for_each(|x| surplus[*x as usize % BUCKETS] -= 1);
    let of_a: i32 = surplus.iter().map(|count| (*count).max(0)).sum();
    let of_b: i32 = surplus.iter().map(|count| (-*count).max(0)).sum();
    of_a.max(of_b) as usize
}

/// [`edit_distance`] as a share of the longer sequence, 0 to 1; anything above `threshold` comes out as 1.
pub fn normalised_distance<T: PartialEq>(a: &[T], b: &[T], threshold: f32) -> f32 {
    let longer = a.len().max(b.len());
    if longer == 0 {
        return 0.0;
    }
    let most = (threshold * longer as f32).floor() as usize;
    let distance = edit_distance(a, b, most);
    if distance > most { 1.0 } else { distance as f32 / longer as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        fn the_band_gives_the_distance_or_says_it_is_far(
            a in prop::collection::vec(0u8..4, 0..12), b in prop::collection::vec(0u8..4, 0..12), most in 0usize..12,
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
}
