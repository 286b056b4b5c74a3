//! The paper's methods: HCRF, its variants and its baselines.

use super::{ATTRIBUTES, Options, Product};
use chaffinch_label::{
    Detector, FoundRecord, GridModel, LabelError, LabelModel, LabelledPage, LearnSettings, Separate, Trust,
    Workspace,
};
use std::ops::ControlFlow;

/// A method of Table 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Finds records first and attributes second, without global features.
    HcrfSng,
    /// Finds records first and attributes second.
    HcrfS,
    /// Finds records and attributes together, without global features.
    HcrfNg,
    /// Finds records and attributes together.
    Hcrf,
    /// HCRF with some of its parts.
    With(Parts),
    /// A two-dimensional field on DEPTA's records, or on the main block.
    Grid,
    /// The same with global features.
    GridG,
}

/// How much of HCRF is used: each has what those before it have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Parts {
    /// What is seen of each leaf.
    Leaves,
    /// And of each inner block.
    Blocks,
    /// And of neighbours, and which labels go together with those of the block around.
    Edges,
    /// And which labels of neighbours do.
    Triangles,
    /// And what repeats on the page.
    Global,
}

impl Parts {
    const ALL: [Parts; 5] = [Parts::Leaves, Parts::Blocks, Parts::Edges, Parts::Triangles, Parts::Global];

    fn trust(self, whole: Trust) -> Trust {
        match self {
            Parts::Leaves => Trust { inner: 0.0, pair: 0.0, labels: 0.0, triangles: 0.0, ..whole },
            Parts::Blocks => Trust { pair: 0.0, labels: 0.0, triangles: 0.0, ..whole },
            Parts::Edges => Trust { triangles: 0.0, ..whole },
            Parts::Triangles | Parts::Global => whole,
        }
    }
}

impl Method {
    /// HCRF with more and more of its parts.
    pub const ABLATION: [Method; 5] = {
        let [a, b, c, d, e] = Parts::ALL;
        [Method::With(a), Method::With(b), Method::With(c), Method::With(d), Method::With(e)]
    };

    /// All of them, in the paper's order.
    pub const ALL: [Method; 6] =
        [Method::HcrfSng, Method::HcrfS, Method::HcrfNg, Method::Hcrf, Method::Grid, Method::GridG];

    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Method::HcrfSng => "HCRF_SNG",
            Method::HcrfS => "HCRF_S",
            Method::HcrfNg => "HCRF_NG",
            Method::Hcrf => "HCRF",
            Method::With(Parts::Leaves) => "leaves",
            Method::With(Parts::Blocks) => "+ blocks",
            Method::With(Parts::Edges) => "+ edges",
            Method::With(Parts::Triangles) => "+ triangles",
            Method::With(Parts::Global) => "+ global",
            Method::Grid => "2D",
            Method::GridG => "2D_G",
        }
    }

    /// Whether the method is run on a page. On pages about one product there are no records to find first, and nothing repeats that
    /// global features could see, so that only two of the methods differ there.
    pub(super) fn reads(self, product: &Product) -> bool {
        product.is_list() || matches!(self, Method::Hcrf | Method::Grid | Method::With(_))
    }

    fn is_global(self) -> bool {
        matches!(self, Method::HcrfS | Method::Hcrf | Method::GridG | Method::With(Parts::Global))
    }

    fn page(self, product: &Product) -> &LabelledPage {
        if self.is_global() { &product.page } else { &product.plain }
    }
}

/// What a method has learned.
pub(super) struct Models {
    method: Method,
    kind: Kind,
    workspace: Workspace,
}

enum Kind {
    Joint(Box<LabelModel>),
    Separate(Box<Separate>),
    /// A model for lists; for pages about one product a model, and a detector of the main block.
    Grids {
        lists: Box<GridModel>,
        details: Option<(Box<Detector>, Box<GridModel>)>,
    },
}

impl Models {
    pub fn learn(method: Method, products: &[&Product], options: &Options) -> Result<Models, LabelError> {
        let trust = match method {
            Method::With(parts) => parts.trust(options.trust),
            _ => options.trust,
        };
        let mut settings = LearnSettings { trust, ..LearnSettings::of_lists() };
        settings.training.threads = options.threads;
        let attributes = || ATTRIBUTES.map(str::to_owned).to_vec();
        let all: Vec<&LabelledPage> = products.iter().map(|product| method.page(product)).collect();
        let (lists, details): (Vec<&LabelledPage>, Vec<&LabelledPage>) =
            all.iter().partition(|page| page.records.len() > 1);
        let kind = match method {
            Method::Hcrf | Method::HcrfNg | Method::With(_) => {
                let model = LabelModel::learn(attributes(), &all, &settings, |_| ControlFlow::Continue(()))?;
                Kind::Joint(Box::new(model))
            }
            Method::HcrfS | Method::HcrfSng => {
                Kind::Separate(Box::new(Separate::learn(attributes(), &lists, &settings)?))
            }
            Method::Grid | Method::GridG => {
                let details = match method {
                    Method::GridG => None,
                    _ => Some((
                        Box::new(Detector::of_main_blocks(&details, &settings)?),
                        Box::new(GridModel::learn(attributes(), &details, &settings)?),
                    )),
                };
                let lists = Box::new(GridModel::learn(attributes(), &lists, &settings)?);
                Kind::Grids { lists, details }
            }
        };
        Ok(Models { method, kind, workspace: Workspace::new() })
    }

    /// The records that it finds on a page.
    pub fn read(&mut self, product: &Product) -> Result<Vec<FoundRecord>, LabelError> {
        let page = &self.method.page(product).observed;
        let workspace = &mut self.workspace;
        match &self.kind {
            Kind::Joint(model) => {
                let found = model.read(&[page], workspace)?.pop();
                Ok(found.map(|found| found.records().to_vec()).unwrap_or_default())
            }
            Kind::Separate(models) => models.read(page, workspace),
            Kind::Grids { details: Some((detector, model)), .. } if !product.is_list() => {
                let main = detector.main_block(page, workspace)?;
                model.label(page, &[vec![main]], workspace)
            }
            Kind::Grids { lists, .. } => lists.label(page, &product.depta, workspace),
        }
    }
}
