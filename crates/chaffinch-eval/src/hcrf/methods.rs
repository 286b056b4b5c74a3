//! The paper's methods: HCRF, its variants and its baselines.

use super::{ATTRIBUTES, Options, Product};
use chaffinch_label::{
    Detector, FoundRecord, GridModel, LabelError, LabelModel, LabelledPage, LearnSettings, Separate,
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
    /// A two-dimensional field on DEPTA's records, or on the main block.
    Grid,
    /// The same with global features.
    GridG,
}

impl Method {
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
            Method::Grid => "2D",
            Method::GridG => "2D_G",
        }
    }

    /// Whether the method is run on a page. On pages about one product there are no records to find first, and nothing repeats that
    /// global features could see, so that only two of the methods differ there.
    pub(super) fn reads(self, product: &Product) -> bool {
        product.is_list() || matches!(self, Method::Hcrf | Method::Grid)
    }

    fn is_global(self) -> bool {
        matches!(self, Method::HcrfS | Method::Hcrf | Method::GridG)
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
        let mut settings = LearnSettings { trust: options.trust, ..LearnSettings::of_lists() };
        settings.training.threads = options.threads;
        let attributes = || ATTRIBUTES.map(str::to_owned).to_vec();
        let all: Vec<&LabelledPage> = products.iter().map(|product| method.page(product)).collect();
        let (lists, details): (Vec<&LabelledPage>, Vec<&LabelledPage>) =
            all.iter().partition(|page| page.records.len() > 1);
        let kind = match method {
            Method::Hcrf | Method::HcrfNg => {
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
