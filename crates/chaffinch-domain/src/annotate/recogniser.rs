//! Recognisers that every domain can use: money, numbers, dates, areas, phones, e-mail addresses, postcodes, links, images.

use super::marked::is_called;
use crate::pattern::Pattern;
use chaffinch_core::{NodeId, Page, TextMap, Value, beginning, collapse_space};
use chaffinch_survey::Stream;
use chaffinch_values::DecimalMark;
use std::ops::Range;
use std::sync::LazyLock;

/// A recogniser, by its name in domain files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Recogniser {
    /// Amounts of money.
    Money,
    /// Numbers.
    Number,
    /// Dates.
    Date,
    /// Areas of flats, houses and land.
    Area,
    /// Telephone numbers.
    Phone,
    /// E-mail addresses.
    Email,
    /// Postcodes of countries where they have a recognisable form.
    Postcode,
    /// Links.
    Link,
    /// Links to documents such as PDF files.
    Document,
    /// Images.
    Image,
    /// Comments of readers, answers, and messages of a thread.
    Post,
}

/// A stretch that was recognised.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Recognised {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Its value, normalised.
    pub value: Option<Value>,
    /// Currency or unit.
    pub unit: Option<String>,
}

impl Recogniser {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Recogniser); 11] = [
        ("money", Recogniser::Money),
        ("number", Recogniser::Number),
        ("date", Recogniser::Date),
        ("area", Recogniser::Area),
        ("phone", Recogniser::Phone),
        ("email", Recogniser::Email),
        ("postcode", Recogniser::Postcode),
        ("link", Recogniser::Link),
        ("document", Recogniser::Document),
        ("image", Recogniser::Image),
        ("post", Recogniser::Post),
    ];

    /// The elements that a recogniser of elements finds, with their addresses, if they have any; `None` for one that reads text.
    pub(super) fn elements(self, page: &Page, stream: &Stream) -> Option<Vec<(NodeId, String)>> {
        let body = page.body();
        match self {
            Recogniser::Link => Some(links(page, body).collect()),
            Recogniser::Document => {
                Some(links(page, body).filter(|(_, address)| is_document(address)).collect())
            }
            Recogniser::Image => Some(images(page, body)),
            Recogniser::Post => Some(posts(page, stream)),
            _ => None,
        }
    }

    /// What it finds in a text. `begins` says whether what another element shows begins at a byte of it.
    pub(super) fn find(self, text: &str, begins: impl Fn(usize) -> bool) -> Vec<Recognised> {
        match self {
            Recogniser::Money => amounts(text, begins),
            Recogniser::Number => all(&NUMBER, text, |t| Some((number(t).map(Value::Number), None))),
            Recogniser::Date => all(&DATE, text, |t| {
                let day = chaffinch_values::date(&collapse_space(t));
                Some((Some(Value::Text(day.unwrap_or_else(|| collapse_space(t)))), None))
            }),
            Recogniser::Area => all(&AREA, text, area),
            Recogniser::Phone => all(&PHONE, text, |t| {
                Some((Some(Value::Text(chaffinch_values::phone(&collapse_space(t))?)), None))
            }),
            Recogniser::Email => all(&EMAIL, text, |t| {
                chaffinch_values::is_email(t).then(|| (Some(Value::Text(t.to_lowercase())), None))
            }),
            Recogniser::Postcode => {
                let mut found = all(&POSTCODE, text, |t| {
                    Some((Some(Value::Text(collapse_space(t).to_uppercase())), None))
                });
                found.retain(|found| !is_end_of_number(text, &found.range));
                found
            }
            Recogniser::Link | Recogniser::Document | Recogniser::Image | Recogniser::Post => Vec::new(),
        }
    }
}

fn links(page: &Page, body: NodeId) -> impl Iterator<Item = (NodeId, String)> {
    let links = page.subtree(body).filter(|node| page.is(*node, "a"));
    links.filter_map(|node| Some((node, page.first_link(node)?.to_owned())))
}

/// The elements that name themselves a comment, an answer or a message, and hold more than a button or a count. A page's markup tells
/// them where its text does not.
fn posts(page: &Page, stream: &Stream) -> Vec<(NodeId, String)> {
    const NAMES: [&str; 9] =
        ["comment", "answer", "reply", "message", "postbit", "postbody", "postrow", "postcontent", "crawler"];
    /// The fewest characters of a post that has an author and a day.
    const SHORTEST: usize = 40;
    let is_post = |node: &NodeId| {
        is_called(page, *node, &NAMES) && {
            let range = stream.of_nodes(&(*node..page.node(*node).end));
            range.len() >= SHORTEST && stream.length(&range) >= SHORTEST
        }
    };
    let elements = page.subtree(page.body()).filter(|node| page.is_element(*node));
    elements.filter(is_post).map(|node| (node, String::new())).collect()
}

/// Whether an address has the name of a document format as a word in its path or query.
fn is_document(address: &str) -> bool {
    const FORMATS: [&str; 7] = ["pdf", "doc", "docx", "wpd", "rtf", "odt", "ps"];
    let mut words = address.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| FORMATS.iter().any(|format| word.eq_ignore_ascii_case(format)))
}

/// The images, each with the address of the picture it will show. While a script has not loaded that, the image has a
/// placeholder too: a `data:` address, or one that several images share.
fn images(page: &Page, body: NodeId) -> Vec<(NodeId, String)> {
    let images: Vec<(NodeId, Vec<String>)> = page
        .subtree(body)
        .filter(|node| page.is(*node, "img"))
        .map(|node| (node, page.images(node)))
        .collect();
    let mut uses: TextMap<&str, usize> = TextMap::default();
    for address in images.iter().flat_map(|(_, addresses)| addresses) {
        *uses.entry(address).or_default() += 1;
    }
    let shown = |addresses: &Vec<String>| {
        let placeholder = |address: &&String| (address.starts_with("data:"), uses[address.as_str()] > 1);
        addresses.iter().min_by_key(placeholder).cloned()
    };
    images.iter().filter_map(|(node, addresses)| Some((*node, shown(addresses)?))).collect()
}

/// A value and its currency or unit.
type Quantity = (Option<Value>, Option<String>);

/// All matches of a pattern that `read` can make sense of.
fn all(pattern: &Pattern, text: &str, read: impl Fn(&str) -> Option<Quantity>) -> Vec<Recognised> {
    let found = pattern.find_in(text).into_iter().flatten().filter_map(|captures| {
        let found = captures.get(0)?;
        let (value, unit) = read(found.as_str())?;
        Some(Recognised { range: found.range(), value, unit })
    });
    found.collect()
}

/// The amounts of money in a text. A sign between two numbers belongs to the one that it touches, or with which it begins an element:
/// `Pack of 2 £3.50` is no `2 £`.
fn amounts(text: &str, begins: impl Fn(usize) -> bool) -> Vec<Recognised> {
    let mut found = all(&MONEY, text, money);
    for amount in &mut found {
        let own = &text[amount.range.clone()];
        // `£495 2007` is an amount and a year: digits go on behind what looked like thousands.
        let goes_on = text[amount.range.end..].starts_with(|c: char| c.is_ascii_digit());
        if goes_on
            && own.ends_with(|c: char| c.is_ascii_digit())
            && let Some(space) = own.rfind(char::is_whitespace)
            && let Some((value, unit)) = money(own[..space].trim_end())
        {
            let end = amount.range.start + own[..space].trim_end().len();
            *amount = Recognised { range: amount.range.start..end, value, unit };
            continue;
        }
        let Some(sign) = own.chars().next_back().filter(|c| matches!(c, '€' | '£' | '$' | '¥' | '₹'))
        else {
            continue;
        };
        let before = own.len() - sign.len_utf8();
        let behind = &text[amount.range.end..];
        let behind = if begins(amount.range.start + before) { behind.trim_start() } else { behind };
        let touches_next = behind.starts_with(|c: char| c.is_ascii_digit());
        if touches_next && !own[..before].ends_with(|c: char| c.is_ascii_digit()) {
            let start = amount.range.start + before;
            // An amount is short; the rest of the text need not be read again.
            const LONGEST: usize = 40;
            let next = all(&MONEY, beginning(&text[start..], LONGEST), money).into_iter().next();
            if let Some(next) = next.filter(|next| next.range.start == 0) {
                *amount = Recognised { range: start..start + next.range.end, ..next };
            }
        }
    }
    found
}

/// A numeral: digits in groups of three, with one sign between all groups, of two as in India, or ungrouped; a fraction of up to two digits; `,-` after round amounts.
const NUMERAL: &str = r"(?:\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+|(?:['’]\d{3})+|(?:\s{1,3}\d{3})+)(?:[.,]\d{1,2})?|\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d{1,2})?|\d+(?:[.,]\d{1,2})?)(?:,[-–]{1,2}|\.[-–])?";

/// Currency signs and codes that may stand in front of an amount.
const SIGN: &str = r"CDN\s?\$|CAD\s?\$|US\s?\$|U\$[SD]|RD\$|S/\.?|AU?\$|CA?\$|HK\$|NZ\$|NT\$|MX\$|AR\$|S\$|R\$|[$€£¥￥₹₽₩₺₴₪₫฿₱₦₡₲₵₸₾৳₨₼]|\b(?:Rs\.?|KSh|UF|RM|Rp|CHF|SFr\.?|Fr\.|(?:USD|EUR|GBP|JPY|CNY|INR|RUB|KRW|TRY|UAH|ILS|VND|THB|PHP|NGN|PLN|CZK|HUF|RON|BRL|AUD|CAD|HKD|NZD|SEK|NOK|DKK|ISK|BGN|SGD|MYR|IDR|TWD|ZAR|EGP|KES|MXN|ARS|CLP|COP|PEN|AED|SAR|PKR|BDT|LKR|QAR|KWD|OMR|BHD|GHS|UGX|TZS|MAD)\b)";

/// Currency words, signs and codes that may stand behind an amount.
const BEHIND: &str = r"(?:kr|Kč|zł|zl|Ft|lei|den|din|TL|đ|грн|руб|лв|р|euros?|EUR|dollars?|pounds?|Euro|円|元|원|บาท)\b\.?|[€£$₽₴₺₪₫円元원]|(?:USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|RUB|UAH|INR|AED|SGD|ISK)\b";

/// Words and characters that multiply the number before them, such as `million` and `万`.
const TIMES: &str = r"(?:\s{0,3}(?:(?:k|m|mn|mio|bn|million|billion|thousand|lakhs?|lacs?|cr|crores?|tys|mil|tis|тыс|млн)\b\.?|[万億萬亿]))";

static MONEY: LazyLock<Pattern> = LazyLock::new(|| {
    let dash = r"\s{0,3}[-–—]\s{0,3}";
    Pattern::unchecked(&format!(
        r"(?:{SIGN})\s{{0,3}}{NUMERAL}{TIMES}?(?:{dash}(?:{SIGN})?\s{{0,3}}{NUMERAL}{TIMES}?)?(?:\s?(?:USD|AUD|CAD|NZD)\b)?|(?:\b{NUMERAL}{TIMES}?{dash})?\b{NUMERAL}{TIMES}?\s{{0,3}}(?:{BEHIND})",
    ))
});

pub(super) static NUMBER: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::unchecked(&format!(r"[-−+]?\b{NUMERAL}")));

static DATE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::unchecked(
        r"\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?|\b\d{4}/\d{1,2}/\d{1,2}\b|\b\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b|\b\d{1,2}(?:st|nd|rd|th|\.|er|º)?[\s-]{1,3}(?:of\s|de\s)?(?:jan|feb|fév|mar|mär|apr|avr|abr|may|mai|maj|mag|jun|jui|giu|jul|lug|aug|aoû|ago|sep|set|oct|okt|out|ott|nov|dec|dez|déc|dic|ene|gen)\p{L}{0,8}\.?,?[\s-]{1,3}(?:de\s)?\d{4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,7}\.?\s{1,3}\d{1,2}(?:st|nd|rd|th)?,?\s{1,3}\d{4}\b|\d{4}年\d{1,2}月\d{1,2}日",
    )
});

static AREA: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::unchecked(&format!(
        r"\b{NUMERAL}\s{{0,3}}(?:(?:m\s?2|sq\.?\s?(?:ft|feet|m|metres|meters|yards?|yd)|sqft|sqm|qm|mq|kvm|m\s?kw|acres?|hectares?|ha|ft\s?2|metrů|кв\.?\s?м|м2)\b|m²|м²|ft²|㎡|平米|平方米|坪|τ\.?μ\.|km²)"
    ))
});

static PHONE: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::unchecked(r"(?:tel\.?:?\s)?(?:\+|\b|\()\d[\d\s().\-/]{6,22}\d\b"));

static EMAIL: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::unchecked(r"\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+\b"));

/// Postcodes of Great Britain, the United States, Canada, the Netherlands, Poland, Portugal, Japan, Sweden and Czechia; five
/// digits alone only in front of a word that could be a town.
static POSTCODE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::unchecked(
        r"(?-i)\b[A-Z]{1,2}\d[A-Z\d]?\s{0,2}\d[A-Z]{2}\b|\b[A-Z]{2}\s\d{5}(?:-\d{4})?\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b|\b\d{4}\s?[A-Z]{2}\b|\b\d{2}-\d{3}\b|\b\d{4}-\d{3}\b|〒\s?\d{3}-\d{4}|\b\d{3}\s\d{2}\b|\b\d{5}\b(?:\s+\p{Lu}\p{Ll}+)",
    )
});

/// Whether digits that look like a postcode are the end of a longer number: the `000 50` of `£100,000 50 m²`.
fn is_end_of_number(text: &str, range: &Range<usize>) -> bool {
    let mut before = text[..range.start].chars().rev();
    let mark = before.next().is_some_and(|c| matches!(c, '.' | ',' | '\'' | '’'));
    text[range.clone()].starts_with(|c: char| c.is_ascii_digit())
        && mark
        && before.next().is_some_and(|c| c.is_ascii_digit())
}

/// Which sign is the decimal mark of an amount. Amounts have one or two decimal places, so a sign before three digits separates
/// thousands.
pub(crate) fn mark_of(text: &str) -> DecimalMark {
    let last = text.rfind(['.', ',']).map(|at| (text.as_bytes()[at], &text[at + 1..]));
    match last {
        Some((mark, behind)) => {
            let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
            if (mark == b',') == (digits == 3) { DecimalMark::Point } else { DecimalMark::Comma }
        }
        None => DecimalMark::Point,
    }
}

fn number(text: &str) -> Option<f64> {
    let text = collapse_space(text);
    let bare = text.trim_end_matches(['-', '–']).trim_end_matches([',', '.']);
    chaffinch_values::number(bare, mark_of(bare)).map(|quantity| quantity.value)
}

static NUMERAL_ONLY: LazyLock<Pattern> = LazyLock::new(|| Pattern::unchecked(NUMERAL));
static TIMES_ONLY: LazyLock<Pattern> = LazyLock::new(|| Pattern::unchecked(&format!(r"\d{TIMES}")));

/// An amount and its currency; of a range the lower amount.
fn money(text: &str) -> Option<Quantity> {
    let numeral = NUMERAL_ONLY.regex()?.find(text)?;
    let amount = number(numeral.as_str())?;
    let times = TIMES_ONLY.regex().and_then(|times| times.find(text)).map_or(1.0, |found| {
        multiplier(
            found.as_str().trim_start_matches(|c: char| c.is_ascii_digit()).trim().trim_end_matches('.'),
        )
    });
    // The sign stands in front of the first numeral or behind the last.
    let front = text[..numeral.start()].trim();
    let behind = text[numeral.end()..].trim_start_matches(|c: char| !c.is_alphabetic() && !is_sign(c));
    let last_word =
        behind.rsplit(|c: char| c.is_whitespace() || c.is_ascii_digit()).next().unwrap_or_default();
    let currency = chaffinch_values::currency(front)
        .or_else(|| chaffinch_values::currency(last_word))
        .or_else(|| chaffinch_values::currency(last_word.trim_start_matches(['万', '億', '萬', '亿'])));
    Some((Some(Value::Number(amount * times)), currency.map(str::to_owned)))
}

fn is_sign(c: char) -> bool {
    matches!(c, '$' | '£' | '¥' | '￥' | '\u{20a0}'..='\u{20cf}')
}

fn multiplier(word: &str) -> f64 {
    match word.to_lowercase().as_str() {
        "k" | "thousand" | "tys" | "tis" | "тыс" => 1e3,
        "m" | "mn" | "mio" | "million" | "mil" | "млн" => 1e6,
        "bn" | "billion" => 1e9,
        "lakh" | "lakhs" | "lac" | "lacs" => 1e5,
        "cr" | "crore" | "crores" => 1e7,
        "万" | "萬" => 1e4,
        "億" | "亿" => 1e8,
        _ => 1.0,
    }
}

fn area(text: &str) -> Option<Quantity> {
    let numeral = NUMERAL_ONLY.regex()?.find(text)?;
    let unit = text[numeral.end()..].trim().to_lowercase();
    let unit = match unit.as_str() {
        "m²" | "м²" | "м2" | "m2" | "m 2" | "平方米" | "sqm" | "qm" | "mq" | "kvm" | "㎡" | "平米"
        | "sq m" | "sq. m" | "metrů" => "m²",
        "sqft" | "ft²" | "ft2" | "ft 2" | "sq ft" | "sq. ft" | "sq feet" | "sq.ft" | "sq. feet" => "sq ft",
        other => other,
    };
    Some((number(numeral.as_str()).map(Value::Number), Some(unit.to_owned())))
}
