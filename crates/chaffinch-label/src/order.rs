//! The values of many records placed together. Records follow one another on the page as they do in the gold and do not lie within each other, so
//! of all places where the values of a record could stand those are chosen that lie close together, the next record after them.

/// A place where a value could stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// Its number in the order of the page.
    pub at: usize,
    /// How unusual this kind of place is for values of the attribute, from 0 to 1.
    pub strange: f32,
}

/// No more places of a record's rarest value are considered.
const MOST_ANCHORS: usize = 200;
/// What it costs to stand in an unusual kind of place, to leave out a value, to leave out a record: as many places as a record may be
/// wider for it.
const STRANGE: f32 = 4.0;
const WITHOUT: f32 = 12.0;
const SKIPPED: f32 = 60.0;

/// Chooses for each value of each record one of its spots, by number, or none.
pub fn in_order(records: &[Vec<Vec<Spot>>]) -> Vec<Vec<Option<usize>>> {
    let mut chosen = sequence(records);
    // Records that do not follow the order of the others stand where they are closest.
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

/// Some records have been placed: what that cost, up to which place, and how.
struct State {
    /// One past the last place taken.
    end: usize,
    cost: f32,
    /// The state before, and the record and instance that led here.
    from: Option<(usize, usize, Instance)>,
}

/// The cheapest way to place records one after the other; those that do not fit are left out.
fn sequence(records: &[Vec<Vec<Spot>>]) -> Vec<Vec<Option<usize>>> {
    let mut states = vec![State { end: 0, cost: 0.0, from: None }];
    // The states worth going on from: the further they reach, the less they cost.
    let mut front: Vec<usize> = vec![0];
    for (number, record) in records.iter().enumerate() {
        let mut reached: Vec<usize> = Vec::new();
        for instance in instances(record) {
            // Later ones in front are cheaper; the last that ends in time is the best.
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

/// The ways to place a record: around each place of its rarest value, the others at the nearest places before or after.
fn instances(record: &[Vec<Spot>]) -> Vec<Instance> {
    let with_spots = record.iter().enumerate().filter(|(_, spots)| !spots.is_empty());
    let Some((anchor, spots)) = with_spots.min_by_key(|(_, spots)| spots.len()) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, spot) in spots.iter().enumerate().take(MOST_ANCHORS) {
        let mut ways = vec![vec![None; record.len()]];
        ways[0][anchor] = Some(at);
        for (value, spots) in record.iter().enumerate().filter(|(value, _)| *value != anchor) {
            let choices = nearest(spots, spot.at);
            if choices.is_empty() || ways.len() > 64 {
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

/// The spots nearest before and after a place, by number.
fn nearest(spots: &[Spot], place: usize) -> Vec<usize> {
    let numbered = || spots.iter().enumerate();
    let before = numbered().filter(|(_, spot)| spot.at < place).max_by_key(|(_, spot)| spot.at);
    let after = numbered().filter(|(_, spot)| spot.at > place).min_by_key(|(_, spot)| spot.at);
    before.into_iter().chain(after).map(|(number, _)| number).collect()
}

fn instance(record: &[Vec<Spot>], mut chosen: Vec<Option<usize>>) -> Option<Instance> {
    // Two values cannot stand in one place.
    for value in 1..chosen.len() {
        let place = |value: usize, chosen: &[Option<usize>]| chosen[value].map(|at| record[value][at].at);
        if (0..value).any(|other| chosen[value].is_some() && place(other, &chosen) == place(value, &chosen)) {
            chosen[value] = None;
        }
    }
    let (low, high) = span(record, &chosen)?;
    let spots = || record.iter().zip(&chosen).map(|(spots, at)| at.map(|at| spots[at]));
    let strange: f32 = spots().flatten().map(|spot| spot.strange).sum();
    let without = spots().filter(Option::is_none).count();
    let cost = (high - low) as f32 + STRANGE * strange + WITHOUT * without as f32;
    Some(Instance { chosen, low, high, cost })
}

/// From the first to the last place of a record.
fn span(record: &[Vec<Spot>], chosen: &[Option<usize>]) -> Option<(usize, usize)> {
    let places = || record.iter().zip(chosen).filter_map(|(spots, at)| Some(spots[(*at)?].at));
    places().min().zip(places().max())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records of values, each with the places where it could stand.
    fn placed(records: &[&[&[usize]]]) -> Vec<Vec<Option<usize>>> {
        let spots: Vec<Vec<Vec<Spot>>> = records
            .iter()
            .map(|record| {
                let spot = |at: &usize| Spot { at: *at, strange: 0.0 };
                record.iter().map(|value| value.iter().map(spot).collect()).collect()
            })
            .collect();
        let place = |(record, chosen): (&&[&[usize]], Vec<Option<usize>>)| {
            record.iter().zip(chosen).map(|(value, at)| at.map(|at| value[at])).collect()
        };
        records.iter().zip(in_order(&spots)).map(place).collect()
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
