//! The values of a list's records, placed together. Records come on the page in the same order as in the gold, and none lies within
//! another. So of all positions where the values of a record could stand, those are chosen that are close together, followed by
//! those of the next record.

/// A position where a value could stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// Its number in the order of the page.
    pub at: usize,
    /// How unusual its place in the markup is for values of the attribute, from 0 to 1.
    pub unusual: f32,
}

/// The first positions of a record's rarest value that are considered.
const MOST_ANCHORS: usize = 200;
/// About this many ways are tried to place a record around one position of its rarest value.
const MOST_WAYS: usize = 64;
/// Costs, in positions: a record may be spread over this many more positions to avoid the most unusual place for a value, to have one
/// more value, or to be placed at all.
const UNUSUAL: f32 = 4.0;
const WITHOUT: f32 = 12.0;
const SKIPPED: f32 = 60.0;

/// Chooses for each value of each record one of its positions, by number, or none.
pub fn in_order(records: &[Vec<Vec<Position>>]) -> Vec<Vec<Option<usize>>> {
    let mut chosen = sequence(records);
    // Records that do not follow the order of the others are placed where their values are closest together.
    let mut taken: Vec<(usize, usize)> =
        chosen.iter().zip(records).filter_map(|(own, record)| span(record, own)).collect();
    for (own, record) in chosen.iter_mut().zip(records) {
        if own.iter().any(Option::is_some) {
            continue;
        }
        let free = |(low, high): (usize, usize)| taken.iter().all(|(a, b)| high < *a || *b < low);
        let best = instances(record)
            .into_iter()
            .filter(|instance| free((instance.low, instance.high)))
            .min_by(|a, b| a.cost.total_cmp(&b.cost));
        if let Some(best) = best {
            taken.push((best.low, best.high));
            *own = best.chosen;
        }
    }
    chosen
}

/// A way to place a record.
#[derive(Debug, Clone)]
struct Instance {
    chosen: Vec<Option<usize>>,
    low: usize,
    high: usize,
    cost: f32,
}

/// A way to place the first records.
struct State {
    /// One past the last position taken.
    end: usize,
    cost: f32,
    /// The state before, and the record and instance that led from there to this one.
    from: Option<(usize, usize, Instance)>,
}

/// The cheapest way to place records one after another. Those that do not fit are left out.
fn sequence(records: &[Vec<Vec<Position>>]) -> Vec<Vec<Option<usize>>> {
    let mut states = vec![State { end: 0, cost: 0.0, from: None }];
    // The states worth continuing from, in the order of their ends: each costs less than the one before.
    let mut front: Vec<usize> = vec![0];
    for (number, record) in records.iter().enumerate() {
        let mut reached: Vec<usize> = Vec::new();
        for instance in instances(record) {
            // Later states cost less, so the last one that ends before the instance is the best.
            let fits = front.partition_point(|state| states[*state].end <= instance.low);
            let Some(before) = fits.checked_sub(1).map(|at| front[at]) else { continue };
            let cost = states[before].cost + instance.cost;
            reached.push(states.len());
            states.push(State { end: instance.high + 1, cost, from: Some((before, number, instance)) });
        }
        for state in &front {
            states[*state].cost += SKIPPED;
        }
        front.extend(reached);
        front.sort_by(|a, b| {
            let (a, b) = (&states[*a], &states[*b]);
            a.end.cmp(&b.end).then(a.cost.total_cmp(&b.cost))
        });
        let mut least = f32::INFINITY;
        front.retain(|state| {
            let better = states[*state].cost < least;
            least = least.min(states[*state].cost);
            better
        });
    }
    let mut chosen: Vec<Vec<Option<usize>>> = records.iter().map(|record| vec![None; record.len()]).collect();
    let mut at = front.last().copied();
    while let Some((before, number, instance)) = at.and_then(|at| states[at].from.take()) {
        chosen[number] = instance.chosen;
        at = Some(before);
    }
    chosen
}

/// The ways to place a record: its rarest value at each of its positions, the others at the nearest positions before or after.
fn instances(record: &[Vec<Position>]) -> Vec<Instance> {
    let with_positions = record.iter().enumerate().filter(|(_, positions)| !positions.is_empty());
    let Some((anchor, positions)) = with_positions.min_by_key(|(_, positions)| positions.len()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (at, position) in positions.iter().enumerate().take(MOST_ANCHORS) {
        let mut ways = vec![vec![None; record.len()]];
        ways[0][anchor] = Some(at);
        for (value, positions) in record.iter().enumerate().filter(|(value, _)| *value != anchor) {
            let choices = nearest(positions, position.at);
            if choices.is_empty() || ways.len() > MOST_WAYS {
                continue;
            }
            ways = ways
                .iter()
                .flat_map(|way| {
                    choices.iter().map(|choice| {
                        let mut way = way.clone();
                        way[value] = Some(*choice);
                        way
                    })
                })
                .collect();
        }
        found.extend(ways.into_iter().filter_map(|chosen| instance(record, chosen)));
    }
    found
}

/// The nearest positions before and after another, by number.
fn nearest(positions: &[Position], other: usize) -> Vec<usize> {
    let numbered = || positions.iter().enumerate();
    let before =
        numbered().filter(|(_, position)| position.at < other).max_by_key(|(_, position)| position.at);
    let after =
        numbered().filter(|(_, position)| position.at > other).min_by_key(|(_, position)| position.at);
    before.into_iter().chain(after).map(|(number, _)| number).collect()
}

fn instance(record: &[Vec<Position>], mut chosen: Vec<Option<usize>>) -> Option<Instance> {
    // Two values cannot have the same position.
    for value in 1..chosen.len() {
        let place = |value: usize, chosen: &[Option<usize>]| chosen[value].map(|at| record[value][at].at);
        if (0..value).any(|other| chosen[value].is_some() && place(other, &chosen) == place(value, &chosen)) {
            chosen[value] = None;
        }
    }
    let (low, high) = span(record, &chosen)?;
    let positions = || record.iter().zip(&chosen).map(|(positions, at)| at.map(|at| positions[at]));
    let unusual: f32 = positions().flatten().map(|position| position.unusual).sum();
    let without = positions().filter(Option::is_none).count();
    let cost = (high - low) as f32 + UNUSUAL * unusual + WITHOUT * without as f32;
    Some(Instance { chosen, low, high, cost })
}

/// The first and the last position of a record.
fn span(record: &[Vec<Position>], chosen: &[Option<usize>]) -> Option<(usize, usize)> {
    let places = || record.iter().zip(chosen).filter_map(|(positions, at)| Some(positions[(*at)?].at));
    places().min().zip(places().max())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of values, each with the positions where it could stand.
    fn placed(records: &[&[&[usize]]]) -> Vec<Vec<Option<usize>>> {
        let positions: Vec<Vec<Vec<Position>>> = records
            .iter()
            .map(|record| {
                let position = |at: &usize| Position { at: *at, unusual: 0.0 };
                record.iter().map(|value| value.iter().map(position).collect()).collect()
            })
            .collect();
        let place = |(record, chosen): (&&[&[usize]], Vec<Option<usize>>)| {
            record.iter().zip(chosen).map(|(value, at)| at.map(|at| value[at])).collect()
        };
        records.iter().zip(in_order(&positions)).map(place).collect()
    }

    #[test]
    fn equal_prices_go_to_the_record_they_stand_in() {
        // name 0, price 1; name 2, price 3; name 4, price 5: all cost the same.
        let prices: &[usize] = &[1, 3, 5];
        let found = placed(&[&[&[0], prices], &[&[2], prices], &[&[4], prices]]);
        assert_eq!(found, [[Some(0), Some(1)], [Some(2), Some(3)], [Some(4), Some(5)]]);
        // The price before the name.
        let prices: &[usize] = &[0, 2, 4];
        let found = placed(&[&[&[1], prices], &[&[3], prices], &[&[5], prices]]);
        assert_eq!(found, [[Some(1), Some(0)], [Some(3), Some(2)], [Some(5), Some(4)]]);
    }

    #[test]
    fn equal_records_follow_one_another() {
        let (names, prices): (&[usize], &[usize]) = (&[0, 2], &[1, 3]);
        assert_eq!(placed(&[&[names, prices], &[names, prices]]), [[Some(0), Some(1)], [Some(2), Some(3)]]);
    }

    #[test]
    fn a_record_out_of_order_and_a_missing_value_are_no_trouble() {
        let found = placed(&[&[&[4], &[5]], &[&[0], &[1]], &[&[2], &[]], &[&[], &[]]]);
        assert_eq!(found[0], [Some(4), Some(5)]);
        assert_eq!(found[1], [Some(0), Some(1)]);
        assert_eq!(found[2], [Some(2), None]);
        assert_eq!(found[3], [None, None]);
    }
}
