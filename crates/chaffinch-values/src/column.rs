use crate::Reader;
use crate::codes::may_be_gtin;
use crate::number::DecimalMark;
use crate::relative::relative;
use chaffinch_core::ColumnType;

/// The type of at least `share` (0 to 1) of `texts`; text where there is none.
///
/// ```
/// use chaffinch_core::ColumnType;
/// let texts = ["1", "2,000", "3 %", "4", "n/a"];
/// assert_eq!(chaffinch_values::column_type(texts, Default::default(), 0.8), ColumnType::Number);
/// ```
pub fn column_type<'t>(
    texts: impl IntoIterator<Item = &'t str>,
    mark: DecimalMark,
    share: f32,
) -> ColumnType {
    Reader { mark, ..Reader::default() }.column_type(texts, share)
}

impl Reader {
    /// The type of at least `share` (0 to 1) of `texts`; text where there is none.
    pub fn column_type<'t>(&self, texts: impl IntoIterator<Item = &'t str>, share: f32) -> ColumnType {
        // One text in ten has a right check digit by chance; so many do not.
        const FEWEST_CODES: usize = 3;
        let mut counts: Vec<(ColumnType, usize)> = Vec::new();
        let (mut all, mut articles, mut told) = (0, 0, 0);
        for text in texts {
            all += 1;
            let Some(reading) = self.read(text) else { continue };
            articles += usize::from(
                may_be_gtin(text) && matches!(reading.kind, ColumnType::Number | ColumnType::Isbn),
            );
            // `-P3D`, `P0D`: told from a day that is not known.
            told += usize::from(reading.kind == ColumnType::Duration && relative(text.trim()).is_some());
            match counts.iter_mut().find(|(kind, _)| *kind == reading.kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((reading.kind, 1)),
            }
        }
        let enough = |count: usize| count as f32 >= share * all as f32;
        let count =
            |kind: ColumnType| counts.iter().find(|(other, _)| *other == kind).map_or(0, |(_, count)| *count);
        let labelled = count(ColumnType::Gtin);
        if articles + labelled >= FEWEST_CODES
            && enough(articles + labelled)
            && !enough(count(ColumnType::Isbn))
        {
            return ColumnType::Gtin;
        }
        // Days that are told from now stand between others: the column has dates, though these are not known.
        if count(ColumnType::Date) > 0 && enough(count(ColumnType::Date) + told) {
            return ColumnType::Date;
        }
        let best = counts.into_iter().max_by_key(|(_, count)| *count);
        best.filter(|(_, count)| enough(*count)).map_or(ColumnType::Text, |(kind, _)| kind)
    }
}

/// The decimal mark of the numbers of a column: a comma where some number can only be read with a comma and none only with a
/// point.
pub fn decimal_mark<'t>(texts: impl IntoIterator<Item = &'t str>) -> DecimalMark {
    let mut commas = 0;
    for text in texts {
        match clear_mark(text) {
            Some(DecimalMark::Comma) => commas += 1,
            Some(DecimalMark::Point) => return DecimalMark::Point,
            None => {}
        }
    }
    if commas > 0 { DecimalMark::Comma } else { DecimalMark::Point }
}

/// The decimal mark of a text with one numeral, where only one reading is possible.
fn clear_mark(text: &str) -> Option<DecimalMark> {
    // In bytes; a longer text is prose.
    const LONGEST: usize = 64;
    if text.len() > LONGEST {
        return None;
    }
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let numeral = text.split(|c| !is_part(c)).find(|part| part.contains([',', '.']))?;
    let last = numeral.rfind([',', '.'])?;
    let sign = numeral.as_bytes()[last];
    let behind = numeral.len() - last - 1;
    let before = &numeral[..last];
    let other = if sign == b',' { '.' } else { ',' };
    let several = before.contains(sign as char);
    let decimal = !several && (before.contains(other) || (behind != 3 && behind > 0));
    let mark = |sign| if sign == b',' { DecimalMark::Comma } else { DecimalMark::Point };
    if decimal {
        Some(mark(sign))
    } else if several {
        // This sign groups thousands, so that the other one is the decimal mark.
        Some(mark(other as u8))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_tells_its_decimal_mark_by_its_clear_numbers() {
        assert_eq!(decimal_mark(["1.234", "12,5"]), DecimalMark::Comma);
        assert_eq!(decimal_mark(["1.234", "5.678"]), DecimalMark::Point);
        assert_eq!(decimal_mark(["1,234", "5.67"]), DecimalMark::Point);
        assert_eq!(decimal_mark(["1.234.567"]), DecimalMark::Comma);
    }

    #[test]
    fn a_column_has_a_type_only_if_most_values_do() {
        assert_eq!(column_type(["1", "2", "a"], DecimalMark::Point, 0.8), ColumnType::Text);
        assert_eq!(column_type(["$1", "$2"], DecimalMark::Point, 0.8), ColumnType::Money);
        assert_eq!(column_type([], DecimalMark::Point, 0.8), ColumnType::Text);
    }
}
