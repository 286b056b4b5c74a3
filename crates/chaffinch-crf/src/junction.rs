//! The junction tree: which nodes are summed out together, and which tables each such step multiplies.

use crate::error::Error;
use crate::graph::{Factor, Graph};
use crate::operands::{Axis, Group, Operand, Source, Strides};
use crate::table::Tables;

/// A sensible limit for the entries of one table. It allows a grid of 4 labels up to 9 cells wide, or a tree of 100 labels.
pub const TABLE_LIMIT: usize = 1 << 20;

/// The most nodes of a separator, however few labels they have.
pub(crate) const MOST_AXES: usize = 32;

/// A graph prepared for exact inference.
///
/// There is one clique for each node: the node and those that it is still tied to when it is eliminated. The latter are its separator:
/// they separate the clique from the rest. The first phase sends messages over the separators in the order of elimination, the second
/// distributes probabilities in the opposite order.
#[derive(Debug, Clone)]
pub struct JunctionTree {
    /// In the order of elimination: from the last node to the first.
    pub(crate) cliques: Vec<Clique>,
    pub(crate) tables: Tables,
    pub(crate) groups: Vec<Group>,
    pub(crate) operands: Vec<Operand>,
    /// The separators of all cliques, one after another.
    pub(crate) axes: Vec<Axis>,
    pub(crate) strides: Strides,
    pub(crate) sizes: Sizes,
    /// Where each node's probabilities begin, and where the last ones end.
    pub(crate) node_starts: Vec<usize>,
}

#[derive(Debug, Clone)]
pub(crate) struct Clique {
    pub node: usize,
    pub labels: usize,
    /// From where to where its separator is in the tree's axes.
    pub axes: (u32, u32),
    /// How many rows a block has: as many as the separator's first node has labels.
    pub block: usize,
    /// Where its message begins.
    pub message: usize,
    /// From where to where the groups that it multiplies are in the tree's.
    pub groups: (u32, u32),
}

impl Clique {
    /// Whether its node is tied to no other when it is eliminated.
    pub fn is_root(&self) -> bool {
        self.axes.0 == self.axes.1
    }
}

/// Buffers that are used again for every clique.
#[derive(Default)]
struct Scratch {
    /// The cliques that send their message to the next one.
    children: Vec<usize>,
    separator: Vec<usize>,
    operands: Vec<Operand>,
}

/// The sizes of the buffers that inference needs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sizes {
    pub messages: usize,
    /// Of all tables, followed by the groups of one clique.
    pub entries: usize,
    /// Of the exponentials of all tables, followed by those of the groups of all cliques; and of their tops.
    pub exps: usize,
    pub tops: usize,
    pub groups: usize,
    pub labels: usize,
    pub block: usize,
    /// The table entries of all cliques: the work of one pass.
    pub work: usize,
}

impl JunctionTree {
    /// The number of table entries that one pass goes through.
    pub fn work(&self) -> usize {
        self.sizes.work
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.cliques.len()
    }

    /// How many labels `node` can have.
    ///
    /// # Panics
    /// Panics if there is no such node.
    pub fn labels(&self, node: usize) -> usize {
        self.node_starts[node + 1] - self.node_starts[node]
    }

    pub(crate) fn new(graph: &Graph, limit: usize) -> Result<JunctionTree, Error> {
        let nodes = graph.spaces.len();
        let mut node_starts = vec![0];
        for (node, space) in graph.spaces.iter().enumerate() {
            node_starts.push(node_starts[node] + graph.model.labels(*space));
        }
        let mut tree = JunctionTree {
            cliques: Vec::with_capacity(nodes),
            tables: Tables::new(graph.model.weights()),
            groups: Vec::with_capacity(3 * nodes),
            operands: Vec::with_capacity(graph.factors.len() + nodes),
            axes: Vec::with_capacity(2 * nodes),
            strides: Strides::default(),
            sizes: Sizes::default(),
            node_starts,
        };
        // Factors, sorted by the node that is eliminated first among theirs.
        let first = |factor: &Factor| factor.nodes().iter().max().map_or(0, |node| *node as usize);
        let mut factors: Vec<(usize, &Factor)> = graph.factors.iter().map(|f| (first(f), f)).collect();
        factors.sort_by_key(|(first, _)| *first);
        let mut factors = &factors[..];
        // For each node the last clique that sends its message to the node's clique, and for each clique the one before it that sends to the
        // same.
        let mut last_child: Vec<Option<usize>> = vec![None; nodes];
        let mut child_before: Vec<Option<usize>> = Vec::with_capacity(nodes);
        let mut scratch = Scratch::default();
        for node in (0..nodes).rev() {
            let start = factors.partition_point(|(first, _)| *first < node);
            let own = &factors[start..];
            factors = &factors[..start];
            scratch.children.clear();
            scratch.children.extend(std::iter::successors(last_child[node], |child| child_before[*child]));
            scratch.children.reverse();
            let parent = tree.eliminate(graph, node, own, &mut scratch, limit)?;
            let clique = tree.cliques.len() - 1;
            child_before.push(parent.and_then(|parent| last_child[parent].replace(clique)));
        }
        tree.reserve_scratch();
        tree.tables.seal();
        Ok(tree)
    }

    /// Adds the clique that eliminates `node`, and returns the node to whose clique it sends its message.
    fn eliminate(
        &mut self,
        graph: &Graph,
        node: usize,
        factors: &[(usize, &Factor)],
        scratch: &mut Scratch,
        limit: usize,
    ) -> Result<Option<usize>, Error> {
        let labels = self.labels(node);
        let Scratch { children, separator, operands } = scratch;
        let in_factors = factors.iter().flat_map(|(_, factor)| factor.nodes().iter().map(|n| *n as usize));
        let in_messages = children
            .iter()
            .flat_map(|child| self.axes_of(&self.cliques[*child]).iter().map(|axis| axis.node));
        separator.clear();
        separator.extend(in_factors.chain(in_messages).filter(|n| *n != node));
        // The node that is eliminated next comes first, so that its labels are contiguous in the message.
        separator.sort_unstable_by(|a, b| b.cmp(a));
        separator.dedup();
        let entries = separator.iter().try_fold(labels, |size, n| size.checked_mul(self.labels(*n)));
        let entries = entries.filter(|_| separator.len() <= MOST_AXES).unwrap_or(usize::MAX);
        if entries > limit {
            return Err(Error::TooWide { entries, limit });
        }

        let axes = self.axes.len();
        let starts = &self.node_starts;
        self.axes.extend(separator.iter().map(|n| Axis { node: *n, labels: starts[n + 1] - starts[*n] }));
        operands.clear();
        let mut add = |source: Source, scope: &[Axis], strides: &mut Strides| {
            let strides_at = strides.add(&self.axes[axes..], scope);
            operands.push(Operand { source, strides: strides_at, scope: strides.scope(&strides_at) });
        };
        for (_, factor) in factors {
            let (table, scope) = self.tables.intern(graph, factor);
            add(Source::Table(table), scope.axes(), &mut self.strides);
        }
        for child in children {
            let child = &self.cliques[*child];
            let scope = &self.axes[child.axes.0 as usize..child.axes.1 as usize];
            add(Source::Message(child.message), scope, &mut self.strides);
        }
        let rows = entries / labels;
        let groups = self.group(labels, axes, operands);
        let clique = Clique {
            node,
            labels,
            axes: (axes as u32, self.axes.len() as u32),
            block: self.axes.get(axes).map_or(1, |axis| axis.labels),
            message: self.sizes.messages,
            groups,
        };
        self.sizes.messages += rows;
        self.sizes.labels = self.sizes.labels.max(labels);
        self.sizes.block = self.sizes.block.max(labels * clique.block);
        self.sizes.work += entries;
        self.cliques.push(clique);
        Ok(separator.first().copied())
    }

    pub(crate) fn groups_of(&self, clique: &Clique) -> &[Group] {
        &self.groups[clique.groups.0 as usize..clique.groups.1 as usize]
    }

    /// The axes of a clique's separator.
    pub(crate) fn axes_of(&self, clique: &Clique) -> &[Axis] {
        &self.axes[clique.axes.0 as usize..clique.axes.1 as usize]
    }

    /// Sorts the operands of a clique into groups that depend on the same nodes of the separator.
    ///
    /// A table that is alone in its group is read in place, and its exponentials are shared by all cliques that use it. Other groups
    /// are added up first, so that the loop over the whole clique has few factors.
    fn group(&mut self, labels: usize, axes: usize, operands: &mut [Operand]) -> (u32, u32) {
        let start = self.groups.len() as u32;
        let by_scope = |operand: &Operand| (operand.scope.count_ones(), operand.scope);
        operands.sort_by_key(by_scope);
        // Operands that depend only on the clique's own node join a group that is added up anyway.
        let narrow = operands.partition_point(|operand| operand.scope == 0);
        let (narrow, wider) = operands.split_at_mut(narrow);
        if let Some(host) = wider.chunk_by(|a, b| a.scope == b.scope).find(|alike| !alone(alike)) {
            narrow.iter_mut().for_each(|operand| operand.scope = host[0].scope);
            operands.sort_by_key(by_scope);
        }
        let mut entries = 0;
        // A node without observations has one empty group: all its labels are equally good.
        let nothing = operands.is_empty().then_some(&[][..]);
        for alike in operands.chunk_by(|a, b| a.scope == b.scope).chain(nothing) {
            let scope = alike.first().map_or(0, |operand| operand.scope);
            let strides = self.strides.of_group(&self.axes[axes..], scope, alike);
            let known = self.axes[axes..].iter().enumerate().filter(|(i, _)| scope >> i & 1 == 1);
            let rows: usize = known.map(|(_, axis)| axis.labels).product();
            let mut group = Group {
                table: None,
                entry: entries,
                exp: self.sizes.exps,
                top: self.sizes.tops,
                rows,
                moves: scope & 1 == 1 || self.axes.len() == axes,
                strides,
                operands: (self.operands.len() as u32, (self.operands.len() + alike.len()) as u32),
            };
            match alike {
                [Operand { source: Source::Table(table), .. }] if scope != 0 => {
                    self.tables.share(*table);
                    group.table = Some(*table);
                }
                _ => {
                    entries += rows * labels;
                    self.sizes.exps += rows * labels;
                    self.sizes.tops += rows;
                }
            }
            self.operands.extend_from_slice(alike);
            self.groups.push(group);
        }
        self.sizes.entries = self.sizes.entries.max(entries);
        self.sizes.groups = self.sizes.groups.max(self.groups.len() - start as usize);
        (start, self.groups.len() as u32)
    }

    /// Moves the groups behind the tables in the buffers of inference.
    fn reserve_scratch(&mut self) {
        let (entries, tables) = (self.tables.entries, self.tables.len());
        for group in &mut self.groups {
            match group.table {
                Some(table) => {
                    group.entry = self.tables.entry(table);
                    group.exp = group.entry;
                    group.top = table;
                }
                None => {
                    group.entry += entries;
                    group.exp += entries;
                    group.top += tables;
                }
            }
        }
        self.sizes.entries += entries;
        self.sizes.exps += entries;
        self.sizes.tops += tables;
    }
}

/// Whether the operands are a single table, which can be read in place.
fn alone(operands: &[Operand]) -> bool {
    matches!(operands, [Operand { source: Source::Table(_), .. }])
}
