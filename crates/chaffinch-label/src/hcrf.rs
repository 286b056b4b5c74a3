//! The hierarchical conditional random field of section 3: its families of features, and the graph of a page.

use crate::features::Names;
use crate::kind::Kind;
use crate::labels::LabelSpaces;
use crate::lexicon::{Acquaintance, KnownPart, Lexicon, OwnEntries};
use crate::model::PageKinds;
use crate::noise::Noise;
use crate::observed::Observed;
use crate::vocabulary::Vocabulary;
use chaffinch_crf::{Error, Family, Feature, Graph, JunctionTree, Model, Space, TABLE_LIMIT, Tree};
use serde::{Deserialize, Serialize};

/// How far it holds on other sites what is where on a page of some kind.
const KIND: f32 = 4.0;
/// How far it holds on other sites that a value is known.
const KNOWN_VALUE: f32 = 2.0;

/// The shape of a model: spaces and families, without weights.
#[derive(Debug, Clone)]
pub struct Hcrf {
    model: Model,
    leaf: Space,
    inner: Space,
    /// Features of a leaf, of an inner block.
    pub(crate) of_leaf: Family,
    pub(crate) of_inner: Family,
    /// What is known of a leaf's text from other pages: an attribute, and how much.
    of_value: Family,
    /// A parent and its child, by whether the child is a leaf: which labels go together.
    below: [Family; 2],
    /// Two neighbours, by whether each is a leaf: pair features.
    beside: [[Family; 2]; 2],
    /// The same with their parent.
    triangle: [[Family; 2]; 2],
    /// Where pages are of both kinds: the kind of the page, and what a leaf, or an inner block, is to the page.
    of_kind: Option<[Family; 2]>,
    pub(crate) trust: Trust,
}

/// What leaves are to their page: its heading, its own price, of a unit, or anything else; and inner blocks: the whole, a unit, or anything else.
const ROLES: [usize; 2] = [3, 4];

/// What is different about a page that is learned from.
pub struct Lesson<'l> {
    /// What the page added to the lexicon.
    pub own: &'l OwnEntries,
    /// Leaves of which it is not known what they hold: nothing is observed on them.
    pub doubtful: &'l [usize],
    /// Hides features of the other leaves.
    pub noise: Option<&'l mut Noise>,
}

/// How far kinds of features are trusted to hold on other sites: the value that one has where it is true. The prior keeps weights
/// of small values from growing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Trust {
    /// Features of leaves.
    pub leaf: f32,
    /// Features of inner blocks.
    pub inner: f32,
    /// Features of neighbours.
    pub pair: f32,
    /// Which labels go together.
    pub labels: f32,
}

impl Trust {
    /// Only what is seen of each leaf counts. For pages about one thing the measures of the whole field brought nothing clear (0.795
    /// against 0.801 from two sites of two verticals), and learning took ten times as long.
    pub const LEAVES: Trust = Trust { leaf: 1.0, inner: 0.0, pair: 0.0, labels: 0.0 };
}

impl Default for Trust {
    fn default() -> Trust {
        Trust { leaf: 1.0, inner: 0.1, pair: 0.1, labels: 0.3 }
    }
}

impl Trust {
    /// For pages with many records: there blocks say as much as the leaves. Which labels go together says less than on the pages learned
    /// from, because no two sites nest their blocks alike (record F1 0.82 with 1, 0.88 with 0.3, 0.90 with 0.1).
    pub fn of_lists() -> Trust {
        Trust { leaf: 1.0, inner: 1.0, pair: 0.1, labels: 0.1 }
    }
}

impl std::str::FromStr for Trust {
    type Err = String;

    /// From four numbers with commas between them: of leaves, inner blocks, pairs and labels.
    fn from_str(text: &str) -> Result<Trust, String> {
        let numbers: Vec<f32> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        match numbers[..] {
            [leaf, inner, pair, labels] => Ok(Trust { leaf, inner, pair, labels }),
            _ => Err("give four numbers, such as 1,1,1,1: for leaves, inner blocks, pairs and labels".into()),
        }
    }
}

impl Hcrf {
    /// A model for these labels and features.
    ///
    /// # Errors
    /// Never for families of one to three nodes, as these are.
    pub fn new(
        spaces: &LabelSpaces,
        vocabulary: &Vocabulary,
        trust: Trust,
        pages: PageKinds,
    ) -> Result<Hcrf, Error> {
        let mut model = Model::new();
        let leaf = model.add_space(spaces.leaf_labels());
        let inner = model.add_space(spaces.inner_labels());
        let kinds = [inner, leaf];
        let of_leaf = model.add_family(&[leaf], vocabulary.leaf.len())?;
        let of_inner = model.add_family(&[inner], vocabulary.block.len())?;
        let of_value = model.add_family(&[leaf], KnownPart::COUNT * spaces.attributes.len())?;
        let below = [model.add_family(&[inner, inner], 1)?, model.add_family(&[inner, leaf], 1)?];
        let mut families = |scope: &dyn Fn(Space, Space) -> Vec<Space>, features: usize| {
            let mut family = |before, after| model.add_family(&scope(before, after), features);
            Ok([
                [family(kinds[0], kinds[0])?, family(kinds[0], kinds[1])?],
                [family(kinds[1], kinds[0])?, family(kinds[1], kinds[1])?],
            ])
        };
        let beside = families(&|before, after| vec![before, after], vocabulary.pair.len())?;
        let triangle = families(&|before, after| vec![inner, before, after], 1)?;
        let of_kind = match pages.lists && pages.details {
            true => {
                Some([model.add_family(&[inner], 2 * ROLES[0])?, model.add_family(&[leaf], 2 * ROLES[1])?])
            }
            false => None,
        };
        Ok(Hcrf { model, leaf, inner, of_leaf, of_inner, of_value, below, beside, triangle, of_kind, trust })
    }

    fn known_value(&self, known: &Acquaintance) -> Feature {
        let index = known.attribute * KnownPart::COUNT + known.known as usize;
        Feature { index: index as u32, value: self.trust.leaf * KNOWN_VALUE }
    }

    /// The spaces and families.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What the features of a leaf add to the score of a label, the strongest first.
    pub fn why<'o>(
        &self,
        observed: &'o Observed,
        vocabulary: &Vocabulary,
        weights: &[f64],
        block: usize,
        label: usize,
    ) -> Vec<(&'o str, f64)> {
        let names = &observed.features.leaf_names;
        let numbers = vocabulary.leaf.numbers(names);
        let told = observed.features.of_block[block].iter().filter_map(|number| {
            let at = *number as usize;
            let weight = weights[self.model.weight(self.of_leaf, numbers[at]? as usize, &[label])];
            Some((names.get(at), weight * f64::from(self.trust.leaf * names.trust()[at])))
        });
        let mut told: Vec<(&str, f64)> = told.collect();
        told.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        told
    }

    /// The graph of a page of a kind, ready for inference; `lesson` if it is to be learned from.
    ///
    /// # Errors
    /// If a schema has so many labels that a table of three of them exceeds the limit.
    pub fn graph(
        &self,
        observed: &Observed,
        vocabulary: &Vocabulary,
        lexicon: &Lexicon,
        kind: Kind,
        mut lesson: Option<Lesson<'_>>,
    ) -> Result<JunctionTree, Error> {
        let is_leaf: Vec<bool> = observed.leaves.iter().map(Option::is_some).collect();
        let spaces: Vec<Space> =
            is_leaf.iter().map(|leaf| if *leaf { self.leaf } else { self.inner }).collect();
        let mut graph = Graph::new(&self.model, &spaces);
        let features = &observed.features;
        let leaf_numbers = vocabulary.leaf.numbers(&features.leaf_names);
        let block_numbers = vocabulary.block.numbers(&features.block_names);
        let pair_numbers = vocabulary.pair.numbers(&features.pair_names);
        let mut own: Vec<Feature> = Vec::new();
        for (block, found) in features.of_block.iter().enumerate() {
            let Some(leaf) = &observed.leaves[block] else {
                let names = (&block_numbers[..], &features.block_names);
                known(names, found, self.trust.inner, &mut own);
                graph.observe(self.of_inner, &[block], &own)?;
                continue;
            };
            if lesson.as_ref().is_some_and(|lesson| lesson.doubtful.binary_search(&block).is_ok()) {
                continue;
            }
            let noise = lesson.as_mut().and_then(|lesson| lesson.noise.as_deref_mut());
            let (kept, values) = match noise {
                Some(noise) => (Some(noise.kept(found, &features.leaf_names)), noise.keeps()),
                None => (None, true),
            };
            let found = kept.as_deref().unwrap_or(found);
            known((&leaf_numbers, &features.leaf_names), found, self.trust.leaf, &mut own);
            graph.observe(self.of_leaf, &[block], &own)?;
            if values {
                let of_page = lesson.as_ref().map(|lesson| lesson.own);
                own.clear();
                own.extend(lexicon.know(&leaf.text, of_page).iter().map(|known| self.known_value(known)));
                if !own.is_empty() {
                    graph.observe(self.of_value, &[block], &own)?;
                }
            }
        }
        if let Some(families) = self.of_kind {
            for (block, role) in roles(observed).into_iter().enumerate() {
                let which = usize::from(is_leaf[block]);
                let index = (kind as usize * ROLES[which] + role) as u32;
                graph.observe(families[which], &[block], &[Feature { index, value: KIND }])?;
            }
        }
        if self.trust.labels == 0.0 && self.trust.pair == 0.0 {
            return graph.junction_tree(TABLE_LIMIT);
        }
        let always = [Feature { index: 0, value: self.trust.labels }];
        let tree = Tree::new(&observed.parents)?;
        for [parent, child] in tree.edges() {
            graph.observe(self.below[usize::from(is_leaf[child])], &[parent, child], &always)?;
        }
        for [parent, before, after] in tree.triangles() {
            let (first, second) = (usize::from(is_leaf[before]), usize::from(is_leaf[after]));
            let names = (&pair_numbers[..], &features.pair_names);
            known(names, &features.of_pair[after], self.trust.pair, &mut own);
            graph.observe(self.beside[first][second], &[before, after], &own)?;
            graph.observe(self.triangle[first][second], &[parent, before, after], &always)?;
        }
        graph.junction_tree(TABLE_LIMIT)
    }
}

/// Leaves in `features` those that a model knows, with the numbers that it gives to names.
fn known((numbers, names): (&[Option<u32>], &Names), found: &[u32], trust: f32, features: &mut Vec<Feature>) {
    features.clear();
    features.extend(found.iter().filter_map(|number| {
        let index = numbers[*number as usize]?;
        Some(Feature { index, value: trust * names.trust()[*number as usize] })
    }));
}

/// What each block is to the page, by number.
fn roles(page: &Observed) -> Vec<usize> {
    let mut unit_end = 0;
    let ends = page.ends();
    let role = |block: usize| {
        if page.units[block] {
            unit_end = unit_end.max(ends[block]);
        }
        match page.leaves[block] {
            Some(_) if page.heading == Some(block) => 0,
            Some(_) if page.price == Some(block) => 1,
            Some(_) if block < unit_end => 2,
            Some(_) => 3,
            None if block == 0 => 0,
            None if page.units[block] => 1,
            None => 2,
        }
    };
    (0..page.len()).map(role).collect()
}
