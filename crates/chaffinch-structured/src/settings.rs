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
    /// How many names a dotted column name may have: 3 allows `offers.seller.name`.
    pub max_path: usize,
    /// Nesting of JSON; deeper values are passed over.
    pub max_nesting: usize,
    /// Values read from the JSON-LD of one page; further ones are passed over.
    pub max_values: usize,
    /// Cells written for one page, missing ones included; rows that do not fit are left out.
    pub max_cells: usize,
    /// Bytes of text written for one page; further values are missing.
    pub max_bytes: usize,
}

/// What becomes of items that describe the site and not its content.
///
/// Items are of three ranks. *Content* is what people come for: products, recipes, events, jobs, and lists of
/// anything. *The page itself* is an article, its author or its film, alone of its type; it is scored at half, since it describes a text
/// and not records. *Boilerplate* describes the site: `WebSite`, all kinds of `WebPage` but `FAQPage`, breadcrumbs,
/// search boxes, navigation, headers and footers, the organization behind it all, its address, and images on
/// their own. Persons, images, brands and organizations that another item refers to are part of that item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Boilerplate {
    /// They come out only where there is nothing better.
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
        }
    }
}
