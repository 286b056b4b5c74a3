//! Measures of where the records stand, in the tree and on the screen.

use super::{Features, Measured, mean, ratio, variation};
use chaffinch_core::{NodeId, Page, Rect, TextMap};
use rustc_hash::FxHashMap;

pub(super) fn measure<'p>(m: &Measured<'_, 'p>, names: &mut NameCounts<'p>, out: &mut Features) {
    let survey = m.survey;
    let start = m.region.records[0].first();
    let end = m.region.records[m.region.records.len() - 1].end();
    let whole = survey.whole();
    let before = survey.content(&(NodeId::DOCUMENT..start));
    let after = survey.content(&(end..NodeId::from_index(survey.page.len())));
    out.set("share of the text before", ratio(before.chars, whole.chars));
    out.set("share of the text after", ratio(after.chars, whole.chars));
    out.set("depth", survey.depth[start.index()] as f32);
    let part = survey.page.node(start).parent.map_or(Part::default(), |above| names.part(survey.page, above));
    out.set("in a part for navigation", f32::from(u8::from(part.navigation)));
    out.set("in a part for content", f32::from(u8::from(part.content)));
    let (content, other) = named(m, names);
    out.set("named as content", content);
    out.set("named as something else", other);
    on_screen(m, out);
}

/// Parts of class names and ids around the content of a page.
const CONTENT_WORDS: [&str; 12] = [
    "result", "product", "item", "list", "search", "content", "main", "article", "post", "entry", "grid",
    "card",
];
/// Parts of class names and ids around navigation, advertisements and the like.
const OTHER_WORDS: [&str; 22] = [
    "nav", "menu", "foot", "header", "side", "facet", "filter", "refine", "pag", "breadcrumb", "share",
    "social", "related", "recommend", "widget", "banner", "ad-", "tab", "cloud", "dropdown", "login",
    "comment",
];

/// How many classes and ids of a record and its nearest ancestors have a word for content, and how many a word for something
/// else.
fn named<'p>(m: &Measured<'_, 'p>, names: &mut NameCounts<'p>) -> (f32, f32) {
    const LEVELS: usize = 6;
    let page = m.survey.page;
    let record = m.region.records[m.region.records.len() / 2].first();
    let nodes = std::iter::once(record).chain(page.ancestors(record)).take(LEVELS);
    let called = nodes.flat_map(|node| ["class", "id"].map(|name| page.attribute(node, name))).flatten();
    called.map(|name| names.says(name)).fold((0.0, 0.0), |sum, name| (sum.0 + name.0, sum.1 + name.1))
}

/// What was found of names and parts so far, because regions have many ancestors and names in common.
#[derive(Default)]
pub(super) struct NameCounts<'p> {
    known: TextMap<&'p str, (f32, f32)>,
    parts: FxHashMap<NodeId, Part>,
}

/// What HTML says of the part of the page that a node is or stands in.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    /// It is marked as something other than content.
    navigation: bool,
    /// It is marked as the content.
    content: bool,
}

impl Part {
    /// What an element itself says.
    fn own(page: &Page, node: NodeId) -> Part {
        let (name, role) = (page.name(node), page.attribute(node, "role").unwrap_or_default());
        let is_content_id = |id: &str| matches!(id, "main" | "content" | "results");
        Part {
            navigation: matches!(name, "nav" | "footer" | "header" | "aside" | "select" | "menu")
                || matches!(role, "navigation" | "banner" | "contentinfo"),
            content: matches!(name, "main" | "article")
                || matches!(role, "main" | "feed")
                || page.attribute(node, "id").is_some_and(is_content_id),
        }
    }
}

impl<'p> NameCounts<'p> {
    /// The part that a node is or stands in.
    fn part(&mut self, page: &Page, node: NodeId) -> Part {
        let around = std::iter::once(node).chain(page.ancestors(node));
        let unknown: Vec<NodeId> = around.take_while(|node| !self.parts.contains_key(node)).collect();
        let top = unknown.last().map_or(Some(node), |last| page.node(*last).parent);
        let mut part = top.and_then(|top| self.parts.get(&top).copied()).unwrap_or_default();
        for node in unknown.into_iter().rev() {
            let own = Part::own(page, node);
            part =
                Part { navigation: part.navigation || own.navigation, content: part.content || own.content };
            self.parts.insert(node, part);
        }
        part
    }

    /// Whether a class or id has a word for content, and whether it has one for something else: 1 or 0 each.
    fn says(&mut self, name: &'p str) -> (f32, f32) {
        *self.known.entry(name).or_insert_with(|| {
            let name = name.to_ascii_lowercase();
            let holds = |words: &[&str]| f32::from(u8::from(words.iter().any(|word| name.contains(word))));
            (holds(&CONTENT_WORDS), holds(&OTHER_WORDS))
        })
    }
}

fn on_screen(m: &Measured, out: &mut Features) {
    let boxes: Vec<Rect> = m.boxes.iter().flatten().copied().collect();
    let region = Rect::hull(boxes.iter().copied());
    let seen = region.zip(m.survey.extent);
    let page = |f: fn(&Rect, &Rect) -> f32| seen.map(|(region, page)| f(&region, &page));
    out.set_if("share of the page's area", page(|r, p| r.area() / p.area().max(1.0)));
    out.set_if("share of the page's width", page(|r, p| r.w / p.w.max(1.0)));
    out.set_if("share of the page's height", page(|r, p| r.h / p.h.max(1.0)));
    out.set_if("off the middle", page(|r, p| (r.x + r.w / 2.0 - p.x - p.w / 2.0).abs() / p.w.max(1.0)));
    out.set_if("top", page(|r, p| (r.y - p.y) / p.h.max(1.0)));
    out.set_if("top in pixels", seen.map(|(region, _)| region.y.max(1.0).ln()));
    let widths: Vec<f32> = boxes.iter().map(|r| r.w).collect();
    let heights: Vec<f32> = boxes.iter().map(|r| r.h).collect();
    let wide = mean(&widths);
    out.set_if("width of a record", seen.zip(wide).map(|((_, page), wide)| wide / page.w.max(1.0)));
    out.set_if("height of a record", mean(&heights).map(|h| h.max(1.0).ln()));
    out.set_if("variation of width", variation(&widths));
    out.set_if("variation of height", variation(&heights));
    out.set_if("records at a common left edge", left_aligned(&boxes));
    out.set_if("records that do not overlap", apart(&boxes));
    let (between, inside) = (mean(&gaps(&boxes)), mean(&inner_gaps(m)));
    out.set_if("space between records", between.filter(|_| seen.is_some()));
    out.set_if("space between against inside", between.zip(inside).map(|(b, i)| (b - i).clamp(-50.0, 50.0)));
    let stacked = boxes.windows(2).filter(|pair| pair[1].y + 2.0 >= pair[0].bottom()).count();
    out.set_if("records below one another", seen.map(|_| ratio(stacked, boxes.len().saturating_sub(1))));
    out.set_if("records with a box", seen.map(|_| ratio(boxes.len(), m.boxes.len())));
}

/// The share of records whose left edge is also that of at least one record in eight. Edges count as equal up to about 4 CSS
/// pixels.
fn left_aligned(boxes: &[Rect]) -> Option<f32> {
    let mut lefts: Vec<i32> = boxes.iter().map(|r| (r.x / 4.0).round() as i32).collect();
    lefts.sort_unstable();
    let least = boxes.len().div_ceil(8).max(2);
    let aligned: usize =
        lefts.chunk_by(|a, b| (a - b).abs() <= 1).map(<[i32]>::len).filter(|n| *n >= least).sum();
    (!boxes.is_empty()).then(|| ratio(aligned, boxes.len()))
}

/// The share of neighbours that overlap by 3 CSS pixels at most.
fn apart(boxes: &[Rect]) -> Option<f32> {
    const SLACK: f32 = 3.0;
    let covers = |a: &Rect, b: &Rect| a.overlap_x(b) > SLACK && a.overlap_y(b) > SLACK;
    let apart = boxes.windows(2).filter(|pair| !covers(&pair[0], &pair[1])).count();
    (boxes.len() > 1).then(|| ratio(apart, boxes.len() - 1))
}

/// The vertical spaces, at most 200 CSS pixels each, between records below one another.
fn gaps(boxes: &[Rect]) -> Vec<f32> {
    let gaps = boxes.windows(2).map(|pair| pair[1].y - pair[0].bottom());
    gaps.filter(|gap| *gap > -2.0).map(|gap| gap.min(200.0)).collect()
}

/// The widest vertical space inside each record of a sample, at most 200 CSS pixels.
fn inner_gaps(m: &Measured) -> Vec<f32> {
    const SAMPLE: usize = 30;
    const LEAVES: usize = 60;
    let step = m.region.records.len().div_ceil(SAMPLE).max(1);
    let records = m.region.records.iter().step_by(step);
    records
        .filter_map(|record| {
            let inked = record.inked(m.survey).take(LEAVES);
            let mut bottom: Option<f32> = None;
            let mut widest: f32 = 0.0;
            for ink in inked.filter_map(|node| m.survey.ink[node.index()]) {
                widest = widest.max(bottom.map_or(0.0, |bottom| ink.y - bottom));
                bottom = Some(bottom.map_or(ink.bottom(), |bottom| bottom.max(ink.bottom())));
            }
            bottom.map(|_| widest.min(200.0))
        })
        .collect()
}
