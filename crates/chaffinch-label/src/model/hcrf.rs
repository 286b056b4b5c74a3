//! The hierarchical conditional random field of section 3: its families of features, and the graph of a page.

use super::lexicon::{KnownPart, KnownValue, Lexicon, OwnEntries};
use super::{PageKind, PageKinds, Vocabulary};
use crate::labels::LabelSpaces;
use crate::learn::Dropout;
use crate::see::Observed;
use crate::see::features::FeatureNames;
use chaffinch_core::settings;
use chaffinch_crf::{Error, Family, Feature, Graph, JunctionTree, Model, Space, TABLE_LIMIT, Tree};
use chaffinch_vision::BlockId;
use serde::{Deserialize, Serialize};

/// The value of features that say what stands where on a list, or on a page about one thing. It is large because this is much the same on
/// other sites. The shipped models were learned with this value and the next.
const KIND: f32 = 4.0;
/// The value of features that say that a value is known from other pages.
const KNOWN_VALUE: f32 = 2.0;

/// The shape of a model: label spaces and families of features, without weights.
#[derive(Debug, Clone)]
pub struct Hcrf {
    model: Model,
    leaf: Space,
    inner: Space,
    /// The features of a leaf, and those of an inner block.
    pub(crate) of_leaf: Family,
    pub(crate) of_inner: Family,
    /// The attributes that had a leaf's text as value on other pages, and how much of the text.
    of_value: Family,
    /// A parent and its child: which labels go together. The second family is for children that are leaves.
    below: [Family; 2],
    /// Two neighbours: pair features. The family depends on which of the two are leaves.
    beside: [[Family; 2]; 2],
    /// Two neighbours and their parent: which labels go together.
    triangle: [[Family; 2]; 2],
    /// If there are pages of both kinds: the kind of the page together with the role of an inner block, or of a leaf.
    of_kind: Option<[Family; 2]>,
    pub(crate) trust: Trust,
}

/// How many roles there are for inner blocks (the whole page, a repeated block, any other) and for leaves (the page's heading, its own
/// price, in a repeated block, any other).
const ROLES: [usize; 2] = [3, 4];

/// What is different about a page that is learned from.
pub struct TrainingView<'l> {
    /// What the page added to the lexicon, which must not help to learn from it.
    pub own: &'l OwnEntries,
    /// Leaves that may or may not hold a value, in order: nothing is observed on them.
    pub doubtful: &'l [BlockId],
    /// Hides features of the other leaves.
    pub dropout: Option<&'l mut Dropout>,
}

settings! {
    /// How far kinds of features are trusted to hold on other sites. It is the value that such a feature has where it is true: the prior
    /// keeps weights of features with small values small.
    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    pub struct Trust {
        /// Of features of leaves.
        pub leaf: f32 = 1.0,
        /// Of features of inner blocks.
        pub inner: f32 = 0.1,
        /// Of features of two neighbours.
        pub pair: f32 = 0.1,
        /// Of which labels of a block and of a block inside it go together.
        pub labels: f32 = 0.3,
        /// Of which labels of two neighbours and of the block around them go together.
        pub triangles: f32 = 0.3,
    }
}

impl Trust {
    /// Only what is seen of each leaf counts. The whole field brings nothing on sites that were not learned from (`eval hcrf --ablation`,
    /// `eval swde --trust`), and learning takes ten times as long.
    pub const LEAVES: Trust = Trust { leaf: 1.0, inner: 0.0, pair: 0.0, labels: 0.0, triangles: 0.0 };
}

impl Trust {
    /// The whole field, for pages with many records: there inner blocks tell as much as leaves. Which labels go together tells less on
    /// other sites than on those learned from, because no two sites nest their blocks alike (record F1 0.82 with 1, 0.88 with 0.3, 0.90 with 0.1).
    pub fn of_lists() -> Trust {
        Trust { leaf: 1.0, inner: 1.0, pair: 0.1, labels: 0.1, triangles: 0.1 }
    }
}

impl std::str::FromStr for Trust {
    type Err = String;

    /// From five numbers with commas between them: for leaves, inner blocks, pairs, edges and triangles.
    fn from_str(text: &str) -> Result<Trust, String> {
        let numbers: Vec<f32> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        match numbers[..] {
            [leaf, inner, pair, labels, triangles] => Ok(Trust { leaf, inner, pair, labels, triangles }),
            _ => {
                Err("give five numbers, such as 1,1,1,1,1: for leaves, inner blocks, pairs, edges, triangles"
                    .into())
            }
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

    fn known_value(&self, known: &KnownValue) -> Feature {
        let index = known.attribute.index() * KnownPart::COUNT + known.part as usize;
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
        block: BlockId,
        label: usize,
    ) -> Vec<(&'o str, f64)> {
        let names = &observed.features.leaf_names;
        let numbers = vocabulary.leaf.numbers(names);
        let reasons = observed.features.of_block[block.index()].iter().filter_map(|number| {
            let at = *number as usize;
            let weight = weights[self.model.weight(self.of_leaf, numbers[at]? as usize, &[label])];
            Some((names.get(at), weight * f64::from(self.trust.leaf * names.trust()[at])))
        });
        let mut reasons: Vec<(&str, f64)> = reasons.collect();
        reasons.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        reasons
    }

    /// The graph of a page, ready for inference. `training` is given if the page is learned from.
    ///
    /// # Errors
    /// If a schema has so many labels that a table of three of them exceeds the limit.
    pub fn graph(
        &self,
        observed: &Observed,
        vocabulary: &Vocabulary,
        lexicon: &Lexicon,
        kind: PageKind,
        mut training: Option<TrainingView<'_>>,
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
            let is_doubtful =
                |view: &TrainingView<'_>| view.doubtful.binary_search(&BlockId::from_index(block)).is_ok();
            if training.as_ref().is_some_and(is_doubtful) {
                continue;
            }
            let dropout = training.as_mut().and_then(|view| view.dropout.as_deref_mut());
            let (kept, values) = match dropout {
                Some(dropout) => (Some(dropout.kept(found, &features.leaf_names)), dropout.keeps_value()),
                None => (None, true),
            };
            let found = kept.as_deref().unwrap_or(found);
            known((&leaf_numbers, &features.leaf_names), found, self.trust.leaf, &mut own);
            graph.observe(self.of_leaf, &[block], &own)?;
            if values {
                let of_page = training.as_ref().map(|view| view.own);
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
        if self.trust.labels == 0.0 && self.trust.pair == 0.0 && self.trust.triangles == 0.0 {
            return graph.junction_tree(TABLE_LIMIT);
        }
        let edge = [Feature { index: 0, value: self.trust.labels }];
        let triangle = [Feature { index: 0, value: self.trust.triangles }];
        let parents: Vec<Option<usize>> =
            observed.parents.iter().map(|parent| parent.map(BlockId::index)).collect();
        let tree = Tree::new(&parents)?;
        for [parent, child] in tree.edges().filter(|_| self.trust.labels > 0.0) {
            graph.observe(self.below[usize::from(is_leaf[child])], &[parent, child], &edge)?;
        }
        for [parent, before, after] in tree.triangles() {
            let (first, second) = (usize::from(is_leaf[before]), usize::from(is_leaf[after]));
            let names = (&pair_numbers[..], &features.pair_names);
            known(names, &features.of_pair[after], self.trust.pair, &mut own);
            graph.observe(self.beside[first][second], &[before, after], &own)?;
            if self.trust.triangles > 0.0 {
                graph.observe(self.triangle[first][second], &[parent, before, after], &triangle)?;
            }
        }
        graph.junction_tree(TABLE_LIMIT)
    }
}

/// Replaces `features` with those of `found` that a model knows. `numbers` are the model's numbers of the page's features.
fn known(
    (numbers, names): (&[Option<u32>], &FeatureNames),
    found: &[u32],
    trust: f32,
    features: &mut Vec<Feature>,
) {
    features.clear();
    features.extend(found.iter().filter_map(|number| {
        let index = numbers[*number as usize]?;
        Some(Feature { index, value: trust * names.trust()[*number as usize] })
    }));
}

/// The role of each block, by number.
fn roles(page: &Observed) -> Vec<usize> {
    let mut repeated_end = BlockId::ROOT;
    let role = |block: BlockId| {
        let is_repeated = page.repeated[block.index()];
        if is_repeated {
            repeated_end = repeated_end.max(page.ends[block.index()]);
        }
        match page.leaf(block) {
            Some(_) if page.heading == Some(block) => 0,
            Some(_) if page.price == Some(block) => 1,
            Some(_) if block < repeated_end => 2,
            Some(_) => 3,
            None if block == BlockId::ROOT => 0,
            None if is_repeated => 1,
            None => 2,
        }
    };
    page.blocks().map(role).collect()
}
