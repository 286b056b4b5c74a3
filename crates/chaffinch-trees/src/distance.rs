//! Edit distance of sequences.

use chaffinch_core::TextMap;
use std::hash::Hash;

/// The fewest insertions, deletions and replacements that turn `a` into `b`; `most + 1` where that is more than `most`.
///
/// Myers' algorithm (1999) in Hyyrö's form for sequences of any length: the differences between neighbouring cells of a column of the
/// table are bits, and 64 of them are computed at once.
pub fn edit_distance<T: Eq + Hash>(a: &[T], b: &[T], most: usize) -> usize {
    if a.len().abs_diff(b.len()) > most {
        return most + 1;
    }
    // What both begin and end with need not be compared again.
    let begun = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[begun..], &b[begun..]);
    let ended = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - ended], &b[..b.len() - ended]);
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if a.is_empty() {
        return b.len().min(most + 1);
    }
    // For each element of `a` its places, a bit for each.
    let words = a.len().div_ceil(64);
    let mut numbers: TextMap<&T, usize> = TextMap::default();
    let mut places: Vec<u64> = Vec::new();
    for (at, x) in a.iter().enumerate() {
        let next = numbers.len();
        let number = *numbers.entry(x).or_insert(next);
        places.resize(numbers.len() * words, 0);
        places[number * words + at / 64] |= 1 << (at % 64);
    }
    let nowhere = vec![0; words];
    let last = 1 << ((a.len() - 1) % 64);
    // Where a cell of the column is larger and where it is smaller than the one above it.
    let (mut larger, mut smaller) = (vec![u64::MAX; words], vec![0u64; words]);
    let mut distance = a.len();
    for (at, y) in b.iter().enumerate() {
        let places = numbers.get(y).map_or(&nowhere[..], |number| &places[number * words..][..words]);
        // Whether the cell above this word is larger or smaller than the one to its left.
        let (mut grown, mut shrunk) = (1, 0);
        for word in 0..words {
            let (plus, minus) = (larger[word], smaller[word]);
            let same = places[word] | shrunk;
            let vertical = places[word] | minus;
            let horizontal = ((same & plus).wrapping_add(plus) ^ plus) | same;
            let (grows, shrinks) = (minus | !(horizontal | plus), plus & horizontal);
            if word + 1 == words {
                distance += usize::from(grows & last != 0);
                distance -= usize::from(shrinks & last != 0);
            }
            let (next_grown, next_shrunk) = (grows >> 63, shrinks >> 63);
            let (grows, shrinks) = (grows << 1 | grown, shrinks << 1 | shrunk);
            larger[word] = shrinks | !(vertical | grows);
            smaller[word] = grows & vertical;
            (grown, shrunk) = (next_grown, next_shrunk);
        }
        // Each element that is left can make up for one at best.
        if distance > most + (b.len() - 1 - at) {
            return most + 1;
        }
    }
    distance.min(most + 1)
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

/// [`edit_distance`] as a share of the longer sequence, 0 to 1; 1 for anything above `threshold`.
pub fn normalised_distance<T: Eq + Hash>(a: &[T], b: &[T], threshold: f32) -> f32 {
    let longer = a.len().max(b.len());
    if longer == 0 {
        return 0.0;
    }
    let most = (threshold * longer as f32).floor() as usize;
    let distance = edit_distance(a, b, most);
    if distance > most { 1.0 } else { distance as f32 / longer as f32 }
}
