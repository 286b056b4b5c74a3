//! Optimisation 3: drops nodes that only look like items, such as a heading before the list, and adds a first or last item of another
//! style.

use crate::grow::grow_up;
use crate::items::{Extent, reaching_extents};
use crate::numbering::marker;
use crate::settings::OddnessWeights;
use crate::shown::ShownPage;
use chaffinch_core::NodeId;
use std::collections::HashMap;

/// The `k` of `nodes` that are items, and whether those that are left out look just like them. Nodes that are unlike the others are dropped, at the
/// ends rather than within the list.
pub(crate) fn drop_odd(
    shown: &ShownPage<'_, '_>,
    nodes: &[NodeId],
    k: usize,
    weights: &OddnessWeights,
) -> Option<(Vec<NodeId>, bool)> {
    let extra = nodes.len().checked_sub(k).filter(|extra| *extra > 0)?;
    let oddness = oddness(shown, nodes, weights);
    let total: f32 = oddness.iter().sum();
    let mut best: Option<(f32, Vec<NodeId>)> = None;
    let mut offer = |cost: f32, kept: Vec<NodeId>| {
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, kept));
        }
    };
    for start in 0..=extra {
        let kept: f32 = oddness[start..start + k].iter().sum();
        offer(kept + weights.early * start as f32, nodes[start..start + k].to_vec());
    }
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by(|a, b| oddness[*b].total_cmp(&oddness[*a]).then(b.cmp(a)));
    let dropped = &order[..extra];
    let kept: Vec<usize> = (0..nodes.len()).filter(|i| !dropped.contains(i)).collect();
    let (first, last) = (kept.first()?, kept.last()?);
    let within = dropped.iter().filter(|i| first < *i && *i < last).count();
    let gone: f32 = dropped.iter().map(|i| oddness[*i]).sum();
    offer(total - gone + weights.within * within as f32, kept.iter().map(|i| nodes[*i]).collect());
    let (_, kept) = best?;
    let (mut of_kept, mut of_dropped) = (0.0_f32, 0.0_f32);
    let mut next = kept.iter().peekable();
    for (node, odd) in nodes.iter().zip(&oddness) {
        let most = if next.next_if_eq(&node).is_some() { &mut of_kept } else { &mut of_dropped };
        *most = most.max(*odd);
    }
    // Paragraphs before and after a list may look like its items; headings that go on behind it, and items of the same `<ol>`, are further ones.
    let list = |node: &NodeId| shown.page.node(*node).parent.filter(|parent| shown.page.is(*parent, "ol"));
    let of_one_list =
        nodes.first().and_then(list).is_some_and(|first| nodes.iter().all(|node| list(node) == Some(first)));
    let are_items = of_one_list || nodes.iter().all(|node| shown.page.is_heading(*node));
    let goes_on = nodes.starts_with(&kept) && are_items;
    Some((kept, goes_on && of_dropped <= of_kept.max(weights.slack)))
}

/// How unlike the others each node is, by the tags in its item and by its text; 0 where it has all that is usual.
fn oddness(shown: &ShownPage<'_, '_>, nodes: &[NodeId], weights: &OddnessWeights) -> Vec<f32> {
    let grown = grow_up(shown, nodes);
    let extents = reaching_extents(shown, &grown);
    let kinds: Vec<Vec<u32>> = extents.iter().map(|extent| kinds(shown, extent)).collect();
    let mut holders: HashMap<u32, usize> = HashMap::new();
    for kind in kinds.iter().flatten() {
        *holders.entry(*kind).or_default() += 1;
    }
    let usual = |kind: &u32| holders[kind] * 2 >= nodes.len();
    let usuals = holders.values().filter(|count| **count * 2 >= nodes.len()).count().max(1);
    let texts: Vec<String> = nodes.iter().map(|node| opening(shown, *node)).collect();
    let share = |test: &dyn Fn(&str) -> bool| {
        texts.iter().filter(|text| test(text)).count() as f32 / nodes.len() as f32
    };
    let asked = share(&is_question);
    let numbered = share(&|text| marker(text).is_some());
    let parent = |node: NodeId| shown.page.node(node).parent;
    let mut parents: HashMap<Option<NodeId>, usize> = HashMap::new();
    for node in &grown {
        *parents.entry(parent(*node)).or_default() += 1;
    }
    (0..nodes.len())
        .map(|i| {
            let missing = usuals - kinds[i].iter().filter(|kind| usual(kind)).count().min(usuals);
            let mut odd = missing as f32 / usuals as f32;
            let text = &texts[i];
            let is_apart = parents[&parent(grown[i])] * 2 < nodes.len();
            for (is_odd, weight) in [
                (frames_a_list(text), weights.framing),
                (is_question(text) && asked < 0.5, weights.question),
                (is_head_row(shown, nodes[i]), weights.framing),
                (marker(text).is_none() && numbered > 0.5, weights.unnumbered),
                (shown.aside[nodes[i].index()], weights.aside),
                (is_apart, weights.other_parent),
            ] {
                odd += if is_odd { weight } else { 0.0 };
            }
            odd
        })
        .collect()
}

/// Whether a text asks something, with or without a mark: "What makes a good cheese".
fn is_question(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "what", "why", "how", "when", "where", "who", "which", "warum", "wie", "wann", "wer", "welche",
        "pourquoi", "comment", "quand", "quel", "quelle", "qué", "cómo", "cuándo", "perché", "quando",
        "waarom", "hoe", "почему", "как", "когда", "dlaczego", "jak", "kiedy",
    ];
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    text.ends_with('?') || WORDS.contains(&first.as_str())
}

/// Whether a node is the row of a table that names its columns.
pub(crate) fn is_head_row(shown: &ShownPage<'_, '_>, node: NodeId) -> bool {
    let mut cells = shown.page.element_children(node).peekable();
    shown.page.is(node, "tr") && cells.peek().is_some() && cells.all(|cell| shown.page.is(cell, "th"))
}

/// The tag paths below an item, each once.
fn kinds(shown: &ShownPage<'_, '_>, extent: &Extent) -> Vec<u32> {
    /// Nodes of an item that are looked at: what is usual shows early.
    const NODES: usize = 200;
    let mut kinds: Vec<u32> = extent
        .clone()
        .take(NODES)
        .map(|i| shown.tag_path[i])
        .filter(|path| *path != crate::shown::NO_PATH)
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The beginning of a node's text.
pub(crate) fn opening(shown: &ShownPage<'_, '_>, node: NodeId) -> String {
    /// In characters.
    const LONGEST: usize = 120;
    let text = if shown.chars_of(node) as usize > LONGEST {
        let first = shown
            .page
            .subtree(node)
            .find(|id| shown.is_shown(*id) && !shown.page.own_text(*id).trim().is_empty());
        first.map(|id| chaffinch_core::collapse_space(shown.page.own_text(id))).unwrap_or_default()
    } else {
        shown.page.flat_text(node)
    };
    text.chars().take(LONGEST).collect()
}

/// Whether a text is a heading that stands before or after lists and not in them.
pub(crate) fn frames_a_list(text: &str) -> bool {
    const WHOLE: &[&str] = &[
        "introduction", "overview", "summary", "methodology", "references", "sources", "comments", "share",
        "contents", "about", "about us", "contact", "contact us", "categories", "tags", "archives",
        "newsletter", "subscribe", "resources", "company", "products", "search", "menu", "faq", "faqs",
        "tl;dr", "notes", "company info", "conclusions", "conclusion", "more", "see also", "external links",
        "next steps", "disclaimer", "popular posts", "fazit", "einleitung", "zusammenfassung", "inhalt",
        "quellen", "conclusión", "introducción", "conclusione", "conclusioni", "introduzione", "conclusão",
        "introdução", "conclusie", "inleiding", "podsumowanie", "wstęp", "заключение", "вывод", "введение",
        "结论", "总结", "引言", "前言", "まとめ", "はじめに", "おわりに", "結論", "마무리", "결론", "맺음말",
    ];
    const BEGINNINGS: &[&str] = &[
        "conclusion", "final thoughts", "final word", "frequently asked", "related", "about the author",
        "table of contents", "in this article", "wrapping up", "wrap up", "key takeaways", "the bottom line",
        "bottom line", "leave a", "share this", "you may also", "you might also", "more from", "recommended",
        "read more", "how we chose", "how we picked", "how to choose", "our methodology", "what to look for",
        "honorable mention", "honourable mention", "in conclusion", "bonus", "faqs", "faq ", "latest",
        "recent posts", "sign up", "subscribe", "follow us", "join ", "get ", "ready to", "why trust",
        "our verdict", "comparison", "summary", "to sum up", "other ", "get in touch", "quick comparison",
        "further reading", "similar ", "explore ", "don't miss", "trending", "most popular", "popular ",
        "jump to",
    ];
    /// Most bytes of such a heading. Most texts are longer and need not be compared.
    const LONGEST: usize = 60;
    if text.len() > LONGEST {
        return false;
    }
    let lower = text.trim().trim_end_matches([':', '.', '!']).to_lowercase();
    WHOLE.contains(&lower.as_str()) || BEGINNINGS.iter().any(|beginning| lower.starts_with(beginning))
}

/// Whether a text is the heading of what stands beside an article: other articles, comments, questions of readers.
pub(crate) fn leads_aside(text: &str) -> bool {
    const BEGINNINGS: &[&str] = &[
        "related",
        "you may also",
        "you might also",
        "more from",
        "more in ",
        "more on ",
        "more stories",
        "recommended for",
        "recommended reading",
        "recommended articles",
        "read next",
        "read also",
        "most read",
        "most popular",
        "popular posts",
        "popular articles",
        "trending",
        "latest",
        "recent posts",
        "recent articles",
        "similar articles",
        "similar posts",
        "comments",
        "leave a",
        "faq",
        "frequently asked",
        "people also ask",
        "further reading",
        "see also",
        "about the author",
        "newsletter",
        "das könnte",
        "ähnliche",
        "mehr zum thema",
        "meistgelesen",
        "häufig gestellte",
        "häufige fragen",
        "à lire aussi",
        "articles similaires",
        "les plus lus",
        "questions fréquentes",
        "foire aux questions",
        "también te puede",
        "artículos relacionados",
        "lo más leído",
        "preguntas frecuentes",
        "potrebbe interessarti",
        "potrebbero interessarti",
        "articoli correlati",
        "i più letti",
        "domande frequenti",
        "leia também",
        "artigos relacionados",
        "mais lidas",
        "perguntas frequentes",
        "lees ook",
        "gerelateerde",
        "meest gelezen",
        "veelgestelde vragen",
        "читайте также",
        "похожие",
        "часто задаваемые",
        "czytaj także",
        "podobne",
        "najczęściej",
        "相关",
        "推荐阅读",
        "热门",
        "常见问题",
        "関連",
        "人気記事",
        "あわせて読みたい",
        "よくある質問",
        "관련",
        "많이 본",
        "자주 묻는",
    ];
    /// Most bytes of such a heading.
    const LONGEST: usize = 60;
    let counted =
        |lower: &str| lower.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start() == "comments";
    let lower = text.trim().to_lowercase();
    text.len() <= LONGEST
        && (BEGINNINGS.iter().any(|beginning| lower.starts_with(beginning)) || counted(&lower))
}

/// `nodes`, which are one too few, with the neighbour before the first or after the last that is more like them; nothing where neither
/// has enough tags in common with them.
pub(crate) fn add_missing(
    shown: &ShownPage<'_, '_>,
    nodes: &[NodeId],
    weights: &OddnessWeights,
) -> Option<Vec<NodeId>> {
    let (first, last) = (*nodes.first()?, *nodes.last()?);
    let page = shown.page;
    let usual = kinds_below(shown, nodes);
    let parent = page.node(first).parent?;
    let siblings: Vec<NodeId> = page
        .element_children(parent)
        .filter(|child| shown.is_shown(*child) && shown.holds_something(*child))
        .collect();
    let before = siblings.iter().rev().find(|sibling| **sibling < first).copied();
    let after = page.node(last).parent.and_then(|parent| {
        page.element_children(parent).find(|sibling| *sibling > last && shown.holds_something(*sibling))
    });
    let alike = |node: NodeId| {
        let same = page.name(node) == page.name(first);
        let own = names_below(shown, node);
        let shared = own.iter().filter(|name| usual.contains(name)).count();
        let likeness = shared as f32 / (own.len() + usual.len() - shared).max(1) as f32;
        let framing = frames_a_list(&opening(shown, node));
        (same && !framing && likeness >= weights.min_alike).then_some(likeness)
    };
    let scored = |node: Option<NodeId>| node.and_then(|node| Some((alike(node)?, node)));
    let mut all = nodes.to_vec();
    match (scored(before), scored(after)) {
        (Some((a, node)), Some((b, _))) if a >= b => all.insert(0, node),
        (_, Some((_, node))) => all.push(node),
        (Some((_, node)), None) => all.insert(0, node),
        (None, None) => return None,
    }
    Some(all)
}

/// The tags that at least half of `nodes` have below them.
fn kinds_below<'p>(shown: &ShownPage<'_, 'p>, nodes: &[NodeId]) -> Vec<&'p str> {
    let mut holders: HashMap<&str, usize> = HashMap::new();
    for node in nodes {
        for name in names_below(shown, *node) {
            *holders.entry(name).or_default() += 1;
        }
    }
    let mut usual: Vec<&str> =
        holders.into_iter().filter(|(_, count)| count * 2 >= nodes.len()).map(|(name, _)| name).collect();
    usual.sort_unstable();
    usual
}

/// Whether items of different tags are built of the same tags: most pairs of neighbours have at least half of what is below them in common.
pub(crate) fn are_built_alike(shown: &ShownPage<'_, '_>, items: &[NodeId]) -> bool {
    let tags = |item: &NodeId| -> Vec<&str> {
        let below = shown
            .page
            .descendants(*item)
            .take(NODES)
            .filter(|id| shown.page.is_element(*id) && shown.is_shown(*id));
        let mut tags: Vec<&str> = below.map(|id| shown.page.name(id)).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    };
    let tags: Vec<Vec<&str>> = items.iter().map(tags).collect();
    let alike = |pair: &&[Vec<&str>]| {
        let shared = pair[0].iter().filter(|tag| pair[1].contains(tag)).count();
        shared > 0 && 2 * shared >= pair[0].len() + pair[1].len() - shared
    };
    let pairs = tags.len().saturating_sub(1);
    5 * tags.windows(2).filter(alike).count() >= 4 * pairs && pairs > 0
}

/// Nodes of an item that are looked at.
const NODES: usize = 200;

fn names_below<'p>(shown: &ShownPage<'_, 'p>, node: NodeId) -> Vec<&'p str> {
    let nodes = shown.page.subtree(node).take(NODES).filter(|id| shown.is_shown(*id));
    let mut names: Vec<&str> = nodes.map(|id| shown.page.name(id)).collect();
    names.sort_unstable();
    names.dedup();
    names
}
