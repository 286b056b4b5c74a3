use crate::digits::plain_digits;
use crate::number::{DecimalMark, Quantity, leading_number, without_notes};

/// Reads how many there are: `194k`, `(176)`, `1.2M views`, `1,204 reviews`, `3.5 lakh`. The unit is the word behind the number.
///
/// ```
/// use chaffinch_values::{DecimalMark, count};
/// let views = count("1.2M views", DecimalMark::Point).unwrap();
/// assert_eq!((views.value, views.unit.as_deref()), (1_200_000.0, Some("views")));
/// ```
pub fn count(text: &str, mark: DecimalMark) -> Option<Quantity> {
    // In bytes; a longer text is prose.
    const LONGEST: usize = 48;
    if text.len() > LONGEST {
        return None;
    }
    let text = plain_digits(text);
    let text = without_notes(text.trim());
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::trim);
    let in_brackets = inner.is_some();
    let text = inner.unwrap_or(text);
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let (value, behind) = leading_number(text.strip_suffix('+').unwrap_or(text), mark)?;
    let (times, behind) = multiplier(behind).unwrap_or((1.0, behind));
    let noun = behind.trim_start_matches('+').trim();
    if noun.is_empty() {
        // A number alone is a count only in brackets or where it is rounded.
        return (in_brackets || times > 1.0).then_some(Quantity { value: value * times, unit: None });
    }
    is_noun(noun).then(|| Quantity { value: value * times, unit: Some(noun.to_owned()) })
}

/// What a word, letter or sign at the beginning of `text` multiplies the number before it by, and what follows. Letters must touch the
/// number: `194K` are thousands and `300 K` is a temperature.
pub(crate) fn multiplier(text: &str) -> Option<(f64, &str)> {
    const LETTERS: [(&str, f64); 6] =
        [("k", 1e3), ("K", 1e3), ("M", 1e6), ("mn", 1e6), ("bn", 1e9), ("B", 1e9)];
    const WORDS: [(&str, f64); 32] = [
        ("thousand", 1e3),
        ("tausend", 1e3),
        ("tsd", 1e3),
        ("mille", 1e3),
        ("mil", 1e3),
        ("tys", 1e3),
        ("tis", 1e3),
        ("тыс", 1e3),
        ("тис", 1e3),
        ("bin", 1e3),
        ("rb", 1e3),
        ("million", 1e6),
        ("millions", 1e6),
        ("millionen", 1e6),
        ("mio", 1e6),
        ("mln", 1e6),
        ("млн", 1e6),
        ("millones", 1e6),
        ("milhões", 1e6),
        ("milyon", 1e6),
        ("jt", 1e6),
        ("billion", 1e9),
        ("billions", 1e9),
        ("milliarden", 1e9),
        ("mrd", 1e9),
        ("млрд", 1e9),
        ("lakh", 1e5),
        ("lakhs", 1e5),
        ("lac", 1e5),
        ("crore", 1e7),
        ("crores", 1e7),
        ("cr", 1e7),
    ];
    const SIGNS: [(&str, f64); 6] =
        [("千", 1e3), ("万", 1e4), ("萬", 1e4), ("만", 1e4), ("億", 1e8), ("亿", 1e8)];
    if let Some((sign, times)) = SIGNS.iter().find(|(sign, _)| text.starts_with(sign)) {
        return Some((*times, &text[sign.len()..]));
    }
    let end = |text: &str| text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    if let Some((_, times)) = LETTERS.iter().find(|(letter, _)| *letter == &text[..end(text)]) {
        return Some((*times, &text[end(text)..]));
    }
    let spaced = text.trim_start();
    let word = &spaced[..end(spaced)];
    // In bytes, of any of these words however its letters are written.
    const LONGEST: usize = 32;
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let (_, times) = WORDS.iter().find(|(known, _)| *known == lower)?;
    Some((*times, spaced[word.len()..].strip_prefix('.').unwrap_or(&spaced[word.len()..])))
}

/// Whether a word names what pages count.
fn is_noun(text: &str) -> bool {
    let known = |words: &str| words.split_whitespace().any(|word| word.eq_ignore_ascii_case(text));
    let folded = || {
        let lower = text.to_lowercase();
        NOUNS.iter().any(|words| words.split_whitespace().any(|word| word == lower))
    };
    NOUNS.iter().any(|words| known(words)) || (!text.is_ascii() && folded())
}

const NOUNS: [&str; 12] = [
    "view views review reviews rating ratings vote votes comment comments reply replies like likes share shares",
    "follower followers subscriber subscribers member members user users download downloads install installs play plays",
    "item items product products result results article articles post posts photo photos image images video videos",
    "page pages chapter chapters episode episodes season seasons track tracks song songs book books file files",
    "bed beds bedroom bedrooms bath baths bathroom bathrooms room rooms guest guests person people adults seats doors",
    "offer offers seller sellers job jobs listing listings serving servings portion portions ingredient ingredients",
    "point points answer answers question questions order orders sold bid bids match matches game games win wins goals",
    "bewertungen bewertung rezensionen kommentare aufrufe stimmen artikel ergebnisse zimmer seiten personen portionen stück",
    "avis vues commentaires résultats articles pages pièces chambres personnes opiniones reseñas comentarios vistas votos",
    "resultados habitaciones personas recensioni commenti risultati pagine camere persone avaliações comentários visualizações",
    "beoordelingen reacties resultaten pagina's kamers opinii komentarzy отзывов отзыва отзыв просмотров комментариев голосов",
    "件 回 次 人 点 条 個 个 冊 本 页 頁 명 개 건 회",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_with_what_they_count() {
        for (text, value, unit) in [
            ("194k", 194_000.0, None),
            ("194K", 194_000.0, None),
            ("1.2M", 1_200_000.0, None),
            ("3M+", 3_000_000.0, None),
            ("(176)", 176.0, None),
            ("(1,204)", 1204.0, None),
            ("(1,204 reviews)", 1204.0, Some("reviews")),
            ("1,204 reviews", 1204.0, Some("reviews")),
            ("1.2M views", 1_200_000.0, Some("views")),
            ("3.4K followers", 3400.0, Some("followers")),
            ("1 million downloads", 1_000_000.0, Some("downloads")),
            ("3.5 lakh", 350_000.0, None),
            ("12万", 120_000.0, None),
            ("12.5万次", 125_000.0, Some("次")),
            ("2 beds", 2.0, Some("beds")),
            ("1 Bath", 1.0, Some("Bath")),
            ("5 items", 5.0, Some("items")),
            ("500+ sold", 500.0, Some("sold")),
            ("38 отзывов", 38.0, Some("отзывов")),
            ("12 тыс. просмотров", 12_000.0, Some("просмотров")),
            ("١٢٣ views", 123.0, Some("views")),
            ("1,2 Mio. Aufrufe", 1_200_000.0, Some("Aufrufe")),
        ] {
            let read = count(text, DecimalMark::Point).map(|q| (q.value, q.unit));
            assert_eq!(read, Some((value, unit.map(str::to_owned))), "{text}");
        }
    }

    #[test]
    fn years_pages_phones_and_models_are_no_counts() {
        for text in [
            "2006", "12", "Page 3", "3 of 12", "(555) 234-4567", "+43 1 588 01", "300 K", "12m", "4x",
            "2 in stock", "3 months ago", "-5 views", "1.2.3 views", "5 golden rings", "(a)", "()", "k",
            "12-14 views", "3rd",
        ] {
            assert_eq!(count(text, DecimalMark::Point), None, "{text}");
        }
    }
}
