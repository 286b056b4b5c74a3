use crate::error::Error;

/// What is learned: the label spaces of nodes and the families of features.
///
/// A model has no weights of its own. They are a plain vector of [`Model::weights`] numbers; [`Model::weight`] says which is which.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    spaces: Vec<usize>,
    families: Vec<FamilyShape>,
    weights: usize,
}

/// A label space of a [`Model`]: nodes of one kind share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Space(pub(crate) u16);

/// A family of features of a [`Model`]: those observed on the same kind of node, edge or triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Family(pub(crate) u16);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FamilyShape {
    pub scope: Vec<Space>,
    pub features: usize,
    /// Where its weights begin.
    pub start: usize,
    /// How many weights a feature has: as many as there are ways to label its scope.
    pub size: usize,
}

impl Model {
    /// A model without label spaces and features.
    pub fn new() -> Model {
        Model::default()
    }

    /// Adds a space of `labels` labels, numbered from zero. A space has at least one label.
    pub fn add_space(&mut self, labels: usize) -> Space {
        self.spaces.push(labels.max(1));
        Space(self.spaces.len() as u16 - 1)
    }

    /// Adds a family of `features` features that are observed on one node, an edge or a triangle with these spaces.
    ///
    /// # Errors
    /// If `scope` has none or more than three spaces.
    pub fn add_family(&mut self, scope: &[Space], features: usize) -> Result<Family, Error> {
        if !(1..=3).contains(&scope.len()) {
            return Err(Error::Scope(scope.len()));
        }
        let size = scope.iter().map(|space| self.labels(*space)).product();
        self.families.push(FamilyShape { scope: scope.to_vec(), features, start: self.weights, size });
        self.weights += features * size;
        Ok(Family(self.families.len() as u16 - 1))
    }

    /// How many labels a space has.
    ///
    /// # Panics
    /// Panics if the space is of another model.
    pub fn labels(&self, space: Space) -> usize {
        self.spaces[space.0 as usize]
    }

    /// How many weights the model has.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// The index of the weight of `feature` for `labels`, which are in the order of the family's spaces.
    ///
    /// # Panics
    /// Panics if there is no such family, feature or label.
    pub fn weight(&self, family: Family, feature: usize, labels: &[usize]) -> usize {
        let shape = &self.families[family.0 as usize];
        assert!(feature < shape.features && labels.len() == shape.scope.len(), "no such feature");
        let offset = shape.scope.iter().zip(labels).fold(0, |offset, (space, label)| {
            assert!(*label < self.labels(*space), "no such label");
            offset * self.labels(*space) + label
        });
        shape.start + feature * shape.size + offset
    }

    pub(crate) fn family(&self, family: Family) -> Option<&FamilyShape> {
        self.families.get(family.0 as usize)
    }
}
