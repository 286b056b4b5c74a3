//! Which pieces of the records belong together. All records are looked at alike: none is the model for the others.
//!
//! Pieces that stand in the same place of their records, by tags and classes, are a column. Where a place holds several pieces in some
//! records, they are told apart by their labels, units and shapes, or are several values of one cell. Then columns that no record has both
//! of, and that look alike, become one.

use crate::draft::{Draft, DraftValue};
use crate::evidence::says_former;
use crate::highlights::Highlights;
use crate::labels::take_labels;
use crate::passages::Passages;
use crate::pieces::{Piece, PieceKind, pieces};
use crate::settings::ColumnSettings;
use crate::shape::{Shape, text_key, unit_key};
use chaffinch_core::{NodeId, Page, TextMap};
use chaffinch_survey::{Record, Survey};

/// A piece with its value.
pub(crate) struct Item {
    pub piece: Piece,
    pub value: DraftValue,
    /// What the page calls it.
    pub label: Option<String>,
    pub shape: Shape,
    /// Where it stands among the pieces of its record, 0 to 1.
    pub order: f32,
    /// Whether `and` joins it to the item before it.
    pub joined: bool,
}

impl Item {
    pub fn new(piece: Piece, value: DraftValue, label: Option<String>) -> Item {
        let shape = if piece.kind == PieceKind::Text { Shape::of(&value.text) } else { Shape::Address };
        Item { piece, value, label, shape, order: 0.0, joined: false }
    }

    pub fn is_text(&self) -> bool {
        self.piece.kind == PieceKind::Text
    }

    /// The same piece with another value, which is a part of its own.
    pub fn with(&self, value: DraftValue, label: Option<String>) -> Item {
        Item { order: self.order, ..Item::new(self.piece, value, label) }
    }
}

/// What tells the pieces of one column from all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Key {
    kind: PieceKind,
    path: u64,
    /// Which of several pieces at the same place: by number, label, unit or shape.
    which: u64,
}

/// A column as it is found: the items of one key or of several that were merged.
struct Cluster {
    draft: Draft,
    tags: u64,
    own: u64,
    shape: Shape,
    heading: bool,
    former: bool,
    /// Whether most of its values are links.
    linked: bool,
    orders: f32,
    count: usize,
}

/// The columns of the records, in the order of the page.
pub(crate) fn aligned(survey: &Survey, records: &[Record], settings: &ColumnSettings) -> Vec<Draft> {
    let (passages, highlights) = (Passages::of(survey, records), Highlights::of(survey, records));
    let pieces = |record| pieces(survey, record, &passages, &highlights);
    let items = records.iter().map(|record| items(survey, pieces(record), settings));
    let mut items: Vec<Vec<Item>> = items.collect();
    take_labels(survey, &mut items, settings);
    cluster(survey, items, settings)
}

/// The columns of records whose pieces are known.
pub(crate) fn cluster(survey: &Survey, items: Vec<Vec<Item>>, settings: &ColumnSettings) -> Vec<Draft> {
    let rows = items.len();
    let splits = Splits::of(&items, settings);
    let mut at: TextMap<Key, usize> = TextMap::default();
    let mut clusters: Vec<Cluster> = Vec::new();
    for (row, items) in items.into_iter().enumerate() {
        let mut seen: TextMap<(PieceKind, u64), u64> = TextMap::default();
        for item in items {
            let nth = seen.entry((item.piece.kind, item.piece.path)).or_default();
            let key = splits.key(survey.page, &item, *nth);
            *nth += 1;
            let place = *at.entry(key).or_insert_with(|| {
                clusters.push(Cluster::new(survey, &item, rows));
                clusters.len() - 1
            });
            clusters[place].add(row, item);
        }
    }
    clusters.iter_mut().for_each(Cluster::settle);
    let mut clusters = merged(clusters, rows, settings);
    clusters.sort_by(|a, b| a.order().total_cmp(&b.order()));
    clusters.into_iter().map(|cluster| cluster.draft).collect()
}

fn items(survey: &Survey, pieces: Vec<Piece>, settings: &ColumnSettings) -> Vec<Item> {
    let count = pieces.len().max(1) as f32;
    let item = |(at, piece): (usize, Piece)| {
        let value = DraftValue::of(survey, &piece)?;
        // What comes behind the limit is kept, but not told apart.
        let piece = if at < settings.max_pieces { piece } else { piece.at(BEHIND) };
        Some(Item { order: at as f32 / count, ..Item::new(piece, value, None) })
    };
    let says = |item: &Item| item.shape != Shape::Signs || item.value.text.contains(['★', '☆']);
    let mut items: Vec<Item> = pieces.into_iter().enumerate().filter_map(item).filter(says).collect();
    let joins = |at: usize, item: &Item| {
        let (before, behind) = (at.checked_sub(1).and_then(|before| items.get(before)), items.get(at + 1));
        let is_alike = before.zip(behind).is_some_and(|(a, b)| a.is_text() && a.piece.path == b.piece.path);
        item.is_text() && is_alike && is_and(&item.value.text)
    };
    let joining: Vec<bool> = items.iter().enumerate().map(|(at, item)| joins(at, item)).collect();
    for at in 1..items.len() {
        items[at].joined = joining[at - 1];
    }
    let mut joining = joining.into_iter();
    items.retain(|_| joining.next() != Some(true));
    items
}

/// Whether a text only joins the values beside it, as `and` does the names of two authors.
fn is_and(text: &str) -> bool {
    const AND: [&str; 12] = ["and", "&", "und", "et", "y", "e", "og", "och", "en", "i", "и", "ja"];
    AND.contains(&text.trim_matches(|c: char| c.is_whitespace() || c == ',').to_lowercase().as_str())
}

/// The place of all pieces behind the limit.
const BEHIND: u64 = 1;

/// Most bytes of an item of a list that is told from the others by its form, such as `3 beds`.
const SHORT_ITEM: usize = 24;

/// From how many pieces on links at one place, of which some records have more and some fewer, are tags.
const FEWEST_TAGS: usize = 3;

/// How the pieces at each place are told apart.
struct Splits {
    of_place: TextMap<(PieceKind, u64), Split>,
    /// How many records have a text of this unit at this place, at most one each.
    units: TextMap<(u64, u64), usize>,
    least: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Split {
    /// Nearly all records have the same number of pieces here: each is a column.
    ByNumber,
    /// The number differs: labels, units and shapes tell columns apart, and what has none of them is one cell with several values.
    ByContent,
}

impl Splits {
    fn of(records: &[Vec<Item>], settings: &ColumnSettings) -> Splits {
        let mut counts: TextMap<(PieceKind, u64), Vec<usize>> = TextMap::default();
        let mut units: TextMap<(u64, u64), usize> = TextMap::default();
        let mut several: Vec<(u64, u64)> = Vec::new();
        // Whether all pieces of a place are a few words with a link, as tags are.
        let mut tags: TextMap<(PieceKind, u64), bool> = TextMap::default();
        // Items of lists and paragraphs, and whether a form tells any of them apart.
        let mut places: TextMap<(PieceKind, u64), bool> = TextMap::default();
        for items in records {
            let mut here: TextMap<(PieceKind, u64), usize> = TextMap::default();
            let mut with_unit: TextMap<(u64, u64), usize> = TextMap::default();
            for item in items {
                *here.entry((item.piece.kind, item.piece.path)).or_default() += 1;
                let is_tag = item.value.link.is_some()
                    && item.shape == Shape::Words
                    && item.value.text.len() <= SHORT_ITEM;
                *tags.entry((item.piece.kind, item.piece.path)).or_insert(true) &= is_tag;
                if item.piece.listed {
                    let told = !matches!(item.shape, Shape::Words | Shape::Prose)
                        && item.value.text.len() <= SHORT_ITEM;
                    *places.entry((item.piece.kind, item.piece.path)).or_default() |= told;
                }
                if let Some(unit) = unit_key(&item.value.text) {
                    *with_unit.entry((item.piece.path, unit)).or_default() += 1;
                }
            }
            for (place, count) in here {
                counts.entry(place).or_default().push(count);
            }
            for (unit, count) in with_unit {
                *units.entry(unit).or_default() += 1;
                if count > 1 {
                    several.push(unit);
                }
            }
        }
        for unit in several {
            units.remove(&unit);
        }
        let mut split = |place: (PieceKind, u64), mut counts: Vec<usize>| {
            let all = counts.len();
            counts.sort_unstable();
            let most = counts.chunk_by(|a, b| a == b).max_by_key(|chunk| chunk.len());
            let (number, times) = most.map_or((0, 0), |chunk| (chunk[0], chunk.len()));
            let same = times as f32 >= settings.same_number * all as f32;
            let listed = number > 1 && places.remove(&place).is_some_and(|told| !told)
                || number >= FEWEST_TAGS && times < all && tags.get(&place) == Some(&true);
            if same && !listed && number <= settings.max_alike { Split::ByNumber } else { Split::ByContent }
        };
        let of_place = counts.into_iter().map(|(place, counts)| (place, split(place, counts))).collect();
        let least = (settings.unit_share * records.len() as f32).ceil().max(2.0) as usize;
        Splits { of_place, units, least }
    }

    fn key(&self, page: &Page, item: &Item, nth: u64) -> Key {
        let Piece { kind, path, .. } = item.piece;
        let split = self.of_place.get(&(kind, path)).copied().unwrap_or(Split::ByNumber);
        // Wherever it stands: what the page gives one name is one column.
        if let Some(label) = &item.label {
            return Key { kind, path: 0, which: text_key(&label.to_lowercase()) };
        }
        let text = &item.value.text;
        let unit =
            || unit_key(text).filter(|unit| self.units.get(&(path, *unit)).is_some_and(|n| *n >= self.least));
        let which = match split {
            Split::ByNumber => nth,
            // A former price beside the current one.
            Split::ByContent if text.contains(char::is_numeric) && is_former(page, item.piece.node) => FORMER,
            Split::ByContent => unit().unwrap_or(item.shape as u64),
        };
        Key { kind, path, which }
    }
}

/// What tells former prices from other texts of a place; no shape has this number.
const FORMER: u64 = 1 << 32;

/// Whether the markup says that a price is a former one.
pub(crate) fn is_former(page: &Page, node: NodeId) -> bool {
    let near = || std::iter::once(node).chain(page.ancestors(node)).take(FORMER_LEVELS);
    near().any(|id| matches!(page.name(id), "del" | "s" | "strike"))
        || near().any(|id| says_former(page.class_text(id)))
}

/// How many levels, the price itself included, are searched for what says that it is a former one.
const FORMER_LEVELS: usize = 4;

impl Cluster {
    fn new(survey: &Survey, item: &Item, rows: usize) -> Cluster {
        let page = survey.page;
        let near = || std::iter::once(item.piece.node).chain(page.ancestors(item.piece.node)).take(4);
        Cluster {
            draft: Draft::new(item.piece.kind, rows),
            tags: item.piece.tags,
            own: item.piece.own,
            shape: item.shape,
            heading: near().any(|id| page.is_heading(id)),
            former: is_former(page, item.piece.node),
            linked: false,
            orders: 0.0,
            count: 0,
        }
    }

    fn add(&mut self, row: usize, item: Item) {
        if self.draft.label.is_none() {
            self.draft.label = item.label;
        }
        self.orders += item.order;
        self.count += 1;
        self.draft.cells[row].push(item.value);
    }

    fn order(&self) -> f32 {
        self.orders / self.count.max(1) as f32
    }

    /// The shape of most of its values.
    fn settle(&mut self) {
        self.linked = 2 * self.draft.values().filter(|value| value.link.is_some()).count() > self.count;
        let mut shapes: Vec<Shape> = match self.draft.kind {
            PieceKind::Text => self.draft.texts().map(Shape::of).collect(),
            _ => return,
        };
        shapes.sort_unstable();
        if let Some(most) = shapes.chunk_by(|a, b| a == b).max_by_key(|chunk| chunk.len()) {
            self.shape = most[0];
        }
    }

    /// How alike two columns are, where 0 is not at all. `missed` is in how many records both would be expected to stand by chance.
    fn likeness(&self, other: &Cluster, missed: f32, settings: &ColumnSettings) -> f32 {
        if self.draft.kind != other.draft.kind {
            return 0.0;
        }
        if self.draft.label.is_some() || other.draft.label.is_some() {
            return 0.0;
        }
        let far = (self.order() - other.order()).abs();
        let (tags, own) = (self.tags == other.tags, self.own == other.own);
        let same_shape = self.shape == other.shape;
        let weights = &settings.likeness;
        let alike = match self.draft.kind {
            PieceKind::Image | PieceKind::Link => 1.0 + f32::from(own) + f32::from(tags),
            PieceKind::Text if !self.shape.fits(other.shape) => 0.0,
            PieceKind::Text => {
                let money = same_shape && self.shape == Shape::Money && self.former == other.former;
                weights.own * f32::from(own)
                    + weights.tags * f32::from(tags)
                    + weights.heading * f32::from(self.heading && other.heading)
                    + weights.money * f32::from(money)
                    + weights.shape * f32::from(same_shape)
                    + weights.linked * f32::from(self.linked && other.linked)
                    + weights.gaps * (missed / weights.enough_missed).min(1.0)
            }
        };
        alike - settings.distance_weight * far
    }

    /// Takes the values of another column, unless a record has both.
    fn take(&mut self, other: Cluster) {
        for (mine, theirs) in self.draft.cells.iter_mut().zip(other.draft.cells) {
            mine.extend(theirs);
        }
        self.orders += other.orders;
        self.count += other.count;
    }
}

/// Merges columns that look alike and that no record has both of, the most alike first.
fn merged(clusters: Vec<Cluster>, rows: usize, settings: &ColumnSettings) -> Vec<Cluster> {
    if clusters.len() > settings.max_clusters {
        return clusters;
    }
    let mut all: Vec<Option<Cluster>> = clusters.into_iter().map(Some).collect();
    let full = (settings.full * rows as f32) as usize;
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    let filled: Vec<usize> = all.iter().flatten().map(|cluster| cluster.draft.filled()).collect();
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            if let (Some(one), Some(other)) = (&all[a], &all[b])
                && filled[a] + filled[b] <= rows
                && filled[a].min(filled[b]) <= full
            {
                // Columns that fill each other's gaps, though chance would put both into many records, are one.
                let complete = filled[a] + filled[b] >= full;
                let missed = if complete { (filled[a] * filled[b]) as f32 / rows.max(1) as f32 } else { 0.0 };
                let alike = one.likeness(other, missed, settings);
                if alike >= settings.alike {
                    pairs.push((alike, a, b));
                }
            }
        }
    }
    pairs.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)).then(x.2.cmp(&y.2)));
    for (_, a, b) in pairs {
        let (Some(one), Some(other)) = (&all[a], &all[b]) else { continue };
        let mut both = one.draft.cells.iter().zip(&other.draft.cells);
        if both.any(|(mine, theirs)| !mine.is_empty() && !theirs.is_empty()) {
            continue;
        }
        if let (Some(other), Some(one)) = (all[b].take(), &mut all[a]) {
            one.take(other);
        }
    }
    all.into_iter().flatten().collect()
}
