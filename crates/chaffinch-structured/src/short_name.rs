//! The names that people know the properties of things by: schema.org's short ones.

use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The short name of a property or key: schema.org's, where the key is another word for it, and otherwise the key itself in camel case.
///
/// `product_title` is `name`, `compareAtPrice` is `listPrice`, `Energy_class` is `energyClass`.
pub(crate) fn short_name(key: &str) -> String {
    let name = camel_case(key);
    let folded = name.to_ascii_lowercase();
    known_words().get(folded.as_str()).map_or(name, |short| (*short).to_owned())
}

/// The short name of every word in [`SYNONYMS`].
fn known_words() -> &'static FxHashMap<&'static str, &'static str> {
    static WORDS: OnceLock<FxHashMap<&str, &str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let words = |(short, words): &(&'static str, &'static [&'static str])| {
            let short = *short;
            words.iter().map(move |word| (*word, short))
        };
        SYNONYMS.iter().flat_map(words).collect()
    })
}

/// Whether a key is a word for a name; much cheaper than [`short_name`].
pub(crate) fn is_name_word(key: &str) -> bool {
    const WORDS: [&str; 9] = [
        "name", "title", "headline", "displayName", "fullName", "productName", "product_name",
        "productTitle", "product_title",
    ];
    WORDS.iter().any(|word| word.eq_ignore_ascii_case(key))
}

/// The words of `key` in one, each after the first with a capital: `list-price`, `LIST PRICE` and `ListPrice` are `listPrice`.
pub(crate) fn camel_case(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    for word in key.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let shouted = word.len() > 1 && word.chars().all(|c| !c.is_lowercase());
        let mut chars = word.chars();
        let Some(first) = chars.next() else { continue };
        match out.is_empty() {
            true => out.extend(first.to_lowercase()),
            false => out.extend(first.to_uppercase()),
        }
        match shouted {
            true => out.extend(chars.flat_map(char::to_lowercase)),
            false => out.push_str(chars.as_str()),
        }
    }
    out
}

/// Whether a name is one of schema.org's that people look for.
pub(crate) fn is_short_name(name: &str) -> bool {
    const OTHERS: [&str; 22] = [
        "startDate", "endDate", "duration", "totalTime", "cookTime", "prepTime", "recipeYield",
        "recipeIngredient", "recipeInstructions", "ingredients", "instructions", "servings", "keywords",
        "genre", "location", "jobTitle", "salary", "weight", "material", "size", "model", "subtitle",
    ];
    SYNONYMS.iter().any(|(short, _)| *short == name) || OTHERS.contains(&name)
}

/// Short names, each with the words that mean the same, in lower case.
const SYNONYMS: [(&str, &[&str]); 33] = [
    (
        "name",
        &["name", "title", "headline", "displayname", "fullname", "itemname", "productname", "producttitle"],
    ),
    (
        "url",
        &["url", "href", "link", "permalink", "slug", "urlpath", "producturl", "itemurl", "canonicalurl"],
    ),
    (
        "image",
        &[
            "image", "images", "imageurl", "imageurls", "img", "imgurl", "imagesrc", "picture", "pictures",
            "pictureurl", "photo", "photos", "photourl", "thumbnail", "thumbnails", "thumbnailurl", "thumb",
            "mainimage", "primaryimage", "featuredimage", "heroimage", "coverimage", "poster", "posterurl",
        ],
    ),
    (
        "price",
        &[
            "price", "lowprice", "currentprice", "saleprice", "finalprice", "sellingprice", "offerprice",
            "discountedprice", "specialprice", "priceamount", "pricevalue",
        ],
    ),
    (
        "listPrice",
        &[
            "listprice", "originalprice", "wasprice", "oldprice", "regularprice", "msrp", "rrp",
            "compareatprice", "strikethroughprice", "fullprice", "previousprice",
        ],
    ),
    ("unitPrice", &["unitprice", "priceperunit", "pricepermeasure"]),
    ("priceCurrency", &["pricecurrency", "currency", "currencycode", "currencyiso"]),
    (
        "description",
        &["description", "desc", "shortdescription", "summary", "excerpt", "teaser", "longdescription"],
    ),
    (
        "rating",
        &["rating", "ratingvalue", "averagerating", "ratingaverage", "avgrating", "stars", "starrating"],
    ),
    (
        "reviewCount",
        &["reviewcount", "reviewscount", "numreviews", "numberofreviews", "totalreviews", "reviewnum"],
    ),
    ("ratingCount", &["ratingcount", "ratingscount", "numratings", "numberofratings", "totalratings"]),
    ("brand", &["brand", "brandname"]),
    ("sku", &["sku", "skuid", "articlenumber"]),
    ("gtin", &["gtin", "gtin8", "gtin12", "gtin13", "gtin14", "ean", "upc", "barcode"]),
    ("isbn", &["isbn", "isbn10", "isbn13"]),
    ("author", &["author", "authors", "authorname", "byline"]),
    (
        "datePublished",
        &[
            "datepublished", "publishedat", "publisheddate", "publishdate", "publishedtime", "publishedon",
            "publicationdate", "pubdate", "publisheddatetime",
        ],
    ),
    (
        "dateModified",
        &["datemodified", "modifiedat", "modifiedtime", "updatedat", "lastmodified", "dateupdated"],
    ),
    ("dateCreated", &["datecreated", "createdat", "createddate", "creationdate"]),
    ("datePosted", &["dateposted", "postedat", "posteddate", "postdate"]),
    ("address", &["address", "fulladdress", "formattedaddress"]),
    ("streetAddress", &["streetaddress", "street", "address1", "addressline1"]),
    ("addressLocality", &["addresslocality", "city", "town", "locality"]),
    ("addressRegion", &["addressregion", "region", "state", "province"]),
    ("addressCountry", &["addresscountry", "country", "countryname"]),
    ("postalCode", &["postalcode", "postcode", "zip", "zipcode"]),
    ("telephone", &["telephone", "phone", "phonenumber", "tel", "telephonenumber"]),
    ("email", &["email", "emailaddress"]),
    ("category", &["category", "categoryname", "articlesection"]),
    ("color", &["color", "colour", "colorname"]),
    ("availability", &["availability", "stockstatus"]),
    ("latitude", &["latitude", "lat"]),
    ("longitude", &["longitude", "lng", "lon", "long"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_words_for_a_property_have_its_name() {
        for (key, short) in [
            ("headline", "name"),
            ("product_title", "name"),
            ("compareAtPrice", "listPrice"),
            ("IMAGE_URL", "image"),
            ("ratingValue", "rating"),
            ("published_at", "datePublished"),
            ("Energy_class", "energyClass"),
            ("recipeIngredient", "recipeIngredient"),
            ("SKU", "sku"),
            ("Größe", "größe"),
            ("--", ""),
        ] {
            assert_eq!(short_name(key), short, "{key}");
        }
    }
}
