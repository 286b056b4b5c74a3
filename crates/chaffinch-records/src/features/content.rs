//! Measures of what the records hold.

use super::{Features, Measured, mean, ratio, variation};

pub(super) fn measure(m: &Measured, out: &mut Features) {
    let whole = m.survey.whole();
    let total = &m.total;
    let chars: Vec<f32> = m.contents.iter().map(|c| c.chars as f32).collect();
    let average = mean(&chars).unwrap_or(0.0);
    out.set("records", m.count().ln());
    out.set("share of the page's text", ratio(total.chars, whole.chars));
    let prose = |chars: usize, links: usize| chars.saturating_sub(links);
    out.set(
        "share of the page's text outside links",
        ratio(prose(total.chars, total.link_chars), prose(whole.chars, whole.link_chars)),
    );
    out.set("share of the page's images", ratio(total.images, whole.images));
    let between =
        m.survey.content(&(m.region.records[0].first()..m.region.records[m.contents.len() - 1].end()));
    out.set("share of the text from the first to the last", ratio(total.chars, between.chars));
    let around = m.survey.content(&m.survey.subtree(m.root));
    out.set("share of the text in their common node", ratio(total.chars, around.chars));
    out.set("characters a record", average.max(1.0).ln());
    out.set_if("variation of characters", variation(&chars));
    out.set("share of link text", ratio(total.link_chars, total.chars));
    out.set("links a record", (1.0 + total.links as f32 / m.count()).ln());
    out.set("records with a link", m.share(|c| c.links > 0));
    out.set("records with an image", m.share(|c| c.images > 0));
    out.set("images a record", (1.0 + total.images as f32 / m.count()).ln());
    out.set("texts a record", (1.0 + total.texts as f32 / m.count()).ln());
    let texts: Vec<f32> = m.contents.iter().map(|c| c.texts as f32).collect();
    out.set_if("variation of texts", variation(&texts));
    out.set("characters a text", (1.0 + ratio(total.chars, total.texts)).ln());
    out.set("share of digits", ratio(total.digits, total.chars));
    out.set("records with money", m.share(|c| c.money > 0));
    out.set("records with a date", m.share(|c| c.dates > 0));
    out.set("records with a person's name", m.share(|c| c.people > 0));
    out.set("records with a document", m.share(|c| c.documents > 0));
    out.set("share of the page's documents", ratio(total.documents, whole.documents));
    out.set("controls a record", (total.controls as f32 / m.count()).min(5.0));
    out.set("records without text", m.share(|c| c.chars == 0));
    out.set("records with hardly any text", m.share(|c| c.chars < 12));
    out.set("records far below the average", m.share(|c| (c.chars as f32) < 0.2 * average));
    out.set("records far above the average", m.share(|c| (c.chars as f32) > 3.0 * average));
}
