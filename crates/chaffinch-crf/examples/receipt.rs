//! Reads receipts: which lines are purchases, which is the total, and in each line which word is the thing and which
//! the price. Lines and words have label spaces of their own and are decided together: a number is a price in one kind of line and
//! a telephone number in another.
//!
//!     cargo run -p chaffinch-crf --example receipt

use chaffinch_crf::{
    Error, Example, Family, Feature, Graph, JunctionTree, Model, Space, TABLE_LIMIT, Training, Tree,
};
use chaffinch_crf::{Workspace, train};
use std::ops::ControlFlow;

const LINES: [&str; 4] = ["receipt", "purchase", "total", "other"];
const WORDS: [&str; 3] = ["thing", "price", "-"];

/// Receipts for learning: each line's label, then its words with theirs.
const RECEIPTS: [&[(&str, &str)]; 3] = [
    &[
        ("other", "Corner/- Shop/-"),
        ("purchase", "Bread/thing 2.40/price"),
        ("purchase", "Green/thing tea/thing 3.10/price"),
        ("total", "Total/- 5.50/price"),
        ("other", "Phone/- 555.20/-"),
    ],
    &[
        ("other", "Welcome/-"),
        ("purchase", "Milk/thing 1.10/price"),
        ("total", "Total/- 1.10/price"),
        ("other", "Phone/- 555.10/- thank/- you/-"),
    ],
    &[
        ("purchase", "Soap/thing 0.90/price"),
        ("purchase", "Paper/thing 4.00/price"),
        ("purchase", "Ink/thing 12.00/price"),
        ("total", "Total/- 16.90/price"),
        ("other", "Open/- until/- 20.00/-"),
    ],
];

/// What is observed of a word.
const WORD_FEATURES: [fn(&str) -> bool; 5] = [
    |_| true,
    |word| word.parse::<f64>().is_ok(),
    |word| word == "Total",
    |word| word == "Phone" || word == "Open",
    |word| word.starts_with(char::is_uppercase),
];

struct Reader {
    model: Model,
    line: Space,
    word: Space,
    of_word: Family,
    of_line: Family,
    word_in_line: Family,
    words_in_line: Family,
    lines_in_receipt: Family,
}

impl Reader {
    fn new() -> Result<Reader, Error> {
        let mut model = Model::new();
        let line = model.add_space(LINES.len());
        let word = model.add_space(WORDS.len());
        Ok(Reader {
            of_word: model.add_family(&[word], WORD_FEATURES.len())?,
            of_line: model.add_family(&[line], 2)?,
            word_in_line: model.add_family(&[line, word], WORD_FEATURES.len())?,
            words_in_line: model.add_family(&[line, word, word], 1)?,
            lines_in_receipt: model.add_family(&[line, line, line], 1)?,
            model,
            line,
            word,
        })
    }

    /// The field of a receipt. Node 0 is the receipt; each line is followed by its words.
    fn field(&self, receipt: &[Vec<&str>]) -> Result<JunctionTree, Error> {
        let mut parents = vec![None];
        let mut words = vec![""];
        for line in receipt {
            let at = parents.len();
            parents.push(Some(0));
            words.push("");
            parents.extend(line.iter().map(|_| Some(at)));
            words.extend(line);
        }
        let spaces: Vec<Space> =
            words.iter().map(|word| if word.is_empty() { self.line } else { self.word }).collect();
        let tree = Tree::new(&parents)?;
        let mut graph = Graph::new(&self.model, &spaces);
        graph.observe(self.of_line, &[0], &[Feature::on(0)])?;
        for [parent, child] in tree.edges() {
            let seen: Vec<Feature> = (0..WORD_FEATURES.len())
                .filter(|f| WORD_FEATURES[*f](words[child]))
                .map(Feature::on)
                .collect();
            if spaces[child] == self.word {
                graph.observe(self.of_word, &[child], &seen)?;
                graph.observe(self.word_in_line, &[parent, child], &seen)?;
            } else {
                graph.observe(self.of_line, &[child], &[Feature::on(1)])?;
            }
        }
        for triangle @ [_, left, _] in tree.triangles() {
            let family = if spaces[left] == self.word { self.words_in_line } else { self.lines_in_receipt };
            graph.observe(family, &triangle, &[Feature::on(0)])?;
        }
        graph.junction_tree(TABLE_LIMIT)
    }

    fn example(&self, receipt: &[(&str, &str)]) -> Result<Example, Error> {
        let place = |labels: &[&str], label: &str| {
            labels.iter().position(|known| *known == label).unwrap_or(usize::MAX)
        };
        let mut lines = Vec::new();
        let mut labels = vec![place(&LINES, "receipt")];
        for (label, text) in receipt {
            labels.push(place(&LINES, label));
            let words: Vec<(&str, &str)> = text.split(' ').filter_map(|word| word.split_once('/')).collect();
            labels.extend(words.iter().map(|(_, label)| place(&WORDS, label)));
            lines.push(words.into_iter().map(|(word, _)| word).collect());
        }
        Example::new(self.field(&lines)?, labels)
    }
}

fn main() -> Result<(), Error> {
    let reader = Reader::new()?;
    let examples = RECEIPTS.iter().map(|receipt| reader.example(receipt)).collect::<Result<Vec<_>, _>>()?;
    let start = vec![0.0; reader.model.weights()];
    let trained = train(&reader.model, &examples, start, &Training::default(), |progress| {
        eprintln!("iteration {:2}: loss {:.3}", progress.iteration, progress.loss);
        ControlFlow::Continue(())
    })?;

    let unseen = ["Lucky Store", "Brown rice 6.20", "Salt 0.70", "Total 6.90", "Phone 555.90"];
    let receipt: Vec<Vec<&str>> = unseen.iter().map(|line| line.split(' ').collect()).collect();
    let field = reader.field(&receipt)?;
    let mut workspace = Workspace::new();
    let best = field.best(&trained.weights, &mut workspace).labels;
    let marginals = field.marginals(&trained.weights, &mut workspace);
    let mut node = 1;
    for line in &receipt {
        print!("{:9} {:.2} ", LINES[best[node]], marginals.node(node)[best[node]]);
        node += 1;
        for word in line {
            print!(" {word}/{}", WORDS[best[node]]);
            node += 1;
        }
        println!();
    }
    Ok(())
}
