/// How sure each kind of evidence is that a column has the values of a wanted attribute, 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Certainty {
    /// The names are equal.
    pub equal: f32,
    /// The last part of a dotted name is equal.
    pub last_part: f32,
    /// The names mean the same.
    pub synonym: f32,
    /// What a match with the last part of a dotted name is multiplied by, where the words differ.
    pub of_part: f32,
    /// What a match with the first of several names of a column, as in `Title / District`, is multiplied by.
    pub first_of_several: f32,
    /// Parts of the names mean the same.
    pub compound: f32,
    /// Pages use one of the two meanings for the other.
    pub kin: f32,
    /// What a match with a name that nothing speaks for is multiplied by; one that is sure counts in full.
    pub unsure_name: f32,
    /// The names have words in common; multiplied by their share.
    pub shared_words: f32,
    /// The markup around the values means the same.
    pub markup: f32,
    /// A column with values in less than this share of the rows, 0 to 1, is taken for what no other column answers.
    pub seldom: f32,
    /// The column is the only one of the wanted type.
    pub only_of_type: f32,
    /// The column is the first of several of the wanted type.
    pub first_of_type: f32,
    /// The name is wanted, and the column is the first one with distinct texts.
    pub first_text: f32,
    /// A text is wanted, and the column is the first one of text that nothing else is wanted of.
    pub left_over: f32,
    /// The domain of what is wanted has records in the rows, and the column is theirs.
    pub by_domain: f32,
    /// The share of rows, 0 to 1, that must hold a record of the domain.
    pub held: f32,
    /// How much of a column's cells, 0 to 1 in the mean, a domain's values must be for the column to be taken in their place.
    pub fits: f32,
    /// A number or code is wanted that identifies a thing, and the column is the only one that looks like one.
    pub code: f32,
    /// A link or image is wanted, and it is the row's own.
    pub from_row: f32,
    /// What such a column adds to the worth of an answer.
    pub guess: f32,
    /// Least certainty of a column that is given at all.
    pub least: f32,
    /// Below this certainty a column is given and called doubtful.
    pub doubtful: f32,
    /// The share of right cells, 0 to 1, of columns that are so certain, as `chaffinch eval columns` measures it where lists are also asked for
    /// what they do not have: pairs of a certainty and a share, both rising. It is the confidence of a column.
    pub right: [(f32, f32); 6],
    /// A table with fewer rows is rarely what a page is about.
    pub few_rows: usize,
    /// What the worth of every finding but the page's best one is multiplied by.
    pub later: f32,
    /// What the worth of a list is multiplied by on a page about one thing, and that of one thing on a page with a list.
    pub beside: f32,
}

impl Default for Certainty {
    fn default() -> Certainty {
        Certainty {
            equal: 1.0,
            last_part: 0.97,
            synonym: 0.95,
            of_part: 0.8,
            first_of_several: 0.98,
            compound: 0.7,
            kin: 0.85,
            unsure_name: 0.6,
            shared_words: 0.6,
            markup: 0.65,
            seldom: 0.1,
            only_of_type: 0.6,
            first_of_type: 0.45,
            first_text: 0.4,
            left_over: 0.35,
            by_domain: 0.9,
            held: 0.8,
            fits: 0.55,
            code: 0.5,
            guess: 0.15,
            from_row: 0.8,
            least: 0.3,
            doubtful: 0.5,
            right: [(0.3, 0.25), (0.4, 0.5), (0.65, 0.55), (0.75, 0.74), (0.85, 0.87), (1.0, 0.92)],
            few_rows: 3,
            later: 0.85,
            beside: 0.4,
        }
    }
}

impl Certainty {
    /// The share of right cells that a column of this certainty has, between the pairs that were measured.
    pub(super) fn share_right(&self, sure: f32) -> f32 {
        let (first, last) = (self.right[0], self.right[self.right.len() - 1]);
        let between = self.right.windows(2).find(|pair| (pair[0].0..=pair[1].0).contains(&sure));
        match between {
            Some(&[(from, low), (to, high)]) => {
                low + (high - low) * (sure - from) / (to - from).max(f32::EPSILON)
            }
            _ if sure < first.0 => first.1,
            _ => last.1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_is_the_share_of_right_cells_that_was_measured() {
        let certainty = Certainty {
            right: [(0.0, 0.0), (0.2, 0.1), (0.4, 0.3), (0.6, 0.5), (0.8, 0.7), (0.9, 0.8)],
            ..Certainty::default()
        };
        for (sure, right) in [(0.0, 0.0), (0.1, 0.05), (0.5, 0.4), (0.9, 0.8), (1.0, 0.8)] {
            assert!((certainty.share_right(sure) - right).abs() < 1e-6, "{sure}");
        }
        let default = Certainty::default();
        let rises = (0..100).map(|at| default.share_right(at as f32 / 100.0));
        assert!(rises.clone().zip(rises.skip(1)).all(|(a, b)| a <= b));
    }
}
