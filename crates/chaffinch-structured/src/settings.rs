/// How structured data is read.
///
/// ```
/// use chaffinch_structured::{Boilerplate, StructuredSettings};
/// let settings = StructuredSettings { boilerplate: Boilerplate::Always, ..StructuredSettings::default() };
/// assert_eq!(settings.max_nesting, 64);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct StructuredSettings {
    /// What becomes of items that describe the site and not its content.
    pub boilerplate: Boilerplate,
    /// Most parts of a dotted column name: 3 allows `offers.seller.name`.
    pub max_path: usize,
    /// Most levels of nested JSON; deeper values are ignored.
    pub max_nesting: usize,
    /// Most values read from the JSON-LD of one page; further ones are ignored.
    pub max_values: usize,
    /// Most cells of one page, empty ones included; rows that do not fit are left out.
    pub max_cells: usize,
    /// Most bytes of text of one page; further values are missing.
    pub max_bytes: usize,
    /// The share of values, 0 to 1, that must be of a type for the column to be of it, where the name of the property does not tell.
    pub type_share: f32,
    /// The score of any item, 0 to 1. To it is added `rich_score`, times the share of filled cells, times a factor that grows with the
    /// number of columns.
    pub base_score: f32,
    /// See `base_score`.
    pub rich_score: f32,
    /// The number of columns at which that factor is one half.
    pub half_rich: f32,
    /// What the score of an item that describes the page itself is multiplied by.
    pub page_itself_weight: f32,
    /// What the score of boilerplate is multiplied by.
    pub boilerplate_weight: f32,
    /// What the score of what only OpenGraph says is multiplied by.
    pub open_graph_weight: f32,
    /// How the values that the page shows get their names.
    pub naming: NamingSettings,
    /// How the data is read that the page carries for its scripts.
    pub state: StateSettings,
}

/// How the data is read that a page carries for its scripts. Scores and shares are 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct StateSettings {
    /// Most values read from one page; further ones are left out, and a remark says so.
    pub max_values: usize,
    /// Most lists of objects that are looked at.
    pub max_lists: usize,
    /// Most objects of a list.
    pub max_objects: usize,
    /// Most values of an object and those in it.
    pub max_members: usize,
    /// Most names that lead to a value from its object.
    pub max_path: usize,
    /// Fewest values of a literal that is kept; smaller ones are everywhere in code.
    pub least_values: usize,
    /// Fewest bytes of a string or attribute that is read as JSON.
    pub least_bytes: usize,
    /// How many bytes of a name are compared with what the page shows.
    pub longest_name: usize,
    /// Fewest characters of a description that a thing has and an entry of a menu has not.
    pub long_text: usize,
    /// Fewest properties of the thing that a page is about.
    pub least_properties: usize,
    /// The least share of objects with a name and of those with anything else that things have.
    pub most: f32,
    /// The least share of things that the page shows for the list to count.
    pub least_shown: f32,
    /// The score of a list of which the page shows everything; it is less than one half, because what is shown is better taken from
    /// where it is shown.
    pub shown_score: f32,
    /// A page with fewer characters of text than this waits for its scripts, and its lists count though nothing of them is shown.
    pub little_text: usize,
    /// Fewest things of such a list.
    pub least_alone: usize,
    /// The score of such a list.
    pub alone_score: f32,
    /// What the score of the thing that a page is about is multiplied by; JSON-LD and microdata, which are written for readers, come
    /// first.
    pub thing_weight: f32,
}

impl Default for StateSettings {
    fn default() -> StateSettings {
        StateSettings {
            max_values: 1_000_000,
            max_lists: 64,
            max_objects: 5_000,
            max_members: 200,
            max_path: 4,
            least_values: 7,
            least_bytes: 60,
            longest_name: 300,
            long_text: 40,
            least_properties: 4,
            most: 0.6,
            least_shown: 0.3,
            shown_score: 0.45,
            little_text: 600,
            least_alone: 3,
            alone_score: 0.6,
            thing_weight: 0.8,
        }
    }
}

/// How the names of structured data are given to what the page shows. All strengths are 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct NamingSettings {
    /// How sure a name is that microdata or RDFa gives.
    pub of_markup: f32,
    /// How sure a name is that JSON-LD gives.
    pub of_json_ld: f32,
    /// How sure a name is that the state of scripts gives.
    pub of_state: f32,
    /// How sure a name is that OpenGraph gives.
    pub of_open_graph: f32,
    /// What the strength is multiplied by where two texts only begin in the same way.
    pub of_beginning: f32,
    /// What the strength is multiplied by where the page shows an amount of money without a currency.
    pub of_bare_amount: f32,
    /// Weaker names are left out.
    pub least: f32,
    /// Texts of at least this many characters are the same wherever they are shown. A name of a shorter text is the weaker the more
    /// places show it.
    pub telling_text: usize,
    /// Two long texts that agree in this many characters begin in the same way.
    pub beginning: usize,
    /// How many bytes of a text are compared.
    pub longest_text: usize,
    /// Over how many texts of the page one value may be spread.
    pub most_parts: usize,
}

impl Default for NamingSettings {
    fn default() -> NamingSettings {
        NamingSettings {
            of_markup: 1.0,
            of_json_ld: 0.9,
            of_state: 0.8,
            of_open_graph: 0.7,
            of_beginning: 0.8,
            of_bare_amount: 0.5,
            least: 0.1,
            telling_text: 12,
            beginning: 40,
            longest_text: 2000,
            most_parts: 8,
        }
    }
}

/// What becomes of items that describe the site and not its content.
///
/// There are three ranks of items. *Content* is what people come for: products, recipes, events, jobs, and lists of
/// anything. *The page itself* is described by an article, its author or its video, if it is the only one of its type; it gets half the
/// score, because it describes a text and not records. *Boilerplate* describes the site: `WebSite`, all kinds of `WebPage` but
/// `FAQPage`, breadcrumbs, search boxes, navigation, headers and footers, the organization of the site, its address, and images on
/// their own. Persons, images, brands and organizations to which another item refers are part of that item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Boilerplate {
    /// They are given only where there is nothing else.
    IfAlone,
    /// They come last.
    Always,
    /// They are left out.
    Never,
}

impl Default for StructuredSettings {
    fn default() -> StructuredSettings {
        StructuredSettings {
            boilerplate: Boilerplate::IfAlone,
            max_path: 4,
            max_nesting: 64,
            max_values: 200_000,
            max_cells: 500_000,
            max_bytes: 32 << 20,
            type_share: 0.8,
            base_score: 0.2,
            rich_score: 0.75,
            half_rich: 2.0,
            page_itself_weight: 0.5,
            boilerplate_weight: 0.25,
            open_graph_weight: 0.5,
            naming: NamingSettings::default(),
            state: StateSettings::default(),
        }
    }
}
