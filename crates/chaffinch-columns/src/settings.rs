/// How records become columns.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSettings {
    /// Most texts, links and images of a record that are told apart; further ones are values of one column.
    pub max_pieces: usize,
    /// Most kinds of pieces that are compared with each other; of more, none are joined.
    pub max_clusters: usize,
    /// The share of records, 0 to 1, that must have the same number of pieces at a place for each of them to be a column.
    pub same_number: f32,
    /// Most pieces at one place that are columns of their own; more are several values of one.
    pub max_alike: usize,
    /// The share of records, 0 to 1, that must write the same unit beside a number, as in `3 beds`, for it to be a column.
    pub unit_share: f32,
    /// How alike two columns that no record has both of must be to become one.
    pub alike: f32,
    /// What it costs columns to stand far apart: for the whole length of a record.
    pub distance_weight: f32,
    /// A column with values in more than this share of the records, 0 to 1, is joined with no other such column.
    pub full: f32,
    /// Most columns of text in a list; the emptiest become one.
    pub max_columns: usize,
    /// The share of records, 0 to 1, that must have a value in a column for it to stand alone.
    pub min_filled: f32,
    /// Where at least this share of a column's values, 0 to 1, are the same text, it is a label or a button.
    pub constant: f32,
    /// The share of values, 0 to 1, that must be of a type for the column to be of it.
    pub type_share: f32,
    /// Most characters of a label beside a value.
    pub longest_label: usize,
    /// The share of records, 0 to 1, that must have a label for it to be one.
    pub label_share: f32,
    /// The share of records, 0 to 1, that must have the same words alone beside a value for them to be its label.
    pub caption_share: f32,
    /// Fewest values of a column that is taken apart.
    pub fewest_to_cut: usize,
    /// The share of values, 0 to 1, that must be cut in the same way.
    pub cut_share: f32,
    /// Most characters, in the mean, of texts that are cut around values.
    pub longest_to_cut: f32,
    /// Fewest letters, in the mean, of a text with an amount in it that is cut.
    pub beside_money: f32,
    /// Fewest letters, in the mean, of a text with a date in it that is cut.
    pub beside_date: f32,
    /// A link that more than this share of the records have, 0 to 1, is no record's own.
    pub shared_link: f32,
    /// How much more a link counts as a record's own that is its heading; 0.5 is half as much again.
    pub heading_link: f32,
    /// The first image of a record that is at least this share as good as the best one, 0 to 1, is the record's own.
    pub nearly_best: f32,
    /// How many values of a column are looked at to name it.
    pub sample: usize,
    /// Most characters, in the mean, of names; longer texts are descriptions.
    pub longest_name: f32,
    /// Most characters, in the mean, of texts that are names though the page's data calls them descriptions.
    pub longest_lead: f32,
    /// The share of records, 0 to 1, that must have a value in a column that nothing names, or further images, for these not to be put into `other`.
    pub min_filled_unnamed: f32,
    /// How many levels, a value's own node included, are searched for a class, an `itemprop` or a heading that names it.
    pub name_levels: usize,
    /// How many levels above the first record its list may begin: headings further up are not sections of the list.
    pub section_levels: usize,
    /// Most section headings as a share of the records, 0 to 1: with more, each heading is part of its record.
    pub max_section_share: f32,
    /// How sure each kind of evidence for a name is.
    pub names: NameWeights,
    /// What makes a text the name of its record.
    pub leads: LeadWeights,
    /// What makes two columns alike.
    pub likeness: AlikeWeights,
    /// What columns look like that nothing names.
    pub looks: LookSettings,
}

/// By what texts alone are told to describe, to name an author or to sort records.
#[derive(Debug, Clone, PartialEq)]
pub struct LookSettings {
    /// Fewest words, in the mean, of sentences that describe.
    pub prose_words: f32,
    /// Fewest words, in the mean, of names that are headlines, so that names of people beside them are those of authors.
    pub headline_words: f32,
    /// The share of texts, 0 to 1, that must look like names of people.
    pub people: f32,
    /// Where at most this share of texts, 0 to 1, are different, they come back; descriptions do not.
    pub again: f32,
    /// The share of words that sort records, 0 to 1, that must be linked.
    pub linked: f32,
    /// Values of a record, in the mean, from which on several words sort it.
    pub several: f32,
    /// The share of several words, 0 to 1, that must be linked.
    pub linked_several: f32,
    /// Most words, in the mean, of what sorts records.
    pub group_words: f32,
    /// The share of what sorts records, 0 to 1, that may have digits.
    pub digits: f32,
    /// The share of texts, 0 to 1, that the names of their records must say again for them to be brands.
    pub in_names: f32,
}

impl Default for LookSettings {
    fn default() -> LookSettings {
        LookSettings {
            prose_words: 7.0,
            headline_words: 4.0,
            people: 0.8,
            again: 0.6,
            linked: 0.5,
            several: 1.5,
            linked_several: 0.8,
            group_words: 3.0,
            digits: 0.2,
            in_names: 0.8,
        }
    }
}

/// What each property of a column of text adds to, or takes from, its claim to be the name of the records.
#[derive(Debug, Clone, PartialEq)]
pub struct LeadWeights {
    /// The share that stands in headings.
    pub heading: f32,
    /// The markup says that it is a name; it says that it is something else.
    pub said: f32,
    /// See [`LeadWeights::said`].
    pub other: f32,
    /// The texts are offices that people hold.
    pub office: f32,
    /// The share with a link.
    pub linked: f32,
    /// How large the letters are between the smallest and the largest of the record.
    pub size: f32,
    /// The share in bold.
    pub bold: f32,
    /// The share of records that have it.
    pub filled: f32,
    /// The share of texts that no other record has.
    pub distinct: f32,
    /// How far behind the first text it stands.
    pub behind: f32,
    /// It is too long for a name, or too short.
    pub length: f32,
}

impl Default for LeadWeights {
    fn default() -> LeadWeights {
        LeadWeights {
            heading: 2.0,
            said: 1.5,
            other: -1.5,
            office: -3.0,
            linked: 1.2,
            size: 1.0,
            bold: 0.7,
            filled: 2.0,
            distinct: 2.0,
            behind: -1.5,
            length: -2.0,
        }
    }
}

/// What each property that two columns share adds to how alike they are.
#[derive(Debug, Clone, PartialEq)]
pub struct AlikeWeights {
    /// The tags and classes of the values' own elements and of those around them.
    pub own: f32,
    /// The tags on the way from the record to the values.
    pub tags: f32,
    /// Both stand in headings.
    pub heading: f32,
    /// Both are current prices, or both are former ones.
    pub money: f32,
    /// The shape of the texts.
    pub shape: f32,
    /// Both are links.
    pub linked: f32,
    /// They fill each other's gaps, though chance would put both into many records.
    pub gaps: f32,
    /// In so many records chance would put both of two columns, for that to be sure.
    pub enough_missed: f32,
}

impl Default for AlikeWeights {
    fn default() -> AlikeWeights {
        AlikeWeights {
            own: 2.0,
            tags: 1.5,
            heading: 1.5,
            money: 1.5,
            shape: 0.5,
            linked: 0.5,
            gaps: 1.3,
            enough_missed: 3.0,
        }
    }
}

/// How sure each kind of evidence for a name is, 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct NameWeights {
    /// What the page writes beside the values or above them.
    pub label: f32,
    /// What the page's structured data calls the values.
    pub property: f32,
    /// What another method recognised the values as, for a column that has no others.
    pub known: f32,
    /// The least share of a column's values that must be known.
    pub least_known: f32,
    /// A word in the markup that means the same on any site.
    pub markup: f32,
    /// The part that a column plays in its records.
    pub role: f32,
    /// The type of the values.
    pub kind: f32,
    /// What the texts alone look like: sentences, names of people, words that come back.
    pub looks: f32,
    /// The share of records that must have a text for it to be their name.
    pub least_filled: f32,
}

impl Default for ColumnSettings {
    fn default() -> ColumnSettings {
        ColumnSettings {
            max_pieces: 400,
            max_clusters: 400,
            same_number: 0.8,
            max_alike: 12,
            unit_share: 0.2,
            alike: 1.6,
            distance_weight: 2.0,
            full: 0.9,
            max_columns: 24,
            min_filled: 0.2,
            constant: 0.9,
            type_share: 0.7,
            longest_label: 30,
            label_share: 0.2,
            caption_share: 0.8,
            fewest_to_cut: 2,
            cut_share: 0.6,
            longest_to_cut: 240.0,
            beside_money: 30.0,
            beside_date: 14.0,
            shared_link: 0.34,
            heading_link: 0.5,
            nearly_best: 0.8,
            sample: 60,
            longest_name: 140.0,
            longest_lead: 80.0,
            min_filled_unnamed: 0.8,
            name_levels: 3,
            section_levels: 4,
            max_section_share: 2.0 / 3.0,
            names: NameWeights::default(),
            leads: LeadWeights::default(),
            likeness: AlikeWeights::default(),
            looks: LookSettings::default(),
        }
    }
}

impl Default for NameWeights {
    fn default() -> NameWeights {
        NameWeights {
            label: 0.95,
            property: 0.9,
            known: 0.97,
            least_known: 0.4,
            markup: 0.7,
            role: 0.8,
            kind: 0.5,
            looks: 0.3,
            least_filled: 0.4,
        }
    }
}
