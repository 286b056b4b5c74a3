//! What the name of a property tells about its values.

use chaffinch_core::{ColumnType, FoundCell, Value};
use chaffinch_values::{DecimalMark, column_type, decimal_mark, number, read_as};

/// Whether the values of a property are addresses, so that the value of a link is its address and not its text.
pub(crate) fn asks_for_address(property: &str) -> bool {
    const ADDRESSES: [&str; 12] = [
        "url", "sameAs", "image", "logo", "item", "mainEntityOfPage", "availability", "itemCondition",
        "license", "thumbnail", "photo", "map",
    ];
    ADDRESSES.contains(&property) || property.ends_with("Url") || property.ends_with("URL")
}

/// Whether the values of a property are amounts of money if the item or one around it names a currency. `value` may be an amount of
/// anything else if none does.
pub(crate) fn is_amount(property: &str) -> bool {
    matches!(
        property,
        "price" | "lowPrice" | "highPrice" | "minPrice" | "maxPrice" | "value" | "minValue" | "maxValue"
    )
}

/// Finds the type of the column called `path`, and gives each cell its value. `share` is the setting `type_share`.
pub(crate) fn type_column(path: &str, cells: &mut [&mut FoundCell], share: f32) -> ColumnType {
    let (owner, property) = path.rsplit_once('.').unwrap_or(("", path));
    let mark = decimal_mark(cells.iter().map(|cell| cell.text.as_str()));
    let texts = || cells.iter().map(|cell| cell.text.as_str());
    let truth = |text: &str| text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false");
    let kind = match by_name(property) {
        // The `url` of an `image` item is the address of an image.
        Some(ColumnType::Url)
            if by_name(owner.rsplit('.').next().unwrap_or(owner)) == Some(ColumnType::Image) =>
        {
            ColumnType::Image
        }
        Some(kind) => kind,
        None if cells.is_empty() => ColumnType::Text,
        None if cells.iter().all(|cell| cell.unit.is_some()) => ColumnType::Money,
        None if texts().all(truth) => ColumnType::Boolean,
        None => column_type(texts(), mark, share),
    };
    for cell in cells {
        give_value(cell, kind, mark);
    }
    kind
}

fn by_name(property: &str) -> Option<ColumnType> {
    let kind = match property {
        "price" | "lowPrice" | "highPrice" | "minPrice" | "maxPrice" => ColumnType::Money,
        "ratingValue" => ColumnType::Rating,
        "image" | "logo" | "photo" | "thumbnail" | "thumbnailUrl" => ColumnType::Image,
        "availability" | "itemCondition" => ColumnType::Text,
        "email" => ColumnType::Email,
        "telephone" | "faxNumber" => ColumnType::Phone,
        "validThrough" | "priceValidUntil" => ColumnType::Date,
        "prepTime" | "cookTime" | "totalTime" | "performTime" | "duration" | "timeRequired" => {
            ColumnType::Duration
        }
        // Digits, but not numbers.
        "sku" | "mpn" | "isbn" | "productID" | "postalCode" | "identifier" | "model" => ColumnType::Text,
        "name" | "headline" | "title" | "alternateName" | "description" | "text" => ColumnType::Text,
        name if name.starts_with("gtin") => ColumnType::Text,
        name if name.starts_with("date") || name.ends_with("Date") => ColumnType::Date,
        name if asks_for_address(name) => ColumnType::Url,
        _ => return None,
    };
    Some(kind)
}

fn give_value(cell: &mut FoundCell, kind: ColumnType, mark: DecimalMark) {
    // Words of the vocabulary are written as addresses; the value is the word.
    if let Some(word) = enumeration(&cell.text) {
        cell.value = Some(Value::Text(word.to_owned()));
    } else if let Some(reading) = read_as(kind, &cell.text, mark) {
        cell.value = Some(reading.value);
        cell.unit = reading.unit.or(cell.unit.take());
        cell.range = reading.range;
    } else if let (ColumnType::Money, Some(amount)) = (kind, number(&cell.text, mark)) {
        // A number alone; its currency is another property.
        cell.value = Some(Value::Number(amount.value));
    }
}

/// A word of the vocabulary: `InStock` for `https://schema.org/InStock`.
fn enumeration(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("https://").or(text.strip_prefix("http://"))?;
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    rest.strip_prefix("schema.org/")
        .filter(|word| word.bytes().all(|b| b.is_ascii_alphanumeric()) && !word.is_empty())
}
