//! Where the records stand, in the tree and on the screen.

use super::{Features, Measured, mean, ratio, variation};
use chaffinch_core::{NodeId, Page, Rect};
use rustc_hash::FxHashMap;

pub(super) fn measure(m: &Measured, names: &mut Names, out: &mut Features) {
    let survey = m.survey;
    let start = m.region.records[0].first();
    let end = m.region.records[m.region.records.len() - 1].end();
    let whole = survey.whole();
    let before = survey.content(&(NodeId::DOCUMENT..start));
    let after = survey.content(&(end..NodeId::from_index(survey.page.len())));
    out.set("share of the text before", ratio(before.chars, whole.chars));
    out.set("share of the text after", ratio(after.chars, whole.chars));
    out.set("depth", survey.depth[start.index()] as f32);
    out.set("in a part for navigation", navigation(m));
    out.set("in a part for content", content_part(m));
    let (content, other) = named(m, names);
    out.set("named as content", content);
    out.set("named as something else", other);
    on_screen(m, out);
}

const GOOD: [&str; 12] = [
    "result", "product", "item", "list", "search", "content", "main", "article", "post", "entry", "grid",
    "card",
];
const BAD: [&str; 22] = [
    "nav",
    "menu",
    "foot",
    "header",
    "side",
    "facet",
    "filter",
    "refine",
    "pag",
    "breadcrumb",
    "share",
    "social",
    "related",
    "recommend",
    "widget",
    "banner",
    "ad-",
    "tab",
    "cloud",
    "dropdown",
    "login",
    "comment",
];

/// Whether the region stands in a part that HTML itself calls something other than content.
fn navigation(m: &Measured) -> f32 {
    let page = m.survey.page;
    let first = m.region.records[0].first();
    let inside = page.ancestors(first).any(|above| {
        matches!(page.name(above), "nav" | "footer" | "header" | "aside" | "select" | "menu")
            || page
                .attribute(above, "role")
                .is_some_and(|r| matches!(r, "navigation" | "banner" | "contentinfo"))
    });
    f32::from(u8::from(inside))
}

/// Whether the region stands in the part that HTML itself calls the content.
fn content_part(m: &Measured) -> f32 {
    let page = m.survey.page;
    let first = m.region.records[0].first();
    let inside = page.ancestors(first).any(|above| {
        matches!(page.name(above), "main" | "article")
            || page.attribute(above, "role").is_some_and(|r| matches!(r, "main" | "feed"))
            || page.attribute(above, "id").is_some_and(|id| matches!(id, "main" | "content" | "results"))
    });
    f32::from(u8::from(inside))
}

/// How many of the names that authors gave to the records and the nodes around them speak of content, and how many of
/// something else.
fn named(m: &Measured, names: &mut Names) -> (f32, f32) {
    const LEVELS: usize = 6;
    let page = m.survey.page;
    let record = m.region.records[m.region.records.len() / 2].first();
    let nodes = std::iter::once(record).chain(page.ancestors(record)).take(LEVELS);
    nodes.map(|node| names.of(page, node)).fold((0.0, 0.0), |sum, node| (sum.0 + node.0, sum.1 + node.1))
}

/// What the names of nodes speak of, remembered: regions have many ancestors in common.
#[derive(Default)]
pub(super) struct Names {
    known: FxHashMap<NodeId, (f32, f32)>,
}

impl Names {
    /// How many of a node's class and id hold a word of content, and how many one of something else.
    fn of(&mut self, page: &Page, node: NodeId) -> (f32, f32) {
        *self.known.entry(node).or_insert_with(|| {
            let names = ["class", "id"].map(|name| page.attribute(node, name).map(str::to_ascii_lowercase));
            let holding = |words: &[&str]| {
                let holds = |name: &&String| words.iter().any(|word| name.contains(word));
                names.iter().flatten().filter(holds).count() as f32
            };
            (holding(&GOOD), holding(&BAD))
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
    let parts = |f: fn(&Rect) -> f32| boxes.iter().map(f).collect::<Vec<f32>>();
    let wide = mean(&parts(|r| r.w));
    out.set_if("width of a record", seen.zip(wide).map(|((_, page), wide)| wide / page.w.max(1.0)));
    out.set_if("height of a record", mean(&parts(|r| r.h)).map(|h| h.max(1.0).ln()));
    out.set_if("variation of width", variation(&parts(|r| r.w)));
    out.set_if("variation of height", variation(&parts(|r| r.h)));
    out.set_if("records at a common left edge", left_aligned(&boxes));
    out.set_if("records that do not overlap", apart(&boxes));
    let (between, inside) = (mean(&gaps(&boxes)), mean(&inner_gaps(m)));
    out.set_if("space between records", between.filter(|_| seen.is_some()));
    out.set_if("space between against inside", between.zip(inside).map(|(b, i)| (b - i).clamp(-50.0, 50.0)));
    let stacked = boxes.windows(2).filter(|pair| pair[1].y + 2.0 >= pair[0].bottom()).count();
    out.set_if("records below one another", seen.map(|_| ratio(stacked, boxes.len().saturating_sub(1))));
    out.set_if("records with a box", seen.map(|_| ratio(boxes.len(), m.boxes.len())));
}

/// The share of records whose left edge at least one in eight have.
fn left_aligned(boxes: &[Rect]) -> Option<f32> {
    let mut lefts: Vec<i32> = boxes.iter().map(|r| (r.x / 4.0).round() as i32).collect();
    lefts.sort_unstable();
    let least = boxes.len().div_ceil(8).max(2);
    let aligned: usize =
        lefts.chunk_by(|a, b| (a - b).abs() <= 1).map(<[i32]>::len).filter(|n| *n >= least).sum();
    (!boxes.is_empty()).then(|| ratio(aligned, boxes.len()))
}

/// The share of neighbours that do not cover each other.
fn apart(boxes: &[Rect]) -> Option<f32> {
    const SLACK: f32 = 3.0;
    let covers = |a: &Rect, b: &Rect| a.overlap_x(b) > SLACK && a.overlap_y(b) > SLACK;
    let apart = boxes.windows(2).filter(|pair| !covers(&pair[0], &pair[1])).count();
    (boxes.len() > 1).then(|| ratio(apart, boxes.len() - 1))
}

/// The vertical spaces between neighbours that stand below one another.
fn gaps(boxes: &[Rect]) -> Vec<f32> {
    let gaps = boxes.windows(2).map(|pair| pair[1].y - pair[0].bottom());
    gaps.filter(|gap| *gap > -2.0).map(|gap| gap.min(200.0)).collect()
}

/// For each of some records the widest vertical space inside it.
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
